"""Worlds: a table in a house where nothing is left to chance, and all that a viewer hears of it.

Two worlds with the same script differ in what their seats hold and choose, and in nothing else:
ids, codes, commitments and times are the same in both.
"""

import asyncio
import io
import random
from collections.abc import Callable, Coroutine, Sequence
from contextvars import ContextVar
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tablee.bots.position import Position
from tablee.kernel.fair import Stream
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tablee.server.bots.keepers import Choice, Keepers, Told, think
from tablee.server.door.connection import Connection
from tablee.server.door.desk import DEVICE, MOST_KEYS
from tablee.server.house.house import House
from tablee.server.people import Person, hashed
from tablee.server.settings import Settings
from tablee.server.store.hours import Hours
from tablee.server.store.store import Key
from tablee.server.tables.commands import Command, NewTable, Plan
from tablee.server.tables.table import Table
from tests import waiting
from tests.server.houses import GENEROUS, store_at

NOON = 1_800_000_000_000
A_STEP = 7  # milliseconds; all steps together stay within one sign of life of the house
current: ContextVar["World"] = ContextVar("current")


def secret_of(person: str) -> str:
    return f"secret-of-{person}"


class Ear:
    """Somebody with a socket, and all messages that came, in their order."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.seq = -1  # of the last page
        self.answered: set[str] = set()

    def hear(self, text: str) -> None:
        self.heard.append(text)
        message = msgspec.json.decode(text)
        if message["type"] == "page":
            self.seq = message["seq"]
        self.answered.add(message.get("id", message["type"]))

    async def say(self, message: dict[str, Any]) -> None:
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError

    async def ask(self, message: dict[str, Any]) -> None:
        """Say something and wait for its answer."""
        expected = message.get("id", "welcome")
        await self.say(message)
        await until(lambda: expected in self.answered)


class NearEar(Ear):
    """The server's own connection, without a network."""

    def __init__(self, house: House):
        super().__init__()
        self.connection = Connection(house, self.read, Person("", "", "en"))

    def read(self, texts: Sequence[bytes]) -> None:
        for text in texts:
            self.hear(text.decode())

    async def say(self, message: dict[str, Any]) -> None:
        self.connection.hear(msgspec.json.encode(message).decode())

    async def close(self) -> None:
        await self.connection.leave()


class FarEar(Ear):
    """A real socket."""

    def __init__(self, socket: ClientConnection):
        super().__init__()
        self.socket = socket
        self.reading = asyncio.create_task(self.read())

    async def read(self) -> None:
        try:
            async for data in self.socket:
                self.hear(data if isinstance(data, str) else data.decode())
        except ConnectionClosed:
            pass

    async def say(self, message: dict[str, Any]) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def close(self) -> None:
        await self.socket.close()
        await self.reading


class World:
    """One table of one house."""

    def __init__(self, house: "FatefulHouse", number: int, viewer: int | None, start: Any):
        self.house = house
        self.number = number
        self.viewer = viewer
        self.start = start
        self.now = NOON
        self.luck = random.Random(number)
        self.id = ""
        self.ids = 0
        self.ears: list[Ear] = []
        self.other: list[object] = []  # answers over HTTP, lines of the log, inputs of bots
        self.http: httpx.AsyncClient

    @property
    def table(self) -> Table:
        return self.house.lives[self.id].table

    @property
    def match(self) -> Match:
        return self.table.playing

    def person(self, seat: int) -> Person:
        return Person(f"{self.number}-{seat}", f"Guest {seat}", ("en", "fr", "de")[seat % 3])

    async def ear(self) -> Ear:
        return NearEar(self.house)

    async def hire(self, seat: int | None) -> Ear:
        """The socket of a seat's person, or of a spectator, looking at the table."""
        ear = await self.ear()
        self.ears.append(ear)
        hello: dict[str, Any] = {"type": "hello", "version": 1, "language": "de"}
        if seat is not None:
            hello = {"type": "hello", "version": 1, "secret": secret_of(self.person(seat).id)}
        await ear.ask(hello)
        await ear.ask({"type": "watch", "id": "watch", "table": self.id})
        await self.told()
        return ear

    async def come(self, seat: int) -> None:
        """The person of a seat is known to the house."""
        person = self.person(seat)
        key = Key(hashed(secret_of(person.id)), DEVICE, "", NOON, None)
        await self.house.store.welcome(person)
        await self.house.store.add_key(person.id, key, MOST_KEYS)

    async def lay(self, plan: Plan, chairs: list[str]) -> None:
        new = NewTable(f"table-{self.number}", plan, chairs)
        self.id = (await self.house.lay(self.person(0), new.id, new)).table.id

    async def act(self, seat: int, command: Command) -> None:
        """Something a seat's person does that the house must accept."""
        await self.house.act(self.person(seat), self.id, self.new_id(), command)

    async def told(self) -> None:
        """Until everybody has heard what there is to hear."""
        await until(lambda: all(ear.seq >= self.table.seq for ear in self.ears))

    def new_id(self) -> str:
        self.ids += 1
        return f"i{self.ids}"

    async def fetch(self, path: str, seat: int | None, **more: Any) -> None:
        """An answer over HTTP, all of it."""
        method = "POST" if more else "GET"
        answer = await self.http.request(method, path, headers=self.bearer(seat), **more)
        self.other.append((path, answer.status_code, answer.headers.raw, answer.content))

    def bearer(self, seat: int | None) -> dict[str, str]:
        if seat is None:
            return {}
        return {"authorization": f"Bearer {secret_of(self.person(seat).id)}"}

    async def close(self) -> None:
        for ear in self.ears:
            await ear.close()


