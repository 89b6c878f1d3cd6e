"""How a player of Lifeboats rates its options: by the points likely to come ashore.

Everything on the table is open. A ballot is worth what the vote then brings, if the others vote
for what helps them most; a hat what its owner would decide.
"""

from collections.abc import Sequence

from tablee.games.lifeboats.ballots import rate_boats, rate_victims
from tablee.games.lifeboats.feelings import FEELINGS, TRAITS, feel
from tablee.games.lifeboats.interest import UNKNOWN, interest, leader
from tablee.games.lifeboats.outcome import score
from tablee.games.lifeboats.parts import BOATS, SAILOR_POINTS, WATER, island_of
from tablee.games.lifeboats.stakes import (
    OFFICER_EXTRA,
    landing,
    points_aboard,
    sailor_points,
)
from tablee.games.lifeboats.state import (
    LANE,
    NONE,
    OFFICER_IN,
    Phase,
    State,
    boat_of,
    boats_with_room,
    free_seats,
    place_of,
)
from tablee.kernel.offers import how_many, option_at
from tablee.kernel.sets import has

__all__ = ["TRAITS", "feel"]

EVEN = (0,) * TRAITS
CALM = EVEN[FEELINGS:]
CHARACTERS = {
    "even": EVEN,
    "loyal": (100, 0, 0, *CALM),
    "opportunist": (0, 0, 100, *CALM),
    "grudge": (0, 200, 0, *CALM),
}

# Tuned by play against random players and against itself
NO_SEAT = 0.15  # how likely each swimmer too many finds no seat
OFFICER_MOVES = 1.5  # an officer gains more than a sailor by going to a better boat


def rate(
    state: State, seat: int, character: Sequence[int], offers: list[int], rates: list[float]
) -> None:
    """How many points each offered option promises, as this character sees it."""
    if state.phase <= Phase.PLACE_BLACK:
        rate_lanes(offers, rates)
    elif state.phase == Phase.SEAT_CREW or state.phase == Phase.CLIMB:
        rate_seats(state, seat, character, offers, rates)
    elif state.phase == Phase.JUMP:
        rate_jumps(state, seat, character, offers, rates)
    elif state.phase == Phase.OVERBOARD:
        rate_victims(state, seat, character, offers, rates)
    else:
        rate_boats(state, seat, character, offers, rates)


# Boats, seats and swimmers


def rate_lanes(offers: list[int], rates: list[float]) -> None:
    """The lane to the best island."""
    for place in range(how_many(offers)):
        rates[place] = float(SAILOR_POINTS[island_of(option_at(offers, place) - LANE + 1)])


def crewed(
    state: State,
    seat: int,
    boat: int,
    figures: int,
    points: int,
    ahead: int,
    character: Sequence[int],
) -> float:
    """The gain if one figure comes (1) or goes (-1) that is worth so much there."""
    worth = interest(state, seat, boat, ahead, character)
    now = landing(state, boat, 0, 0, 0) * worth
    return landing(state, boat, figures, 0, 0) * (worth + figures * points) - now


def rate_seats(
    state: State, seat: int, character: Sequence[int], offers: list[int], rates: list[float]
) -> None:
    """A figure takes a seat in a boat, from the ship or out of the water."""
    ahead = leader(state, seat)
    officer_swims = state.phase == Phase.CLIMB and state.officers[WATER][seat] > 0
    for place in range(how_many(offers)):
        option = option_at(offers, place)
        boat = boat_of(option)
        points = sailor_points(state, boat)
        if officer_swims or option >= OFFICER_IN:
            points += OFFICER_EXTRA
        rates[place] = crewed(state, seat, boat, 1, points, ahead, character)


def rate_jumps(
    state: State, seat: int, character: Sequence[int], offers: list[int], rates: list[float]
) -> None:
    """A figure leaves its boat for the best other one, if a seat is left there."""
    ahead = leader(state, seat)
    roomy = boats_with_room(state)
    free, best, second, refuge = 0, UNKNOWN, UNKNOWN, NONE
    for boat in range(BOATS):
        if has(roomy, boat):
            free += free_seats(state, boat)
            gain = crewed(state, seat, boat, 1, sailor_points(state, boat), ahead, character)
            if gain > best:
                best, second, refuge = gain, best, boat
            elif gain > second:
                second = gain
    swimmers = state.seats - place_of(state, seat)  # those who climb before this one, and it
    for place in range(how_many(offers)):
        option = option_at(offers, place)
        boat = boat_of(option)
        points = sailor_points(state, boat)
        if option >= OFFICER_IN:
            points += OFFICER_EXTRA
        rates[place] = crewed(state, seat, boat, -1, points, ahead, character)
        gain = second if boat == refuge else best
        if gain > UNKNOWN:
            missing = swimmers - free + free_seats(state, boat)
            drowns = min(1.0, max(0.0, NO_SEAT * missing))
            if option >= OFFICER_IN:
                gain += OFFICER_MOVES
            rates[place] += (1.0 - drowns) * gain


# For search


def horizon(state: State) -> int:
    """Playouts run up to four rounds: by then the first boats are in, and the game is half over.

    One round is far too short: what a seat is worth shows only when boats land and sink.
    """
    return state.rounds // 4


def standing(state: State, seat: int) -> float:
    """The points ashore, and those likely to come."""
    points = float(score(state, seat))
    for boat in range(BOATS):
        if has(state.at_sea, boat):
            points += landing(state, boat, 0, 0, 0) * points_aboard(state, boat, seat)
    return points
