"""The house in PostgreSQL: many equal processes on one database, each hearing of the others."""

import asyncio
import contextlib
import re
from collections.abc import Awaitable, Callable, Collection, Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import asyncpg

from tablee.server.machine import THIS_MACHINE, Machine
from tablee.server.store.database import EVERYTHING, Row, Statement, StoreFailed, WrongDatabase
from tablee.server.store.migration import migrate_postgres

Answer = TypeVar("Answer")

CONNECTIONS = 16
WRITERS = 4  # of the connections, used for writing
LARGEST_GROUP = 64
CHANNEL = "tablee"
NOTIFY = "SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload"
LOCK = "SELECT pg_advisory_xact_lock(hashtextextended(one, 0)) FROM unnest($1::text[]) AS one"
PATIENCE = 10.0  # seconds for one command, or for a free connection
CONNECTING = 10.0  # seconds for a new connection
TRIES = 3
PAUSE = 0.1  # seconds before another try
LONGEST_PAUSE = 5.0  # seconds between two tries to listen again
PULSE = 15.0  # seconds between two signs of life of the connection that listens

SETTINGS = {
    "application_name": "tablee",
    # A commit returns when it is on disk, whatever the server's own default.
    "synchronous_commit": "on",
    # A process stopped in the middle of a write must not hold up the others.
    "idle_in_transaction_session_timeout": "5s",
}

# Names in SQL, apart from those that only look like one: in quotes, or a cast.
NAMED = re.compile(r"""'(?:[^']|'')*'|"(?:[^"]|"")*"|::|:([a-z_]\w*)""", re.IGNORECASE)

NO_CONNECTION = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # asyncpg's own state after a session the server has ended
    asyncpg.PostgresConnectionError,
    asyncpg.exceptions.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
    asyncpg.exceptions.IdleInTransactionSessionTimeoutError,
)
WORTH_ANOTHER_TRY = (
    *NO_CONNECTION,
    asyncpg.SerializationError,
    asyncpg.DeadlockDetectedError,
)
FAILURES = (*WORTH_ANOTHER_TRY, asyncpg.PostgresError, ValueError, TypeError)


@lru_cache(maxsize=1024)
def numbered(sql: str) -> tuple[str, tuple[str, ...]]:
    """The SQL with `$1`, `$2` in place of `:names`, and the names in that order."""
    names: dict[str, int] = {}

    def number(found: re.Match[str]) -> str:
        if found[1] is None:
            return found[0]
        return f"${names.setdefault(found[1], len(names) + 1)}"

    return NAMED.sub(number, sql), tuple(names)


def arguments(sql: str, values: dict[str, Any]) -> tuple[Any, ...]:
    """The numbered SQL, followed by its values."""
    text, names = numbered(sql)
    try:
        return (text, *[storable(values[name]) for name in names])
    except KeyError as missing:
        raise ValueError(f"no value for :{missing.args[0]}") from None


def storable(value: Any) -> Any:
    """PostgreSQL takes no text with a NUL in it: nothing there can be found by one."""
    return value.replace("\0", "\ufffd") if isinstance(value, str) else value


async def connect(url: str, driver: Any = asyncpg) -> Any:
    """A connection of its own, outside the pool. No message repeats the address: passwords."""
    try:
        return await driver.connect(url, timeout=CONNECTING, server_settings=SETTINGS)
    except (asyncpg.InvalidAuthorizationSpecificationError, asyncpg.InvalidCatalogNameError) as no:
        raise WrongDatabase(
            f"PostgreSQL refused: {no}. Expected a database and a user that exist; check both, "
            "and the password."
        ) from None
    except (ValueError, asyncpg.ClientConfigurationError):
        raise WrongDatabase(
            "The address of the PostgreSQL database cannot be read. Expected "
            "postgresql://user:password@host:port/database; signs such as @ / : # ? in the "
            "password are written %40 %2F %3A %23 %3F."
        ) from None
    except NO_CONNECTION as error:
        raise StoreFailed(
            f"PostgreSQL does not answer ({reason(error)}). Check that it runs, and the host and "
            "port of its address."
        ) from None


