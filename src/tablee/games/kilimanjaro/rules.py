"""The rules of Kilimanjaro, in the order of the rule book. KI-1 to KI-3 are parts.py."""

from tablee.games.kilimanjaro.parts import (
    BANANA,
    CAMP,
    CARDS,
    COPIES,
    COUNTER_KINDS,
    COUNTERS,
    COUNTERS_OF,
    HAND,
    LION,
    SEATS,
    STACKS,
    VILLAGES_APART,
    distance_of,
    village_behind,
)
from tablee.games.kilimanjaro.state import (
    ALL_STACKS,
    FIRST_COPIES,
    GO,
    HALF,
    OFFERS,
    OPEN_HIGH,
    OPEN_LOW,
    OPTIONS,
    PLACE,
    STAY,
    SWAP,
    THREE_STACKS,
    Asked,
    State,
    Told,
)
from tablee.kernel.chance import Chance, below, shuffle
from tablee.kernel.events import Events, tell
from tablee.kernel.offers import offer, offer_all
from tablee.kernel.seats import left_of
from tablee.kernel.sets import has, lowest

__all__ = ["OFFERS", "OPTIONS", "SEATS", "Asked", "State", "Told"]


# Set-up


def deal(state: State, chance: Chance) -> None:
    """KI-4, KI-6: the dealer by lot; the counters and the cards are shuffled."""
    state.dealer = below(chance, state.seats)
    number = 0
    for kind in range(COUNTER_KINDS):
        for _ in range(COUNTERS_OF[kind]):
            state.counters[number] = kind
            number += 1
    shuffle(state.counters, chance)
    for place in range(CARDS):
        state.pile[place] = place // COPIES
    shuffle(state.pile, chance)
    ready(state)


def ready(state: State) -> None:
    """KI-6: all is shuffled; the dealer's left neighbour places the first counter."""
    state.free[0] = OPEN_LOW
    state.free[1] = OPEN_HIGH
    state.turn = owner(state, 0)


def owner(state: State, number: int) -> int:
    """KI-4: counters are dealt one by one from the dealer's left; the first of 3 players gets 6."""
    return (state.dealer + 1 + number) % state.seats


def own_next(state: State, seat: int) -> int:
    """The first of the counters this seat is yet to place; the others follow `seats` apart."""
    return state.placed + (seat - owner(state, state.placed)) % state.seats


def kinds_left(state: State) -> int:
    """KI-4: the kinds of counters that the player whose turn it is has yet to place."""
    kinds = 0
    number = state.placed
    while number < COUNTERS:
        kinds |= 1 << state.counters[number]
        number += state.seats
    return kinds


