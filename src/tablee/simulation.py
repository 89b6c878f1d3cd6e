"""Many random games at full speed: compiled where that is installed, on all cores."""

import os
import time
from collections import deque
from collections.abc import Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from tablee.kernel import compile as compiling
from tablee.kernel.chance import Random
from tablee.kernel.errors import WrongOption
from tablee.kernel.game import Game
from tablee.kernel.playout import random_games, tally

MOST_GAMES = 1 << 32  # each has a stream of chance of its own
CHUNK = 2_000  # games of one task: enough to keep a core busy, small enough for its cache


@dataclass(frozen=True)
class Outcome:
    """What came of a simulation."""

    games: int
    choices: int
    seconds: float
    wins: list[float]  # by seat, ties split, as a share of the games
    means: list[float]  # mean score by seat

    @property
    def speed(self) -> float:
        return self.choices / self.seconds


class Simulator:
    """Random games of one kind of table, ready to be played in chunks from any thread."""

    def __init__(self, game: Game, players: int, switches: Mapping[str, object], compiled: bool):
        self.game = game
        self.start = game.blank(players, switches)
        self.compiled = compiled and compiling.available()
        self.play = compiling.link(random_games, game, self.compiled)
        self.tally = compiling.link(tally, game, self.compiled)
        self.chunk(range(1), 0)  # compiles now

    def chunk(self, numbers: range, seed: int) -> tuple[int, list[float]]:
        """Play the games of these numbers; their choices, then wins and scores by seat."""
        rules, size = self.game.rules, len(numbers)
        states: Any = [self.start.copy() for _ in range(0 if self.compiled else size)]
        words: Any = Random(0)
        offers: Any = [0] * (rules.OFFERS + 1)
        chosen: Any = [0] * rules.SEATS
        sums: Any = [0.0] * (2 * rules.SEATS)
        if self.compiled:
            import numpy as np

            states = rules.State.batch(size, self.start)
            words, offers, chosen, sums = map(np.array, (words, offers, chosen, sums))
        choices = self.play(states, numbers.start, seed, words, offers, chosen)
        self.tally(states, sums)
        return choices, [float(number) for number in sums]


def simulate(
    game: Game,
    players: int,
    switches: Mapping[str, object],
    games: int,
    seed: int,
    *,
    compiled: bool = True,
    cores: int | None = None,
) -> Outcome:
    """Play this many games with random choices; interpreted where Numba is missing."""
    if not 1 <= games <= MOST_GAMES:
        raise WrongOption(f"A simulation has 1 to {MOST_GAMES} games, not {games}.")
    simulator = Simulator(game, players, switches, compiled)
    began = time.perf_counter()
    choices = 0
    sums = [0.0] * (2 * game.rules.SEATS)
    for made, part in in_parallel(simulator, games, seed, cores or os.cpu_count() or 1):
        choices += made
        sums = [total + more for total, more in zip(sums, part, strict=True)]
    seconds = time.perf_counter() - began
    shares = [total / games for total in sums]
    return Outcome(
        games=games,
        choices=choices,
        seconds=seconds,
        wins=shares[:players],
        means=shares[game.rules.SEATS : game.rules.SEATS + players],
    )


def in_parallel(
    simulator: Simulator, games: int, seed: int, cores: int
) -> Iterator[tuple[int, list[float]]]:
    """The results of all chunks, in their order; only a few are in the works at any time.

    Interpreted, threads would only take turns, and hold up whoever stops it.
    """
    chunks = (range(first, min(first + CHUNK, games)) for first in range(0, games, CHUNK))
    if not simulator.compiled:
        yield from (simulator.chunk(numbers, seed) for numbers in chunks)
        return
    waiting: deque[Future[tuple[int, list[float]]]] = deque()
    with ThreadPoolExecutor(cores) as pool:
        for numbers in chunks:
            waiting.append(pool.submit(simulator.chunk, numbers, seed))
            if len(waiting) > 2 * cores:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
