"""A sound player of Diabolo and its characters: how many points each option promises.

A colour promises what I hold of it, as often as I hold the most, with the sign its row is likely
to end with; what it promises the others counts against it. All is reckoned from what a seat knows.
"""

from collections.abc import Sequence
from math import exp, sqrt

from tablee.games.diabolo.parts import CARDS, COLOUR_OF, COLOURS, HAND, SIDE, VALUE_OF, VALUES
from tablee.games.diabolo.rules import largest_sum, margin, rows_to_close, score
from tablee.games.diabolo.state import DISCARD, DOUBLE, HEAVEN, HELL, Asked, State
from tablee.games.diabolo.view import public
from tablee.kernel.offers import how_many, option_at
from tablee.kernel.sets import count, has

TRAITS = 3  # each in per cent on top of an even temper
FEAR, GREED, SPITE = range(TRAITS)  # of minus points; for the doubled colour; against the others
CHARACTERS = {
    "even": (0, 0, 0),
    "cautious": (200, -50, 0),
    "greedy": (-50, 150, 0),
    "spiteful": (0, 0, 200),
}

WHOLE_COLOUR = 37  # the sum of all cards of a colour
NOWHERE = -1  # neither heaven nor hell
STIR = 1.8  # how far a row that is still open may move, in points
SWING = 0.63  # and how much further for each card it has room for
PUSH = 0.12  # how far I shall push a row myself, for each point I hold of its colour
FILL = 0.4  # how far a row leans to the side that has more room, for each card
SPREAD = 4.8  # how far a hand may be from what is expected of it, in points
EVIDENCE = 0.2  # how much more each of the others holds for each point they raised the row
BLOOM = 0.1  # how much more each of them keeps for each point heaven is ahead
CROWD = 2.7  # how much more the best of the others holds than is expected of one of them
RIVALRY = 0.27  # what a point of the others costs me
ESCAPE = 2.4  # how much more a loss counts that may still be averted
HOPE = 0.88  # how much of my best colour the doubler promises

# How past choices tell hands, fitted to games of bots: true deals against guessed ones. Each number
# is by how much (natural logarithm) one point in a hand makes a deal likelier.
LIFTED = 0.28  # of a colour, for each card of it this player sent to heaven; less for hell
RISEN = 0.036  # of a colour, with anybody but me, for each point its heaven is ahead
FITTING = 0.15  # a deal is plausible if each choice makes it so much likelier than one by lot

Outlook = tuple[int, float, int, float, int, int, int]
Worth = tuple[float, float, int, float]
Temper = tuple[float, float, float]


def rate(
    state: State, seat: int, character: Sequence[int], offers: list[int], rates: list[float]
) -> None:
    """How many points each offered option promises, as this character sees it."""
    temper = weights(character)
    _, hope, _ = temper
    if state.asked == Asked.DOUBLER:
        now, later = doubler_worth(state, seat, temper)
        for place in range(how_many(offers)):
            doubled = option_at(offers, place) == DOUBLE
            rates[place] = now * (1 + character[GREED] / 100) if doubled else later
        return
    share = share_of_a_hand(state, seat)
    usual = hand_worth(state, seat, temper, share, False)
    final = hand_worth(state, seat, temper, share, True) if may_end(state) else usual
    colour, ends, rest, top = -1, False, 0.0, 0.0
    last, lead = -1, 0.0
    sight = outlook(state, seat, 0, share)
    for place in range(how_many(offers)):  # the options of a colour follow each other
        card, side = card_and_side(option_at(offers, place))
        if COLOUR_OF[card] != colour:
            colour = COLOUR_OF[card]
            sight = outlook(state, seat, colour, share)
            ends = may_end(state) and cards_to_come(state, colour) == 1
            rest, top = other_colours(temper, final if ends else usual, sight, colour, ends)
        if card != last:
            last = card
            lead = lead_after(sight, VALUE_OF[card])
        own, gain = promise(temper, sight, lead, VALUE_OF[card], side, ends)
        rates[place] = rest + gain + hope * max(top, own)


def weights(character: Sequence[int]) -> Temper:
    """What a loss, my best colour and a point of the others weigh for a character."""
    return (
        1 + character[FEAR] / 100,
        HOPE * (1 + character[GREED] / 100),
        RIVALRY * (1 + character[SPITE] / 100),
    )


