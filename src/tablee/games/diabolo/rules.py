"""The rules of Diabolo, in the order of the rule book. DI-1 and DI-2 are parts.py."""

from tablee.games.diabolo.parts import (
    BOX,
    COLOUR_OF,
    COLOURS,
    HAND,
    ROW,
    SEATS,
    SIDE,
    VALUE_OF,
    value_in,
)
from tablee.games.diabolo.state import (
    BOTH_SIDES,
    DISCARD,
    DOUBLE,
    HEAVEN,
    HELL,
    KEEP,
    OFFERS,
    OPTIONS,
    TO_HEAVEN,
    TO_HELL,
    Asked,
    State,
    Told,
)
from tablee.kernel.chance import Chance, below, shuffle
from tablee.kernel.events import Events, tell
from tablee.kernel.layout import wipe
from tablee.kernel.offers import offer, offer_all
from tablee.kernel.seats import left_of
from tablee.kernel.sets import count, has

__all__ = ["OFFERS", "OPTIONS", "SEATS", "Asked", "State", "Told"]


# Set-up


def deal(state: State, chance: Chance) -> None:
    """DI-4: the first dealer is drawn by lot, and the cards are shuffled for every round."""
    state.dealer = below(chance, state.seats)
    for number in range(state.seats):
        deck = state.decks[number]
        deck[:] = BOX
        shuffle(deck, chance)
    begin_round(state, None)


def begin_round(state: State, events: Events) -> None:
    """DI-3: all rows are open and empty, all have a doubler. DI-5: the dealer's left begins."""
    gather_cards(state)
    state.closed = 0
    state.row = 0
    state.doublers = (1 << state.seats) - 1
    for seat in range(state.seats):
        state.shown[seat] = 0
        for _ in range(HAND):  # DI-4: six cards to each, the rest is the pile
            take(state, seat, off_the_deck(state))
    tell(events, Told.DEALS, state.dealer, state.rounds_done + 1)
    state.turn = state.dealer
    next_turn(state, events)


def gather_cards(state: State) -> None:
    """All cards of the round before are taken back, seen or not."""
    for seat in range(state.seats):
        wipe(state.hands[seat])
        wipe(state.sums[seat])
    for row in range(COLOURS):
        wipe(state.rows[row])
        wipe(state.placed_by[row])
    wipe(state.discards)
    if state.rounds_done:
        wipe(state.decks[state.rounds_done - 1])
    state.top = 0


def off_the_deck(state: State) -> int:
    """The next card. DI-20: there is always one, a round needs 35 of the pile at most."""
    deck = state.decks[state.rounds_done]
    card = deck[state.top]
    deck[state.top] = 0
    state.top += 1
    return card


def take(state: State, seat: int, card: int) -> None:
    """A card comes into a hand that has a place for it; the lower ones make room."""
    hand = state.hands[seat]
    place = 0
    while place < HAND and hand[place + 1] < card:
        hand[place] = hand[place + 1]
        place += 1
    hand[place] = card
    state.sums[seat][COLOUR_OF[card]] += VALUE_OF[card]


def give(state: State, seat: int, card: int) -> None:
    """A card leaves the hand; the lower ones close the gap."""
    hand = state.hands[seat]
    for place in range(HAND, 0, -1):
        if hand[place] <= card:
            hand[place] = hand[place - 1]
    hand[0] = 0
    state.sums[seat][COLOUR_OF[card]] -= VALUE_OF[card]


# A turn


def next_turn(state: State, events: Events) -> None:
    """DI-5: clockwise. DI-6: the turn begins with a draw."""
    state.turn = left_of(state.turn, state.seats)
    draw(state, events)


def draw(state: State, events: Events) -> None:
    """DI-6: a card from the pile. DI-9: whoever can place none of the seven shows them all."""
    seat = state.turn
    state.drawn = off_the_deck(state)
    take(state, seat, state.drawn)
    if can_place(state, seat):
        state.asked = Asked.CARD
        return
    state.asked = Asked.DISCARD
    state.drawn = 0
    state.shown[seat] = 1
    hand = state.hands[seat]
    tell(events, Told.SHOWS, seat, hand[0], hand[1], hand[2], hand[3], hand[4], hand[5], hand[6])


