"""A real house in which features are tried: it keeps all that it logs, and what was asked of it."""

import asyncio
import io
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Self

import structlog

from tablee.kernel.fair import Stream
from tablee.kernel.game import Game
from tablee.server.house.house import House
from tablee.server.running import logs
from tablee.server.settings import Settings
from tablee.server.store.store import Store
from tablee.server.tables.live import Asked
from tablee.server.tables.table import fair_deal
from tests.features.covering import Laid
from tests.server.client import Client, Message
from tests.server.company import begin, inside
from tests.server.houses import GENEROUS, Clock, serve, store_at
from tests.server.sinks import mail_server
from tools.playthroughs import NAMES

WRONG = ("warning", "error", "critical")  # levels of the log


class HeardHouse(House):
    """Remembers the commands it was asked for, and deals from where a test wants to play on."""

    def __init__(self, settings: Settings, store: Store):
        super().__init__(settings, store, deal=self.dealt)
        self.heard: set[str] = set()
        self.next_start: Any = None
        self.starts: dict[bytes, Any] = {}  # of each deal, as tables are read again

    def ask(self, table: str, asked: Asked) -> None:
        self.heard.add(f"do {type(asked.command).__struct_config__.tag}")
        super().ask(table, asked)

    def dealt(self, game: Game, seats: int, options: dict[str, bool], stream: Stream) -> Any:
        if stream.key not in self.starts:
            start, self.next_start = self.next_start, None
            self.starts[stream.key] = start or fair_deal(game, seats, options, stream)
        return self.starts[stream.key].copy()


class Guest(Client):
    """A client that notes the kinds of messages it sends."""

    hall: "Hall"

    async def send(self, message: Message) -> None:
        self.hall.used.add(f"send {message['type']}")
        await super().send(message)

    async def command(self, table: str, **what: object) -> None:
        """A command that must be accepted, by HTTP."""
        wanted = {"id": self.new_id(), "command": what}
        answer = await self.http.post(f"/tables/{table}/commands", json=wanted)
        assert answer.status_code == 200, answer.text


class Hall:
    """The house of a test and the server around it, its log and its clock."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.database = f"sqlite:///{folder}/house.db"
        self.clock = Clock()
        self.log = io.StringIO()
        self.read = 0  # lines of the log
        self.used: set[str] = set()

    @contextmanager
    def open(self) -> Iterator[Self]:
        """Until the end of the block, everything that is logged in this process is its log."""
        logs.configure(self.log, "debug")
        try:
            with mail_server() as self.post:
                self.house = HeardHouse(self.settings(), store_at(self.database, self.clock.now))
                with serve(self.house) as self.serving:
                    self.url = self.serving.url
                    yield self
        finally:
            structlog.reset_defaults()
        assert self.mistakes() == []

    def settings(self) -> Settings:
        return Settings(
            database=self.database,
            limits=GENEROUS,
            bot_pause=0.0,
            bot_warm_up=False,
            base_url="https://house.example",
            mail=self.post.settings(),
        )

    def lines(self) -> list[dict[str, Any]]:
        """What was logged since this was asked for the last time."""
        lines = self.log.getvalue().splitlines()
        new, self.read = lines[self.read :], len(lines)
        return [json.loads(line) for line in new]

    def mistakes(self) -> list[dict[str, Any]]:
        """Lines that no house in order would have written; requests are counted as used."""
        found = []
        for line in self.lines():
            if line["event"] == "request":
                self.used.add(f"{line['method']} {line['route']}")
            if line["level"] in WRONG or "through" in line:
                found.append(line)
        return found

    async def settled(self) -> None:
        """Whatever has been answered is logged, too."""
        await inside(self.serving, asyncio.sleep(0))

    def uses(self) -> set[str]:
        """All that was used since this was asked for the last time."""
        used = self.used | self.house.heard
        self.used.clear()
        self.house.heard.clear()
        return used

    async def make_ready(self, game: Game) -> None:
        """Have the searches of a game read, or compiled."""
        await inside(self.serving, self.house.keepers.make_ready([game.id]))
        assert self.house.keepers.is_ready(game.id)

    # Whoever comes

    @asynccontextmanager
    async def guests(self, number: int, language: str = "en") -> AsyncIterator[list[Guest]]:
        """People who have just come in, each with an open socket."""
        async with AsyncExitStack() as leaving:
            people = []
            for name in NAMES[:number]:
                guest = await Guest.new(self.url, name, language)
                guest.hall = self
                people.append(await leaving.enter_async_context(guest))
                await guest.dial()
            yield people

    @asynccontextmanager
    async def visitor(self, **hello: object) -> AsyncIterator[Guest]:
        """Somebody without a name."""
        async with Guest(self.url) as guest:
            guest.hall = self
            await guest.dial(**hello)
            yield guest

    async def begun(self, people: list[Guest], laid: Laid, *bots: str, **plan: object) -> str:
        """A table of these people and bots, at which the game has begun."""
        return await begin(people, laid.game.id, *bots, options=laid.options, **plan)
