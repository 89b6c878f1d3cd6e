"""What it is worth to a player of Lifeboats that others come ashore, and with them a boat."""

from collections.abc import Sequence

from tablee.games.lifeboats.feelings import FEELINGS, GRUDGE, LOYALTY
from tablee.games.lifeboats.outcome import score
from tablee.games.lifeboats.stakes import points_aboard, points_at_sea
from tablee.games.lifeboats.state import NONE, State

LEADER = 0.2  # the part of all others' weight that lies on the one ahead; tuned as in bots.py
UNKNOWN = -1000.0  # less than anything is worth


def leader(state: State, seat: int) -> int:
    """The other seat that stands best, crew at sea counted half."""
    most, ahead = -1, NONE
    for other in range(state.seats):
        if other != seat:
            points = 2 * score(state, other) + points_at_sea(state, other)
            if points > most:
                most, ahead = points, other
    return ahead


def regard(state: State, seat: int, other: int, ahead: int, character: Sequence[int]) -> float:
    """What a point of another seat is worth to this one: 1 for itself, else mostly less than 0."""
    if other == seat:
        return 1.0
    weight = (LEADER - 1.0) / (state.seats - 1)
    if other == ahead:
        weight -= LEADER
    feeling = character[FEELINGS + other]
    trait = LOYALTY if feeling > 0 else GRUDGE
    return weight + character[trait] * feeling / 10_000


def interest(state: State, seat: int, boat: int, ahead: int, character: Sequence[int]) -> float:
    """What it would be worth to a seat if this boat landed."""
    worth = 0.0
    for other in range(state.seats):
        points = points_aboard(state, boat, other)
        if points:
            worth += points * regard(state, seat, other, ahead, character)
    return worth
