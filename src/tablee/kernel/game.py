"""What the house knows of a game: its modules, its numbers, its switches."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from tablee.kernel.chance import Chance
from tablee.kernel.errors import WrongOption, WrongPlayers
from tablee.kernel.events import Events
from tablee.kernel.kinds import Kind
from tablee.kernel.layout import Layout
from tablee.kernel.texts import Texts

View = dict[str, Any]


class Rules(Protocol):
    """`rules.py` of a game. `state` is always that game's own State."""

    State: type[Layout]
    SEATS: int  # the most players
    OPTIONS: int  # option ids are 0 to OPTIONS - 1
    OFFERS: int  # the most options a seat ever has at once
    Told: type[Kind]  # the kinds of events
    Asked: type[Kind]  # the questions put to seats

    def deal(self, state: Any, chance: Chance) -> None: ...
    def owes(self, state: Any) -> int: ...
    def options(self, state: Any, seat: int, offers: list[int]) -> None: ...
    def resolve(self, state: Any, choices: list[int], events: Events) -> None: ...
    def score(self, state: Any, seat: int) -> int: ...
    def winners(self, state: Any) -> int: ...
    def asks(self, state: Any) -> int: ...
    def obvious(self, state: Any, seat: int) -> bool: ...
    def forbids(self, state: Any, seat: int, option: int) -> str: ...


class Sight(Protocol):
    """`view.py` of a game."""

    def view(self, state: Any, seat: int | None) -> View: ...
    def guess(self, state: Any, seat: int, chance: Chance) -> None: ...
    def sound(self, state: Any) -> bool: ...


class Notation(Protocol):
    """`notation.py` of a game."""

    def say(self, option: int) -> str: ...
    def read(self, text: str) -> int | None: ...
    def write_deal(self, state: Any) -> dict[str, Any]: ...
    def read_deal(self, state: Any, deal: dict[str, Any]) -> None: ...


class Heuristics(Protocol):
    """`bots.py` of a game: how a sound player sees it. Reads only what the seat knows.

    Where past choices tell something of what is hidden it also has `plausible(state, seat)`: how
    well a guessed state explains what the others did, from near 0 to 1 (see bots/search.py).
    """

    TRAITS: int  # how many numbers a character has
    CHARACTERS: Mapping[str, tuple[int, ...]]  # by name; all zeros is the even temper

    def rate(
        self, state: Any, seat: int, character: list[int], offers: list[int], rates: list[float]
    ) -> None: ...
    def horizon(self, state: Any) -> int: ...
    def standing(self, state: Any, seat: int) -> float: ...


class Observation(Protocol):
    """`observe.py` of a game: what a seat knows, and what an option would do, in numbers.

    Numbers are given all zero; whatever is not zero is written.
    """

    SIGHT: int
    EFFECT: int

    def observe(self, state: Any, seat: int, numbers: list[int]) -> None: ...
    def effect(self, state: Any, seat: int, option: int, numbers: list[int]) -> None: ...


@dataclass(frozen=True, eq=False)
class Game:
    """A game as it stands on the shelf: one edition of one folder of rules."""

    id: str
    folder: str
    names: Mapping[str, str]  # by language
    rules_version: int
    players: range
    minutes: tuple[int, int]
    defaults: Mapping[int, Mapping[str, bool]]  # by rules version: what an unnamed switch means
    undo: frozenset[str]  # the questions whose answers show and draw nothing: one may be taken back
    rules: Rules
    sight: Sight
    notation: Notation
    bots: Heuristics
    observation: Observation
    texts: Texts

    def name(self, language: str) -> str:
        """What the game is called in a language."""
        return self.names[language]

    def check_players(self, players: object) -> int:
        """The number of players, if the rule book allows it."""
        if not isinstance(players, int) or isinstance(players, bool) or players not in self.players:
            raise WrongPlayers(
                f"{self.id} is for {self.players[0]} to {self.players[-1]} players, "
                f"not {players!r}."
            )
        return players

    @property
    def switches(self) -> Mapping[str, bool]:
        """Name and default of every option of the table."""
        return self.defaults[self.rules_version]

    def check_switches(
        self, chosen: Mapping[str, object], version: int | None = None
    ) -> dict[str, bool]:
        """Every switch with its chosen value, or the default of that version of the rules."""
        defaults = self.switches if version is None else self.defaults[version]
        known = ", ".join(sorted(self.switches)) or "none"
        for name, value in chosen.items():
            if name not in self.switches:
                raise WrongOption(f"{self.id} has no option {name!r}; its options: {known}.")
            if not isinstance(value, bool):
                raise WrongOption(f"Option {name} is on or off (true or false), not {value!r}.")
        return {name: bool(chosen.get(name, usual)) for name, usual in defaults.items()}

    def blank(self, players: object, switches: Mapping[str, object]) -> Any:
        """A state with nothing but the number of seats and the switches set."""
        state: Any = self.rules.State()
        state.seats = self.check_players(players)
        for name, value in self.check_switches(switches).items():
            setattr(state, name, int(value))
        return state

    def dealt(self, players: int, switches: Mapping[str, object], chance: Chance) -> Any:
        """The beginning of a game."""
        state = self.blank(players, switches)
        self.rules.deal(state, chance)
        return state
