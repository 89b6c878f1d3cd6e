"""The end of Lifeboats (LB-27 to LB-31): when it is over, the points, the winners."""

from tablee.games.lifeboats.parts import BOATS, OFFICER_POINTS, SAILOR_POINTS, island_of
from tablee.games.lifeboats.state import NONE, State, Told, crew_at_sea
from tablee.kernel.events import Events, tell


def game_ends(state: State, events: Events) -> bool:
    """LB-27: at once, with no boat left at sea. LB-31: if so agreed, with no crew left there."""
    if state.at_sea == 0:
        tell(events, Told.ALL_BOATS_IN)
    elif state.end_when_sea_empty and sea_is_empty(state):
        tell(events, Told.SEA_EMPTY)
    else:
        return False
    state.over = 1
    for seat in range(state.seats):
        tell(events, Told.SCORES, seat, score(state, seat))
    return True


def sea_is_empty(state: State) -> bool:
    """LB-31: whether nobody has crew in a boat at sea."""
    for seat in range(state.seats):
        if crew_at_sea(state, seat):
            return False
    return True


def score(state: State, seat: int) -> int:
    """LB-28: the points of all who stand on an island."""
    points = 0
    for boat in range(BOATS):
        if state.landed[boat]:
            island = island_of(state.lane[boat])
            points += SAILOR_POINTS[island] * state.sailors[boat][seat]
            points += OFFICER_POINTS[island] * state.officers[boat][seat]
    return points


def winners(state: State) -> int:
    """LB-28: the most points. LB-29: among equals, whose own boat landed first; else all (G-2)."""
    best = 0
    for seat in range(state.seats):
        best = max(best, score(state, seat))
    equals = 0
    first = NONE
    for seat in range(state.seats):
        if score(state, seat) == best:
            equals |= 1 << seat
            if state.landed[seat] and (first == NONE or state.landed[seat] < state.landed[first]):
                first = seat
    return equals if first == NONE else 1 << first
