"""The highest of some ratings; plain functions for compiled and interpreted loops."""

from typing import Any


def highest(rates: Any, number: int) -> int:
    """The place of the highest of the first so many rates, the first among equals."""
    best = 0
    for place in range(1, number):
        if rates[place] > rates[best]:
            best = place
    return best
