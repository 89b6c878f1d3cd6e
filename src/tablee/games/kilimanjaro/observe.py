"""Numbers for learners: what a seat of Kilimanjaro knows, and what an option would do.

All numbers are zero at first; each group is written from a place on.
"""

from tablee.games.kilimanjaro.bots import (
    best_next,
    hidden_from,
    rate_option,
    stacks_after,
    without,
)
from tablee.games.kilimanjaro.parts import (
    BANANA,
    CAMP,
    CARDS,
    COPIES,
    COUNTER_KINDS,
    COUNTERS,
    EXCHANGE,
    KINDS,
    LION,
    SEATS,
    STACKS,
    TYPE_OF,
    TYPES,
    VALUE_OF,
    VILLAGES_APART,
    distance_of,
    village_behind,
)
from tablee.games.kilimanjaro.rules import distance, own_next, owner
from tablee.games.kilimanjaro.state import (
    ALL_STACKS,
    GO,
    PLACE,
    STAY,
    SWAP,
    Asked,
    State,
)
from tablee.games.kilimanjaro.view import is_hidden, unseen
from tablee.kernel.seats import around
from tablee.kernel.sets import count, has

QUESTIONS = len(Asked)
NEAR = 20  # no move is longer: two sevens and a six of one type
PAIRS = CAMP // 2  # two neighbouring spaces never both hold a counter
EVEN = (0, 0, 0)
MOST = 127

# The groups of `observe`, in their order
TABLE = 2 + QUESTIONS + 2 * SEATS + 3
PLAYER = 4 + STACKS * TYPES
HAND_AND_UNSEEN = 2 * KINDS
OWN_COUNTERS = 2 * COUNTER_KINDS
NEAR_TRACK = 3 * NEAR
SIGHT = TABLE + SEATS * PLAYER + HAND_AND_UNSEEN + OWN_COUNTERS + NEAR_TRACK + PAIRS
# The groups of `effect`, and where each begins
PLAYED = TYPES + 4
HIT = SEATS - 1 + TYPES + 5
LANDS = 9
PLACED = COUNTER_KINDS + 3
ANSWERED = 4
PLAYED_AT = QUESTIONS
HIT_AT = PLAYED_AT + PLAYED
LANDS_AT = HIT_AT + HIT
PLACED_AT = LANDS_AT + LANDS
ANSWERED_AT = PLACED_AT + PLACED
RATING_AT = ANSWERED_AT + ANSWERED
EFFECT = RATING_AT + 2


def observe(state: State, seat: int, numbers: list[int]) -> None:
    """What this seat knows: itself first, then the others clockwise; absent seats are all zero."""
    at = see_table(state, seat, numbers, 0)
    for step in range(SEATS):
        at = see_player(state, seat, step, numbers, at)
    at = see_cards(state, seat, numbers, at)
    at = see_own_counters(state, seat, numbers, at)
    at = see_near_track(state, seat, numbers, at)
    see_whole_track(state, seat, numbers, at)


def see_table(state: State, seat: int, numbers: list[int], at: int) -> int:
    """The kind of table, the question, who deals and whose turn it is, how far the game is."""
    numbers[at] = state.seats
    numbers[at + 1] = state.gentle_exchange
    at += 2
    numbers[at + state.asked] = 1
    at += QUESTIONS
    numbers[at + (state.dealer - seat) % state.seats] = 1
    at += SEATS
    if not state.over:
        numbers[at + (state.turn - seat) % state.seats] = 1
    at += SEATS
    numbers[at] = CARDS - state.drawn
    numbers[at + 1] = COUNTERS - state.placed
    numbers[at + 2] = state.stride if state.asked >= Asked.BANANA else 0
    return at + 3


