"""The house in one SQLite file: one thread writes, in groups, one commit for each group."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, Protocol

from tablee.server.machine import THIS_MACHINE, Batches, Machine
from tablee.server.store.database import EVERYTHING, OWN_TIME, Row, Statement, StoreFailed
from tablee.server.store.migration import migrate_sqlite

READERS = 2
LOOK_EVERY = 1.0  # seconds between two looks for changes by other processes
WAIT_FOR_OTHERS = 10_000  # milliseconds another process may hold the file
ROWS_AT_ONCE = 32  # in one statement; beyond that, larger ones save nothing
STATEMENTS = 500  # kept prepared: those of up to so many rows, for every place

# FULL: a commit returns when it is on disk. The default of WAL elsewhere, NORMAL, loses the last
# commits in a power cut.
PRAGMAS = (
    f"PRAGMA busy_timeout = {WAIT_FOR_OTHERS}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    # Pages that change with every commit are moved into the file less often: 16 MB of log.
    "PRAGMA wal_autocheckpoint = 4000",
    # What an INSERT of several rows would need to be undone is kept, else in a file made each time.
    "PRAGMA temp_store = MEMORY",
)

# Codes that say a statement is wrong; all others speak of the disk or the file.
WRONG_STATEMENT = frozenset(
    {
        sqlite3.SQLITE_ERROR,
        sqlite3.SQLITE_TOOBIG,
        sqlite3.SQLITE_CONSTRAINT,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_RANGE,
    }
)


class Cursor(Protocol):
    """What is left of a statement that ran."""

    @property
    def rowcount(self) -> int: ...


class Connection(Protocol):
    """As much of a connection as a group of writes needs."""

    def execute(self, sql: str, values: Mapping[str, Any] | Sequence[Any] = ..., /) -> Cursor: ...


Write = Sequence[Statement]
Outcome = bool | StoreFailed


class Asked(NamedTuple):
    """A write, and who waits for it."""

    write: Write
    answer: "asyncio.Future[bool]"


def prepare(connection: Connection) -> None:
    """What makes a commit of this connection last."""
    for pragma in PRAGMAS:
        connection.execute(pragma)


def commit(connection: Connection, group: Sequence[Write]) -> list[Outcome]:
    """All writes of a group in one transaction, on disk on return.

    A wrong statement fails its own write alone. An error of the disk is raised; the connection
    must then be closed, and nothing is known of any write of the group.
    """
    alike = [all(insert_of(statement.sql) for statement in write) for write in group]
    connection.execute("BEGIN IMMEDIATE")
    if not apply_together(connection, [write for write, is_alike in zip(group, alike) if is_alike]):
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        alike = [False] * len(group)
    outcomes = [is_alike or apply_alone(connection, write) for write, is_alike in zip(group, alike)]
    connection.execute("COMMIT")
    return outcomes


def apply_together(connection: Connection, group: Sequence[Write]) -> bool:
    """All rows for the same place by few statements; False if not every row found its place.

    Between two statements other threads run, and this one waits for them: few are much faster.
    """
    rows: dict[str, list[dict[str, Any]]] = {}
    for write in group:
        for statement in write:
            rows.setdefault(statement.sql, []).append(statement.values)
    try:
        return all(
            insert_rows(connection, sql, values[first : first + ROWS_AT_ONCE])
            for sql, values in rows.items()
            for first in range(0, len(values), ROWS_AT_ONCE)
        )
    except Exception as error:
        if not blames_statement(error):
            raise
        return False


def insert_rows(connection: Connection, sql: str, rows: list[dict[str, Any]]) -> bool:
    """An INSERT with several rows; False if not every one found its place."""
    insert = insert_of(sql)
    assert insert is not None
    cells = [row[name] for row in rows for name in insert.names]
    return connection.execute(insert.of(len(rows)), cells).rowcount == len(rows)


class Insert(NamedTuple):
    """An INSERT of one row, to be made one of several."""

    before: str
    names: list[str]  # of the values
    after: str

    def of(self, rows: int) -> str:
        """The same INSERT for so many rows, their values in order."""
        row = f"({', '.join('?' * len(self.names))})"
        return f"{self.before} VALUES {', '.join([row] * rows)}{self.after}"


@cache
def insert_of(sql: str) -> Insert | None:
    """An INSERT of plain values; None if it is something else."""
    before, found, rest = sql.partition(" VALUES (")
    values, _, after = rest.partition(")")
    names = [value.strip() for value in values.split(",")]
    if not found or not all(name.startswith(":") for name in names):
        return None
    return Insert(before, [name[1:] for name in names], after)


def apply(connection: Connection, write: Write) -> bool:
    first, *others = write
    if connection.execute(first.sql, first.values).rowcount == 0:
        return False
    for statement in others:
        connection.execute(statement.sql, statement.values)
    return True


def apply_alone(connection: Connection, write: Write) -> Outcome:
    """One write, undone alone when a statement is wrong."""
    connection.execute("SAVEPOINT one_write")
    try:
        outcome: Outcome = apply(connection, write)
    except Exception as error:
        if not blames_statement(error):
            raise
        connection.execute("ROLLBACK TO one_write")
        outcome = StoreFailed(f"The database refused a statement: {error}.")
        outcome.__cause__ = error
    connection.execute("RELEASE one_write")
    return outcome


def blames_statement(error: Exception) -> bool:
    """Whether the SQL or its values are at fault, and not the disk."""
    if isinstance(error, sqlite3.Error):
        code = getattr(error, "sqlite_errorcode", None)
        return code is None or code & 0xFF in WRONG_STATEMENT
    return isinstance(error, ValueError | TypeError | OverflowError | KeyError)


def connect(path: Path) -> sqlite3.Connection:
    """A connection to a file that must be there: one that vanished is not silently made anew."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=rw",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=STATEMENTS,
    )
    try:
        prepare_in_turn(connection)
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def prepare_in_turn(
    connection: sqlite3.Connection, clock: Callable[[], float] = THIS_MACHINE.seconds
) -> None:
    """Wait while another process does the same: SQLite itself does not, for a file that is new."""
    until = clock() + WAIT_FOR_OTHERS / 1000
    while True:
        try:
            prepare(connection)
            return
        except sqlite3.OperationalError as error:
            is_busy = error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
            if not is_busy or clock() > until:
                raise
        time.sleep(0.01)


