"""A network in memory: lines between clients and nodes that are slow, break, and fall silent."""

import asyncio
import random
import socket
from collections.abc import Callable
from typing import Any

from tests.simulation.loop import Loop, Time
from tests.waiting import pause

QUICK = 0.003  # seconds on the way, on average
MOST_UNREAD, LEAST_UNREAD = 16_384, 4_096  # bytes on the way until a writer has to wait
SPLIT = 0.03  # of all that is sent comes in two parts
CLIENT = "203.0.113.7"


Address = tuple[str, int]
NODE = ("127.0.0.1", 80)


class Socket:
    """As much of a socket as somebody looks at."""

    family = socket.AF_INET

    def __init__(self, own: Address, peer: Address):
        self.own, self.peer = own, peer

    def getsockname(self) -> Address:
        return self.own

    def getpeername(self) -> Address:
        return self.peer

    def setsockopt(self, *_: object) -> None:
        pass

    def fileno(self) -> int:
        return -1


class Listening:
    """A port that a node listens on."""

    def __init__(self, network: "Network", loop: Loop, factory: Callable[[], Any], port: int):
        self.network, self.loop, self.factory, self.port = network, loop, factory, port
        self.sockets = (Socket(NODE, NODE),)

    def close(self) -> None:
        if self.network.ports.get(self.port) is self:
            del self.network.ports[self.port]

    async def wait_closed(self) -> None:
        pass


class End(asyncio.Transport):
    """One end of a line."""

    peer: "End"

    def __init__(self, line: "Line", loop: Loop, own: Address, peer: Address):
        super().__init__({"socket": Socket(own, peer), "sockname": own, "peername": peer})
        self.line, self.loop = line, loop
        self.protocol: Any = None
        self.closing = self.lost = self.reading_paused = self.writing_paused = False
        self.unread = 0  # bytes on their way from here
        self.arrives = 0.0  # when what was sent last is there
        self.kept: list[bytes | None] = []  # while nobody reads; None is the end

    # As a protocol sees it

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.protocol  # type: ignore[no-any-return]

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def is_closing(self) -> bool:
        return self.closing

    def is_reading(self) -> bool:
        return not self.reading_paused

    def get_write_buffer_size(self) -> int:
        return self.unread

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def can_write_eof(self) -> bool:
        return True

    def write(self, data: Any) -> None:
        if self.lost or self.closing or self.line.silent or not data:
            return
        sent = bytes(data)
        self.unread += len(sent)
        chance = self.line.chance
        parts = [sent]
        if len(sent) > 1 and chance.random() < SPLIT:
            middle = chance.randrange(1, len(sent))
            parts = [sent[:middle], sent[middle:]]
            self.line.network.happened("split")
        for part in parts:
            self._send(part)
        if self.unread > MOST_UNREAD and not self.writing_paused:
            self.writing_paused = True
            self.line.network.happened("clogged")
            self.protocol.pause_writing()

    def write_eof(self) -> None:
        self._send(None)

    def close(self) -> None:
        if not self.closing:
            self.closing = True
            self._send(None)
            self.loop.call_soon(self.lose, None, context=self.loop.context)

    def abort(self) -> None:
        self.closing = True
        self.line.cut()

    def pause_reading(self) -> None:
        self.reading_paused = True

    def resume_reading(self) -> None:
        if self.reading_paused:
            self.reading_paused = False
            self.loop.call_soon(self._read, context=self.loop.context)

    # On the way

    def _send(self, data: bytes | None) -> None:
        line, time = self.line, self.line.network.time
        wait = line.chance.expovariate(1 / QUICK) + line.delay
        self.arrives = max(self.arrives, time.now + wait)
        loop = self.peer.loop
        time.push(
            self.arrives, loop, asyncio.Handle(self.peer.receive, (data,), loop, loop.context)
        )

    def receive(self, data: bytes | None) -> None:
        if not self.line.silent and not self.lost:
            self.kept.append(data)
            self._read()

    def _read(self) -> None:
        while self.kept and not self.reading_paused and not self.lost:
            data = self.kept.pop(0)
            if data is None:
                if not self.protocol.eof_received() and not self.closing:
                    self.close()
                continue
            self.peer.was_read(len(data))
            self.protocol.data_received(data)

    def was_read(self, size: int) -> None:
        self.unread -= size
        if self.writing_paused and self.unread < LEAST_UNREAD and not self.lost:
            self.writing_paused = False
            self.loop.call_soon(self._resume, context=self.loop.context)

    def _resume(self) -> None:
        if not self.lost:
            self.protocol.resume_writing()

    def lose(self, error: Exception | None) -> None:
        if not self.lost:
            self.lost = self.closing = True
            self.line.network.lines.pop(self.line.number, None)
            if self.protocol is not None:  # else it was cut before anybody took it up
                self.protocol.connection_lost(error)


class Line:
    """A connection between a client and a node, with a chance of its own."""

    def __init__(self, network: "Network", number: int, client: Loop, server: Loop):
        self.network, self.number = network, number
        self.chance = random.Random(f"{network.seed} line {number}")
        self.delay = 0.0  # seconds more than usual
        self.silent = False  # nothing arrives any more, and nobody is told
        address = CLIENT, 1024 + number % 64_000
        self.client = End(self, client, address, NODE)
        self.server = End(self, server, NODE, address)
        self.client.peer, self.server.peer = self.server, self.client

    def cut(self) -> None:
        """Both ends hear of it; what was on the way is lost."""
        self.silent = True
        for end in (self.client, self.server):
            wait = self.chance.expovariate(1 / QUICK)
            error = ConnectionResetError("cut")
            end.loop.call_later(wait, end.lose, error, context=end.loop.context)


class Network:
    """All lines, and who listens."""

    def __init__(self, time: Time, seed: int, happened: Callable[[str], None]):
        self.time, self.seed, self.happened = time, seed, happened
        self.ports: dict[int, Listening] = {}
        self.lines: dict[int, Line] = {}
        self.count = 0

    def listen(self, loop: Loop, factory: Callable[[], Any], port: int) -> Listening:
        self.ports[port] = Listening(self, loop, factory, port)
        return self.ports[port]

    async def connect(self, loop: Loop, factory: Callable[[], Any], port: int) -> tuple[End, Any]:
        self.count += 1
        number = self.count
        chance = random.Random(f"{self.seed} call {number}")
        await pause(chance.expovariate(1 / QUICK))
        listening = self.ports.get(port)
        if listening is None or listening.loop.dead:
            raise ConnectionRefusedError("nobody listens")
        line = self.lines[number] = Line(self, number, loop, listening.loop)
        line.client.protocol = factory()

        def accept() -> None:
            if line.server.lost:
                return
            line.server.protocol = listening.factory()
            line.server.protocol.connection_made(line.server)

        listening.loop.call_soon(accept, context=listening.loop.context)
        line.client.protocol.connection_made(line.client)
        return line.client, line.client.protocol

    def lines_of(self, loop: Loop) -> list[Line]:
        return [line for line in self.lines.values() if line.server.loop is loop]
