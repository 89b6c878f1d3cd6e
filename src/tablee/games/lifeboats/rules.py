"""The rules of Lifeboats, in the order of the rule book. LB-1 to LB-6 are parts.py.

Chance names the start player; from there everything is open, but for the ballots of a vote (G-3).
"""

from enum import IntEnum

from tablee.games.lifeboats.parts import (
    BLACK,
    BOATS,
    HATS,
    ISLAND,
    LANES,
    LOST,
    OFFICER,
    OFFICERS,
    PLACES,
    PLACES_ABOARD,
    POINTS,
    ROWS,
    SAILOR,
    SEATS,
    SHIP,
    WATER,
    WEIGHT,
    sailors_of,
)
from tablee.kernel.chance import Chance, below
from tablee.kernel.events import Events, tell
from tablee.kernel.layout import Layout, i8
from tablee.kernel.offers import offer
from tablee.kernel.sets import count, has, lowest

# Options: a boat or colour is its own number (0 to 6), then
HAT = 7
FIRST_LANE = 8  # lane 1
SAILOR_IN = 15  # a sailor into or out of boat 0, and so on
OFFICER_IN = 22
OPTIONS = 29
OFFERS = 14  # a sailor or an officer in any of seven boats

NONE = -1
VOTES = 3


class Phase(IntEnum):
    """LB-9: what is going on; the three votes last, in the order of a round."""

    PLACE_BOATS = 0
    PLACE_BLACK = 1
    SEAT_CREW = 2
    JUMP = 3
    CLIMB = 4
    LEAK = 5
    OVERBOARD = 6
    ADVANCE = 7


class By(IntEnum):
    """Who settles a vote: all who vote, or one who decides."""

    BALLOTS = 0
    HAT = 1
    TIE = 2
    ALL_HATS = 3


class Asked(IntEnum):
    """The question of each phase; those of the three votes once more for each other By."""

    PLACE_BOAT = 0
    PLACE_BLACK = 1
    SEAT_CREW = 2
    JUMP = 3
    CLIMB = 4
    LEAK_VOTE = 5
    OVERBOARD_VOTE = 6
    ADVANCE_VOTE = 7
    LEAK_BY_HAT = 8
    OVERBOARD_BY_HAT = 9
    ADVANCE_BY_HAT = 10
    LEAK_IN_TIE = 11
    OVERBOARD_IN_TIE = 12
    ADVANCE_IN_TIE = 13
    LEAK_FREELY = 14
    OVERBOARD_FREELY = 15
    ADVANCE_FREELY = 16


class Told(IntEnum):
    """The events, each with its numbers in texts.toml."""

    LAUNCHES = 0
    SEATS = 1
    ROUND_BEGINS = 2
    VOTES = 3
    VOTES_WITH_WEIGHT = 4
    VOTES_HAT = 5
    CARRIES = 6
    ONE_HAT = 7
    HATS_CANCEL = 8
    ALL_HATS = 9
    TIE = 10
    DECIDES = 11
    NO_VOTE = 12
    LEAKS = 13
    FULL = 14
    OVERBOARD = 15
    SINKS = 16
    SAILORS_DROWN = 17
    OFFICERS_DROWN = 18
    ADVANCES = 19
    LANDS = 20
    SAILORS_LAND = 21
    OFFICERS_LAND = 22
    JUMPS = 23
    STAYS = 24
    CLIMBS = 25
    FINDS_NO_SEAT = 26
    SEA_EMPTY = 27
    ALL_BOATS_IN = 28
    SCORES = 29


