"""Looking after a house from the command line, also while it is open; shows nothing hidden."""

import argparse
import asyncio
import json
import sys
import unicodedata
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

import msgspec

from tablee import files
from tablee.kernel.errors import TableeError
from tablee.server.people import Person
from tablee.server.store.addresses import is_postgres, open_at, sqlite_path
from tablee.server.store.hours import GONE
from tablee.server.store.registers import Entry, Registers
from tablee.server.store.steps import Standing
from tablee.server.store.store import Key, Store
from tablee.server.tables.acts import Closed, Event

TRIES = 10  # to close a table at which somebody plays on
SHOWN_OF_AN_ID = 8

Row = dict[str, Any]


class WrongTask(TableeError):
    """Something that cannot be done, or done to nothing that exists."""


class Office:
    """The database of a house, as an administrator uses it."""

    def __init__(self, store: Store):
        self.store = store
        self.registers = Registers(store.database)

    async def table(self, name: str) -> Entry:
        entry = await self.registers.table(name)
        if entry is None:
            raise WrongTask(f"There is no table {name!r}; `tablee admin tables` lists them.")
        return entry

    async def table_beginning(self, name: str) -> Entry:
        """A table as the log names it."""
        found = await self.registers.tables_beginning(name)
        if len(found) > 1:
            ids = ", ".join(entry.id for entry in found)
            raise WrongTask(f"{name!r} may be several tables. Expected one id of these: {ids}.")
        return found[0] if found else await self.table(name)

    async def person(self, name: str) -> Person:
        found = await self.registers.people_called(name)
        if not found:
            raise WrongTask(f"There is nobody {name!r}; `tablee admin people` lists everybody.")
        if len(found) > 1:
            ids = ", ".join(person.id[:SHOWN_OF_AN_ID] for person in found)
            raise WrongTask(f"{name!r} may be several people. Expected one id of these: {ids}.")
        return found[0]


def run(asked: argparse.Namespace, url: str) -> None:
    """Do what was asked with the house at an address."""
    if not is_postgres(url) and not sqlite_path(url).is_file():
        raise WrongTask(
            f"There is no house in {sqlite_path(url)}. Expected one that `tablee serve` has made; "
            "say where with --database or --config."
        )
    asyncio.run(at_work(asked, url))


def check_closed(url: str) -> None:
    """Refuse to go on under a server that runs: it would write on from what it remembers."""
    if is_postgres(url) or sqlite_path(url).is_file():
        asyncio.run(refuse_open(url))


async def refuse_open(url: str) -> None:
    async with office_at(url) as office:
        silent = office.store.now() - await office.registers.alive_at()
    if abs(silent) <= GONE:  # of a sign from the future, the clock was set back since
        raise WrongTask(
            f"A server ran on this house {max(silent, 0) / 1000:.0f} seconds ago. Nothing was "
            f"changed. Stop it (all of them, if there are several), wait {GONE // 1000} seconds, "
            "try again."
        )


@asynccontextmanager
async def office_at(url: str) -> AsyncIterator[Office]:
    store = Store(open_at(url))
    await store.open()
    try:
        yield Office(store)
    finally:
        await store.close()


async def at_work(asked: argparse.Namespace, url: str) -> None:
    async with office_at(url) as office:
        await TASKS[asked.task](office, asked)


async def tables(office: Office, asked: argparse.Namespace) -> None:
    entries = await office.registers.tables(checked(asked.most), asked.status or "")
    show(asked, [described(entry) for entry in entries])


def described(entry: Entry) -> Row:
    """A table, as anybody could see it who has its code."""
    summary = msgspec.json.decode(entry.summary)
    return {
        "code": entry.code,
        "status": entry.status,
        "game": summary["plan"]["game"],
        "players": [chair["name"] or f"({chair['kind']})" for chair in summary["chairs"]],
        "turn": summary["turn"],
        "public": entry.public,
        "changed": when(entry.changed_at),
        "id": entry.id,
    }


async def people(office: Office, asked: argparse.Namespace) -> None:
    rows: list[Row] = []
    for person, came_at in await office.registers.people(checked(asked.most)):
        rows.append(
            {
                "name": person.name,
                "language": person.language,
                "bot": person.bot,
                "unfinished": await office.store.unfinished(person.id),
                "came": when(came_at),
                "id": person.id,
            }
        )
    show(asked, rows)


async def close(office: Office, asked: argparse.Namespace) -> None:
    """Clear a table, whatever goes on there; the history says that the house did."""
    id = (await office.table(asked.table)).id
    for _ in range(TRIES):
        # In this order: if the last event has ended the game, the entry says so.
        last = (await office.store.events(id))[-1]
        entry = await office.table(id)
        if entry.status in ("over", "closed"):
            raise WrongTask(f"Table {entry.code} is {entry.status} already; nothing was changed.")
        if await closed(office.store, entry, last):
            report(asked, {"code": entry.code, "status": "closed"}, f"{entry.code} is closed.")
            return
    raise WrongTask(f"Table {asked.table} changes all the time. Nothing was changed; try again.")


