"""What a bot is given when it must choose: what its seat knows, and nothing else."""

from dataclasses import dataclass
from typing import Any

from tablee import catalogue
from tablee.bots.memory import remembered
from tablee.kernel.chance import Random
from tablee.kernel.game import Game
from tablee.kernel.match import Match

EVEN = "even"  # the character all games have, and nobody minds

Packed = tuple[str, int, list[int], bytes, tuple[int, ...]]


@dataclass(frozen=True)
class Position:
    """A seat's options, and a state it may suppose: all that is hidden from it was dealt anew.

    Which of the many states that look the same to the seat it is depends on what the seat knows
    alone (see `guess`), so it tells no more than the view does.
    """

    game: Game
    seat: int
    options: list[int]
    state: Any
    character: tuple[int, ...] = ()  # its numbers, with what it remembers; none: an even temper

    def pack(self) -> Packed:
        """The same in plain values, for another process."""
        return self.game.id, self.seat, self.options, self.state.pack(), self.character


def unpack(packed: Packed) -> Position:
    """A position that was packed."""
    name, seat, options, state, character = packed
    game = catalogue.load(name)
    return Position(game, seat, options, game.rules.State.unpack(state), character)


def suppose(match: Match, seat: int, character: str = EVEN) -> Position:
    """The position of a seat that owes a choice, for a bot of this character."""
    state = match.rules.State.unpack(match.state.pack())
    match.game.sight.guess(state, seat, Random(0))
    temper = () if character == EVEN else remembered(match, seat, character)
    return Position(match.game, seat, match.options(seat), state, temper)
