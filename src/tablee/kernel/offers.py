"""Offers: where a game puts the options a seat has; slot 0 counts, the options follow.

A list when interpreted, an array when compiled.
"""

from tablee.kernel.sets import BITS


def clear(offers: list[int]) -> None:
    """Forget what was offered."""
    offers[0] = 0


def offer(offers: list[int], option: int) -> None:
    """Add an option."""
    offers[0] += 1
    offers[offers[0]] = option


def offer_all(offers: list[int], first: int, cards: int) -> None:
    """Add the option `first + card` for every card of a set (compiled another way, compile.py)."""
    last = offers[0]
    while cards:
        for bit in BITS[cards & 255]:
            last += 1
            offers[last] = first + bit
        cards >>= 8
        first += 8
    offers[0] = last


def offered(offers: list[int]) -> list[int]:
    """The options offered, as a list of their own (never compiled)."""
    return offers[1 : offers[0] + 1]
