"""Backups of a house: always one SQLite file, whatever database the house lives in.

So a backup also moves a house from SQLite to PostgreSQL, and back.
"""

import asyncio
import os
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any

from tablee.files import flush
from tablee.server.store.addresses import is_postgres, sqlite_path
from tablee.server.store.database import EVERYTHING, StoreFailed, WrongDatabase
from tablee.server.store.migration import (
    HEAD,
    is_older,
    migrate_postgres,
    migrate_sqlite,
    postgres_version,
    sqlite_version,
)

AT_ONCE = 1000  # rows copied together
# Tables whose rows do not make a house worth protecting: they come with the first start.
OF_THE_HOUSE_ITSELF = {"house", "lookers"}


class WrongBackup(WrongDatabase):
    """A file that is no backup, or a place where none can be put or taken back."""


def backup(url: str, file: Path) -> None:
    """Copy a house into a new file, as it stands at one moment, while it may be in use."""
    if file.exists():
        raise WrongBackup(f"{file} is there already. Give another name, or move it away.")
    with new_file(file) as unfinished:
        if is_postgres(url):
            asyncio.run(copy_from_postgres(url, unfinished))
        else:
            copy_from_sqlite(sqlite_path(url), unfinished)


def restore(file: Path, url: str, replace: bool = False) -> None:
    """Put a backup in place of an empty house, or of any if `replace`; all or nothing.

    A server that runs on the house meanwhile finds everything changed at once.
    """
    with tempfile.TemporaryDirectory(prefix="tablee-restore-") as folder:
        house = Path(folder) / "house.db"
        take_out(file, house)
        check_whole(house, file)
        migrate_sqlite(house)
        forget_servers(house)
        if is_postgres(url):
            migrate_postgres(url)
            asyncio.run(copy_to_postgres(house, url, replace))
        else:
            migrate_sqlite(sqlite_path(url))
            copy_to_sqlite(house, sqlite_path(url), replace)


@contextmanager
def new_file(file: Path) -> Iterator[Path]:
    """A file under another name, which gets its own when it is finished and on disk."""
    try:
        handle, name = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")
    except OSError as error:
        raise WrongBackup(
            f"{file} cannot be written: {error.strerror}. "
            "Expected a folder that is there and may be written to."
        ) from error
    os.close(handle)
    unfinished = Path(name)
    try:
        yield unfinished
        flush(unfinished)
        unfinished.rename(file)
        flush(file.parent)
    except (OSError, sqlite3.Error) as error:
        raise StoreFailed(f"The backup could not be written: {error}.") from error
    finally:
        unfinished.unlink(missing_ok=True)


def take_out(file: Path, copy: Path) -> None:
    """A copy to work on; of a file in use, with what still stands in its log."""
    if not file.is_file():
        raise WrongBackup(f"There is no file {file}. Expected one made by `tablee backup`.")
    try:
        with (
            closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise WrongBackup(
            f"{file} is not a backup, or damaged ({error}). Expected a file made by "
            "`tablee backup`; nothing was restored."
        ) from error


def check_whole(copy: Path, file: Path) -> None:
    """That it is a house, of a schema we know, and not damaged."""
    try:
        with closing(sqlite3.connect(copy)) as connection:
            (verdict,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error as error:
        verdict, names = str(error), set()
    if verdict != "ok":
        raise WrongBackup(f"{file} is damaged ({verdict}). Nothing was restored; take another.")
    if not {"alembic_version", "events"} <= names:
        raise WrongBackup(
            f"{file} is a database of another program. Expected one made by `tablee backup`."
        )
    is_older(sqlite_version(copy), HEAD, str(file))


def forget_servers(copy: Path) -> None:
    """No server ever ran on a house that is restored; its clock stands where it stood."""
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute("UPDATE house SET downtime = downtime - alive_at, alive_at = 0")


def tables_of(connection: sqlite3.Connection) -> dict[str, list[str]]:
    """The columns of each table of a house, by its name."""
    names = [
        name
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if name != "alembic_version"
    ]
    return {
        name: [row[1] for row in connection.execute(f"PRAGMA table_info({name})")] for name in names
    }


def refuse_to_overwrite(name: str) -> None:
    raise WrongBackup(
        f"There is a house at that address already (it has {name}). Nothing was changed. "
        "Restore into an empty database, or replace this one (--replace)."
    )


def copy_from_sqlite(source: Path, target: Path) -> None:
    if not source.is_file():
        raise WrongBackup(f"There is no file {source}: nothing to back up.")
    version = sqlite_version(source)
    if version is None:
        raise WrongBackup(f"There is no house in {source}: nothing to back up.")
    is_older(version, HEAD, str(source))
    with (
        closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True)) as house,
        closing(sqlite3.connect(target)) as copy,
    ):
        house.backup(copy)
        # One file that says all, without a log beside it.
        copy.execute("PRAGMA journal_mode = DELETE")