def card_and_side(option: int) -> tuple[int, int]:
    """The card an option takes from the hand, and where it goes."""
    if option > DISCARD:
        return option - DISCARD, NOWHERE
    return option // 2, option % 2


def may_end(state: State) -> bool:
    """Whether one more closed row ends the round."""
    return count(state.closed) + 1 == rows_to_close(state)


def cards_to_come(state: State, colour: int) -> int:
    """How many cards a row still takes."""
    row = state.rows[colour]
    empty = 0
    for place in range(2 * SIDE):
        if row[place] == 0:
            empty += 1
    return empty - 1


# What a hand promises


def hand_worth(state: State, seat: int, temper: Temper, share: float, over: bool) -> Worth:
    """What all colours promise; the best for me, which colour that is, and the second best."""
    total, best, best_colour, second = 0.0, 0.0, -1, 0.0
    for colour in range(COLOURS):
        sight = outlook(state, seat, colour, share)
        own, gain = promise(temper, sight, lead_after(sight, 0), 0, NOWHERE, over)
        total += gain
        if own > best:
            second = best
            best = own
            best_colour = colour
        elif own > second:
            second = own
    return total, best, best_colour, second


def other_colours(
    temper: Temper, worth: Worth, sight: Outlook, colour: int, over: bool
) -> tuple[float, float]:
    """Of all colours but one: what they promise, and the best of them for me."""
    total, best, best_colour, second = worth
    _, gain = promise(temper, sight, lead_after(sight, 0), 0, NOWHERE, over)
    return total - gain, second if best_colour == colour else best


def promise(
    temper: Temper, sight: Outlook, lead: float, value: int, side: int, over: bool
) -> tuple[float, float]:
    """What a colour promises me once a card is gone, and that less what it promises the others."""
    fear, _, rivalry = temper
    held, mean, _, known, surplus, above, below = sight
    held -= value
    if side == HEAVEN:
        surplus += value
        above -= 1
    elif side == HELL:
        surplus -= value
        below -= 1
    sign = likely_sign(held, surplus, above, below, over)
    own = sign * lead * held
    theirs = sign * (1 - lead) * max(known, CROWD * mean)
    gain = own
    if own < 0:
        if above + below > 1 and not over:
            gain *= ESCAPE
        gain *= fear
    return own, gain - rivalry * theirs


def likely_sign(held: int, surplus: int, above: int, below: int, over: bool) -> float:
    """From -1, surely a minus row, to 1, surely a plus row."""
    free = above + below - 1
    if over or free == 0:
        return 1.0 * (surplus > 0) - 1.0 * (surplus < 0)
    lean = surplus + PUSH * held + FILL * (min(free, above) - min(free, below))
    swing = STIR + SWING * free
    return lean / sqrt(swing * swing + lean * lean)


def lead_after(sight: Outlook, value: int) -> float:
    """How likely I hold more than each of the others once a card is gone."""
    held, mean, strangers, known, _, _, _ = sight
    held -= value
    if held <= known:
        return 0.0
    ahead = held - mean
    ahead_of_one = 0.5 + 0.5 * ahead / sqrt(SPREAD * SPREAD + ahead * ahead)
    lead = 1.0
    for _ in range(strangers):
        lead *= ahead_of_one
    return lead


def doubler_worth(state: State, seat: int, temper: Temper) -> tuple[float, float]:
    """What the doubler promises in this row, and at best in a row below."""
    share = share_of_a_hand(state, seat)
    now, later = 0.0, 0.0
    for colour in range(state.row, COLOURS):
        sight = outlook(state, seat, colour, share)
        own, _ = promise(temper, sight, lead_after(sight, 0), 0, NOWHERE, True)
        if colour == state.row:
            now = own
        else:
            later = max(later, own)
    return now, later


# What a seat knows of a colour


