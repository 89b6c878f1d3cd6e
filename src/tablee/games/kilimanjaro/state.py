"""The state of Kilimanjaro: its fields, its options, its events and questions."""

from tablee.games.kilimanjaro.parts import (
    CAMP,
    CARDS,
    COPIES,
    COUNTER_KINDS,
    COUNTERS,
    KINDS,
    SEATS,
    STACKS,
    may_hold_a_counter,
)
from tablee.kernel.kinds import Kind
from tablee.kernel.layout import Layout, i8, i64
from tablee.kernel.sets import from_members

# An option is a card on a stack (kind * 12 + seat * 3 + stack), a counter on a space
# (PLACE + kind * 100 + space), or an answer to a counter; SWAP + seat names an opponent.
ALL_STACKS = SEATS * STACKS
PLACE = KINDS * ALL_STACKS
GO = PLACE + COUNTER_KINDS * CAMP
STAY = GO + 1
SWAP = STAY + 1
OPTIONS = SWAP + SEATS
# KI-5: each kind of counter on every space but the start, the villages and the camp. With 15
# counters lying, at most 45 of these 95 spaces are taken or next to one: there is always room.
OPEN_SPACES = [space for space in range(CAMP) if may_hold_a_counter(space)]
OFFERS = COUNTER_KINDS * len(OPEN_SPACES)
FIRST_COPIES = from_members([COPIES * kind for kind in range(KINDS)])
THREE_STACKS = (1 << STACKS) - 1
HALF = 52  # the spaces 0 to 51 and 52 to 100 are two sets of bits
OPEN_LOW = from_members([space for space in OPEN_SPACES if space < HALF])
OPEN_HIGH = from_members([space - HALF for space in OPEN_SPACES if space >= HALF])


class Told(Kind):
    """The events, each with its numbers in texts.toml."""

    PLACES = 0
    LAYS_OUT = 1
    PLAYS = 2
    COVERS = 3
    MOVES = 4
    TURNS_UP = 5
    MEETS = 6
    STAYS = 7
    FLEES = 8
    SWAPS = 9
    LEAVES = 10
    SENDS_BACK = 11
    IS_SAFE = 12
    DRAWS = 13
    ARRIVES = 14
    CARDS_OUT = 15


class Asked(Kind):
    """The questions, which are also the phases of the game."""

    COUNTER = 0
    CARD = 1
    BANANA = 2
    EXCHANGE = 3
    GENTLE_EXCHANGE = 4


class State(Layout):
    """A counter is named by its number in the order of placing, a card by its kind."""

    seats: int = i8()
    gentle_exchange: int = i8()
    dealer: int = i8()
    turn: int = i8()
    asked: int = i8()
    over: int = i8()
    counters: list[int] = i8(COUNTERS)  # the kind of each; each seat's own lie `seats` apart
    placed: int = i8()  # how many counters lie, or lay, on the track
    track: list[int] = i8(CAMP + 1)  # by space: the number of the counter there plus 1; 0 is none
    turned: int = i64()  # the counters that were turned up
    free: list[int] = i64(2)  # the spaces where a counter may still go, in two halves
    pile: list[int] = i8(CARDS)  # all cards, top first; before the counters lie, nobody has any
    drawn: int = i8()  # how many of them have left the pile
    tops: list[list[int]] = i8(SEATS, STACKS)
    seen: list[int] = i8(KINDS)  # how many cards of each kind lie on the stacks
    hands: list[int] = i64(SEATS)  # bit 2k is a card of kind k, bit 2k + 1 a second one
    position: list[int] = i8(SEATS)
    stride: int = i8()  # the length of the newest move
