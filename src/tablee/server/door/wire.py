"""The messages of the socket, typed: what a client may send, what it is sent. Version 1."""

from collections.abc import Callable
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from tablee.server.refusals import Declined
from tablee.server.tables.commands import Asked, Id

VERSION = 1
LARGEST_FRAME = 8 * 1024
HEARTBEAT = 20  # seconds between two signs of life on a silent socket

TableId = Annotated[str, Meta(min_length=1, max_length=40)]
Language = Literal["fr", "en", "de"]


# From the client


class Message(msgspec.Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True):
    """Anything a client sends."""


class Hello(Message):
    """The first message. Browsers are known by their cookie, others say their secret here.

    `spectator` is for a screen that all can see: nobody's, whatever the browser carries.
    """

    version: int
    secret: Annotated[str, Meta(max_length=100)] | None = None
    language: Language | None = None
    spectator: bool = False


class Watch(Message):
    """Show me this table from now on; `after` is the last seq I know of."""

    id: Id
    table: TableId
    after: Annotated[int, Meta(ge=0)] = 0


class Unwatch(Message):
    """Show me this table no more."""

    id: Id
    table: TableId


class Do(Message):
    """A command for a table. Sent again with the same id, it gets the first answer again."""

    id: Id
    table: TableId
    command: Asked


class Ping(Message):
    """Are you there?"""


Incoming = Hello | Watch | Unwatch | Do | Ping


# To the client


class Reply(msgspec.Struct, tag_field="type", tag=str.lower, kw_only=True):
    """Anything a client is sent."""


class Welcome(Reply):
    """The answer to Hello."""

    version: int
    name: str
    language: str
    heartbeat: int


class Done(Reply):
    """What was asked for is done and on disk; at this place of the table's history."""

    id: str
    seq: int


class Refused(Reply, omit_defaults=True):
    """What was asked for is not done, and nothing has changed."""

    id: str
    code: str
    text: str
    clause: str = ""
    legal: tuple[str, ...] = ()
    detail: str = ""


class Page(Reply):
    """A table as this client may see it.

    `view`, or a field of `common`, that is left out is as it was in the last page of this table.
    """

    table: str
    seq: int
    common: Raw
    you: dict[str, object]
    lines: list[Raw]
    view: Raw | UnsetType = UNSET


class Pong(Reply):
    """I am here."""


class Bye(Reply):
    """The house closes the socket; come back after so many seconds."""

    why: Literal["restart", "revoked"]
    seconds: int


encode = msgspec.json.Encoder().encode
_decode: Callable[[str | bytes], Incoming] = msgspec.json.Decoder(Incoming).decode


def decode(data: str | bytes) -> Incoming:
    """A message of a client; refused if it is none."""
    try:
        return _decode(data)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Declined("wrong_message", detail=plain(error)) from None


class Identified(msgspec.Struct):
    """The id of a message, whatever else is wrong with it."""

    id: Id


_identify = msgspec.json.Decoder(Identified).decode


def id_in(data: str | bytes) -> str:
    """The id a refused message has, so that its sender knows which one it was; or nothing."""
    try:
        return _identify(data).id
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return ""


def plain(error: Exception) -> str:
    """What is wrong with a message, without anything of the message itself."""
    if isinstance(error, msgspec.ValidationError):
        return str(error)
    return "expected JSON of at most a few levels"


def refused(declined: Declined, id: str, language: str) -> Refused:
    """A refusal in the reader's language."""
    return Refused(
        id=id,
        code=declined.code,
        text=declined.sentence(language),
        clause=declined.clause,
        legal=declined.legal,
        detail=declined.detail,
    )
