"""The server killed, stopped, paused, and on a disk that fails: what it promised holds."""

import asyncio
import os
import resource
import signal
import sqlite3
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import asynccontextmanager, closing
from functools import partial
from pathlib import Path

import asyncpg
import pytest

from tablee.server.store.addresses import is_postgres, sqlite_path
from tablee.server.tables import commands
from tablee.server.tables.commands import NewTable
from tests.repeats import long_or
from tests.server.client import Client, Message, is_over, owes, play_on
from tests.server.crash import companies, crash, playing, rest
from tests.server.houses import Clock, Serving, house_at, serve
from tests.server.ledger import EVENTS, STANDINGS, Ledger, read
from tests.server.players import Pulse
from tests.server.processes import ServerProcess
from tests.waiting import PATIENCE, asked_until, pause, until

AN_HOUR = 3_600_000
KILLS = long_or(6, 20)


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


# kill -9


def test_what_was_acknowledged_outlives_crashes(sqlite_url: str, tmp_path: Path) -> None:
    server = ServerProcess(sqlite_url, tmp_path / "log")
    results = asyncio.run(crash(server, kills=KILLS, seed=1))
    assert results.findings == {}
    assert results.mistakes == []
    assert results.kills == KILLS
    assert results.acknowledged > 50


def test_what_was_acknowledged_outlives_crashes_on_postgresql(
    postgres_url: str, tmp_path: Path
) -> None:
    results = asyncio.run(crash(ServerProcess(postgres_url, tmp_path / "log"), kills=KILLS, seed=2))
    assert results.findings == {}
    assert results.mistakes == []
    assert results.acknowledged > 50


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


def test_bot_workers_end_with_a_killed_server(server: ServerProcess) -> None:
    async def scenario() -> None:
        await server.start()
        async with await Client.new(server.url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "sailor", "sailor"])
            await anna.dial()
            await anna.watch(table)
            await anna.done(table, "start")
            await anna.choose(table)
            await anna.wait(table, lambda page: page["common"]["turn"]["number"] > 1)
            server.kill()  # fails if a worker lives on

    asyncio.run(scenario())


def test_bot_workers_that_are_killed_are_replaced(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "sailor", "sailor"])
            await anna.dial()
            await anna.watch(table)
            await anna.done(table, "start")
            await anna.choose(table)
            await anna.wait(table, lambda page: page["common"]["turn"]["number"] > 1)
            pool = serving.house.keepers.quick.pool
            assert isinstance(pool, ProcessPoolExecutor)
            for worker in list(pool._processes):
                os.kill(worker, signal.SIGKILL)
            over = await play_on(anna, table)
            assert over["common"]["result"]["finished"]

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving))


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
        await asked_until(partial(in_memory, anna), lambda tables: tables == 1)
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
            await until(lambda: all(player.connections for player in players))
            assert await server.stop() == 0
            await until(lambda: all(player.byes for player in players))
            assert all(bye["why"] == "restart" for player in players for bye in player.byes)
            await ledger.look(stopped=True)
            await server.start()
            async with asyncio.timeout(PATIENCE):
                await pulse.after(100)
            await rest(players)
            assert await server.stop() == 0
        await ledger.look(stopped=True)
        assert ledger.findings.all() == {}

    asyncio.run(scenario())


@asynccontextmanager
async def held(url: str) -> AsyncIterator[None]:
    """The house can store nothing before the end of the block."""
    if is_postgres(url):
        connection = await asyncpg.connect(url)
        try:
            async with connection.transaction():
                await connection.execute("LOCK TABLE events IN EXCLUSIVE MODE")
                yield
        finally:
            await connection.close()
    else:
        with closing(sqlite3.connect(sqlite_path(url), isolation_level=None)) as file:
            file.execute("BEGIN IMMEDIATE")
            yield
            file.execute("COMMIT")


def test_a_choice_that_is_being_stored_when_the_house_closes_is_whole(database_url: str) -> None:
    """Where the table stands is written as well: lists and timers of the next house go by it."""

    async def scenario() -> None:
        house = house_at(database_url)
        await house.open()
        company = [(await house.desk.welcome(name, "en"))[0] for name in ("Anna", "Ben", "Cleo")]
        plan = NewTable("t", commands.Plan(game="land-unter"), ["me", "open", "open"])
        live = await house.lay(company[0], "t", plan)
        table = live.table
        for person in company[1:]:
            await house.act(person, table.id, "sit", commands.Sit())
        await house.act(company[0], table.id, "start", commands.Start())
        choice = table.game.notation.say(table.playing.options(0)[0])
        async with held(database_url):
            chosen = commands.Choose(table.turn, choice)
            choosing = asyncio.ensure_future(house.act(company[0], table.id, "choose", chosen))
            await until(lambda: live.stale)
            closed = asyncio.ensure_future(house.close())
            await asyncio.sleep(0)
        await closed
        events, standings = await read(database_url, EVENTS, STANDINGS)
        assert standings == [(table.id, len(events), "playing")]
        assert await choosing == len(events)

    asyncio.run(scenario())


