# Everything is done by tools/house.py, which needs nothing but Python.
# Arguments go through ARGS: make play ARGS="--help"
PYTHON ?= python3

.DEFAULT_GOAL := help
TARGETS := help play terminal quick test test-long test-busy test-crash test-powercut test-engines test-deploy fuzz lint \
	format lock mutants bench-engine bench-server bench-nodes bench-bots bots trees playthroughs pictures screenshots \
	lighthouse smoothness clean setup
.PHONY: $(TARGETS)

$(TARGETS):
	@command -v $(PYTHON) >/dev/null || { echo "make $@: no $(PYTHON) found; install Python 3.11 or newer" >&2; exit 1; }
	@$(PYTHON) tools/house.py $@ $(ARGS)
