"""Floods against a server process: what is sent without end, and what it costs the house."""

import asyncio
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from tests.server.processes import ServerProcess
from tests.waiting import pause, until

MB = 1 << 20
MOST_SENT = 24 * MB  # on one connection, if it is not closed before
MOST_MORE_MEMORY = 64 * MB
LONGEST_WORK = 1.0  # seconds of processor time between a visitor's request and its answer
ATTACKER, VISITOR = "127.0.0.2", "127.0.0.3"
BETWEEN_VISITS = 0.02  # seconds
LEAST_BUFFER = 4096  # bytes
TICK = os.sysconf("SC_CLK_TCK")

UPGRADE = (
    b"GET /api/v1/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)


@dataclass
class Cost:
    """What a flood cost the house."""

    memory: int = 0  # bytes
    work: float = 0.0  # seconds of processor time for which a visitor had to wait at most
    served: int = 0  # visitors


@dataclass(frozen=True)
class Flood:
    """What is sent: a beginning, and then the same for ever."""

    begin: bytes
    more: bytes
    handshake: bytes = b""  # sent before, and answered

    @property
    def piece(self) -> bytes:
        return self.more * (65536 // len(self.more))


def status_bytes(pid: int, name: str) -> int:
    """A figure of the memory of a process."""
    text = Path(f"/proc/{pid}/status").read_text()
    return int(text.partition(f"{name}:")[2].split()[0]) * 1024


def work_of(pid: int) -> float:
    """Seconds of processor time of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK


async def dial(port: int, address: str, buffer: int | None = None) -> socket.socket:
    """A connection from an address of this machine; the system keeps so much of unread answers."""
    sock = socket.socket()
    sock.setblocking(False)
    if buffer is not None:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    sock.bind((address, 0))
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", port))
    return sock


async def send(sock: socket.socket, data: bytes) -> None:
    await asyncio.get_running_loop().sock_sendall(sock, data)


async def until_closed(sock: socket.socket) -> bytes:
    """All that comes until the house closes the connection, in whatever manner."""
    heard = bytearray()
    with suppress(ConnectionError):
        while piece := await asyncio.get_running_loop().sock_recv(sock, 65536):
            heard += piece
    return bytes(heard)


async def visit(port: int) -> None:
    """Somebody else asks how the house is."""
    with await dial(port, VISITOR) as sock:
        await send(sock, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = await until_closed(sock)
    assert answer.startswith(b"HTTP/1.1 200"), answer


async def pour(port: int, flood: Flood) -> bytes:
    """Send it on one connection until the most is sent or that is closed; what was answered."""
    with await dial(port, ATTACKER) as sock:
        heard = asyncio.create_task(until_closed(sock))
        with suppress(ConnectionError):
            await send(sock, flood.begin)
            for _ in range(MOST_SENT // len(flood.piece)):
                await send(sock, flood.piece)
        return await heard


async def pour_unread(port: int, flood: Flood) -> None:
    """Send it on one connection until that is closed, and read no answer."""
    with await dial(port, ATTACKER, LEAST_BUFFER) as sock, suppress(ConnectionError):
        if flood.handshake:
            await send(sock, flood.handshake)
            await asyncio.get_running_loop().sock_recv(sock, LEAST_BUFFER)
        await send(sock, flood.begin)
        while True:
            await send(sock, flood.piece)


@asynccontextmanager
async def measured(server: ServerProcess) -> AsyncIterator[Cost]:
    """What happens here costs so much, while others come and ask how the house is."""
    pid, cost = server.running.pid, Cost()
    Path(f"/proc/{pid}/clear_refs").write_text("5")  # the peak begins anew
    before = status_bytes(pid, "VmRSS")

    async def visits() -> None:
        while True:
            began = work_of(pid)
            await visit(server.port)
            cost.work = max(cost.work, work_of(pid) - began)
            cost.served += 1
            await pause(BETWEEN_VISITS)

    await visit(server.port)
    others = asyncio.create_task(visits())
    try:
        yield cost
        served = cost.served
        await until(lambda: cost.served > served or others.done())
    finally:
        others.cancel()
        with suppress(asyncio.CancelledError):
            await others
        cost.memory = status_bytes(pid, "VmHWM") - before
