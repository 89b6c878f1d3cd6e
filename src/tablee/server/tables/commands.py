"""What a person may ask for at a table, by socket or by HTTP: one typed command each."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tablee.bots.personas import USUAL, present_name
from tablee.kernel.fair import SECRET_BYTES

MOST_SEATS = 6  # the most players any game has; each game's own number is checked with it

Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS, description="A chair, counted from 0.")]
Seats = Annotated[int, Meta(ge=2, le=MOST_SEATS, description="How many play.")]
Id = Annotated[
    str,
    # After the end nothing follows: Python's $ alone would let a line break in.
    Meta(pattern="^[A-Za-z0-9_-]{1,40}$(?!\\n)", description="Made up by the client."),
]
Digest = Annotated[
    str,
    # The length besides: Python's $ alone would let a line break in, and no record could be read.
    Meta(
        pattern=f"^[0-9a-f]{{{2 * SECRET_BYTES}}}$",
        min_length=2 * SECRET_BYTES,
        max_length=2 * SECRET_BYTES,
        description="256 bits in hexadecimal.",
    ),
]
Talk = Annotated[str, Meta(min_length=1, max_length=500)]
Word = Annotated[str, Meta(min_length=1, max_length=40)]
Seconds = Annotated[int, Meta(ge=5, le=30 * 86_400)]
Emoji = Literal["hello", "thanks", "well-played", "oops", "laugh", "wow", "think", "hurry", "bye"]

ME = "me"
OPEN = "open"
FRIEND = "friend"


class Clock(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """How long a choice may take: `seconds` for each, or `seconds` in all and `more` for each."""

    kind: Literal["none", "move", "bank"] = "none"
    seconds: Seconds = 60
    more: Annotated[int, Meta(ge=0, le=3600)] = 0


class Plan(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """How a table is laid."""

    game: Word
    options: dict[str, bool] = {}
    public: bool = False
    pace: Literal["live", "slow"] = "live"
    clock: Clock = Clock()
    talk: bool = True
    automatic: bool = True
    keeper: Word = USUAL
    hints: bool = True

    def __post_init__(self) -> None:
        msgspec.structs.force_setattr(self, "keeper", present_name(self.keeper))


class NewTable(msgspec.Struct, forbid_unknown_fields=True):
    """A table to be laid: for each chair `me`, `open`, `friend` or the level of a bot."""

    id: Id
    plan: Plan
    chairs: Annotated[list[Word], Meta(min_length=2, max_length=MOST_SEATS)]


class Command(msgspec.Struct, tag_field="do", tag=str.lower, forbid_unknown_fields=True):
    """Anything that is asked of a table."""


class Sit(Command):
    """Take a chair: any that is open, a certain one (also from another), or the invited one."""

    seat: Seat | None = None
    invitation: Word | None = None


class Stand(Command):
    """Give the chair back before the game begins."""


class Place(Command):
    """The host lays a chair anew: `open`, `friend` or the level of a bot."""

    seat: Seat
    who: Word


class Change(Command):
    """The host changes how the table is laid, or the number of chairs, before the game begins."""

    plan: Plan
    seats: Seats


class Commit(Command):
    """A seat's share in a fair deal, hidden: the hash of its nonce."""

    commitment: Digest


class Start(Command):
    """The host has the cards dealt; bots take the chairs that are still empty."""


class Reveal(Command):
    """A seat's share in a fair deal, shown."""

    nonce: Digest


class Choose(Command):
    """A choice of the game in its notation, or another in its place while that is possible."""

    turn: Annotated[int, Meta(ge=0)]
    choice: Word


class Say(Command):
    """Table talk."""

    text: Talk


class Emote(Command):
    """A sign that needs no language."""

    sign: Emoji


class Undo(Command):
    """Ask all others to let the last choice be taken back."""


class Consent(Command):
    """Answer somebody who asked to take a choice back."""

    agree: bool


class Leave(Command):
    """Go away; a bot keeps the chair."""


class Return(Command):
    """Take the own chair back from the bot that kept it."""


class Keep(Command):
    """Let a bot keep the chair of somebody who is not there."""

    seat: Seat


class End(Command):
    """Vote for ending the game here, or take the vote back."""

    agree: bool = True


class Hurry(Command):
    """Let the bots of this table answer at once, or take their time again."""

    on: bool = True


class Host(Command):
    """The host hands the role to somebody; or a guest takes it when the host does not return."""

    seat: Seat


class Close(Command):
    """The host clears a table at which no game has begun."""


class Rematch(Command):
    """After the game: the same company at a new table, the next player starting."""


Asked = (
    Sit
    | Stand
    | Place
    | Change
    | Commit
    | Start
    | Reveal
    | Choose
    | Say
    | Emote
    | Undo
    | Consent
    | Leave
    | Return
    | Keep
    | End
    | Hurry
    | Host
    | Close
    | Rematch
)
