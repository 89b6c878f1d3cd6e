"""Our server as a peer: tables over HTTP, one socket for each person, a SQLite file on the disk."""

import asyncio
import socket
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import msgspec
from msgspec import UNSET, UnsetType

from bench.server.driver import SEATS, Table
from bench.server.lobby import Lobby
from bench.server.process import serving
from bench.server.websocket import Broken, WebSocket
from tablee.server.running.logs import configure
from tablee.server.running.serving import house_of, server, spare_collections
from tablee.server.settings import Limits, Settings

TOOLS = Path(__file__).resolve().parents[2] / ".tools"  # on a disk, as /tmp may not be
API = "/api/v1"
GAME = "land-unter"
PAGE, DONE = b'{"type":"page"', b'{"type":"done"'
NO_LIMITS = Limits(
    tables_per_person=1_000_000,
    new_people_per_hour=1_000_000,
    requests_per_minute=1_000_000,
    requests_per_person=1_000_000,
    connections_per_address=100_000,
    tcp_connections_per_address=100_000,
    commands_per_second=1_000_000,
)


class Turn(msgspec.Struct):
    number: int
    waiting_for: list[int]


class Common(msgspec.Struct):
    """What is left out is as it was in the last page."""

    status: str | UnsetType = UNSET
    after: str | UnsetType = UNSET
    turn: Turn | UnsetType | None = UNSET


class You(msgspec.Struct):
    seat: int | None
    options: list[str] = []


class Page(msgspec.Struct):
    """What the driver reads of a page."""

    table: str
    seq: int
    common: Common
    you: You


class Done(msgspec.Struct):
    id: str
    seq: int


page_decoder = msgspec.json.Decoder(Page)
done_decoder = msgspec.json.Decoder(Done)


class Client(WebSocket):
    """One person's socket; it knows of the table what it needs to choose."""

    def __init__(self, table: Table, number: int):
        super().__init__()
        self.table = table
        self.number = number
        self.name = ""  # of the table it watches
        self.common = Common()  # what it knows of that
        self.turn = -1  # the last one it was asked in
        self.sent = 0
        self.answers: dict[str, asyncio.Future[int]] = {}
        self.following: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def ask(self, **message: Any) -> int:
        """Send what has an answer, and wait for it."""
        self.sent += 1
        id = f"q{self.sent}"
        self.answers[id] = asyncio.get_running_loop().create_future()
        self.send(msgspec.json.encode({**message, "id": id}))
        return await self.answers[id]

    async def watch(self, name: str) -> None:
        self.name, self.common, self.turn = name, Common(), -1
        self.following = asyncio.get_running_loop().create_future()
        await self.ask(type="watch", table=name)

    async def do(self, **command: Any) -> int:
        return await self.ask(type="do", table=self.name, command=command)

    def choose(self, option: int) -> None:
        self.sent += 1
        command = {"do": "choose", "turn": self.turn, "choice": str(option)}
        message = {"type": "do", "id": f"c{self.sent}", "table": self.name, "command": command}
        self.send(msgspec.json.encode(message))

    def received(self, message: bytes) -> None:
        if message.startswith(PAGE):
            page = page_decoder.decode(message)
            if page.table == self.name:
                self.saw(page)
        elif message.startswith(DONE):
            done = done_decoder.decode(message)
            if done.id in self.answers:
                self.answers.pop(done.id).set_result(done.seq)
            else:
                self.table.confirmed(self.number, done.seq)
        elif message.startswith(b'{"type":"refused"'):
            self.table.broke(Broken(message.decode()))

    def saw(self, page: Page) -> None:
        self.table.seen(self.number, page.seq)
        common, news = self.common, page.common
        for field in Common.__struct_fields__:
            if getattr(news, field) is not UNSET:
                setattr(common, field, getattr(news, field))
        turn = common.turn
        if common.status == "over":
            if common.after and not self.following.done():
                self.following.set_result(common.after)
            if self.turn >= 0:
                self.turn = -1
                self.table.over(self.number)
        elif turn and turn.number != self.turn and page.you.seat in turn.waiting_for:
            self.turn = turn.number
            self.table.asked(self.number, [int(option) for option in page.you.options])
        elif turn and self.turn < 0:
            self.turn = 0  # a game has begun, and this seat will be asked later

    def broke(self, reason: Broken) -> None:
        self.table.broke(reason)


class Ours:
    """Our server with its default store: SQLite, every choice on disk before it is confirmed."""

    name = "Tablée"

    def __init__(self) -> None:
        self.port = 0

    @contextmanager
    def serve(self, cores: set[int]) -> Iterator[int]:
        with (
            tempfile.TemporaryDirectory(dir=TOOLS) as folder,
            serving(command(f"sqlite:///{folder}/house.db"), {}, cores) as process,
        ):
            assert process.stdout is not None
            self.port = int(process.stdout.readline())
            yield process.pid

    def port_for(self, table: Table, seat: int) -> int:  # noqa: ARG002
        """Where somebody at a table comes in."""
        return self.port

    async def sit(self, table: Table) -> None:
        clients = [Client(table, number) for number in range(SEATS)]
        table.clients = clients
        async with Lobby(self.port_for(table, 0)) as lobby:
            for client in clients:
                name = {"name": f"Guest {client.number}"}
                secret = (await lobby.post(f"{API}/people/", name))["secret"]
                headers = {"Authorization": f"Bearer {secret}"}
                port = self.port_for(table, client.number)
                await client.connect(port, f"{API}/socket", headers)
                client.send(b'{"type":"hello","version":1}')
                if client.number == 0:
                    plan = {"id": "t1", "plan": {"game": GAME}, "chairs": ["me", *["open"] * 3]}
                    laid = await lobby.post(f"{API}/tables/", plan, headers)
        for client in clients:
            await client.watch(laid["table"])
            if client.number:
                await client.do(do="sit")
        await clients[0].do(do="start")

    async def again(self, table: Table) -> None:
        clients: Sequence[Client] = [c for c in table.clients if isinstance(c, Client)]
        await clients[0].do(do="rematch")
        for client in clients:
            old, following = client.name, await client.following
            await client.ask(type="unwatch", table=old)
            await client.watch(following)
        await clients[0].do(do="start")


def command(database: str) -> list[str]:
    """How the measured house is started."""
    return [sys.executable, __file__, database]


def main(database: str) -> None:
    configure(level="warning")
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(4096)
        print(listening.getsockname()[1], flush=True)
        house = house_of(Settings(database=database, limits=NO_LIMITS, bot_warm_up=False))
        spare_collections()
        server(house).run([listening])


if __name__ == "__main__":
    main(*sys.argv[1:])
