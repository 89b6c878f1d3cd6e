"""Texts on a socket are heard the same, however the network cuts them into pieces."""

import asyncio
from base64 import b64encode
from collections.abc import Callable
from urllib.parse import urlsplit

import msgspec
import pytest

from tablee.server.door.short_way import ShortWay
from tests.server.client import API, PATIENCE
from tests.server.houses import house_at, serve
from tests.waiting import until

TEXT, FIRST_PART, LAST_PART, PING = 0x81, 0x01, 0x80, 0x89

Cut = Callable[[list[bytes]], list[bytes]]


def frame(kind: int, payload: bytes, mask: bytes = b"\x5a\x93\x1e\xc7") -> bytes:
    """A frame as a client sends it."""
    size = len(payload)
    head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2)
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


def asking(id: str, size: int = 0) -> bytes:
    """A message that is answered with its id, of at least this size."""
    return msgspec.json.encode({"type": "unwatch", "id": id, "table": "t"}).ljust(size)


def frames() -> list[bytes]:
    """Texts, small and large, alone and in parts, with a ping between them."""
    hello = msgspec.json.encode({"type": "hello", "version": 1})
    parted = asking("c")
    return [
        frame(TEXT, hello),
        frame(TEXT, asking("a")),
        frame(TEXT, asking("b", 300)),
        frame(FIRST_PART, parted[:10]),
        frame(PING, b"still there?"),
        frame(LAST_PART, parted[10:]),
        frame(TEXT, asking("d")),
    ]


def looks_like_a_frame() -> list[bytes]:
    """A frame whose rest looks like a frame of its own."""
    text = asking("a", 100)
    rest = len(text) - 40
    mask = bytes((text[40] ^ TEXT, text[41] ^ (0x80 | rest - 6), 1, 2))
    whole = frame(TEXT, text, mask)
    assert whole[-rest] == TEXT
    return [whole[:-rest], whole[-rest:]]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What the server has read since the handshake, as it came."""
    read: list[bytes] = []
    right = ShortWay.data_received

    def data_received(way: ShortWay, data: bytes) -> None:
        right(way, data)
        if not data.startswith(b"GET "):
            read.append(data)

    monkeypatch.setattr(ShortWay, "data_received", data_received)
    return read


async def answers(url: str, pieces: list[bytes], number: int, read: list[bytes]) -> list[str]:
    """The ids of so many answers to what is sent in these pieces, each read before the next."""
    host = urlsplit(url).netloc
    reader, writer = await asyncio.open_connection(*host.split(":"))
    key = b64encode(bytes(16)).decode()
    writer.write(
        f"GET {API}/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
        f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: {key}\r\n\r\n".encode()
    )
    head = await reader.readuntil(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 101 ")
    sent = 0
    for piece in pieces:
        writer.write(piece)
        await writer.drain()
        sent += len(piece)
        await until(lambda: sum(map(len, read)) == sent)  # noqa: B023
    heard: list[str] = []
    while len(heard) < number:
        kind, size = await reader.readexactly(2)
        if size == 126:
            size = int.from_bytes(await reader.readexactly(2))
        payload = await reader.readexactly(size)
        if kind == TEXT:
            message = msgspec.json.decode(payload)
            heard.append(message.get("id", message["type"]))
    writer.close()
    await writer.wait_closed()
    return heard


def halves(sent: list[bytes]) -> list[bytes]:
    return [piece for one in sent for piece in (one[: len(one) // 2], one[len(one) // 2 :])]


def heads_alone(sent: list[bytes]) -> list[bytes]:
    return [piece for one in sent for piece in (one[:2], one[2:])]


def overlapping(sent: list[bytes]) -> list[bytes]:
    stream = b"".join(sent)
    return [stream[at : at + 70] for at in range(0, len(stream), 70)]


CUTS: dict[str, Cut] = {
    "frame by frame": list,
    "at once": lambda sent: [b"".join(sent)],
    "two by two": lambda sent: [b"".join(sent[at : at + 2]) for at in range(0, len(sent), 2)],
    "halves": halves,
    "heads alone": heads_alone,
    "overlapping": overlapping,
}


@pytest.mark.parametrize("cut", CUTS.values(), ids=CUTS)
def test_texts_are_heard_however_they_are_cut(
    database_url: str, cut: Cut, read: list[bytes]
) -> None:
    asked = cut(frames())
    with serve(house_at(database_url)) as serving:
        heard = asyncio.run(asyncio.wait_for(answers(serving.url, asked, 5, read), PATIENCE))
    assert heard == ["welcome", "a", "b", "c", "d"]


def test_a_piece_that_looks_like_a_frame_is_none(database_url: str, read: list[bytes]) -> None:
    hello, *others = frames()
    pieces = [hello, *looks_like_a_frame(), *others[1:]]
    with serve(house_at(database_url)) as serving:
        heard = asyncio.run(asyncio.wait_for(answers(serving.url, pieces, 5, read), PATIENCE))
    assert heard == ["welcome", "a", "b", "c", "d"]
