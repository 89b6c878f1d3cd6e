"""A match: the state of one game, and the choices that are not yet part of it.

G-3: each owing seat commits once, in any order; nobody sees another's commitment, and the moment
the last one is in, all of them are resolved together. A normal turn is the case of one seat.
"""

from array import array
from typing import Any

from tablee.kernel.deals import shown
from tablee.kernel.errors import IllegalChoice, NotOwed
from tablee.kernel.events import Event
from tablee.kernel.game import Game
from tablee.kernel.offers import offered
from tablee.kernel.sets import BITS, members
from tablee.kernel.texts import Question


class Match:
    """One game being played. Checks every choice; a refused one changes nothing."""

    __slots__ = ("choices", "committed", "game", "offered", "owed", "start", "state")

    def __init__(self, game: Game, state: Any):
        self.game = game
        self.start: bytes = state.pack()
        self.state = state
        self.choices = array("h")  # all that were resolved, in order of turn and seat
        self.committed: dict[int, int] = {}
        self.owed: int = game.rules.owes(state)
        self.offered: dict[int, list[int]] = {}  # of this turn; nobody's choice changes another's

    @property
    def over(self) -> bool:
        return self.owed == 0

    @property
    def waiting_for(self) -> list[int]:
        """The seats that still have to choose in this turn."""
        return [seat for seat in BITS[self.owed] if seat not in self.committed]

    def options(self, seat: int) -> list[int]:
        """What this seat may choose now; nothing if it owes no choice."""
        self._check_seat(seat)
        return self._legal(seat).copy()

    def choose(self, seat: int, option: int) -> list[Event] | None:
        """Commit to an option. The last commitment of a turn resolves it and returns its events."""
        self.check(seat, option)
        self.committed[seat] = option
        if len(self.committed) < self.owed.bit_count():
            return None
        return self._resolve()

    def check(self, seat: int, option: int) -> None:
        """Refuse a choice that is not owed, or not among the seat's options."""
        self._check_seat(seat)
        legal = self._legal(seat)
        if not legal or seat in self.committed:
            raise self._not_owed(seat)
        if type(option) is not int or option not in legal:
            raise self._illegal(seat, option, legal)

    def read(self, seat: int, text: str) -> int:
        """The option somebody wrote; refused with what could be written if it is none."""
        self._check_seat(seat)
        option = self.game.notation.read(text) if isinstance(text, str) else None
        if option is None:
            legal = tuple(map(self.game.notation.say, self.options(seat)))
            clause = self.question.clause
            raise IllegalChoice(
                f"{shown(text)} is no choice of {self.game.id} ({clause}); "
                f"seat {seat} may choose {' '.join(legal) or 'nothing'}.",
                seat=seat,
                clause=clause,
                legal=legal,
            )
        return option

    def forced(self, seat: int) -> int | None:
        """G-4: the only option of this seat, where everybody can see that it is the only one."""
        self._check_seat(seat)
        legal = self._legal(seat)
        if len(legal) == 1 and self.game.rules.obvious(self.state, seat):
            return legal[0]
        return None

    @property
    def question(self) -> Question:
        """What the owing seats are asked."""
        return self.game.texts.question(self.game.rules.asks(self.state))

    def scores(self) -> list[int]:
        return [self.game.rules.score(self.state, seat) for seat in range(self.state.seats)]

    def winners(self) -> list[int]:
        """G-2: the seats that won, more than one if the game's own clauses break no tie."""
        return members(self.game.rules.winners(self.state)) if self.over else []

    def view(self, seat: int | None) -> dict[str, Any]:
        """What this seat sees, or a spectator (None): its own hand, the table, never a secret."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.sight.view(self.state, seat)

    def _legal(self, seat: int) -> list[int]:
        legal = self.offered.get(seat)
        if legal is None:
            offers = [0] * (self.game.rules.OFFERS + 1)
            if self.owed >> seat & 1:
                self.game.rules.options(self.state, seat, offers)
            legal = self.offered[seat] = offered(offers)
        return legal

    def _resolve(self) -> list[Event]:
        choices = [-1] * self.state.seats
        for seat, option in sorted(self.committed.items()):
            choices[seat] = option
            self.choices.append(option)
        self.committed.clear()
        self.offered.clear()
        events: list[Event] = []
        self.game.rules.resolve(self.state, choices, events)
        self.owed = self.game.rules.owes(self.state)
        return events

    def _check_seat(self, seat: int) -> None:
        if type(seat) is not int or not 0 <= seat < self.state.seats:
            raise NotOwed(
                f"There is no seat {shown(seat)}; the seats are 0 to {self.state.seats - 1}.",
                seat=seat,
                clause="G-1",
            )

    def _not_owed(self, seat: int) -> NotOwed:
        if seat in self.committed:
            return NotOwed(f"Seat {seat} has already chosen in this turn.", seat=seat, clause="G-3")
        if self.over:
            return NotOwed("The game is over.", seat=seat, clause="G-2")
        waiting = " and ".join(f"seat {other}" for other in self.waiting_for)
        return NotOwed(
            f"Seat {seat} has nothing to choose now; {waiting} must choose.",
            seat=seat,
            clause=self.question.clause,
        )

    def _illegal(self, seat: int, option: int, legal: list[int]) -> IllegalChoice:
        say = self.game.notation.say
        if type(option) is int and 0 <= option < self.game.rules.OPTIONS:
            clause = self.game.rules.forbids(self.state, seat, option)
            wrong = say(option)
        else:
            clause = self.question.clause
            wrong = f"Option {shown(option)}"
        texts = tuple(say(other) for other in legal)
        return IllegalChoice(
            f"{wrong} is not possible for seat {seat} now ({clause}); "
            f"it may choose {' '.join(texts)}.",
            seat=seat,
            clause=clause,
            legal=texts,
        )
