"""What happened at a table, as it is stored: every act in its order makes the table again."""

from collections.abc import Callable
from typing import Literal

import msgspec

from tablee.bots.personas import joined, present_name
from tablee.server.tables.commands import Plan

By = Literal["person", "bot", "keeper", "clock"]


class Act(msgspec.Struct, tag_field="act", tag=str.lower, omit_defaults=True, frozen=True):
    """Anything that happened."""


class Guest(msgspec.Struct, omit_defaults=True, frozen=True):
    """Who sits down: a person, or a bot of the house (which has a level and no id)."""

    name: str
    person: str = ""
    outside_bot: bool = False
    level: str = ""
    character: str = ""  # of a bot of the house that has one

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "level", present_name(self.level))

    @property
    def bot(self) -> str:
        """The name of the bot that sits here."""
        return joined(self.level, self.character)


class Chair(msgspec.Struct, omit_defaults=True, frozen=True):
    """A chair as it is laid: with somebody in it, for whoever comes, or for an invited friend."""

    guest: Guest | None = None
    invitation: str = ""


class Laid(Act, kw_only=True, frozen=True):
    """The table was laid."""

    code: str
    host: str
    plan: Plan
    chairs: list[Chair]
    seed: str
    before: str = ""  # the table this one is the rematch of


class Placed(Act, frozen=True):
    """A chair changed hands before the game."""

    seat: int
    chair: Chair
    came_from: int | None = None  # the chair its guest sat on before


class Changed(Act, frozen=True):
    """The table was laid another way before the game."""

    plan: Plan
    chairs: list[Chair]


class Committed(Act, frozen=True):
    """A seat published the hash of its nonce."""

    seat: int
    commitment: str


class Started(Act, frozen=True):
    """The company is complete. The house drew the nonces of the seats that committed to none."""

    chairs: list[Chair]
    nonces: list[str]  # "" where the seat itself is to show one
    commitments: list[str]
    rules_version: int


class Revealed(Act, frozen=True):
    """A seat showed its nonce; or did not in time, and the house drew one in its place."""

    seat: int
    nonce: str
    drawn: bool = False


class Note(msgspec.Struct, omit_defaults=True, frozen=True):
    """Why a bot chose so for somebody who was away."""

    options: int  # how many there were
    lead: float = 0.0  # points by which this one seemed better than the next best
    playouts: int = 0  # how often it was played on in thought


class Chose(Act, frozen=True):
    """A choice, in the notation of the game."""

    seat: int
    choice: str
    by: By = "person"
    instead: str = ""  # the level of the quick bot that chose because a search had no time
    note: Note | None = None  # for whoever was away


class Said(Act, frozen=True):
    """Table talk."""

    seat: int
    text: str


class Emoted(Act, frozen=True):
    """A sign."""

    seat: int
    sign: str


class UndoAsked(Act, frozen=True):
    """A seat wishes to take its last choice back."""

    seat: int


class UndoAnswered(Act, frozen=True):
    """A seat agreed, or did not; the last to agree takes the choice back."""

    seat: int
    agree: bool


class Left(Act, frozen=True):
    """A person went away, or was away for too long; a bot keeps the chair."""

    seat: int
    asked_by: int | None = None  # the seat that asked for it, if it was not the person


class Came(Act, frozen=True):
    """A person is back in the own chair."""

    seat: int


class Voted(Act, frozen=True):
    """For or against ending the game here."""

    seat: int
    agree: bool


class Hurried(Act, frozen=True):
    """A seat asked the bots to answer at once, or to take their time again."""

    seat: int
    on: bool


class Hosted(Act, frozen=True):
    """The role of the host passed on."""

    seat: int


class Closed(Act, frozen=True):
    """The table was cleared."""

    by_house: bool = False


class Followed(Act, frozen=True):
    """The company went on at another table."""

    table: str


Acts = (
    Laid
    | Placed
    | Changed
    | Committed
    | Started
    | Revealed
    | Chose
    | Said
    | Emoted
    | UndoAsked
    | UndoAnswered
    | Left
    | Came
    | Voted
    | Hurried
    | Hosted
    | Closed
    | Followed
)


class Event(msgspec.Struct, frozen=True):
    """An act with its place in the table's history."""

    table: str
    seq: int
    command: str  # whose wish it was: unique at the table, so that a retry finds it
    at: int  # milliseconds since 1970
    tick: int  # milliseconds the house has been open (see Store.tick)
    act: Acts


encode = msgspec.json.Encoder().encode
decode: Callable[[str | bytes], Acts] = msgspec.json.Decoder(Acts).decode
