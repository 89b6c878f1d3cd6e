"""Connections on which nothing comes are closed, and no address may hold too many."""

import asyncio
import resource
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from itertools import count
from pathlib import Path

import msgspec
import pytest

from tablee.server.running.file_limit import SPARE
from tablee.server.settings import Limits
from tests.server.client import play_on
from tests.server.company import begin, company
from tests.server.floods import ATTACKER, UPGRADE, VISITOR, dial, send, until_closed, visit
from tests.server.houses import GENEROUS
from tests.server.processes import ROOT, ServerProcess
from tests.waiting import PATIENCE, pause, until

HASTE = {
    "door.bounded_http.TIME_FOR_HEAD": 1.0,
    "door.bounded_http.TIME_FOR_BODY": 1.0,
    "door.tcp_connections.LOOK_EVERY": 0.1,
    "house.alarms.A_MOMENT": 0.01,
}
PROXY = "127.0.0.9"
A_MOMENT = 0.01  # seconds
TRIES = 20
FEW = 8  # connections from one address
HEAD = b"POST /api/v1/people/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
ANSWERED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"
SILENT = {
    "nothing": (b"", b""),
    "half a first line": (b"GET /hea", b"HTTP/1.1 408 "),
    "half a head": (b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n", b"HTTP/1.1 408 "),
    "half a body": (HEAD + b"Content-Length: 9\r\n\r\n{", b"HTTP/1.1 408 "),
    "half a body in chunks": (HEAD + b"Transfer-Encoding: chunked\r\n\r\n9\r\n{", b"HTTP/1.1 408 "),
    "a socket with a long head": (
        UPGRADE[:-2] + b"a: %b\r\n\r\n" % (b"b" * 9000),
        b"HTTP/1.1 400 ",
    ),
    "a socket with a body": (UPGRADE[:-2] + b"Content-Length: 1\r\n\r\na", b"HTTP/1.1 400 "),
    "half a body nobody wants": (ANSWERED[:-2] + b"Content-Length: 9\r\n\r\n{", b"HTTP/1.1 200 "),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    folder = tmp_path_factory.mktemp("house")
    limits = msgspec.to_builtins(GENEROUS) | {"tcp_connections_per_address": FEW}
    with ServerProcess(
        f"sqlite:///{folder}/house.db", folder / "log", HASTE, limits=limits, proxies=[PROXY]
    ) as server:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))
        try:
            server.launch()
        finally:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        asyncio.run(server.ready())
        yield server
        assert not server.mistakes()


def test_whoever_says_nothing_more_is_shown_out(server: ServerProcess) -> None:
    async def heard_after(said: bytes) -> bytes:
        with await dial(server.port, PROXY) as sock:
            await send(sock, said)
            return await until_closed(sock)

    async def wait() -> None:
        async with asyncio.timeout(PATIENCE):
            heard = await asyncio.gather(*(heard_after(said) for said, _ in SILENT.values()))
        for name, answer in zip(SILENT, heard, strict=True):
            expected = SILENT[name][1]
            assert answer.startswith(expected), name
            assert bool(answer) == bool(expected), name

    asyncio.run(wait())


def test_a_head_that_trickles_in_gets_no_more_time(server: ServerProcess) -> None:
    async def trickle(sock: socket.socket) -> None:
        with suppress(ConnectionError):
            while True:
                await send(sock, b"a")
                await pause(A_MOMENT)

    async def wait() -> None:
        with await dial(server.port, VISITOR) as sock:
            await send(sock, ANSWERED + ANSWERED[:-2])
            trickling = asyncio.create_task(trickle(sock))
            async with asyncio.timeout(PATIENCE):
                heard = await until_closed(sock)
            trickling.cancel()
        first, last = heard.split(b"HTTP/1.1 ")[1:]
        assert (first[:3], last[:3]) == (b"200", b"408")

    asyncio.run(wait())


def test_an_address_has_so_many_connections_and_a_proxy_as_many_as_there_are(
    server: ServerProcess,
) -> None:
    async def is_let_in(sock: socket.socket) -> bool:
        with suppress(ConnectionError):
            await send(sock, UPGRADE)
            return bool(await asyncio.get_running_loop().sock_recv(sock, 4096))
        return False

    async def knock() -> None:
        with ExitStack() as open_ones:
            async with asyncio.timeout(PATIENCE):
                for _ in range(FEW):
                    sock = open_ones.enter_context(await dial(server.port, ATTACKER))
                    assert await is_let_in(sock)
                with await dial(server.port, ATTACKER) as one_more:
                    assert not await is_let_in(one_more)
                await visit(server.port)
                for _ in range(3 * FEW):
                    from_proxy = open_ones.enter_context(await dial(server.port, PROXY))
                    assert await is_let_in(from_proxy)
                sock.close()
                while True:  # until the house has heard of it
                    with await dial(server.port, ATTACKER) as another:
                        if await is_let_in(another):
                            break

    asyncio.run(knock())


def test_a_house_is_allowed_the_files_its_connections_need(server: ServerProcess) -> None:
    most = Limits().tcp_connections
    files, _ = resource.prlimit(server.running.pid, resource.RLIMIT_NOFILE)
    assert files >= most + SPARE
    lines = map(msgspec.json.decode, server.log.read_text().splitlines())
    [said] = [line for line in lines if line["event"] == "opened"]
    assert (said["connections"], said["connections_per_address"]) == (most, FEW)


def test_bots_wait_until_there_are_files_for_them(server: ServerProcess) -> None:
    pid = server.running.pid
    files = resource.prlimit(pid, resource.RLIMIT_NOFILE)

    def waiting() -> list[str]:
        return [line for line in server.log.read_text().splitlines() if "has to wait" in line]

    async def play() -> None:
        async with company(server.url, "Anna", "Ben", "Clara") as people, asyncio.timeout(PATIENCE):
            anna = people[0]
            await begin(people, "land-unter")  # what a game needs of the disk is read once
            used = {int(file.name) for file in Path(f"/proc/{pid}/fd").iterdir()}
            free = next(number for number in count() if number not in used)
            resource.prlimit(pid, resource.RLIMIT_NOFILE, (free, files[1]))
            try:
                table = await begin([anna], "land-unter", "sailor", "sailor")
                await until(lambda: waiting() or server.mistakes())
                for number in range(TRIES):  # each takes longer than a bot waits
                    await anna.done(table, "say", text=str(number))
                    await pause(A_MOMENT)
            finally:
                resource.prlimit(pid, resource.RLIMIT_NOFILE, files)
            assert not server.mistakes()
            assert len(waiting()) == 1
            await play_on(anna, table)

    asyncio.run(play())


def test_where_files_are_few_some_stay_for_the_store() -> None:
    ask = "from tablee.server.running.file_limit import allow_files; print(allow_files(10_000))"
    script = f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (512, 1024)); {ask}"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert int(run.stdout) == 1024 - SPARE


def test_the_unit_allows_as_many_files() -> None:
    unit = (ROOT / "deploy" / "tablee.service").read_text()
    assert int(unit.partition("\nLimitNOFILE=")[2].split()[0]) >= Limits().tcp_connections + SPARE
