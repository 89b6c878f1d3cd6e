"""Our Land Unter as a game of OpenSpiel, written in Python: its rules are our interpreted ones.

What is chosen at once here is asked for one after another there: a card that was chosen stays
hidden until the last one is, and nobody's information state tells of it. So that a search stands
before its own choice as at a table, with no choice of others made, the seat that is asked first can
be any. A game ends with the round it is in, as in our own search, and returns how far each seat is
then ahead by the same measure.
"""

from typing import Any, Self

import pyspiel

from tablee import catalogue
from tablee.kernel.chance import Random
from tablee.kernel.sets import has

PLAYERS = 4
HIGHEST = 100.0  # nobody is ever that far ahead

land_unter = catalogue.load("land-unter")
rules, standing = land_unter.rules, land_unter.bots.standing

TYPE = pyspiel.GameType(
    short_name="python_land_unter",
    long_name="Land Unter, to the end of a round",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS,
    min_num_players=PLAYERS,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"deal": 0},
)
INFO = pyspiel.GameInfo(
    num_distinct_actions=rules.OPTIONS,
    max_chance_outcomes=0,
    num_players=PLAYERS,
    min_utility=-HIGHEST,
    max_utility=HIGHEST,
    max_game_length=rules.OFFERS * PLAYERS,
)


class Standing:
    """Where a game is: our state, and the choices that are not yet part of it."""

    __slots__ = ("asked", "choices", "ends", "first", "state")

    def __init__(self, state: Any, first: int, ends: int):
        self.state = state
        self.first = first  # who is asked first in every trick
        self.ends = ends  # the rounds that are done when it is over
        self.choices = [-1] * PLAYERS
        self.asked = self.next_asked()

    def __deepcopy__(self, _: dict[int, object]) -> Self:
        """What OpenSpiel asks for when it clones a state, as quick as it can be."""
        other = type(self).__new__(type(self))
        other.state, other.first, other.ends = self.state.copy(), self.first, self.ends
        other.choices, other.asked = self.choices.copy(), self.asked
        return other

    def next_asked(self) -> int:
        """The next seat that owes a choice and has made none; -1 if there is none."""
        owing = rules.owes(self.state)
        for step in range(PLAYERS):
            seat = (self.first + step) % PLAYERS
            if has(owing, seat) and self.choices[seat] < 0:
                return seat
        return -1

    def choose(self, option: int) -> None:
        """The choice of the seat that is asked; after the last one, all of them are shown."""
        self.choices[self.asked] = option
        self.asked = self.next_asked()
        if self.asked < 0:
            rules.resolve(self.state, self.choices, None)
            self.choices = [-1] * PLAYERS
            self.asked = self.next_asked() if self.state.rounds_done < self.ends else -1

    def ahead(self, seat: int) -> float:
        """The standing of a seat less that of the others, as in our own search."""
        others = [standing(self.state, other) for other in range(PLAYERS) if other != seat]
        return standing(self.state, seat) - 0.5 * max(others) - 0.5 * sum(others) / len(others)


class LandUnter(pyspiel.Game):  # type: ignore[misc]
    """A certain deal of Land Unter."""

    def __init__(self, params: dict[str, Any] | None = None):
        super().__init__(TYPE, INFO, params or {})
        deal = self.get_parameters().get("deal", 0)
        self.dealt = land_unter.dealt(PLAYERS, {}, Random(deal))

    def new_initial_state(self) -> "Position":
        return self.position(self.dealt.copy(), 0)

    def position(self, state: Any, first: int) -> "Position":
        """Any position of the game, the next to be asked being this seat."""
        return Position(self, Standing(state, first, state.rounds_done + 1))


class Position(pyspiel.State):  # type: ignore[misc]
    """A position, in the words of OpenSpiel."""

    def __init__(self, game: LandUnter, standing: Standing):
        super().__init__(game)
        self.standing = standing
        self.known = ""  # what the seat that is asked knows, once it was asked for

    def current_player(self) -> int:
        asked = self.standing.asked
        return asked if asked >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        return self.standing.asked < 0

    def _legal_actions(self, player: int) -> list[int]:
        offers: list[int] = []
        rules.options(self.standing.state, player, offers)
        return offers

    def _apply_action(self, action: int) -> None:
        self.standing.choose(action)
        self.known = ""

    def _action_to_string(self, _: int, action: int) -> str:
        return land_unter.notation.say(action)

    def information_state_string(self, player: int | None = None) -> str:
        """What a seat sees. It does not see its own choice either; nothing is asked of it then."""
        if player is not None and player != self.standing.asked:
            return repr(land_unter.sight.view(self.standing.state, player))
        if not self.known:
            self.known = repr(land_unter.sight.view(self.standing.state, self.standing.asked))
        return self.known

    def returns(self) -> list[float]:
        if not self.is_terminal():
            return [0.0] * PLAYERS
        return [self.standing.ahead(seat) for seat in range(PLAYERS)]

    def __str__(self) -> str:
        return repr(self.standing.state)


def resampled(position: Position, seat: int, chance: Random) -> Position:
    """A world that looks the same to the seat that is asked first: our own guess."""
    standing = position.standing
    state = standing.state.copy()
    land_unter.sight.guess(state, seat, chance)
    return Position(position.get_game(), Standing(state, seat, standing.ends))


pyspiel.register_game(TYPE, LandUnter)
