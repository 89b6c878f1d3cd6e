"""What a seat sees of Diabolo, and what it may guess."""

from typing import Any

from tablee.games.diabolo.parts import (
    BOX,
    CARDS,
    COLOUR_OF,
    COLOURS,
    COPIES,
    HAND,
    ROW,
    SIDE,
    VALUES,
    value_in,
)
from tablee.games.diabolo.rules import can_place, give, margin, score, take
from tablee.games.diabolo.state import HEAVEN, HELL, Asked, State
from tablee.kernel.chance import Chance, below, shuffle, sort
from tablee.kernel.seats import left_of
from tablee.kernel.sets import has


def exposed(state: State, colour: int) -> bool:
    """DI-13, DI-15: everybody has shown their cards of this colour. DI-16: not if it was equal."""
    return colour < state.row and margin(state, colour) != 0


def public(state: State, holder: int, card: int) -> bool:
    """Whether all know that this card is in that hand.

    DI-9: after a shown hand, a card drawn later is either of a closed colour, and shown too, or it
    is placed at once. So of that hand only a card of an open colour is hidden.
    """
    colour = COLOUR_OF[card]
    return exposed(state, colour) or (state.shown[holder] == 1 and has(state.closed, colour))


def known(state: State, seat: int | None, holder: int) -> list[int]:
    """The cards of a hand that this seat knows."""
    return [
        card
        for card in state.hands[holder]
        if card and (holder == seat or public(state, holder, card))
    ]


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Everything this seat may know (None: a spectator)."""
    over = state.rounds_done == state.seats
    placing = not over and state.asked != Asked.DOUBLER
    known_cards = [known(state, seat, holder) for holder in range(state.seats)]
    return {
        "seat": seat,
        "seats": state.seats,
        "over": over,
        "asks": int(state.asked),
        "round": min(state.rounds_done + 1, state.seats),
        "dealer": state.dealer,
        "turn": state.turn if placing else None,
        "rows": [
            {
                "hell": side(state, row, HELL),
                "heaven": side(state, row, HEAVEN),
                "closed": has(state.closed, row),
                "scored": row < state.row,
            }
            for row in range(COLOURS)
        ],
        "scoring": None if placing or over else state.row,
        "pile": CARDS - state.top,
        "discards": discards(state),
        "hand": None if seat is None else known_cards[seat],
        "drawn": state.drawn if placing and seat == state.turn and state.drawn else None,
        "unknown": unknown(state, known_cards),
        "players": [
            {
                "doubler": has(state.doublers, other),
                "cards": sum(card > 0 for card in state.hands[other]),
                "known": known_cards[other],
                "shown": bool(state.shown[other]),
                "placed": placed(state, other),
                "score": score(state, other),
                "points": [
                    state.points[number][other]
                    for number in range(min(state.rounds_done + 1, state.seats))
                ],
            }
            for other in range(state.seats)
        ],
    }


def side(state: State, row: int, which: int) -> list[int]:
    """The values of the cards on one side of a row, in the order they were placed."""
    return [value for value in state.rows[row][SIDE * which : SIDE * which + SIDE] if value]


def placed(state: State, seat: int) -> list[int]:
    """What a seat has placed in this round, as options, row by row."""
    return [
        2 * (VALUES * row + state.rows[row][place]) + place // SIDE
        for row in range(COLOURS)
        for place in range(2 * SIDE)
        if state.rows[row][place] and state.placed_by[row][place] == seat
    ]


def discards(state: State) -> list[int]:
    """The cards discarded in this round."""
    return [card for card, copies in enumerate(state.discards) for _ in range(copies)]


def lying(state: State) -> list[int]:
    """All cards that lie face up: the rows and the discards."""
    rows = [VALUES * row + value for row in range(COLOURS) for value in state.rows[row] if value]
    return rows + discards(state)


def unknown(state: State, known_cards: list[list[int]]) -> list[int]:
    """The cards that neither lie face up nor are known to be in a hand."""
    left = [0, *COPIES * COLOURS]
    for cards in [lying(state), *known_cards]:
        for card in cards:
            left[card] -= 1
    return [card for card, copies in enumerate(left) for _ in range(copies)]


def guess(state: State, seat: int, chance: Chance) -> None:
    """Deal anew what this seat cannot know; every deal that fits what it knows is as likely."""
    number = min(state.rounds_done, state.seats - 1)
    deck = state.decks[number]
    return_hidden(state, seat, deck)
    sort(deck, state.top)  # the outcome must not depend on the true order
    draw_hidden(state, deck, chance)
    while state.asked == Asked.CARD and not can_place(state, state.turn):  # DI-9: or all was shown
        return_hidden(state, seat, deck)
        draw_hidden(state, deck, chance)
    shuffle(deck, chance, state.top)
    for later in range(number + 1, state.seats):
        for place in range(CARDS):
            state.decks[later][place] = BOX[place]
        shuffle(state.decks[later], chance)


def return_hidden(state: State, seat: int, deck: list[int]) -> None:
    """The cards that this seat does not know in the hands of the others, back on the pile."""
    for holder in range(state.seats):
        for place in range(HAND + 1):
            card = state.hands[holder][place]
            if card and holder != seat and not public(state, holder, card):
                give(state, holder, card)
                state.top -= 1
                deck[state.top] = card


def draw_hidden(state: State, deck: list[int], chance: Chance) -> None:
    """Fill the hands from anywhere in the pile; first the one that cannot hold just any card."""
    holder = state.turn
    for _ in range(state.seats):
        drawing = state.asked == Asked.CARD and holder == state.turn
        while state.hands[holder][0 if drawing else 1] == 0:
            place = state.top + below(chance, CARDS - state.top)
            while public(state, holder, deck[place]):  # in this hand it would have been shown
                place = state.top + below(chance, CARDS - state.top)
            card = deck[place]
            deck[place] = deck[state.top]
            deck[state.top] = 0
            state.top += 1
            take(state, holder, card)
            if drawing:
                state.drawn = card  # the last one: any of the hidden ones is as likely
        holder = left_of(holder, state.seats)


def sound(state: State) -> bool:
    """Whether every card is in one place, and all that is told of hands and rows is true."""
    number = min(state.rounds_done, state.seats - 1)
    hands = state.hands[: state.seats]
    held = [card for hand in hands for card in hand if card]
    drawing = state.rounds_done < state.seats and state.asked != Asked.DOUBLER
    empty = [int(not (drawing and seat == state.turn)) for seat in range(state.seats)]
    gone = [*state.decks[:number], state.decks[number][: state.top]]
    closed = [2 * SIDE - state.rows[row].count(0) == ROW for row in range(COLOURS)]
    return (
        sorted(lying(state) + held + state.decks[number][state.top :]) == list(BOX)
        and all(sorted(deck) == list(BOX) for deck in state.decks[number + 1 : state.seats])
        and not any(card for deck in gone for card in deck)
        and [hand.count(0) for hand in hands] == empty
        and all(hand == sorted(hand) for hand in hands)
        and state.sums[: state.seats] == [sums(hand) for hand in hands]
        and closed == [has(state.closed, row) for row in range(COLOURS)]
        and sound_turn(state, drawing)
    )


def sums(hand: list[int]) -> list[int]:
    """What a hand comes to in each colour."""
    return [sum(value_in(colour, card) for card in hand if card) for colour in range(COLOURS)]


def sound_turn(state: State, drawing: bool) -> bool:
    """Whether the question fits the hand, and the drawn card is in it."""
    if not drawing:
        return state.drawn == 0
    if can_place(state, state.turn):
        return state.asked == Asked.CARD and state.drawn in state.hands[state.turn]
    return state.asked == Asked.DISCARD and state.drawn == 0 and state.shown[state.turn] == 1
