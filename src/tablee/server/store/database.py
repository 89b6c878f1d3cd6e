"""What the store needs of a database; SQLite and PostgreSQL give it, each in its own module."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple, Protocol

from tablee.kernel.errors import TableeError

Row = tuple[Any, ...]
OWN_TIME = "CAST(:now AS BIGINT)"  # of the process that asks: there is no other
EVERYTHING = "*"  # told instead of a table: anything may have changed


class StoreFailed(TableeError):
    """The database did not take or give something; nothing may be acknowledged."""


class WrongDatabase(TableeError):
    """The address of the database, or what lies there, cannot be used."""


class Statement(NamedTuple):
    """SQL both databases understand, with `:names` for its values."""

    sql: str
    values: dict[str, Any]


class Database(Protocol):
    """Reads, and writes that are on disk when they return."""

    shared: bool
    """May several processes serve one house from it?"""

    time: str
    """SQL for the time of day by which all processes go, in milliseconds since 1970."""

    told: Callable[[str], None]
    """Called on the event loop with the subject of a write made by another process."""

    async def open(self) -> None:
        """Connect, bring the schema up to date, listen. Raises WrongDatabase or StoreFailed."""

    async def close(self) -> None:
        """Finish every write that was asked for, then disconnect."""

    async def read(self, sql: str, **values: Any) -> Sequence[Row]:
        """The rows of a query."""

    async def write(
        self, *statements: Statement, about: str = "", locks: Collection[str] = ()
    ) -> bool:
        """All of the statements or none, on disk on return; other processes hear `about`.

        Writes that have one of the `locks` in common wait for each other: what one of them counts
        stays so until it is on disk.

        False, with nothing written, if the first statement touched no row (`ON CONFLICT DO
        NOTHING`). StoreFailed if the database refused: then nothing is known to be on disk.
        """
