"""What a character remembers of a match: its numbers, moved by all that was told so far."""

from array import array
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from tablee.kernel.events import Event
from tablee.kernel.match import Match
from tablee.kernel.sets import BITS


class Memory:
    """A character at a match, and how much of the match it has seen."""

    def __init__(self, match: Match, seat: int, character: str):
        self.seat = seat
        self.numbers = list(match.game.bots.CHARACTERS[character])
        self.state: Any = match.rules.State.unpack(match.start)
        self.choices = array("h")
        self.turns = 0

    def is_of(self, match: Match) -> bool:
        """Whether everything seen still stands: choices may be taken back."""
        return match.choices[: len(self.choices)] == self.choices

    def catch_up(self, match: Match, feel: Callable[..., None]) -> None:
        """See the turns played since."""
        rules, state = match.rules, self.state
        for size in match.sizes[self.turns :]:
            newest = match.choices[len(self.choices) : len(self.choices) + size]
            choices = [-1] * state.seats
            for seat, option in zip(BITS[rules.owes(state)], newest):
                choices[seat] = option
            before, events = state.copy(), list[Event]()
            rules.resolve(state, choices, events)
            for kind, *told in events:
                feel(self.numbers, before, self.seat, kind, tuple(told))
            self.choices += newest
            self.turns += 1


MEMORIES: WeakKeyDictionary[Match, dict[tuple[int, str], Memory]] = WeakKeyDictionary()


def remembered(match: Match, seat: int, character: str) -> tuple[int, ...]:
    """The numbers of a character in this seat; in games without feelings they never move."""
    feel = getattr(match.game.bots, "feel", None)
    if feel is None:
        return tuple(match.game.bots.CHARACTERS[character])
    kept = MEMORIES.setdefault(match, {})
    memory = kept.get((seat, character))
    if memory is None or not memory.is_of(match):
        memory = kept[seat, character] = Memory(match, seat, character)
    memory.catch_up(match, feel)
    return tuple(memory.numbers)
