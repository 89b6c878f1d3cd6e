"""The registers of a house: what whoever looks after it asks the database."""

from dataclasses import dataclass

from tablee.server.people import Person
from tablee.server.store.database import Database, Row

TABLE = "SELECT id, code, seq, status, public, summary, changed_at FROM tables "


@dataclass(frozen=True, slots=True)
class Entry:
    """A table as the lists of the house have it."""

    id: str
    code: str
    seq: int
    status: str
    public: bool
    summary: str
    changed_at: int


def entry(row: Row) -> Entry:
    id, code, seq, status, public, summary, changed_at = row
    return Entry(id, code, seq, status, bool(public), summary, changed_at)


class Registers:
    """Reads, and only that."""

    def __init__(self, database: Database):
        self.database = database

    async def tables(self, most: int, status: str = "") -> list[Entry]:
        """Tables (of one status, if it is given), the newest first."""
        rows = await self.database.read(
            f"{TABLE} WHERE :status = '' OR status = :status "
            "ORDER BY changed_at DESC, id LIMIT :most",
            status=status,
            most=most,
        )
        return [entry(row) for row in rows]

    async def table(self, code_or_id: str) -> Entry | None:
        """One table."""
        rows = await self.database.read(
            f"{TABLE} WHERE id = :name OR code = lower(:name)", name=code_or_id
        )
        return entry(rows[0]) if rows else None

    async def tables_beginning(self, id: str) -> list[Entry]:
        """Tables whose id begins like this."""
        rows = await self.database.read(
            f"{TABLE} WHERE substr(id, 1, length(:id)) = :id ORDER BY id LIMIT 10", id=id
        )
        return [entry(row) for row in rows]

    async def people(self, most: int) -> list[tuple[Person, int]]:
        """People and when they came, the newest first."""
        rows = await self.database.read(
            "SELECT id, name, language, bot, created_at FROM people "
            "ORDER BY created_at DESC, id LIMIT :most",
            most=most,
        )
        return [(Person(row[0], row[1], row[2], bool(row[3])), int(row[4])) for row in rows]

    async def people_called(self, name: str) -> list[Person]:
        """Whoever has this name, or an id that begins like this."""
        rows = await self.database.read(
            "SELECT id, name, language, bot FROM people "
            "WHERE name = :name OR substr(id, 1, length(:name)) = :name ORDER BY id LIMIT 10",
            name=name,
        )
        return [Person(row[0], row[1], row[2], bool(row[3])) for row in rows]

    async def alive_at(self) -> int:
        """When a server on this house last gave a sign of life; 0 if none ever did."""
        rows = await self.database.read("SELECT alive_at FROM house")
        return int(rows[0][0]) if rows else 0
