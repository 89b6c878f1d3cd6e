"""What a bot's character holds in Lifeboats, and how what others do to it moves its feelings."""

from tablee.games.lifeboats.parts import SEATS
from tablee.games.lifeboats.stakes import points_aboard
from tablee.games.lifeboats.state import Phase, State, Told

# A character: three traits in per cent, then what it remembers
LOYALTY = 0  # how much the points of those who helped count as one's own
GRUDGE = 1  # how much more the points of those who did harm hurt
CONFORMITY = 2  # how gladly it votes as most others will
FEELINGS = 3  # for each seat from -100 (foe) to 100 (friend)
VOTE = FEELINGS + SEATS  # the phase of the vote that is on; 0 is unknown
SINKING = VOTE + 1  # the boat that sank last
BALLOTS = SINKING + 1  # for each seat the colour it voted for, counted from 1; 0 is none
TRAITS = BALLOTS + SEATS


def feel(
    character: list[int], state: State, seat: int, told: int, numbers: tuple[int, ...]
) -> None:
    """An event this seat saw, in the state before or after it, moves its feelings."""
    if told == Told.ROUND_BEGINS:
        character[VOTE] = Phase.LEAK
        for other in range(state.seats):
            character[FEELINGS + other] = character[FEELINGS + other] * 4 // 5
    elif told == Told.FULL:
        character[VOTE] = Phase.OVERBOARD
    elif told == Told.LEAKS:
        character[VOTE] = Phase.ADVANCE
    elif told == Told.VOTES or told == Told.VOTES_WITH_WEIGHT or told == Told.DECIDES:
        feel_ballot(character, state, seat, numbers[0], numbers[1])
    elif told == Told.GOES_OVERBOARD and numbers[0] == seat:
        blame(character, state, seat, seat, 15)
    elif told == Told.SINKS:
        character[SINKING] = numbers[0]
    elif (told == Told.SAILORS_DROWN or told == Told.OFFICERS_DROWN) and numbers[0] == seat:
        blame(character, state, seat, character[SINKING], 10 * numbers[1])
    elif told == Told.ADVANCES or told == Told.LANDS:
        for other in range(state.seats):
            character[BALLOTS + other] = 0


def feel_ballot(character: list[int], state: State, seat: int, voter: int, colour: int) -> None:
    """Somebody voted, or decided, for or against what this seat has at stake."""
    character[BALLOTS + voter] = colour + 1
    if voter == seat:
        return
    if character[VOTE] == Phase.OVERBOARD:
        if colour == seat:
            move_feeling(character, voter, -10)
    elif character[VOTE]:
        everybody = 0
        for other in range(state.seats):
            everybody += points_aboard(state, colour, other)
        share = state.seats * points_aboard(state, colour, seat) - everybody
        if share > 0:
            good = 2 * share if character[VOTE] == Phase.ADVANCE else -share
            move_feeling(character, voter, good)


def blame(character: list[int], state: State, seat: int, colour: int, harm: int) -> None:
    """Those whose last ballot named this colour did harm."""
    for other in range(state.seats):
        if other != seat and character[BALLOTS + other] == colour + 1:
            move_feeling(character, other, -harm)


def move_feeling(character: list[int], other: int, good: int) -> None:
    """Feelings know bounds."""
    character[FEELINGS + other] = max(-100, min(100, character[FEELINGS + other] + good))
