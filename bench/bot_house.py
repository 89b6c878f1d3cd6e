"""A real house with many tables of bots, and how long people at other tables wait meanwhile."""

import asyncio
import os
import socket
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import uvloop

from bench.server.driver import SEATS, Driver, Load, Table, allow_sockets
from bench.server.figures import Figures
from bench.server.lobby import Lobby
from bench.server.ours import API, TOOLS, Client, Ours
from bench.server.process import serving
from bench.server.sleepers import ready
from tablee import catalogue
from tablee.server.tables.acts import Chose, decode

LEVEL = "mate"  # level 3
PAUSE = 1.9  # seconds a bot takes; the rest of two is for the disk and for showing it
CORES = 2
PATIENCE = 300.0  # seconds until all searches are compiled, at the first start of all
SETTINGS = {
    "TABLEE_BOT_PAUSE": str(PAUSE),
    "TABLEE_LOG_LEVEL": "info",
    "TABLEE_LIMITS_TABLES_PER_PERSON": "1000000",
    "TABLEE_LIMITS_BOTS_PER_PERSON": "1000000",
    "TABLEE_LIMITS_NEW_PEOPLE_PER_HOUR": "1000000",
    "TABLEE_LIMITS_REQUESTS_PER_MINUTE": "1000000",
    "TABLEE_LIMITS_CONNECTIONS_PER_ADDRESS": "100000",
}
SERVE = 'exec "$0" -m tablee.cli serve --no-browser 2>"$1"'


@dataclass(frozen=True)
class Evening:
    """What was measured of a house with so many tables of bots."""

    people: Figures
    tables: int
    choices: int  # of bots, while measuring
    searched: int  # of these, by the level that was asked for; the others by a quicker one
    seconds: float

    @property
    def pace(self) -> float:
        """Choices of bots at a table in two seconds."""
        return 2 * self.choices / self.tables / self.seconds

    @property
    def share_searched(self) -> float:
        return self.searched / self.choices


class BotTable(Table):
    """Four bots, and the person who laid the table and looks on."""

    def __init__(self, driver: Driver, house: "BotHouse", game: str):
        super().__init__(driver)
        self.house = house
        self.game = game
        self.headers: dict[str, str] = {}
        self.laid = 0

    async def open(self) -> None:
        """Come in, and have bots play."""
        self.host = Client(self, 0)
        self.clients = [self.host]
        async with Lobby(self.house.port) as lobby:
            secret = (await lobby.post(f"{API}/people/", {"name": "Host"}))["secret"]
        self.headers = {"Authorization": f"Bearer {secret}"}
        await self.host.connect(self.house.port, f"{API}/socket", self.headers)
        self.host.send(b'{"type":"hello","version":1}')
        await self.lay()

    async def lay(self) -> None:
        """Another game of four bots."""
        self.laid += 1
        wanted = {"id": f"t{self.laid}", "plan": {"game": self.game}, "chairs": [LEVEL] * SEATS}
        async with Lobby(self.house.port) as lobby:
            laid = await lobby.post(f"{API}/tables/", wanted, self.headers)
        await self.host.watch(laid["table"])
        await self.host.do(do="start")

    def over(self, _: int) -> None:
        self.driver.background(self.lay())


class BotHouse(Ours):
    """`tablee serve` as it is, but for its limits and the pause of its bots."""

    @contextmanager
    def serve(self, cores: set[int]) -> Iterator[int]:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        with tempfile.TemporaryDirectory(dir=TOOLS) as folder:
            self.database, self.log = Path(folder) / "house.db", Path(folder) / "log"
            where = {
                "TABLEE_PORT": str(self.port),
                "TABLEE_DATABASE": f"sqlite:///{self.database}",
            }
            command = ["sh", "-c", SERVE, sys.executable, str(self.log)]
            with serving(command, SETTINGS | where, cores) as process:
                yield process.pid

    async def searches_ready(self) -> None:
        """Until the house has all searches compiled, or has read them from where they are kept."""
        games = len({game.folder for game in catalogue.games()})
        async with asyncio.timeout(PATIENCE):
            await ready(self.port)
            while self.log.read_text("utf-8").count("search ready") < games:
                await asyncio.sleep(0.1)

    def choices_of_bots(self, since: float, until: float) -> list[Chose]:
        """What bots chose between two moments, as the house has it on its disk."""
        asked = "SELECT body FROM events WHERE at >= ? AND at < ?"
        with closing(sqlite3.connect(self.database)) as database:
            rows = database.execute(asked, (since * 1000, until * 1000)).fetchall()
        acts = [decode(body) for (body,) in rows]
        return [act for act in acts if isinstance(act, Chose) and act.by == "bot"]


def evening(tables: int, load: Load) -> Evening:
    """A fresh house with so many tables of bots, and people at other tables."""
    allow_sockets(tables + load.tables * SEATS)
    house = BotHouse()
    with house.serve(set(sorted(os.sched_getaffinity(0))[:CORES])) as pid:
        return uvloop.run(spend(house, pid, tables, load))


async def spend(house: BotHouse, pid: int, tables: int, load: Load) -> Evening:
    """Lay the tables of all games alike, let people play at others, and see what became of it."""
    await house.searches_ready()
    driver = Driver(house, load)
    games = [game.id for game in catalogue.games()]
    busy = [BotTable(driver, house, games[number % len(games)]) for number in range(tables)]
    try:
        for table in busy:
            await table.open()
        people = await driver.measure(pid)
    finally:
        for table in busy:
            for client in table.clients:
                client.close()
    until = time.time()
    chosen = house.choices_of_bots(until - load.seconds, until)
    searched = sum(not choice.instead for choice in chosen)
    return Evening(people, tables, len(chosen), searched, load.seconds)
