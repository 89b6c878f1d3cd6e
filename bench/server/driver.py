"""The driver: many tables of four clients over real sockets, the same for every server measured.

A server is measured through a `Peer`. Its clients tell the driver four things, and are told one:

    asked(seat, options)    this client now owes one of these choices     -> choose(option)
    confirmed(seat, seq)    this client has the server's word for its choice, the seq-th here
    seen(seat, seq)         this client has an update that contains all choices up to the seq-th
    over(seat)              this client has seen the end of the match     -> Peer.again, for all

Closed loop: every client chooses the moment it is asked, so each table always has all its owed
choices under way. Open loop: choices are sent at a given rate, whatever the server does, and times
count from when a choice was due.
"""

import asyncio
import gc
import random
import resource
import time
from collections.abc import Coroutine, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

from bench.server.figures import Figures, percentile
from bench.server.process import processor_seconds

SEATS = 4
now = time.perf_counter


class Client(Protocol):
    """One person's connection."""

    received_bytes: int

    def choose(self, option: int) -> None: ...

    def close(self) -> None: ...


class Peer(Protocol):
    """A server that can be measured."""

    name: str

    def serve(self, cores: set[int]) -> AbstractContextManager[int]:
        """Run the server on these cores; its process id."""

    async def sit(self, table: "Table") -> None:
        """Open a table, connect `table.clients`, begin; they report to the table from then on."""

    async def again(self, table: "Table") -> None:
        """Begin another match with the same clients, which have all seen the end of the last."""


@dataclass(frozen=True)
class Load:
    """What the driver does to a server."""

    tables: int
    seconds: float
    warm_up: float
    rate: float | None = None  # choices per second in open loop; None: closed loop


class Table:
    """Four clients, what they were asked, sent, and have been told."""

    def __init__(self, driver: "Driver"):
        self.driver = driver
        self.clients: Sequence[Client] = ()
        self.moved = False  # whether any choice was completed while measuring
        self.begin()

    def begin(self) -> None:
        """A match begins: nothing is chosen, nothing seen."""
        self.sent: dict[int, float] = {}  # choices not yet confirmed: by seat, when
        self.under_way: dict[int, float] = {}  # confirmed, not yet seen by all: by seq, when sent
        self.seqs = [0] * SEATS  # what each client has seen
        self.ended: set[int] = set()

    def asked(self, seat: int, options: Sequence[int]) -> None:
        self.driver.ready(self, seat, random.choice(options))

    def choose(self, seat: int, option: int, due: float) -> None:
        self.sent[seat] = due
        self.clients[seat].choose(option)

    def confirmed(self, seat: int, seq: int) -> None:
        sent = self.sent.pop(seat)
        if self.driver.measuring:
            self.driver.confirmed.append(now() - sent)
        self.under_way[seq] = sent
        self._settle()

    def seen(self, seat: int, seq: int) -> None:
        self.seqs[seat] = seq
        self._settle()

    def over(self, seat: int) -> None:
        self.ended.add(seat)
        self._settle()

    def broke(self, reason: Exception) -> None:
        self.driver.fail(reason)

    def _settle(self) -> None:
        """Count the choices that every client has seen; after the last, another match."""
        common = min(self.seqs)
        for seq in [seq for seq in self.under_way if seq <= common]:
            sent = self.under_way.pop(seq)
            if self.driver.measuring:
                self.driver.everywhere.append(now() - sent)
                self.moved = True
        if len(self.ended) == SEATS and not self.sent and not self.under_way:
            self.begin()
            self.driver.background(self.driver.peer.again(self))


class Driver:
    """One run against one server that is already serving."""

    def __init__(self, peer: Peer, load: Load):
        self.peer = peer
        self.load = load
        self.measuring = False
        self.confirmed: list[float] = []  # the times while measuring
        self.everywhere: list[float] = []
        self.failed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.tasks: set[asyncio.Task[None]] = set()
        self.playing = False  # nobody chooses before all tables are full
        self.waiting: list[tuple[Table, int, int]] = []  # who has been asked and has not sent
        self.tables: list[Table] = []

    def ready(self, table: Table, seat: int, option: int) -> None:
        if self.playing and self.load.rate is None:
            table.choose(seat, option, now())
        else:
            self.waiting.append((table, seat, option))

    def fail(self, reason: BaseException) -> None:
        if not self.failed.done():
            self.failed.set_exception(reason)

    def background(self, work: Coroutine[Any, Any, None]) -> None:
        """Do this besides; if it fails, the run fails."""
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[None]") -> None:
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.fail(error)

    async def measure(self, pid: int) -> Figures:
        """Fill the tables, warm up, measure."""
        try:
            for _ in range(self.load.tables):
                table = Table(self)
                self.tables.append(table)
                await self.peer.sit(table)
            gc.collect()
            gc.freeze()
            self._play()
            await self._wait(self.load.warm_up)
            return await self._window(pid)
        finally:
            for task in self.tasks:
                task.cancel()
            for table in self.tables:
                for client in table.clients:
                    client.close()
            await asyncio.sleep(0)

    def _play(self) -> None:
        self.playing = True
        if self.load.rate is not None:
            self.background(self._send_at(self.load.rate))
            return
        for table, seat, option in self.waiting:
            table.choose(seat, option, now())
        self.waiting.clear()

    async def _wait(self, seconds: float) -> None:
        done, _ = await asyncio.wait([self.failed], timeout=seconds)
        for failed in done:
            failed.result()

    async def _window(self, pid: int) -> Figures:
        before = now(), processor_seconds(pid), time.process_time(), self.received()
        self.measuring = True
        await self._wait(self.load.seconds)
        self.measuring = False
        after = now(), processor_seconds(pid), time.process_time(), self.received()
        seconds, server, driver, received = (b - a for a, b in zip(before, after, strict=True))
        idle = sum(not table.moved for table in self.tables)
        if idle and self.load.rate is None:
            raise SystemExit(f"bench: {idle} tables of {self.peer.name} stood still; none should.")
        choices = len(self.everywhere)
        return Figures(
            per_second=choices / seconds,
            confirmed_p50=percentile(self.confirmed, 0.5),
            confirmed_p99=percentile(self.confirmed, 0.99),
            everywhere_p50=percentile(self.everywhere, 0.5),
            everywhere_p99=percentile(self.everywhere, 0.99),
            processor=server / choices,
            driver_load=driver / seconds,
            kilobytes=received / choices / 1e3,
        )

    def received(self) -> int:
        """The bytes all clients have been sent."""
        return sum(client.received_bytes for table in self.tables for client in table.clients)

    async def _send_at(self, rate: float) -> None:
        """Send choices of clients drawn at random, at random moments, so many a second."""
        due = now()
        while True:
            due += random.expovariate(rate)
            if (early := due - now()) > 0:
                await asyncio.sleep(early)
            if not self.waiting:
                raise RuntimeError(f"Nobody is left to choose; {rate:g} a second are too many.")
            place = random.randrange(len(self.waiting))
            self.waiting[place], self.waiting[-1] = self.waiting[-1], self.waiting[place]
            table, seat, option = self.waiting.pop()
            table.choose(seat, option, due)


def allow_sockets(number: int) -> None:
    """Let this process, and the server it starts, open so many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = number + 500
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise SystemExit(f"bench: {wanted} open files are needed, {hard} allowed; raise ulimit -n.")
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
