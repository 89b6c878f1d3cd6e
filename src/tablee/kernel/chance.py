"""Chance: a small good generator with the same bits interpreted and compiled (sfc32).

Rules draw from a `Chance` through `below` and `shuffle` only. Compiled code passes the four words
of an sfc32 generator as an int64 array; interpreted code passes a `Random`, or the stream of a
fair deal (fair.py).
"""

from typing import Protocol

WORD = 0xFFFFFFFF


class Chance(Protocol):
    """A source of random 32-bit words."""

    def word(self) -> int: ...


def sfc32(words: list[int]) -> int:
    """The next 32 bits (Doty-Humphrey's "small fast chaotic" generator)."""
    b, c, counter = words[1], words[2], words[3]
    total = (words[0] + b + counter) & WORD
    words[0] = b ^ (b >> 9)
    words[1] = 9 * c & WORD  # c + (c << 3)
    words[2] = ((c << 21 | c >> 11) + total) & WORD
    words[3] = (counter + 1) & WORD
    return total


class Random(list[int]):
    """An sfc32 generator (its four words), started by a seed and the number of a stream."""

    __slots__ = ()

    def __init__(self, seed: int, stream: int = 0):
        super().__init__((0, 0, 0, 0))
        seed_words(self, seed, stream)

    word = sfc32


def seed_words(words: list[int], seed: int, stream: int) -> None:
    """Start a generator: 62 bits of seed and 32 of stream give unrelated sequences."""
    words[0] = seed & WORD
    words[1] = (seed >> 32) & WORD
    words[2] = stream & WORD
    words[3] = 1
    for _ in range(15):
        sfc32(words)


def below(chance: Chance, bound: int) -> int:
    """A number from 0 to bound - 1, each exactly as likely (rejection, no remainder bias)."""
    product = chance.word() * bound
    if product & WORD < bound:
        unfair = (WORD + 1 - bound) % bound
        while product & WORD < unfair:
            product = chance.word() * bound
    return product >> 32


def shuffle(cards: list[int], chance: Chance, first: int = 0) -> None:
    """Put the cards from place `first` on in a random order, each order exactly as likely."""
    for last in range(len(cards) - 1, first, -1):
        other = first + below(chance, last + 1 - first)
        cards[last], cards[other] = cards[other], cards[last]


def sort(cards: list[int], first: int = 0) -> None:
    """Put the cards from place `first` on in rising order."""
    for end in range(first + 1, len(cards)):
        card = cards[end]
        place = end
        while place > first and cards[place - 1] > card:
            cards[place] = cards[place - 1]
            place -= 1
        cards[place] = card


def reshuffle(cards: list[int], chance: Chance, first: int = 0) -> None:
    """Shuffle so that nothing of the present order remains: chance alone decides."""
    sort(cards, first)
    shuffle(cards, chance, first)
