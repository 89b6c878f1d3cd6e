"""Diabolo as numbers for learners: what a seat knows, and what an option would do.

Seats are told from the one that looks: itself first, then clockwise; absent seats are all 0, as all
numbers are at first. Each group writes its own from a place on and returns the next free place.
"""

from tablee.games.diabolo.bots import (
    HOPE,
    NOWHERE,
    WHOLE_COLOUR,
    Outlook,
    Worth,
    card_and_side,
    cards_to_come,
    doubler_worth,
    hand_worth,
    lead_after,
    may_end,
    order,
    other_colours,
    outlook,
    promise,
    share_of_a_hand,
    weights,
)
from tablee.games.diabolo.parts import (
    CARDS,
    COLOUR_OF,
    COLOURS,
    COPIES,
    KINDS,
    SEATS,
    SIDE,
    VALUE_OF,
    VALUES,
)
from tablee.games.diabolo.rules import rows_to_close, score
from tablee.games.diabolo.state import DOUBLE, HEAVEN, HELL, Asked, State
from tablee.games.diabolo.view import public
from tablee.kernel.sets import count, has

QUESTIONS = 3
FEWEST = 3  # players
MOST = 127  # what a number may be

TABLE = (SEATS - FEWEST + 1) + QUESTIONS + 2 * SEATS + COLOURS + 6
CARDS_BY_KIND = 2 * KINDS
OF_A_ROW = 2 * SIDE + 9
OF_A_SEAT = 6 + 3 * COLOURS
SIGHT = TABLE + CARDS_BY_KIND + COLOURS * OF_A_ROW + SEATS * OF_A_SEAT

EVEN = weights((0, 0, 0))  # the temper whose ratings are told
OF_A_QUESTION = QUESTIONS + 2
OF_A_CARD = COLOURS + VALUES + 2
OF_A_MOVE = 13
OF_A_CONTEST = 4
OF_A_RATING = 4
EFFECT = OF_A_QUESTION + OF_A_CARD + OF_A_MOVE + OF_A_CONTEST + OF_A_RATING


def observe(state: State, seat: int, numbers: list[int]) -> None:
    """What this seat knows."""
    at = table(state, seat, numbers, 0)
    at = cards(state, seat, numbers, at)
    for row in range(COLOURS):
        at = row_and_colour(state, seat, row, numbers, at)
    for place in range(SEATS):
        at = player(state, seat, place, numbers, at)


def within(number: int) -> int:
    """The number, or the nearest a learner takes."""
    return max(-MOST, min(MOST, number))


def table(state: State, seat: int, numbers: list[int], at: int) -> int:
    """How many play, what is asked, whose turn it is, who deals, how far game and round are."""
    over = state.rounds_done == state.seats
    numbers[at + state.seats - FEWEST] = 1
    at += SEATS - FEWEST + 1
    if not over:
        numbers[at + state.asked] = 1
    at += QUESTIONS
    numbers[at + (state.dealer - seat + state.seats) % state.seats] = 1
    at += SEATS
    if not over and state.asked != Asked.DOUBLER:
        numbers[at + (state.turn - seat + state.seats) % state.seats] = 1
    at += SEATS
    if not over and state.asked == Asked.DOUBLER:
        numbers[at + state.row] = 1
    at += COLOURS
    numbers[at] = state.rounds_done
    numbers[at + 1] = state.seats - state.rounds_done
    numbers[at + 2] = rows_to_close(state) - count(state.closed)
    numbers[at + 3] = CARDS - state.top
    drawn = state.drawn if seat == state.turn else 0
    numbers[at + 4] = VALUE_OF[drawn]
    numbers[at + 5] = 1 + COLOUR_OF[drawn]
    return at + 6


