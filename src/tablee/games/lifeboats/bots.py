"""How a player of Lifeboats rates its options: by the points likely to come ashore.

Everything on the table is open. A ballot is worth what the vote then brings, if the others vote
for what helps them most; a hat what its owner would decide.
"""

from collections.abc import Sequence

from tablee.games.lifeboats.feelings import CONFORMITY, FEELINGS, GRUDGE, LOYALTY, TRAITS, feel
from tablee.games.lifeboats.outcome import score
from tablee.games.lifeboats.parts import (
    BOATS,
    SAILOR_POINTS,
    WATER,
    island_of,
)
from tablee.games.lifeboats.stakes import (
    OFFICER_EXTRA,
    landing,
    points_aboard,
    points_at_sea,
    sailor_points,
)
from tablee.games.lifeboats.state import (
    LANE,
    NONE,
    OFFICER_IN,
    By,
    Phase,
    State,
    boat_of,
    boats_with_room,
    free_seats,
    place_of,
)
from tablee.kernel.offers import how_many, option_at
from tablee.kernel.sets import count, has

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
LEADER = 0.2  # the part of all others' weight that lies on the one ahead
OUTCOME = 0.2  # how much a ballot counts by what the vote will bring; else by its own colour
HAT_PRICE = 1.0  # what a hat is worth, and more of it for every point still at sea
HAT_PRICE_AT_SEA = 0.14
NO_SEAT = 0.15  # how likely each swimmer too many finds no seat
OFFICER_MOVES = 1.5  # an officer gains more than a sailor by going to a better boat
OVERBOARD = 0.5  # how much it hurts that one of a full boat's crew must go
BANDWAGON = 1.4  # how far the others' votes are expected to fall in with mine
CONFORMING = 6.0  # the points a ballot with the majority is worth to a full conformist

UNKNOWN = -1000.0
BYTE = 255


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


def leader(state: State, seat: int) -> int:
    """The other seat that stands best, crew at sea counted half."""
    most, ahead = -1, NONE
    for other in range(state.seats):
        if other != seat:
            points = 2 * score(state, other) + points_at_sea(state, other)
            if points > most:
                most, ahead = points, other
    return ahead


def regard(state: State, seat: int, other: int, ahead: int, character: Sequence[int]) -> float:
    """What a point of another seat is worth to this one: 1 for itself, else mostly less than 0."""
    if other == seat:
        return 1.0
    weight = (LEADER - 1.0) / (state.seats - 1)
    if other == ahead:
        weight -= LEADER
    feeling = character[FEELINGS + other]
    trait = LOYALTY if feeling > 0 else GRUDGE
    return weight + character[trait] * feeling / 10_000


def interest(state: State, seat: int, boat: int, ahead: int, character: Sequence[int]) -> float:
    """What it would be worth to a seat if this boat landed."""
    worth = 0.0
    for other in range(state.seats):
        points = points_aboard(state, boat, other)
        if points:
            worth += points * regard(state, seat, other, ahead, character)
    return worth


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


# Votes on boats


def change(state: State, boat: int) -> float:
    """How the vote that is on changes the chance to land of the boat it hits."""
    now = landing(state, boat, 0, 0, 0)
    if state.phase == Phase.ADVANCE:
        return landing(state, boat, 0, 0, 1) - now
    if free_seats(state, boat):
        return landing(state, boat, 0, 1, 0) - now
    return landing(state, boat, -1, 1, 0) * (1.0 - OVERBOARD / state.crew[boat]) - now


def rate_boats(
    state: State, seat: int, character: Sequence[int], offers: list[int], rates: list[float]
) -> None:
    """A leak or an advance: what it does to the boat's chance, times what is at stake there."""
    boats = count(state.possible)
    ahead = leader(state, seat)
    totals, changes = 0, 0  # of each boat, eight bits for each: points aboard; change of its chance
    for place in range(boats):
        boat = option_at(offers, place)
        worth, total = 0.0, 0
        for other in range(state.seats):
            points = points_aboard(state, boat, other)
            if points:
                total += points
                worth += points * regard(state, seat, other, ahead, character)
        changed = change(state, boat)
        totals |= total << (8 * place)
        changes |= int(BYTE * abs(changed)) << (8 * place)
        rates[place] = changed * worth
    if state.by == By.BALLOTS:
        votes = likely_votes(state, seat, offers, boats, totals, changes)
        rate_ballots(state, seat, character, offers, boats, votes, rates)


