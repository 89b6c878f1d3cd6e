"""The write the house makes most often, an event added to a table, and what it leaves behind."""

from typing import Any

from tablee.server.store.database import Database, Statement

ADD_EVENT = (
    "INSERT INTO events (table_id, seq, command, at, tick, body) "
    "VALUES (:table_id, :seq, :command, :now, :now, :body) ON CONFLICT DO NOTHING"
)
MOVE_TABLE = (
    "INSERT INTO tables (id, code, seq, status, public, due, summary, changed_at) "
    "VALUES (:table_id, :table_id, :seq, :status, :public, :due, :body, :now) "
    "ON CONFLICT (id) DO UPDATE SET seq = excluded.seq, summary = excluded.summary"
)


def append(table: str, seq: int, command: str = "", **others: Any) -> list[Statement]:
    """An event, and where its table then stands."""
    values = {
        "table_id": table,
        "seq": seq,
        "command": command or f"command-{seq}",
        "now": 1_700_000_000_000,
        "body": "{}",
        "status": "playing",
        "public": True,
        "due": None,
        **others,
    }
    return [Statement(ADD_EVENT, values), Statement(MOVE_TABLE, values)]


async def events_of(database: Database, table: str) -> list[int]:
    """The numbers of a table's events, in order."""
    rows = await database.read(
        "SELECT seq FROM events WHERE table_id = :table ORDER BY seq", table=table
    )
    return [seq for (seq,) in rows]


async def standing_of(database: Database, table: str) -> int | None:
    """The number of the event a table stands at."""
    rows = await database.read("SELECT seq FROM tables WHERE id = :table", table=table)
    return rows[0][0] if rows else None
