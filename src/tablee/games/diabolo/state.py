"""The state of Diabolo: its fields, its options, its events and questions."""

from tablee.games.diabolo.parts import CARDS, COLOURS, HAND, KINDS, SEATS, SIDE, VALUES
from tablee.kernel.kinds import Kind
from tablee.kernel.layout import Layout, i8
from tablee.kernel.sets import from_members

# An option keeps or uses the doubler, or places a card (2 * card + side), or discards one.
HELL, HEAVEN = 0, 1
KEEP, DOUBLE = 0, 1
DISCARD = 2 * KINDS + 1  # plus the card
OPTIONS = DISCARD + KINDS + 1
OFFERS = 2 * (HAND + 1)
BOTH_SIDES = 1 << HELL | 1 << HEAVEN
ALL_TO_HELL = from_members([2 * card + HELL for card in range(1, VALUES + 1)])  # of the first row
ALL_TO_HEAVEN = from_members([2 * card + HEAVEN for card in range(1, VALUES + 1)])
TO_HELL = tuple(ALL_TO_HELL << 2 * VALUES * row for row in range(COLOURS))
TO_HEAVEN = tuple(ALL_TO_HEAVEN << 2 * VALUES * row for row in range(COLOURS))


class Told(Kind):
    """The events, each with its numbers in texts.toml."""

    DEALS = 0
    PLACES = 1
    CLOSES = 2
    SHOWS = 3
    DISCARDS = 4
    PLAY_ENDS = 5
    ROW = 6
    DOUBLES = 7
    EQUAL = 8
    HOLDS = 9
    NOBODY_HOLDS = 10
    SCORES = 11
    LOSES = 12
    ROUND_POINTS = 13
    ROUND_ENDS = 14


class Asked(Kind):
    """The three questions of the game."""

    CARD = 0
    DISCARD = 1
    DOUBLER = 2


class State(Layout):
    """Cards are numbers from 1 to 25 (parts.py), 0 is no card; a card is in one place only."""

    seats: int = i8()
    decks: list[list[int]] = i8(SEATS, CARDS)  # of each round: the hands to deal, then the pile
    top: int = i8()  # the place of the next card in the deck of this round
    rounds_done: int = i8()
    dealer: int = i8()
    asked: int = i8()
    turn: int = i8()
    hands: list[list[int]] = i8(SEATS, HAND + 1)  # in rising order, the empty places first
    sums: list[list[int]] = i8(SEATS, COLOURS)  # what each seat holds of each colour
    drawn: int = i8()  # the card drawn in this turn; the others do not see it
    shown: list[int] = i8(SEATS)  # who was stuck in this round, and showed their hand
    rows: list[list[int]] = i8(COLOURS, 2 * SIDE)  # values; three in hell, three in heaven
    placed_by: list[list[int]] = i8(COLOURS, 2 * SIDE)  # the seats that placed them
    closed: int = i8()  # the set of closed rows
    discards: list[int] = i8(KINDS + 1)  # how many of each card
    doublers: int = i8()  # the seats that still have theirs
    row: int = i8()  # the rows above this one have been scored
    points: list[list[int]] = i8(SEATS, SEATS)  # by round and seat
