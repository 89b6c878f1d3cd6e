"""What a seat of Lifeboats knows and what its options would do, as numbers for a learner.

Seats and boats are counted from the one who looks, clockwise, the black boat last; absent ones are
all zero, as all numbers are at first. Each group is written from a place on and returns the next
free one.
"""

from tablee.games.lifeboats.ballots import change, lost_overboard, weight_aboard
from tablee.games.lifeboats.bots import EVEN, crewed
from tablee.games.lifeboats.interest import interest, leader
from tablee.games.lifeboats.outcome import score
from tablee.games.lifeboats.parts import (
    BLACK,
    BOATS,
    LANES,
    ROWS,
    SEATS,
    SEATS_ABOARD,
    SHIP,
    WATER,
    island_of,
)
from tablee.games.lifeboats.stakes import (
    OFFICER_EXTRA,
    landing,
    points_aboard,
    sailor_points,
)
from tablee.games.lifeboats.state import (
    HAT,
    LANE,
    NONE,
    OFFICER_IN,
    VOTES,
    By,
    Phase,
    State,
    boat_of,
    free_seats,
    place_of,
)
from tablee.kernel.seats import around
from tablee.kernel.sets import has

FEWEST = 3  # players
ISLANDS = 3
PHASES = 8
WAYS = 4  # that a vote is settled

TABLE = SEATS - FEWEST + 1 + 1 + PHASES + WAYS + SEATS + 2
PLAYER = 6
BOAT = 12
CREW = 2 * SEATS
VOTE = SEATS + 4
SIGHT = TABLE + SEATS * PLAYER + BOATS * (BOAT + CREW) + VOTES * VOTE

QUESTION = PHASES + 3
NAMED = BOATS + 1
FATE = 8
STAKE = 9
SWIM = 2
VICTIM = 6
EFFECT = QUESTION + NAMED + FATE + STAKE + SWIM + VICTIM

LIKELIHOOD = 16  # steps of a chance
GAIN = 4  # steps of a point
MOST = 127


def observe(state: State, seat: int, numbers: list[int]) -> None:
    """All that lies on the table, as this seat sees it."""
    at = observe_table(state, seat, numbers, 0)
    for place in range(SEATS):
        at = observe_player(state, seat, place, numbers, at)
    for place in range(BOATS):
        boat = boat_at(state, seat, place)
        at = observe_boat(state, boat, numbers, at)
        at = observe_crew(state, seat, boat, numbers, at)
    for vote in range(VOTES):
        at = observe_vote(state, seat, vote, numbers, at)


# From where a seat looks


def seat_at(state: State, seat: int, place: int) -> int:
    """The seat so many places to the left; NONE if there are fewer."""
    return around(seat + place, state.seats) if place < state.seats else NONE


def place_from(state: State, seat: int, other: int) -> int:
    """How many places to the left another seat is."""
    return around(other + state.seats - seat, state.seats)


def boat_at(state: State, seat: int, place: int) -> int:
    """The boat of the seat so many places to the left, last the black one; NONE if not at sea."""
    boat = BLACK if place == BLACK else seat_at(state, seat, place)
    return boat if boat != NONE and state.lane[boat] else NONE


def colour_from(state: State, seat: int, colour: int) -> int:
    """A colour, counted from this seat."""
    return BLACK if colour == BLACK else place_from(state, seat, colour)


def ballot_from(state: State, seat: int, ballot: int) -> int:
    """What a ballot or decision says, counted from this seat and from 1: 0 is none, 8 a hat."""
    if ballot == NONE:
        return 0
    return 1 + (HAT if ballot == HAT else colour_from(state, seat, ballot))


def one_of(numbers: list[int], at: int, size: int, chosen: int) -> int:
    """A 1 in the place that is meant, if any is; returns the next free place."""
    if chosen != NONE:
        numbers[at + chosen] = 1
    return at + size


# What is seen


def observe_table(state: State, seat: int, numbers: list[int], at: int) -> int:
    """How many play, the switch, what is asked of whom, who has the log, the round."""
    at = one_of(numbers, at, SEATS - FEWEST + 1, state.seats - FEWEST)
    numbers[at] = state.end_when_sea_empty
    at = one_of(numbers, at + 1, PHASES, state.phase)
    at = one_of(numbers, at, WAYS, state.by)
    at = one_of(numbers, at, SEATS, place_from(state, seat, state.start))
    alone = state.phase < Phase.LEAK or state.by != By.BALLOTS
    numbers[at] = 1 + place_from(state, seat, state.turn) if alone else 0
    numbers[at + 1] = min(state.rounds, MOST)
    return at + 2


