"""What crews in boats are worth to a player, for bots: points, and how likely they come ashore."""

from tablee.games.lifeboats.parts import BOATS, ROWS, SAILOR_POINTS, island_of
from tablee.games.lifeboats.state import State
from tablee.kernel.sets import has

LIVES = 3  # a fourth leak leaves two seats at most: no crew is large enough for it
OFFICER_EXTRA = 2  # LB-28: an officer is worth so much more than a sailor

# How likely boats land whose lives are 3 less than their rows to go, 2 less, ... 2 more
LANDINGS = (0.13, 0.27, 0.48, 0.69, 0.85, 0.93)


def sailor_points(state: State, boat: int) -> int:
    """What a sailor is worth on the island this boat heads for."""
    return SAILOR_POINTS[island_of(state.lane[boat])]


def points_aboard(state: State, boat: int, seat: int) -> int:
    """What the crew of a seat in this boat would be worth ashore."""
    points = sailor_points(state, boat)
    sailors, officers = state.sailors[boat][seat], state.officers[boat][seat]
    return points * (sailors + officers) + OFFICER_EXTRA * officers


def points_at_sea(state: State, seat: int) -> int:
    """What all crew of a seat at sea would be worth ashore."""
    points = 0
    for boat in range(BOATS):
        if has(state.at_sea, boat):
            points += points_aboard(state, boat, seat)
    return points


def landing(state: State, boat: int, figures: int, leaks: int, rows: int) -> float:
    """How likely a boat lands after so many more figures, leaks and rows.

    What counts is the race between leaks and rows: how many more leaks it bears, and its way.
    """
    lives = min(LIVES, state.crew[boat] + figures) - state.leaks[boat] - leaks
    if lives < 0:
        return 0.0
    way = ROWS - state.row[boat] - rows
    return LANDINGS[ROWS + lives - way] if way else 1.0
