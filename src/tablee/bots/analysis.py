"""After the game: each decision of a seat against the best one, given what was known then."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tablee.bots.position import Position, suppose
from tablee.kernel import record
from tablee.kernel.match import Match
from tablee.kernel.record import Record


@dataclass(frozen=True)
class Decision:
    """A choice that was one of several, and what the seat knew when it made it."""

    turn: int
    chosen: int
    position: Position


@dataclass(frozen=True)
class Judgement:
    """The best option of a decision, how far it would lead ahead, and what was lost, in points."""

    turn: int
    chosen: int
    best: int
    value: float
    cost: float


def decisions(match: Match, kept: Record, seat: int) -> Iterator[Decision]:
    """Play a record to its end; every decision of a seat on the way."""
    steps = record.replay(match, kept)
    for turn, choices in enumerate(kept.turns, 1):
        owing = match.waiting_for
        several = seat in owing and len(match.options(seat)) > 1
        position = suppose(match, seat) if several else None
        next(steps)  # refuses what is not legal
        if position is not None:
            chosen = match.game.notation.read(choices.split()[owing.index(seat)])
            assert chosen is not None
            yield Decision(turn, chosen, position)
    for _ in steps:  # is the result right, too?
        pass


def margin(match: Match, seat: int) -> float:
    """How far a seat is ahead: of the best of the others by half, of their mean by half."""
    standing, state = match.game.bots.standing, match.state
    others = [standing(state, other) for other in range(state.seats) if other != seat]
    return standing(state, seat) - 0.5 * max(others) - 0.5 * sum(others) / len(others)


def swings(judged: list[Judgement], end: float) -> list[float]:
    """After each decision: how much better it went on than it was to be expected."""
    reached = [*(one.value for one in judged), end]
    expected = [one.value - one.cost for one in judged]
    return [after - before for before, (_, after) in zip(expected, pairwise(reached), strict=True)]
