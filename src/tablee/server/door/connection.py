"""One client on one WebSocket: reads its messages, and writes to it at the pace it can take."""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import structlog

from tablee.kernel.errors import TableeError
from tablee.server.door import wire
from tablee.server.door.desk import NOBODY
from tablee.server.door.doorman import Visit
from tablee.server.door.quotas import Credit
from tablee.server.people import Person
from tablee.server.refusals import Declined
from tablee.server.tables.live import Asked, Outcome, Update

if TYPE_CHECKING:
    from tablee.server.house.house import House

MOST_UNREAD = 500  # messages; a client that reads none of them is sent away
MOST_WATCHED = 20  # tables

log = structlog.get_logger("tablee.connection")

Slow = wire.Hello | wire.Ping | wire.Watch | wire.Unwatch
Say = Callable[[Sequence[bytes]], None]


class Connection:
    """A client. Updates of a table that it was too slow to read are merged into the newest."""

    def __init__(
        self,
        house: "House",
        say: Say,
        person: Person,
        key: str = "",
        visit: Visit | None = None,
    ):
        self.house = house
        self.say = say
        self.person = person
        self.key = key  # hash of the secret it came with
        self.language = person.language
        self.greeted = False
        self.dismissed = False
        self.watched: dict[str, Update | None] = {}  # tables, and what was last sent of each
        self.answers: list[bytes] = []  # sent before updates
        self.updates: dict[str, Update] = {}  # the newest of each table
        self.flushing = False  # soon
        self.clogged_since = 0.0  # seconds; 0: the client reads
        self.gone = asyncio.Event()  # the client has to go
        self.busy: asyncio.Task[None] | None = None  # with a message that takes time
        self.unheard: deque[str] = deque()  # that came meanwhile
        self.clock = house.store.machine.seconds
        self.visit = visit or Visit(house.doorman)
        self.credit = self._credit()

    # To the client

    def show(self, update: Update) -> None:
        earlier = self.updates.get(update.table)
        self.updates[update.table] = update.after(earlier) if earlier else update
        self._soon()

    def answer(self, reply: wire.Reply) -> None:
        self.answers.append(wire.encode(reply))
        self._soon()

    def dismiss(self, bye: wire.Bye) -> None:
        """The last message there will be."""
        self.answer(bye)
        self.dismissed = True

    def _soon(self) -> None:
        if not self.flushing:
            self.flushing = True
            self.house.connections.flush_soon(self)

    def flush(self) -> None:
        """Send what there is to be sent, if the client reads."""
        self.flushing = False
        if self.clogged_since:
            return
        texts, self.answers = self.answers, []
        texts += [self._page(one) for one in self.updates.values() if one.table in self.watched]
        self.updates.clear()
        if texts:
            self.say(texts)
        if self.dismissed:
            self.gone.set()

    def clog(self) -> None:
        self.clogged_since = self.clock()

    def unclog(self) -> None:
        self.clogged_since = 0.0
        self.flush()

    def _page(self, update: Update) -> bytes:
        """A table, without what is as it was in the last page of it."""
        last = self.watched[update.table]
        self.watched[update.table] = update
        page = wire.Page(
            table=update.table,
            seq=update.seq,
            common=update.common.news(last.common if last else None),
            you=update.own,
            lines=update.lines,
        )
        if last is None or last.view is not update.view:
            page.view = update.view
        return wire.encode(page)

    # From the client

    def hear(self, text: str) -> None:
        """One message of the client, in its turn; of one that was shown out, none is heard."""
        if self.dismissed:
            return
        if self.busy is not None:
            self.unheard.append(text)
            if len(self.unheard) > MOST_UNREAD:
                self.gone.set()
            return
        try:
            self.credit.take()
            message = wire.decode(text)
        except Declined as declined:
            self._refuse(declined, wire.id_in(text))
            return
        if isinstance(message, wire.Do):
            self._ask(message)
        else:
            self.busy = asyncio.get_running_loop().create_task(self._answer(message, text))

    def _ask(self, message: wire.Do) -> None:
        settle = partial(self._settle, message.id)
        if not self.greeted:
            settle(Declined("no_hello"))
        elif not self.person.id:
            settle(Declined("who_are_you"))
        else:
            self.house.ask(message.table, Asked(self.person, message.id, message.command, settle))

    async def _answer(self, message: Slow, text: str) -> None:
        """A message that takes time; those behind it wait."""
        try:
            await self._take(message)
        except TableeError as error:
            self._settle(wire.id_in(text), error)
        except Exception:
            log.exception("unexpected")
            self._settle(wire.id_in(text), Declined("mistake"))
        self.busy = None
        while self.unheard and self.busy is None:
            self.hear(self.unheard.popleft())

    async def _take(self, message: Slow) -> None:
        if isinstance(message, wire.Hello):
            await self._greet(message)
        elif isinstance(message, wire.Ping):
            self.answer(wire.Pong())
        elif not self.greeted:
            raise Declined("no_hello")
        else:
            self._settle(message.id, await self._look(message))

    def _settle(self, id: str, outcome: Outcome) -> None:
        """What came of a message."""
        if isinstance(outcome, Declined):
            self._refuse(outcome, id)
        elif isinstance(outcome, TableeError):
            self._refuse(Declined("not_stored"), id)
        else:
            self.answer(wire.Done(id=id, seq=outcome))

    async def _look(self, message: wire.Watch | wire.Unwatch) -> int:
        if isinstance(message, wire.Unwatch):
            self.watched.pop(message.table, None)
            await self.house.unwatch(self, message.table)
            return 0
        is_new = message.table not in self.watched
        if is_new and len(self.watched) >= MOST_WATCHED:
            raise Declined("too_many")
        self.watched.setdefault(message.table, None)
        try:
            return await self.house.watch(self, message.table, message.after)
        except BaseException:
            if is_new:
                del self.watched[message.table]
            raise

    async def _greet(self, hello: wire.Hello) -> None:
        if hello.version != wire.VERSION:
            self._refuse(Declined("wrong_version", version=wire.VERSION), "")
            return
        if hello.secret is not None:
            try:
                person, key = await self.house.desk.person_with(hello.secret)
                self.visit.become(person.id)
            except Declined as declined:
                self._refuse(declined, "")
                return
            await self._look_away()  # somebody else looks at the tables from here on
            self.person, self.key = person, key
        elif hello.spectator:
            await self._look_away()
            self.visit.become("")
            self.person, self.key = NOBODY, ""
        self.credit = self._credit()
        self.language = self.house.settings.spoken(
            hello.language, self.person.language, self.language
        )
        self.greeted = True
        self.answer(
            wire.Welcome(
                version=wire.VERSION,
                name=self.person.name,
                language=self.language,
                heartbeat=wire.HEARTBEAT,
            )
        )

    def _refuse(self, declined: Declined, id: str) -> None:
        self.house.metrics.refusals.inc()
        self.answer(wire.refused(declined, id, self.language))
        if len(self.answers) > MOST_UNREAD:
            self.gone.set()

    def _credit(self) -> Credit:
        """How many messages may come: a person's, whichever socket they come by."""
        commands = self.house.doorman.commands
        return commands.of(self.person.id) if self.person.id else Credit(commands)

    async def leave(self) -> None:
        """The client is gone."""
        self.dismissed = True
        if self.busy is not None:
            await asyncio.wait([self.busy])
        await self._look_away()

    async def _look_away(self) -> None:
        for table in list(self.watched):
            await self.house.unwatch(self, table)
        self.watched.clear()
