"""The log of a table, line by line, before it is put into anybody's language."""

from bisect import bisect_left, bisect_right
from math import inf
from operator import attrgetter
from typing import Literal

import msgspec

from tablee.kernel.events import Event as Told


class Line(msgspec.Struct, frozen=True, gc=False):
    """A line of the log: an event of the game, a message of the house, talk or a sign."""

    seq: int
    at: int
    kind: Literal["game", "house", "talk", "sign"]
    what: str = ""  # the name of the message, the text, or the sign
    seat: int | None = None
    name: str = ""  # of whoever sat there at that time
    told: Told = ()


seq = attrgetter("seq")


class Numbered(msgspec.Struct, frozen=True):
    """As much of an encoded line as tells to which event of the table it belongs."""

    seq: int


def seq_of(line: msgspec.Raw) -> int:
    """The event an encoded line belongs to."""
    return msgspec.json.decode(line, type=Numbered).seq


def between(lines: list[Line], after: int, before: float = inf) -> range:
    """Which lines belong to events between two others."""
    first = bisect_right(lines, after, key=seq)
    return range(first, bisect_left(lines, before, first, key=seq))


def last_of(lines: list[Line], span: range, most: int) -> range:
    """The last of these lines, and with the first of them all lines of its event."""
    first = max(span.start, span.stop - most)
    while first > span.start and lines[first - 1].seq == lines[first].seq:
        first -= 1
    return range(first, span.stop)


def newest(lines: list[msgspec.Raw], most: int) -> list[msgspec.Raw]:
    """The newest encoded lines, and with the oldest of them all lines of its event."""
    first = max(0, len(lines) - most)
    while first > 0 and seq_of(lines[first - 1]) == seq_of(lines[first]):
        first -= 1
    return lines[first:]
