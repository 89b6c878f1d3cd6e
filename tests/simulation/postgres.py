"""In place of asyncpg: its calls, over lines that can be cut, to a server of virtual time.

The real server's part is in `postgres_server.py`. Here are what a client has of it, and the faults:
a connection that is cut, with the notifications on their way; a commit whose answer is lost; a
server that takes no connections.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import asyncpg

from tests.simulation.loop import Loop
from tests.simulation.postgres_rows import Row
from tests.simulation.postgres_server import Server, Session
from tests.waiting import pause

ON_THE_WAY = 0.002  # seconds, at most
LOST = "connection was closed in the middle of operation"
CLOSED = "connection is closed"


class Connection:
    """A connection, from the client's side."""

    def __init__(self, server: Server, loop: Loop, command_timeout: float | None):
        self.server, self.loop, self.command_timeout = server, loop, command_timeout
        self.session = Session(server, server.next_number(), self._notified, self._lost)
        self.there = self.back = 0.0  # when the last message arrives
        self.open = True
        self.asked = 0
        self.loses_commit = False  # the connection is cut between the next commit and its answer
        self.answer: asyncio.Future[Any] | None = None
        self.callbacks: list[tuple[str, Callable[..., None]]] = []
        self.at_end: list[Callable[[Any], None]] = []

    # What is on the way

    def _send(self, act: Callable[..., None], *values: Any) -> None:
        now = self.server.loop.world.now
        self.there = max(self.there, now + self.server.chance.uniform(0, ON_THE_WAY))
        self.server.loop.call_later(self.there - now, act, *values)

    def _receive(self, act: Callable[..., None], *values: Any) -> None:
        now = self.loop.world.now
        self.back = max(self.back, now + self.server.chance.uniform(0, ON_THE_WAY))
        self.loop.call_later(self.back - now, act, *values)

    def _notified(self, channel: str, payload: str) -> None:
        self._receive(self._call_back, channel, payload)

    def _call_back(self, channel: str, payload: str) -> None:
        for listened, callback in self.callbacks if self.open else ():
            if listened == channel:
                callback(self, self.session.number, channel, payload)

    def _lost(self, why: Exception) -> None:
        self._receive(self._end, why)

    def _end(self, why: Exception) -> None:
        if not self.open:
            return
        self.open = False
        if self.answer is not None and not self.answer.done():
            self.answer.set_exception(why)
        for listener in self.at_end:
            self.loop.call_soon(listener, self)

    def _settle(self, future: "asyncio.Future[Any]", outcome: Any) -> None:
        if self.open and not future.done():
            if isinstance(outcome, Exception):
                future.set_exception(outcome)
            else:
                future.set_result(outcome)

    async def _ask(self, sql: str, values: Sequence[Any] = (), timeout: float | None = None) -> Any:
        if not self.open:
            raise asyncpg.InterfaceError(CLOSED)
        if self.answer is not None and not self.answer.done():
            raise asyncpg.InterfaceError("another operation is in progress")
        future = self.answer = self.loop.create_future()
        self.asked += 1
        asked = self.asked

        def answer(outcome: Any) -> None:
            if sql == "COMMIT" and self.loses_commit:
                self.cut()
            self._receive(self._settle, future, outcome)

        self._send(self.session.hear, sql, values, answer)
        try:
            async with asyncio.timeout(timeout or self.command_timeout):
                return await future
        except (TimeoutError, asyncio.CancelledError):
            self._send(self.session.cancel, asked)
            raise

    # Faults

    def cut(self) -> None:
        """The line is cut: what is on its way in either direction is lost."""
        self.session.end()
        self.loop.call_soon(self._end, asyncpg.exceptions.ConnectionDoesNotExistError(LOST))

    @property
    def waits(self) -> bool:
        """For the end of another's transaction."""
        return self.session.waits_for is not None

    # As asyncpg has them

    async def execute(self, sql: str, *values: Any, timeout: float | None = None) -> str:
        outcome = await self._ask(sql, values, timeout)
        return outcome if isinstance(outcome, str) else f"SELECT {len(outcome)}"

    async def fetch(self, sql: str, *values: Any) -> list[Row]:
        outcome = await self._ask(sql, values)
        return [] if isinstance(outcome, str) else outcome

    def transaction(self) -> "Block":
        return Block(self)

    async def add_listener(self, channel: str, callback: Callable[..., None]) -> None:
        await self._ask(f'LISTEN "{channel}"')
        self.callbacks.append((channel, callback))

    def add_termination_listener(self, listener: Callable[[Any], None]) -> None:
        self.at_end.append(listener)

    def remove_termination_listener(self, listener: Callable[[Any], None]) -> None:
        if listener in self.at_end:
            self.at_end.remove(listener)

    def terminate(self) -> None:
        if self.open:
            self._send(self.session.end)
            self._end(asyncpg.exceptions.ConnectionDoesNotExistError(LOST))

    async def close(self) -> None:
        self.terminate()


class Block:
    """A transaction that is begun and ended by hand."""

    def __init__(self, connection: Connection):
        self.connection = connection

    async def start(self) -> None:
        await self.connection.execute("BEGIN")

    async def commit(self) -> None:
        await self.connection.execute("COMMIT")

    async def rollback(self) -> None:
        await self.connection.execute("ROLLBACK")


class Pool:
    """At most so many connections, made when they are needed."""

    def __init__(self, connect: Callable[[], Any], most: int):
        self.connect = connect
        self.free: list[Connection] = []
        self.room = asyncio.Semaphore(most)
        self.most = most
        self.closing = False

    @asynccontextmanager
    async def acquire(self, timeout: float | None = None) -> AsyncIterator[Connection]:
        if self.closing:
            raise asyncpg.InterfaceError("pool is closing")
        async with asyncio.timeout(timeout):
            await self.room.acquire()
            try:
                connection = await self._one()
            except BaseException:
                self.room.release()
                raise
        try:
            yield connection
        finally:
            self.free.append(connection)
            self.room.release()

    async def _one(self) -> Connection:
        while self.free:
            connection = self.free.pop()
            if connection.open:
                return connection
        made: Connection = await self.connect()
        return made

    async def close(self) -> None:
        """When nobody uses it any more."""
        self.closing = True
        for _ in range(self.most):
            await self.room.acquire()
        for connection in self.free:
            await connection.close()


class Driver:
    """The module asyncpg, for one node: all its connections lead to one server."""

    def __init__(self, server: Server, loop: Loop):
        self.server, self.loop = server, loop
        self.connections: list[Connection] = []

    async def connect(
        self, _url: str, *, command_timeout: float | None = None, **_settings: Any
    ) -> Connection:
        await pause(self.server.chance.uniform(0, ON_THE_WAY))
        if self.server.away:
            raise ConnectionRefusedError(111, "Connection refused")
        connection = Connection(self.server, self.loop, command_timeout)
        self.connections = [*(one for one in self.connections if one.open), connection]
        return connection

    async def create_pool(
        self, url: str, *, max_size: int, command_timeout: float, **_settings: Any
    ) -> Pool:
        return Pool(lambda: self.connect(url, command_timeout=command_timeout), max_size)
