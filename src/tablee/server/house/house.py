"""The house: finds tables, lets people and bots act at them, and keeps the time."""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from functools import partial

import structlog

from tablee.kernel.errors import TableeError
from tablee.server.bots.keepers import Keepers, spare_cores
from tablee.server.door.connections import Connections
from tablee.server.door.desk import Desk
from tablee.server.door.doorman import Doorman
from tablee.server.house.alarms import Alarms
from tablee.server.house.allowances import to_lay, to_seat_bots
from tablee.server.house.coach import Coach
from tablee.server.house.metrics import Metrics
from tablee.server.house.presence import Presence
from tablee.server.house.reading import read, read_on
from tablee.server.house.standing import standing
from tablee.server.notices.notices import Notices
from tablee.server.people import Person
from tablee.server.refusals import Declined
from tablee.server.settings import Settings
from tablee.server.store.allowances import Allowance
from tablee.server.store.database import EVERYTHING, StoreFailed
from tablee.server.store.steps import Standing
from tablee.server.store.store import KEY, Store
from tablee.server.tables import acts, commands
from tablee.server.tables.acts import Acts, Event
from tablee.server.tables.commands import Command, NewTable
from tablee.server.tables.decisions import Wish, decide, rematch
from tablee.server.tables.laying import (
    BRINGS_BOTS,
    bots_after,
    bots_in,
    id_for,
    id_of_rematch,
    laid,
    lay,
)
from tablee.server.tables.live import Asked, Live, Watcher, settle
from tablee.server.tables.table import Deal, Table, fair_deal

TRIES = 5  # to act when another process was quicker
WRONG_CLOCK = 1_000  # milliseconds away from the database's clock: worth telling whoever hosts
A_MOMENT = 0.2  # seconds for the last messages to leave

log = structlog.get_logger("tablee.house")


