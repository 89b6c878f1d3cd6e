"""Votes in Lifeboats (LB-10 to LB-15): ballots, hats, and who decides when they do not."""

from tablee.games.lifeboats.parts import BOATS, SEATS
from tablee.games.lifeboats.state import HAT, NONE, By, Phase, State, Told
from tablee.kernel.events import Events, tell
from tablee.kernel.sets import count, lowest


def begin_vote(state: State, phase: int, possible: int) -> None:
    """These colours are put to the vote."""
    state.phase = phase
    state.possible = possible


def clear_vote(state: State, vote: int) -> None:
    """Put away what is remembered of the last vote of this kind."""
    state.voted_in[vote] = state.rounds
    state.settled[vote] = By.BALLOTS
    state.decider[vote] = NONE
    state.outcome[vote] = NONE
    for seat in range(SEATS):
        state.ballots[vote][seat] = NONE


def voters(state: State) -> int:
    """LB-10: everybody, with or without crew. LB-18: on going overboard, the colours aboard."""
    if state.phase == Phase.OVERBOARD:
        return state.possible
    return (1 << state.seats) - 1


def ballots_open_to(state: State, seat: int) -> int:
    """LB-10: any possible colour. LB-12: in a vote also a hat, as long as one is left."""
    if state.by == By.BALLOTS and state.hats[seat] > 0:
        return state.possible | 1 << HAT
    return state.possible


def show_ballots(state: State, choices: list[int], events: Events) -> int:
    """LB-10: all at once. LB-12: every hat voted is spent. Returns the seats that voted hat."""
    vote = state.phase - Phase.LEAK
    clear_vote(state, vote)
    hats = 0
    for seat in range(state.seats):
        ballot = choices[seat]
        state.ballots[vote][seat] = ballot
        if ballot == HAT:
            hats |= 1 << seat
            state.hats[seat] -= 1
            tell(events, Told.VOTES_HAT, seat, state.hats[seat])
        elif ballot != NONE and state.phase == Phase.OVERBOARD:
            tell(events, Told.VOTES_WITH_WEIGHT, seat, ballot, weight_of(state, seat))
        elif ballot != NONE:
            tell(events, Told.VOTES, seat, ballot)
    return hats


def count_ballots(state: State, hats: int, events: Events) -> int:
    """The colour that carries the vote, or NONE if somebody has to decide.

    LB-13: that is whoever voted the only hat. LB-14: after nothing but hats, the start player.
    """
    if count(hats) == 1:
        let_decide(state, lowest(hats), By.HAT, state.possible)
        tell(events, Told.ONE_HAT, state.turn)
        return NONE
    if hats == voters(state):
        let_decide(state, state.start, By.ALL_HATS, state.possible)
        tell(events, Told.ALL_HATS, state.turn)
        return NONE
    if hats:
        tell(events, Told.HATS_CANCEL, count(hats))
    return count_colours(state, events)


def count_colours(state: State, events: Events) -> int:
    """LB-11: the most votes; of those tied the start player chooses, also after hats (LB-15)."""
    leaders = most_votes(state)
    if count(leaders) > 1:
        let_decide(state, state.start, By.TIE, leaders)
        tell(events, Told.TIE, state.turn)
        return NONE
    colour = lowest(leaders)
    tell(events, Told.CARRIES, colour, votes_for(state, colour))
    return colour


def let_decide(state: State, seat: int, by: int, possible: int) -> None:
    """One seat is to name one of these colours."""
    vote = state.phase - Phase.LEAK
    state.by = state.settled[vote] = by
    state.turn = state.decider[vote] = seat
    state.possible = possible


def most_votes(state: State) -> int:
    """LB-11: the colours that no other has more votes than."""
    most = 0
    leaders = 0
    for colour in range(BOATS):
        votes = votes_for(state, colour)
        if votes > most:
            most = votes
            leaders = 0
        if votes == most:
            leaders |= 1 << colour
    return leaders


def votes_for(state: State, colour: int) -> int:
    """All votes for this colour, weighed."""
    ballots = state.ballots[state.phase - Phase.LEAK]
    votes = 0
    for seat in range(state.seats):
        if ballots[seat] == colour:
            votes += weight_of(state, seat)
    return votes


def weight_of(state: State, seat: int) -> int:
    """LB-18: going overboard, a sailor there votes once, an officer twice; else all are equal."""
    if state.phase != Phase.OVERBOARD:
        return 1
    return state.sailors[state.leaking][seat] + 2 * state.officers[state.leaking][seat]
