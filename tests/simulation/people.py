"""People who click twice, leave, come back, think again, want a rematch, and keep all they read."""

from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from websockets.asyncio.client import ClientConnection

from tests.server.players import Message, Player
from tests.waiting import pause

A_WHILE = 0.2  # seconds
TWICE = 0.05  # of all commands are sent twice
AGAIN = 0.05  # of all choices are made twice, as by two clicks
LEAVES = 0.01  # of all moments
COUNTED = {"undo": "undone", "rematch": "rematch", "leave": "left"}


def nothing(_what: str) -> None:
    pass


@dataclass(eq=False)
class Person(Player):
    """A player whose every message is part of the trace."""

    tell: Callable[[str], None] = nothing
    happened: Callable[[str], None] = nothing
    twice: set[str] = field(default_factory=set)  # commands that were sent twice
    heard: list[tuple[str, str, bytes]] = field(default_factory=list)  # table, status, message

    async def _do(self, socket: ClientConnection, id: str) -> None:
        await super()._do(socket, id)
        if self.luck.random() < TWICE and id in self.pending:
            self.happened("sent twice")
            self.twice.add(id)
            await super()._do(socket, id)

    async def _take(self, socket: ClientConnection, message: Message) -> None:
        text = msgspec.json.encode(message)
        self.tell(f"{self.name} {text.decode()}")
        id = message.get("id")
        if message["type"] == "done" and id in self.pending:
            self.happened(COUNTED.get(self.asked[id][1]["do"], "done"))
        await super()._take(socket, message)
        if id in self.twice:  # what was refused at first may have been right a moment later
            self.refused.pop(id, None)
        if id == "watch" and message["type"] == "refused":  # for the moment: nothing was written
            await pause(A_WHILE)
            await self._watch(socket)
        table = message.get("table", "")
        page = self.pages.get(table)
        self.heard.append((table, page["common"]["status"] if page else "", text))

    @property
    def is_kept(self) -> bool:
        """Does a bot keep this person's chair?"""
        page = self.pages[self.table]
        seat = page["you"]["seat"]
        return seat is not None and bool(page["common"]["chairs"][seat]["kept"])

    def _play(self, common: Message, you: Message) -> None:
        if you["seat"] is not None and self.luck.random() < LEAVES:
            if not self.under_way("leave", "return"):
                self.ask("return" if self.is_kept else "leave")
        else:
            super()._play(common, you)

    def _choose(self, turn: int, choice: str) -> None:
        super()._choose(turn, choice)
        if self.luck.random() < AGAIN and len(self.pending) < 2:
            self.happened("clicked twice")
            self.ask("choose", turn=turn, choice=choice)