def cards(state: State, seat: int, numbers: list[int], at: int) -> int:
    """Of every kind of card: how many I hold, and how many I have not seen."""
    unseen = at + KINDS
    for kind in range(KINDS):
        numbers[unseen + kind] = COPIES[kind % VALUES] - state.discards[kind + 1]
    for row in range(COLOURS):
        for value in state.rows[row]:
            if value:
                numbers[unseen + VALUES * row + value - 1] -= 1
    for holder in range(state.seats):
        if holder == seat or may_be_public(state, holder):
            for card in state.hands[holder]:
                if card and (holder == seat or public(state, holder, card)):
                    numbers[unseen + card - 1] -= 1
                    if holder == seat:
                        numbers[at + card - 1] += 1
    return unseen + KINDS


def may_be_public(state: State, holder: int) -> bool:
    """Whether anything of a hand may be known to all."""
    return state.row > 0 or state.shown[holder] == 1


def row_and_colour(state: State, seat: int, row: int, numbers: list[int], at: int) -> int:
    """The row as it lies, its sign, its room, and what I hold of the colour."""
    surplus, above, below, lying = 0, SIDE, SIDE, 0
    for place in range(SIDE):
        in_hell = state.rows[row][place]
        in_heaven = state.rows[row][SIDE + place]
        numbers[at + place] = in_hell
        numbers[at + SIDE + place] = in_heaven
        surplus += in_heaven - in_hell
        lying += in_heaven + in_hell
        above -= in_heaven > 0
        below -= in_hell > 0
    at += 2 * SIDE
    held = state.sums[seat][row]
    numbers[at] = surplus
    numbers[at + 1] = 1 * (surplus > 0) - 1 * (surplus < 0)
    numbers[at + 2] = above
    numbers[at + 3] = below
    numbers[at + 4] = above + below - 1
    numbers[at + 5] = 1 * has(state.closed, row)
    numbers[at + 6] = 1 * (row < state.row)
    numbers[at + 7] = held
    numbers[at + 8] = WHOLE_COLOUR - held - lying
    return at + 9


