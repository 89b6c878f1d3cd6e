"""Notices: whose turn it is at slow tables, told by mail and by webhook to those who are away."""

import asyncio
from collections import defaultdict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import msgspec
import structlog

from tablee.kernel.errors import TableeError
from tablee.server.notices.letters import Letters, Pending
from tablee.server.notices.mailboxes import A_DAY, Mailboxes, veiled
from tablee.server.notices.postman import Postman, Undelivered
from tablee.server.store.notices import NoticeBook, Reader
from tablee.server.tables.table import Table

if TYPE_CHECKING:
    from tablee.server.house.house import House

# Milliseconds, where nothing else is said.
A_MINUTE = 60_000
AN_HOUR = 60 * A_MINUTE  # between two mails to one person
GRACE = 5 * A_MINUTE  # whoever chooses within this time, or looked a moment ago, needs no notice
PUT_OFF = 10 * A_MINUTE  # until a mail that was not taken is tried again
ROUND = 30.0  # seconds between two rounds
BREATH = 100  # tables gone through before others have their turn

BY_MAIL, BY_WEBHOOK = "mail", "webhook"

log = structlog.get_logger("tablee.notices")


class Laid(msgspec.Struct):
    """Of the plan of a table, what matters here."""

    game: str
    pace: str


class Sitter(msgspec.Struct):
    """Of a chair, what matters here."""

    name: str
    kind: str


class Summary(msgspec.Struct):
    """Of a table as it stands in a list (page.summary), what matters here."""

    table: str
    plan: Laid
    chairs: list[Sitter]
    people: list[str]
    waiting_for: list[int]
    turn: int


read_summary = msgspec.json.Decoder(Summary).decode


@dataclass(frozen=True, slots=True)
class Turn:
    """A choice that a person owes at a slow table."""

    table: str
    number: int
    game: str
    seat: int
    person: str
    name: str


