"""Par: where everybody plays the same hands in turn, what each made of them, and champions do.

Such a game has `hand_of(state, seat)`, the hand a seat plays in this round, and keeps the points
of each round and seat.
"""

from collections.abc import Callable
from typing import Any

from tablee.kernel.game import Game

Points = list[list[int | None]]  # by hand and seat; None where the hand was not played to its end


def hands_go_round(game: Game) -> bool:
    """Is there a par in this game?"""
    return hasattr(game.rules, "hand_of")


def by_hand(game: Game, state: Any) -> Points:
    """What each seat made of each hand."""
    hand_of: Callable[[Any, int], int] = game.rules.hand_of  # type: ignore[attr-defined]
    seats = range(state.seats)
    points: Points = [[None] * state.seats for _ in seats]
    then = state.copy()
    for number in range(state.rounds_done):
        then.rounds_done = number
        for seat in seats:
            points[hand_of(then, seat)][seat] = state.points[number][seat]
    return points


def par(champions: Points) -> list[float]:
    """The mean of what champions made of each hand."""
    return [sum(made or 0 for made in hand) / len(hand) for hand in champions]
