"""One run with two nodes on one PostgreSQL: its stand-in, with troubles of its own."""

import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from tablee.server.machine import Machine
from tablee.server.store.database import Database
from tablee.server.store.postgres import Postgres
from tests.server.crash import COMPANIES, playing, rest
from tests.server.players import Pulse, company
from tests.simulation.loop import Loop, Time
from tests.simulation.network import Network
from tests.simulation.node import BEGINNING, PORT, Node, Tell, listen_to_logs
from tests.simulation.people import Person
from tests.simulation.postgres import Connection, Driver
from tests.simulation.postgres_server import Server
from tests.simulation.world import PACES, Result, World
from tests.waiting import pause

NODES = 2


class SharingNode(Node):
    """A node that keeps its house on a server it shares."""

    def __init__(
        self, time: Time, network: Network, seed: int, folder: Path, tell: Tell, server: Server
    ):
        super().__init__(time, network, seed, folder, tell)
        self.sql_server = server
        self.driver: Driver

    def database(self, machine: Machine) -> Database:
        self.driver = Driver(self.sql_server, self.loop)
        return Postgres("", machine, driver=self.driver, migrate=lambda _url: None)

    def _die(self, how: str) -> None:
        super()._die(how)
        for connection in self.driver.connections:
            connection.session.end()


class SharedWorld(World):
    """People on two nodes of one house."""

    def __init__(self, seed: int, folder: Path):
        super().__init__(seed, folder)
        self.node.computer.scrap()
        loop = Loop(self.time, self.network, random.Random(f"{seed} server"))
        chance = random.Random(f"{seed} sql")
        self.sql_server = Server(loop, chance, lambda: BEGINNING / 1000 + self.time.now)
        self.nodes: list[SharingNode] = []
        for number in range(NODES):
            home = folder / f"node {number}"
            home.mkdir()
            tell = self.tell_of(f"node {number}")
            own = seed * NODES + number
            node = SharingNode(self.time, self.network, own, home, tell, self.sql_server)
            node.port = PORT + number
            self.nodes.append(node)
        self.node = self.nodes[0]
        self.ledger.read = self.read

    async def evening(self) -> None:
        for node in self.nodes:
            node.start()
        await self.until(self.all_listen)
        game, people, bots = self.chance.choice(COMPANIES)
        address = f"http://127.0.0.1:{PORT}"
        self.players = await company(address, game, people, bots, self.seed, Pulse(), Person)
        pace = self.chance.choice(PACES)
        for number, player in enumerate(self.players):
            player.tell, player.happened, player.pace = self.tell, self.note, pace
            player.url = f"http://127.0.0.1:{PORT + number % NODES}"
        self.ledger.players = list(self.players)
        async with playing(self.players):
            await self.troubles()
            self.sql_server.away = False
            await self.until(self.all_listen)
            await self.until(self.all_at_one_table)
            await self.all_come_back()
            await rest(self.players)
            for node in self.nodes:
                node.stop()
                await self.until(node.serving.done)
                node.check_end()
                node.come_to_an_end()
            await self.look(stopped=True)
        await self.ledger.check_records()

    def all_listen(self) -> bool:
        for node in self.nodes:
            if node.failed_to_start:
                node.come_to_an_end()
                node.start()
        return all(node.port in self.network.ports for node in self.nodes)

    async def troubles(self) -> None:
        end = self.time.now + 4
        kinds: list[Callable[[], Awaitable[None]]] = [
            self.cut,
            self.pause,
            self.kill,
            self.restart,
            self.set_clock,
            self.cut_connection,
            self.lose_commit,
            self.go_away,
        ]
        own = self.chance.sample(kinds, 5)
        while self.time.now < end:
            await pause(self.chance.expovariate(2))
            self.node = self.chance.choice(self.nodes)
            if self.node.failed_to_start:
                self.node.come_to_an_end()
                self.node.start()
            elif self.node.runs:
                await self.chance.choice(own)()

    def connection(self) -> Connection | None:
        connections = self.nodes_driver().connections
        return self.chance.choice(connections) if connections else None

    def nodes_driver(self) -> Driver:
        return cast(SharingNode, self.node).driver

    async def cut_connection(self) -> None:
        if connection := self.connection():
            self.note("connection cut")
            connection.cut()

    async def lose_commit(self) -> None:
        for connection in self.nodes_driver().connections:
            if not connection.callbacks:
                connection.loses_commit = True
                self.note("commit unanswered")

    async def go_away(self) -> None:
        self.note("away")
        self.sql_server.away = True
        await pause(self.chance.uniform(0.1, 1.5))
        self.sql_server.away = False

    async def read(self, _url: str, *queries: str) -> list[list[tuple[Any, ...]]]:
        """What is committed."""
        self.sql_server.tables.show(None)
        return [self.sql_server.tables.run(sql, {}) for sql in queries]


def run(seed: int) -> Result:
    """Everything that happens from one seed."""
    listen_to_logs()
    with TemporaryDirectory(prefix="tablee-simulation-") as folder:
        world = SharedWorld(seed, Path(folder))
        result = world.run()
        world.sql_server.loop.bury()
        for node in world.nodes:
            result.findings |= {"mistakes": node.mistakes} if node.mistakes else {}
            node.scrap()
        return result