class State(Layout):
    """Boats by their number, figures by place and seat (parts.py); sets are bits of a number."""

    seats: int = i8()
    end_when_sea_empty: int = i8()
    over: int = i8()
    rounds: int = i8()  # begun so far
    start: int = i8()  # who has the log
    phase: int = i8()
    turn: int = i8()  # who acts, where it is one seat
    by: int = i8()  # who settles the vote that is on
    possible: int = i8()  # the set of colours that can come out of it
    lane: list[int] = i8(BOATS)  # 0 is none
    row: list[int] = i8(BOATS)
    leaks: list[int] = i8(BOATS)
    at_sea: int = i8()  # the set of boats
    landed: list[int] = i8(BOATS)  # 1 for the first boat that landed, and so on
    landings: int = i8()
    sailors: list[list[int]] = i8(PLACES, SEATS)
    officers: list[list[int]] = i8(PLACES, SEATS)
    crew: list[int] = i8(PLACES)  # all figures in a place
    hats: list[int] = i8(SEATS)
    leaking: int = i8()  # the boat of this round's leak
    left: list[int] = i8(SEATS)  # the boat a swimmer came from, NONE for those who do not swim
    deserted: int = i8()  # the set of boats that somebody left in this phase
    ballots: list[list[int]] = i8(VOTES, SEATS)  # last revealed: a colour, HAT or NONE
    settled_by: list[int] = i8(VOTES)  # how that vote was settled,
    decider: list[int] = i8(VOTES)  # by whom, NONE if by the ballots,
    outcome: list[int] = i8(VOTES)  # what came of it, NONE while it is open,
    voted_in: list[int] = i8(VOTES)  # and in which round it was; 0 is never


# Set-up


def deal(state: State, chance: Chance) -> None:
    """The only chance there is: who has the log first."""
    state.start = below(chance, state.seats)
    ready(state)


def ready(state: State) -> None:
    """LB-3: everybody has a crew and three hats. LB-7: the start player begins."""
    for seat in range(state.seats):
        state.sailors[SHIP][seat] = sailors_of(state.seats)
        state.officers[SHIP][seat] = OFFICERS
        state.crew[SHIP] += sailors_of(state.seats) + OFFICERS
        state.hats[seat] = HATS
    for seat in range(SEATS):
        state.left[seat] = NONE
    for vote in range(VOTES):
        state.outcome[vote] = NONE
        state.decider[vote] = NONE
        for seat in range(SEATS):
            state.ballots[vote][seat] = NONE
    state.turn = state.start


def launch(state: State, boat: int, lane: int, events: Events) -> None:
    """LB-4: a boat starts in row 0 of its lane."""
    state.lane[boat] = lane
    state.at_sea |= 1 << boat
    tell(events, Told.LAUNCHES, state.turn, boat, lane)


def place_boat(state: State, lane: int, events: Events) -> None:
    """LB-7: everybody places a boat, clockwise; the start player also places the black one."""
    if state.phase == Phase.PLACE_BLACK:
        launch(state, BLACK, lane, events)
        state.phase = Phase.SEAT_CREW
        return
    launch(state, state.turn, lane, events)
    state.turn = left_of(state, state.turn)
    if state.turn == state.start:
        state.phase = Phase.PLACE_BLACK


def seat_crew(state: State, figure: int, boat: int, events: Events) -> None:
    """LB-8: one figure each, clockwise, until all are seated."""
    move(state, state.turn, figure, SHIP, boat)
    tell(events, Told.SEATS, state.turn, figure, boat)
    state.turn = left_of(state, state.turn)
    if state.crew[SHIP] == 0:
        begin_round(state, events)


def move(state: State, seat: int, figure: int, place: int, other: int) -> None:
    """A figure of this seat goes from one place to another."""
    if figure == SAILOR:
        state.sailors[place][seat] -= 1
        state.sailors[other][seat] += 1
    else:
        state.officers[place][seat] -= 1
        state.officers[other][seat] += 1
    state.crew[place] -= 1
    state.crew[other] += 1


def left_of(state: State, seat: int) -> int:
    """G-1: the next seat clockwise."""
    return (seat + 1) % state.seats


def free_seats(state: State, boat: int) -> int:
    """LB-2: six seats, each free, taken by a figure or by a leak (LB-17)."""
    return PLACES_ABOARD - state.crew[boat] - state.leaks[boat]


