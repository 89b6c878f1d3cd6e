"""The rules of Lifeboats, in the order of the rule book.

LB-1 to LB-6 are parts.py, votes (LB-10 to LB-15) votes.py, the end (LB-27 to LB-31) outcome.py.
"""

from tablee.games.lifeboats.outcome import game_ends, score, winners
from tablee.games.lifeboats.parts import (
    BLACK,
    BOATS,
    HATS,
    LOST,
    OFFICER,
    OFFICERS,
    ROWS,
    SAILOR,
    SEATS,
    SHIP,
    WATER,
    island_of,
    sailors_of,
)
from tablee.games.lifeboats.state import (
    HAT,
    LANE,
    NONE,
    OFFERS,
    OFFICER_IN,
    OPTIONS,
    SAILOR_IN,
    VOTES,
    Asked,
    By,
    Phase,
    State,
    Told,
    boat_of,
    boats_to_climb,
    boats_with_room,
    colours_aboard,
    crew_at_sea,
    free_lanes,
    free_seats,
    jumps_open_to,
    lowest_rank,
    move,
    place_of,
    seats_open_to,
)
from tablee.games.lifeboats.votes import (
    ballots_open_to,
    begin_vote,
    clear_vote,
    count_ballots,
    show_ballots,
    voters,
)
from tablee.kernel.chance import Chance, below
from tablee.kernel.events import Events, tell
from tablee.kernel.offers import offer_all
from tablee.kernel.seats import around, left_of
from tablee.kernel.sets import count, has, lowest

__all__ = ["OFFERS", "OPTIONS", "SEATS", "Asked", "State", "Told", "score", "winners"]

# Set-up


def deal(state: State, chance: Chance) -> None:
    """LB-7: who starts is all that chance decides."""
    state.start = below(chance, state.seats)
    ready(state)


def ready(state: State) -> None:
    """LB-3: everybody has a crew and three hats; the start player begins."""
    sailors = sailors_of(state.seats)
    for seat in range(state.seats):
        state.sailors[SHIP][seat] = sailors
        state.officers[SHIP][seat] = OFFICERS
        state.hats[seat] = HATS
    state.crew[SHIP] = state.seats * (sailors + OFFICERS)
    for seat in range(SEATS):
        state.left[seat] = NONE
    for vote in range(VOTES):
        clear_vote(state, vote)
    state.turn = state.start


def place_boat(state: State, lane: int, events: Events) -> None:
    """LB-7: each their own boat, clockwise; at the end the start player the black one."""
    black = state.phase == Phase.PLACE_BLACK
    boat = BLACK if black else state.turn
    state.lane[boat] = lane
    state.at_sea |= 1 << boat
    tell(events, Told.LAUNCHES, state.turn, boat, lane)
    if black:
        state.phase = Phase.SEAT_CREW
        return
    state.turn = left_of(state.turn, state.seats)
    if state.turn == state.start:
        state.phase = Phase.PLACE_BLACK


def seat_crew(state: State, figure: int, boat: int, events: Events) -> None:
    """LB-8: each one figure, clockwise, until all are seated."""
    move(state, state.turn, figure, SHIP, boat)
    tell(events, Told.SEATS, state.turn, figure, boat)
    state.turn = left_of(state.turn, state.seats)
    if state.crew[SHIP] == 0:
        begin_round(state, events)


# Who chooses, and from what


def owes(state: State) -> int:
    """In a vote all who have a ballot, at once; else one seat."""
    if state.over:
        return 0
    if state.phase >= Phase.LEAK and state.by == By.BALLOTS:
        return voters(state)
    return 1 << state.turn


def options(state: State, seat: int, offers: list[int]) -> None:
    """What this seat may choose, in rising order."""
    offer_all(offers, 0, open_to(state, seat))


def open_to(state: State, seat: int) -> int:
    """The set of options of a seat that owes a choice."""
    if state.phase >= Phase.LEAK:
        return ballots_open_to(state, seat)
    if state.phase == Phase.CLIMB:
        return boats_to_climb(state, seat)
    if state.phase == Phase.JUMP:
        return jumps_open_to(state, seat)
    if state.phase == Phase.SEAT_CREW:
        return seats_open_to(state, seat)
    return free_lanes(state)


# The round


def resolve(state: State, choices: list[int], events: Events) -> None:
    """What was chosen is done, and after it all that leaves no choice (LB-21)."""
    if state.phase >= Phase.LEAK:
        colour = settle_vote(state, choices, events)
    else:
        act(state, choices[state.turn], events)
        colour = foregone(state, events)
    while colour != NONE:
        carry_out(state, colour, events)
        colour = foregone(state, events)


