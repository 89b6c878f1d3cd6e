"""Land Unter in numbers for learners: what a seat knows, and what a card would do.

Players come in the order me, my left neighbour and on around; an absent one is all zeros, as all
numbers are at first. Each group is a function that writes from a place on and returns the next free
place.
"""

from tablee.games.land_unter.bots import (
    cards_of_others,
    dreaded_level,
    higher_than,
    levels_of_others,
    places,
    prospects,
    worth,
)
from tablee.games.land_unter.parts import ALL_CARDS, CARDS, HAND, SEATS, WATER
from tablee.games.land_unter.rules import flood, hand_of, highest_level, players_in, score
from tablee.games.land_unter.state import State
from tablee.games.land_unter.view import all_known
from tablee.kernel.seats import around
from tablee.kernel.sets import count

LEVELS = WATER // 2
STEPS = 6  # a level is also told in steps of two
MY_GROUPS = 30  # my cards in groups of two
GROUPS = 12  # those of others in groups of five
ABOUT_TABLE = 13
ABOUT_PLAYER = 13 + STEPS
SIGHT = ABOUT_TABLE + 3 * LEVELS + MY_GROUPS + SEATS * (ABOUT_PLAYER + GROUPS)
EFFECT = 22 + GROUPS
FINE = 64  # chances are told in 64ths, points in 16ths
COARSE = 16
EVEN = (0, 0, 0)


def observe(state: State, seat: int, numbers: list[int]) -> None:
    """What the seat knows, with a perfect memory."""
    unseen = ALL_CARDS & ~all_known(state, seat)
    at = table(state, seat, numbers, 0)
    at = water(state, numbers, at)
    at = cards(state.held[seat], MY_GROUPS, numbers, at)
    at = cards(unseen, GROUPS, numbers, at)
    for step in range(SEATS):
        at = player(state, seat, step, unseen, numbers, at)
    for step in range(1, SEATS):
        at = known_cards(state, seat, step, unseen, numbers, at)


def table(state: State, seat: int, numbers: list[int], at: int) -> int:
    """How many play, by which switches, and how far they are."""
    numbers[at] = int(state.seats == 3)
    numbers[at + 1] = int(state.seats == 4)
    numbers[at + 2] = int(state.seats == 5)
    numbers[at + 3] = state.loss_passes_on
    numbers[at + 4] = state.open_play
    numbers[at + 5] = state.rounds_done
    numbers[at + 6] = state.seats - state.rounds_done
    numbers[at + 7] = state.tricks_done
    numbers[at + 8] = int(state.tricks_done == HAND - 1)
    numbers[at + 9] = int(state.tricks_done >= HAND - 3)
    others = 0
    laid = 0
    for other in range(state.seats):
        if other != seat:
            others += 1 - state.out[other]
            laid += int(state.table[other] > 0)
    numbers[at + 10] = others
    numbers[at + 11] = laid
    numbers[at + 12] = levels_of_others(state, seat)[0]
    return at + ABOUT_TABLE


def water(state: State, numbers: list[int], at: int) -> int:
    """The two water cards, each as steps up to its level, and how many of each level are left."""
    if state.rounds_done < state.seats:
        lower, higher = flood(state)
        for level in range(LEVELS):
            numbers[at + level] = int(lower > level)
            numbers[at + LEVELS + level] = int(higher > level)
        pile = state.water[state.rounds_done]
        for level in range(LEVELS):
            numbers[at + 2 * LEVELS + level] = 2
        for place in range(2 * state.tricks_done + 2):
            numbers[at + 2 * LEVELS + pile[place] - 1] -= 1
    return at + 3 * LEVELS


def cards(chosen: int, groups: int, numbers: list[int], at: int) -> int:
    """How many of the cards are in each group, from the lowest to the highest."""
    size = CARDS // groups
    group = ((1 << size) - 1) << 1
    for place in range(groups):
        numbers[at + place] = count(chosen & group)
        group <<= size
    return at + groups