def likely_votes(
    state: State, seat: int, offers: list[int], boats: int, totals: int, changes: int
) -> int:
    """The votes of the others, if each votes for what helps it most: four bits for each boat."""
    votes = 0
    sign = 1 if state.phase == Phase.ADVANCE else -1
    for other in range(state.seats):
        if other == seat:
            continue
        most, favourite = NONE, 0
        for place in range(boats):
            points = state.seats * points_aboard(state, option_at(offers, place), other)
            lead = sign * (points - ((totals >> (8 * place)) & BYTE))
            gain = lead * ((changes >> (8 * place)) & BYTE)
            if place == 0 or gain > most:
                most, favourite = gain, place
        votes += 1 << (4 * favourite)
    return votes


def rate_ballots(
    state: State,
    seat: int,
    character: Sequence[int],
    offers: list[int],
    boats: int,
    votes: int,
    rates: list[float],
) -> None:
    """Each colour by what it brings and by what comes of the vote then; a hat by the best."""
    most, leading, among_leading, best_leading, best = 0, 0, 0.0, UNKNOWN, UNKNOWN
    for place in range(boats):
        their_votes = (votes >> (4 * place)) & 15
        best = max(best, rates[place])
        if their_votes > most:
            most, leading, among_leading, best_leading = their_votes, 0, 0.0, UNKNOWN
        if their_votes == most:
            leading += 1
            among_leading += rates[place]
            best_leading = max(best_leading, rates[place])
    likely, highest = UNKNOWN, UNKNOWN
    for place in range(boats):
        gain = rates[place]
        their_votes = (votes >> (4 * place)) & 15
        if their_votes == most:
            outcome = gain
        elif their_votes + 1 < most:
            outcome = among_leading / leading
        elif state.start == seat:
            outcome = max(gain, best_leading)
        else:
            outcome = (among_leading + gain) / (leading + 1)
        likely = max(likely, outcome)
        rates[place] += OUTCOME * (outcome - gain)
        rates[place] += CONFORMING * character[CONFORMITY] * their_votes / (100 * state.seats)
        highest = max(highest, rates[place])
    if how_many(offers) > boats:
        rates[boats] = highest + best - likely - hat_price(state, seat)


def hat_price(state: State, seat: int) -> float:
    """What a hat may yet bring: little when nothing is left at sea."""
    return HAT_PRICE + HAT_PRICE_AT_SEA * points_at_sea(state, seat) / state.hats[seat]


# Overboard


def weight_aboard(state: State, boat: int, seat: int) -> int:
    """LB-18: one vote for a sailor, two for an officer."""
    return state.sailors[boat][seat] + 2 * state.officers[boat][seat]


def lost_overboard(state: State, boat: int, seat: int) -> int:
    """LB-19: the points of the figure this seat would lose."""
    points = sailor_points(state, boat)
    return points if state.sailors[boat][seat] else points + OFFICER_EXTRA


def rate_victims(
    state: State, seat: int, character: Sequence[int], offers: list[int], rates: list[float]
) -> None:
    """Whose figure is lost; a ballot also counts by how well it keeps this seat's own aboard."""
    boat = state.leaking
    colours = count(state.possible)
    ahead = leader(state, seat)
    everybody, best = 0, UNKNOWN
    for place in range(colours):
        colour = option_at(offers, place)
        everybody += weight_aboard(state, boat, colour)
        loss = lost_overboard(state, boat, colour)
        rates[place] = -loss * regard(state, seat, colour, ahead, character)
        best = max(best, rates[place])
    if state.by != By.BALLOTS:
        return
    mine = weight_aboard(state, boat, seat)
    against_me = (everybody - mine) / (colours - 1)
    own_loss = -lost_overboard(state, boat, seat)
    for place in range(colours):
        colour = option_at(offers, place)
        if colour != seat:
            undecided = everybody - mine - weight_aboard(state, boat, colour)
            odds = against_me / (mine + BANDWAGON * undecided / (colours - 1))
            odds *= odds * odds * odds
            rates[place] += odds / (1.0 + odds) * (own_loss - rates[place])
    if how_many(offers) > colours:
        rates[colours] = best - hat_price(state, seat)


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
