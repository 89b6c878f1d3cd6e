"""What the house remembers about notices: where to send them, and what was told already."""

from collections.abc import Callable
from dataclasses import dataclass

from tablee.server.store.database import Database, Statement


@dataclass(frozen=True, slots=True)
class Address:
    """Where a person may be written to."""

    person: str
    mail: str
    confirmed: bool
    sent_at: int
    stop: str  # the key of the link that ends all mails


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who may be written to now."""

    address: Address
    name: str
    language: str


class NoticeBook:
    """Addresses, and which turns were told of. Of several processes, one claims each notice."""

    def __init__(self, database: Database, now: Callable[[], int]):
        self.database = database
        self.now = now

    # Addresses

    async def address(self, person: str) -> Address | None:
        """The address a person gave."""
        rows = await self.database.read(
            "SELECT person_id, mail, confirmed, sent_at, stop FROM notices "
            "WHERE person_id = :person_id",
            person_id=person,
        )
        if not rows:
            return None
        id, mail, confirmed, sent_at, stop = rows[0]
        return Address(id, mail, bool(confirmed), sent_at, stop)

    async def readers(self, quiet_since: int) -> dict[str, Reader]:
        """Everybody who confirmed an address and was sent nothing after `quiet_since`."""
        rows = await self.database.read(
            "SELECT n.person_id, n.mail, n.sent_at, n.stop, p.name, p.language FROM notices n "
            "JOIN people p ON p.id = n.person_id "
            "WHERE n.confirmed = :yes AND n.sent_at <= :quiet_since",
            yes=True,
            quiet_since=quiet_since,
        )
        return {
            person: Reader(Address(person, mail, True, sent_at, stop), name, language)
            for person, mail, sent_at, stop, name, language in rows
        }

    async def set_address(self, address: Address, proof: str) -> None:
        """A new address, to be confirmed by the secret whose hash is `proof`."""
        await self.database.write(
            Statement(
                "INSERT INTO notices "
                "(person_id, mail, confirmed, sent_at, asked_at, proof, stop) "
                "VALUES (:person_id, :mail, :no, :sent_at, :now, :proof, :stop) "
                "ON CONFLICT (person_id) DO UPDATE SET mail = excluded.mail, "
                "confirmed = excluded.confirmed, asked_at = excluded.asked_at, "
                "proof = excluded.proof, stop = excluded.stop",
                {
                    "person_id": address.person,
                    "mail": address.mail,
                    "no": False,
                    "sent_at": address.sent_at,
                    "now": self.now(),
                    "proof": proof,
                    "stop": address.stop,
                },
            )
        )

    async def confirm(self, proof: str, asked_after: int) -> bool:
        """The secret came back, for the first time and not too late."""
        return await self.database.write(
            Statement(
                "UPDATE notices SET confirmed = :yes, proof = NULL "
                "WHERE proof = :proof AND asked_at > :asked_after",
                {"yes": True, "proof": proof, "asked_after": asked_after},
            )
        )

    async def remove(self, person: str) -> None:
        """A person wants no more mails."""
        await self.database.write(
            Statement("DELETE FROM notices WHERE person_id = :person_id", {"person_id": person})
        )

    async def stop(self, key: str) -> None:
        """Somebody who got a mail wants no more."""
        await self.database.write(Statement("DELETE FROM notices WHERE stop = :key", {"key": key}))

    async def take_slot(self, subject: str, most: int, past: int) -> bool:
        """One more of at most so many since `past`; False if there were as many."""
        for _ in range(most):
            rows = await self.database.read(
                "SELECT slot FROM confirmations WHERE subject = :subject AND at > :past",
                subject=subject,
                past=past,
            )
            free = set(range(most)).difference(row[0] for row in rows)
            if not free:
                return False
            taken = await self.database.write(
                Statement(
                    "INSERT INTO confirmations (subject, slot, at) VALUES (:subject, :slot, :now) "
                    "ON CONFLICT (subject, slot) DO UPDATE SET at = excluded.at "
                    "WHERE confirmations.at <= :past",
                    {"subject": subject, "slot": min(free), "now": self.now(), "past": past},
                )
            )
            if taken:
                return True
        return False

    # Turns

    async def slow_tables(self) -> list[str]:
        """Summaries of the slow tables at which a game is played."""
        # The text is searched so that the many others are not even read.
        rows = await self.database.read(
            "SELECT summary FROM tables WHERE status = 'playing' AND summary LIKE :slow",
            slow='%"pace":"slow"%',
        )
        return [row[0] for row in rows]

    async def looking(self) -> set[tuple[str, str]]:
        """Who looks at which table, through any process."""
        rows = await self.database.read(
            "SELECT person_id, table_id FROM lookers WHERE until > :now", now=self.now()
        )
        return {(row[0], row[1]) for row in rows}

    async def is_looking(self, person: str, table: str) -> bool:
        """Does this person look at this table now, through any process?"""
        rows = await self.database.read(
            "SELECT 1 FROM lookers "
            "WHERE person_id = :person_id AND table_id = :table_id AND until > :now",
            person_id=person,
            table_id=table,
            now=self.now(),
        )
        return bool(rows)

    async def told(self) -> dict[tuple[str, str, str], int]:
        """By way, table and person: the last turn that was told of."""
        rows = await self.database.read("SELECT way, table_id, person_id, turn FROM told")
        return {(row[0], row[1], row[2]): row[3] for row in rows}

    async def tell(self, way: str, table: str, person: str, turn: int) -> bool:
        """Claim a turn to tell of; False if that was done already."""
        return await self.database.write(
            Statement(
                "INSERT INTO told (way, table_id, person_id, turn) "
                "VALUES (:way, :table_id, :person_id, :turn) "
                "ON CONFLICT (table_id, person_id, way) DO UPDATE SET turn = excluded.turn "
                "WHERE told.turn < excluded.turn",
                {"way": way, "table_id": table, "person_id": person, "turn": turn},
            )
        )

    async def move_sent(self, address: Address, before: int, after: int) -> bool:
        """Count the last mail as sent at another time, which claims the next one or puts it off.

        False if it was not at `before` any more: another process writes, or nobody may any more.
        """
        return await self.database.write(
            Statement(
                "UPDATE notices SET sent_at = :after WHERE person_id = :person_id "
                "AND confirmed = :yes AND stop = :stop AND sent_at = :before",
                {
                    "person_id": address.person,
                    "yes": True,
                    "stop": address.stop,
                    "before": before,
                    "after": after,
                },
            )
        )

    async def forget(self, asked_before: int) -> None:
        """Let go of what is of no more use: games that are over, addresses never confirmed."""
        past = {"past": asked_before}
        for statement in (
            Statement(
                "DELETE FROM told WHERE table_id IN "
                "(SELECT id FROM tables WHERE status IN ('over', 'closed'))",
                {},
            ),
            Statement("DELETE FROM confirmations WHERE at <= :past", past),
            Statement(
                "DELETE FROM notices WHERE confirmed = :no AND asked_at <= :past",
                past | {"no": False},
            ),
        ):
            await self.database.write(statement)
