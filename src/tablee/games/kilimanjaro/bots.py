"""How players of Kilimanjaro judge what they may choose, in spaces; compiled as the rules are."""

from collections.abc import Sequence

from tablee.games.kilimanjaro.parts import (
    BANANA,
    CAMP,
    CARDS,
    COPIES,
    COUNTERS,
    COUNTERS_OF,
    LION,
    STACKS,
    TYPE_OF,
    TYPES,
    VALUE_OF,
    VILLAGES_APART,
    distance_of,
    village_behind,
)
from tablee.games.kilimanjaro.rules import distance
from tablee.games.kilimanjaro.state import (
    ALL_STACKS,
    GO,
    PLACE,
    STAY,
    SWAP,
    Asked,
    State,
)
from tablee.games.kilimanjaro.view import is_hidden
from tablee.kernel.offers import how_many, option_at
from tablee.kernel.sets import count, lowest

# What a character is: how much it fears the unknown, hurries, and hinders others (per cent).
Character = Sequence[int]
CAUTION = 0
GREED = 1
SPITE = 2
TRAITS = 3
CHARACTERS = {
    "even": (0, 0, 0),
    "cautious": (100, 0, 0),
    "greedy": (0, 100, 0),
    "spiteful": (0, 0, 100),
}

# What things are worth, in spaces on the home stretch. Tuned by many games against itself, against
# an older heuristic and against random players. A race is won late: those in front are held up.
WIN = 60.0  # the camp, beyond its space
EARLY = 0.2  # a space at the start of the race
HURRY = 0.3  # what it is worth more to a greedy player
PROGRESS = 0.3  # what it is worth more at the end
LATE = 1.0  # what it is worth more on the home stretch
HOME_STRETCH = 70.0  # where that begins
NEXT_MOVE = 0.1  # a space I could move next turn, at the start of the race
NEXT_LATE = 0.5  # what it is worth more at the end
KEEP = 0.5  # a card kept in the hand, for each point of its value
AHEAD = 4.0  # a player behind me at the end; at the start they cost, for they cover my cards
BIDE = 0.4  # how much of the race is over when being ahead begins to be good
SPOIL = 0.4  # a space that a player ahead will move less
THREAT = 5.0  # stopping somebody who would arrive
FALL = 0.5  # a space that an opponent falls back by an exchange
LION_STEPS = 16  # so far from the village behind, every space is good enough for a lion
LURKING = 2.0  # how much likelier than by lot a counter hidden there is a lion
ELSEWHERE = 0.6  # how much likelier than by lot a counter hidden anywhere else is one
MIDDLING = 4  # the value of a card that nobody knows


def rate(
    state: State, seat: int, character: Character, offers: list[int], rates: list[float]
) -> None:
    """How many spaces each offered option promises, as this character sees it."""
    if state.asked == Asked.CARD:
        rate_cards(state, seat, character, offers, rates)
    else:
        for place in range(how_many(offers)):
            rates[place] = rate_option(state, seat, character, option_at(offers, place))


def rate_option(state: State, seat: int, character: Character, option: int) -> float:
    """How many spaces one option promises, as `rate` says of all of them."""
    if option < PLACE:
        hidden, played = hidden_from(state, seat), progress(state)
        if option % ALL_STACKS // STACKS == seat:
            return rate_card(state, seat, character, option, hidden, played)
        worth = rate_card(state, seat, character, option, hidden, played)
        return worth + hindrance(state, character, option)
    if option < GO:
        return rate_counter(character, option)
    return rate_answer(state, seat, character, option)


# Counters


def rate_counter(character: Character, option: int) -> float:
    """Lions go where they cost most; I shall remember them, the others will not see them."""
    kind, space = (option - PLACE) // CAMP, (option - PLACE) % CAMP
    if kind != LION:
        return 0.0
    steps = min(space % VILLAGES_APART, LION_STEPS)
    return steps * (1.0 + (character[SPITE] - character[CAUTION]) / 100)


# Cards


