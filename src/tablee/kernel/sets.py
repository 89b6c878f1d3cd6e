"""Sets of cards as the bits of one integer: card c is in the set when bit c is set (c <= 62).

Compiled code uses the processor's own bit counting for these (see compile.py).
"""

# The places of the set bits of every byte.
BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))


def places(first: int) -> list[tuple[int, ...]]:
    """For each value of eleven bits the places of those that are set, counted from the first."""
    found: list[tuple[int, ...]] = [()]
    for bit in range(first, first + 11):
        found += [(*lower, bit) for lower in found]
    return found


PLACES = tuple(places(first) for first in range(0, 66, 11))


def has(cards: int, card: int) -> bool:
    """Whether the card is in the set."""
    return (cards >> card) & 1 == 1


def count(cards: int) -> int:
    """How many cards are in the set."""
    return cards.bit_count()


def lowest(cards: int) -> int:
    """The lowest card of a set that is not empty."""
    return (cards & -cards).bit_length() - 1


def nth(cards: int, place: int) -> int:
    """The card that has exactly `place` lower cards in the set."""
    for _ in range(place):
        cards &= cards - 1
    return lowest(cards)


def members(cards: int) -> list[int]:
    """The cards of the set in rising order (for views and texts, never compiled)."""
    # Eleven at a time and without a loop: views consist mostly of such lists.
    a, b, c, d, e, f = PLACES
    return [
        *a[cards & 2047],
        *b[cards >> 11 & 2047],
        *c[cards >> 22 & 2047],
        *d[cards >> 33 & 2047],
        *e[cards >> 44 & 2047],
        *f[cards >> 55],
    ]


def from_members(cards: list[int]) -> int:
    """The set of these cards."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result
