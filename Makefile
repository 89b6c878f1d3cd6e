# Everything is done by tools/house.py, which needs nothing but Python.
# Arguments go through ARGS: make play ARGS="--help"
PYTHON ?= python3

.DEFAULT_GOAL := help
.PHONY: help play test lint format lock mutants bench-engine heuristics playthroughs pictures clean setup

help play test lint format lock mutants bench-engine heuristics playthroughs pictures clean setup:
	@command -v $(PYTHON) >/dev/null || { echo "make $@: no $(PYTHON) found; install Python 3.11 or newer" >&2; exit 1; }
	@$(PYTHON) tools/house.py $@ $(ARGS)