def foregone(state: State, events: Events) -> int:
    """LB-21: if only one colour is possible, nobody votes and this is it; else NONE."""
    if count(state.possible) != 1:
        return NONE
    clear_vote(state, state.phase - Phase.LEAK)
    tell(events, Told.NO_VOTE, lowest(state.possible))
    return lowest(state.possible)


def act(state: State, option: int, events: Events) -> None:
    """The choice of one seat, outside a vote."""
    if state.phase == Phase.CLIMB:
        climb(state, option, events)
    elif option < SAILOR_IN:
        place_boat(state, option - LANE + 1, events)
    else:
        figure = SAILOR if option < OFFICER_IN else OFFICER
        boat = boat_of(option)
        if state.phase == Phase.JUMP:
            jump(state, figure, boat, events)
        else:
            seat_crew(state, figure, boat, events)


def begin_round(state: State, events: Events) -> None:
    """LB-9: leak, advance, change boats. LB-16: any boat at sea may spring the leak."""
    state.rounds += 1
    tell(events, Told.ROUND_BEGINS, state.rounds, state.start)
    begin_vote(state, Phase.LEAK, state.at_sea)


def end_round(state: State, events: Events) -> None:
    """LB-30: the log passes to the left, every round."""
    state.start = left_of(state.start, state.seats)
    begin_round(state, events)


# Votes


def settle_vote(state: State, choices: list[int], events: Events) -> int:
    """The colour that was voted, or named by the one who decides; NONE if one has to do so now."""
    if state.by == By.BALLOTS:
        return count_ballots(state, show_ballots(state, choices, events), events)
    tell(events, Told.DECIDES, state.turn, choices[state.turn])
    return choices[state.turn]


def carry_out(state: State, colour: int, events: Events) -> None:
    """What the vote was about is done."""
    state.outcome[state.phase - Phase.LEAK] = colour
    state.by = By.BALLOTS
    state.possible = 0
    if state.phase == Phase.LEAK:
        spring_leak(state, colour, events)
    elif state.phase == Phase.OVERBOARD:
        throw_overboard(state, colour, events)
    else:
        advance(state, colour, events)


# Phase 1: a leak


def spring_leak(state: State, boat: int, events: Events) -> None:
    """LB-17: the leak takes a free seat. LB-18: without one, somebody has to go overboard."""
    state.leaking = boat
    if free_seats(state, boat) > 0:
        take_in_water(state, events)
    else:
        tell(events, Told.FULL, boat)
        begin_vote(state, Phase.OVERBOARD, colours_aboard(state, boat))


def throw_overboard(state: State, seat: int, events: Events) -> None:
    """LB-19: one figure is out of the game, an officer only if there is no sailor."""
    figure = lowest_rank(state, seat, state.leaking)
    move(state, seat, figure, state.leaking, LOST)
    tell(events, Told.GOES_OVERBOARD, seat, figure, state.leaking)
    take_in_water(state, events)


def take_in_water(state: State, events: Events) -> None:
    """The leak is there; phase 1 ends, and a boat is to advance (LB-22)."""
    state.leaks[state.leaking] += 1
    tell(events, Told.LEAKS, state.leaking, state.leaks[state.leaking])
    sink_leaky_boats(state, events)
    if not game_ends(state, events):
        begin_vote(state, Phase.ADVANCE, state.at_sea)


def sink_leaky_boats(state: State, events: Events) -> None:
    """LB-20, LB-26: boats with more leaks than crew sink with everybody in them."""
    for boat in range(BOATS):
        if has(state.at_sea, boat) and state.leaks[boat] > state.crew[boat]:
            state.at_sea &= ~(1 << boat)
            tell(events, Told.SINKS, boat)
            drown(state, boat, events)


def drown(state: State, boat: int, events: Events) -> None:
    """LB-20: all in this boat are out of the game."""
    for seat in range(state.seats):
        tell_crew(events, Told.SAILORS_DROWN, seat, state.sailors[boat][seat])
        tell_crew(events, Told.OFFICERS_DROWN, seat, state.officers[boat][seat])
        state.sailors[LOST][seat] += state.sailors[boat][seat]
        state.officers[LOST][seat] += state.officers[boat][seat]
        state.sailors[boat][seat] = 0
        state.officers[boat][seat] = 0
    state.crew[LOST] += state.crew[boat]
    state.crew[boat] = 0


def tell_crew(events: Events, kind: int, seat: int, figures: int) -> None:
    """Tell how many figures it happened to, if any."""
    if figures > 0:
        tell(events, kind, seat, figures)


# Phase 2: a boat advances


