"""What a fresh process costs, each figure in one of its own: imports, memory, compilation.

The processes find byte code already written, as on any machine after the first start, and no SciPy:
Numba would load it, but only OpenSpiel needs it.
"""

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from typing import Any

LIVE_MATCHES = 10_000
CHOICES_IN = 20

IMPORT = """
import json, sys, time
began = time.perf_counter()
{statement}
seconds = time.perf_counter() - began
print(json.dumps([seconds, [name for name in ("numba", "numpy") if name in sys.modules]]))
"""

MEMORY = """
import resource
from pathlib import Path
from random import random
from tablee.catalogue import load
from tablee.kernel.chance import Random
from tablee.kernel.match import Match

def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()

def begun(seed):
    match = Match(game, game.dealt({players}, {{}}, Random(seed)))
    for _ in range({choices}):
        seat = match.waiting_for[0]
        options = match.options(seat)
        match.choose(seat, options[int(random() * len(options))])
    return match

game = load("{game}")
begun(0)
before = resident()
matches = [begun(seed) for seed in range({matches})]
print(resident() - before)
"""

COMPILE = """
import json, sys, time
sys.modules["scipy"] = None
began = time.perf_counter()
import numpy as np
from tablee.catalogue import load
from tablee.kernel import compile as compiling
from tablee.kernel.chance import Random
from tablee.kernel.playout import random_games
game = load("{game}")
compiling.load_numba()
imported = time.perf_counter()
rules = game.rules
states = rules.State.batch(1, game.blank({players}, {{}}))
words = np.array(Random(0))
offers = np.zeros(rules.OFFERS + 1, int)
choices = np.zeros(rules.SEATS, int)
ready = time.perf_counter()
play = compiling.link(random_games, game)
play(states, 0, 0, words, offers, choices)
print(json.dumps([time.perf_counter() - ready, imported - began]))
"""


@cache
def byte_code() -> "tempfile.TemporaryDirectory[str]":
    """Where the processes keep their byte code; removed when this one ends."""
    return tempfile.TemporaryDirectory()


def fresh(program: str, **settings: str) -> Any:
    """What a program prints as JSON, run by a Python of its own."""
    environment = os.environ | {"PYTHONPYCACHEPREFIX": byte_code().name} | settings
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    ran = subprocess.run(
        [sys.executable, "-c", program],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise SystemExit(f"bench: a measuring process failed.\n{ran.stderr}")
    return json.loads(ran.stdout)


def import_seconds(statement: str, rounds: int) -> float:
    """The shortest time to run this import; it must not bring in Numba or NumPy."""
    best = float("inf")
    for _ in range(rounds):
        seconds, heavy = fresh(IMPORT.format(statement=statement))
        if heavy:
            raise SystemExit(f"bench: {statement!r} imports {' and '.join(heavy)}; it must not.")
        best = min(best, seconds)
    return best


def megabytes_of_matches(game: str, players: int) -> float:
    """The memory of many matches in the middle of the game."""
    program = MEMORY.format(game=game, players=players, choices=CHOICES_IN, matches=LIVE_MATCHES)
    return float(fresh(program)) / 1e6


def compile_seconds(game: str, players: int) -> tuple[float, float, float]:
    """Linking and first calling the playout: without a cache, with it; and the imports."""
    program = COMPILE.format(game=game, players=players)
    firsts = []
    for _ in range(2):
        with tempfile.TemporaryDirectory() as folder:
            firsts.append(fresh(program, TABLEE_CACHE=folder)[0])
            later = [fresh(program, TABLEE_CACHE=folder) for _ in range(3)]
    cached, imports = (min(times) for times in zip(*later, strict=True))
    return min(firsts), cached, imports