async def closed(store: Store, entry: Entry, last: Event) -> bool:
    """Close a table after the last event of its history; False if that has gone on.

    The history is not played through: a table whose game no longer runs must be closable, too.
    """
    seq = last.seq + 1
    summary = msgspec.json.decode(entry.summary) | {
        "status": "closed",
        "waiting_for": [],
        "seq": seq,
    }
    # The clock of the house goes by its opening hours, which are not ours: it stands as it stood.
    act = Closed(by_house=True)
    event = Event(entry.id, seq, f"house:{seq}", store.now(), last.tick, act)
    standing = Standing(
        seq=seq,
        at=event.at,
        code=entry.code,
        status="closed",
        public=entry.public,
        due=None,
        summary=msgspec.json.encode(summary).decode(),
        people=(),
    )
    return await store.append([event], standing)


async def export(office: Office, asked: argparse.Namespace) -> None:
    entry = await office.table(asked.table)
    if asked.secret:
        events = await office.store.events(entry.id)
        content = {"table": entry.id, "status": entry.status, "events": events}
        data = msgspec.json.format(msgspec.json.encode(content), indent=1) + b"\n"
    else:
        kept = await office.store.record(entry.id)
        if kept is None:
            raise WrongTask(
                f"Table {entry.code} is {entry.status}: there is a record only of a game that is "
                "over. --secret writes its whole history instead, hidden hands included."
            )
        data = kept.encode()
    if asked.output:
        files.write(asked.output, data)
    else:
        sys.stdout.write(data.decode())


async def keys(office: Office, asked: argparse.Namespace) -> None:
    person = await office.person(asked.person)
    show(asked, [way_in(key) for key in await office.store.keys(person.id)])


def way_in(key: Key) -> Row:
    """A key, without what would open anything."""
    return {
        "key": key.hash[:SHOWN_OF_AN_ID],
        "kind": key.kind,
        "label": key.label,
        "since": when(key.created_at),
        "until": when(key.expires_at) if key.expires_at else "",
    }


async def revoke(office: Office, asked: argparse.Namespace) -> None:
    person = await office.person(asked.person)
    if bool(asked.key) == asked.all:
        raise WrongTask("Expected one key as `tablee admin keys` shows it, or --all.")
    fitting = [
        key
        for key in await office.store.keys(person.id)
        if asked.all or key.hash.startswith(asked.key)
    ]
    if len(fitting) != 1 and not asked.all:
        raise WrongTask(
            f"{len(fitting)} keys of {person.name} begin with {asked.key!r}. Expected exactly one."
        )
    for key in fitting:
        await office.store.drop_key(person.id, key.hash)
    report(asked, {"revoked": len(fitting)}, f"{len(fitting)} revoked of {person.name}.")


async def repeat(office: Office, asked: argparse.Namespace) -> None:
    from tablee.server.running import repeat as work  # with the house and all that thinks in it

    await work.repeat(office, asked)
    report(asked, {"failed": False}, "It went without a fault.")


TASKS: dict[str, Callable[[Office, argparse.Namespace], Awaitable[None]]] = {
    "tables": tables,
    "people": people,
    "close": close,
    "export": export,
    "keys": keys,
    "repeat": repeat,
    "revoke": revoke,
}


# Showing


def checked(most: int) -> int:
    if not 1 <= most <= 1_000_000:
        raise WrongTask(f"--most is a number from 1 to 1000000, not {most}.")
    return most


def when(milliseconds: int) -> str:
    """A moment, in the format everybody can sort."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M:%SZ")


def report(asked: argparse.Namespace, content: Row, sentence: str) -> None:
    print(json.dumps(content) if asked.json else sentence)


def show(asked: argparse.Namespace, rows: Sequence[Row]) -> None:
    """Rows as JSON, whole; or in columns, ids by their beginning."""
    if asked.json:
        print(json.dumps(rows, ensure_ascii=False))
        return
    if not rows:
        print("none")
        return
    lines = [list(rows[0]), *([cell(name, row[name]) for name in row] for row in rows)]
    widths = [max(map(width, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        padded = [text + " " * (size - width(text)) for text, size in zip(line, widths)]
        print("  ".join(padded).rstrip())


def cell(name: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(value)
    return str(value)[:SHOWN_OF_AN_ID] if name == "id" else str(value)


def width(text: str) -> int:
    """Columns of a terminal a text takes up."""
    return sum(
        0 if unicodedata.combining(sign) else 1 + (unicodedata.east_asian_width(sign) in "WF")
        for sign in text
    )