def copy_to_sqlite(house: Path, target: Path, replace: bool) -> None:
    with closing(sqlite3.connect(target, isolation_level=None, timeout=30)) as connection:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("ATTACH :house AS restored", {"house": str(house)})
        try:
            connection.execute("BEGIN IMMEDIATE")
            for name, columns in tables_of(connection).items():
                filled = connection.execute(f"SELECT EXISTS (SELECT * FROM main.{name})")
                if filled.fetchone()[0] and not replace and name not in OF_THE_HOUSE_ITSELF:
                    refuse_to_overwrite(name)
                listed = ", ".join(columns)
                connection.execute(f"DELETE FROM main.{name}")
                connection.execute(
                    f"INSERT INTO main.{name} ({listed}) SELECT {listed} FROM restored.{name}"
                )
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreFailed(f"Nothing was restored: {error}.") from error


async def copy_from_postgres(url: str, target: Path) -> None:
    from tablee.server.store.postgres import FAILURES, reason

    try:
        async with (
            patient_connection(url) as house,
            house.transaction(isolation="repeatable_read", readonly=True),
        ):
            version = await postgres_version(house)
            if version is None:
                raise WrongBackup("There is no house in that database: nothing to back up.")
            is_older(version, HEAD, "The PostgreSQL database")
            migrate_sqlite(target, version)
            with closing(sqlite3.connect(target)) as copy, copy:
                for name, columns in tables_of(copy).items():
                    await drain(house, name, columns, copy)
    except FAILURES as error:
        raise StoreFailed(f"The backup could not be made: {reason(error)}.") from error


async def copy_to_postgres(house: Path, url: str, replace: bool) -> None:
    from tablee.server.store.postgres import CHANNEL, FAILURES, NOTIFY, reason

    try:
        with closing(sqlite3.connect(house)) as source:
            tables = tables_of(source)
            async with patient_connection(url) as target, target.transaction():
                await target.execute(f"LOCK TABLE {', '.join(tables)} IN EXCLUSIVE MODE")
                for name, columns in tables.items():
                    filled = await target.fetchval(f"SELECT EXISTS (SELECT * FROM {name})")
                    if filled and not replace and name not in OF_THE_HOUSE_ITSELF:
                        refuse_to_overwrite(name)
                    await target.execute(f"DELETE FROM {name}")
                    await fill(target, name, columns, source)
                await target.execute(NOTIFY, CHANNEL, [f"restore {EVERYTHING}"])
    except FAILURES as error:
        raise StoreFailed(f"Nothing was restored: {reason(error)}.") from error


@asynccontextmanager
async def patient_connection(url: str) -> AsyncIterator[Any]:
    """A connection whose one long transaction the server lets run."""
    from tablee.server.store.postgres import connect

    connection = await connect(url)
    try:
        await connection.execute("SET idle_in_transaction_session_timeout = 0")
        yield connection
    finally:
        await connection.close()


async def drain(house: Any, name: str, columns: list[str], copy: sqlite3.Connection) -> None:
    """All rows of a table of PostgreSQL, into one of SQLite."""
    into = f"INSERT INTO {name} VALUES ({', '.join('?' * len(columns))})"
    rows = house.cursor(f"SELECT {', '.join(columns)} FROM {name}", prefetch=AT_ONCE)
    async for row in rows:
        copy.execute(into, tuple(row))


async def fill(target: Any, name: str, columns: list[str], source: sqlite3.Connection) -> None:
    """All rows of a table of SQLite, into one of PostgreSQL."""
    question = f"SELECT {', '.join(columns)} FROM {name}"
    attributes = (await target.prepare(question)).get_attributes()
    truths = [number for number, kind in enumerate(attributes) if kind.type.name == "bool"]
    rows = source.execute(question)
    while some := [list(row) for row in rows.fetchmany(AT_ONCE)]:
        for row in some:
            for number in truths:  # SQLite keeps them as 0 and 1
                row[number] = bool(row[number])
        await target.copy_records_to_table(name, records=some, columns=columns)