# Time


async def begin(client: Client, clock: dict[str, object]) -> str:
    """A table with a clock, at which a person and bots play; it is the person's turn."""
    table = await client.lay("kilimanjaro", ["me", "sailor"], clock=clock)
    await client.dial()
    await client.watch(table)
    await client.done(table, "start")
    await client.wait(table, owes)
    return table


def left(page: Message) -> int:
    """Milliseconds the reader has for the choice."""
    return int(page["common"]["chairs"][page["you"]["seat"]]["left"])


@pytest.mark.parametrize("kind", ["move", "bank"])
def test_time_while_the_server_is_killed_is_not_charged(server: ServerProcess, kind: str) -> None:
    async def scenario() -> None:
        await server.start()
        async with await Client.new(server.url, "Anna") as anna:
            table = await begin(anna, {"kind": kind, "seconds": 600})
            server.kill()
            server.ahead = AN_HOUR
            await server.start()
            await anna.hang_up()
            anna.pages.clear()
            await anna.dial()
            page = await anna.watch(table)
            assert owes(page)
            assert 0 < left(page) < 660_000  # closed from its last sign of life on
            await anna.choose(table)
            chair = anna.pages[table]["common"]["chairs"][0]
            assert not chair["kept"]
            assert kind == "move" or 0 < chair["bank"] <= 600_000

    asyncio.run(scenario())


@pytest.mark.parametrize("kind", ["move", "bank"])
def test_time_while_the_server_is_stopped_is_not_charged(database_url: str, kind: str) -> None:
    clock = Clock()

    async def evening(url: str) -> tuple[str, str, int]:
        async with await Client.new(url, "Anna") as anna:
            table = await begin(anna, {"kind": kind, "seconds": 600})
            return table, anna.secret, left(anna.pages[table])

    async def morning(url: str, table: str, secret: str, before: int) -> None:
        async with Client(url, secret) as anna:
            await anna.dial()
            page = await anna.watch(table)
            assert owes(page)
            assert before - 300_000 < left(page) <= 600_000

    with serve(house_at(database_url, clock)) as serving:
        table, secret, before = asyncio.run(evening(serving.url))
    clock.ahead += AN_HOUR
    with serve(house_at(database_url, clock)) as serving:
        asyncio.run(morning(serving.url, table, secret, before))


def test_a_choice_that_waited_out_a_pause_is_not_charged(database_url: str) -> None:
    """To the server, being paused is a jump of the clock between two of its steps."""
    clock = Clock()

    async def evening(url: str) -> None:
        async with await Client.new(url, "Anna") as anna:
            table = await begin(anna, {"kind": "bank", "seconds": 600})
            clock.ahead += AN_HOUR
            await anna.choose(table)
            page = await anna.wait(table, lambda page: owes(page) or is_over(page))
            chair = page["common"]["chairs"][0]
            assert not chair["kept"]
            assert 0 < chair["bank"] <= 600_000

    with serve(house_at(database_url, clock)) as serving:
        asyncio.run(evening(serving.url))


def test_a_paused_server_charges_nothing_for_the_pause(database_url: str, tmp_path: Path) -> None:
    beats = {"store.hours.BEAT": 200, "store.hours.GONE": 1_000}

    async def scenario() -> None:
        with ServerProcess(database_url, tmp_path / "log", beats) as server:
            await server.start()
            async with await Client.new(server.url, "Anna") as anna:
                table = await begin(anna, {"kind": "move", "seconds": 10})
                server.pause()
                await pause(11)  # more than there is for the choice
                server.resume()
                await anna.choose(table)
                await anna.wait(table, lambda page: page["common"]["turn"]["number"] > 1)
                assert not any(
                    line["event"] == ["time_ran_out"]
                    for line in anna.lines[table]
                    if line["kind"] == "house"
                )

    asyncio.run(scenario())


# A disk that fails