def observe_player(state: State, seat: int, place: int, numbers: list[int], at: int) -> int:
    """A player's hats, score, figures on the ship and in the water."""
    other = seat_at(state, seat, place)
    if other == NONE:
        return at + PLAYER
    numbers[at] = state.hats[other]
    numbers[at + 1] = score(state, other) // 2
    numbers[at + 2] = state.sailors[SHIP][other]
    numbers[at + 3] = state.officers[SHIP][other]
    numbers[at + 4] = state.sailors[WATER][other] + 2 * state.officers[WATER][other]
    numbers[at + 5] = ballot_from(state, seat, state.left[other])
    return at + PLAYER


def observe_boat(state: State, boat: int, numbers: list[int], at: int) -> int:
    """Where a boat is, and how it fares."""
    if boat == NONE:
        return at + BOAT
    at_sea = has(state.at_sea, boat)
    at = one_of(numbers, at, ISLANDS, island_of(state.lane[boat]))
    numbers[at] = state.lane[boat]
    numbers[at + 1] = 1 if at_sea else 0
    numbers[at + 2] = state.landed[boat]
    numbers[at + 3] = state.row[boat]
    numbers[at + 4] = state.leaks[boat]
    numbers[at + 5] = free_seats(state, boat) if at_sea else 0
    changing = state.phase == Phase.JUMP or state.phase == Phase.CLIMB
    numbers[at + 6] = 1 if changing and has(state.deserted, boat) else 0
    numbers[at + 7] = 1 if state.phase == Phase.OVERBOARD and state.leaking == boat else 0
    numbers[at + 8] = 1 if has(state.possible, boat) else 0
    return at + BOAT - ISLANDS


def observe_crew(state: State, seat: int, boat: int, numbers: list[int], at: int) -> int:
    """Sailors and officers in a boat, or landed with it."""
    for place in range(SEATS):
        other = seat_at(state, seat, place)
        if boat != NONE and other != NONE:
            numbers[at] = state.sailors[boat][other]
            numbers[at + 1] = state.officers[boat][other]
        at += 2
    return at


def observe_vote(state: State, seat: int, vote: int, numbers: list[int], at: int) -> int:
    """The last vote of a kind: how long ago, who voted what, who settled it and how."""
    for place in range(SEATS):
        other = seat_at(state, seat, place)
        ballot = NONE if other == NONE else state.ballots[vote][other]
        numbers[at + place] = ballot_from(state, seat, ballot)
    at += SEATS
    numbers[at] = min(state.rounds - state.voted_in[vote], MOST)
    numbers[at + 1] = state.settled[vote]
    decider = state.decider[vote]
    numbers[at + 2] = 0 if decider == NONE else 1 + place_from(state, seat, decider)
    numbers[at + 3] = ballot_from(state, seat, state.outcome[vote])
    return at + VOTE - SEATS


# What an option does


def effect(state: State, seat: int, option: int, numbers: list[int]) -> None:
    """What this option would do if it came true."""
    at = effect_question(state, seat, option, numbers, 0)
    at = effect_named(state, seat, option, numbers, at)
    boat = boat_of(option)
    if state.phase == Phase.OVERBOARD or boat == NONE:
        at += FATE + STAKE + SWIM
    else:
        at = effect_fate(state, boat, numbers, at)
        at = effect_stake(state, seat, boat, option, numbers, at)
        at = effect_swim(state, seat, boat, numbers, at)
    if state.phase == Phase.OVERBOARD and option != HAT:
        effect_victim(state, seat, option, numbers, at)


def effect_question(state: State, seat: int, option: int, numbers: list[int], at: int) -> int:
    """What is asked, whether one alone decides, and a hat: how many are left then."""
    at = one_of(numbers, at, PHASES, state.phase)
    numbers[at] = 0 if state.by == By.BALLOTS else 1
    numbers[at + 1] = 1 if option == HAT else 0
    numbers[at + 2] = state.hats[seat] - 1 if option == HAT else 0
    return at + QUESTION - PHASES