def rate_cards(
    state: State, seat: int, character: Character, offers: list[int], rates: list[float]
) -> None:
    """Every card on every stack; what options have in common is worked out once."""
    hidden, played = hidden_from(state, seat), progress(state)
    kind = -1
    passing = 0.0
    for place in range(how_many(offers)):
        option = option_at(offers, place)
        if option % ALL_STACKS // STACKS == seat:
            rates[place] = rate_card(state, seat, character, option, hidden, played)
        else:
            if option // ALL_STACKS != kind:
                kind = option // ALL_STACKS
                passing = rate_card(state, seat, character, option, hidden, played)
            rates[place] = passing + hindrance(state, character, option)


def rate_card(
    state: State,
    seat: int,
    character: Character,
    option: int,
    hidden: tuple[int, int, int],
    played: float,
) -> float:
    """What I gain by playing this card: where the move ends, and what I have for the next ones."""
    first, second, third = stacks_after(state, seat, option)
    here = state.position[seat]
    stride = distance_of(first, second, third)
    end = landing(state, seat, character, here + stride, stride, hidden)
    worth = (EARLY + HURRY * character[GREED] / 100 + PROGRESS * played) * (end - here)
    worth += LATE * (max(end, HOME_STRETCH) - max(here, HOME_STRETCH))
    rest = without(state.hands[seat], option // ALL_STACKS)
    if rest:
        worth += (NEXT_MOVE + NEXT_LATE * played) * best_next(first, second, third, rest)
        worth += KEEP * values(rest) * (1.0 + (character[CAUTION] - character[GREED]) / 150)
        worth += AHEAD * (played - BIDE) * players_behind(state, seat, end)
    return worth


def stacks_after(state: State, whose: int, option: int) -> tuple[int, int, int]:
    """The top cards of a player when this card has been played."""
    kind, place = option // ALL_STACKS, option % ALL_STACKS - STACKS * whose
    tops = state.tops[whose]
    return (
        kind if place == 0 else tops[0],
        kind if place == 1 else tops[1],
        kind if place == 2 else tops[2],
    )


def progress(state: State) -> float:
    """How much of the race is over, as the cards played tell: 0 at first, 1 in the end."""
    left = CARDS - state.drawn
    for seat in range(state.seats):
        left += count(state.hands[seat])
    return 1.0 - left / (CARDS - STACKS * state.seats)


def without(hand: int, kind: int) -> int:
    """What is left of a hand when a card of this kind has been played."""
    second = 1 << COPIES * kind + 1
    return hand & ~second if hand & second else hand & ~(second >> 1)


def values(cards: int) -> int:
    """The values of these cards together."""
    total = 0
    while cards:
        total += VALUE_OF[lowest(cards) // COPIES]
        cards &= cards - 1
    return total


def players_behind(state: State, seat: int, space: float) -> int:
    """How many opponents are behind this space; they could cover my cards."""
    many = 0
    for other in range(state.seats):
        if other != seat and state.position[other] < space:
            many += 1
    return many


def best_next(first: int, second: int, third: int, rest: int) -> int:
    """The longest move that one more card on these stacks would allow."""
    best = 0
    while rest:
        card = lowest(rest) // COPIES
        best = max(
            best,
            distance_of(card, second, third),
            distance_of(first, card, third),
            distance_of(first, second, card),
        )
        rest &= rest - 1
    return best


def hindrance(state: State, character: Character, option: int) -> float:
    """What it is worth to lay this card on a stack of a player ahead."""
    other = option % ALL_STACKS // STACKS
    tops = state.tops[other]
    first, second, third = stacks_after(state, other, option)
    loss = outlook(tops[0], tops[1], tops[2]) - outlook(first, second, third)
    worth = SPOIL * loss * malice(character)
    here = state.position[other]
    if here + distance(state, other) >= CAMP > here + distance_of(first, second, third):
        worth += THREAT
    return worth


def malice(character: Character) -> float:
    """How many times as much as an even player this one cares for what others lose."""
    return 1.0 + character[SPITE] / 40 - character[GREED] / 125


def outlook(first: int, second: int, third: int) -> float:
    """How far these stacks lead with one more card of middling value, any type as likely."""
    one, two, three = VALUE_OF[first], VALUE_OF[second], VALUE_OF[third]
    if TYPE_OF[first] == TYPE_OF[second]:
        if TYPE_OF[second] == TYPE_OF[third]:
            return one + two + three - min(one, two, three) + MIDDLING / TYPES
        return outlook_of_pair(one + two, three)
    if TYPE_OF[first] == TYPE_OF[third]:
        return outlook_of_pair(one + three, two)
    if TYPE_OF[second] == TYPE_OF[third]:
        return outlook_of_pair(two + three, one)
    most = max(one, two, three, MIDDLING)
    together = max(one + MIDDLING, most) + max(two + MIDDLING, most) + max(three + MIDDLING, most)
    return (together + most) / TYPES


def outlook_of_pair(pair: int, single: int) -> float:
    """The same with two cards of one type and a third of another."""
    most = max(pair, single, MIDDLING)
    return (max(pair + MIDDLING, most) + max(single + MIDDLING, most) + 2 * most) / TYPES


# The track


def hidden_from(state: State, seat: int) -> tuple[int, int, int]:
    """How many bananas, lions and exchanges are hidden from this seat."""
    known = state.turned
    number = (seat - state.dealer - 1) % state.seats
    while number < COUNTERS:
        known |= 1 << number
        number += state.seats
    bananas, lions, exchanges = COUNTERS_OF
    while known:
        kind = state.counters[lowest(known)]
        if kind == BANANA:
            bananas -= 1
        elif kind == LION:
            lions -= 1
        else:
            exchanges -= 1
        known &= known - 1
    return bananas, lions, exchanges


def landing(
    state: State,
    seat: int,
    character: Character,
    space: int,
    stride: int,
    hidden: tuple[int, int, int],
) -> float:
    """Where a move to this space is likely to lead, with the counters that lie on its way."""
    bananas, lions, exchanges = hidden
    reach = space
    while reach < CAMP and may_be_banana(state, seat, reach):
        reach += stride
    if reach >= CAMP:
        worth = CAMP + WIN
    elif state.track[reach] == 0:
        worth = reach * 1.0
    elif state.counters[state.track[reach] - 1] == LION:
        worth = village_behind(reach) * 1.0
    else:
        worth = best_exchange(state, seat, character, reach)
    while reach > space:
        reach -= stride
        onward = max(reach * 1.0, worth)
        if is_hidden(state, seat, state.track[reach] - 1):
            village = village_behind(reach)
            likely = LURKING if reach - village >= LION_STEPS else ELSEWHERE
            danger = lions * likely * (1.0 + character[CAUTION] / 25)
            luck = bananas * (1.0 + character[GREED] / 100)
            worth = (
                luck * onward
                + danger * village
                + exchanges * best_exchange(state, seat, character, reach)
            ) / (luck + danger + exchanges)
        else:
            worth = onward
    return worth


def may_be_banana(state: State, seat: int, space: int) -> bool:
    """Whether, for all this seat knows, a banana lies on the space."""
    number = state.track[space] - 1
    if number < 0:
        return False
    return is_hidden(state, seat, number) or state.counters[number] == BANANA


def best_exchange(state: State, seat: int, character: Character, space: int) -> float:
    """What an exchange on this space is worth, if the best is made of it."""
    best = space * 1.0
    for other in range(state.seats):
        if other != seat:
            best = max(best, exchange(state, character, other, space))
    return best


def exchange(state: State, character: Character, other: int, space: int) -> float:
    """Where an exchange with this opponent leads."""
    fall = FALL * malice(character)
    place = state.position[other]
    if state.gentle_exchange:
        return space + fall * (place - village_behind(place))
    return place + fall * (place - space)


def rate_answer(state: State, seat: int, character: Character, option: int) -> float:
    """On a banana or an exchange: stay, go on, or name somebody."""
    here = state.position[seat]
    if option == STAY:
        return 0.0
    if option == GO:
        hidden = hidden_from(state, seat)
        return landing(state, seat, character, here + state.stride, state.stride, hidden) - here
    return exchange(state, character, option - SWAP, here) - here


# Search


def horizon(state: State) -> int:
    """Playouts go on to the end of the race: it is short, and only arriving first counts."""
    return state.over


def standing(state: State, seat: int) -> float:
    """The space reached, and how far the cards on the stacks lead next; at most the camp."""
    here = float(state.position[seat])
    if state.over or state.placed < COUNTERS:
        return here
    return min(here + distance(state, seat), float(CAMP))
