"""Our search against OpenSpiel's in Python, on our Land Unter, at equal thinking time.

`python -m bench.duel --tune` looks for the constant with which OpenSpiel's plays best here.
"""

import argparse
import multiprocessing
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

import numpy as np
import pyspiel
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

from bench.open_spiel_land_unter import PLAYERS, land_unter, resampled
from tablee.bots.players import Bot, bot
from tablee.bots.position import suppose
from tablee.bots.ratings import Estimate, means_of
from tablee.bots.searcher import Searcher, effort
from tablee.kernel.chance import Random
from tablee.kernel.match import Match

CAMPS = ((0, 2), (1, 3))  # our seats in the two games of a pair
UCT = 2.0  # points; of CONSTANTS the one OpenSpiel's search did best with
CONSTANTS = (0.5, 1.0, 2.0, 4.0, 8.0)
CAPTAIN = effort("captain", land_unter)

now = time.process_time


@dataclass(frozen=True)
class Allowance:
    """How much a search may think about a choice: so long, or so many iterations."""

    seconds: float = 0.0
    iterations: int = 0


@dataclass
class Thought:
    """What one side has thought in all."""

    choices: int = 0
    seconds: float = 0.0
    iterations: int = 0

    def take_in(self, other: "Thought") -> None:
        """What was thought elsewhere, too."""
        self.choices += other.choices
        self.seconds += other.seconds
        self.iterations += other.iterations

    @property
    def said(self) -> str:
        """How long a choice took, and how many iterations."""
        long, many = self.seconds / self.choices, self.iterations / self.choices
        return f"{long * 1e3:.1f} ms and {many:,.0f} iterations a choice"


class Player(Protocol):
    """Whoever chooses for a seat that has several options."""

    def choose(self, match: Match, seat: int, chance: Random) -> int: ...


@dataclass
class Ours:
    """The search of level 4, which gets as many playouts as fit into the time."""

    allowance: Allowance
    thought: Thought = field(default_factory=Thought)
    searcher: Searcher = field(default_factory=lambda: Searcher(land_unter, CAPTAIN.answers))
    pace: dict[int, float] = field(default_factory=dict)  # seconds a playout, by options

    def choose(self, match: Match, seat: int, chance: Random) -> int:
        began = now()
        position = suppose(match, seat)
        playouts = self.allowance.iterations or self._fitting(len(position.options))
        tried = replace(CAPTAIN, playouts=playouts)
        findings = self.searcher.findings(position, tried, chance)
        seconds, playouts = now() - began, sum(finding.visits for finding in findings)
        self.pace[len(position.options)] = seconds / playouts
        note(self.thought, seconds, playouts)
        return findings[0].option

    def _fitting(self, options: int) -> int:
        """The number of playouts that took so long when there were so many options."""
        pace = self.pace.get(options)
        return round(self.allowance.seconds / pace) if pace else CAPTAIN.playouts


@dataclass
class Theirs:
    """OpenSpiel's search with random rollouts, the most visited choice, and our guesses."""

    allowance: Allowance
    uct: float = UCT
    thought: Thought = field(default_factory=Thought)
    game: Any = field(default_factory=lambda: pyspiel.load_game("python_land_unter"))

    def choose(self, match: Match, seat: int, chance: Random) -> int:
        began = now()
        search = ISMCTSBot(
            self.game,
            RandomRolloutEvaluator(1, np.random.RandomState(chance.word())),
            self.uct,
            max_simulations=0,
            random_state=np.random.RandomState(chance.word()),
        )
        root = self.game.position(match.state.copy(), seat)
        node = search.create_new_node(root)
        iterations, wanted = 0, self.allowance.iterations
        while iterations < wanted if wanted else now() - began < self.allowance.seconds:
            search.run_simulation(resampled(root, seat, chance))
            iterations += 1
        options, often = zip(*search.get_final_policy(root, node))
        note(self.thought, now() - began, iterations)
        return int(options[often.index(max(often))])


def note(thought: Thought, seconds: float, iterations: int) -> None:
    """One more choice."""
    thought.take_in(Thought(1, seconds, iterations))