class Notices:
    """Goes round twice a minute, in every process; each notice is claimed by one of them."""

    def __init__(self, house: "House"):
        self.house = house
        settings = house.settings
        self.by_mail = bool(settings.mail.host)
        self.by_webhook = bool(settings.webhook)
        self.book = NoticeBook(house.store.database, house.store.now)
        self.letters = Letters(settings.mail.sender, house.base_url)
        self.postman = Postman(
            settings.mail, settings.webhook, house.base_url, house.store.machine.thread
        )
        self.mailboxes = Mailboxes(house, self.book, self.letters, self.postman)
        self.pause = ROUND
        self.unseen: dict[Turn, int] = {}  # turns nobody looked at, and since when (Hours.steady)
        self.written: set[str] = set()  # people a mail is being written to
        self.forgot_at = 0

    async def rounds(self) -> None:
        """For ever, if there is any way to tell somebody something."""
        while self.by_mail or self.by_webhook:
            try:
                await self.round()
            except TableeError as error:
                log.error("no notices", error=str(error))
            await asyncio.sleep(self.pause)

    async def round(self) -> None:
        """Tell everybody what they have not been told and had time to see for themselves."""
        # What this process knows of lookers and of tables is in the store, as of now.
        await self.house.store.wake()
        await self.house.alarms.save()
        now, passed = self.book.now(), self.house.store.hours.steady()
        looking = await self.book.looking()
        self.unseen = {
            turn: self.unseen.get(turn, passed)
            for turn in await self._turns()
            if (turn.person, turn.table) not in looking
        }
        ripe = [turn for turn, since in self.unseen.items() if passed - since >= GRACE]
        told = await self.book.told()

        def untold(way: str) -> list[Turn]:
            return [
                turn for turn in ripe if told.get((way, turn.table, turn.person), 0) < turn.number
            ]

        if self.by_webhook:
            for turn in untold(BY_WEBHOOK):
                await self._call(turn)
        if self.by_mail:
            await self._write_to(untold(BY_MAIL), now)
        if now - self.forgot_at >= AN_HOUR:
            await self.book.forget(now - A_DAY)
            self.forgot_at = now

    async def _turns(self) -> list[Turn]:
        """Every choice that a person owes at a slow table."""
        turns: list[Turn] = []
        for number, text in enumerate(await self.book.slow_tables()):
            if number % BREATH == BREATH - 1:
                await asyncio.sleep(0)
            table = read_summary(text)
            if table.plan.pace != "slow":
                continue
            for seat in table.waiting_for:
                chair, person = table.chairs[seat], table.people[seat]
                if chair.kind == "person":
                    turns.append(
                        Turn(table.table, table.turn, table.plan.game, seat, person, chair.name)
                    )
        return turns

    async def _pending(self, turn: Turn) -> Pending | None:
        """The turn as it stands on disk; None if it has passed or needs no notice any more."""
        if await self.book.is_looking(turn.person, turn.table):
            return None
        events = await self.house.store.events(turn.table)
        table = Table(turn.table, self.house.deal)
        try:
            for event in events:
                table.apply(event)
        except TableeError as error:  # whose text may name a hidden card
            log.error("table cannot be read", table=turn.table, kind=type(error).__name__)
            return None
        if table.status != "playing" or table.turn != turn.number:
            return None
        place, deadline = table.places[turn.seat], table.deadline(turn.seat)
        if turn.seat not in table.playing.waiting_for or place.automatic:
            return None
        return Pending(
            turn.table,
            turn.game,
            others=tuple(name for seat, name in enumerate(table.names) if seat != turn.seat),
            since=max(event.at for event in events if event.tick == place.began),
            until=deadline and self.book.now() + deadline - self.house.store.tick(),
        )

    # The webhook

    async def _call(self, turn: Turn) -> None:
        if await self._pending(turn) is None or not await self._tell(BY_WEBHOOK, turn):
            return
        body = msgspec.json.encode(
            {
                "kind": "turn",
                "table": turn.table,
                "game": turn.game,
                "link": self.letters.table_link(turn.table),
                "person": turn.name,
                "seat": turn.seat,
                "turn": turn.number,
            }
        )

        async def is_pending() -> bool:
            return await self._pending(turn) is not None

        call = self.postman.persistently("webhook", lambda: self.postman.call(body), is_pending)
        self.house.spawn(call)

    async def _tell(self, way: str, turn: Turn) -> bool:
        return await self.book.tell(way, turn.table, turn.person, turn.number)

    # Mails

    async def _write_to(self, untold: list[Turn], now: int) -> None:
        """Start a mail to everybody with something to be told who had none in the last hour."""
        new: defaultdict[str, set[Turn]] = defaultdict(set)
        for turn in untold:
            new[turn.person].add(turn)
        if not new:
            return
        for person, reader in (await self.book.readers(now - AN_HOUR)).items():
            if person in new and person not in self.written:
                self.written.add(person)
                self.house.spawn(self._write(reader, new[person]))

    async def _write(self, reader: Reader, new: set[Turn]) -> None:
        try:
            async with self.postman.mailing:
                await self._digest(reader, new)
        finally:
            self.written.discard(reader.address.person)

    async def _digest(self, reader: Reader, new: set[Turn]) -> None:
        """All tables that wait for somebody in one mail, if one of them is new and waits still."""
        reader = replace(reader, language=self.house.settings.spoken(reader.language))
        address, begun = reader.address, self.book.now()
        if not await self.book.move_sent(address, address.sent_at, begun):
            return  # another process writes, or no mail is wanted any more
        theirs = [turn for turn in self.unseen if turn.person == address.person]
        found = {turn: await self._pending(turn) for turn in theirs}
        waiting = {turn: pending for turn, pending in found.items() if pending is not None}
        if not new & waiting.keys():
            await self.book.move_sent(address, begun, address.sent_at)
            return
        tables = sorted(waiting.values(), key=lambda pending: pending.until or 0)
        try:
            await self.postman.send(self.letters.digest(reader, tables, begun))
        except Undelivered as error:
            log.warning("mail not delivered", to=veiled(address.mail), why=str(error))
            if not error.lasting:
                await self.book.move_sent(address, begun, begun - AN_HOUR + PUT_OFF)
                return
        for turn in waiting:
            await self._tell(BY_MAIL, turn)
