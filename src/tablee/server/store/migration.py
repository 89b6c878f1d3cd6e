"""Brings the schema of a database up to date, and refuses one that is not ours or too new."""

import asyncio
import sqlite3
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from tablee.server.store.database import StoreFailed, WrongDatabase

if TYPE_CHECKING:  # costs half a second, which an up-to-date database need not wait for
    import asyncpg
    from alembic.config import Config
    from sqlalchemy import Connection

HEAD = "0001"  # the newest of migrations/versions/
SCRIPTS = Path(__file__).parent / "migrations"
# What all migrations lead to in SQLite: a new file is made at once, without Alembic's second.
NEWEST = SCRIPTS / "newest.sql"
WAIT_FOR_OTHERS = 30.0  # seconds another process may be migrating the same file
ADVISORY_LOCK = 0x7461626C6565  # any number that only Tablée uses: "tablee"

_alembic_is_not_thread_safe = threading.Lock()


def migrate_sqlite(path: Path, to: str = HEAD) -> None:
    """Make the file, or bring it up to date; all or nothing."""
    make_file(path)
    version = sqlite_version(path)
    if version is None and to == HEAD:
        fill_sqlite(path)
    elif is_older(version, to, str(path)):
        upgrade_sqlite(path, to)


def migrate_postgres(url: str, to: str = HEAD) -> None:
    """Bring a PostgreSQL database up to date, all or nothing; not to be called on an event loop."""
    asyncio.run(bring_up_postgres(url, to))


def is_older(version: str | None, than: str, where: str) -> bool:
    """Whether a schema must be brought up; revisions are numbers of four digits."""
    if version is None:
        return True
    if not (len(version) == len(HEAD) and version.isdecimal()):
        raise WrongDatabase(
            f"{where} is a database of another program (its schema is {version[:40]!r}). "
            "Expected one of Tablée, or an empty one; give another address."
        )
    if version > HEAD:
        raise WrongDatabase(
            f"{where} was made by a newer Tablée (its schema is {version}, this one knows up to "
            f"{HEAD}). Update this Tablée."
        )
    return version < than


def make_file(path: Path) -> None:
    """An empty file only its owner can read, with its folders, where there is none."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError as error:
        raise WrongDatabase(
            f"The database {path} cannot be made: {error.strerror}. "
            "Expected a file in a folder one may write to; give another address."
        ) from error


def sqlite_version(path: Path) -> str | None:
    """The schema of a file, None if it is empty."""
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True)
    except sqlite3.Error as error:
        raise WrongDatabase(f"The database {path} cannot be opened: {error}.") from error
    try:
        tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
        if not tables:
            return None
        if "alembic_version" not in tables:
            raise WrongDatabase(
                f"{path} is a database of another program. "
                "Expected one of Tablée, or none; give another address."
            )
        row = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        return str(row[0]) if row else None
    except sqlite3.OperationalError as error:
        raise StoreFailed(f"The database {path} cannot be read: {error}.") from error
    except sqlite3.DatabaseError as error:
        raise WrongDatabase(
            f"{path} is not a SQLite database ({error}). "
            "Expected a file made by Tablée, or none; move it away or give another address."
        ) from error
    finally:
        connection.close()


def fill_sqlite(path: Path) -> None:
    """Give an empty file the newest schema."""
    connection = sqlite3.connect(path, timeout=WAIT_FOR_OTHERS, isolation_level=None)
    try:
        connection.execute("BEGIN IMMEDIATE")
        # Another process may have been quicker.
        if not connection.execute("SELECT * FROM sqlite_master").fetchall():
            for statement in NEWEST.read_text("utf-8").split(";\n"):
                connection.execute(statement)
        connection.execute("COMMIT")
    except sqlite3.Error as error:
        raise StoreFailed(f"The database {path} cannot be made: {error}.") from error
    finally:
        connection.close()


def upgrade_sqlite(path: Path, to: str) -> None:
    from sqlalchemy import create_engine, event
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.pool import NullPool

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(path, timeout=WAIT_FOR_OTHERS, isolation_level=None)

    def begin(connection: "Connection") -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    engine = create_engine("sqlite://", creator=connect, poolclass=NullPool)
    event.listen(engine, "begin", begin)
    try:
        with engine.begin() as connection:
            upgrade(connection, to)
    except DBAPIError as error:
        raise WrongDatabase(
            f"The schema of {path} could not be brought up to date: {error.orig}."
        ) from error


async def bring_up_postgres(url: str, to: str) -> None:
    from tablee.server.store.postgres import connect

    connection = await connect(url)
    try:
        version = await postgres_version(connection)
    finally:
        await connection.close()
    if is_older(version, to, "The PostgreSQL database"):
        await upgrade_postgres(url, to)


async def postgres_version(connection: "asyncpg.Connection") -> str | None:
    """The schema of a PostgreSQL database, None if it has none of ours."""
    if await connection.fetchval("SELECT to_regclass('alembic_version')") is None:
        return None
    version: str | None = await connection.fetchval("SELECT version_num FROM alembic_version")
    return version


async def upgrade_postgres(url: str, to: str) -> None:
    from sqlalchemy import text
    from sqlalchemy.exc import DBAPIError
    from sqlalchemy.ext.asyncio import create_async_engine
    from sqlalchemy.pool import NullPool

    from tablee.server.store.postgres import connect

    engine = create_async_engine(
        "postgresql+asyncpg://", async_creator=lambda: connect(url), poolclass=NullPool
    )
    try:
        async with engine.begin() as connection:
            # Of several nodes that start together, one migrates; the others then find it done.
            lock = text("SELECT pg_advisory_xact_lock(:lock)")
            await connection.execute(lock, {"lock": ADVISORY_LOCK})
            await connection.run_sync(upgrade, to)
    except DBAPIError as error:
        raise WrongDatabase(
            f"The schema of the PostgreSQL database could not be brought up to date: {error.orig}."
        ) from error
    finally:
        await engine.dispose()


def upgrade(connection: "Connection", to: str) -> None:
    """Run the missing migrations in the transaction of this connection."""
    from alembic import command

    config = configuration()
    config.attributes["connection"] = connection
    with _alembic_is_not_thread_safe:
        command.upgrade(config, to)


def configuration() -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(SCRIPTS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config