class House:
    """All tables, as far as they are in memory, and the way to the others."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        draw: Callable[[int], bytes] | None = None,
        deal: Deal = fair_deal,
    ):
        self.settings = settings
        self.store = store
        self.draw = draw or store.machine.draw
        self.clock = store.machine.seconds
        self.deal = deal
        usual = f"http://{settings.address}:{settings.port}"
        self.base_url = settings.base_url.rstrip("/") or usual
        self.desk = Desk(store, settings)
        self.doorman = Doorman(settings.limits, settings.proxies, self.clock)
        self.connections = Connections(self.clock)
        self.keepers = Keepers(
            settings.bot_workers or spare_cores(), settings.limits.bot_queue, store.machine
        )
        self.coach = Coach(self)
        self.alarms = Alarms(self)
        self.metrics = Metrics(self)
        self.notices = Notices(self)
        self.presence = Presence(self)
        self.lives: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Future[Live]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    async def open(self) -> None:
        """Open the doors: time begins to count."""
        self.store.database.told = self.told
        await self.store.open()
        await self.store.begin()
        if abs(self.store.lead) > WRONG_CLOCK:
            ahead = -self.store.lead / 1000
            log.warning("clock differs from that of the database", seconds_ahead=ahead)
        self.spawn(self.alarms.rounds())
        self.spawn(self.notices.rounds())
        if self.settings.bots and self.settings.bot_warm_up:
            self.spawn(self.coach.warm_up())

    async def farewell(self) -> None:
        """No new moves from here on; everybody is told to come back."""
        self.closing = True
        self.connections.dismiss()
        with suppress(StoreFailed):
            await self.store.end()
        await asyncio.sleep(A_MOMENT if len(self.connections) else 0)

    async def close(self) -> None:
        """What was acknowledged is on disk already; the rest was never promised."""
        self.closing = True
        async with AsyncExitStack() as still:
            for live in list(self.lives.values()):  # a step that is being stored is told first
                await still.enter_async_context(live.lock)
                live.cancel_timer()
            for task in list(self.tasks):
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
        self.keepers.close()
        with suppress(StoreFailed):
            await self.alarms.save()
            await self.store.end()
        await self.store.close()

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Run something beside everything else."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, StoreFailed):
            log.error("store failed", error=str(error))
        elif error is not None:
            log.error("unexpected", exc_info=error)

    # Tables

    async def find(self, table: str) -> Live:
        """A table, from memory or from the disk."""
        live = self.lives.get(table)
        if live is None:
            coming = self.loading.get(table)
            if coming is None:
                coming = asyncio.ensure_future(self._load(table))
                self.loading[table] = coming
                coming.add_done_callback(lambda _: self.loading.pop(table, None))
            live = await asyncio.shield(coming)
        live.used_at = self.clock()
        return live

    async def _load(self, table: str) -> Live:
        found = await read(self.store, table, self.deal)
        live = Live(found, self.store.tick(), used_at=self.clock())
        live.elsewhere = await self.store.lookers.at(table)
        self.lives[table] = live
        self.alarms.plan(live)
        return live

    async def refresh(self, live: Live) -> None:
        """Read a table anew that memory and disk may not agree on. Needs the lock."""
        if live.stale:
            live.replace(await read(self.store, live.table.id, self.deal))
            self._changed(live)  # what nobody confirmed may be there, and nobody was shown it

    async def lay(self, person: Person, command_id: str, wanted: NewTable) -> Live:
        """A new table. The same wish again finds the table it laid."""
        live = Live(Table(id_for(person.id, command_id), self.deal), self.store.tick())
        act = lay(self._wish(live, person), wanted)
        return await self._lay(live, f"{person.id}:{command_id}", act, person)

    async def _lay(self, live: Live, command: str, act: acts.Laid, person: Person) -> Live:
        if known := self.lives.get(live.table.id):
            async with known.lock:  # it may not be on disk yet
                await self.refresh(known)
            return known
        allowance = to_lay(person, self.settings.limits, bots_in(act.chairs))
        async with live.lock:
            self.lives[live.table.id] = live
            try:
                await self.append(live, command, act, [allowance])
            except BaseException as error:
                del self.lives[live.table.id]
                if isinstance(error, Declined) and error.code == "unknown":  # nobody has laid it
                    raise Declined("too_many") from None
                raise
        return live

    async def act(self, person: Person, table: str, command_id: str, command: Command) -> int:
        """Do what a person asks for; returns the place it has in the table's history."""
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.ask(table, Asked(person, command_id, command, partial(settle, answer)))
        return await answer

    def ask(self, table: str, asked: Asked) -> None:
        """The same; `asked.settle` gets the answer, before anybody sees it done."""
        live = self.lives.get(table)
        if self.closing:
            asked.settle(Declined("closing"))
        elif live is None or isinstance(asked.command, commands.Rematch):
            self.spawn(self._find_and_ask(table, asked))
        else:
            self._enqueue(live, asked)

    async def _find_and_ask(self, table: str, asked: Asked) -> None:
        try:
            live = await self.find(table)
            if isinstance(asked.command, commands.Rematch):
                await self._rematch(live, asked.person)
        except TableeError as error:
            asked.settle(error)
        else:
            self._enqueue(live, asked)

    def _enqueue(self, live: Live, asked: Asked) -> None:
        live.used_at = self.clock()
        live.asked.append(asked)
        if len(live.asked) == 1:
            self.spawn(self._serve(live))

    async def _serve(self, live: Live) -> None:
        """Everything that was asked of a table while the last commit ran, in one commit."""
        async with live.lock:
            together, live.asked = live.asked, []
            failure: TableeError | None = None
            try:
                await self._serve_together(live, together)
            except TableeError as error:
                failure = error
            finally:
                for asked in together:
                    asked.settle(failure or Declined("mistake"))

    async def _serve_together(self, live: Live, together: list[Asked]) -> None:
        began = self.clock()
        await self.store.wake_up()
        no_more_bots = False
        for _ in range(TRIES):
            await self.refresh(live)
            before, steps = live.table.seq, list[Event]()
            bots: list[Allowance] | None = None if no_more_bots else []
            outcomes = [self._take(live, asked, steps, bots) for asked in together]
            if await self._store(live, steps, bots) if steps else not await self._follow(live):
                break
            no_more_bots = live.table.seq == before  # nobody was quicker: they would be too many
        else:
            raise Declined("busy")
        for asked, outcome in zip(together, outcomes, strict=True):
            asked.settle(outcome)
        together.clear()
        if steps:
            self._changed(live)
            self.metrics.served(steps, self.clock() - began)

    async def _follow(self, live: Live) -> bool:
        """Take in what other processes have added to a table, if they have. Needs the lock."""
        if not self.store.database.shared:
            return False
        added = await read_on(self.store, live.table)
        if added:
            self._changed(live)
        return added

    def _take(
        self, live: Live, asked: Asked, steps: list[Event], allowances: list[Allowance] | None
    ) -> int | TableeError:
        """What a command comes to; nobody hears of it before it is on disk."""
        key = asked.key
        first = live.table.commands.get(key)
        if first is not None:
            return first
        try:
            act = self._decide(live, asked.person, asked.command)
            if isinstance(act, BRINGS_BOTS) and (bots := bots_after(live.table, act)):
                if allowances is None:
                    raise Declined("too_many")
                allowances.append(to_seat_bots(asked.person, self.settings.limits, bots))
        except Declined as declined:
            return declined
        steps.append(self._step(live, key, act))
        return live.table.seq

    def _decide(self, live: Live, person: Person, command: Command) -> Acts:
        if isinstance(command, commands.Rematch):
            return acts.Followed(id_of_rematch(live.table))
        return decide(self._wish(live, person), command)

    async def _rematch(self, live: Live, person: Person) -> None:
        """Lay the table of the rematch: one for each game, whoever asks first."""
        async with live.lock:
            await self.refresh(live)
            await self._follow(live)
            table, wish = live.table, self._wish(live, person)
            lost = [one for one in table.people if not await self.store.keys(one)]
            host, chairs = rematch(wish, lost)
        if not table.after:
            following = Live(Table(id_of_rematch(table), self.deal), self.store.tick())
            act = laid(wish, host, table.plan, chairs, table.id)
            await self._lay(following, "laid", act, person)

    def _wish(self, live: Live, person: Person) -> Wish:
        tick, settings = self.store.tick(), self.settings
        table, away = live.table, live.host_away(tick)
        around = live.is_here, away, tick, settings.bots, settings.limits
        return Wish(table, person, self.draw, *around)

    async def append(
        self, live: Live, command: str, act: Acts, allowances: Sequence[Allowance] = ()
    ) -> bool:
        """One step of the history by the house itself. Needs the lock.

        False if another process or an earlier try was quicker; the table is then as they left it.
        """
        stored = await self._store(live, [self._step(live, command, act)], allowances)
        if stored:
            self._changed(live)
        return stored

    def _step(self, live: Live, command: str, act: Acts) -> Event:
        """The table one step ahead of the disk."""
        table, at = live.table, self.store.now()
        event = Event(table.id, table.seq + 1, command, at, self.store.tick(), act)
        live.stale = True
        table.apply(event)
        return event

    def standing(self, table: Table) -> Standing:
        """Where a table stands, for lists and for whoever has to wake it."""
        return standing(table, self.store.now(), self.alarms.pause)

    async def _store(
        self, live: Live, steps: list[Event], allowances: Sequence[Allowance] | None
    ) -> bool:
        """Have steps on disk; if that fails, the table is read anew."""
        live.stale = True
        table = live.table
        only_choices = all(isinstance(step.act, acts.Chose) for step in steps)
        unsaved = only_choices and table.status == "playing"
        standing = None if unsaved else self.standing(table)
        if not await self.store.append(steps, standing, allowances or ()):
            await self.refresh(live)
            return False
        live.unsaved = unsaved
        live.stale = False
        return True

    def _changed(self, live: Live) -> None:
        live.publish(self.store.tick())
        self.alarms.plan(live)

    # Watching

    async def watch(self, watcher: Watcher, table: str, after: int) -> int:
        """Show somebody a table from now on; whoever was away has their chair back."""
        live = await self.find(table)
        async with live.lock:
            await self.refresh(live)
            if after > live.table.seq:  # seen through another process, which was quicker
                await self._follow(live)
            live.watchers[watcher] = min(after, live.table.seq)
            try:
                await self.presence.arrive(live, watcher)
            except BaseException:
                live.watchers.pop(watcher, None)
                raise
        return live.table.seq

    async def unwatch(self, watcher: Watcher, table: str) -> None:
        """Show it no more."""
        live = self.lives.get(table)
        if live is not None and watcher in live.watchers:
            await self.presence.leave(live, watcher)

    def told(self, subject: str) -> None:
        """Another process has written about a table; or about anything."""
        if self.closing:
            return
        if subject.startswith(KEY):
            self.connections.revoke(subject.removeprefix(KEY))
            return
        if subject == EVERYTHING:
            self.spawn(self.connections.revoke_missing(self.store))
        tables = [*self.lives, *self.loading] if subject == EVERYTHING else [subject]
        for table in tables:
            if table in self.lives or table in self.loading:
                self.spawn(self.catch_up(table))

    async def catch_up(self, table: str) -> None:
        """Be where the database is, and show it."""
        with suppress(Declined):  # it cannot be read any more, as whoever asks for it hears
            live = self.lives.get(table) or await self.find(table)
            async with live.lock:
                await self.refresh(live)
                await read_on(self.store, live.table)
                live.see_host(self.store.tick())
                live.elsewhere = await self.store.lookers.at(table)
                self._changed(live)
