"""A table in memory, with those who watch it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

import msgspec

from tablee.kernel.errors import TableeError
from tablee.server.bots.studies import Advice
from tablee.server.people import Person
from tablee.server.tables.commands import Command, Rematch
from tablee.server.tables.lines import between, last_of, newest
from tablee.server.tables.page import Pages, Present, Viewer, encode
from tablee.server.tables.table import Table

LONGEST_LOG = 200  # lines sent at once, and the rest of an event; older ones are read by HTTP
NOTHING: dict[str, Any] = {}  # is what a watcher knows before the first page


class Common:
    """What everybody may know of a table at a moment, in one language."""

    def __init__(self, content: dict[str, Any]):
        self.content = content
        self.compared: dict[str, Any] | None = None  # with what the news were last asked for
        self.encoded = msgspec.Raw()

    def news(self, last: "Common | None") -> msgspec.Raw:
        """What is not as it was in the last page somebody got; the same for nearly all watchers."""
        before = last.content if last else NOTHING
        if before is not self.compared:
            news = {
                name: value
                for name, value in self.content.items()
                if name not in before or value != before[name]
            }
            self.compared, self.encoded = before, msgspec.Raw(encode(news))
        return self.encoded


class Update(msgspec.Struct):
    """What one watcher is to be sent of a table; a later one takes the place of an earlier."""

    table: str
    seq: int
    common: Common
    own: dict[str, Any]
    view: msgspec.Raw
    lines: list[msgspec.Raw]

    def after(self, earlier: "Update") -> "Update":
        """This update for somebody who never got the earlier one."""
        self.lines = newest(earlier.lines + self.lines, LONGEST_LOG)
        return self


class Watcher(Protocol):
    """Whoever is shown a table."""

    person: Person
    language: str

    def show(self, update: Update) -> None: ...


Outcome = int | TableeError  # the place in the table's history, or why there is none


class Asked(msgspec.Struct):
    """A command on its way, and what is to be done with its answer."""

    person: Person
    id: str
    command: Command
    settle: Callable[[Outcome], None]

    @property
    def key(self) -> str:
        """Unique at the table, so that a retry is found; of the rematch there is only one."""
        return "rematch" if isinstance(self.command, Rematch) else f"{self.person.id}:{self.id}"


def settle(answer: asyncio.Future[int], outcome: Outcome) -> None:
    """Give an answer to somebody who waits for it, if they still do."""
    if answer.done():
        return
    if isinstance(outcome, TableeError):
        answer.set_exception(outcome)
    else:
        answer.set_result(outcome)


@dataclass(eq=False)
class Live:
    """A table, its lock and its watchers. The table may be ahead of the disk while locked."""

    table: Table
    host_seen: int  # tick when the host was last there; at first, when the table was found
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    stale: bool = False  # the disk may know more, or something else
    unsaved: bool = False  # where it stands is still to be written down
    asked: list[Asked] = field(default_factory=list)  # to be served together
    watchers: dict[Watcher, int] = field(default_factory=dict)  # and the last seq each was shown
    elsewhere: frozenset[str] = frozenset()  # people who watch through other processes
    noting: asyncio.Lock = field(default_factory=asyncio.Lock)  # who is looking, in order
    thinking: set[int] = field(default_factory=set)  # seats a bot is choosing for
    advice: dict[int, Advice] = field(default_factory=dict)  # by seat, the last one given
    timer: asyncio.TimerHandle | None = None
    used_at: float = 0.0

    def __post_init__(self) -> None:
        self.pages = Pages(self.table)

    def replace(self, table: Table) -> None:
        """The same table, read from the disk anew."""
        self.table = table
        self.pages = Pages(table)
        self.stale = False

    def here(self) -> frozenset[str]:
        """Who is looking through this process."""
        return frozenset(watcher.person.id for watcher in self.watchers if watcher.person.id)

    def people(self) -> frozenset[str]:
        """Who is looking."""
        return self.elsewhere | self.here()

    def is_here(self, person: str) -> bool:
        """Is this person looking?"""
        return person in self.people()

    def see_host(self, tick: int) -> None:
        """To be called before anybody counts as gone."""
        if self.is_here(self.table.host):
            self.host_seen = tick

    def host_away(self, tick: int) -> int:
        """For how many milliseconds the host has not been there."""
        return 0 if self.is_here(self.table.host) else tick - self.host_seen

    def publish(self, tick: int) -> None:
        """Show every watcher the table as it is now."""
        self._show(list(self.watchers), tick)

    def publish_to(self, watcher: Watcher, tick: int) -> None:
        """Show one watcher the table as it is now."""
        self._show([watcher], tick)

    def _show(self, watchers: list[Watcher], tick: int) -> None:
        present = Present(tick, self.people())
        common: dict[str, Common] = {}
        lines: dict[tuple[str, int], list[msgspec.Raw]] = {}
        for watcher in watchers:
            language = watcher.language
            if language not in common:
                common[language] = Common(self.pages.common(present, language))
            news = language, self.watchers[watcher]
            if news not in lines:
                lines[news] = self.lines_after(news[1], language)
            self.watchers[watcher] = self.table.seq
            update = self.update_for(watcher.person, language, common[language], lines[news])
            watcher.show(update)

    def lines_after(self, seq: int, language: str) -> list[msgspec.Raw]:
        """The log after an event; only the newest lines of it, if there are many."""
        lines = self.table.lines
        return self.pages.lines(last_of(lines, between(lines, seq), LONGEST_LOG), language)

    def update_for(
        self, person: Person, language: str, common: Common, lines: list[msgspec.Raw]
    ) -> Update:
        """The table as one person may see it."""
        table = self.table
        viewer: Viewer = table.seat_of(person.id) if person.id else None
        return Update(
            table=table.id,
            seq=table.seq,
            common=common,
            own=self.pages.own(viewer, person.id, language),
            view=self.pages.view(viewer),
            lines=lines,
        )

    def cancel_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
