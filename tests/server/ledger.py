"""What players were told and shown, held against what the database has."""

import sqlite3
from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg
import msgspec

from tablee import catalogue
from tablee.kernel import record
from tablee.server.people import hashed
from tablee.server.store.addresses import is_postgres, sqlite_path
from tablee.server.tables.acts import Event, decode
from tablee.server.tables.page import Pages, Present
from tablee.server.tables.table import Table
from tests.server.players import Message, Player

EVENTS = "SELECT table_id, seq, command, at, tick, body FROM events ORDER BY table_id, seq"
STANDINGS = "SELECT id, seq, status FROM tables"
PEOPLE = "SELECT hash, person_id FROM keys"
RECORDS = "SELECT table_id, body FROM records"
CONTENT = {"choice", "text", "sign", "agree", "commitment", "nonce"}
NOBODY = Present(0, frozenset())


async def read(url: str, *queries: str) -> list[list[tuple[Any, ...]]]:
    """The rows of some queries, at one moment; the server need not be running."""
    if is_postgres(url):
        connection = await asyncpg.connect(url)
        try:
            async with connection.transaction(isolation="repeatable_read"):
                return [[tuple(row) for row in await connection.fetch(sql)] for sql in queries]
        finally:
            await connection.close()
    return read_copy(sqlite_path(url), *queries)