def can_place(state: State, seat: int) -> bool:
    """DI-9: whether one of the seven is of an open row; there one side always has room."""
    for card in state.hands[seat]:
        if not has(state.closed, COLOUR_OF[card]):
            return True
    return False


def room(state: State) -> int:
    """DI-7: placements on a side with less than three cards. DI-8: none in a closed row."""
    placements = 0
    for row in range(COLOURS):
        if not has(state.closed, row):
            lying = state.rows[row]
            if lying[SIDE - 1] == 0:
                placements |= TO_HELL[row]
            if lying[2 * SIDE - 1] == 0:
                placements |= TO_HEAVEN[row]
    return placements


def owes(state: State) -> int:
    """DI-5: one after another. DI-13: those who still have their doubler decide at once (G-3)."""
    if state.rounds_done == state.seats:
        return 0
    if state.asked == Asked.DOUBLER:
        return state.doublers
    return 1 << state.turn


def options(state: State, seat: int, offers: list[int]) -> None:
    """DI-6: any card, beside its own row. DI-9: or any to discard. DI-13: or use the doubler."""
    if state.asked == Asked.DOUBLER:
        offer(offers, KEEP)
        offer(offers, DOUBLE)
        return
    if state.asked == Asked.DISCARD:
        cards = 0
        for card in state.hands[seat]:
            cards |= 1 << card
        offer_all(offers, DISCARD, cards)
    else:
        placements = 0
        for card in state.hands[seat]:
            placements |= BOTH_SIDES << 2 * card
        offer_all(offers, 0, placements & room(state))


