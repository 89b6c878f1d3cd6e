"""Sets of cards as the bits of one integer: card c is in the set when bit c is set (c <= 62).

Compiled code uses the processor's own bit counting for these (see compile.py).
"""

# The places of the set bits of every byte, to walk through a set eight cards at a time.
BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
# The same for each of the eight bytes of a set, counted from the first bit of all.
PLACES = tuple(
    tuple(tuple(first + bit for bit in bits) for bits in BITS) for first in range(0, 64, 8)
)


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
    found: list[int] = []
    for byte in PLACES:
        if not cards:
            break
        found += byte[cards & 255]
        cards >>= 8
    return found


def from_members(cards: list[int]) -> int:
    """The set of these cards."""
    result = 0
    for card in cards:
        result |= 1 << card
    return result
