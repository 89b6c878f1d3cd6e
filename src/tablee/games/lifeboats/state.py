"""The state of Lifeboats: what is where, what is asked and told. LB-1 to LB-6 are parts.py.

Nothing is hidden but the ballots of a vote (G-3), and those enter the state when all are in.
"""

from tablee.games.lifeboats.parts import (
    BOATS,
    LANES,
    OFFICER,
    PLACES,
    SAILOR,
    SEATS,
    SEATS_ABOARD,
    SHIP,
)
from tablee.kernel.kinds import Kind
from tablee.kernel.layout import Layout, i8
from tablee.kernel.seats import around
from tablee.kernel.sets import has

# An option is a colour (0 to 6, which may mean the boat), or one of these and the next ones
HAT = 7
LANE = 8  # lane 1, then the others
SAILOR_IN = 15  # a sailor into, or out of, boat 0, then the others
OFFICER_IN = 22
OPTIONS = 29
OFFERS = 14  # a sailor or an officer into any of seven boats

NONE = -1
VOTES = 3


class Phase(Kind):
    """What is going on. The votes come last."""

    PLACE_BOATS = 0
    PLACE_BLACK = 1
    SEAT_CREW = 2
    JUMP = 3
    CLIMB = 4
    LEAK = 5
    OVERBOARD = 6
    ADVANCE = 7


class By(Kind):
    """What settles a vote: the ballots, or one seat after one hat, a tie or nothing but hats."""

    BALLOTS = 0
    HAT = 1
    TIE = 2
    ALL_HATS = 3


class Asked(Kind):
    """The questions: one for each phase, then those of the three votes anew for each other By."""

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


class Told(Kind):
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
    GOES_OVERBOARD = 15
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
    ALL_BOATS_IN = 27
    SEA_EMPTY = 28
    SCORES = 29


class State(Layout):
    """Boats by number, figures by place and seat (parts.py); a set of boats is bits of a number."""

    seats: int = i8()
    end_when_sea_empty: int = i8()
    over: int = i8()
    rounds: int = i8()  # begun so far
    start: int = i8()  # who has the log
    phase: int = i8()
    by: int = i8()  # what settles the vote that is on
    turn: int = i8()  # who chooses, where it is one alone
    possible: int = i8()  # the set of colours to choose from; none outside votes
    lane: list[int] = i8(BOATS)  # 0 is not yet placed
    row: list[int] = i8(BOATS)
    leaks: list[int] = i8(BOATS)
    at_sea: int = i8()  # a set of boats
    landed: list[int] = i8(BOATS)  # 1 for the first boat that landed; 0 is not landed
    landings: int = i8()
    sailors: list[list[int]] = i8(PLACES, SEATS)
    officers: list[list[int]] = i8(PLACES, SEATS)
    crew: list[int] = i8(PLACES)  # all figures of a place
    hats: list[int] = i8(SEATS)
    leaking: int = i8()  # the boat of this round's leak
    deserted: int = i8()  # the set of boats somebody left in this phase
    left: list[int] = i8(SEATS)  # the boat a swimmer left; NONE does not swim
    ballots: list[list[int]] = i8(VOTES, SEATS)  # the last ones shown: a colour, HAT or NONE
    settled: list[int] = i8(VOTES)  # by what
    decider: list[int] = i8(VOTES)  # and by whom, if not by the ballots
    outcome: list[int] = i8(VOTES)  # the colour; NONE while it is open
    voted_in: list[int] = i8(VOTES)  # the round


# What is where


def place_of(state: State, seat: int) -> int:
    """How many seats to the left of the start player."""
    return around(seat + state.seats - state.start, state.seats)


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


def lowest_rank(state: State, seat: int, place: int) -> int:
    """A sailor of this seat, or an officer if there is no sailor."""
    return SAILOR if state.sailors[place][seat] > 0 else OFFICER


def free_seats(state: State, boat: int) -> int:
    """LB-2, LB-17: of the six seats, those without a figure or a leak."""
    return SEATS_ABOARD - state.crew[boat] - state.leaks[boat]


def boats_with_room(state: State) -> int:
    """The boats at sea that have a free seat."""
    boats = 0
    for boat in range(BOATS):
        if has(state.at_sea, boat) and free_seats(state, boat) > 0:
            boats |= 1 << boat
    return boats


def crew_at_sea(state: State, seat: int) -> int:
    """How many figures of this seat are in boats at sea."""
    figures = 0
    for boat in range(BOATS):
        if has(state.at_sea, boat):
            figures += state.sailors[boat][seat] + state.officers[boat][seat]
    return figures


def colours_aboard(state: State, boat: int) -> int:
    """The set of colours with crew in this boat."""
    colours = 0
    for seat in range(state.seats):
        if state.sailors[boat][seat] + state.officers[boat][seat] > 0:
            colours |= 1 << seat
    return colours


# What can be reached


def free_lanes(state: State) -> int:
    """LB-7: the lanes without a boat."""
    lanes = (1 << LANES) - 1
    for boat in range(BOATS):
        if state.lane[boat] > 0:
            lanes &= ~(1 << (state.lane[boat] - 1))
    return lanes << LANE


def seats_open_to(state: State, seat: int) -> int:
    """LB-8: an officer or a sailor, to a free seat of any boat."""
    boats = boats_with_room(state)
    choices = 0
    if state.sailors[SHIP][seat] > 0:
        choices |= boats << SAILOR_IN
    if state.officers[SHIP][seat] > 0:
        choices |= boats << OFFICER_IN
    return choices


def jumps_open_to(state: State, seat: int) -> int:
    """LB-24: any figure of one's own in a boat that nobody has left in this phase."""
    choices = 0
    for boat in range(BOATS):
        if has(state.at_sea, boat) and not has(state.deserted, boat):
            if state.sailors[boat][seat] > 0:
                choices |= 1 << (SAILOR_IN + boat)
            if state.officers[boat][seat] > 0:
                choices |= 1 << (OFFICER_IN + boat)
    return choices


def boats_to_climb(state: State, seat: int) -> int:
    """LB-25: the boats with a free seat, except the one this swimmer left."""
    return boats_with_room(state) & ~(1 << state.left[seat])


def boat_of(option: int) -> int:
    """The boat or colour an option names; NONE for a hat and for lanes."""
    if option >= SAILOR_IN:
        return (option - SAILOR_IN) % BOATS
    return option if option < HAT else NONE
