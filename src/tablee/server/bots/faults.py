"""What raises behind the scenes: told in the log with what to run to see it again.

Never in its own words, which may name a card somebody holds.
"""

import shlex
import traceback
from typing import Self

import msgspec
import structlog

from tablee.kernel import record
from tablee.kernel.record import Record

SHOWN_OF_AN_ID = 6  # as in all lines of the log

log = structlog.get_logger("tablee.bots")


class Failed(Exception):
    """Work that raised: the kind of exception, and the lines it came through, wherever it ran."""

    def __init__(self, kind: str, through: list[str]):
        super().__init__(kind, through)
        self.kind = kind
        self.through = through

    @classmethod
    def by(cls, error: Exception) -> Self:
        """What raised, be it here or in another process."""
        if isinstance(error, Failed):
            return cls(error.kind, error.through)
        return cls(type(error).__name__, lines_through(error))


def lines_through(error: BaseException) -> list[str]:
    """The lines an exception came through, and those of what it was raised for."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return lines if before is None else [*lines, type(before).__name__, *lines_through(before)]


def tell(
    error: Exception,
    kind: str,
    game: str,
    table: str = "",
    kept: Record | None = None,
    **where: int | str,
) -> None:
    """Say in the log what raised, where, and what to run to repeat it.

    `kept` is the record of a game that was at no table of this house; it is told without names.
    """
    failed = Failed.by(error)
    words = ["tablee", "admin", "repeat", kind]
    words += [table[:SHOWN_OF_AN_ID]] if table else ["--record", "FILE"]
    for name, value in where.items():
        words += [f"--{name}", str(value)]
    found: dict[str, object] = {"table": table} if table else {}
    if kept is not None and not table:
        seats = [str(seat) for seat in range(len(kept.seats))]
        found["record"] = record.dump(msgspec.structs.replace(kept, seats=seats)).decode()
    log.error(
        "work failed",
        work=kind,
        game=game,
        **found,
        **where,
        error=failed.kind,
        through=failed.through,
        repeat=shlex.join(words),
    )
