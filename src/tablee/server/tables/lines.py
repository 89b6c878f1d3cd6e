"""The log of a table, line by line, before it is put into anybody's language."""

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