def player(state: State, seat: int, step: int, unseen: int, numbers: list[int], at: int) -> int:
    """What everybody sees of the player so many seats to the left, and how much I do not."""
    if step < state.seats:
        other = around(seat + step, state.seats)
        level = state.level[other]
        numbers[at] = 1
        numbers[at + 1] = state.out[other]
        numbers[at + 2] = state.buoys[other]
        numbers[at + 3] = int(state.buoys[other] == 0)
        numbers[at + 4] = state.announced[hand_of(state, other)]
        numbers[at + 5] = int(level == 0)
        numbers[at + 6] = level
        numbers[at + 7] = int(0 < level == highest_level(state))
        numbers[at + 8] = score(state, other)
        numbers[at + 9] = score(state, seat) - score(state, other)
        numbers[at + 10] = state.table[other]
        numbers[at + 11] = int(state.open_play and state.leader == other)
        numbers[at + 12] = count(state.held[other] & unseen)
        for place in range(STEPS):
            numbers[at + 13 + place] = int(level > 2 * place)
    return at + ABOUT_PLAYER


def known_cards(
    state: State, seat: int, step: int, unseen: int, numbers: list[int], at: int
) -> int:
    """The cards I know in the hand of another player who is still in."""
    held = 0
    if step < state.seats:
        other = around(seat + step, state.seats)
        if not state.out[other]:
            held = state.held[other] & ~unseen
    return cards(held, GROUPS, numbers, at)


def effect(state: State, seat: int, option: int, numbers: list[int]) -> None:
    """What laying this card would do."""
    unseen = ALL_CARDS & ~all_known(state, seat)
    unseen_above = count(unseen & higher_than(option)) / max(1, count(unseen))
    dreaded = dreaded_level(state)
    first, second = places(state, seat, option, unseen, unseen_above, dreaded)
    at = chances(first, second, numbers, 0)
    at = levels(state, seat, numbers, at)
    at = promises(state, seat, option, first, second, unseen, numbers, at)
    at = higher_cards(state, seat, option, unseen, numbers, at)
    cards(1 << option, GROUPS, numbers, at)


def chances(first: float, second: float, numbers: list[int], at: int) -> int:
    """How likely the card comes in first, second, or below."""
    numbers[at] = int(FINE * first)
    numbers[at + 1] = int(FINE * second)
    numbers[at + 2] = int(FINE * (1.0 - first - second))
    return at + 3


def levels(state: State, seat: int, numbers: list[int], at: int) -> int:
    """Whether it is then the deepest in the water, coming in first, second, or below."""
    lower, higher = flood(state)
    deepest = levels_of_others(state, seat)[0]
    numbers[at] = int(lower >= max(higher, deepest))
    numbers[at + 1] = int(higher >= max(lower, deepest))
    numbers[at + 2] = int(state.level[seat] > 0 and state.level[seat] >= max(higher, deepest))
    return at + 3


def promises(
    state: State,
    seat: int,
    card: int,
    first: float,
    second: float,
    unseen: int,
    numbers: list[int],
    at: int,
) -> int:
    """What the card promises in this trick as the heuristic sees it, and its worth later."""
    if_first, if_second, if_below = prospects(state, seat, EVEN)
    points = if_below + first * (if_first - if_below) + second * (if_second - if_below)
    others = cards_of_others(state, seat, unseen)
    share_above = count(others & higher_than(card)) / max(1, count(others))
    later = worth(share_above, players_in(state) - 1)
    numbers[at] = clipped(COARSE * (points - later))
    numbers[at + 1] = clipped(COARSE * (points - if_below))
    numbers[at + 2] = clipped(COARSE * later)
    return at + 3


def clipped(number: float) -> int:
    """A whole number from -127 to 127."""
    return int(max(-127.0, min(127.0, number)))


def higher_cards(
    state: State, seat: int, card: int, unseen: int, numbers: list[int], at: int
) -> int:
    """The cards above and below it: mine, unseen ones, and those I know of each other player."""
    above = higher_than(card)
    numbers[at] = card
    numbers[at + 1] = count(state.held[seat] & above)
    numbers[at + 2] = count(state.held[seat] & ~above) - 1
    numbers[at + 3] = count(unseen & above)
    numbers[at + 4] = count(unseen & ~above)
    for step in range(1, SEATS):
        if step < state.seats:
            other = around(seat + step, state.seats)
            if not state.out[other]:
                held = state.held[other] & ~unseen
                numbers[at + 3 + 2 * step] = count(held & above)
                numbers[at + 4 + 2 * step] = count(held & ~above)
    return at + 5 + 2 * (SEATS - 1)
