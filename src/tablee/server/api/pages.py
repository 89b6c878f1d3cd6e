"""A page of a table as HTTP gives it, typed, so that the API description can say what it holds."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from tablee.server.tables.commands import Plan
from tablee.server.tables.live import Update
from tablee.server.tables.table import Status

Seats = Annotated[list[int], Meta(description="Chairs, counted from 0.")]
Milliseconds = Annotated[int, Meta(description="Milliseconds.")]
Moment = Annotated[int, Meta(description="Milliseconds since 1970.")]
Kind = Annotated[
    Literal["open", "friend", "person", "bot", "outside_bot"],
    Meta(description="Free for anybody, free for an invited friend, or who sits there."),
]
Level = Annotated[str, Meta(description="Of a bot of the house, else empty.")]
Character = Annotated[str, Meta(description="Of a bot that has one, else empty.")]
Told = Annotated[
    list[str | int],
    Meta(description="What happened, for programs: a name and its numbers."),
]


class Chair(msgspec.Struct, kw_only=True):
    """A chair, and what everybody can see of its guest."""

    name: str
    kind: Kind
    level: Level
    character: Character
    host: bool
    present: Annotated[bool, Meta(description="Somebody is there to choose.")]
    kept: Annotated[bool, Meta(description="The person is away, a bot chooses.")]
    left: Annotated[
        Milliseconds | None, Meta(description="Milliseconds left for the choice that is owed.")
    ]
    bank: Annotated[Milliseconds | None, Meta(description="Milliseconds left for all choices.")]
    commitment: Annotated[str, Meta(description="Hash of the seat's nonce, once committed.")]
    nonce: Annotated[str, Meta(description="The seat's nonce, once all have been shown.")]


class Turn(msgspec.Struct, kw_only=True):
    """What is being decided, and by whom."""

    number: Annotated[int, Meta(description="To be sent with a choice.")]
    question: str
    sentence: Annotated[str, Meta(description="The question in the reader's language.")]
    clause: Annotated[str, Meta(description="Where the rule book speaks of it.")]
    waiting_for: Seats


class Outcome(msgspec.Struct, kw_only=True):
    """How the game ended."""

    finished: Annotated[bool, Meta(description="False if the company ended it early.")]
    scores: list[int]
    winners: Seats


class Common(msgspec.Struct, kw_only=True):
    """What everybody may know."""

    code: str
    status: Status
    plan: Plan
    rules: Annotated[
        str, Meta(description="Of the game: the same word for editions alike in them.")
    ]
    rules_version: Annotated[int, Meta(description="The version of the rules it is played by.")]
    before: Annotated[str, Meta(description="The table this one is the rematch of, if any.")]
    after: Annotated[str, Meta(description="The table of the rematch, if there is one.")]
    seed_commitment: Annotated[str, Meta(description="Hash of the seed of the deal.")]
    chairs: list[Chair]
    undo_asked: Annotated[
        int | None, Meta(description="The seat that asks to take its choice back.")
    ]
    undo_agreed: Annotated[list[int], Meta(description="The seats that would let it.")]
    votes: Annotated[list[int], Meta(description="The seats that would end the game here.")]
    hurry: Annotated[bool, Meta(description="The bots answer at once.")]
    turn: Turn | None
    result: Outcome | None


class Errand(msgspec.Struct, kw_only=True):
    """A choice a bot made for somebody who was away."""

    seq: int
    choice: Annotated[str, Meta(description="In the notation of the game.")]
    text: Annotated[str, Meta(description="What and why, in the reader's language.")]


class You(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What only you may know besides the view."""

    seat: Annotated[int | None, Meta(description="Your chair; null for a spectator.")]
    host: bool
    invitations: Annotated[
        list[str] | UnsetType,
        Meta(description="For the host while waiting: the invitation of each chair, or empty."),
    ] = UNSET
    news_after: Annotated[
        int | UnsetType, Meta(description="Seq of your last own choice: what came later is news.")
    ] = UNSET
    away: Annotated[
        list[Errand] | UnsetType,
        Meta(description="What a bot did while you were away, until you choose yourself again."),
    ] = UNSET
    options: Annotated[
        list[str] | UnsetType, Meta(description="What you may choose now, in the game's notation.")
    ] = UNSET
    chosen: Annotated[
        str | UnsetType | None, Meta(description="Your choice of this turn, if you have made it.")
    ] = UNSET
    may_undo: Annotated[
        bool | UnsetType, Meta(description="Your last choice could be taken back.")
    ] = UNSET


class Line(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A line of the log."""

    seq: int
    at: Moment
    kind: Annotated[
        Literal["game", "house", "talk", "sign"],
        Meta(description="An event of the game, a word of the house, talk or an emote."),
    ]
    text: Annotated[str, Meta(description="A sentence; what was said; the name of the sign.")]
    event: Told | UnsetType = UNSET
    seat: Annotated[int | UnsetType | None, Meta(description="Whom it is about.")] = UNSET
    name: Annotated[str | UnsetType, Meta(description="Who said it.")] = UNSET


class Page(msgspec.Struct, kw_only=True):
    """A table as you may see it."""

    table: str
    seq: Annotated[int, Meta(description="How many events the table's history has.")]
    common: Common
    you: You
    view: Annotated[
        dict[str, Any] | None,
        Meta(description="The game as you see it, in the game's own words; null before the deal."),
    ]
    lines: Annotated[list[Line], Meta(description="The newest lines of the log.")]


class Log(msgspec.Struct, kw_only=True):
    """A part of the log, the oldest line first."""

    lines: list[Line]
    more: Annotated[bool, Meta(description="There are lines before these and after `after`.")]


def page(update: Update) -> Page:
    """What a watcher would be sent, with its types."""
    return Page(
        table=update.table,
        seq=update.seq,
        common=msgspec.convert(update.common.content, Common),
        you=msgspec.convert(update.own, You),
        view=msgspec.json.decode(update.view),
        lines=typed(update.lines),
    )


def typed(lines: list[msgspec.Raw]) -> list[Line]:
    """Lines of the log with their types."""
    return [msgspec.json.decode(line, type=Line) for line in lines]
