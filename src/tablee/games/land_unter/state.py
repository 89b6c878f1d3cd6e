"""The state of Land Unter: its fields, its options, its events and questions."""

from tablee.games.land_unter.parts import CARDS, HAND, SEATS, WATER
from tablee.kernel.kinds import Kind
from tablee.kernel.layout import Layout, i8, i64

OPTIONS = CARDS + 1  # an option is the number of a weather card; 0 is none
OFFERS = HAND


class Told(Kind):
    """The events, each with its numbers in texts.toml."""

    PLAYS = 0
    TAKES = 1
    PAYS = 2
    GOES_UNDER = 3
    NOBODY_PAYS = 4
    LOWEST = 5
    SCORES = 6
    ROUND_ENDS = 7


class Asked(Kind):
    """The one question of the game, in its two ways of playing."""

    CARD_IN_SECRET = 0
    CARD_IN_TURN = 1


class State(Layout):
    """A hand is named by the seat that held it first; it moves to the left each round."""

    seats: int = i8()
    loss_passes_on: int = i8()
    two_left_pay: int = i8()
    open_play: int = i8()
    hands: list[int] = i64(SEATS)  # the twelve cards of each hand
    shown: list[int] = i64(SEATS)  # those of each hand that were ever played
    announced: list[int] = i8(SEATS)  # the buoys of each hand
    water: list[list[int]] = i8(SEATS, WATER)  # the water pile of each round, top first
    rounds_done: int = i8()
    tricks_done: int = i8()
    held: list[int] = i64(SEATS)  # by seat: what is left of the hand in this round
    buoys: list[int] = i8(SEATS)
    level: list[int] = i8(SEATS)  # the water shown; 0 is no water card
    out: list[int] = i8(SEATS)
    table: list[int] = i8(SEATS)  # the card laid in this trick; 0 is none
    leader: int = i8()
    points: list[list[int]] = i8(SEATS, SEATS)  # by round and seat
