"""First games with a guide: a recorded game of each game, and notes to go with its turns."""

import tomllib
from functools import cache
from typing import Annotated

import msgspec
from msgspec import Meta

from tablee.catalogue import SHELF
from tablee.kernel import record
from tablee.kernel.record import Record

SEAT = 0  # the learner's


class Note(msgspec.Struct, forbid_unknown_fields=True):
    """What the guide says once a turn has been told; turn 0 is the deal."""

    turn: Annotated[int, Meta(ge=0)]
    fr: str
    en: str
    de: str
    clause: str = ""  # where the rule book says it

    def text(self, language: str) -> str:
        told: str = getattr(self, language)
        return told


class Lesson(msgspec.Struct):
    """A first game: the record is played along from the first seat."""

    record: Record
    notes: list[Note]


@cache
def lesson(folder: str) -> Lesson:
    """The first game of a game's folder."""
    notes = tomllib.loads((SHELF / folder / "lesson.toml").read_text("utf-8"))["notes"]
    kept = record.parse((SHELF / folder / "lesson.json").read_bytes())
    return Lesson(kept, msgspec.convert(notes, list[Note]))