def effect_named(state: State, seat: int, option: int, numbers: list[int], at: int) -> int:
    """The colour, boat or lane named, and whether it is an officer who moves."""
    named = NONE
    if LANE <= option < LANE + LANES:
        named = option - LANE
    elif option != HAT:
        named = colour_from(state, seat, boat_of(option))
    at = one_of(numbers, at, BOATS, named)
    numbers[at] = 1 if is_officer(state, seat, option) else 0
    return at + 1


def is_officer(state: State, seat: int, option: int) -> bool:
    """Whether the option moves an officer."""
    return option >= OFFICER_IN or (state.phase == Phase.CLIMB and state.officers[WATER][seat] > 0)


def figures_coming(state: State) -> int:
    """How many figures the boat named gains: -1 is one who jumps."""
    if state.phase == Phase.JUMP:
        return -1
    return 1 if state.phase < Phase.LEAK else 0


def effect_fate(state: State, boat: int, numbers: list[int], at: int) -> int:
    """How the boat fares then."""
    leak = 1 if state.phase == Phase.LEAK else 0
    full = free_seats(state, boat) == 0
    crew = state.crew[boat] + figures_coming(state)
    if leak and full:
        crew -= 1
    leaks = state.leaks[boat] + leak
    way = ROWS - state.row[boat] - (1 if state.phase == Phase.ADVANCE else 0)
    numbers[at] = crew
    numbers[at + 1] = leaks
    numbers[at + 2] = crew - leaks
    numbers[at + 3] = SEATS_ABOARD - crew - leaks
    numbers[at + 4] = way
    numbers[at + 5] = 1 if way == 0 else 0
    numbers[at + 6] = 1 if leaks > crew else 0
    numbers[at + 7] = 1 if leak and full else 0
    return at + FATE


def effect_stake(
    state: State, seat: int, boat: int, option: int, numbers: list[int], at: int
) -> int:
    """What there is to win and lose in the boat, and how likely."""
    ahead = leader(state, seat)
    points = sailor_points(state, boat)
    others = 0
    for other in range(state.seats):
        if other != seat:
            others += points_aboard(state, boat, other)
    now = landing(state, boat, 0, 0, 0)
    if state.phase < Phase.LEAK:
        coming = figures_coming(state)
        worth = points + OFFICER_EXTRA if is_officer(state, seat, option) else points
        then = landing(state, boat, coming, 0, 0)
        gain = crewed(state, seat, boat, coming, worth, ahead, EVEN)
    else:
        then = now + change(state, boat)
        gain = (then - now) * interest(state, seat, boat, ahead, EVEN)
    numbers[at] = points
    numbers[at + 1] = state.sailors[boat][seat]
    numbers[at + 2] = state.officers[boat][seat]
    numbers[at + 3] = points_aboard(state, boat, seat)
    numbers[at + 4] = others
    numbers[at + 5] = points_aboard(state, boat, ahead)
    numbers[at + 6] = int(LIKELIHOOD * now)
    numbers[at + 7] = int(LIKELIHOOD * then)
    numbers[at + 8] = max(-MOST, min(MOST, int(GAIN * gain)))
    return at + STAKE


def effect_swim(state: State, seat: int, boat: int, numbers: list[int], at: int) -> int:
    """For one who jumps: the free seats in other boats, and who climbs first."""
    if state.phase != Phase.JUMP:
        return at + SWIM
    free = 0
    for other in range(BOATS):
        if other != boat and has(state.at_sea, other):
            free += free_seats(state, other)
    numbers[at] = free
    numbers[at + 1] = state.seats - 1 - place_of(state, seat)
    return at + SWIM


def effect_victim(state: State, seat: int, colour: int, numbers: list[int], at: int) -> None:
    """Who would be thrown overboard, with how many votes aboard."""
    boat = state.leaking
    everybody = 0
    for other in range(state.seats):
        everybody += weight_aboard(state, boat, other)
    numbers[at] = 1 if colour == seat else 0
    numbers[at + 1] = 1 if colour == leader(state, seat) else 0
    numbers[at + 2] = weight_aboard(state, boat, colour)
    numbers[at + 3] = weight_aboard(state, boat, seat)
    numbers[at + 4] = everybody
    numbers[at + 5] = lost_overboard(state, boat, colour)
