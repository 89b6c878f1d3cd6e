"""How a sound player of Land Unter rates its cards, and three tempers of it.

Plain functions over the state, compiled like the rules. A rating reads only what the seat knows.
The weights were found by play against random players and against earlier weights.
"""

from collections.abc import Sequence
from math import exp

from tablee.games.land_unter.parts import ALL_CARDS, HAND, WATER
from tablee.games.land_unter.rules import flood, highest_level, players_in, score
from tablee.games.land_unter.state import State
from tablee.games.land_unter.view import all_known
from tablee.kernel.offers import how_many, option_at
from tablee.kernel.seats import around
from tablee.kernel.sets import count, lowest

LEVELS = WATER // 2
CAUTION, GREED, SPITE = range(3)  # the traits, in per cent of an even temper
TRAITS = 3
CHARACTERS = {
    "even": (0, 0, 0),
    "cautious": (100, 0, 0),
    "greedy": (0, 100, 0),
    "spiteful": (0, 0, 100),
}

# Points that a level of mine costs: now, and the deeper the more for all tricks to come
LEVEL = 0.08
DEPTH = 0.35
NEARLY_DEEPEST = 0.5  # one level less than the deepest: the next to pay
LAST_BUOY = 1.3  # what paying it costs, where another buoy costs 1
GOING_UNDER = 3.4
LOWEST = 0.45  # the lowest level, towards the end of the round
# What a card is worth later if it would come in first, or below; second is where nobody wants to be
HIGH_CARD = 1.55
LOW_CARD = 1.4
FEWER_CARDS = 0.4  # the fewer are left, the more a good one is worth
LOW = 0.3  # how often somebody at ease lays the lower of two cards
DENIAL = 0.7  # what a spiteful player likes about taking water the deepest could have used
# How past choices tell hands, fitted to games of bots: by how much (natural logarithm) a deal is
# less likely for each card kept that is lower than all its hand has shown
UNDER = 0.6
FITTING = 0.33  # a deal is plausible if each hand makes it so much likelier than one by lot


def rate(
    state: State, seat: int, character: Sequence[int], offers: list[int], rates: list[float]
) -> None:
    """How many points each card promises: by the places it may come in, and as a card spent."""
    unseen = ALL_CARDS & ~all_known(state, seat)
    first, second, below = prospects(state, seat, character)
    dreaded = dreaded_level(state)
    others = cards_of_others(state, seat, unseen)
    one_unseen, one_card = 1.0 / max(1, count(unseen)), 1.0 / max(1, count(others))
    saving = thrift(state, character)
    opponents = players_in(state) - 1
    for place in range(how_many(offers)):
        card = option_at(offers, place)
        above = higher_than(card)
        unseen_above = count(unseen & above) * one_unseen
        highest, next_highest = places(state, seat, card, unseen, unseen_above, dreaded)
        promised = below + highest * (first - below) + next_highest * (second - below)
        rates[place] = promised - saving * worth(count(others & above) * one_card, opponents)


def higher_than(card: int) -> int:
    """The set of all higher cards."""
    return -2 << card


def thrift(state: State, character: Sequence[int]) -> float:
    """How much good cards are saved: more towards the end of the round."""
    temper = (100 - character[GREED]) / 100
    return temper * (1.0 + FEWER_CARDS * state.tricks_done / (HAND - 1))


def cards_of_others(state: State, seat: int, unseen: int) -> int:
    """All cards that others may still lay in this round, as far as this seat can tell."""
    cards = 0
    for other in range(state.seats):
        if other != seat and not state.out[other]:
            held = state.held[other]
            cards |= held & ~unseen
            if held & unseen:
                cards |= unseen
    return cards


def worth(share_above: float, others: int) -> float:
    """What a card is worth later against so many others, this share of whose cards is higher."""
    first, second = 1.0, 0.0
    for _ in range(others):
        second += share_above * (first - second)
        first -= share_above * first
    return HIGH_CARD * first + LOW_CARD * (1.0 - first - second)


def dreaded_level(state: State) -> int:
    """The level that pays if nobody takes this trick's water off the deepest player."""
    return max(flood(state)[1], highest_level(state))


