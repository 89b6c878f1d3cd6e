"""A WebSocket client so light that hundreds of them leave the measured server the bottleneck.

It does what both peers need and refuses the rest: whole messages, no compression, no fragments.
"""

import asyncio
from base64 import b64encode
from os import urandom

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A  # with the bit that says: not fragmented
MASK = b"\x5a\x93\x1e\xc7"
LONGEST = 0xFFFF  # of a message to the server


class Broken(Exception):
    """The server closed a connection, or said what this client does not understand."""


class WebSocket(asyncio.Protocol):
    """One connection. Whoever inherits from it says what to do with a message, and with the end."""

    def __init__(self) -> None:
        self.received_bytes = 0
        self.closing = False
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._transport: asyncio.Transport | None = None
        self._rest = b""

    def received(self, message: bytes) -> None:
        raise NotImplementedError

    def broke(self, reason: Broken) -> None:
        raise NotImplementedError

    async def connect(self, port: int, path: str, headers: dict[str, str]) -> None:
        """Open the connection, to this machine, and wait until the server has agreed to it."""
        loop = asyncio.get_running_loop()
        self._transport, _ = await loop.create_connection(lambda: self, "127.0.0.1", port)
        lines = {
            "Host": f"127.0.0.1:{port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": b64encode(urandom(16)).decode(),
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self._transport.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        await self._open

    def send(self, message: bytes) -> None:
        self._write(TEXT, message)

    def close(self) -> None:
        self.closing = True
        if self._transport is not None:
            self._write(CLOSE, b"")
            self._transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self._transport = None
        if not self.closing:
            self._fail(f"The connection was lost: {exc or 'closed by the server'}.")

    def data_received(self, data: bytes) -> None:
        self.received_bytes += len(data)
        if self._rest:
            data = self._rest + data
        if not self._open.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101 "):
                self._fail(f"Expected the server to switch to WebSocket, it said {head[:200]!r}.")
                return
            self._open.set_result(None)
        self._rest = self._read(data)

    def _read(self, data: bytes) -> bytes:
        """Handle every whole frame; returns what is left over."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                start += 2 if size == 126 else 8
                if start > end:
                    break
                size = int.from_bytes(data[at + 2 : start])
            if start + size > end:
                break
            kind = data[at]
            at = start + size
            self._frame(kind, data[start:at])
        return data[at:]

    def _frame(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.received(payload)
        elif kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self._fail(f"The server closed the connection: {payload!r}.")
        elif kind != PONG:
            self._fail(f"Expected whole text messages, got a frame of kind {kind:#x}.")

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        if size > LONGEST:
            raise ValueError(f"A message has at most {LONGEST} bytes, this one {size}.")
        if self._transport is None:
            raise Broken("The connection is not open.")
        pad = (MASK * (size // 4 + 1))[:size]
        masked = (int.from_bytes(payload) ^ int.from_bytes(pad)).to_bytes(size)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2)
        self._transport.write(head + MASK + masked)

    def _fail(self, why: str) -> None:
        if self.closing:
            return
        self.closing = True
        if self._transport is not None:
            self._transport.close()
        if self._open.done():
            self.broke(Broken(why))
        else:
            self._open.set_exception(Broken(why))
