"""The server killed, stopped, paused, and on a disk that fails: what it promised holds."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Client
from tests.server.crash import companies, crash, playing, rest
from tests.server.ledger import Ledger
from tests.server.players import Pulse
from tests.server.processes import PATIENCE, ServerProcess

AN_HOUR = 3_600_000
FULL_HOUSE = 1 << 62  # bytes: no limit


@pytest.fixture
def server(database_url: str, tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(database_url, tmp_path / "log") as process:
        yield process
    assert process.mistakes() == []


@pytest.fixture
def sqlite_server(sqlite_url: str, tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(sqlite_url, tmp_path / "log") as process:
        yield process
    assert process.mistakes() == []


async def until(holds: Any) -> None:
    """Wait for something that must happen."""
    async with asyncio.timeout(PATIENCE):
        while not await holds():
            await asyncio.sleep(0.02)


# kill -9


def test_what_was_acknowledged_outlives_20_crashes(sqlite_url: str, tmp_path: Path) -> None:
    results = asyncio.run(crash(ServerProcess(sqlite_url, tmp_path / "log"), kills=20, seed=1))
    assert results.findings == {}
    assert results.mistakes == []
    assert results.kills == 20
    assert results.acknowledged > 500
    assert results.answered_at_last > 0  # some were killed between the commit and the answer


def test_what_was_acknowledged_outlives_crashes_on_postgresql(
    postgres_url: str, tmp_path: Path
) -> None:
    results = asyncio.run(crash(ServerProcess(postgres_url, tmp_path / "log"), kills=6, seed=2))
    assert results.findings == {}
    assert results.mistakes == []
    assert results.acknowledged > 100


def test_a_server_that_promises_too_early_is_found_out(sqlite_url: str, tmp_path: Path) -> None:
    hasty = ServerProcess(sqlite_url, tmp_path / "log", module="tests.server.hasty")

    async def scenario() -> None:
        with hasty:
            await hasty.start()
            pulse = Pulse()
            players = await companies(hasty.url, 3, pulse)
            ledger = Ledger(sqlite_url, players)
            async with playing(players), asyncio.timeout(PATIENCE):
                await pulse.after(200)
                hasty.kill()
                await ledger.look()
            assert ledger.findings.lost
            assert ledger.findings.ahead

    asyncio.run(scenario())


def test_bot_workers_end_with_a_killed_server(sqlite_server: ServerProcess) -> None:
    async def scenario() -> None:
        await sqlite_server.start()
        async with await Client.new(sqlite_server.url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "heuristic", "heuristic"])
            await anna.dial()
            await anna.watch(table)
            await anna.done(table, "start")
            await anna.choose(table)
            await anna.wait(table, lambda page: page["common"]["turn"]["number"] > 1)
            sqlite_server.kill()  # fails if a worker lives on

    asyncio.run(scenario())


def test_tables_are_replayed_when_somebody_looks(server: ServerProcess) -> None:
    async def scenario() -> None:
        await server.start()
        anna = await Client.new(server.url, "Anna")
        tables = [await anna.lay("land-unter", ["me", "open", "open"]) for _ in range(3)]
        server.kill()
        await server.start()
        assert await in_memory(anna) == 0
        await anna.dial()
        page = await anna.watch(tables[1])
        assert page["seq"] == 1
        assert await in_memory(anna) == 1
        await anna.close()

    asyncio.run(scenario())


async def in_memory(client: Client) -> int:
    """How many tables the server has in memory."""
    figures = (await client.http.get(client.base_url + "/metrics")).text
    (line,) = [line for line in figures.splitlines() if line.startswith("tablee_tables_in_memory")]
    return int(float(line.split()[-1]))


# SIGTERM


def test_a_server_stopped_under_load_has_kept_its_promises(server: ServerProcess) -> None:
    async def scenario() -> None:
        await server.start()
        pulse = Pulse()
        players = await companies(server.url, 4, pulse)
        ledger = Ledger(server.database, players)
        async with playing(players):
            async with asyncio.timeout(PATIENCE):
                await pulse.after(300)
            assert await server.stop() == 0
            assert all(player.byes for player in players)
            assert all(bye["why"] == "restart" for player in players for bye in player.byes)
            await ledger.look()
            await server.start()
            async with asyncio.timeout(PATIENCE):
                await pulse.after(100)
            await rest(players)
            assert await server.stop() == 0
        await ledger.look()
        assert ledger.findings.all() == {}

    asyncio.run(scenario())
