"""The house: finds tables, lets people and bots act at them, and keeps the time."""

import asyncio
import hashlib
import secrets
import time
from base64 import urlsafe_b64encode
from collections.abc import Callable, Coroutine, Iterable
from contextlib import suppress

import msgspec
import structlog

from tablee import catalogue
from tablee.kernel import record
from tablee.server import acts, commands
from tablee.server.acts import Acts, Chair, Event
from tablee.server.alarms import Alarms
from tablee.server.commands import Command
from tablee.server.connections import Connections
from tablee.server.decisions import Wish, check_plan, decide, guest, lay_chair
from tablee.server.desk import Desk
from tablee.server.doorman import Doorman
from tablee.server.keepers import Keepers
from tablee.server.live import Live, Watcher
from tablee.server.metrics import Metrics
from tablee.server.page import summary
from tablee.server.people import Person
from tablee.server.refusals import Declined
from tablee.server.settings import Settings
from tablee.server.store.database import EVERYTHING, StoreFailed
from tablee.server.store.store import KEY, Standing, Store
from tablee.server.table import Deal, Table, fair_deal
from tablee.server.wire import ME, NewTable

TRIES = 5  # to act when another process was quicker
CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 7
A_MOMENT = 0.2  # seconds for the last messages to leave

log = structlog.get_logger("tablee.house")


