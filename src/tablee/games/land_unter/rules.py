"""The rules of Land Unter, in the order of the rule book. LU-1 to LU-3 are parts.py."""

from tablee.games.land_unter.parts import (
    ALL_CARDS,
    CARDS,
    HALF_BUOYS,
    HAND,
    SEATS,
    WATER,
    WHOLE_BUOYS,
)
from tablee.games.land_unter.state import OFFERS, OPTIONS, Asked, State, Told
from tablee.kernel.chance import Chance, below, shuffle
from tablee.kernel.events import Events, tell
from tablee.kernel.offers import offer_all
from tablee.kernel.seats import around
from tablee.kernel.sets import count, has

__all__ = ["OFFERS", "OPTIONS", "SEATS", "Asked", "State", "Told"]


# Set-up


def deal(state: State, chance: Chance) -> None:
    """LU-4, LU-6: twelve weather cards for each hand, and a shuffled water pile for each round."""
    for card in range(1, CARDS + 1):
        place = below(chance, CARDS + 1 - card)
        for hand in range(state.seats):
            room = HAND - count(state.hands[hand])
            if place < room:
                state.hands[hand] |= 1 << card
                break
            place -= room
    for number in range(state.seats):
        pile = state.water[number]
        for place in range(WATER):
            pile[place] = place // 2 + 1
        shuffle(pile, chance)
    ready(state)


def ready(state: State) -> None:
    """LU-5: the cards are dealt; every hand's buoys are announced and the first round begins."""
    for hand in range(state.seats):
        state.announced[hand] = buoys_of(state.hands[hand])
    begin_round(state)


def begin_round(state: State) -> None:
    """LU-21: everybody takes up their right neighbour's hand, and the buoys that go with it."""
    for seat in range(state.seats):
        hand = hand_of(state, seat)
        state.held[seat] = state.hands[hand]
        state.buoys[seat] = state.announced[hand]
        state.level[seat] = 0
        state.out[seat] = 0
    state.tricks_done = 0
    state.leader = most_buoys(state)


def hand_of(state: State, seat: int) -> int:
    """LU-21: the hand this seat plays in this round (after the last one, played in it)."""
    return around(seat + state.seats - min(state.rounds_done, state.seats - 1), state.seats)


def buoys_of(cards: int) -> int:
    """LU-5: the buoys on the cards, rounded down."""
    return (count(cards & HALF_BUOYS) + 2 * count(cards & WHOLE_BUOYS)) // 2


# A trick


def flood(state: State) -> tuple[int, int]:
    """LU-7: the two water cards of this trick, the lower first."""
    pile = state.water[state.rounds_done]
    first = pile[2 * state.tricks_done]
    second = pile[2 * state.tricks_done + 1]
    return min(first, second), max(first, second)


def owes(state: State) -> int:
    """LU-8: all who are still in choose at once. LU-24: in open play, one after another."""
    if state.rounds_done == state.seats:
        return 0
    if state.open_play:
        return 1 << next_in_round(state, state.leader, True)
    owing = 0
    for seat in range(state.seats):
        if not state.out[seat]:
            owing |= 1 << seat
    return owing


def options(state: State, seat: int, offers: list[int]) -> None:
    """LU-8: any weather card of the hand."""
    offer_all(offers, 0, state.held[seat])


def resolve(state: State, choices: list[int], events: Events) -> None:
    """LU-8, LU-24: cards are laid; when the last one lies, the trick is settled."""
    complete = True
    for seat in range(state.seats):
        if choices[seat] > 0:
            lay(state, seat, choices[seat], events)
        if not state.out[seat] and state.table[seat] == 0:
            complete = False
    if complete:
        settle_trick(state, events)


def lay(state: State, seat: int, card: int, events: Events) -> None:
    """A card leaves the hand and is seen by all."""
    state.table[seat] = card
    state.held[seat] &= ~(1 << card)
    state.shown[hand_of(state, seat)] |= 1 << card
    tell(events, Told.PLAYS, seat, card)


def settle_trick(state: State, events: Events) -> None:
    """LU-12: the cards are discarded, the water stays. LU-18: twelve tricks, or two players.

    In open play the last two may both go under (LU-18): then there is nobody to lead.
    """
    take_water(state, events)
    losers = pay_for_the_flood(state, events)
    if state.open_play and players_in(state) > 0:
        state.leader = next_leader(state, losers)
    for seat in range(state.seats):
        state.table[seat] = 0
    state.tricks_done += 1
    if state.tricks_done == HAND or players_in(state) <= 2:
        end_round(state, events)


def take_water(state: State, events: Events) -> None:
    """LU-9: the highest card takes the lower water, the second highest the other one."""
    lower, higher = flood(state)
    first, second = two_highest(state)
    cover(state, first, lower, events)
    cover(state, second, higher, events)


def two_highest(state: State) -> tuple[int, int]:
    """The seats that laid the highest card and the second highest."""
    first = second = 0  # cards, and the seats that laid them
    highest = next_highest = 0
    for seat in range(state.seats):
        card = state.table[seat]
        if card > first:
            first, second = card, first
            highest, next_highest = seat, highest
        elif card > second:
            second = card
            next_highest = seat
    return highest, next_highest


