"""Steps of a table as they are written: its events, and where it then stands."""

from collections.abc import Sequence
from dataclasses import dataclass

from tablee.server.store.allowances import Allowance, condition
from tablee.server.store.database import Statement
from tablee.server.tables.acts import Event, encode

ADD_EVENT = (
    "INSERT INTO events (table_id, seq, command, at, tick, body) "
    "VALUES (:table_id, :seq, :command, :at, :tick, :body) ON CONFLICT DO NOTHING"
)


STAND = (
    "INSERT INTO tables (id, code, seq, status, public, due, summary, changed_at) "
    "VALUES (:table_id, :code, :seq, :status, :public, :due, :summary, :now) "
    "ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, status = excluded.status, "
    "public = excluded.public, due = excluded.due, summary = excluded.summary, "
    # What is said after a game changes nothing about when it ended.
    "changed_at = CASE tables.status WHEN 'over' THEN tables.changed_at "
    "ELSE excluded.changed_at END WHERE excluded.seq > tables.seq"
)


# The same, while a condition holds; PostgreSQL asks of what kind each value is.
ADD_EVENT_IF = (
    "INSERT INTO events (table_id, seq, command, at, tick, body) SELECT CAST(:table_id AS TEXT), "
    "CAST(:seq AS INTEGER), CAST(:command AS TEXT), CAST(:at AS BIGINT), CAST(:tick AS BIGINT), "
    "CAST(:body AS TEXT) WHERE {condition} ON CONFLICT DO NOTHING"
)


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a table stands after an event: what lists and timers go by."""

    seq: int
    at: int
    code: str
    status: str
    public: bool
    due: int | None
    summary: str
    people: tuple[str, ...]
    record: str | None = None  # when the game is over

    @property
    def row(self) -> dict[str, object]:
        """As the database keeps it, under the name of its table."""
        return {
            "seq": self.seq,
            "now": self.at,
            "code": self.code,
            "status": self.status,
            "public": self.public,
            "due": self.due,
            "summary": self.summary,
        }

    def statement(self, table: str) -> Statement:
        """Where the table stands, written down."""
        return Statement(STAND, {**self.row, "table_id": table})

    def statements(self, table: str) -> list[Statement]:
        """The same, with whose table it is, and with the record of a game that is over."""
        statements = [self.statement(table)]
        if self.status == "waiting":  # people still come and go
            statements.append(Statement("DELETE FROM members WHERE table_id = :id", {"id": table}))
        statements += [
            Statement(
                "INSERT INTO members (person_id, table_id) VALUES (:person_id, :table_id) "
                "ON CONFLICT DO NOTHING",
                {"person_id": person, "table_id": table},
            )
            for person in self.people
        ]
        if self.record is not None:
            statements.append(
                Statement(
                    "INSERT INTO records (table_id, body) VALUES (:table_id, :body) "
                    "ON CONFLICT DO NOTHING",
                    {"table_id": table, "body": self.record},
                )
            )
        return statements


def row(event: Event) -> dict[str, object]:
    """An event as the database keeps it."""
    return {
        "table_id": event.table,
        "seq": event.seq,
        "command": event.command,
        "at": event.at,
        "tick": event.tick,
        "body": encode(event.act).decode(),
    }


def additions(steps: Sequence[Event], allowances: Sequence[Allowance]) -> list[Statement]:
    """The events, to be added while nobody takes up more than allowed."""
    statements = [Statement(ADD_EVENT, row(step)) for step in steps]
    if allowances:
        holds, values = condition(allowances)
        first = Statement(ADD_EVENT_IF.format(condition=holds), row(steps[0]) | values)
        statements[0] = first
    return statements
