"""Our side of the comparison: random play compiled, interpreted, and on several cores."""

from collections.abc import Callable
from random import random

from tablee.kernel.chance import Random
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tablee.simulation import CHUNK, Outcome, Simulator, simulate

PLAYERS = 4


def compiled(game: Game) -> Callable[[], int]:
    """A chunk of compiled random games at each call, one after another; returns its choices."""
    simulator = Simulator(game, PLAYERS, {}, compiled=True)
    if not simulator.compiled:
        raise SystemExit("bench: Numba is not installed, so there is nothing to measure.")
    first = 0

    def play() -> int:
        nonlocal first
        choices, _ = simulator.chunk(range(first, first + CHUNK), seed=1)
        first += CHUNK
        return choices

    return play


def interpreted(game: Game) -> Callable[[], int]:
    """One whole game through `Match` at each call, every choice checked; returns its choices."""
    seed = 0

    def play() -> int:
        nonlocal seed
        match = Match(game, game.dealt(PLAYERS, {}, Random(seed)))
        seed += 1
        while not match.over:
            for seat in match.waiting_for:
                options = match.options(seat)
                match.choose(seat, options[int(random() * len(options))])
        return len(match.choices)

    return play


def on_cores(game: Game, games: int, cores: int) -> Outcome:
    """This many compiled random games on this many cores."""
    return simulate(game, PLAYERS, {}, games, seed=1, cores=cores)