def cover(state: State, seat: int, level: int, events: Events) -> None:
    """LU-10: only the newest water card counts, even when it is lower."""
    state.level[seat] = level
    tell(events, Told.TAKES, seat, level)


# Going under


def pay_for_the_flood(state: State, events: Events) -> int:
    """LU-11, LU-13 to LU-18: who loses a buoy, who goes under. Returns who lost, last (LU-27)."""
    while True:
        payers, sunk = charge(state, highest_level(state), events)
        # LU-15: the trick is paid for. LU-17: or the loss does not pass on.
        if payers or not state.loss_passes_on:
            break
        if not state.two_left_pay and players_in(state) <= 2:  # LU-18: the round is over at once
            break
        if highest_level(state) == 0:  # LU-16: nobody is left to pay
            tell(events, Told.NOBODY_PAYS)
            break
    return payers if payers else sunk


def highest_level(state: State) -> int:
    """LU-11: the highest level shown; 0 if nobody shows one (who is out does not, LU-13)."""
    highest = 0
    for seat in range(state.seats):
        highest = max(highest, state.level[seat])
    return highest


def charge(state: State, level: int, events: Events) -> tuple[int, int]:
    """LU-11: all who show this level lose a buoy. LU-13: whoever has none left goes under."""
    payers = 0
    sunk = 0
    for seat in range(state.seats):
        if state.level[seat] != level:
            continue
        if state.buoys[seat] > 0:
            state.buoys[seat] -= 1
            payers |= 1 << seat
            tell(events, Told.PAYS, seat, state.buoys[seat])
        else:
            state.out[seat] = 1
            state.level[seat] = 0
            sunk |= 1 << seat
            tell(events, Told.GOES_UNDER, seat)
    return payers, sunk


def players_in(state: State) -> int:
    """How many have not gone under in this round."""
    return state.seats - sum_of(state.out, state.seats)


def sum_of(numbers: list[int], length: int) -> int:
    """The sum of the first numbers."""
    total = 0
    for place in range(length):
        total += numbers[place]
    return total


# End of a round, and of the game


def end_round(state: State, events: Events) -> None:
    """LU-19, LU-20: the points of the round. LU-22: another one, until all hands are played."""
    lowest_level = WATER
    for seat in range(state.seats):
        if not state.out[seat]:
            lowest_level = min(lowest_level, state.level[seat])
    for seat in range(state.seats):
        points = -1 if state.out[seat] else state.buoys[seat]
        if not state.out[seat] and state.level[seat] == lowest_level:
            points += 1
            tell(events, Told.LOWEST, seat)
        state.points[state.rounds_done][seat] = points
        tell(events, Told.SCORES, seat, points)
    state.rounds_done += 1
    tell(events, Told.ROUND_ENDS, state.rounds_done)
    if state.rounds_done < state.seats:
        begin_round(state)


def score(state: State, seat: int) -> int:
    """LU-22: the points of all rounds."""
    total = 0
    for number in range(state.rounds_done):
        total += state.points[number][seat]
    return total


def winners(state: State) -> int:
    """LU-22: the most points; a tie is shared (G-2)."""
    best = score(state, 0)
    for seat in range(1, state.seats):
        best = max(best, score(state, seat))
    result = 0
    for seat in range(state.seats):
        if score(state, seat) == best:
            result |= 1 << seat
    return result


# Open play


def next_in_round(state: State, start: int, to_lay: bool) -> int:
    """The first seat clockwise from `start` still in the round (and yet to lay a card)."""
    seat = around(start, state.seats)
    while state.out[seat] or (to_lay and state.table[seat]):
        seat = around(seat + 1, state.seats)
    return seat


def most_buoys(state: State) -> int:
    """LU-25: the most buoys lead; among equals, the first clockwise from the dealer's left."""
    best = around(state.rounds_done + 1, state.seats)
    for step in range(2, state.seats + 1):
        seat = around(state.rounds_done + step, state.seats)
        if state.buoys[seat] > state.buoys[best]:
            best = seat
    return best


def next_leader(state: State, losers: int) -> int:
    """LU-26: the player left of the loser, who thus plays last; whoever is out is passed over."""
    return next_in_round(state, one_who_lost(state, losers) + 1, False)


def one_who_lost(state: State, losers: int) -> int:
    """LU-27: of two, the one with fewer buoys, else the first clockwise from the leader."""
    loser = -1
    for step in range(state.seats):
        seat = around(state.leader + step, state.seats)
        if has(losers, seat) and (loser < 0 or state.buoys[seat] < state.buoys[loser]):
            loser = seat
    return loser


# What is asked, and why a choice is refused


def asks(state: State) -> int:
    """LU-8, LU-24: a card, in secret or in turn."""
    return Asked.CARD_IN_TURN if state.open_play else Asked.CARD_IN_SECRET


def obvious(state: State, seat: int) -> bool:
    """G-4: everybody can count that this is the last card of the hand."""
    return count(state.held[seat]) == 1


def forbids(state: State, seat: int, option: int) -> str:
    """The clause a choice breaks: there is no such card (LU-1), it is not in the hand (LU-8)."""
    return "LU-8" if has(ALL_CARDS, option) else "LU-1"
