"""Plain functions that compiled and interpreted loops share: rooms emptied, ratings compared."""

from typing import Any


def empty(numbers: Any) -> Any:
    """The same room, all zero, as `observe` and `effect` of a game are given it."""
    for place in range(len(numbers)):
        numbers[place] = 0
    return numbers


def highest(rates: Any, number: int) -> int:
    """The place of the highest of the first so many rates, the first among equals."""
    best = 0
    for place in range(1, number):
        if rates[place] > rates[best]:
            best = place
    return best