def outlook(state: State, seat: int, colour: int, share: float) -> Outlook:
    """What is known of a colour.

    What I hold; what is expected of each hand not known, and how many these are; the most among the
    known ones; heaven less hell; and the room in heaven and in hell.
    """
    held = state.sums[seat][colour]
    row = state.rows[colour]
    placed_by = state.placed_by[colour]
    hell = row[0] + row[1] + row[2]
    heaven = row[3] + row[4] + row[5]
    unseen = WHOLE_COLOUR - held - hell - heaven
    strangers, known = state.seats - 1, 0.0
    if has(state.closed, colour) and somebody_showed(state):
        unseen, strangers, known = shown_colour(state, seat, colour, unseen)
    raised = 0
    for place in range(SIDE):
        if placed_by[place] != seat:
            raised -= row[place]
        if placed_by[SIDE + place] != seat:
            raised += row[SIDE + place]
    mean = max(0.0, share * unseen + EVIDENCE * raised + BLOOM * (heaven - hell))
    above = (row[3] == 0) + (row[4] == 0) + (row[5] == 0)
    below = (row[0] == 0) + (row[1] == 0) + (row[2] == 0)
    return held, mean, strangers, known, heaven - hell, above, below


def somebody_showed(state: State) -> bool:
    """Whether somebody was stuck in this round."""
    for other in range(state.seats):
        if state.shown[other]:
            return True
    return False


def shown_colour(state: State, seat: int, colour: int, unseen: int) -> tuple[int, int, float]:
    """Of a closed colour: the sum not seen, how many have not shown it, the most of those who have.

    Whoever comes before me in a tie has half a point more.
    """
    for card in range(VALUES * colour + 1, VALUES * colour + VALUES + 1):
        unseen -= state.discards[card] * VALUE_OF[card]
    strangers, known = 0, 0.0
    for other in range(state.seats):
        if other != seat and state.shown[other]:
            unseen -= state.sums[other][colour]
            ahead = order(state, other) < order(state, seat)
            known = max(known, state.sums[other][colour] + (0.5 if ahead else 0.0))
        elif other != seat:
            strangers += 1
    return unseen, strangers, known


def order(state: State, seat: int) -> int:
    """A seat's place in a tie: the dealer's left comes first."""
    return (seat - state.dealer - 1 + state.seats) % state.seats


def share_of_a_hand(state: State, seat: int) -> float:
    """Which part of the unseen cards the hand of another holds."""
    hidden = hidden_cards(state, seat)
    return hidden / (state.seats - 1) / (CARDS - state.top + hidden)


def hidden_cards(state: State, seat: int) -> int:
    """How many cards of the others this seat does not know."""
    if state.row == 0 and not somebody_showed(state):
        return HAND * (state.seats - 1)
    hidden = 0
    for other in range(state.seats):
        if other != seat:
            for card in state.hands[other]:
                if card and not public(state, other, card):
                    hidden += 1
    return hidden


# For search


def horizon(state: State) -> int:
    """Playouts go to the end of the round."""
    return state.rounds_done


def standing(state: State, seat: int) -> float:
    """The points so far and those of the rows as they lie, the surer the fuller a row is."""
    points = float(score(state, seat))
    if state.rounds_done == state.seats:
        return points
    best = 0.0
    for row in range(state.row, COLOURS):
        surplus = margin(state, row)
        holder, held = largest_sum(state, row)
        if surplus != 0 and holder == seat:
            open_to = 0 if state.asked == Asked.DOUBLER else cards_to_come(state, row)
            likely = held * surplus / (abs(surplus) + open_to)
            points += likely
            best = max(best, likely)
    return points + best if has(state.doublers, seat) else points


def plausible(state: State, seat: int) -> float:
    """Who sends a colour to heaven tends to hold it, who sends it to hell not; from 0 to 1."""
    share = share_of_a_hand(state, seat)
    likelier = 0.0
    for colour in range(state.row, COLOURS):  # those above have been shown
        row, placed_by = state.rows[colour], state.placed_by[colour]
        unseen, others = WHOLE_COLOUR - state.sums[seat][colour], 0
        for place in range(2 * SIDE):
            unseen -= row[place]
        for other in range(state.seats):
            if other != seat:
                others += state.sums[other][colour]
        expected = share * unseen
        likelier += RISEN * margin(state, colour) * (others - (state.seats - 1) * expected)
        for place in range(2 * SIDE):
            if row[place] and placed_by[place] != seat:
                more = LIFTED * (state.sums[placed_by[place]][colour] - expected)
                likelier += (more if place >= SIDE else -more) - FITTING
    return exp(min(0.0, likelier))
