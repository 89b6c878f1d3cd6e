"""How a player of Lifeboats rates ballots, and what it would name if it decides alone."""

from collections.abc import Sequence

from tablee.games.lifeboats.feelings import CONFORMITY
from tablee.games.lifeboats.interest import UNKNOWN, interest, leader, regard
from tablee.games.lifeboats.parts import BOATS
from tablee.games.lifeboats.stakes import (
    OFFICER_EXTRA,
    landing,
    points_aboard,
    points_at_sea,
    sailor_points,
)
from tablee.games.lifeboats.state import HAT, NONE, By, Phase, State, free_seats
from tablee.kernel.offers import how_many, option_at
from tablee.kernel.sets import count, has

# Tuned as the weights of bots.py are
OUTCOME = 0.2  # how much a ballot counts by what the vote will bring; else by its own colour
HAT_PRICE = 1.0  # what a hat is worth, and more of it for every point still at sea
HAT_PRICE_AT_SEA = 0.14
OVERBOARD = 0.5  # how much it hurts that one of a full boat's crew must go
BANDWAGON = 1.4  # how far the others' votes are expected to fall in with mine
CONFORMING = 6.0  # the points a ballot with the majority is worth to a full conformist
BYTE = 255

Gains = tuple[float, float, float, float, float, float, float]  # what a vote brings, by boat
Result = tuple[int, int, float, float]  # see likely_result


# Boats


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
    """A leak or an advance: by what it does to the boat; a ballot also by the vote it makes."""
    ahead = leader(state, seat)
    if state.by != By.BALLOTS:
        for place in range(how_many(offers)):
            rates[place] = gain(state, seat, option_at(offers, place), ahead, character)
        return
    gains = (
        gain(state, seat, 0, ahead, character),
        gain(state, seat, 1, ahead, character),
        gain(state, seat, 2, ahead, character),
        gain(state, seat, 3, ahead, character),
        gain(state, seat, 4, ahead, character),
        gain(state, seat, 5, ahead, character),
        gain(state, seat, 6, ahead, character),
    )
    votes = likely_votes(state, seat)
    result = likely_result(state, gains, votes)
    for place in range(how_many(offers)):
        option = option_at(offers, place)
        if option == HAT:
            rates[place] = rate_hat(state, seat, character, gains, votes, result)
        else:
            rates[place], _ = rate_ballot(state, seat, character, option, gains, votes, result)


def gain(state: State, seat: int, boat: int, ahead: int, character: Sequence[int]) -> float:
    """What the vote does to the chance of a boat it may hit, times what is at stake there."""
    if not has(state.possible, boat):
        return 0.0
    return change(state, boat) * interest(state, seat, boat, ahead, character)


def likely_votes(state: State, seat: int) -> int:
    """The votes of the others, if each votes for what helps it most: four bits for each boat."""
    totals, changes = 0, 0  # of each boat, eight bits for each: points aboard; change of its chance
    for boat in range(BOATS):
        if has(state.possible, boat):
            officers = 0
            for other in range(state.seats):
                officers += state.officers[boat][other]
            total = sailor_points(state, boat) * state.crew[boat] + OFFICER_EXTRA * officers
            totals |= total << (8 * boat)
            changes |= int(BYTE * abs(change(state, boat))) << (8 * boat)
    votes = 0
    sign = 1 if state.phase == Phase.ADVANCE else -1
    for other in range(state.seats):
        if other == seat:
            continue
        most, favourite = NONE, NONE
        for boat in range(BOATS):
            if has(state.possible, boat):
                points = state.seats * points_aboard(state, boat, other)
                lead = sign * (points - ((totals >> (8 * boat)) & BYTE))
                helped = lead * ((changes >> (8 * boat)) & BYTE)
                if favourite == NONE or helped > most:
                    most, favourite = helped, boat
        votes += 1 << (4 * favourite)
    return votes


def likely_result(state: State, gains: Gains, votes: int) -> Result:
    """The most votes of the others for a boat; the boats that have as many, and what they bring."""
    most, leading, among_leading, best_leading = 0, 0, 0.0, UNKNOWN
    for boat in range(BOATS):
        if has(state.possible, boat):
            their_votes = votes_in(votes, boat)
            if their_votes > most:
                most, leading, among_leading, best_leading = their_votes, 0, 0.0, UNKNOWN
            if their_votes == most:
                leading += 1
                among_leading += gains[boat]
                best_leading = max(best_leading, gains[boat])
    return most, leading, among_leading, best_leading


def votes_in(votes: int, boat: int) -> int:
    """How many of the likely votes a boat gets."""
    return (votes >> (4 * boat)) & 15


def rate_ballot(
    state: State,
    seat: int,
    character: Sequence[int],
    boat: int,
    gains: Gains,
    votes: int,
    result: Result,
) -> tuple[float, float]:
    """A colour by what it brings and by what comes of the vote then; the latter alone, too."""
    most, leading, among_leading, best_leading = result
    brought, their_votes = gains[boat], votes_in(votes, boat)
    if their_votes == most:
        outcome = brought
    elif their_votes + 1 < most:
        outcome = among_leading / leading
    elif state.start == seat:
        outcome = max(brought, best_leading)
    else:
        outcome = (among_leading + brought) / (leading + 1)
    conforming = CONFORMING * character[CONFORMITY] * their_votes / (100 * state.seats)
    return brought + OUTCOME * (outcome - brought) + conforming, outcome


def rate_hat(
    state: State, seat: int, character: Sequence[int], gains: Gains, votes: int, result: Result
) -> float:
    """A hat is as good as the best ballot, and better by what deciding alone brings."""
    highest, likely, best = UNKNOWN, UNKNOWN, UNKNOWN
    for boat in range(BOATS):
        if has(state.possible, boat):
            rating, outcome = rate_ballot(state, seat, character, boat, gains, votes, result)
            highest = max(highest, rating)
            likely = max(likely, outcome)
            best = max(best, gains[boat])
    return highest + best - likely - hat_price(state, seat)


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
    for colour in range(BOATS):
        if has(state.possible, colour):
            everybody += weight_aboard(state, boat, colour)
            best = max(best, rate_victim(state, seat, colour, ahead, character))
    mine = weight_aboard(state, boat, seat)
    own_loss = -lost_overboard(state, boat, seat)
    for place in range(how_many(offers)):
        colour = option_at(offers, place)
        if colour == HAT:
            rates[place] = best - hat_price(state, seat)
            continue
        rates[place] = rate_victim(state, seat, colour, ahead, character)
        if state.by == By.BALLOTS and colour != seat:
            against_me = (everybody - mine) / (colours - 1)
            undecided = everybody - mine - weight_aboard(state, boat, colour)
            odds = against_me / (mine + BANDWAGON * undecided / (colours - 1))
            odds *= odds * odds * odds
            rates[place] += odds / (1.0 + odds) * (own_loss - rates[place])


def rate_victim(
    state: State, seat: int, colour: int, ahead: int, character: Sequence[int]
) -> float:
    """What it is worth to this seat that a colour loses its figure."""
    loss = lost_overboard(state, state.leaking, colour)
    return -loss * regard(state, seat, colour, ahead, character)
