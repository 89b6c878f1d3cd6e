"""What a seat sees of Lifeboats: everything, since nothing on the table is hidden."""

from typing import Any

from tablee.games.lifeboats.parts import (
    BLACK,
    BOATS,
    HATS,
    LANES,
    LOST,
    OFFICER_POINTS,
    OFFICERS,
    PLACES,
    ROWS,
    SAILOR_POINTS,
    SEATS_ABOARD,
    SHIP,
    WATER,
    island_of,
    sailors_of,
)
from tablee.games.lifeboats.rules import asks, owes, score
from tablee.games.lifeboats.state import HAT, NONE, Phase, State, free_seats
from tablee.kernel.chance import Chance
from tablee.kernel.sets import has, members


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Everything there is to know; ballots are in the state only once they are shown (G-3)."""
    boats = [*range(state.seats), BLACK]
    landed = sorted((boat for boat in boats if state.landed[boat]), key=state.landed.__getitem__)
    return {
        "seat": seat,
        "seats": state.seats,
        "over": bool(state.over),
        "end_when_sea_empty": bool(state.end_when_sea_empty),
        "asks": int(asks(state)),
        "phase": int(state.phase),
        "by": int(state.by),
        "owing": members(owes(state)),
        "possible": members(state.possible),
        "leaking": state.leaking if state.phase == Phase.OVERBOARD else None,
        "round": state.rounds,
        "start": state.start,
        "boats": [seen_boat(state, boat) for boat in boats],
        "landed": landed,
        "islands": [seen_island(state, island, landed) for island in range(len(SAILOR_POINTS))],
        "players": [seen_player(state, other) for other in range(state.seats)],
        "votes": [seen_vote(state, vote) for vote in range(len(state.ballots))],
    }


def seen_boat(state: State, boat: int) -> dict[str, Any]:
    """A boat, its crew by seat; that of a landed boat stands on the island."""
    return {
        "boat": boat,
        "owner": None if boat == BLACK else boat,
        "lane": state.lane[boat] or None,
        "island": island_of(state.lane[boat]) if state.lane[boat] else None,
        "row": state.row[boat],
        "at_sea": has(state.at_sea, boat),
        "landed": state.landed[boat] or None,
        "sunk": is_sunk(state, boat),
        "left": has(state.deserted, boat) and state.phase in (Phase.JUMP, Phase.CLIMB),
        "leaks": state.leaks[boat],
        "free": free_seats(state, boat) if has(state.at_sea, boat) else 0,
        "sailors": state.sailors[boat][: state.seats],
        "officers": state.officers[boat][: state.seats],
    }


def is_sunk(state: State, boat: int) -> bool:
    """A boat that was launched, has not landed and is at sea no more."""
    return state.lane[boat] > 0 and not state.landed[boat] and not has(state.at_sea, boat)


def seen_island(state: State, island: int, landed: list[int]) -> dict[str, Any]:
    """An island, the boats that landed there in that order, and who stands on it, by seat."""
    here = [boat for boat in landed if island_of(state.lane[boat]) == island]
    seats = range(state.seats)
    return {
        "sailor": SAILOR_POINTS[island],
        "officer": OFFICER_POINTS[island],
        "boats": here,
        "sailors": [sum(state.sailors[boat][seat] for boat in here) for seat in seats],
        "officers": [sum(state.officers[boat][seat] for boat in here) for seat in seats],
    }


def seen_player(state: State, seat: int) -> dict[str, Any]:
    """What a player has left, to seat, in the water and lost."""
    swims = state.left[seat] != NONE
    return {
        "hats": state.hats[seat],
        "score": score(state, seat),
        "sailors_to_seat": state.sailors[SHIP][seat],
        "officers_to_seat": state.officers[SHIP][seat],
        "swims": ("officer" if state.officers[WATER][seat] else "sailor") if swims else None,
        "left": state.left[seat] if swims else None,
        "sailors_lost": state.sailors[LOST][seat],
        "officers_lost": state.officers[LOST][seat],
    }


def seen_vote(state: State, vote: int) -> dict[str, Any]:
    """The last vote of a kind (leak, overboard, advance), as all saw it; round 0 is never."""
    return {
        "round": state.voted_in[vote],
        "ballots": [
            None if ballot == NONE else ballot for ballot in state.ballots[vote][: state.seats]
        ],
        "by": int(state.settled[vote]),
        "decider": None if state.decider[vote] == NONE else state.decider[vote],
        "outcome": None if state.outcome[vote] == NONE else state.outcome[vote],
    }


def guess(state: State, seat: int, chance: Chance) -> None:
    """Nothing is hidden: what a seat sees is all there is."""


def sound(state: State) -> bool:
    """Whether every figure, hat and boat is in one place, and the counts fit."""
    seats = range(state.seats)
    boats = [*range(state.seats), BLACK]
    figures = [sum(state.sailors[place]) + sum(state.officers[place]) for place in range(PLACES)]
    lanes = [state.lane[boat] for boat in boats if state.lane[boat]]
    landed = sorted(order for order in state.landed if order)
    swimmers = sum(left != NONE for left in state.left)
    return (
        all(column(state.sailors, seat) == sailors_of(state.seats) for seat in seats)
        and all(column(state.officers, seat) == OFFICERS for seat in seats)
        and min(map(min, state.sailors + state.officers)) >= 0
        and sum(figures) == state.seats * (sailors_of(state.seats) + OFFICERS)
        and state.crew == figures
        and figures[WATER] == swimmers
        and all(0 <= state.hats[seat] <= HATS for seat in seats)
        and len(set(lanes)) == len(lanes)
        and all(lane <= LANES for lane in lanes)
        and landed == list(range(1, state.landings + 1))
        and all(sound_boat(state, boat) for boat in range(BOATS))
        and state.possible < 1 << HAT
    )


def column(figures: list[list[int]], seat: int) -> int:
    """All figures of a seat, wherever they are."""
    return sum(place[seat] for place in figures)


def sound_boat(state: State, boat: int) -> bool:
    """Whether a boat is in one state, and no more sit in it than can."""
    if (boat != BLACK and boat >= state.seats) or state.lane[boat] == 0:
        return not (has(state.at_sea, boat) or state.landed[boat] or state.crew[boat])
    if has(state.at_sea, boat):
        return free_seats(state, boat) >= 0 and state.row[boat] < ROWS and not state.landed[boat]
    if is_sunk(state, boat):
        return state.crew[boat] == 0
    return state.row[boat] == ROWS and state.crew[boat] <= SEATS_ABOARD