def boats_with_room(state: State) -> int:
    """The boats at sea that have a free seat."""
    result = 0
    for boat in range(BOATS):
        if has(state.at_sea, boat) and free_seats(state, boat) > 0:
            result |= 1 << boat
    return result


# What can be chosen


def owes(state: State) -> int:
    """LB-10: all vote on boats. LB-18: those with crew aboard vote on who goes overboard."""
    if state.over:
        return 0
    if state.phase < Phase.LEAK or state.by != By.BALLOTS:
        return 1 << state.turn
    if state.phase == Phase.OVERBOARD:
        return state.possible + 0
    return (1 << state.seats) - 1


def options(state: State, seat: int, offers: list[int]) -> None:
    """Everything this seat may choose, in rising order."""
    choices = possible_choices(state, seat)
    while choices:
        offer(offers, lowest(choices))
        choices &= choices - 1


def possible_choices(state: State, seat: int) -> int:
    """The set of options of a seat that owes a choice, by the phase."""
    if state.phase >= Phase.LEAK:
        return ballots_of(state, seat)
    if state.phase == Phase.JUMP:
        return jumps_of(state, seat)
    if state.phase == Phase.CLIMB:
        return boats_to_climb(state, seat)
    if state.phase == Phase.SEAT_CREW:
        return seatings_of(state, seat)
    return free_lanes(state)


def free_lanes(state: State) -> int:
    """LB-7: the lanes without a boat."""
    lanes = ((1 << LANES) - 1) << FIRST_LANE
    for boat in range(BOATS):
        if state.lane[boat] > 0:
            lanes &= ~(1 << lane_option(state.lane[boat]))
    return lanes


def lane_option(lane: int) -> int:
    """The option that names this lane."""
    return FIRST_LANE + lane - 1


def seatings_of(state: State, seat: int) -> int:
    """LB-8: an officer or a sailor, on a free seat of any boat."""
    boats = boats_with_room(state)
    result = 0
    if state.sailors[SHIP][seat] > 0:
        result |= boats << SAILOR_IN
    if state.officers[SHIP][seat] > 0:
        result |= boats << OFFICER_IN
    return result


def ballots_of(state: State, seat: int) -> int:
    """LB-10: a possible colour. LB-12: or a hat, in a vote, for those who have one left."""
    if state.by == By.BALLOTS and state.hats[seat] > 0:
        return state.possible | 1 << HAT
    return state.possible + 0


def jumps_of(state: State, seat: int) -> int:
    """LB-24: any figure of one's own in a boat that nobody has left in this phase."""
    result = 0
    for boat in range(BOATS):
        if has(state.at_sea & ~state.deserted, boat):
            if state.sailors[boat][seat] > 0:
                result |= 1 << (SAILOR_IN + boat)
            if state.officers[boat][seat] > 0:
                result |= 1 << (OFFICER_IN + boat)
    return result


def boats_to_climb(state: State, seat: int) -> int:
    """LB-25: the boats with a free seat, but for the one this swimmer left."""
    return boats_with_room(state) & ~(1 << state.left[seat])


# The round


def resolve(state: State, choices: list[int], events: Events) -> None:
    """LB-9: what was chosen is done, and so is all that happens by itself before the next choice."""
    if state.phase >= Phase.LEAK:
        vote(state, choices, events)
        return
    option = choices[state.turn]
    if state.phase == Phase.CLIMB:
        climb(state, option, events)
    elif option < SAILOR_IN:
        place_boat(state, option - lane_option(1) + 1, events)
    else:
        figure = (option - SAILOR_IN) // BOATS
        boat = (option - SAILOR_IN) % BOATS
        if state.phase == Phase.JUMP:
            jump(state, figure, boat, events)
        else:
            seat_crew(state, figure, boat, events)
    let_it_happen(state, events)
