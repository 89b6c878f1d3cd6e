"""Laying a table: its name, its code, its chairs and the seed of its deal."""

import hashlib
from base64 import urlsafe_b64encode

from tablee.kernel.fair import SECRET_BYTES
from tablee.server.refusals import Declined
from tablee.server.tables.acts import Chair, Laid, Placed, Started
from tablee.server.tables.commands import ME, NewTable, Plan
from tablee.server.tables.decisions import Wish, chairs_of, check_plan
from tablee.server.tables.seating import guest, lay_chair
from tablee.server.tables.table import Table

CODE_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 7
BRINGS_BOTS = Placed | Started  # acts that may


def lay(wish: Wish, wanted: NewTable) -> Laid:
    """A table as a person wants it."""
    person = wish.person
    plan = check_plan(wanted.plan, len(wanted.chairs))
    if wanted.chairs.count(ME) > 1:
        raise Declined("already_seated")
    chairs: list[Chair] = []
    for who in wanted.chairs:
        taken = [chair.guest.name for chair in chairs if chair.guest] + [person.name]
        chairs.append(
            Chair(guest(person, [])) if who == ME else lay_chair(wish, plan.game, who, taken)
        )
    return laid(wish, person.id, plan, chairs)


def laid(wish: Wish, host: str, plan: Plan, chairs: list[Chair], before: str = "") -> Laid:
    """A table with a fresh code and a fresh seed."""
    drawn = wish.draw(CODE_LENGTH)
    return Laid(
        code="".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in drawn),
        host=host,
        plan=plan,
        chairs=chairs,
        seed=wish.draw(SECRET_BYTES).hex(),
        before=before,
    )


def bots_in(chairs: list[Chair]) -> int:
    """How many chairs are laid for bots of the house."""
    return sum(chair.guest is not None and bool(chair.guest.level) for chair in chairs)


def bots_after(table: Table, act: Placed | Started) -> int:
    """How many bots of the house sit at a table after an act that brings some; else 0."""
    before = chairs_of(table)
    if isinstance(act, Started):
        after = act.chairs
    else:
        after = [act.chair if seat == act.seat else one for seat, one in enumerate(before)]
    bots = bots_in(after)
    return bots if bots > bots_in(before) else 0


def id_for(known_to_few: str, what: str) -> str:
    """The id of a table: it follows from a wish, so that the same wish finds the same table.

    It has no dash: at its beginning, a command line would take it for a flag.
    """
    digest = hashlib.sha256(f"tablee table\0{known_to_few}\0{what}".encode()).digest()
    return urlsafe_b64encode(digest[:18]).decode().replace("-", "_")


def id_of_rematch(table: Table) -> str:
    """The id of the next table of the same company, whoever asks for it."""
    return id_for(table.seed.hex(), "rematch")