def see_player(state: State, seat: int, step: int, numbers: list[int], at: int) -> int:
    """A player so many steps clockwise: where it stands, its cards, each stack by type."""
    end = at + PLAYER
    if step >= state.seats:
        return end
    other = around(seat + step, state.seats)
    dealt = state.placed == COUNTERS
    numbers[at] = state.position[other]
    numbers[at + 1] = state.position[other] - state.position[seat]
    numbers[at + 3] = count(state.hands[other])
    if dealt:
        numbers[at + 2] = distance(state, other)
        for stack in range(STACKS):
            see_card(state.tops[other][stack], numbers, at + 4 + stack * TYPES)
    return end


def see_card(kind: int, numbers: list[int], at: int) -> int:
    """A card: its value at the place of its type."""
    numbers[at + TYPE_OF[kind]] = VALUE_OF[kind]
    return at + TYPES


def see_cards(state: State, seat: int, numbers: list[int], at: int) -> int:
    """The hand, and the cards that may come, by kind."""
    for kind in range(KINDS):
        first = COPIES * kind
        hand = state.hands[seat]
        numbers[at + kind] = has(hand, first) + has(hand, first + 1)
        numbers[at + KINDS + kind] = unseen(state, seat, kind)
    return at + 2 * KINDS


def see_own_counters(state: State, seat: int, numbers: list[int], at: int) -> int:
    """The counters this seat has yet to place, and those hidden from it, by kind."""
    for number in range(own_next(state, seat), COUNTERS, state.seats):
        numbers[at + state.counters[number]] += 1
    bananas, lions, exchanges = hidden_from(state, seat)
    numbers[at + COUNTER_KINDS + BANANA] = bananas
    numbers[at + COUNTER_KINDS + LION] = lions
    numbers[at + COUNTER_KINDS + EXCHANGE] = exchanges
    return at + 2 * COUNTER_KINDS


def see_near_track(state: State, seat: int, numbers: list[int], at: int) -> int:
    """The spaces a move may reach: a banana, what a lion costs, a hidden counter (2: exchange)."""
    here = state.position[seat]
    for step in range(min(NEAR, CAMP - 1 - here)):
        space = here + 1 + step
        number = state.track[space] - 1
        if number >= 0:
            place = at + 3 * step
            kind = state.counters[number]
            if is_hidden(state, seat, number):
                numbers[place + 2] = 1
            elif kind == BANANA:
                numbers[place] = 1
            elif kind == LION:
                numbers[place + 1] = space - village_behind(space)
            else:
                numbers[place + 2] = 2
    return at + NEAR_TRACK


def see_whole_track(state: State, seat: int, numbers: list[int], at: int) -> int:
    """Each pair of spaces: which holds a counter (sign), of what kind as far as known, whose."""
    for pair in range(PAIRS):
        low, high = state.track[2 * pair + 1], state.track[2 * pair + 2]
        if low > 0:
            numbers[at + pair] = look(state, seat, low - 1)
        elif high > 0:
            numbers[at + pair] = -look(state, seat, high - 1)
    return at + PAIRS


def look(state: State, seat: int, number: int) -> int:
    """A counter in a number: whose (1 to 4), plus 4 by kind if known, plus 12 if face up."""
    whose = 1 + (owner(state, number) - seat) % state.seats
    if is_hidden(state, seat, number):
        return whose
    return whose + 4 * (1 + state.counters[number]) + (12 if has(state.turned, number) else 0)


def effect(state: State, seat: int, option: int, numbers: list[int]) -> None:
    """What this option would do."""
    numbers[state.asked] = 1
    if option < PLACE:
        play_of(state, seat, option, numbers)
    elif option < GO:
        placing_of(option, numbers)
    else:
        answer_of(state, seat, option, numbers)
    rating = rate_option(state, seat, EVEN, option)
    numbers[RATING_AT] = clipped(rating)
    numbers[RATING_AT + 1] = clipped(8 * rating)