def read_copy(path: Path, *queries: str) -> list[list[tuple[Any, ...]]]:
    """From a copy: opening the file itself after a crash would repair it in the server's place."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        for suffix in ("", "-wal"):
            if (part := path.with_name(path.name + suffix)).exists():
                copyfile(part, copy.with_name(copy.name + suffix))
        with closing(sqlite3.connect(copy)) as connection:
            return [connection.execute(sql).fetchall() for sql in queries]


@dataclass
class Findings:
    """What must not be; all of these are empty in a good house."""

    lost: list[str] = field(default_factory=list)  # acknowledged, and not there
    twice: list[str] = field(default_factory=list)  # more than one event for one wish
    altered: list[str] = field(default_factory=list)  # not what was asked for
    refused: list[str] = field(default_factory=list)  # refused, and there all the same
    ahead: list[str] = field(default_factory=list)  # shown, and not there
    different: list[str] = field(default_factory=list)  # shown otherwise than it is
    torn: list[str] = field(default_factory=list)  # parts of the database that do not agree

    def all(self) -> dict[str, list[str]]:
        return {name: found for name, found in vars(self).items() if found}


class Ledger:
    """Follows the database from one look to the next."""

    def __init__(self, url: str, players: Iterable[Player]):
        self.url = url
        self.read: Callable[..., Awaitable[list[list[tuple[Any, ...]]]]] = read
        self.players = list(players)
        self.events: dict[str, list[Event]] = {}
        self.tables: dict[str, Table] = {}
        self.people: dict[str, Player] = {}  # by the id the house has for them
        self.of_command: dict[str, dict[str, int]] = {}  # table, command: seq
        self.findings = Findings()
        self.unanswered: dict[tuple[Player, str], int] = {}  # stored, but the answer was lost

    async def look(self, stopped: bool = False) -> None:
        """Compare everything with the database as it is now; the server must not be running.

        `stopped`: it was asked to stop, and not killed.
        """
        events, standings, keys = await self.read(self.url, EVENTS, STANDINGS, PEOPLE)
        persons = dict(keys)
        self.people = {persons[hashed(player.secret)]: player for player in self.players}
        histories: dict[str, list[Event]] = {}
        for table, seq, command, at, tick, body in events:
            event = Event(table, seq, command, at, tick, decode(body))
            histories.setdefault(table, []).append(event)
        for table, known in self.events.items():
            if histories.get(table, [])[: len(known)] != known:
                self.findings.torn.append(f"the history of {table} has changed")
        self.events = histories
        for table, history in histories.items():
            self._fold(table, history)
        self._check_standings(standings, stopped)
        for person, player in self.people.items():
            self._check_answers(person, player)
            self._check_pages(person, player)

    def _fold(self, id: str, history: list[Event]) -> None:
        table = self.tables.setdefault(id, Table(id))
        commands = self.of_command.setdefault(id, {})
        shown = self._pages_of(id)
        for event in history[table.seq :]:
            self._compare(table, shown.pop(table.seq, []))
            table.apply(event)
            if event.command in commands:
                self.findings.twice.append(f"{id} {event.command}")
            commands[event.command] = event.seq
            self._check_content(table, event)
        self._compare(table, shown.pop(table.seq, []))
        for seq, pages in shown.items():
            if seq > table.seq:
                self.findings.ahead.append(f"{id}: {seq} shown, {table.seq} stored")
            else:  # came so late that it was passed already
                earlier = Table(id)
                for event in history[:seq]:
                    earlier.apply(event)
                self._compare(earlier, pages)

    def _pages_of(self, table: str) -> dict[int, list[tuple[str, Message]]]:
        found: dict[int, list[tuple[str, Message]]] = {}
        for person, player in self.people.items():
            for page in player.shown:
                if page["table"] == table:
                    found.setdefault(page["seq"], []).append((person, page))
        return found

    def _compare(self, table: Table, pages: list[tuple[str, Message]]) -> None:
        rebuilt = Pages(table)
        for person, page in pages:
            seat = table.seat_of(person)
            there = {
                "view": rebuilt.view(seat),
                "you": rebuilt.own(seat, person, "en"),
                "common": rebuilt.common(NOBODY, "en"),
            }
            wanted = msgspec.json.decode(msgspec.json.encode(there))
            seen = {part: page[part] for part in there}
            seen = msgspec.json.decode(msgspec.json.encode(seen))  # parts are in other pages
            for common in (wanted["common"], seen["common"]):
                for chair in common["chairs"]:  # not part of the history
                    del chair["present"], chair["left"]
            if wanted != seen:
                self.findings.different.append(f"{table.id} {table.seq}: {seen} for {wanted}")

    def _check_content(self, table: Table, event: Event) -> None:
        """A person's event says what that person asked for."""
        person, _, id = event.command.partition(":")
        player = self.people.get(person)
        if player is None:
            return
        asked = player.asked.get(id)
        told = msgspec.to_builtins(event.act)
        if event.seq == 1:  # laid by HTTP, before the play began
            return
        wrong = asked is None or asked[0] != table.id
        if asked is not None:
            wrong |= any(told[name] != asked[1][name] for name in CONTENT & asked[1].keys())
        wrong |= told.get("seat", table.seat_of(person)) != table.seat_of(person)
        if wrong:
            self.findings.altered.append(f"{event} for {asked}")

    def _check_standings(self, standings: list[tuple[Any, ...]], stopped: bool) -> None:
        """They may follow a second later, but not behind the end, and not after a proper stop."""
        found = {id: (seq, status) for id, seq, status in standings}
        for id, table in self.tables.items():
            seq, status = found.pop(id, (0, ""))
            exact = stopped or table.status != "playing"
            if seq > table.seq or ((seq, status) != (table.seq, table.status) and exact):
                self.findings.torn.append(f"{id}: {seq}, {status} for {table.seq}, {table.status}")
        self.findings.torn += [f"{id} without events" for id in found]

    def _check_answers(self, person: str, player: Player) -> None:
        for id, seq in player.acknowledged.items():
            if self._seq(person, player, id) != seq:
                self.findings.lost.append(f"{player.name} {id} {seq}")
        for id in player.refused:
            if self._seq(person, player, id) is not None:
                self.findings.refused.append(f"{player.name} {id}")
        for id in player.pending:
            seq_stored = self._seq(person, player, id)
            if seq_stored is not None:
                self.unanswered[player, id] = seq_stored

    def _seq(self, person: str, player: Player, id: str) -> int | None:
        table, command = player.asked[id]
        key = "rematch" if command["do"] == "rematch" else f"{person}:{id}"
        return self.of_command.get(table, {}).get(key)

    def _check_pages(self, person: str, player: Player) -> None:
        for page in player.shown:
            if page["table"] not in self.tables:
                self.findings.ahead.append(f"{page['table']} shown, not stored")
        player.shown.clear()

    # Sums

    def answered_at_last(self) -> int:
        """Retries that got the answer of the first try, which never arrived."""
        return sum(
            player.acknowledged.get(id) == seq for (player, id), seq in self.unanswered.items()
        )

    async def check_records(self) -> int:
        """Every finished game has a record that verifies and tells the same; returns how many."""
        (rows,) = await self.read(self.url, RECORDS)
        records = dict(rows)
        over = [table for table in self.tables.values() if table.status == "over"]
        assert records.keys() == {table.id for table in over}
        for table in over:
            game = catalogue.load(table.plan.game)
            kept = record.parse(records[table.id].encode())
            assert record.verify(game, kept) == table.seed_commitment
            match = record.begin(game, kept)
            list(record.replay(match, kept))
            assert match.scores() == table.playing.scores()
        return len(over)
