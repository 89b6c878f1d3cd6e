"""Who is looking at which table, through which process."""

from collections.abc import Callable

from tablee.server.store.database import Database, Statement

LOOKING = 90_000  # so long a looker counts as looking after the last sign of the process
A_DAY = 86_400_000


class Lookers:
    """What the processes of a house tell each other about the people at their doors."""

    def __init__(self, database: Database, node: str, now: Callable[[], int]):
        self.database = database
        self.node = node  # this process
        self.now = now

    async def look(self, person: str, table: str) -> None:
        """A person looks at a table through this process."""
        await self.database.write(
            Statement(
                "INSERT INTO lookers (node, person_id, table_id, until) "
                "VALUES (:node, :person_id, :table_id, :until) "
                "ON CONFLICT (node, person_id, table_id) DO UPDATE SET until = excluded.until",
                self._looker(person, table) | {"until": self.now() + LOOKING},
            ),
            about=table,
        )

    async def look_away(self, person: str, table: str) -> None:
        """No longer."""
        await self.database.write(
            Statement(
                "DELETE FROM lookers WHERE node = :node AND person_id = :person_id "
                "AND table_id = :table_id",
                self._looker(person, table),
            ),
            about=table,
        )

    def _looker(self, person: str, table: str) -> dict[str, object]:
        return {"node": self.node, "person_id": person, "table_id": table}

    def still(self) -> Statement:
        """All who look through this process still do; to go with its signs of life."""
        now = self.now()
        return Statement(
            "UPDATE lookers SET until = :until WHERE node = :node AND until < :soon",
            {"until": now + LOOKING, "soon": now + LOOKING // 2, "node": self.node},
        )

    async def forget(self) -> None:
        """Processes that ended without a word, long ago."""
        await self.database.write(
            Statement("DELETE FROM lookers WHERE until < :then", {"then": self.now() - A_DAY})
        )

    async def at(self, table: str) -> frozenset[str]:
        """Who looks at a table through other processes."""
        if not self.database.shared:
            return frozenset()
        rows = await self.database.read(
            "SELECT person_id FROM lookers "
            "WHERE table_id = :table_id AND node <> :node AND until > :now",
            table_id=table,
            node=self.node,
            now=self.now(),
        )
        return frozenset(row[0] for row in rows)

    async def everywhere_else(self) -> dict[str, frozenset[str]]:
        """Who looks through other processes, by table."""
        rows = await self.database.read(
            "SELECT table_id, person_id FROM lookers WHERE node <> :node AND until > :now",
            node=self.node,
            now=self.now(),
        )
        found: dict[str, set[str]] = {}
        for table, person in rows:
            found.setdefault(table, set()).add(person)
        return {table: frozenset(people) for table, people in found.items()}
