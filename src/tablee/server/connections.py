"""All clients that are connected to this process."""

import time
from collections.abc import Iterator

from tablee.server import wire
from tablee.server.connection import Connection
from tablee.server.store.store import Store

TOO_SLOW = 20.0  # seconds in which a client takes nothing
COME_BACK = 2  # seconds after which a restarted house is up again


class Connections:
    """Clients, to be told that the house closes, or shown out."""

    def __init__(self) -> None:
        self.all: set[Connection] = set()

    def __len__(self) -> int:
        return len(self.all)

    def __iter__(self) -> Iterator[Connection]:
        return iter(list(self.all))

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
        slow = time.monotonic() - TOO_SLOW
        for connection in self:
            if 0.0 < connection.clogged_since < slow:
                connection.gone.set()

    def dismiss(self) -> None:
        """The house closes."""
        for connection in self:
            connection.dismiss(wire.Bye(why="restart", seconds=COME_BACK))
