"""All clients that are connected to this process."""

import asyncio
from collections.abc import Callable, Iterator

import structlog

from tablee.server.door import wire
from tablee.server.door.connection import Connection
from tablee.server.store.store import Store

TOO_SLOW = 20.0  # seconds in which a client takes nothing
COME_BACK = 2  # seconds after which a restarted house is up again

log = structlog.get_logger("tablee.connection")


class Connections:
    """Clients, to be told that the house closes, or shown out."""

    def __init__(self, clock: Callable[[], float]):
        self.clock = clock
        self.all: set[Connection] = set()
        self.unflushed: list[Connection] = []  # with something to be sent

    def __len__(self) -> int:
        return len(self.all)

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self.all))

    def flush_soon(self, connection: Connection) -> None:
        """Send a client what there is for it once all is said that is to be said at this moment."""
        if not self.unflushed:
            asyncio.get_running_loop().call_soon(self._flush)
        self.unflushed.append(connection)

    def _flush(self) -> None:
        unflushed, self.unflushed = self.unflushed, []
        for connection in unflushed:
            try:
                connection.flush()
            except Exception:
                log.exception("unexpected")

    def revoke(self, key: str) -> None:
        """Show out whoever is inside by this key."""
        for connection in self:
            if connection.key == key:
                connection.dismiss(wire.Bye(why="revoked", seconds=0))

    async def revoke_missing(self, store: Store) -> None:
        """Show out whoever is inside by a key that another process has closed."""
        for key in {connection.key for connection in self if connection.key}:
            if await store.person_of(key) is None:
                self.revoke(key)

    def drop_the_slow(self) -> None:
        """Show out clients that do not read; they come back and are sent everything anew."""
        slow = self.clock() - TOO_SLOW
        for connection in self:
            if 0.0 < connection.clogged_since < slow:
                connection.gone.set()

    def dismiss(self) -> None:
        """The house closes."""
        for connection in self:
            connection.dismiss(wire.Bye(why="restart", seconds=COME_BACK))