def reason(error: BaseException) -> str:
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return str(error) or type(error).__name__


def nobody_listens(_subject: str) -> None:
    pass


async def as_it_is(_connection: Any) -> None:
    """Nothing is left on a connection that would have to be cleared for the next user."""


class WrongStatement(StoreFailed):
    """The server refused a statement; the others of its group deserve another try."""


class Asked(NamedTuple):
    """A write, its subject, what it locks, and who waits for it."""

    statements: Sequence[Statement]
    about: str
    locks: Collection[str]
    answer: "asyncio.Future[bool]"


class Postgres:
    """A Database on a PostgreSQL server.

    What was asked for while all writers were busy makes one transaction, with one notification
    for each of its subjects: commits that notify are made one after the other by the server, so
    that there should be few of them.
    """

    shared = True
    time = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"

    def __init__(
        self,
        url: str,
        machine: Machine = THIS_MACHINE,
        connections: int = CONNECTIONS,
        driver: Any = asyncpg,
        migrate: Callable[[str], None] = migrate_postgres,
    ):
        self.told: Callable[[str], None] = nobody_listens
        self._url = url
        self._connections = connections
        self._driver, self._migrate = driver, migrate
        self._node = machine.draw(8).hex()
        self._is_open = False
        self._pool: Any = None
        self._listening: Any = None
        self._asked: asyncio.Queue[Asked] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._listener_lost = asyncio.Event()

    async def open(self) -> None:
        await asyncio.to_thread(self._migrate, self._url)
        self._pool = await self._driver.create_pool(
            self._url,
            min_size=0,
            max_size=self._connections,
            timeout=CONNECTING,
            command_timeout=PATIENCE,
            server_settings=SETTINGS,
            reset=as_it_is,
        )
        self._listening = await self._listener()
        self._is_open = True
        self._tasks = [
            asyncio.create_task(self._listen()),
            *(asyncio.create_task(self._work()) for _ in range(WRITERS)),
        ]

    async def close(self) -> None:
        if not self._is_open:
            return
        self._is_open = False
        await self._asked.join()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._pool.close()

    async def read(self, sql: str, **values: Any) -> Sequence[Row]:
        self._must_be_open()

        async def fetch(connection: Any) -> Sequence[Row]:
            return [tuple(row) for row in await connection.fetch(*arguments(sql, values))]

        return await self._persistently(fetch)

    async def write(
        self, *statements: Statement, about: str = "", locks: Collection[str] = ()
    ) -> bool:
        self._must_be_open()
        answer: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._asked.put_nowait(Asked(statements, about, locks, answer))
        return await answer

    def _must_be_open(self) -> None:
        if not self._is_open:
            raise StoreFailed("The database is closed; nothing was read or written.")

    async def _persistently(self, attempt: Callable[[Any], Awaitable[Answer]]) -> Answer:
        """Try again where nothing can have been written and another try may succeed."""
        tries = 1
        while True:
            try:
                async with self._pool.acquire(timeout=PATIENCE) as connection:
                    try:
                        return await attempt(connection)
                    except NO_CONNECTION:
                        connection.terminate()
                        raise
            except FAILURES as error:
                if not isinstance(error, WORTH_ANOTHER_TRY) or isinstance(error, ValueError):
                    raise WrongStatement(f"PostgreSQL refused: {reason(error)}.") from error
                if tries == TRIES:
                    raise StoreFailed(f"PostgreSQL does not answer: {reason(error)}.") from error
            await asyncio.sleep(tries * PAUSE)
            tries += 1

    async def _work(self) -> None:
        """One of the writers: what was asked for by now makes a group."""
        while True:
            group = [await self._asked.get()]
            while len(group) < LARGEST_GROUP and not self._asked.empty():
                group.append(self._asked.get_nowait())
            # All writers lock rows in the same order, so that none waits for another in a ring.
            group.sort(key=lambda asked: asked.about)
            await self._serve(group)
            for _ in group:
                self._asked.task_done()

    async def _serve(self, group: Sequence[Asked]) -> None:
        async def attempt(connection: Any) -> list[bool]:
            return await self._transact(connection, group)

        try:
            outcomes = await self._persistently(attempt)
        except WrongStatement as failure:
            if len(group) > 1:
                for asked in group:
                    await self._serve([asked])
            else:
                fail(group, failure)
        except Exception as error:  # noqa: BLE001
            # Whatever it is: those who wait must hear of it, and the writer must live on.
            fail(group, error)
        else:
            for asked, outcome in zip(group, outcomes):
                if not asked.answer.done():
                    asked.answer.set_result(outcome)

    async def _transact(self, connection: Any, group: Sequence[Asked]) -> list[bool]:
        """All writes of a group in one transaction, on disk on return."""
        transaction = connection.transaction()
        await transaction.start()
        try:
            # All of them before the first row, and in the same order: nobody waits in a ring.
            if locks := sorted({lock for asked in group for lock in asked.locks}):
                await connection.execute(LOCK, locks)
            outcomes = [await apply(connection, asked.statements) for asked in group]
            await self._notify(connection, group, outcomes)
        except BaseException:
            with contextlib.suppress(*FAILURES):
                await transaction.rollback()
            raise
        try:
            await transaction.commit()
        except FAILURES as error:
            raise StoreFailed(
                f"PostgreSQL did not confirm a write, it may or may not be there: {reason(error)}."
            ) from error
        return outcomes

    async def _notify(
        self, connection: Any, group: Sequence[Asked], outcomes: Sequence[bool]
    ) -> None:
        subjects = {asked.about for asked, written in zip(group, outcomes) if written} - {""}
        if subjects:
            payloads = [f"{self._node} {subject}" for subject in subjects]
            await connection.execute(NOTIFY, CHANNEL, payloads)

    async def _listener(self) -> Any:
        self._listener_lost.clear()
        connection = await connect(self._url, self._driver)
        connection.add_termination_listener(self._lose)
        await connection.add_listener(CHANNEL, self._hear)
        return connection

    def _lose(self, _connection: Any) -> None:
        self._listener_lost.set()

    def _hear(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        node, _, subject = payload.partition(" ")
        if node != self._node:
            self.told(subject)

    async def _listen(self) -> None:
        """Keep listening: after every break on a new connection, which may have missed anything."""
        try:
            while True:
                if not await self._is_alive():
                    # Its end is no news any more, and must not be taken for that of the next.
                    self._listening.remove_termination_listener(self._lose)
                    self._listening.terminate()
                    self._listening = await self._listen_again()
                    asyncio.get_running_loop().call_soon(self.told, EVERYTHING)
        finally:
            self._listening.terminate()

    async def _is_alive(self) -> bool:
        """Found out after a while: a line that is dead need not say so."""
        try:
            async with asyncio.timeout(PULSE):
                await self._listener_lost.wait()
        except TimeoutError:
            try:
                await self._listening.execute("SELECT 1", timeout=CONNECTING)
            except FAILURES:
                return False
            return True
        return False

    async def _listen_again(self) -> Any:
        pause = PAUSE
        while True:
            try:
                return await self._listener()
            except (StoreFailed, WrongDatabase, *FAILURES):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)


async def apply(connection: Any, statements: Sequence[Statement]) -> bool:
    first, *others = statements
    done: str = await connection.execute(*arguments(first.sql, first.values))
    if done.endswith(" 0"):  # "INSERT 0 0", "UPDATE 0": no row
        return False
    for statement in others:
        await connection.execute(*arguments(statement.sql, statement.values))
    return True


def fail(group: Sequence[Asked], error: Exception) -> None:
    for asked in group:
        if not asked.answer.done():
            failure = StoreFailed(str(error))
            failure.__cause__ = error
            asked.answer.set_exception(failure)
