"""The compiled loops as tests call them, and all of them compiled before the tests need them.

`python -m tests.loops` compiles every loop of every game, also with checks of all bounds. What is
compiled is kept on disk for all processes; in one process the loops of a game share most of the
work, while each of many test processes and houses would do it again.
"""

import os
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import redirect_stderr
from io import StringIO
from multiprocessing import get_context
from typing import Any

import numpy as np

from tablee import catalogue
from tablee.bots.personas import levels
from tablee.bots.players import bot
from tablee.bots.position import Position, suppose
from tablee.bots.searcher import Effort, Searcher
from tablee.bots.selfplay import asking
from tablee.bots.tree import TreeSearcher
from tablee.kernel.chance import Random
from tablee.kernel.compile import link
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tablee.kernel.playout import guesses, traced_game
from tablee.simulation import simulate
from tests.tables import Table, every_count

LONGEST = 1_000  # turns
MOST_OPTIONS = 40
LEFT_OVER = 99  # stands in the rooms that numbers are written into
TREES = "land_unter"  # the game whose trees and training are tested


class Tracing:
    """Whole random games by compiled rules, with all their states and choices."""

    def __init__(self, game: Game):
        rules = game.rules
        self.layout = rules.State
        self.play = link(traced_game, game)
        self.states = self.layout.batch(LONGEST)
        self.chosen = np.zeros((LONGEST, rules.SEATS), np.int64)
        self.offers = np.zeros(rules.OFFERS + 1, np.int64)

    def turns(self, match: Match, seed: int) -> int:
        """Play from the start of a match; how many turns there are now to be looked at."""
        start = self.layout.batch(1, match.state)[0]
        chance = np.array(Random(seed, 1))
        return int(self.play(start, chance, self.offers, self.states, self.chosen))


def rating(game: Game) -> Any:
    """To be linked: what the heuristic of a game thinks of some options."""
    rate = game.bots.rate

    def rate_some(states: Any, seat: int, character: Any, offers: Any, rates: Any) -> None:
        rate(states[0], seat, character, offers, rates)

    return rate_some


class Rating:
    """The compiled heuristic of a game."""

    def __init__(self, game: Game):
        self.game = game
        self.rate = link(rating, game)

    def of(self, position: Position) -> list[float]:
        """What it thinks of the options of a position."""
        rules, number = self.game.rules, len(position.options)
        offers, rates = np.full(rules.OFFERS + 1, LEFT_OVER), np.full(rules.OFFERS, -1e300)
        offers[: number + 1] = number, *position.options
        character = np.array(position.character or [0] * self.game.bots.TRAITS)
        states = rules.State.batch(1, position.state)
        self.rate(states, position.seat, character, offers, rates)
        found: list[float] = rates[:number].tolist()
        return found


def asked(game: Game, states: list[Any], guests: int, ask: Any) -> list[Any]:
    """All that `ask`, compiled or not, fills in for these positions."""
    rules, observation, size = game.rules, game.observation, len(states)
    rows = size * rules.SEATS * min(rules.OFFERS, MOST_OPTIONS)
    compiled = hasattr(ask, "py_func")
    batch: Any = [state.copy() for state in states]
    if compiled:
        batch = np.concatenate([rules.State.batch(1, state) for state in states])
    filled = [
        np.full((size, rules.SEATS), -1),
        np.full((size * rules.SEATS, observation.SIGHT), LEFT_OVER, np.int8),
        np.full((rows, observation.EFFECT), LEFT_OVER, np.int8),
        np.zeros(size * rules.SEATS + 1, np.int64),
        np.zeros((size * rules.SEATS, 2), np.int64),
        np.zeros(rows, np.int64),
    ]
    choices, *found = filled
    ask(
        batch,
        np.full(size, guests) if compiled else [guests] * size,
        choices if compiled else (plain := choices.tolist()),
        np.zeros(game.bots.TRAITS, np.int64) if compiled else [0] * game.bots.TRAITS,
        np.zeros(rules.OFFERS),
        np.zeros(rules.OFFERS + 1, np.int64) if compiled else [],
        MOST_OPTIONS,
        np.array(Random(1)) if compiled else Random(1),
        *found,
    )
    return [choices if compiled else np.array(plain), *found]


def compile_rules(table: Table) -> None:
    """What plays at random, and what guesses."""
    game, match = table.game, table.match(1)
    simulate(game, table.players, {}, 1, 1)
    Tracing(game).turns(match, 1)
    batch = game.rules.State.batch(1, match.state)
    link(guesses, game)(batch, 1, np.array(Random(0)))


def compile_thinking(table: Table) -> None:
    """Searches of all bots, trees, and the questions of a training."""
    game, match = table.game, table.match(1)
    position = suppose(match, match.waiting_for[0])
    for level in levels():
        bot(level, game)(position, Random(0))
    Rating(game).of(position)
    Searcher(game, False).findings(position, Effort(playouts=1, width=2), Random(0))
    asked(game, [match.state], 0, link(asking, game))
    if game.folder == TREES:
        TreeSearcher(game).choose(position, 1, 1.0, Random(0))


def compile_game(title: str, checked: bool) -> str:
    """In a process of its own: what is compiled with checks is another thing."""
    if checked:
        os.environ["NUMBA_BOUNDSCHECK"] = "1"
    table = next(table for table in every_count() if table.game.id == title)
    began = time.process_time()
    with redirect_stderr(StringIO()):
        compile_rules(table)
        if not checked:
            compile_thinking(table)
    how = " with checked bounds" if checked else ""
    return f"{title}{how}: {time.process_time() - began:.0f} s"


def main() -> None:
    jobs = [(game.id, checked) for checked in (False, True) for game in catalogue.games()]
    workers = ProcessPoolExecutor(mp_context=get_context("spawn"), max_tasks_per_child=1)
    with workers as pool:
        for done in as_completed([pool.submit(compile_game, *job) for job in jobs]):
            print("compiled", done.result(), flush=True)


if __name__ == "__main__":
    main()