def player(state: State, seat: int, place: int, numbers: list[int], at: int) -> int:
    """A player: score, doubler, place in a tie, what they placed, what is known of their hand."""
    end = at + OF_A_SEAT
    if place >= state.seats:
        return end
    holder = (seat + place) % state.seats
    numbers[at] = 1
    numbers[at + 1] = within(score(state, holder) - (score(state, seat) if place else 0))
    numbers[at + 2] = 1 * has(state.doublers, holder)
    numbers[at + 3] = order(state, holder)
    numbers[at + 4] = state.shown[holder]
    placed, known = at + 6, at + 6 + 2 * COLOURS
    for row in range(COLOURS):
        for spot in range(2 * SIDE):
            if state.placed_by[row][spot] == holder:
                numbers[placed + 2 * row + spot // SIDE] += state.rows[row][spot]
    if place == 0 or may_be_public(state, holder):
        for card in state.hands[holder]:
            if card and (place == 0 or public(state, holder, card)):
                numbers[at + 5] += 1
                numbers[known + COLOUR_OF[card]] += VALUE_OF[card]
    return end


def effect(state: State, seat: int, option: int, numbers: list[int]) -> None:
    """What this option would do."""
    share = share_of_a_hand(state, seat)
    at = question(state, option, numbers, 0)
    if state.asked == Asked.DOUBLER:
        card, side, colour, ends = 0, NOWHERE, state.row, True
    else:
        card, side = card_and_side(option)
        colour = COLOUR_OF[card]
        ends = may_end(state) and cards_to_come(state, colour) == 1
    sight = outlook(state, seat, colour, share)
    at = which_card(colour, VALUE_OF[card], side, numbers, at)
    at = move(state, seat, colour, VALUE_OF[card], side, numbers, at)
    at = contest(sight, VALUE_OF[card], numbers, at)
    if state.asked == Asked.DOUBLER:
        doubler_rating(state, seat, option, numbers, at)
    else:
        worth = hand_worth(state, seat, EVEN, share, ends)
        card_rating(worth, sight, colour, VALUE_OF[card], side, ends, numbers, at)


def question(state: State, option: int, numbers: list[int], at: int) -> int:
    """What is asked, and whether the doubler is used or kept."""
    numbers[at + state.asked] = 1
    if state.asked == Asked.DOUBLER:
        numbers[at + QUESTIONS + option] = 1
    return at + OF_A_QUESTION


def which_card(colour: int, value: int, side: int, numbers: list[int], at: int) -> int:
    """The colour, the number on the card, heaven and hell; no number where no card is chosen."""
    numbers[at + colour] = 1
    at += COLOURS
    if value:
        numbers[at + value - 1] = 1
    at += VALUES
    if side != NOWHERE:
        numbers[at + side] = 1
    return at + 2


def move(
    state: State, seat: int, colour: int, value: int, side: int, numbers: list[int], at: int
) -> int:
    """The row and my hand before and after, and whether the row closes and the round ends."""
    row = state.rows[colour]
    before = row[3] + row[4] + row[5] - row[0] - row[1] - row[2]
    above = (row[3] == 0) + (row[4] == 0) + (row[5] == 0)
    below = (row[0] == 0) + (row[1] == 0) + (row[2] == 0)
    surplus = before
    if side == HEAVEN:
        surplus += value
        above -= 1
    elif side == HELL:
        surplus -= value
        below -= 1
    free = above + below - 1
    closes = free == 0 and side != NOWHERE
    elsewhere = 0
    for other in range(COLOURS):
        if other != colour:
            elsewhere = max(elsewhere, state.sums[seat][other])
    numbers[at] = state.sums[seat][colour]
    numbers[at + 1] = state.sums[seat][colour] - value
    numbers[at + 2] = elsewhere
    numbers[at + 3] = before
    numbers[at + 4] = surplus
    numbers[at + 5] = 1 * (surplus > 0)
    numbers[at + 6] = 1 * (surplus < 0)
    numbers[at + 7] = 1 * (before > 0) - 1 * (before < 0)
    numbers[at + 8] = min(free, above)
    numbers[at + 9] = min(free, below)
    numbers[at + 10] = free
    numbers[at + 11] = 1 * closes
    numbers[at + 12] = 1 * (closes and may_end(state))
    return at + OF_A_MOVE


def contest(sight: Outlook, value: int, numbers: list[int], at: int) -> int:
    """What another may hold, in half points, and my chance to hold the most, in tenths."""
    _, mean, _, known, _, _, _ = sight
    numbers[at] = halves(mean)
    numbers[at + 1] = halves(known)
    numbers[at + 2] = int(10 * lead_after(sight, 0))
    numbers[at + 3] = int(10 * lead_after(sight, value))
    return at + OF_A_CONTEST


def card_rating(
    worth: Worth,
    sight: Outlook,
    colour: int,
    value: int,
    side: int,
    ends: bool,
    numbers: list[int],
    at: int,
) -> None:
    """What the even player thinks of it, in half points: in all, by this colour, by the others."""
    rest, top = other_colours(EVEN, worth, sight, colour, ends)
    own, gain = promise(EVEN, sight, lead_after(sight, value), value, side, ends)
    numbers[at] = halves(rest + gain + HOPE * max(top, own))
    numbers[at + 1] = halves(gain)
    numbers[at + 2] = halves(own)
    numbers[at + 3] = halves(top)


def doubler_rating(state: State, seat: int, option: int, numbers: list[int], at: int) -> None:
    """The same of the doubler: in all, by this choice less by the other, by both rows."""
    now, later = doubler_worth(state, seat, EVEN)
    rated, other = (now, later) if option == DOUBLE else (later, now)
    numbers[at] = halves(rated)
    numbers[at + 1] = halves(rated - other)
    numbers[at + 2] = halves(now)
    numbers[at + 3] = halves(later)


def halves(points: float) -> int:
    """Half points, rounded."""
    return within(int(2 * points + (0.5 if points >= 0 else -0.5)))