class FarWorld(World):
    """The same, with everything said and heard over real connections."""

    async def ear(self) -> Ear:
        address = str(self.http.base_url).replace("http", "ws", 1) + "socket"
        return FarEar(await connect(address, compression=None, max_size=None))

    async def act(self, seat: int, command: Command) -> None:
        content = {"id": self.new_id(), "command": msgspec.to_builtins(command)}
        path = f"tables/{self.id}/commands"
        answer = await self.http.post(path, headers=self.bearer(seat), json=content)
        assert answer.status_code == 200, answer.text

    async def come(self, seat: int) -> None:
        await self.there(super().come(seat))

    async def lay(self, plan: Plan, chairs: list[str]) -> None:
        await self.there(super().lay(plan, chairs))

    async def there(self, work: Coroutine[Any, Any, None]) -> None:
        """Something done in the thread of the house."""
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self.house.loop))


class Listening(Keepers):
    """Bots that think at once, and what the one the pair is about was given to think about."""

    async def choose(self, position: Position, name: str, why: bool, told: Told) -> Choice:
        world = current.get()
        if position.seat == world.viewer:
            world.other.append(msgspec.json.encode([position.pack(), name]))
        return think(position.pack(), name, world.number, why)


class Ledger(io.StringIO):
    """The log, each line heard in the world it is from."""

    def write(self, text: str) -> int:
        world = current.get(None)
        if world is not None:
            line = msgspec.json.decode(text)
            for measured in ("timestamp", "ms"):
                line.pop(measured, None)
            world.other.append(("log", line))
        return len(text)


class Fate:
    """What chance and time are in a house: those of the world that something is done in."""

    def __init__(self) -> None:
        self.starts: dict[bytes, Any] = {}
        self.only: World | None = None  # in a house with a thread of its own: one world at a time

    @property
    def world(self) -> World:
        return self.only or current.get()

    def now(self) -> int:
        world = self.only or current.get(None)
        return world.now if world else NOON

    def draw(self, size: int) -> bytes:
        return self.world.luck.randbytes(size)

    def deal(self, _game: Game, _seats: int, _options: dict[str, bool], stream: Stream) -> Any:
        """The start of the world; the same when the house reads its table again by itself."""
        if stream.key not in self.starts:
            self.starts[stream.key] = self.world.start
        return self.starts[stream.key].copy()


class FatefulHours(Hours):
    """The time of each world, whatever has happened in the others."""

    def tick(self) -> int:
        return self.steady()

    def hear(self, tick: int) -> None:
        pass


class FatefulHouse(House):
    """A house in which seeds, codes and times are those of the world, and the deal its start."""

    def __init__(self, url: str, **settings: Any):
        usual = {"database": url, "limits": GENEROUS, "bot_pause": 60.0, "log_level": "debug"}
        usual["bot_warm_up"] = False
        self.fate = Fate()
        store = store_at(url, self.fate.now)
        store.hours = FatefulHours(self.fate.now)
        super().__init__(Settings(**{**usual, **settings}), store, self.fate.draw, self.fate.deal)
        self.keepers = Listening(1, 1000)

    async def open(self) -> None:
        self.loop = asyncio.get_running_loop()
        await super().open()


async def until(so: Callable[[], bool]) -> None:
    """Wait for something that is about to be so."""
    for _ in range(100):
        if so():
            return
        await asyncio.sleep(0)
    await waiting.until(so)
