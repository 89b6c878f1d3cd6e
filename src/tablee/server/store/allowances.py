"""How much a person may take up, checked in the same statement that would take it."""

from collections.abc import Sequence
from dataclasses import dataclass

# In the summary of a table; a name cannot hold it, since JSON puts a backslash before each quote.
BOT = '"kind":"bot"'
ELSEWHERE = (
    "SELECT count(*) AS tables, coalesce(sum("
    f"(length(t.summary) - length(replace(t.summary, '{BOT}', ''))) / {len(BOT)}), 0) AS bots "
    "FROM members m JOIN tables t ON t.id = m.table_id WHERE m.person_id = :{person} "
    "AND t.id <> :table_id AND t.status IN ('waiting', 'dealing', 'playing')"
)
NO_MATTER = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Allowance:
    """What a person may have at other tables that are not over, for a write to be allowed."""

    person: str
    tables: int = NO_MATTER
    bots: int = NO_MATTER


def condition(allowances: Sequence[Allowance]) -> tuple[str, dict[str, object]]:
    """SQL that is true while nobody takes up more than allowed, and its values."""
    parts: list[str] = []
    values: dict[str, object] = {}
    for number, one in enumerate(allowances):
        person, tables, bots = (f"{name}_{number}" for name in ("person", "tables", "bots"))
        elsewhere = ELSEWHERE.format(person=person)
        within = f"u.tables <= :{tables} AND u.bots <= :{bots}"
        parts.append(f"EXISTS (SELECT 1 FROM ({elsewhere}) AS u WHERE {within})")
        values |= {person: one.person, tables: one.tables, bots: one.bots}
    return " AND ".join(parts), values
