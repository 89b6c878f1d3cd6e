"""What a seat sees of Diabolo, and what it may guess."""

from collections import Counter
from typing import Any

from tablee.games.diabolo.parts import (
    BOX,
    CARDS,
    COLOURS,
    HAND,
    SIDE,
    VALUES,
    colour_of,
)
from tablee.games.diabolo.rules import (
    Asked,
    HEAVEN,
    HELL,
    State,
    can_place,
    cards_in,
    give,
    is_minus,
    is_plus,
    score,
    side_sum,
    take,
)
from tablee.kernel.chance import Chance, below, shuffle
from tablee.kernel.sets import has


def exposed(state: State, colour: int) -> bool:
    """DI-13, DI-15: everybody has shown their cards of this colour. DI-16: not if it was equal."""
    return colour < state.row and (is_plus(state, colour) or is_minus(state, colour))


def public(state: State, holder: int, card: int) -> bool:
    """Whether all know that this card is in that hand.

    DI-9: after a shown hand, a card drawn later is either of a closed colour, and shown too, or it
    is placed at once. So of that hand only a card of an open colour is hidden.
    """
    colour = colour_of(card)
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
    hidden = Counter(BOX) - Counter(lying(state))
    for cards in known_cards:
        hidden -= Counter(cards)
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
        "unknown": sorted(hidden.elements()),
        "players": [
            {
                "doubler": has(state.doublers, other),
                "cards": sum(card > 0 for card in state.hands[other]),
                "known": known_cards[other],
                "stuck": bool(state.shown[other]),
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