def play_of(state: State, seat: int, option: int, numbers: list[int]) -> None:
    """The card played: itself, its stack, the distance it gives me now, and could next time."""
    kind, whose = option // ALL_STACKS, option % ALL_STACKS // STACKS
    at = see_card(kind, numbers, PLAYED_AT)
    numbers[at] = option % STACKS
    rest = without(state.hands[seat], kind)
    first, second, third = stacks_after(state, seat, option)
    stride = distance_of(first, second, third)
    numbers[at + 1] = stride
    numbers[at + 2] = stride - distance(state, seat)
    numbers[at + 3] = best_next(first, second, third, rest)
    see_card(state.tops[whose][option % STACKS], numbers, HIT_AT + SEATS - 1)
    if whose != seat:
        hit(state, seat, whose, numbers)
        hinder(state, whose, option, numbers)
    land(state, seat, stride, numbers)


def hit(state: State, seat: int, other: int, numbers: list[int]) -> None:
    """The opponent whose stack is covered or who is named: which, how far, how fast, in front."""
    numbers[HIT_AT + (other - seat) % state.seats - 1] = 1
    at = HIT_AT + SEATS - 1 + TYPES
    here = state.position[other]
    numbers[at] = here - state.position[seat]
    numbers[at + 1] = distance(state, other)
    numbers[at + 4] = 1 if here == furthest(state) else 0


def hinder(state: State, other: int, option: int, numbers: list[int]) -> None:
    """The distance an opponent loses by a card, and whether that keeps it from the camp."""
    at = HIT_AT + SEATS - 1 + TYPES
    here, speed = state.position[other], distance(state, other)
    first, second, third = stacks_after(state, other, option)
    slower = distance_of(first, second, third)
    numbers[at + 2] = speed - slower
    numbers[at + 3] = 1 if here + speed >= CAMP > here + slower else 0


def furthest(state: State) -> int:
    """The space of whoever is in front."""
    most = 0
    for seat in range(state.seats):
        most = max(most, state.position[seat])
    return most


def land(state: State, seat: int, stride: int, numbers: list[int]) -> None:
    """Where a move ends: at the camp, on which counter, what a lion there costs, who is behind."""
    at = LANDS_AT
    space = min(state.position[seat] + stride, CAMP)
    numbers[at] = stride
    numbers[at + 1] = 1 if space == CAMP else 0
    numbers[at + 2] = space % VILLAGES_APART
    for other in range(state.seats):
        if state.position[other] < space:
            numbers[at + 3] += 1
    number = state.track[space] - 1
    if number >= 0:
        if is_hidden(state, seat, number):
            numbers[at + 4] = 1
        else:
            numbers[at + 5 + state.counters[number]] = 1
        numbers[at + 8] = space - village_behind(space)


def placing_of(option: int, numbers: list[int]) -> None:
    """A counter placed: its kind, the village behind, how far behind that is, the whole way."""
    kind, space = (option - PLACE) // CAMP, (option - PLACE) % CAMP
    numbers[PLACED_AT + kind] = 1
    at = PLACED_AT + COUNTER_KINDS
    numbers[at] = space // VILLAGES_APART
    numbers[at + 1] = space % VILLAGES_APART
    numbers[at + 2] = space


def answer_of(state: State, seat: int, option: int, numbers: list[int]) -> None:
    """An answer to a counter: going on, staying, or what I and another gain by an exchange."""
    at = ANSWERED_AT
    if option == GO:
        numbers[at] = 1
        land(state, seat, state.stride, numbers)
    elif option == STAY:
        numbers[at + 1] = 1
    else:
        other = option - SWAP
        hit(state, seat, other, numbers)
        there = state.position[other]
        if state.gentle_exchange:
            numbers[at + 3] = village_behind(there) - there
        else:
            numbers[at + 2] = there - state.position[seat]
            numbers[at + 3] = state.position[seat] - there


def clipped(amount: float) -> int:
    """A whole number within the range of a learner's input."""
    if -MOST <= amount <= MOST:
        return int(amount)
    return MOST if amount > 0 else -MOST
