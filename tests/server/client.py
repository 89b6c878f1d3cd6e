"""A client of the house over real sockets, as a browser or a bot from outside would be."""

import asyncio
import itertools
from collections.abc import Callable
from typing import Any, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.waiting import PATIENCE as PATIENCE

API = "/api/v1"

Message = dict[str, Any]


class Client:
    """One person: the HTTP API with its secret, and one socket."""

    def __init__(self, base_url: str, secret: str = "", **headers: str):
        self.base_url = base_url
        self.headers = headers
        known = {"authorization": f"Bearer {secret}"} if secret else {}
        # Over plain HTTP: reading all certificates would take longer than most visits.
        self.http = httpx.AsyncClient(
            base_url=base_url + API, headers=headers | known, timeout=PATIENCE, verify=False
        )
        self.secret = secret
        self.ids = itertools.count(1)
        self.socket: ClientConnection | None = None
        self.reader: asyncio.Task[None] | None = None
        self.answers: dict[str, asyncio.Future[Message]] = {}
        self.pages: dict[str, Message] = {}  # the last of each table, with its last view
        self.lines: dict[str, list[Message]] = {}
        self.received: list[str] = []  # everything, as it came
        self.news = asyncio.Condition()

    @classmethod
    async def new(cls, base_url: str, name: str, language: str = "en", **more: object) -> Self:
        """Somebody who has just come in."""
        async with httpx.AsyncClient(
            base_url=base_url + API, timeout=PATIENCE, verify=False
        ) as http:
            answer = await http.post("/people/", json={"name": name, "language": language, **more})
        answer.raise_for_status()
        return cls(base_url, answer.json()["secret"])

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self.hang_up()
        await self.http.aclose()

    async def hang_up(self) -> None:
        """Close the socket; the person stays."""
        if self.socket is not None:
            await self.socket.close()
            self.socket = None
        if self.reader is not None:
            await self.reader
            self.reader = None

    # HTTP

    async def lay(self, game: str, chairs: list[str], **plan: object) -> str:
        """Lay a table; returns its id."""
        wanted = {"id": self.new_id(), "plan": {"game": game, **plan}, "chairs": chairs}
        answer = await self.http.post("/tables/", json=wanted)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["table"])

    async def get(self, path: str) -> Any:
        answer = await self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()

    # The socket

    async def dial(self, **hello: object) -> Message:
        """Open the socket and say hello; returns the answer."""
        address = self.base_url.replace("http", "ws", 1) + API + "/socket"
        self.socket = await connect(
            address, compression=None, max_size=None, additional_headers=self.headers
        )
        first = {"type": "hello", "version": 1, **({"secret": self.secret} if self.secret else {})}
        await self.send(first | hello)
        answer: Message = msgspec.json.decode(await asyncio.wait_for(self.socket.recv(), PATIENCE))
        self.reader = asyncio.create_task(self._read(self.socket))
        return answer

    async def send(self, message: Message) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    async def ask(self, message: Message) -> Message:
        """Send a message that has an id, and wait for its answer."""
        answer = asyncio.get_running_loop().create_future()
        self.answers[message["id"]] = answer
        await self.send(message)
        return await asyncio.wait_for(answer, PATIENCE)

    async def watch(self, table: str, after: int = 0) -> Message:
        """Watch a table; returns its first page."""
        asked = {"type": "watch", "id": self.new_id(), "table": table, "after": after}
        answer = await self.ask(asked)
        assert answer["type"] == "done", answer
        return await self.wait(table, lambda _: True)

    async def do(self, table: str, do: str, /, id: str | None = None, **what: Any) -> Message:
        """A command for a table; returns Done or Refused."""
        command = {"do": do, **what}
        return await self.ask(
            {"type": "do", "id": id or self.new_id(), "table": table, "command": command}
        )

    async def done(self, table: str, do: str, /, **what: Any) -> int:
        """A command that must be accepted; waits for the page it made and returns its seq."""
        answer = await self.do(table, do, **what)
        assert answer["type"] == "done", answer
        seq = int(answer["seq"])
        await self.wait(table, lambda page: page["seq"] >= seq)
        return seq

    async def refused(self, table: str, do: str, /, **what: Any) -> str:
        """A command that must be refused; returns the code."""
        answer = await self.do(table, do, **what)
        assert answer["type"] == "refused", answer
        return str(answer["code"])

    async def wait(self, table: str, so: Callable[[Message], bool]) -> Message:
        """Wait until a page of the table is so."""
        async with self.news:
            async with asyncio.timeout(PATIENCE):
                await self.news.wait_for(lambda: table in self.pages and so(self.pages[table]))
            return self.pages[table]

    async def choose(self, table: str, pick: Callable[[list[str]], str] = min) -> int:
        """Choose among the options of the page at hand; returns the seq."""
        page = self.pages[table]
        choice = pick(page["you"]["options"])
        return await self.done(
            table, "choose", turn=page["common"]["turn"]["number"], choice=choice
        )

    def new_id(self) -> str:
        return f"c{next(self.ids)}"

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for data in socket:
                text = data if isinstance(data, str) else data.decode()
                self.received.append(text)
                await self._take(msgspec.json.decode(text))
        except ConnectionClosed:
            pass

    async def _take(self, message: Message) -> None:
        if message.get("id") in self.answers:
            answer = self.answers.pop(message["id"])
            if not answer.done():
                answer.set_result(message)
        if message["type"] == "page":
            table = message["table"]
            self.pages[table] = merged(self.pages.get(table, {}), message)
            self.lines.setdefault(table, []).extend(message["lines"])
        async with self.news:
            self.news.notify_all()


def merged(last: Message, page: Message) -> Message:
    """A page with what was left out of it, being as it was in the last page of the table.

    Pages share what did not change; nobody may change anything in them.
    """
    return {**last, **page, "common": {**last.get("common", {}), **page["common"]}}


def owes(page: Message) -> bool:
    """Is it this reader's turn?"""
    turn = page["common"]["turn"]
    return turn is not None and page["you"]["seat"] in turn["waiting_for"]


def is_over(page: Message) -> bool:
    return bool(page["common"]["status"] == "over")


async def play_on(client: Client, table: str, pick: Callable[[list[str]], str] = min) -> Message:
    """Make this seat's choices until the game is over; returns the last page."""
    while True:
        page = await client.wait(table, lambda page: owes(page) or is_over(page))
        if is_over(page):
            return page
        await client.choose(table, pick)