@dataclass(frozen=True)
class Pair:
    """One deal played twice, with seats exchanged: the points of both camps, and their thought."""

    points: tuple[int, int]  # ours, theirs
    thoughts: tuple[Thought, Thought]

    @property
    def won(self) -> float:
        ours, theirs = self.points
        return 0.5 if ours == theirs else float(ours > theirs)


def play_pair(allowance: Allowance, number: int) -> Pair:
    """A deal, and the same deal the other way round."""
    ours, theirs = Ours(allowance), Theirs(allowance)
    begin(ours)
    points = [0, 0]
    for camp in CAMPS:
        players: list[Player] = [ours if seat in camp else theirs for seat in range(PLAYERS)]
        for seat, score in enumerate(play(players, number)):
            points[seat not in camp] += score
    return Pair((points[0], points[1]), (ours.thought, theirs.thought))


def begin(ours: Ours) -> None:
    """Have the search read from where it is kept compiled, before anybody counts."""
    match = Match(land_unter, land_unter.dealt(PLAYERS, {}, Random(0)))
    ours.searcher.findings(suppose(match, 0), CAPTAIN, Random(0))


def play(players: Sequence[Player], deal: int) -> list[int]:
    """A whole game; a single option needs no thought."""
    match = Match(land_unter, land_unter.dealt(PLAYERS, {}, Random(deal)))
    luck = [Random(deal, 1 + seat) for seat in range(PLAYERS)]
    while not match.over:
        for seat in match.waiting_for:
            options = match.options(seat)
            thinks = len(options) > 1
            choice = players[seat].choose(match, seat, luck[seat]) if thinks else options[0]
            match.choose(seat, choice)
    return match.scores()


@dataclass(frozen=True)
class Duel:
    """What came of all pairs."""

    pairs: int
    won: Estimate
    lead: Estimate  # points a seat and game that ours were ahead
    ours: Thought
    theirs: Thought


def duel(allowance: Allowance, pairs: int, workers: int) -> Duel:
    """So many pairs, on so many cores."""
    thoughts = Thought(), Thought()
    won, leads = [], []
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context) as pool:
        for pair in pool.map(partial(play_pair, allowance), range(pairs)):
            won.append(pair.won)
            leads.append((pair.points[0] - pair.points[1]) / PLAYERS)
            for thought, more in zip(thoughts, pair.thoughts, strict=True):
                thought.take_in(more)
    share, lead = means_of(won, leads)
    return Duel(pairs, share, lead, *thoughts)


def tune(allowance: Allowance, games: int) -> None:
    """How OpenSpiel's search does among three sailors, with every constant, on the same deals."""
    for uct in CONSTANTS:
        leads = []
        for deal in range(games):
            scores = play_among_sailors(Theirs(allowance, uct), deal, deal % PLAYERS)
            own = scores[deal % PLAYERS]
            leads.append(own - (sum(scores) - own) / (PLAYERS - 1))
        (lead,) = means_of(leads)
        print(f"{uct:4g}: {lead.value:+.2f} ({lead.low:+.2f} to {lead.high:+.2f})", flush=True)


def play_among_sailors(challenger: Theirs, deal: int, seat: int) -> list[int]:
    """A whole game of one search among three sailors."""
    sailors = Sailors(bot("sailor", land_unter))
    players: list[Player] = [sailors] * PLAYERS
    players[seat] = challenger
    return play(players, deal)


@dataclass
class Sailors:
    """Level 2, as a measure."""

    bot: Bot

    def choose(self, match: Match, seat: int, chance: Random) -> int:
        return self.bot(suppose(match, seat), chance)


if __name__ == "__main__":
    asking = argparse.ArgumentParser(prog="python -m bench.duel", description=__doc__)
    asking.add_argument("--tune", action="store_true", required=True)
    asking.add_argument("--iterations", type=int, default=100)
    asking.add_argument("--games", type=int, default=12, help="with each constant")
    asked = asking.parse_args()
    tune(Allowance(iterations=asked.iterations), asked.games)