def advance(state: State, boat: int, events: Events) -> None:
    """LB-22: one row, straight on; the third move lands (LB-4)."""
    state.row[boat] += 1
    if state.row[boat] == ROWS:
        land(state, boat, events)
    else:
        tell(events, Told.ADVANCES, boat, state.row[boat])
    if not game_ends(state, events):
        change_boats(state, events)


def land(state: State, boat: int, events: Events) -> None:
    """LB-22: the crew is safe on the island of this lane (LB-5); the order of landing is kept."""
    state.at_sea &= ~(1 << boat)
    state.landings += 1
    state.landed[boat] = state.landings
    tell(events, Told.LANDS, boat, island_of(state.lane[boat]), state.landings)
    for seat in range(state.seats):
        tell_crew(events, Told.SAILORS_LAND, seat, state.sailors[boat][seat])
        tell_crew(events, Told.OFFICERS_LAND, seat, state.officers[boat][seat])


# Phase 3: sailors change boats


def change_boats(state: State, events: Events) -> None:
    """LB-23: not with fewer than two boats at sea."""
    if count(state.at_sea) < 2:
        end_round(state, events)
    else:
        state.deserted = 0
        ask_to_jump(state, 0, events)


def ask_to_jump(state: State, first: int, events: Events) -> None:
    """LB-24: the start player first, then clockwise; whoever can jump must, the others stay."""
    for place in range(first, state.seats):
        seat = around(state.start + place, state.seats)
        if jumps_open_to(state, seat):
            state.phase = Phase.JUMP
            state.turn = seat
            return
        if crew_at_sea(state, seat):
            tell(events, Told.STAYS, seat)
    ask_to_climb(state, state.seats - 1, events)


def jump(state: State, figure: int, boat: int, events: Events) -> None:
    """LB-24: into the water; nobody else may leave this boat."""
    seat = state.turn
    move(state, seat, figure, boat, WATER)
    state.left[seat] = boat
    state.deserted |= 1 << boat
    tell(events, Told.JUMPS, seat, figure, boat)
    ask_to_jump(state, place_of(state, seat) + 1, events)


def ask_to_climb(state: State, last: int, events: Events) -> None:
    """LB-25: in reverse order; whoever finds no seat is out of the game."""
    for place in range(last, -1, -1):
        seat = around(state.start + place, state.seats)
        if state.left[seat] == NONE:
            continue
        if boats_to_climb(state, seat):
            state.phase = Phase.CLIMB
            state.turn = seat
            return
        leave_water(state, seat, LOST, events)
    # LB-26. Some boat with crew always stays afloat here, so the game cannot end.
    sink_leaky_boats(state, events)
    end_round(state, events)


def climb(state: State, boat: int, events: Events) -> None:
    """LB-25: into the boat chosen; then the next swimmer."""
    seat = state.turn
    leave_water(state, seat, boat, events)
    ask_to_climb(state, place_of(state, seat) - 1, events)


def leave_water(state: State, seat: int, place: int, events: Events) -> None:
    """A swimmer is in a boat, or lost."""
    figure = lowest_rank(state, seat, WATER)
    move(state, seat, figure, WATER, place)
    state.left[seat] = NONE
    if place == LOST:
        tell(events, Told.FINDS_NO_SEAT, seat, figure)
    else:
        tell(events, Told.CLIMBS, seat, figure, place)


# What is asked, and why a choice is refused


def asks(state: State) -> int:
    """The question of this phase; Asked numbers those of the votes anew for each By."""
    return state.phase + VOTES * state.by


def obvious(state: State, seat: int) -> bool:
    """G-4: everything but ballots is open, and a vote has at least two colours (LB-21)."""
    return has(owes(state), seat) and count(open_to(state, seat)) == 1


def forbids(state: State, seat: int, option: int) -> str:
    """The clause an impossible choice breaks; LB-1 if there is no such boat in this game."""
    if state.phase <= Phase.PLACE_BLACK:
        return "LB-7"
    boat = boat_of(option)
    if boat != NONE and state.lane[boat] == 0:
        return "LB-1"
    if state.phase == Phase.SEAT_CREW:
        seatable = option >= SAILOR_IN and has(boats_with_room(state), boat)
        return "LB-3" if seatable else "LB-8"
    if state.phase == Phase.JUMP:
        return "LB-24"
    if state.phase == Phase.CLIMB:
        return "LB-25"
    if option == HAT or state.by == By.TIE:
        return ("LB-12", "LB-13", "LB-11", "LB-14")[state.by]
    return ("LB-16", "LB-18", "LB-22")[state.phase - Phase.LEAK]
