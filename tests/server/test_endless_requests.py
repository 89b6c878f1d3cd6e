"""Requests without end are refused and cut, while the house serves others in little memory."""

import asyncio
from collections.abc import Iterator

import pytest

from tests.server.floods import (
    LONGEST_WORK,
    MOST_MORE_MEMORY,
    UPGRADE,
    VISITOR,
    Flood,
    dial,
    measured,
    pour,
    pour_unread,
    send,
    until_closed,
)
from tests.server.processes import ServerProcess
from tests.waiting import PATIENCE, until

CONNECTIONS = 3
VISITORS = 50  # while somebody sends requests and reads no answer
POST = b"POST /api/v1/people/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
HUGE = b"Content-Length: 1000000000\r\n\r\n"
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"

ENDLESS = {
    "headers": (Flood(GET, b"a: b\r\n"), 431),
    "one header": (Flood(GET + b"a: ", b"b"), 431),
    "the name of a header": (Flood(GET, b"a"), 431),
    "an address": (Flood(b"GET /", b"a"), 414),
    "empty lines": (Flood(b"", b"\r\n"), 431),
    "a body": (Flood(POST + HUGE, b"a"), 413),
    "a body nobody wants": (Flood(GET + HUGE, b"a"), 200),
    "a body in chunks": (Flood(CHUNKED, b"1000\r\n" + b"a" * 0x1000 + b"\r\n"), 413),
    "a body in tiny chunks": (Flood(CHUNKED, b"1\r\na\r\n"), 413),
    "an extension of a chunk": (Flood(CHUNKED + b"1;", b"a"), 413),
    "trailers": (Flood(CHUNKED + b"1\r\na\r\n0\r\n", b"a: b\r\n"), 413),
}
UNREAD = {
    "requests": Flood(b"", GET + b"\r\n"),
    "requests with bodies": Flood(b"", POST + b"Content-Length: 2\r\n\r\n{}"),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("house")
    database, log = f"sqlite:///{folder}/house.db", folder / "log"
    with ServerProcess(database, log, {"door.tcp_connections.UNREAD": 1.0}) as server:
        asyncio.run(server.start())
        yield server
        assert not server.mistakes()
        lines = [line for line in log.read_text().splitlines() if '"event": "request"' not in line]
        assert len(lines) < 10, "an attacker must not fill the log"


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_request_is_cut(server: ServerProcess, name: str) -> None:
    flood, status = ENDLESS[name]

    async def attack() -> None:
        async with measured(server) as cost, asyncio.timeout(PATIENCE):
            floods = [pour(server.port, flood) for _ in range(CONNECTIONS)]
            for answer in await asyncio.gather(*floods):
                assert answer.startswith(b"HTTP/1.1 %d " % status), answer
        assert cost.memory < MOST_MORE_MEMORY
        assert cost.work < LONGEST_WORK

    asyncio.run(attack())


@pytest.mark.parametrize("name", UNREAD)
def test_requests_wait_until_the_answers_before_them_are_read(
    server: ServerProcess, name: str
) -> None:
    async def attack() -> None:
        async with measured(server) as cost, asyncio.timeout(PATIENCE):
            floods = [
                asyncio.create_task(pour_unread(server.port, UNREAD[name]))
                for _ in range(CONNECTIONS)
            ]
            await until(lambda: cost.served >= VISITORS)
            for flood in floods:
                flood.cancel()
            await asyncio.wait(floods)
        assert cost.memory < MOST_MORE_MEMORY
        assert cost.work < LONGEST_WORK

    asyncio.run(attack())


LONG_ANSWERS = Flood(b"", b"GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
PINGS = Flood(b"", b"\x89\xfd" + bytes(4) + b"a" * 125, UPGRADE)
PARTS = Flood(b"\x01\x80" + bytes(4), b"\x00\x80" + bytes(4), UPGRADE)


@pytest.mark.parametrize("flood", [LONG_ANSWERS, PINGS, PARTS], ids=["answers", "pings", "parts"])
def test_a_client_that_reads_nothing_is_cut(server: ServerProcess, flood: Flood) -> None:
    async def attack() -> None:
        async with measured(server) as cost, asyncio.timeout(PATIENCE):
            await pour_unread(server.port, flood)
        assert cost.memory < MOST_MORE_MEMORY
        assert cost.work < LONGEST_WORK

    asyncio.run(attack())


def test_requests_back_to_back_are_answered_in_turn_however_they_are_cut(
    server: ServerProcess,
) -> None:
    body = b"[\r\n\r\n1]\r\n\r\n"
    chunk = b"%x\r\n%b\r\n0\r\nCookie: a=b\r\n\r\n" % (len(body), body)
    sent = b"".join(
        [
            b"\r\n" + GET + b"\r\n",
            POST + b"Content-Length: %d\r\n\r\n" % len(body) + body,
            GET.replace(b"healthz", b"nothing") + b"\r\n",
            CHUNKED + chunk,
            GET + b"Connection: close\r\n\r\n",
        ]
    )

    async def answers(cut: int) -> list[int]:
        with await dial(server.port, VISITOR) as sock:
            await send(sock, sent[:cut])
            await asyncio.sleep(0)
            await send(sock, sent[cut:])
            heard = await until_closed(sock)
        return [int(answer[:3]) for answer in heard.split(b"HTTP/1.1 ")[1:]]

    async def ask() -> None:
        async with asyncio.timeout(PATIENCE):
            for cut in range(0, len(sent), 5):
                assert await answers(cut) == [200, 400, 404, 400, 200], cut

    asyncio.run(ask())
