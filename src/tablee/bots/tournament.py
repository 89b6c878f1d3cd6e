"""Tournaments: one bot among copies of another, each deal played from every seat, on all cores.

A deal is known by its number and the seed of the tournament, so results do not depend on who plays
them, in what order or on how many cores.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from itertools import permutations

from tablee import catalogue
from tablee.bots.arena import play_game, seating, shared_win
from tablee.bots.clock import Clock, timed
from tablee.bots.personas import character_of, check, split
from tablee.bots.players import bot, random
from tablee.bots.position import suppose
from tablee.kernel.chance import Random
from tablee.kernel.errors import WrongCompany
from tablee.kernel.match import Match


@dataclass(frozen=True)
class Table:
    """What is played: the game, for how many, with which switches, and which deals."""

    game: str
    players: int
    switches: tuple[tuple[str, bool], ...] = ()
    seed: int = 1

    def deal_seed(self, number: int) -> int:
        """The seed of a deal; those of other tournaments have nothing to do with it."""
        chance = Random(self.seed, number)
        return chance.word() << 30 ^ chance.word()


@dataclass(frozen=True)
class Pairing:
    """One bot, and the one whose copies sit in all other chairs."""

    challenger: str
    others: str

    @property
    def turned(self) -> "Pairing":
        return Pairing(self.others, self.challenger)


@dataclass(frozen=True)
class Deal:
    """What came of one deal, played once from every seat: by the seat of the challenger."""

    wins: list[float]
    points: list[list[int]]  # of all seats

    @property
    def share(self) -> float:
        """The challenger's share of the wins."""
        return sum(self.wins) / len(self.wins)

    @property
    def own_points(self) -> float:
        """The challenger's mean points."""
        return sum(points[seat] for seat, points in enumerate(self.points)) / len(self.points)

    @property
    def lead(self) -> float:
        """How many points it was ahead of the mean of the others."""
        all_points = sum(map(sum, self.points)) / len(self.points)
        return self.own_points - (all_points - self.own_points) / (len(self.points) - 1)

    @property
    def turned(self) -> "Deal":
        """The same two games, seen by the other of two players."""
        return Deal([1 - win for win in reversed(self.wins)], self.points[::-1])


@dataclass(frozen=True)
class Played:
    """A finished deal of a pairing, and what it took."""

    pairing: Pairing
    number: int
    deal: Deal
    clocks: dict[str, Clock]


Task = tuple[Pairing, int]


def all_pairings(game: str, names: Sequence[str], players: int) -> list[Pairing]:
    """Everybody against copies of everybody; of two players, each pair has only one way to sit."""
    for name in names:
        check(name, game)
    if len(names) < 2:
        raise WrongCompany("An arena is for at least two bots.")
    if len(set(names)) < len(names):
        raise WrongCompany(f"A bot is named twice among {', '.join(names)}; a copy wins as much.")
    pairs = [Pairing(*pair) for pair in permutations(names, 2)]
    if players > 2:
        return pairs
    return [pair for pair in pairs if names.index(pair.challenger) > names.index(pair.others)]


def play_deal(table: Table, pairing: Pairing, number: int) -> Played:
    """One deal, the challenger on every seat in turn."""
    game = catalogue.load(table.game)
    names = pairing.challenger, pairing.others
    clocks = {name: Clock() for name in names}
    challenger, others = (timed(bot(split(name)[0], game), clocks[name]) for name in names)
    characters = [character_of(name) for name in names]
    seed, switches = table.deal_seed(number), dict(table.switches)
    wins, points = [], []
    for seat in range(table.players):
        bots = seating(challenger, others, table.players, seat)
        tempers = seating(characters[0], characters[1], table.players, seat)
        match = play_game(game, bots, switches, seed, tempers)
        wins.append(shared_win(match.winners(), seat))
        points.append(match.scores())
    return Played(pairing, number, Deal(wins, points), clocks)


def warm_up(table: Table, names: Iterable[str]) -> None:
    """Let every bot choose once, so that compiling is over before anything is timed."""
    game = catalogue.load(table.game)
    match = Match(game, game.dealt(table.players, dict(table.switches), Random(0)))
    chance = Random(1)
    while len(match.options(match.waiting_for[0])) == 1:
        seat = match.waiting_for[0]
        match.choose(seat, random(suppose(match, seat), chance))
    for name in names:
        bot(split(name)[0], game)(suppose(match, match.waiting_for[0]), chance)


def play(table: Table, tasks: Sequence[Task], workers: int) -> Generator[Played, None, None]:
    """Play these deals and tell of each when it is finished; close it to stop at once."""
    names = sorted({name for pairing, _ in tasks for name in (pairing.challenger, pairing.others)})
    warm_up(table, names)  # here first: the others find everything compiled
    if workers == 1 or len(tasks) == 1:
        for task in tasks:
            yield play_deal(table, *task)
        return
    elsewhere = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        min(workers, len(tasks)),
        multiprocessing.get_context("spawn"),
        begin_work,
        (table, names),
    )
    finished = False
    try:
        waiting = [pool.submit(play_deal, table, *task) for task in tasks]
        for future in as_completed(waiting):
            yield future.result()
        finished = True
    finally:
        if not finished:
            for worker in set(multiprocessing.active_children()) - elsewhere:
                worker.terminate()
        pool.shutdown(cancel_futures=True)


def begin_work(table: Table, names: Sequence[str]) -> None:
    """In a new process: be ready, leave Ctrl-C to the parent, and never outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    warm_up(table, names)


def end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
