"""What a seat sees of Land Unter, and what it may guess."""

from typing import Any

from tablee.games.land_unter.parts import ALL_CARDS, HALF_BUOYS, HAND, WATER, WHOLE_BUOYS
from tablee.games.land_unter.rules import asks, buoys_of, flood, hand_of
from tablee.games.land_unter.state import State
from tablee.kernel.chance import Chance, below, reshuffle
from tablee.kernel.sets import count, members, nth


def known(state: State, seat: int | None, hand: int) -> int:
    """LU-23: what this seat knows of a hand: all, if it ever held it, else the cards played."""
    if seat is not None and (seat - hand) % state.seats <= state.rounds_done:
        return state.hands[hand]
    return state.shown[hand]


def all_known(state: State, seat: int | None) -> int:
    """All cards this seat knows the place of."""
    cards = 0
    for hand in range(state.seats):
        cards |= known(state, seat, hand)
    return cards


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Everything this seat may know (None: a spectator)."""
    over = state.rounds_done == state.seats
    remembered = all_known(state, seat)
    return {
        "seat": seat,
        "seats": state.seats,
        "over": over,
        "asks": int(asks(state)),
        "open_play": bool(state.open_play),
        "loss_passes_on": bool(state.loss_passes_on),
        "round": min(state.rounds_done + 1, state.seats),
        "trick": min(state.tricks_done + 1, HAND),
        "water": [] if over else list(flood(state)),
        "water_seen": [] if over else state.water[state.rounds_done][: 2 * state.tricks_done],
        "leader": state.leader if state.open_play else None,
        "hand": None if seat is None else members(state.held[seat]),
        "unknown": members(ALL_CARDS & ~remembered),
        "players": [player(state, other, remembered) for other in range(state.seats)],
    }


def player(state: State, seat: int, remembered: int) -> dict[str, Any]:
    """What everybody sees of a player, and the cards in that hand this viewer can tell."""
    hand = hand_of(state, seat)
    held = state.held[seat]
    points = [state.points[number][seat] for number in range(state.rounds_done)]
    return {
        "buoys": state.buoys[seat],
        "level": state.level[seat],
        "out": bool(state.out[seat]),
        "card": state.table[seat],
        "cards": count(held),
        "known": members(held & remembered),
        "hand": hand,
        "announced": state.announced[hand],
        "score": sum(points),
        "points": points,
    }


def guess(state: State, seat: int, chance: Chance) -> None:
    """Deal anew what this seat cannot know; every deal that fits what it knows is as likely."""
    buoys = -1
    while buoys < 0:
        buoys = guess_buoys(state, seat, chance)
    unseen = ALL_CARDS & ~all_known(state, seat)
    for hand in range(state.seats):
        cards = known(state, seat, hand)
        cards |= draw(unseen & WHOLE_BUOYS, (buoys >> (8 * hand)) & 15, chance)
        cards |= draw(unseen & HALF_BUOYS, (buoys >> (8 * hand + 4)) & 15, chance)
        cards |= draw(unseen & ~WHOLE_BUOYS & ~HALF_BUOYS, HAND - count(cards), chance)
        state.hands[hand] = cards
        unseen &= ~cards
    for holder in range(state.seats):
        hand = hand_of(state, holder)
        shown = state.shown[hand]
        state.held[holder] = (state.held[holder] & shown) | (state.hands[hand] & ~shown)
    for number in range(state.rounds_done, state.seats):
        seen = 2 * state.tricks_done + 2 if number == state.rounds_done else 0
        reshuffle(state.water[number], chance, seen)


def guess_buoys(state: State, seat: int, chance: Chance) -> int:
    """How many whole and half buoys the unseen cards of each hand show, drawn as if dealt.

    Four bits each, whole then half, hand by hand; -1 if a hand comes out with another number of
    buoys than it announced (LU-5): then all is drawn again, so that no deal is favoured.
    """
    unseen = ALL_CARDS & ~all_known(state, seat)
    left = count(unseen)
    whole_left = count(unseen & WHOLE_BUOYS)
    half_left = count(unseen & HALF_BUOYS)
    drawn = 0
    for hand in range(state.seats):
        cards = known(state, seat, hand)
        halves = 2 * count(cards & WHOLE_BUOYS) + count(cards & HALF_BUOYS)
        for _ in range(HAND - count(cards)):
            place = below(chance, left)
            left -= 1
            if place < whole_left:
                whole_left -= 1
                halves += 2
                drawn += 1 << (8 * hand)
            elif place < whole_left + half_left:
                half_left -= 1
                halves += 1
                drawn += 16 << (8 * hand)
            if halves > 2 * state.announced[hand] + 1:
                return -1
        if halves < 2 * state.announced[hand]:
            return -1
    return drawn


def draw(cards: int, number: int, chance: Chance) -> int:
    """That many of the cards, any as likely."""
    drawn = 0
    for _ in range(number):
        card = 1 << nth(cards, below(chance, count(cards)))
        drawn |= card
        cards &= ~card
    return drawn


def sound(state: State) -> bool:
    """Whether every card is in one place, every pile complete, every announcement true."""
    dealt = 0
    for hand in range(state.seats):
        cards = state.hands[hand]
        if count(cards) != HAND or cards & ~ALL_CARDS or cards & dealt:
            return False
        if state.shown[hand] & ~cards or state.announced[hand] != buoys_of(cards):
            return False
        dealt |= cards
    piles = [sorted(state.water[number]) for number in range(state.seats)]
    held = all(
        state.held[seat] & ~state.hands[hand_of(state, seat)] == 0 for seat in range(state.seats)
    )
    return held and all(pile == [place // 2 + 1 for place in range(WATER)] for pile in piles)