def place_counter(state: State, seat: int, kind: int, space: int, events: Events) -> None:
    """KI-5: one counter goes face down on a space; when all lie, the cards are dealt."""
    number = state.placed
    while state.counters[number] != kind:
        number += state.seats
    state.counters[number] = state.counters[state.placed]
    state.counters[state.placed] = kind
    state.placed += 1
    state.track[space] = state.placed
    for near in range(space - 1, space + 2):
        state.free[near // HALF] &= ~(1 << near % HALF)
    tell(events, Told.PLACES, seat, space)
    if state.placed == COUNTERS:
        lay_out_cards(state, events)
    else:
        state.turn = left_of(seat, state.seats)


def lay_out_cards(state: State, events: Events) -> None:
    """KI-6: three cards before each player, three in each hand; the dealer's left one starts."""
    for seat in range(state.seats):
        for stack in range(STACKS):
            lay(state, seat, stack, take_from_pile(state))
        tops = state.tops[seat]
        tell(events, Told.LAYS_OUT, seat, tops[0], tops[1], tops[2])
    for seat in range(state.seats):
        for _ in range(HAND):
            draw(state, seat)
    state.turn = owner(state, 0)
    state.asked = Asked.CARD


def take_from_pile(state: State) -> int:
    """The top card leaves the pile, and no trace of it stays there."""
    card = state.pile[state.drawn]
    state.pile[state.drawn] = 0
    state.drawn += 1
    return card


def lay(state: State, seat: int, stack: int, card: int) -> None:
    """A card lies face up on a stack: all have seen it, and it covers what lay there."""
    state.tops[seat][stack] = card
    state.seen[card] += 1


def draw(state: State, seat: int) -> None:
    """The top card of the pile goes into the hand."""
    card = 1 << COPIES * take_from_pile(state)
    state.hands[seat] |= card | (state.hands[seat] & card) << 1


def leave_hand(state: State, seat: int, kind: int) -> None:
    """One card of this kind leaves the hand, the second one first."""
    card = 1 << COPIES * kind
    second = state.hands[seat] & card << 1
    state.hands[seat] &= ~(second if second else card)


# What a seat may choose


def owes(state: State) -> int:
    """KI-5, KI-10: one player after another, clockwise."""
    return 0 if state.over else 1 << state.turn


def options(state: State, seat: int, offers: list[int]) -> None:
    """What the question of the moment allows."""
    if state.asked == Asked.COUNTER:
        offer_counters(state, offers)
    elif state.asked == Asked.CARD:
        offer_cards(state, seat, offers)
    elif state.asked == Asked.BANANA:
        offer(offers, GO)
        offer(offers, STAY)
    else:
        offer_opponents(state, seat, offers)


def offer_counters(state: State, offers: list[int]) -> None:
    """KI-5: each kind of counter the player has left, on any free space."""
    kinds = kinds_left(state)
    for kind in range(COUNTER_KINDS):
        if has(kinds, kind):
            first = PLACE + kind * CAMP
            offer_all(offers, first, state.free[0])
            offer_all(offers, first + HALF, state.free[1])


def offer_cards(state: State, seat: int, offers: list[int]) -> None:
    """KI-7: each kind of card in the hand, on any own stack or one of a player ahead."""
    within_reach = 0
    for other in range(state.seats):
        if other == seat or is_ahead(state, other, seat):
            within_reach |= THREE_STACKS << other * STACKS
    hand = state.hands[seat] & FIRST_COPIES
    while hand:
        kind = lowest(hand) // COPIES
        offer_all(offers, kind * ALL_STACKS, within_reach)
        hand &= hand - 1


def is_ahead(state: State, other: int, seat: int) -> bool:
    """KI-7: equal is not ahead."""
    return state.position[other] > state.position[seat]


def offer_opponents(state: State, seat: int, offers: list[int]) -> None:
    """KI-14: any opponent, or nobody. KI-15: with the gentle exchange, one must be named."""
    if not state.gentle_exchange:
        offer(offers, STAY)
    for other in range(state.seats):
        if other != seat:
            offer(offers, SWAP + other)


# A turn


def resolve(state: State, choices: list[int], events: Events) -> None:
    """A counter is placed; or a card is played, the pawn moves, and a counter may ask for more."""
    seat = state.turn
    choice = choices[seat]
    asked = state.asked
    if asked == Asked.COUNTER:
        kind, space = (choice - PLACE) // CAMP, (choice - PLACE) % CAMP
        place_counter(state, seat, kind, space, events)
        return
    state.asked = Asked.CARD
    if asked == Asked.CARD:
        play_card(state, seat, choice, events)
        move(state, seat, distance(state, seat), events)
    elif asked == Asked.BANANA:
        eat_or_stay(state, seat, choice, events)
    else:
        use_or_leave_exchange(state, seat, choice, events)
    if state.asked == Asked.CARD and not state.over:
        end_turn(state, seat, events)


def play_card(state: State, seat: int, choice: int, events: Events) -> None:
    """KI-7: one hand card face up on top of a stack."""
    card = choice // ALL_STACKS
    other, stack = choice % ALL_STACKS // STACKS, choice % STACKS
    covered = state.tops[other][stack]
    leave_hand(state, seat, card)
    lay(state, other, stack, card)
    if other == seat:
        tell(events, Told.PLAYS, seat, card, stack, covered)
    else:
        tell(events, Told.COVERS, seat, card, other, stack, covered)


def distance(state: State, seat: int) -> int:
    """KI-8: only the top cards count."""
    return distance_of(state.tops[seat][0], state.tops[seat][1], state.tops[seat][2])


def move(state: State, seat: int, spaces: int, events: Events) -> None:
    """KI-9: exactly that many spaces. KI-16: at the camp or past it, the game is won at once."""
    here = state.position[seat]
    space = min(here + spaces, CAMP)
    state.position[seat] = space
    state.stride = spaces
    tell(events, Told.MOVES, seat, space - here, space)
    if space == CAMP:
        state.over = 1
        tell(events, Told.ARRIVES, seat)
    elif state.track[space] > 0:
        meet_counter(state, seat, state.track[space] - 1, events)


def end_turn(state: State, seat: int, events: Events) -> None:
    """KI-10: a card is drawn, if there is one, and the next player's turn begins."""
    if state.drawn < CARDS:
        draw(state, seat)
        tell(events, Told.DRAWS, seat, CARDS - state.drawn)
    state.turn = left_of(seat, state.seats)
    # KI-17: by count, nobody is due without a card before all have played their last.
    if state.hands[state.turn] == 0:
        state.over = 1
        tell(events, Told.CARDS_OUT)


# Counters


def meet_counter(state: State, seat: int, number: int, events: Events) -> None:
    """KI-11: the counter at the end of a move is turned up, and does what it says."""
    kind = state.counters[number]
    if has(state.turned, number):
        tell(events, Told.MEETS, seat, kind)
    else:
        state.turned |= 1 << number
        tell(events, Told.TURNS_UP, seat, kind)
    if kind == BANANA:
        state.asked = Asked.BANANA
    elif kind == LION:
        flee(state, seat, events)
    elif state.gentle_exchange:
        state.asked = Asked.GENTLE_EXCHANGE
    else:
        state.asked = Asked.EXCHANGE


def eat_or_stay(state: State, seat: int, choice: int, events: Events) -> None:
    """KI-12: a banana lets the move that led to it be made once more, with all that follows."""
    if choice == GO:
        move(state, seat, state.stride, events)
    else:
        tell(events, Told.STAYS, seat)


def flee(state: State, seat: int, events: Events) -> None:
    """KI-13: from a lion, back to the nearest village behind."""
    state.position[seat] = village_behind(state.position[seat])
    tell(events, Told.FLEES, seat, state.position[seat] // VILLAGES_APART)


def use_or_leave_exchange(state: State, seat: int, choice: int, events: Events) -> None:
    """KI-11, KI-14: an exchange is removed once used; unused it stays, face up."""
    if choice == STAY:
        tell(events, Told.LEAVES, seat)
        return
    state.track[state.position[seat]] = 0
    if state.gentle_exchange:
        send_back(state, seat, choice - SWAP, events)
    else:
        change_places(state, seat, choice - SWAP, events)


def change_places(state: State, seat: int, other: int, events: Events) -> None:
    """KI-14: two expeditions change places; that is no move and meets no counter."""
    space = state.position[other]
    state.position[other] = state.position[seat]
    state.position[seat] = space
    tell(events, Told.SWAPS, seat, other, space, state.position[other])


def send_back(state: State, seat: int, other: int, events: Events) -> None:
    """KI-15: the opponent goes back to the nearest village behind, or stays in the one it is in."""
    village = village_behind(state.position[other])
    if village == state.position[other]:
        tell(events, Told.IS_SAFE, seat, other)
    else:
        state.position[other] = village
        tell(events, Told.SENDS_BACK, seat, other, village // VILLAGES_APART)


# End


def score(state: State, seat: int) -> int:
    """KI-16: the space reached, at most 100."""
    return state.position[seat]


def winners(state: State) -> int:
    """KI-16, KI-17: the furthest along, of equals by KI-18; a tie that remains is shared (G-2)."""
    best = 0
    for seat in range(state.seats):
        best = max(best, reach(state, seat))
    result = 0
    for seat in range(state.seats):
        if reach(state, seat) == best:
            result |= 1 << seat
    return result


def reach(state: State, seat: int) -> int:
    """KI-18: the space reached decides, then how far the next move would go."""
    return state.position[seat] * CAMP + distance(state, seat)


# What is asked, and why a choice is refused


def asks(state: State) -> int:
    """The question of the moment."""
    return state.asked


def obvious(state: State, seat: int) -> bool:
    """G-4: only a gentle exchange between two players leaves one option, and all can see it."""
    return state.asked == Asked.GENTLE_EXCHANGE and state.seats == 2


def forbids(state: State, seat: int, option: int) -> str:
    """The clause an impossible choice breaks: KI-4 no such counter, else that of the question."""
    if state.asked == Asked.COUNTER and PLACE <= option < GO:
        return "KI-5" if has(kinds_left(state), (option - PLACE) // CAMP) else "KI-4"
    return ("KI-5", "KI-7", "KI-12", "KI-14", "KI-15")[state.asked]
