"""Offers: where a game puts the options a seat has; slot 0 counts, the options follow.

A list when interpreted, an array when compiled.
"""


def clear(offers: list[int]) -> None:
    """Forget what was offered."""
    offers[0] = 0


def offer(offers: list[int], option: int) -> None:
    """Add an option."""
    offers[0] += 1
    offers[offers[0]] = option


def offered(offers: list[int]) -> list[int]:
    """The options offered, as a list of their own (never compiled)."""
    return offers[1 : offers[0] + 1]