def places(
    state: State, seat: int, card: int, unseen: int, unseen_above: float, dreaded: int
) -> tuple[float, float]:
    """How likely the card comes in first and second.

    Who shows the dreaded level is taken to lay the highest of three cards met by chance; anybody
    else the lower of two, now and then, or just any.
    """
    share = 1.0 / (HAND - state.tricks_done)
    above = higher_than(card)
    first, second = 1.0, 0.0
    for other in range(state.seats):
        if other == seat or state.out[other]:
            continue
        if state.table[other]:
            higher = 1.0 if state.table[other] > card else 0.0
        else:
            held = state.held[other]
            higher = count(held & ~unseen & above) + count(held & unseen) * unseen_above
            higher *= share
            if state.level[other] == dreaded:
                higher = 1.0 - (1.0 - higher) * (1.0 - higher) * (1.0 - higher)
            else:
                higher *= 1.0 - LOW + LOW * higher
        second += higher * (first - second)
        first -= higher * first
    return first, second


def prospects(state: State, seat: int, character: Sequence[int]) -> tuple[float, float, float]:
    """What it promises to come first, second, or below."""
    lower, higher = flood(state)
    mine = state.level[seat]
    deep, next_deep, low = levels_of_others(state, seat)
    pay = price_of_a_buoy(state, seat, character)
    later = (HAND - 1 - state.tricks_done) / (HAND - 1)
    first = promise(lower, max(higher, deep), low, pay, later, character)
    second = promise(higher, max(lower, deep), low, pay, later, character)
    # Two others take water: the deepest will see to it that they are one of them.
    if players_in(state) == 3:
        below = promise(mine, higher, lower, pay, later, character)
    else:
        below = promise(mine, max(higher, next_deep), low, pay, later, character)
    if deep > max(mine, lower):
        denial = DENIAL * character[SPITE] / 100
        first += denial
        second += denial
    return first, second, below


def levels_of_others(state: State, seat: int) -> tuple[int, int, int]:
    """The highest level of the other players, the next highest, and the lowest."""
    deep = next_deep = 0
    low = WATER
    for other in range(state.seats):
        if other != seat and not state.out[other]:
            level = state.level[other]
            if level > deep:
                deep, next_deep = level, deep
            elif level > next_deep:
                next_deep = level
            low = min(low, level)
    return deep, next_deep, low


def price_of_a_buoy(state: State, seat: int, character: Sequence[int]) -> float:
    """What it costs this seat to pay: the last buoy is dearer, and going under dearest."""
    if state.buoys[seat] > 1:
        return 1.0
    price = LAST_BUOY if state.buoys[seat] else GOING_UNDER
    return price * (100 + character[CAUTION]) / 100


def promise(
    level: int, deepest: int, lowest: int, pay: float, later: float, character: Sequence[int]
) -> float:
    """What it promises to show a level while the others show from `lowest` up to `deepest`."""
    foresight = later * (100 + character[CAUTION] - character[GREED]) / 100
    points = -level * (LEVEL + foresight * DEPTH * level / LEVELS)
    if level >= deepest:
        points -= pay
    elif level == deepest - 1:
        points -= NEARLY_DEEPEST * foresight
    if level <= lowest:
        points += LOWEST * (1.0 - later) * (1.0 - later)
    return points


def horizon(state: State) -> int:
    """A round is a game of its own but for its points."""
    return state.rounds_done


def standing(state: State, seat: int) -> float:
    """The points so far, and those that this round and the hands yet to play look like."""
    points = float(score(state, seat))
    if state.rounds_done == state.seats:
        return points
    if state.out[seat]:
        points -= 1.0
    else:
        losses = (HAND - state.tricks_done) / players_in(state)
        points += max(-1.0, state.buoys[seat] - losses - LEVEL * state.level[seat])
    for number in range(state.rounds_done + 1, state.seats):
        hand = around(seat + state.seats - number, state.seats)
        points += state.announced[hand] - HAND / state.seats
    return points


def plausible(state: State, seat: int) -> float:
    """Low cards go first: few are kept that are lower than all shown; from 0 to 1."""
    unseen = ALL_CARDS & ~all_known(state, seat)
    likelier = 0.0
    for hand in range(state.seats):
        kept, shown = state.hands[hand] & unseen, state.shown[hand]
        if kept and shown:
            lower = (1 << lowest(shown)) - 1
            expected = count(kept) * count(unseen & lower) / count(unseen)
            likelier += UNDER * (expected - count(kept & lower)) - FITTING
    return exp(min(0.0, likelier))
