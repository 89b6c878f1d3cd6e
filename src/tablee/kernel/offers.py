"""Offers: where a game puts the options a seat has.

A plain list when interpreted; when compiled an array whose slot 0 counts the options that follow
(see compile.py).
"""

from functools import cache

from tablee.kernel.chance import Chance, below

PART = 13  # so many bits of a set at a time: few steps, and few different parts to remember
PART_OF_A_SET = (1 << PART) - 1


def clear(offers: list[int]) -> None:
    """Forget what was offered."""
    offers.clear()


def offer(offers: list[int], option: int) -> None:
    """Add an option."""
    offers.append(option)


def offer_all(offers: list[int], first: int, cards: int) -> None:
    """Add the option `first + card` for every card of a set."""
    while cards:
        offers += options_of(first, cards & PART_OF_A_SET)
        cards >>= PART
        first += PART


@cache
def options_of(first: int, part: int) -> tuple[int, ...]:
    """The options of a part of a set (never compiled)."""
    return tuple(first + card for card in range(PART) if part >> card & 1)


def how_many(offers: list[int]) -> int:
    """The number of options."""
    return len(offers)


def option_at(offers: list[int], place: int) -> int:
    """The option at a place, counted from 0."""
    return offers[place]


def any_of(offers: list[int], chance: Chance) -> int:
    """One of the options, each as likely."""
    return offers[below(chance, len(offers))]


def thin(offers: list[int], most: int, chance: Chance) -> None:
    """Of more than so many options, keep any so many."""
    if len(offers) > most:
        for place in range(most):
            other = place + below(chance, len(offers) - place)
            offers[place], offers[other] = offers[other], offers[place]
        del offers[most:]
