"""One HTTP connection to a lobby: JSON there, JSON back, kept open between requests."""

import asyncio
from typing import Any, Self

import msgspec


class Refused(Exception):
    """The lobby answered with something else than success."""


class Lobby:
    """Used as `async with Lobby(port) as lobby`."""

    def __init__(self, port: int):
        self.port = port

    async def __aenter__(self) -> Self:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._writer.close()
        await self._writer.wait_closed()

    async def get(self, path: str) -> Any:
        """What the lobby has there."""
        return await self._ask("GET", path, b"", {})

    async def post(self, path: str, body: object, headers: dict[str, str] | None = None) -> Any:
        """What the lobby answers; `Refused` if it does not agree."""
        return await self._ask("POST", path, msgspec.json.encode(body), headers or {})

    async def _ask(self, method: str, path: str, content: bytes, headers: dict[str, str]) -> Any:
        lines = {
            "Host": f"127.0.0.1:{self.port}",
            "Content-Type": "application/json",
            "Content-Length": str(len(content)),
            **headers,
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        self._writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + content)
        status, *rest = (await self._reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        answered = dict(line.lower().split(": ", 1) for line in rest if line)
        answer = await self._reader.readexactly(int(answered["content-length"]))
        if not status.startswith("HTTP/1.1 2"):
            raise Refused(f"{method} {path}: {status}: {answer[:200]!r}")
        return msgspec.json.decode(answer) if answer else None
