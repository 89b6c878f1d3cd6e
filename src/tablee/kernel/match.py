"""A match: the state of one game, and the choices that are not yet part of it.

G-3: each owing seat commits, in any order, and may change its mind; nobody sees another's
commitment, and the moment the last one is in, all of them are resolved together. A normal turn is
the case of one seat.
"""

from array import array
from collections.abc import Callable
from functools import partial
from typing import Any

from tablee.kernel.deals import shown
from tablee.kernel.errors import IllegalChoice, NotOwed, Refused
from tablee.kernel.events import Event
from tablee.kernel.game import Game, View
from tablee.kernel.sets import BITS, members
from tablee.kernel.texts import Question

NOBODY = -1  # the seat of a refusal that is about no single seat


class Match:
    """One game being played. Checks every choice; a refused one changes nothing."""

    __slots__ = (
        "__weakref__",
        "choices",
        "committed",
        "game",
        "newest",
        "offered",
        "owed",
        "rules",
        "sizes",
        "start",
        "state",
    )

    def __init__(self, game: Game, state: Any):
        self.game = game
        self.rules = game.rules
        self.start: bytes = state.pack()
        self.state = state
        self.choices = array("h")  # all that were resolved, in order of turn and seat
        self.sizes = array("B")  # how many of them each turn had
        self.committed: dict[int, int] = {}
        self.owed = game.rules.owes(state)
        self.offered: dict[int, list[int]] = {}  # of this turn; nobody's choice changes another's
        # Who chose in the newest resolved turn, and the question; only where one may be undone.
        self.newest: tuple[int, int] | None = None

    @property
    def over(self) -> bool:
        return self.owed == 0

    @property
    def waiting_for(self) -> list[int]:
        """The seats that still have to choose in this turn."""
        owing = BITS[self.owed]
        if not self.committed:
            return list(owing)
        return [seat for seat in owing if seat not in self.committed]

    def options(self, seat: int) -> list[int]:
        """What this seat may choose now; nothing if it owes no choice."""
        return self._legal(seat).copy()

    def choose(self, seat: int, option: int, again: bool = False) -> list[Event] | None:
        """Commit to an option. The last commitment of a turn resolves it and returns its events.

        `again`: also in the place of this seat's earlier commitment, which then never was (G-3).
        """
        self.check(seat, option, again)
        self.committed[seat] = option
        if len(self.committed) < self.owed.bit_count():
            return None
        return self._resolve()

    def check(self, seat: int, option: int, again: bool = False) -> None:
        """Refuse a choice that is not owed, or not among the seat's options."""
        legal = self._legal(seat)
        if not legal or (seat in self.committed and not again):
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
        legal = self._legal(seat)
        if len(legal) == 1 and self.rules.obvious(self.state, seat):
            return legal[0]
        return None

    @property
    def undoable(self) -> int | None:
        """The seat whose choice, the newest there is, could be taken back now; None if it stays."""
        if self.newest is None or self.committed or self.over:
            return None
        seats, asked = self.newest
        if seats.bit_count() > 1 or self.game.texts.question(asked).name not in self.game.undo:
            return None
        return seats.bit_length() - 1

    def undo(self) -> int:
        """Take back the newest choice and return whose it was; all is as it was before it.

        Refused if it showed or drew something, if several chose together, if somebody has chosen
        since, and when the game is over: by then everything has been shown.
        """
        seat = self.undoable
        if seat is None:
            raise self._not_undoable()
        before = self._before_newest_turn()
        self.state = before.state
        self.choices = before.choices
        self.sizes = before.sizes
        self.owed = before.owed
        self.newest = before.newest
        self.offered.clear()
        return seat

    @property
    def question(self) -> Question:
        """What the owing seats are asked."""
        return self.game.texts.question(self.rules.asks(self.state))

    def scores(self) -> list[int]:
        return [self.rules.score(self.state, seat) for seat in range(self.state.seats)]

    def winners(self) -> list[int]:
        """G-2: the seats that won, more than one if the game's own clauses break no tie."""
        return members(self.rules.winners(self.state)) if self.over else []

    def view(self, seat: int | None) -> View:
        """What this seat sees, or a spectator (None): its own hand, the table, never a secret."""
        if seat is not None:
            self._check_seat(seat)
        return self.game.sight.view(self.state, seat)

    def views(self) -> Callable[[int | None], View]:
        """The same for several who look at one moment; some games build what all see only once."""
        sight = self.game.sight
        together: Callable[[Any], Callable[[int | None], View]] | None
        together = getattr(sight, "views", None)
        return together(self.state) if together else partial(sight.view, self.state)

    def _legal(self, seat: int) -> list[int]:
        """The options of a seat as they are kept; nobody may change this list."""
        if type(seat) is int and seat in self.offered:
            return self.offered[seat]
        self._check_seat(seat)
        legal: list[int] = []
        if self.owed >> seat & 1:
            self.rules.options(self.state, seat, legal)
        self.offered[seat] = legal
        return legal

    def _resolve(self) -> list[Event]:
        state, rules = self.state, self.game.rules
        choices = [-1] * state.seats
        for seat in BITS[self.owed]:
            choices[seat] = option = self.committed[seat]
            self.choices.append(option)
        self.sizes.append(len(self.committed))
        self.committed.clear()
        self.offered.clear()
        if self.game.undo:
            self.newest = (self.owed, rules.asks(state))
        events: list[Event] = []
        rules.resolve(state, choices, events)
        self.owed = rules.owes(state)
        return events

    def _before_newest_turn(self) -> "Match":
        """This match without its newest resolved turn, played again from the start."""
        again = Match(self.game, self.rules.State.unpack(self.start))
        made = 0
        for size in self.sizes[:-1]:
            for seat, option in zip(again.waiting_for, self.choices[made : made + size]):
                again.choose(seat, option)
            made += size
        return again

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

    def _not_undoable(self) -> Refused:
        if self.over:
            return Refused("The game is over; its choices stay.", seat=NOBODY, clause="G-2")
        if self.committed:
            seat = min(self.committed)
            return Refused(
                f"Seat {seat} has chosen since; what was chosen before stays.",
                seat=seat,
                clause="G-3",
            )
        if not self.choices:
            return Refused(
                "Nobody has chosen yet; there is nothing to take back.",
                seat=NOBODY,
                clause=self.question.clause,
            )
        before = self._before_newest_turn()
        clause = before.question.clause
        if len(before.waiting_for) > 1:
            return Refused(
                f"The newest choices ({clause}) were made by several together, and are shown; "
                "they stay.",
                seat=NOBODY,
                clause="G-3",
            )
        seat = before.waiting_for[0]
        return Refused(
            f"The newest choice of seat {seat} ({clause}) may show or draw something; it stays.",
            seat=seat,
            clause=clause,
        )

    def _illegal(self, seat: int, option: int, legal: list[int]) -> IllegalChoice:
        say = self.game.notation.say
        if type(option) is int and 0 <= option < self.rules.OPTIONS:
            clause = self.rules.forbids(self.state, seat, option)
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
