"""The open TCP connections: how many come from each address, and when they are cut."""

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from ipaddress import ip_network
from math import inf

import structlog

from tablee.server.door.doorman import UNCOUNTED, counted
from tablee.server.seldom import Seldom

LOOK_EVERY = 1.0  # seconds
UNREAD = 20.0  # seconds in which a client takes nothing of what it was sent
MOST_HELD = 8 * 1024 * 1024  # bytes of unfinished requests from one address

log = structlog.get_logger("tablee.connections")


class TcpConnection:
    """One connection, from its first moment to its last, whatever is spoken on it."""

    def __init__(self, others: "TcpConnections", transport: asyncio.Transport, address: str):
        self.others = others
        self.transport = transport
        self.address = address
        self.due = inf  # when something must have happened
        self.overdue: Callable[[], None] = transport.abort
        self.held = 0  # bytes kept of a request that is not complete
        self.unsent = 0  # bytes the client had not taken when it was last looked at
        self.taken_at = 0.0

    def hold(self, size: int) -> bool:
        """So many bytes are kept from now on; False if its address has too many kept."""
        self.others.held[self.address] += size - self.held
        self.held = size
        return self.address == UNCOUNTED or self.others.held[self.address] <= MOST_HELD

    def look(self, now: float) -> None:
        """Cut a client that takes nothing; do what is overdue."""
        unsent = self.transport.get_write_buffer_size()
        if not unsent or not self.unsent or unsent < self.unsent:
            self.taken_at = now
        self.unsent = unsent
        if now - self.taken_at >= UNREAD:
            self.transport.abort()
        elif now >= self.due:
            self.due = inf
            self.overdue()

    def leave(self) -> None:
        """The connection is gone."""
        self.hold(0)
        self.others.leave(self)


class TcpConnections:
    """All connections of this process: not too many, and from no address too many."""

    def __init__(self, most: int, most_of_one: int, proxies: Sequence[str] = ()):
        self.most = most
        self.most_of_one = most_of_one
        self.proxies = [ip_network(proxy) for proxy in proxies]
        self.all: set[TcpConnection] = set()
        self.number: Counter[str] = Counter()  # of each address
        self.held: Counter[str] = Counter()  # bytes
        self.looking = False
        self.saying_full = Seldom()
        self.saying_refused = Seldom()

    def enter(self, transport: asyncio.Transport, host: str) -> TcpConnection | None:
        """One more connection; None if there are too many, and it is cut."""
        address = counted(host, self.proxies)
        if len(self.all) >= self.most or (
            address != UNCOUNTED and self.number[address] >= self.most_of_one
        ):
            if self.saying_full.is_time():
                log.warning("connections turned away", open=len(self.all), most=self.most)
            transport.abort()
            return None
        one = TcpConnection(self, transport, address)
        self.all.add(one)
        self.number[address] += 1
        if not self.looking:
            self._look_soon()
        return one

    def leave(self, one: TcpConnection) -> None:
        """One less."""
        self.all.discard(one)
        self.number[one.address] -= 1
        if not self.number[one.address]:
            del self.number[one.address], self.held[one.address]

    def refused(self, status: int) -> None:
        """The parser never saw this request, or not all of it."""
        if self.saying_refused.is_time():
            log.warning("request refused", status=status)

    def _look_soon(self) -> None:
        self.looking = bool(self.all)
        if self.looking:
            asyncio.get_running_loop().call_later(LOOK_EVERY, self._look)

    def _look(self) -> None:
        now = asyncio.get_running_loop().time()
        try:
            for one in list(self.all):
                one.look(now)
        finally:
            self._look_soon()