class House:
    """All tables, as far as they are in memory, and the way to the others."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        draw: Callable[[int], bytes] = secrets.token_bytes,
        deal: Deal = fair_deal,
    ):
        self.settings = settings
        self.store = store
        self.draw = draw
        self.deal = deal
        self.base_url = (
            settings.base_url.rstrip("/") or f"http://{settings.address}:{settings.port}"
        )
        self.desk = Desk(store)
        self.doorman = Doorman(settings.limits, store)
        self.connections = Connections()
        self.keepers = Keepers(settings.bot_workers, settings.limits.bot_queue)
        self.alarms = Alarms(self)
        self.metrics = Metrics(self)
        self.lives: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Future[Live]] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.closing = False

    async def open(self) -> None:
        """Open the doors: time begins to count."""
        self.store.database.told = self.told
        await self.store.open()
        await self.store.begin()
        self.spawn(self.alarms.rounds())

    async def farewell(self) -> None:
        """No new moves from here on; everybody is told to come back."""
        self.closing = True
        self.connections.dismiss()
        await asyncio.sleep(A_MOMENT if len(self.connections) else 0)

    async def close(self) -> None:
        """What was acknowledged is on disk already; the rest was never promised."""
        self.closing = True
        for live in self.lives.values():
            live.cancel_timer()
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.keepers.close()
        with suppress(StoreFailed):
            await self.store.beat()
        await self.store.close()

    def spawn(self, work: Coroutine[None, None, None]) -> None:
        """Run something beside everything else."""
        task = asyncio.get_running_loop().create_task(self._guarded(work))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _guarded(self, work: Coroutine[None, None, None]) -> None:
        try:
            await work
        except StoreFailed as error:
            log.error("store failed", error=str(error))
        except Exception:
            log.exception("unexpected")

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
        live.used_at = time.monotonic()
        return live

    async def _load(self, table: str) -> Live:
        live = Live(await self._read(table), used_at=time.monotonic())
        self.lives[table] = live
        self.alarms.plan(live)
        return live

    async def _read(self, table: str) -> Table:
        events = await self.store.events(table)
        if not events:
            raise Declined("unknown")
        read = Table(table, self.deal)
        for event in events:
            read.apply(event)
        return read

    async def refresh(self, live: Live) -> None:
        """Read a table anew that memory and disk may not agree on. Needs the lock."""
        if live.stale:
            live.replace(await self._read(live.table.id))

    async def lay(self, person: Person, command_id: str, wanted: NewTable) -> Live:
        """A new table. The same wish again finds the table it laid."""
        table = Table(self._id(person.id, command_id), self.deal)
        live = Live(table, used_at=time.monotonic())
        wish = self._wish(live, person)
        plan = check_plan(wanted.plan, len(wanted.chairs))
        chairs: list[Chair] = []
        for who in wanted.chairs:
            taken = [chair.guest.name for chair in chairs if chair.guest] + [person.name]
            chairs.append(Chair(guest(person, [])) if who == ME else lay_chair(wish, who, taken))
        if wanted.chairs.count(ME) > 1:
            raise Declined("already_seated")
        bots = sum(chair.guest is not None and bool(chair.guest.level) for chair in chairs)
        await self.doorman.check_bots(person, bots)
        return await self._lay(live, f"{person.id}:{command_id}", person.id, plan, chairs)

    async def _lay(
        self,
        live: Live,
        command: str,
        host: str,
        plan: commands.Plan,
        chairs: list[Chair],
        before: str = "",
    ) -> Live:
        laid = acts.Laid(
            code="".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in self.draw(CODE_LENGTH)),
            host=host,
            plan=plan,
            chairs=chairs,
            seed=self.draw(32).hex(),
            rules_version=catalogue.load(plan.game).rules_version,
            before=before,
        )
        if known := self.lives.get(live.table.id):
            return known
        async with live.lock:
            self.lives[live.table.id] = live
            try:
                await self.append(live, command, laid)
            except BaseException:
                del self.lives[live.table.id]
                raise
        return live

    async def act(self, person: Person, table: str, command_id: str, command: Command) -> int:
        """Do what a person asks for; returns the place it has in the table's history."""
        if self.closing:
            raise Declined("closing")
        began = time.perf_counter()
        live = await self.find(table)
        if isinstance(command, commands.Place | commands.Start):
            await self.doorman.check_bots(person, 1)
        if isinstance(command, commands.Rematch):
            command_id = await self._rematch(live, person)
        key = f"{person.id}:{command_id}"
        async with live.lock:
            for _ in range(TRIES):
                await self.refresh(live)
                if (first := live.table.commands.get(key)) is not None:
                    return first
                act = self._decide(live, person, command)
                if await self.append(live, key, act):
                    self.metrics.done(act, time.perf_counter() - began)
                    return live.table.seq
        raise Declined("busy")

    def _decide(self, live: Live, person: Person, command: Command) -> Acts:
        if isinstance(command, commands.Rematch):
            return acts.Followed(self._id(live.table.seed.hex(), "rematch"))
        return decide(self._wish(live, person), command)

    async def _rematch(self, live: Live, person: Person) -> str:
        """Lay the table of the rematch: one for each game, whoever asks first."""
        table = live.table
        self._wish(live, person).demand("over")
        if table.seat_of(person.id) is None:
            raise Declined("not_seated")
        moved = table.places[1:] + table.places[:1]
        chairs = [
            Chair(place.guest if place.guest and not place.kept else None, place.invitation)
            for place in moved
        ]
        following = Live(Table(self._id(table.seed.hex(), "rematch"), self.deal))
        if not table.after:
            await self._lay(following, "rematch", table.host, table.plan, chairs, table.id)
        return "rematch"

    def _wish(self, live: Live, person: Person) -> Wish:
        people = live.people()
        return Wish(live.table, person, self.draw, people.__contains__, self.settings.bots)

    @staticmethod
    def _id(owner: str, what: str) -> str:
        """An id that follows from something only one person, or the house, knows."""
        hash = hashlib.sha256(f"tablee table\0{owner}\0{what}".encode()).digest()
        return urlsafe_b64encode(hash[:18]).decode()

    async def append(self, live: Live, command: str, act: Acts) -> bool:
        """One step of the history: shown to nobody until it is on disk. Needs the lock.

        False if another process or an earlier try was quicker; the table is then as they left it.
        """
        table = live.table
        event = Event(table.id, table.seq + 1, command, self.store.now(), self.store.tick(), act)
        stored = False
        try:
            table.apply(event)
            stored = await self.store.append(event, self._standing(table))
        finally:
            live.stale = not stored
        if not stored:
            await self.refresh(live)
            return False
        self._changed(live)
        return True

    def _standing(self, table: Table) -> Standing:
        kept = None
        if table.status == "over" and table.match is not None:
            kept = record.dump(table.record()).decode()
        return Standing(
            code=table.code,
            status=table.status,
            public=table.plan.public,
            due=table.due(self.alarms.pause),
            summary=msgspec.json.encode(summary(table)).decode(),
            people=tuple(
                place.guest.person for place in table.places if place.guest and place.guest.person
            ),
            record=kept,
        )

    def _changed(self, live: Live) -> None:
        live.publish(self.store.tick())
        self.alarms.plan(live)

    # Watching

    async def watch(self, watcher: Watcher, table: str, after: int) -> int:
        """Show somebody a table from now on; whoever was away has their chair back."""
        live = await self.find(table)
        async with live.lock:
            await self.refresh(live)
            known = watcher.person.id in live.people()
            live.watchers[watcher] = min(after, live.table.seq)
            seat = live.table.seat_of(watcher.person.id) if watcher.person.id else None
            if seat is not None and live.table.places[seat].kept and live.table.status == "playing":
                await self.append(live, f"came:{live.table.seq}:{seat}", acts.Came(seat))
            elif seat is not None and not known:
                live.publish(self.store.tick())
            else:
                live.publish_to(watcher, self.store.tick())
            if seat is not None and not known:
                self.spawn(self.store.look(watcher.person.id, table))
        return live.table.seq

    async def unwatch(self, watcher: Watcher, table: str) -> None:
        """Show it no more."""
        live = self.lives.get(table)
        if live is None or live.watchers.pop(watcher, None) is None:
            return
        person = watcher.person.id
        if live.table.seat_of(person) is not None and person not in live.people():
            if not self.closing:
                self.spawn(self.store.look_away(person, table))
            async with live.lock:
                await self.refresh(live)
                live.publish(self.store.tick())

    def told(self, subject: str) -> None:
        """Another process has written about a table; or about anything."""
        if self.closing:
            return
        if subject.startswith(KEY):
            self.connections.revoke(subject.removeprefix(KEY))
            return
        tables: Iterable[str] = list(self.lives) if subject == EVERYTHING else [subject]
        for table in tables:
            if table in self.lives:
                self.spawn(self._catch_up(self.lives[table]))

    async def _catch_up(self, live: Live) -> None:
        async with live.lock:
            await self.refresh(live)
            for event in await self.store.events(live.table.id, live.table.seq):
                live.table.apply(event)
            live.elsewhere = await self.store.lookers(live.table.id)
            self._changed(live)
