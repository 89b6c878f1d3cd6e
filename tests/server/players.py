"""People who play on whatever happens to the house: they come back and ask again what was lost."""

import asyncio
import hashlib
import random
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tablee.kernel.fair import nonce_commitment
from tests.server.client import merged
from tests.waiting import PATIENCE, pause

API = "/api/v1"
Message = dict[str, Any]

A_MOMENT = 0.02  # seconds before the next attempt
GONE = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, TimeoutError)
NOT_NOW = frozenset({"closing", "not_stored", "busy", "too_fast"})  # the same again, later
SIGNS = ("hello", "thanks", "laugh", "hurry")
PENDING = 3  # commands a player has under way at once


class Pulse:
    """Counts what all players send, so that something can happen in the middle of it."""

    def __init__(self) -> None:
        self.count = 0
        self.beat = asyncio.Condition()

    async def sent(self) -> None:
        self.count += 1
        async with self.beat:
            self.beat.notify_all()

    async def after(self, more: int) -> None:
        until = self.count + more
        async with self.beat:
            await self.beat.wait_for(lambda: self.count >= until)


@dataclass(eq=False)
class Player:
    """A person at one table after the other, of the same company."""

    url: str
    name: str
    secret: str
    table: str
    luck: random.Random
    pulse: Pulse
    pace: float = 0.01  # seconds of thought, at most
    resting: bool = False
    pages: dict[str, Message] = field(default_factory=dict)
    asked: dict[str, tuple[str, Message]] = field(default_factory=dict)  # id: table, command
    pending: dict[str, bool] = field(default_factory=dict)  # id: sent on this connection
    acknowledged: dict[str, int] = field(default_factory=dict)  # id: seq
    refused: dict[str, str] = field(default_factory=dict)  # id: code
    retried: set[str] = field(default_factory=set)
    shown: list[Message] = field(default_factory=list)  # pages, until somebody has checked them
    connections: int = 0
    moving: bool = False
    byes: list[Message] = field(default_factory=list)

    # The connection

    async def play(self) -> None:
        """Until cancelled."""
        while True:
            try:
                address = self.url.replace("http", "ws", 1) + API + "/socket"
                async with connect(
                    address, compression=None, max_size=None, close_timeout=1
                ) as socket:
                    try:
                        await self._sit(socket)
                    except ConnectionClosed:  # found out by sending: there may be more to read
                        async for data in socket:
                            await self._take(socket, msgspec.json.decode(data))
            except GONE:
                pass
            await pause(A_MOMENT)

    def move(self, url: str) -> None:
        """Hang up, and go on at another node."""
        self.url = url
        self.moving = True

    async def _sit(self, socket: ClientConnection) -> None:
        self.moving = False
        await self._send(socket, {"type": "hello", "version": 1, "secret": self.secret})
        welcome = msgspec.json.decode(await socket.recv())
        if welcome["type"] != "welcome":
            return
        self.connections += 1
        await self._watch(socket)
        self.retried |= self.pending.keys()
        self.pending = dict.fromkeys(self.pending, False)
        while not self.moving:
            for id, sent in list(self.pending.items()):
                if not sent:
                    await self._do(socket, id)
            try:
                async with asyncio.timeout(0.1):
                    data = await socket.recv()
            except TimeoutError:
                pass
            else:
                await self._take(socket, msgspec.json.decode(data))
            await pause(self.luck.uniform(0, self.pace))
            if not self.resting and self.table in self.pages and len(self.pending) < PENDING:
                self._act(self.pages[self.table])

    async def _send(self, socket: ClientConnection, message: Message) -> None:
        await socket.send(msgspec.json.encode(message).decode())

    async def _watch(self, socket: ClientConnection) -> None:
        known = self.pages.get(self.table, {}).get("seq", 0)
        asked = {"type": "watch", "id": "watch", "table": self.table, "after": known}
        await self._send(socket, asked)

    async def _do(self, socket: ClientConnection, id: str) -> None:
        self.pending[id] = True
        table, command = self.asked[id]
        await self._send(socket, {"type": "do", "id": id, "table": table, "command": command})
        await self.pulse.sent()

    async def _take(self, socket: ClientConnection, message: Message) -> None:
        kind, id = message["type"], message.get("id")
        if kind == "bye":
            self.byes.append(message)
        elif kind == "page":
            await self._see(socket, message)
        elif id in self.pending and kind == "done":
            del self.pending[id]
            self.acknowledged[id] = message["seq"]
        elif id in self.pending and message["code"] in NOT_NOW:
            self.pending[id] = False
        elif id in self.pending:
            del self.pending[id]
            self.refused[id] = message["code"]

    async def _see(self, socket: ClientConnection, page: Message) -> None:
        table = page["table"]
        page = merged(self.pages.get(table, {}), page)
        self.pages[table] = page
        self.shown.append(page)
        if table == self.table and (after := page["common"]["after"]):
            self.table = after
            await self._watch(socket)

    # The game

    def ask(self, do: str, **what: object) -> str:
        """A new command for the table at hand; returns its id."""
        id = f"{do}-{len(self.asked)}"
        self.asked[id] = (self.table, {"do": do, **what})
        self.pending[id] = False
        return id

    def under_way(self, *wanted: str) -> bool:
        return any(self.asked[id][1]["do"] in wanted for id in self.pending)

    def has_asked(self, do: str) -> bool:
        """Whether this was asked at the table at hand and not refused."""
        return any(
            table == self.table and command["do"] == do and id not in self.refused
            for id, (table, command) in self.asked.items()
        )

    def _act(self, page: Message) -> None:
        doing = {
            "waiting": self._get_ready,
            "dealing": self._reveal,
            "playing": self._play,
            "over": self._go_on,
        }
        doing[page["common"]["status"]](page["common"], page["you"])

    def nonce(self) -> bytes:
        return hashlib.sha256(f"{self.secret} {self.table}".encode()).digest()

    def _get_ready(self, common: Message, you: Message) -> None:
        seat = you["seat"]
        if seat is None:
            if not self.under_way("sit"):
                self.ask("sit")
        elif self.nonce()[0] % 2 and not self.has_asked("commit"):
            self.ask("commit", commitment=nonce_commitment(seat, self.nonce()))
        elif you["host"] and all(chair["name"] for chair in common["chairs"]):
            self._start()

    def _start(self) -> None:
        if self.luck.random() < 0.3 and not self.under_way("start"):
            self.ask("start")

    def _reveal(self, common: Message, you: Message) -> None:
        if self.has_asked("commit") and not self.has_asked("reveal"):
            self.ask("reveal", nonce=self.nonce().hex())

    def _play(self, common: Message, you: Message) -> None:
        luck, turn = self.luck.random(), common["turn"]
        if common["undo_asked"] not in (None, you["seat"]) and not self.under_way("consent"):
            self.ask("consent", agree=luck < 0.8)
        elif you["may_undo"] and luck < 0.1 and not self.under_way("undo"):
            self.ask("undo")
        elif luck < 0.03:
            self.ask("say", text=f"{self.name} says {len(self.asked)}")
        elif luck < 0.06:
            self.ask("emote", sign=self.luck.choice(SIGNS))
        elif you["options"] and (you["chosen"] is None or luck < 0.2):
            self._choose(turn["number"], self.luck.choice(you["options"]))

    def _choose(self, turn: int, choice: str) -> None:
        if not self.under_way("choose"):
            self.ask("choose", turn=turn, choice=choice)

    def _go_on(self, common: Message, you: Message) -> None:
        if you["host"] and not common["after"] and not self.has_asked("rematch"):
            self.ask("rematch")


Somebody = TypeVar("Somebody", bound=Player)


async def company(
    url: str,
    game: str,
    people: int,
    bots: int,
    seed: int,
    pulse: Pulse,
    kind: type[Somebody] = Player,  # type: ignore[assignment]
) -> list[Somebody]:
    """People who have just come in, and the table they will sit down at."""
    secrets = []
    async with httpx.AsyncClient(base_url=url + API, timeout=PATIENCE, verify=False) as http:
        for number in range(people):
            wanted = {"name": f"P{seed}{number}", "language": "en"}
            answer = await http.post("/people/", json=wanted)
            secrets.append(answer.raise_for_status().json()["secret"])
        answer = await http.post(
            "/tables/",
            json={
                "id": "first",
                "plan": {"game": game},
                "chairs": ["me", *["open"] * (people - 1), *["sailor"] * bots],
            },
            headers={"authorization": f"Bearer {secrets[0]}"},
        )
        table = answer.raise_for_status().json()["table"]
    return [
        kind(
            url=url,
            name=f"P{seed}{number}",
            secret=secret,
            table=table,
            luck=random.Random(f"{seed} {number}"),
            pulse=pulse,
        )
        for number, secret in enumerate(secrets)
    ]
