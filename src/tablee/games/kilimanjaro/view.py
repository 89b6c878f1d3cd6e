"""What a seat sees of Kilimanjaro, and what it may guess."""

from collections import Counter
from typing import Any

from tablee.games.kilimanjaro.parts import (
    BANANA,
    CAMP,
    CARDS,
    COPIES,
    COUNTER_KINDS,
    COUNTERS,
    COUNTERS_OF,
    EXCHANGE,
    KINDS,
    LION,
    STACKS,
    TYPE_OF,
    VALUE_OF,
    may_hold_a_counter,
)
from tablee.games.kilimanjaro.rules import asks, distance, draw, own_next, owner, score
from tablee.games.kilimanjaro.state import Asked, State
from tablee.kernel.chance import Chance, below, shuffle
from tablee.kernel.sets import count, has, members

NOBODY = -1  # a spectator owns no counter and no hand


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Everything this seat may know (None: a spectator)."""
    viewer = NOBODY if seat is None else seat
    pending = state.asked in (Asked.BANANA, Asked.EXCHANGE, Asked.GENTLE_EXCHANGE)
    return {
        "seat": seat,
        "seats": state.seats,
        "over": bool(state.over),
        "asks": int(asks(state)),
        "gentle_exchange": bool(state.gentle_exchange),
        "dealer": state.dealer,
        "turn": None if state.over else state.turn,
        "stride": state.stride if pending else 0,
        "pile": CARDS - state.drawn,
        "hand": None if seat is None else cards_of(state, seat),
        "unseen": [unseen(state, viewer, kind) for kind in range(KINDS)],
        "counters": None if seat is None else counters_left(state, seat),
        "unknown_counters": [hidden_counters(state, viewer, kind) for kind in range(COUNTER_KINDS)],
        "track": [
            {
                "space": space,
                "seat": owner(state, state.track[space] - 1),
                "counter": face(state, viewer, state.track[space] - 1),
                "open": has(state.turned, state.track[space] - 1),
            }
            for space in range(CAMP)
            if state.track[space]
        ],
        "players": [player(state, other) for other in range(state.seats)],
    }


def player(state: State, seat: int) -> dict[str, Any]:
    """What lies open before a player; no cards before all counters are placed (KI-6)."""
    dealt = state.placed == COUNTERS
    return {
        "position": state.position[seat],
        "score": score(state, seat),
        "stacks": list(state.tops[seat]) if dealt else [],
        "counting": counting(state.tops[seat]) if dealt else [],
        "distance": distance(state, seat) if dealt else 0,
        "cards": count(state.hands[seat]),
        "counters": sum(counters_left(state, seat)),
    }


def cards_of(state: State, seat: int) -> list[int]:
    """The kinds of the cards in a hand, in rising order."""
    return [card // COPIES for card in members(state.hands[seat])]


def counting(tops: list[int]) -> list[int]:
    """KI-8: the stacks that make up the distance: those of one type, else the highest card's."""
    types = [TYPE_OF[card] for card in tops]
    most = max(types, key=types.count)
    if types.count(most) > 1:
        return [stack for stack in range(STACKS) if types[stack] == most]
    values = [VALUE_OF[card] for card in tops]
    return [values.index(max(values))]


def counters_left(state: State, seat: int) -> list[int]:
    """How many bananas, lions and exchanges this seat is yet to place."""
    left = [0] * COUNTER_KINDS
    for number in range(own_next(state, seat), COUNTERS, state.seats):
        left[state.counters[number]] += 1
    return left


def face(state: State, seat: int, number: int) -> int | None:
    """The kind of a counter, if this seat knows it."""
    return None if is_hidden(state, seat, number) else state.counters[number]


def guess(state: State, seat: int, chance: Chance) -> None:
    """Deal anew what this seat cannot know; every deal that fits what it knows is as likely."""
    guess_counters(state, seat, chance)
    guess_cards(state, seat, chance)


def guess_counters(state: State, seat: int, chance: Chance) -> None:
    """KI-5: the counters of others that were never turned up, on the track or not, in any order."""
    bananas = hidden_counters(state, seat, BANANA)
    lions = hidden_counters(state, seat, LION)
    exchanges = hidden_counters(state, seat, EXCHANGE)
    for number in range(COUNTERS):
        if is_hidden(state, seat, number):
            ticket = below(chance, bananas + lions + exchanges)
            if ticket < bananas:
                state.counters[number] = BANANA
                bananas -= 1
            elif ticket < bananas + lions:
                state.counters[number] = LION
                lions -= 1
            else:
                state.counters[number] = EXCHANGE
                exchanges -= 1


def is_hidden(state: State, seat: int, number: int) -> bool:
    """KI-5, KI-11: whether a counter is known to neither this seat nor all."""
    return owner(state, number) != seat and not has(state.turned, number)


def hidden_counters(state: State, seat: int, kind: int) -> int:
    """How many counters of this kind are hidden from this seat."""
    hidden = 0
    for number in range(COUNTERS):
        if state.counters[number] == kind and is_hidden(state, seat, number):
            hidden += 1
    return hidden


def guess_cards(state: State, seat: int, chance: Chance) -> None:
    """KI-6: the cards this seat has not seen are shuffled, and the others draw their hands."""
    state.drawn = CARDS
    for kind in range(KINDS):
        for _ in range(unseen(state, seat, kind)):
            state.drawn -= 1
            state.pile[state.drawn] = kind
    shuffle(state.pile, chance, state.drawn)
    for other in range(state.seats):
        if other != seat:
            cards = count(state.hands[other])
            state.hands[other] = 0
            for _ in range(cards):
                draw(state, other)


def unseen(state: State, seat: int, kind: int) -> int:
    """How many cards of this kind are neither on a stack nor in this seat's hand (-1: no seat)."""
    own = (state.hands[seat] >> COPIES * kind) & ((1 << COPIES) - 1) if seat >= 0 else 0
    return COPIES - state.seen[kind] - count(own)


def sound(state: State) -> bool:
    """Whether every card and every counter of the box is in one place, and the counts fit."""
    cards = Counter(state.pile[state.drawn :])
    for seat in range(state.seats):
        cards.update(cards_of(state, seat))
    for kind in range(KINDS):
        cards[kind] += state.seen[kind]
    on_top = Counter(card for seat in range(state.seats) for card in state.tops[seat])
    if state.placed == COUNTERS and any(on_top[kind] > state.seen[kind] for kind in on_top):
        return False
    lying = [number for number in state.track if number]
    return (
        cards == Counter(dict.fromkeys(range(KINDS), COPIES))
        and tuple(Counter(state.counters)[kind] for kind in range(COUNTER_KINDS)) == COUNTERS_OF
        and len(set(lying)) == len(lying)
        and all(number <= state.placed for number in lying)
        and all(may_hold_a_counter(space) for space in range(CAMP + 1) if state.track[space])
        and not any(state.track[space] and state.track[space + 1] for space in range(CAMP))
    )
