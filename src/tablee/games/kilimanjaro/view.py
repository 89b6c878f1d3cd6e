"""What a seat sees of Kilimanjaro, and what it may guess."""

from collections import Counter
from typing import Any

from tablee.games.kilimanjaro.parts import (
    CAMP,
    CARDS,
    COPIES,
    COUNTER_KINDS,
    COUNTERS,
    COUNTERS_OF,
    KINDS,
    STACKS,
    may_hold_a_counter,
    type_of,
    value_of,
)
from tablee.games.kilimanjaro.rules import (
    Asked,
    State,
    asks,
    distance,
    draw,
    own_next,
    owner,
    score,
)
from tablee.kernel.chance import Chance, below, shuffle
from tablee.kernel.sets import count, has, nth


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Everything this seat may know (None: a spectator)."""
    pending = state.asked in (Asked.BANANA, Asked.EXCHANGE, Asked.GENTLE_EXCHANGE)
    return {
        "seats": state.seats,
        "over": bool(state.over),
        "asks": int(asks(state)),
        "gentle_exchange": bool(state.gentle_exchange),
        "dealer": state.dealer,
        "turn": None if state.over else state.turn,
        "stride": state.stride if pending else 0,
        "pile": CARDS - state.drawn if state.placed == COUNTERS else 0,
        "hand": None if seat is None else state.hands[seat][: state.held[seat]],
        "unseen": unseen(state, seat),
        "counters": None if seat is None else counters_left(state, seat),
        "unknown_counters": unknown_counters(state, seat),
        "track": [
            {
                "space": space,
                "seat": owner(state, state.track[space] - 1),
                "counter": face(state, seat, state.track[space] - 1),
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
        "cards": state.held[seat],
        "counters": sum(counters_left(state, seat)),
    }


def counting(tops: list[int]) -> list[int]:
    """KI-8: the stacks that make up the distance: those of one type, else that of the highest card."""
    types = [type_of(card) for card in tops]
    most = max(types, key=types.count)
    if types.count(most) > 1:
        return [stack for stack in range(STACKS) if types[stack] == most]
    values = [value_of(card) for card in tops]
    return [values.index(max(values))]


def unseen(state: State, seat: int | None) -> list[int]:
    """How many cards of each kind this seat has not seen: in the pile or in another's hand."""
    own = [] if seat is None else state.hands[seat][: state.held[seat]]
    return [COPIES - state.seen[kind] - own.count(kind) for kind in range(KINDS)]


def counters_left(state: State, seat: int) -> list[int]:
    """How many bananas, lions and exchanges this seat is yet to place."""
    left = [0] * COUNTER_KINDS
    for number in range(own_next(state, seat), COUNTERS, state.seats):
        left[state.counters[number]] += 1
    return left


def face(state: State, seat: int | None, number: int) -> int | None:
    """KI-5, KI-11: the kind of a counter, for whoever placed it or once it was turned up."""
    known = has(state.turned, number) or owner(state, number) == seat
    return state.counters[number] if known else None


def unknown_counters(state: State, seat: int | None) -> list[int]:
    """How many bananas, lions and exchanges lie face down or are yet to be placed by others."""
    unknown = list(COUNTERS_OF)
    for number in range(COUNTERS):
        kind = face(state, seat, number)
        if kind is not None:
            unknown[kind] -= 1
    return unknown


def guess(state: State, seat: int, chance: Chance) -> None:
    """Deal anew what this seat cannot know; every deal that fits what it knows is as likely."""
    guess_counters(state, seat, chance)
    guess_cards(state, seat, chance)


def guess_counters(state: State, seat: int, chance: Chance) -> None:
    """KI-5: the others' counters that were never turned up change places, on the track or not."""
    hidden = 0
    for number in range(COUNTERS):
        if owner(state, number) != seat and not has(state.turned, number):
            hidden |= 1 << number
    for number in range(COUNTERS):
        if has(hidden, number):
            other = nth(hidden, below(chance, count(hidden)))
            kind = state.counters[number]
            state.counters[number] = state.counters[other]
            state.counters[other] = kind
            hidden &= hidden - 1


def guess_cards(state: State, seat: int, chance: Chance) -> None:
    """KI-6: the others put their hands back, the pile is shuffled, they draw as many again."""
    for other in range(state.seats):
        if other != seat:
            for slot in range(state.held[other]):
                state.drawn -= 1
                state.pile[state.drawn] = state.hands[other][slot]
    shuffle(state.pile, chance, state.drawn)
    for other in range(state.seats):
        if other != seat:
            cards = state.held[other]
            state.held[other] = 0
            for _ in range(cards):
                draw(state, other)


def sound(state: State) -> bool:
    """Whether every card and every counter of the box is in one place, and the counts fit."""
    cards = Counter(state.pile[state.drawn :])
    for seat in range(state.seats):
        hand = state.hands[seat][: state.held[seat]]
        if hand != sorted(hand):
            return False
        cards.update(hand)
    for kind in range(KINDS):
        cards[kind] += state.seen[kind]
    on_top = Counter(card for seat in range(state.seats) for card in state.tops[seat])
    if state.placed == COUNTERS and any(on_top[kind] > state.seen[kind] for kind in on_top):
        return False
    lying = [number for number in state.track if number]
    return (
        cards == Counter({kind: COPIES for kind in range(KINDS)})
        and tuple(Counter(state.counters)[kind] for kind in range(COUNTER_KINDS)) == COUNTERS_OF
        and len(set(lying)) == len(lying)
        and all(number <= state.placed for number in lying)
        and all(may_hold_a_counter(space) for space in range(CAMP + 1) if state.track[space])
        and not any(state.track[space] and state.track[space + 1] for space in range(CAMP))
    )
