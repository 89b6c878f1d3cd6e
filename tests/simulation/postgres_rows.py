"""The rows of the stand-in for PostgreSQL: kept in SQLite, each statement asked in its dialect."""

import re
from collections.abc import Callable, Hashable
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, cast

import apsw
import asyncpg

from tablee.server.store.migration import NEWEST
from tablee.server.store.postgres import Postgres
from tablee.server.store.schema import metadata

if TYPE_CHECKING:
    from tests.simulation.postgres_server import Session

Key = Hashable  # what a transaction may hold: a value of a unique constraint, or an advisory lock
Row = tuple[Any, ...]

OWN = "row_"  # a column of every table: which row it is, however its values change
VALUE = re.compile(r"'(?:[^']|'')*'|\$(\d+)")
CREATE = re.compile(r"CREATE TABLE (?!alembic)(\w+) \(")
INSERT = re.compile(r"INSERT INTO (\w+) \(([^)]*)\) (.*?)(?: ON CONFLICT (.*))?$")
CHANGE = re.compile(r"(?:UPDATE (\w+) SET .*?|DELETE FROM (\w+)) WHERE (.*)$")


@cache
def in_sqlite(sql: str) -> str:
    """The same statement as SQLite understands it."""
    sql = sql.replace(Postgres.time, "CAST(seconds_now() * 1000 AS INTEGER)")
    return VALUE.sub(lambda found: f":v{found[1]}" if found[1] else found[0], sql)


class Insert(NamedTuple):
    """The parts of an INSERT."""

    table: str
    columns: list[str]
    source: str
    otherwise: str  # what is to be done on a conflict


@cache
def parts_of_insert(sql: str) -> Insert:
    found = INSERT.match(sql)
    assert found, sql
    return Insert(found[1], found[2].split(", "), found[3], found[4] or "")


class Transaction:
    """What it has changed and holds, and who waits for its end."""

    def __init__(self) -> None:
        self.rows: dict[tuple[str, int], Row | None] = {}
        self.held: set[Key] = set()
        self.payloads: dict[tuple[str, str], None] = {}
        self.waiting: list[Session] = []


class Tables:
    """The committed rows, over which those of one open transaction may be laid."""

    def __init__(self, seconds: Callable[[], float]):
        self.sqlite = apsw.Connection(":memory:")
        self.shown: Transaction | None = None
        self.quiet = False
        self.last_row = 0
        self.touched: list[tuple[str, Row | None, Row | None]] = []
        self.sqlite.create_scalar_function("next_row", self._next_row, 0)
        self.sqlite.create_scalar_function("seconds_now", lambda *_: seconds(), 0)
        self.sqlite.create_scalar_function("touch", self._touch)
        self.sqlite.execute("PRAGMA case_sensitive_like = ON")
        schema = NEWEST.read_text("utf-8").replace(" WITHOUT ROWID", "")
        self.sqlite.execute(CREATE.sub(rf"\g<0>{OWN} INTEGER DEFAULT (next_row()),", schema))
        names = self.sqlite.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")
        self.columns: dict[str, list[str]] = {}
        self.unique: dict[str, list[list[int]]] = {}  # the columns of each, the primary key first
        for name in [name for (name,) in names if name in metadata.tables]:
            self._learn(name)

    def _learn(self, table: str) -> None:
        info = list(self.sqlite.execute(f"PRAGMA table_info({table})"))
        columns = self.columns[table] = [column for _, column, *_ in info]
        primary = [place for place, *_, key in sorted(info, key=lambda row: row[5]) if key]
        others = [
            [place for _, place, _ in self.sqlite.execute(f"PRAGMA index_info({index})")]
            for _, index, _, origin, _ in self.sqlite.execute(f"PRAGMA index_list({table})")
            if origin == "u"
        ]
        self.unique[table] = [primary, *sorted(others)]
        for kind, sides in (("INSERT", ["new"]), ("DELETE", ["old"]), ("UPDATE", ["old", "new"])):
            values = ", ".join(f"{side}.{column}" for side in sides for column in columns)
            self.sqlite.execute(
                f"CREATE TEMP TRIGGER {table}_{kind} AFTER {kind} ON {table} "
                f"BEGIN SELECT touch('{table}', '{kind}', {values}); END"
            )

    def _next_row(self, *_: Any) -> int:
        self.last_row += 1
        return self.last_row

    def _touch(self, table: Any = None, kind: Any = None, *values: Any) -> None:
        if not self.quiet:
            size = len(self.columns[table])
            old = None if kind == "INSERT" else values[:size]
            new = None if kind == "DELETE" else values[-size:]
            self.touched.append((table, old, new))

    def keys(self, table: str, row: Row) -> list[Key]:
        """The values of its unique constraints, in the order in which they are looked at."""
        found: list[Key] = []
        for number, places in enumerate(self.unique[table]):
            values = tuple(row[place] for place in places)
            if None not in values:
                found.append((table, number, values))
        return found

    def is_there(self, key: Any) -> bool:
        table, number, values = key
        columns = [self.columns[table][place] for place in self.unique[table][number]]
        where = " AND ".join(f"{column} = ?" for column in columns)
        return bool(list(self.sqlite.execute(f"SELECT 1 FROM {table} WHERE {where}", values)))

    def show(self, transaction: Transaction | None) -> None:
        """From here on a transaction's own changes are seen, or nobody's."""
        if self.shown is transaction:
            return
        if self.shown is not None:
            self.sqlite.execute("ROLLBACK")
        self.shown = transaction
        if transaction is not None:
            self.sqlite.execute("BEGIN")
            self.quiet = True
            for table, row in transaction.rows:
                self.sqlite.execute(f"DELETE FROM {table} WHERE {OWN} = ?", (row,))
            for (table, _), values in transaction.rows.items():
                if values is not None:
                    marks = ", ".join("?" * len(values))
                    self.sqlite.execute(f"INSERT INTO {table} VALUES ({marks})", values)
            self.quiet = False

    def commit(self, transaction: Transaction) -> None:
        self.show(transaction)
        self.sqlite.execute("COMMIT")
        self.shown = None

    def run(self, sql: str, values: dict[str, Any]) -> list[Row]:
        """The rows, with truth values where the columns are of that type."""
        self.touched = []
        rows: list[Row] = []
        try:
            cursor = self.sqlite.execute(sql, values)
            for row in cursor:
                types = [type for _, type in cursor.get_description()]
                rows.append(
                    tuple(
                        bool(value) if type == "BOOLEAN" and value is not None else value
                        for value, type in zip(row, types)
                    )
                )
        except apsw.ConstraintError as error:
            null = cast(Any, error).extendedresult == apsw.SQLITE_CONSTRAINT_NOTNULL
            kind = asyncpg.NotNullViolationError if null else asyncpg.UniqueViolationError
            raise kind(str(error)) from None
        except apsw.SQLError as error:
            missing = "no such table" in str(error)
            kind = asyncpg.UndefinedTableError if missing else asyncpg.PostgresSyntaxError
            raise kind(str(error)) from None
        return rows