def fill_disk(server: ServerProcess) -> None:
    """From now on no file of the server may grow."""
    _, most = resource.prlimit(server.running.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.running.pid, resource.RLIMIT_FSIZE, (1, most))


def free_disk(server: ServerProcess) -> None:
    _, most = resource.prlimit(server.running.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.running.pid, resource.RLIMIT_FSIZE, (most, most))


def test_a_full_disk_stops_acknowledgements_and_play_goes_on_after_it(
    sqlite_server: ServerProcess,
) -> None:
    server = sqlite_server

    async def scenario() -> None:
        await server.start()
        anna = await Client.new(server.url, "Anna")
        ben = await Client.new(server.url, "Ben")
        table = await anna.lay("land-unter", ["me", "open", "sailor"])
        for client in (anna, ben):
            await client.dial()
            await client.watch(table)
        await ben.done(table, "sit")
        await anna.done(table, "start")
        await anna.choose(table)
        page = await ben.wait(table, lambda page: page["common"]["turn"]["waiting_for"] == [1])
        number, choice = page["common"]["turn"]["number"], page["you"]["options"][0]

        fill_disk(server)
        await asked_until(server.readiness, lambda status: status == 503)
        refused = await ben.do(table, "choose", id="mine", turn=number, choice=choice)
        assert refused["code"] == "not_stored"
        assert await ben.refused(table, "say", text="Hello?") == "not_stored"
        assert (await ben.http.post("/people/", json={"name": "Cleo"})).status_code == 503
        seen = await ben.get(f"/tables/{table}")
        assert (seen["seq"], seen["common"]["turn"]["number"]) == (page["seq"], number)
        assert anna.pages[table]["seq"] == page["seq"]

        free_disk(server)
        await asked_until(server.readiness, lambda status: status == 200)
        done = await ben.do(table, "choose", id="mine", turn=number, choice=choice)
        assert done["type"] == "done"
        again = await ben.do(table, "choose", id="mine", turn=number, choice=choice)
        assert again["seq"] == done["seq"]
        over, _ = await asyncio.gather(play_on(anna, table), play_on(ben, table))
        assert over["common"]["result"]["finished"]
        for client in (anna, ben):
            await client.close()

    asyncio.run(scenario())


def test_bots_go_on_by_themselves_after_a_full_disk(sqlite_server: ServerProcess) -> None:
    """Nobody asks for anything while the disk is full: the house has to find its way back."""
    server = sqlite_server

    def is_the_bots(page: Message) -> bool:
        return bool(page["common"]["turn"]["waiting_for"] == [1])

    async def scenario() -> None:
        server.settings["bot_pause"] = 2.0
        await server.start()
        async with await Client.new(server.url, "Anna") as anna:
            table = await begin(anna, {"kind": "none"})
            while True:
                while not is_the_bots(anna.pages[table]):
                    await anna.choose(table)
                fill_disk(server)
                if is_the_bots(await anna.get(f"/tables/{table}")):
                    break
                free_disk(server)  # the bot was quicker
                await anna.wait(table, owes)
            await pause(4)  # in which the bot tries in vain
            assert await server.readiness() == 503
            assert is_the_bots(anna.pages[table])
            free_disk(server)
            await anna.wait(table, owes)

    asyncio.run(scenario())


def test_a_person_who_comes_back_to_a_full_disk_is_let_in_later(
    sqlite_server: ServerProcess,
) -> None:
    """Who looks at a table is no longer kept by a bot, which is written down."""
    server = sqlite_server

    async def scenario() -> None:
        await server.start()
        anna = await Client.new(server.url, "Anna")
        ben = await Client.new(server.url, "Ben")
        table = await anna.lay("kilimanjaro", ["me", "open"])
        for client in (anna, ben):
            await client.dial()
            await client.watch(table)
        await ben.done(table, "sit")
        await anna.done(table, "start")
        await ben.done(table, "leave")
        await ben.hang_up()
        await ben.dial()
        fill_disk(server)
        asked = {"type": "watch", "id": "again", "table": table, "after": 0}
        assert (await ben.ask(asked))["code"] == "not_stored"
        await ben.hang_up()
        assert anna.pages[table]["common"]["chairs"][1]["kept"]
        free_disk(server)
        ben.pages.clear()
        await ben.dial()
        page = await ben.watch(table)
        assert not page["common"]["chairs"][1]["kept"]
        await ben.hang_up()
        await anna.wait(table, lambda page: not page["common"]["chairs"][1]["present"])
        for client in (anna, ben):
            await client.close()

    asyncio.run(scenario())
