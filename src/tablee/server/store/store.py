"""Every question the house asks its database, and everything it writes there."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from tablee.server.machine import THIS_MACHINE, Machine
from tablee.server.people import Person
from tablee.server.store import hours
from tablee.server.store.allowances import Allowance
from tablee.server.store.database import Database, Statement
from tablee.server.store.hours import Hours
from tablee.server.store.lookers import Lookers
from tablee.server.store.steps import Standing, additions
from tablee.server.tables.acts import Event, decode

ALL = 2**31 - 1  # rows
KEY = "key "  # before the hash of a key that was revoked, told to other processes


@dataclass(frozen=True, slots=True)
class Key:
    """One way into the house for a person."""

    hash: str
    kind: str
    label: str
    created_at: int
    expires_at: int | None


class Store:
    """The memory of the house."""

    def __init__(self, database: Database, machine: Machine = THIS_MACHINE):
        self.database = database
        self.machine = machine
        self.wall = machine.wall
        self.hours = Hours(machine.steady)
        self.lead = 0  # milliseconds by which the database's clock is ahead of this machine's
        self.lookers = Lookers(database, machine.new_id(), self.now)
        self.ended = False

    async def open(self) -> None:
        await self.database.open()
        await self._compare_clocks()

    async def close(self) -> None:
        await self.database.close()

    # Hours of opening

    def now(self) -> int:
        """Milliseconds since 1970, the same for all processes on one database."""
        return self.wall() + self.lead

    def tick(self) -> int:
        """Milliseconds on the clock of the house, which stands still while the house is closed."""
        return self.hours.tick()

    async def begin(self) -> None:
        """The house opens: its clock goes on where it stood at the last sign of life."""
        await self.database.write(
            Statement(
                "INSERT INTO house (id, alive_at, downtime) VALUES (1, :now, 0) "
                "ON CONFLICT DO NOTHING",
                {"now": self.now()},
            )
        )
        await self.beat()
        await self.lookers.forget()

    async def end(self) -> None:
        """The last sign of life: nobody can act here any more, so this is when the time stops."""
        if not self.ended:
            self.ended = True
            await self.beat()

    async def wake(self) -> None:
        """A sign of life, if it is time for one."""
        if not self.ended and self.hours.silence >= hours.BEAT:
            await self.beat()

    async def wake_up(self) -> None:
        """A sign of life, if this process has not given any for so long that it was paused."""
        if not self.ended and self.hours.silence > hours.GONE:
            await self.beat()

    async def beat(self) -> None:
        """A sign of life, with the time on the clock of the house; the latest of all counts."""
        began = self.hours.steady()
        await self.database.write(
            Statement(
                "UPDATE house SET alive_at = :now, downtime = :now - CASE WHEN "
                "alive_at - downtime > :tick THEN alive_at - downtime ELSE :tick END WHERE id = 1",
                {"now": self.now(), "tick": self.hours.resume()},
            ),
            self.lookers.still(),
        )
        rows = await self.database.read("SELECT alive_at - downtime FROM house")
        self.hours.hear(int(rows[0][0]))
        self.hours.beaten_at = began
        await self._compare_clocks()

    async def _compare_clocks(self) -> None:
        """How far the database's clock is from this one, as far as its answer can tell."""
        asked = self.wall()
        rows = await self.database.read(f"SELECT {self.database.time}", now=asked)
        theirs = int(rows[0][0])
        self.lead = theirs - min(max(theirs, asked), self.wall())

    # Tables

    async def append(
        self,
        steps: Sequence[Event],
        standing: Standing | None,
        allowances: Sequence[Allowance] = (),
    ) -> bool:
        """Add the next events of a table, all or none.

        False if their place is taken already, or if somebody would take up more than allowed.
        Whoever took the place of a later one has taken the first, too: history has no gaps.
        Without a standing, the table's is to follow soon (`stand`).
        """
        table = steps[0].table
        statements = additions(steps, allowances)
        if standing is not None:
            statements += standing.statements(table)
        locks = {one.person for one in allowances}
        return await self.database.write(*statements, about=table, locks=locks)

    async def stand(self, table: str, standing: Standing) -> None:
        """Where a table stands, after events that were added without saying so."""
        await self.database.write(standing.statement(table))

    async def behind(self) -> list[str]:
        """Tables that went on without saying where they stand, before their process ended."""
        rows = await self.database.read(
            "SELECT t.id FROM tables t WHERE t.status IN ('waiting', 'dealing', 'playing') "
            "AND t.seq < (SELECT max(e.seq) FROM events e WHERE e.table_id = t.id)"
        )
        return [row[0] for row in rows]

    async def events(self, table: str, after: int = 0, most: int = ALL) -> list[Event]:
        """The history of a table, or a piece of it."""
        rows = await self.database.read(
            "SELECT seq, command, at, tick, body FROM events "
            "WHERE table_id = :table_id AND seq > :after ORDER BY seq LIMIT :most",
            table_id=table,
            after=after,
            most=most,
        )
        if rows:
            self.hours.hear(rows[-1][3])
        return [
            Event(table, seq, command, at, tick, decode(body))
            for seq, command, at, tick, body in rows
        ]

    async def table_of_code(self, code: str) -> str | None:
        """The id of the table with this short code."""
        rows = await self.database.read("SELECT id FROM tables WHERE code = :code", code=code)
        return rows[0][0] if rows else None

    async def due(self, before: int, most: int) -> list[str]:
        """The tables at which the house has had to do something since `before`."""
        rows = await self.database.read(
            "SELECT id FROM tables WHERE due <= :before ORDER BY due LIMIT :most",
            before=before,
            most=most,
        )
        return [row[0] for row in rows]

    async def let_be(self, table: str) -> None:
        """Nothing is due any more at a table that this house cannot read."""
        await self.database.write(
            Statement("UPDATE tables SET due = NULL WHERE id = :id", {"id": table})
        )

    async def open_tables(self, most: int) -> list[str]:
        """Summaries of the public tables that wait for players, the newest first."""
        rows = await self.database.read(
            "SELECT summary FROM tables WHERE status = 'waiting' AND public = :yes "
            "ORDER BY changed_at DESC LIMIT :most",
            yes=True,
            most=most,
        )
        return [row[0] for row in rows]

    async def tables_of(self, person: str, most: int) -> list[str]:
        """Summaries of a person's tables: those not over first, and the newest first."""
        rows = await self.database.read(
            "SELECT t.summary FROM members m JOIN tables t ON t.id = m.table_id "
            "WHERE m.person_id = :person_id AND t.status <> 'closed' "
            "ORDER BY CASE t.status WHEN 'over' THEN 1 ELSE 0 END, t.changed_at DESC LIMIT :most",
            person_id=person,
            most=most,
        )
        return [row[0] for row in rows]

    async def finished_tables(
        self, person: str, before: int, beyond: str, most: int
    ) -> list[tuple[str, int]]:
        """Summaries of a person's finished games and when they ended, the newest first.

        Those that ended before a moment; of those that ended just then, the ones beyond a table.
        """
        rows = await self.database.read(
            "SELECT t.summary, t.changed_at FROM members m JOIN tables t ON t.id = m.table_id "
            "WHERE m.person_id = :person_id AND t.status = 'over' AND "
            "(t.changed_at < :before OR t.changed_at = :before AND t.id < :beyond) "
            "ORDER BY t.changed_at DESC, t.id DESC LIMIT :most",
            person_id=person,
            before=before,
            beyond=beyond,
            most=most,
        )
        return [(row[0], int(row[1])) for row in rows]

    async def unfinished(self, person: str) -> int:
        """How many tables this person has that are not over."""
        rows = await self.database.read(
            "SELECT count(*) FROM members m JOIN tables t ON t.id = m.table_id WHERE "
            "m.person_id = :person_id AND t.status IN ('waiting', 'dealing', 'playing')",
            person_id=person,
        )
        return int(rows[0][0])

    async def record(self, table: str) -> str | None:
        """The record of a game that is over."""
        rows = await self.database.read(
            "SELECT body FROM records WHERE table_id = :table_id", table_id=table
        )
        return rows[0][0] if rows else None

    async def games_played(self, most: int) -> list[str]:
        """The games at the tables that changed last."""
        rows = await self.database.read(
            "SELECT summary FROM tables ORDER BY changed_at DESC LIMIT :most", most=most
        )
        return [msgspec.json.decode(row[0])["plan"]["game"] for row in rows]

    async def counts(self) -> dict[str, int]:
        """How many tables there are in each status."""
        rows = await self.database.read("SELECT status, count(*) FROM tables GROUP BY status")
        return {status: int(number) for status, number in rows}

    # People

    async def welcome(self, person: Person) -> None:
        """A new person."""
        await self.database.write(
            Statement(
                "INSERT INTO people (id, name, language, bot, created_at) "
                "VALUES (:id, :name, :language, :bot, :now)",
                {
                    "id": person.id,
                    "name": person.name,
                    "language": person.language,
                    "bot": person.bot,
                    "now": self.now(),
                },
            )
        )

    async def rename(self, person: Person) -> None:
        """A person has another name or another language."""
        await self.database.write(
            Statement(
                "UPDATE people SET name = :name, language = :language WHERE id = :id",
                {"id": person.id, "name": person.name, "language": person.language},
            )
        )

    async def person_of(self, key_hash: str) -> tuple[Person, str] | None:
        """Whom a secret belongs to, and what kind of secret it is."""
        rows = await self.database.read(
            "SELECT p.id, p.name, p.language, p.bot, k.kind FROM keys k "
            "JOIN people p ON p.id = k.person_id WHERE k.hash = :hash "
            "AND (k.expires_at IS NULL OR k.expires_at > :now)",
            hash=key_hash,
            now=self.now(),
        )
        if not rows:
            return None
        id, name, language, bot, kind = rows[0]
        return Person(id, name, language, bool(bot)), kind

    async def add_key(self, person: str, key: Key, most: int) -> bool:
        """Another way in; False if the person has as many as allowed."""
        return await self.database.write(
            Statement(
                "INSERT INTO keys (hash, person_id, kind, label, created_at, expires_at) "
                "SELECT CAST(:hash AS TEXT), CAST(:person_id AS TEXT), CAST(:kind AS TEXT), "
                "CAST(:label AS TEXT), CAST(:created_at AS BIGINT), CAST(:expires_at AS BIGINT) "
                "WHERE (SELECT count(*) FROM keys k WHERE k.person_id = :person_id "
                "AND (k.expires_at IS NULL OR k.expires_at > :created_at)) < :most",
                {
                    "most": most,
                    "hash": key.hash,
                    "person_id": person,
                    "kind": key.kind,
                    "label": key.label,
                    "created_at": key.created_at,
                    "expires_at": key.expires_at,
                },
            ),
            locks={person},
        )

    async def keys(self, person: str) -> list[Key]:
        """A person's ways in, the oldest first."""
        rows = await self.database.read(
            "SELECT hash, kind, label, created_at, expires_at FROM keys "
            "WHERE person_id = :person_id AND (expires_at IS NULL OR expires_at > :now) "
            "ORDER BY created_at, hash",
            person_id=person,
            now=self.now(),
        )
        return [Key(*row) for row in rows]

    async def drop_key(self, person: str, key_hash: str) -> bool:
        """Close a way in; False if it was none of this person's."""
        return await self.database.write(
            Statement(
                "DELETE FROM keys WHERE person_id = :person_id AND hash = :hash",
                {"person_id": person, "hash": key_hash},
            ),
            about=KEY + key_hash,
        )
