"""A node: the real server on a computer of its own; it is started, stopped, paused and killed."""

import asyncio
import json
import logging
import random
from collections.abc import Callable
from pathlib import Path

import structlog
from structlog.typing import EventDict, WrappedLogger

from tablee.bots.position import Position
from tablee.server.bots.keepers import Choice, Keepers, Told, think
from tablee.server.bots.workers import Busy
from tablee.server.house.house import House
from tablee.server.machine import Machine
from tablee.server.running.logs import configure, place_of_error
from tablee.server.running.serving import Server, server
from tablee.server.settings import Settings
from tablee.server.store.database import Database
from tablee.server.store.sqlite import Sqlite
from tablee.server.store.store import Store
from tests.server.houses import GENEROUS
from tests.simulation.disk import QUICK, Computer
from tests.simulation.loop import Batches, Loop, Time, inside
from tests.simulation.network import Network
from tests.waiting import pause

BEGINNING = 1_700_000_000_000  # milliseconds since 1970
PORT = 8420
# What a house may say while its disk fails or it is overloaded; anything else of this level is bad.
TO_BE_EXPECTED = ("store failed", "a bot has to wait", "clock differs from that of the database")
GRAVE = ("warning", "error", "critical")

Tell = Callable[[str], None]


class QuickKeepers(Keepers):
    """The bots of the house without processes: they take their time, and are sometimes busy."""

    def __init__(self, chance: random.Random, machine: Machine):
        super().__init__(1, 1, machine)
        self.chance = chance

    async def choose(self, position: Position, name: str, why: bool, told: Told) -> Choice:
        packed, seed = position.pack(), self.machine.new_seed()
        await pause(self.chance.expovariate(1 / 0.02))
        if self.chance.random() < 0.01:
            raise Busy
        return think(packed, name, seed, why)


class Node:
    """A computer, and the process that serves a house on it, if there is one."""

    port = PORT

    def __init__(self, time: Time, network: Network, seed: int, folder: Path, tell: Tell):
        self.time, self.network, self.seed, self.tell = time, network, seed, tell
        self.chance = random.Random(f"{seed} computer")
        self.computer = Computer(folder, self.chance)
        self.lives = 0
        self.wrong_by = 0  # milliseconds of the clock that somebody set
        self.slow_until = 0.0
        self.buried: list[Loop] = []
        self.mistakes: list[str] = []
        self.log: list[str] = []
        self.on_power_cut: Callable[[], None] = lambda: None
        self.loop: Loop
        self.server: Server

    @property
    def url(self) -> str:
        return f"sqlite:///{self.computer.path}"

    @property
    def house(self) -> House:
        return self.server.house

    def start(self) -> None:
        """A new process, with clocks and chance of its own."""
        self.lives += 1
        chance = random.Random(f"{self.seed} life {self.lives}")
        loop = self.loop = Loop(self.time, self.network, chance)
        machine = Machine(
            wall=lambda: BEGINNING + int(self.time.now * 1000) + self.wrong_by,
            steady=lambda: int(loop.time() * 1000),
            seconds=loop.time,
            draw=chance.randbytes,
            batches=lambda _name, *how: Batches(loop, self.slowness, *how),
        )
        self.computer.begin(self.power_goes)
        settings = Settings(
            database=self.url,
            port=self.port,
            bot_pause=0.2,
            limits=GENEROUS,
            bot_warm_up=False,
            bot_workers=1,
        )
        with inside(loop):
            house = House(settings, Store(self.database(machine), machine))
            house.keepers = QuickKeepers(random.Random(f"{self.seed} bots {self.lives}"), machine)
            self.server = server(house)
            loop.context.run(structlog.contextvars.bind_contextvars, node=self)
            self.serving = loop.create_task(self.server._serve(), context=loop.context)
        self.tell(f"start {self.lives}")

    def database(self, machine: Machine) -> Database:
        """What the next process keeps its house in."""
        return Sqlite(
            self.computer.path, machine, self.computer.connect, migrate=lambda _path: None
        )

    def slowness(self) -> float:
        """Seconds for the next commit."""
        most = 3.0 if self.time.now < self.slow_until else QUICK
        return self.chance.uniform(0, most)

    @property
    def runs(self) -> bool:
        return not self.loop.dead and not self.serving.done()

    def pause(self, seconds: float) -> None:
        self.loop.paused_until = self.time.now + seconds

    def kill(self) -> None:
        """kill -9: the computer stays, and keeps what it was given."""
        if self.runs:
            self._die("kill")
            self.computer.process_ended()

    def power_goes(self) -> None:
        """In the middle of a call of the disk: what happens to it is settled when it is back."""
        if not self.loop.dead:
            self._die("power")
            self.on_power_cut()

    def power_returns(self) -> None:
        self.computer.power_went()

    def _die(self, how: str) -> None:
        self.tell(how)
        self.loop.die()
        self.buried.append(self.loop)
        self.mistakes += self.loop.mistakes
        self.network.ports.pop(self.port, None)
        for line in self.network.lines_of(self.loop):
            line.cut()

    def stop(self) -> None:
        """Ask it to end, as a supervisor does."""
        self.tell("stop")
        self.server.should_exit = True

    @property
    def failed_to_start(self) -> bool:
        """It ended by itself, as with a disk that is full."""
        return not self.loop.dead and self.serving.done() and self.serving.exception() is not None

    def come_to_an_end(self) -> None:
        """The process has ended by itself; the computer goes on."""
        self._die("end")
        self.computer.process_ended()

    def check_end(self) -> None:
        """After a stop, nothing is left of it."""
        left = [task for task in asyncio.all_tasks(self.loop) if not task.done()]
        self.mistakes += [f"left over: {task.get_coro()}" for task in left]
        if not self.serving.cancelled() and (error := self.serving.exception()):
            self.mistakes.append(f"the server failed: {error!r}")

    def scrap(self) -> None:
        for loop in self.buried:
            loop.bury()
        self.computer.scrap()


def note(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """What a node logs is kept with it."""
    node = event.pop("node", None)
    if isinstance(node, Node):
        line = json.dumps(event, default=str, sort_keys=True)
        node.log.append(line)
        if event["level"] in GRAVE and not event["event"].startswith(TO_BE_EXPECTED):
            node.mistakes.append(line)
    raise structlog.DropEvent


def listen_to_logs() -> None:
    """For the whole process."""
    configure()  # so that lines of uvicorn are heard, too
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            place_of_error,
            note,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
    )
