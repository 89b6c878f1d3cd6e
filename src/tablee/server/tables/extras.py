"""Extras: what people do at a table beside the choices of the game, and how much there may be."""

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tablee.server.refusals import Declined
from tablee.server.settings import Limits
from tablee.server.tables import acts
from tablee.server.tables.acts import Acts, Event
from tablee.server.tables.commands import MOST_SEATS

if TYPE_CHECKING:
    from tablee.server.tables.table import Table

A_MINUTE = 60_000  # ticks
# Everything else happens only as often as one of these, or as the game, lets it.
EXTRAS = (
    acts.Placed
    | acts.Changed
    | acts.Committed
    | acts.Said
    | acts.Emoted
    | acts.UndoAsked
    | acts.Voted
    | acts.Hurried
    | acts.Hosted
)


@dataclass(slots=True)
class Extras:
    """How many there were, by whom; read off the table's history, so the same at every node."""

    number: int = 0
    of: Counter[str] = field(default_factory=Counter)  # by person
    lately: deque[tuple[int, str]] = field(default_factory=deque)  # of the last minute, with ticks

    def count(self, table: "Table", event: Event) -> None:
        """Something is about to happen at the table."""
        leaves = isinstance(event.act, acts.Left)
        if leaves or is_extra(table, event.act):
            person, _, _ = event.command.partition(":")
            self.number += 1
            self.of[person] += 1
            if not leaves:
                self.lately.append((event.tick, person))
                self._forget(event.tick)

    def check(self, person: str, tick: int, limits: Limits, act: Acts) -> None:
        """Refuse what would be too much; whoever leaves may be as quick as they like."""
        most = limits.extras_per_game
        if self.number >= most or self.of[person] >= most // MOST_SEATS:
            raise Declined("no_room")
        self._forget(tick)
        if isinstance(act, acts.Left):
            return
        mine = sum(one == person for _, one in self.lately)
        if mine >= limits.extras_per_person or len(self.lately) >= limits.extras_per_table:
            since = next(at for at, one in self.lately if one == person or not mine)
            raise Declined("too_fast", wait=max(1, (since + A_MINUTE - tick) // 1000))

    def _forget(self, tick: int) -> None:
        while self.lately and self.lately[0][0] <= tick - A_MINUTE:
            self.lately.popleft()


def is_extra(table: "Table", act: Acts) -> bool:
    """Something that the game does not need: for a choice, to be made once more."""
    if isinstance(act, acts.Chose):
        return act.seat in table.playing.committed
    return isinstance(act, EXTRAS)
