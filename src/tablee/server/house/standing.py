"""Where a table stands, as the lists of the house keep it."""

import msgspec

from tablee.kernel import record
from tablee.server.store.steps import Standing
from tablee.server.tables.due import due
from tablee.server.tables.page import summary
from tablee.server.tables.table import Table


def standing(table: Table, now: int, pause: int) -> Standing:
    """Where a table stands at this time of day; its bots make so long a pause before a choice."""
    kept = None  # with a table that follows, too: the record was written when the game ended
    if table.status == "over" and table.match is not None and not table.after:
        kept = record.dump(table.record()).decode()
    return Standing(
        seq=table.seq,
        at=now,
        code=table.code,
        status=table.status,
        public=table.plan.public,
        due=due(table, pause),
        summary=msgspec.json.encode(summary(table)).decode(),
        people=table.people,
        record=kept,
    )
