"""Finished games by the hundred: copies of one that was played, as a database keeps them."""

from tablee.server.store.database import Statement


def copied(table: str, copy: str, ended_at: int) -> list[Statement]:
    """A game that is over, once more under another name and from another time."""
    values = {"table_id": table, "copy": copy, "ended_at": ended_at}
    return [
        Statement(
            "INSERT INTO tables (id, code, seq, status, public, summary, changed_at) "
            "SELECT CAST(:copy AS TEXT), CAST(:copy AS TEXT), seq, status, public, "
            "replace(summary, :table_id, :copy), CAST(:ended_at AS BIGINT) "
            "FROM tables WHERE id = :table_id",
            values,
        ),
        Statement(
            "INSERT INTO members (person_id, table_id) "
            "SELECT person_id, CAST(:copy AS TEXT) FROM members WHERE table_id = :table_id",
            values,
        ),
    ]