def nobody_listens(_subject: str) -> None:
    pass


Connect = Callable[[Path], sqlite3.Connection]


class Sqlite:
    """A Database in one file. Other processes may write to it too; they are noticed in a second."""

    shared = False
    time = OWN_TIME

    def __init__(
        self,
        path: Path,
        machine: Machine = THIS_MACHINE,
        connect: Connect = connect,
        migrate: Callable[[Path], None] = migrate_sqlite,
    ):
        self.told: Callable[[str], None] = nobody_listens
        self._path = path
        self._connect = connect
        self._migrate = migrate
        self._asked: list[Asked] = []  # in this round of the loop
        self._writing: sqlite3.Connection | None = None
        self._version_seen = 0
        self._is_open = False
        self._loop: asyncio.AbstractEventLoop
        self._writer: Batches[Asked] = machine.batches(
            "store", self._take, self._look_for_others, LOOK_EVERY
        )
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="store-reader")
        self._idle: SimpleQueue[sqlite3.Connection] = SimpleQueue()

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._migrate, self._path)
        try:
            self._writing = await asyncio.to_thread(self._connect, self._path)
            self._version_seen = self._version()
        except sqlite3.Error as error:
            self._disconnect()
            raise StoreFailed(f"The database {self._path} cannot be opened: {error}.") from error
        self._is_open = True
        self._writer.start()

    async def close(self) -> None:
        if not self._is_open:
            return
        self._is_open = False
        self._hand_over()
        await self._writer.finish()
        await asyncio.to_thread(self._finish)
        await asyncio.to_thread(self._readers.shutdown)
        while not self._idle.empty():
            self._idle.get().close()

    async def read(self, sql: str, **values: Any) -> Sequence[Row]:
        if not self._is_open:
            raise StoreFailed("The database is closed.")
        return await self._loop.run_in_executor(self._readers, self._query, sql, values)

    async def write(
        self,
        *statements: Statement,
        about: str = "",  # noqa: ARG002 (other processes notice by themselves that it changed)
        locks: Collection[str] = (),  # noqa: ARG002 (all writes wait for each other)
    ) -> bool:
        if not self._is_open:
            raise StoreFailed("The database is closed; nothing was written.")
        answer: asyncio.Future[bool] = self._loop.create_future()
        if not self._asked:
            self._loop.call_soon(self._hand_over)
        self._asked.append(Asked(statements, answer))
        return await answer

    def _hand_over(self) -> None:
        """Everything asked for in one round of the loop, so that the writer wakes up once."""
        if self._asked:
            self._writer.put(self._asked)
            self._asked = []

    def _query(self, sql: str, values: dict[str, Any]) -> Sequence[Row]:
        try:
            connection = self._reader()
        except sqlite3.Error as error:
            raise StoreFailed(f"The database cannot be opened: {error}.") from error
        try:
            rows = connection.execute(sql, values).fetchall()
        except sqlite3.Error as error:
            connection.close()
            raise StoreFailed(f"The database did not answer: {error}.") from error
        self._idle.put(connection)
        return rows

    def _reader(self) -> sqlite3.Connection:
        try:
            return self._idle.get_nowait()
        except Empty:
            connection = self._connect(self._path)
            connection.execute("PRAGMA query_only = ON")
            return connection

    def _take(self, group: list[Asked]) -> None:
        """In the writer's thread: what was asked for during one commit makes the next group."""
        outcomes = self._commit([asked.write for asked in group])
        self._on_loop(settle, group, outcomes)

    def _commit(self, group: list[Write]) -> list[Outcome]:
        try:
            if self._writing is None:
                self._writing = self._connect(self._path)
            return commit(self._writing, group)
        except Exception as error:  # noqa: BLE001
            # Whatever it is: those who wait must hear of it, and the thread must live on.
            self._disconnect()
            failure = StoreFailed(f"The database did not take a write: {error}.")
            failure.__cause__ = error
            return [failure] * len(group)

    def _disconnect(self) -> None:
        """Drop the connection with everything half-known; the next group makes another."""
        if self._writing is not None:
            with suppress(sqlite3.Error):
                self._writing.close()
            self._writing = None
            self._version_seen = 0

    def _look_for_others(self) -> None:
        try:
            version = self._version()
        except sqlite3.Error:
            self._disconnect()
            return
        if version != self._version_seen:
            self._version_seen = version
            self._on_loop(self._tell_everything)

    def _version(self) -> int:
        """A number that changes with every commit of another connection."""
        if self._writing is None:
            self._writing = self._connect(self._path)
        row: tuple[int] = self._writing.execute("PRAGMA data_version").fetchone()
        return row[0]

    def _tell_everything(self) -> None:
        self.told(EVERYTHING)

    def _finish(self) -> None:
        if self._writing is not None:
            # What cannot be moved stays in the log, and is read from there at the next start.
            with suppress(sqlite3.Error):
                self._writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            self._disconnect()

    def _on_loop(self, call: Callable[..., None], *arguments: Any) -> None:
        with suppress(RuntimeError):  # the loop is gone, and with it everybody who waited
            self._loop.call_soon_threadsafe(call, *arguments)


def settle(group: list[Asked], outcomes: list[Outcome]) -> None:
    """Give each of the group its answer, on the loop."""
    for asked, outcome in zip(group, outcomes):
        if asked.answer.done():
            continue  # whoever asked has stopped waiting
        if isinstance(outcome, StoreFailed):
            asked.answer.set_exception(outcome)
        else:
            asked.answer.set_result(outcome)