def resolve(state: State, choices: list[int], events: Events) -> None:
    """A card is placed or discarded, or doublers are decided on; then the game goes on."""
    if state.asked == Asked.DOUBLER:
        score_row(state, use_doublers(state, choices, events), events)
        score_rows(state, events)
    elif state.asked == Asked.DISCARD:
        discard(state, choices[state.turn] - DISCARD, events)
        draw(state, events)
    else:
        place_card(state, choices[state.turn] // 2, choices[state.turn] % 2, events)
        if count(state.closed) == rows_to_close(state):
            end_play(state, events)
        else:
            next_turn(state, events)


def place_card(state: State, card: int, side: int, events: Events) -> None:
    """DI-6: beside the row of its colour, in hell or in heaven. DI-8: the fifth card closes it."""
    give(state, state.turn, card)
    row = COLOUR_OF[card]
    lying = cards_on(state, row, side)
    opposite = cards_on(state, row, 1 - side)
    state.rows[row][SIDE * side + lying] = VALUE_OF[card]
    state.placed_by[row][SIDE * side + lying] = state.turn
    tell(events, Told.PLACES, state.turn, card, side)
    if lying + 1 + opposite == ROW:
        state.closed |= 1 << row
        tell(events, Told.CLOSES, row)


def cards_on(state: State, row: int, side: int) -> int:
    """How many cards lie on one side of a row."""
    values = state.rows[row]
    lying = 0
    for place in range(SIDE * side, SIDE * side + SIDE):
        if values[place]:
            lying += 1
    return lying


def discard(state: State, card: int, events: Events) -> None:
    """DI-9: a card of the shown hand, laid aside face up."""
    give(state, state.turn, card)
    state.discards[card] += 1
    tell(events, Told.DISCARDS, state.turn, card)


# End of a round, and its scoring


def rows_to_close(state: State) -> int:
    """DI-10: two closed rows end the round; with five players three."""
    return 3 if state.seats == 5 else 2


def end_play(state: State, events: Events) -> None:
    """DI-10: nobody plays any more, the rows are scored."""
    state.drawn = 0
    state.asked = Asked.DOUBLER
    tell(events, Told.PLAY_ENDS, count(state.closed))
    score_rows(state, events)


def score_rows(state: State, events: Events) -> None:
    """DI-11: row after row, from top to bottom. DI-13: a plus row waits for the doublers."""
    while state.row < COLOURS:
        row = state.row
        tell(events, Told.ROW, row, side_sum(state, row, HEAVEN), side_sum(state, row, HELL))
        if margin(state, row) > 0 and state.doublers:
            return
        score_row(state, 0, events)
    end_round(state, events)


def side_sum(state: State, row: int, side: int) -> int:
    """DI-12: the sum of one side of a row."""
    values = state.rows[row]
    return values[SIDE * side] + values[SIDE * side + 1] + values[SIDE * side + 2]


def margin(state: State, row: int) -> int:
    """DI-12: heaven less hell: above 0 a plus row (DI-13), below a minus row (DI-15)."""
    return side_sum(state, row, HEAVEN) - side_sum(state, row, HELL)


def use_doublers(state: State, choices: list[int], events: Events) -> int:
    """DI-13: it is announced who doubles. DI-14: these doublers are gone for this round."""
    doubled = 0
    for seat in range(state.seats):
        if choices[seat] == DOUBLE:
            doubled |= 1 << seat
            tell(events, Told.DOUBLES, seat)
    state.doublers &= ~doubled
    return doubled


def score_row(state: State, doubled: int, events: Events) -> None:
    """DI-13, DI-15: the largest sum in hand scores. DI-16: none if equal. DI-18: none if 0."""
    row = state.row
    state.row += 1
    surplus = margin(state, row)
    if surplus == 0:
        tell(events, Told.EQUAL, row)
        return
    show_colour(state, row, events)
    seat, points = largest_sum(state, row)
    if points == 0:
        tell(events, Told.NOBODY_HOLDS, row)
    elif surplus < 0:
        state.points[state.rounds_done][seat] -= points
        tell(events, Told.LOSES, seat, points)
    else:
        if has(doubled, seat):
            points *= 2
        state.points[state.rounds_done][seat] += points
        tell(events, Told.SCORES, seat, points)


def show_colour(state: State, colour: int, events: Events) -> None:
    """DI-13, DI-15: everybody shows their cards of this colour, the highest first."""
    seat = state.dealer
    for _ in range(state.seats):
        seat = left_of(seat, state.seats)
        hand = state.hands[seat]
        if state.sums[seat][colour]:
            tell(
                events,
                Told.HOLDS,
                seat,
                state.sums[seat][colour],
                value_in(colour, hand[6]),
                value_in(colour, hand[5]),
                value_in(colour, hand[4]),
                value_in(colour, hand[3]),
                value_in(colour, hand[2]),
                value_in(colour, hand[1]),
            )


def largest_sum(state: State, colour: int) -> tuple[int, int]:
    """DI-17: among equals, the first clockwise from the dealer's left; the dealer comes last."""
    best = 0
    holder = state.dealer
    seat = state.dealer
    for _ in range(state.seats):
        seat = left_of(seat, state.seats)
        if state.sums[seat][colour] > best:
            best = state.sums[seat][colour]
            holder = seat
    return holder, best


# Next round, and end of the game


def end_round(state: State, events: Events) -> None:
    """DI-19: the deal passes to the left; as many rounds as players."""
    for seat in range(state.seats):
        tell(events, Told.ROUND_POINTS, seat, state.points[state.rounds_done][seat])
    tell(events, Told.ROUND_ENDS, state.rounds_done + 1)
    state.rounds_done += 1
    if state.rounds_done < state.seats:
        state.dealer = left_of(state.dealer, state.seats)
        begin_round(state, events)


def score(state: State, seat: int) -> int:
    """DI-19: the points of all rounds, also of the one being scored."""
    total = 0
    for number in range(state.seats):
        total += state.points[number][seat]
    return total


def winners(state: State) -> int:
    """DI-19: the most points; a tie is shared (G-2)."""
    best = score(state, 0)
    for seat in range(1, state.seats):
        best = max(best, score(state, seat))
    result = 0
    for seat in range(state.seats):
        if score(state, seat) == best:
            result |= 1 << seat
    return result


# What is asked, and why a choice is refused


def asks(state: State) -> int:
    """DI-6: a card to place. DI-9: a card to discard. DI-13: the doubler."""
    return state.asked


def obvious(state: State, seat: int) -> bool:
    """G-4: never; that a placement is forced would tell what else is in the hand."""
    return False


def forbids(state: State, seat: int, option: int) -> str:
    """The clause an impossible choice breaks."""
    if state.asked == Asked.DOUBLER or option in (KEEP, DOUBLE):
        return "DI-13"
    if option > DISCARD:
        return "DI-9" if state.asked == Asked.CARD else "DI-6"
    card = option // 2
    if card not in state.hands[seat]:
        return "DI-6"
    return "DI-8" if has(state.closed, COLOUR_OF[card]) else "DI-7"
