"""What sockets, sleeping tables and bots cost a house on SQLite, for docs/nodes.md."""

import asyncio
import os
import random
import time
from pathlib import Path

import uvloop

from bench.bot_house import BotHouse, BotTable
from bench.server.driver import SEATS, Driver, Load, Table, allow_sockets
from bench.server.ours import Ours, command
from bench.server.process import own_processor_seconds, processor_seconds, serving
from bench.server.sleepers import FIRST_VIEWS, full_house, look_at, ready, resident
from tablee import catalogue
from tablee.server.door.wire import HEARTBEAT

TABLES = 500  # where people sit and do nothing
REST = 1.5 * HEARTBEAT  # seconds
SLEEPING = 10_000
BOT_TABLES, BOT_SECONDS = 40, 10.0


def sockets() -> list[list[str]]:
    """People who sit at tables and do nothing, each with a socket."""
    people = TABLES * SEATS
    allow_sockets(people)
    house = Ours()

    async def sit(pid: int) -> list[str]:
        driver = Driver(house, Load(TABLES, 0, 0))

        async def fill(tables: int) -> None:
            for _ in range(tables):
                table = Table(driver)
                driver.tables.append(table)
                await house.sit(table)

        await fill(1)  # what a house holds for any number of tables
        before = resident(pid, "VmRSS")
        await fill(TABLES)
        memory = (resident(pid, "VmRSS") - before) / people
        processor, received = processor_seconds(pid), driver.received()
        await asyncio.sleep(REST)
        processor, received = processor_seconds(pid) - processor, driver.received() - received
        for client in (client for table in driver.tables for client in table.clients):
            client.close()
        load = f"{processor / REST / people * 1e6:.1f} µs/s of processor"
        traffic = f"{received / REST / people:.2f} bytes/s"
        return [
            f"a silent socket, its person and a quarter of a table in play; {people:,} of them",
            f"{memory * 1024:.0f} kB of memory, {load}, {traffic}",
        ]

    with house.serve(os.sched_getaffinity(0)) as pid:
        return [uvloop.run(sit(pid))]


def sleeping() -> list[list[str]]:
    """Tables on the disk, and tables somebody looks at for the first time."""
    with full_house(SLEEPING) as (url, names):
        file = Path(url.removeprefix("sqlite:///"))
        disk = sum(path.stat().st_size for path in file.parent.iterdir()) / SLEEPING
        with serving(command(url), {}, os.sched_getaffinity(0)) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            asyncio.run(ready(port))
            memory, processor = resident(server.pid, "VmRSS"), processor_seconds(server.pid)
            asyncio.run(look_at(port, random.sample(names, FIRST_VIEWS)))
            processor = (processor_seconds(server.pid) - processor) / FIRST_VIEWS
            awake = (resident(server.pid, "VmRSS") - memory) / FIRST_VIEWS
    return [
        [
            f"a sleeping table, half played; {SLEEPING:,} of them",
            f"{disk / 1e3:.1f} kB of disk; a house with so many of them takes {memory:.0f} MB",
        ],
        [
            f"waking one; {FIRST_VIEWS:,} of them, one after another",
            f"{processor * 1e3:.2f} ms of processor, {awake * 1024:.0f} kB of memory",
        ],
    ]


def bots() -> list[list[str]]:
    """Bots of level 3 at tables of all games, which search in a process of their own."""
    allow_sockets(BOT_TABLES)
    house = BotHouse()

    async def spend(pid: int) -> list[str]:
        await house.searches_ready()
        driver = Driver(house, Load(BOT_TABLES, 0, 0))
        games = [game.id for game in catalogue.games()]
        tables = [
            BotTable(driver, house, games[number % len(games)]) for number in range(BOT_TABLES)
        ]
        for table in tables:
            await table.open()
        await asyncio.sleep(BOT_SECONDS / 2)
        began, own, all_ = time.time(), own_processor_seconds(pid), processor_seconds(pid)
        await asyncio.sleep(BOT_SECONDS)
        own, all_ = own_processor_seconds(pid) - own, processor_seconds(pid) - all_
        choices = len(house.choices_of_bots(began, time.time()))
        for table in tables:
            for client in table.clients:
                client.close()
        house_ms, bot_ms = own / choices * 1e3, (all_ - own) / choices * 1e3
        pace = f"{choices / BOT_SECONDS:.0f} a second"
        return [
            f"a choice of a bot of level 3, {BOT_TABLES} tables of all games, {pace}",
            f"{house_ms:.2f} ms of processor in the house, {bot_ms:.2f} ms where bots think",
        ]

    with house.serve(os.sched_getaffinity(0)) as pid:
        return [uvloop.run(spend(pid))]
