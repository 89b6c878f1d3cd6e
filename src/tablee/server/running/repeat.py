"""Work behind the scenes done once more, to see how it fails: what the log says to run."""

import argparse
import sys
import traceback
from collections.abc import Awaitable, Callable
from typing import Any

from tablee import catalogue
from tablee.bots.analysis import decisions
from tablee.bots.personas import character_of
from tablee.bots.position import Position, suppose
from tablee.commands import load_file
from tablee.kernel import record
from tablee.kernel.errors import TableeError
from tablee.kernel.record import Record
from tablee.server.bots.keepers import think
from tablee.server.bots.studies import advise, judge
from tablee.server.house.coach import champions_choose
from tablee.server.running.admin import Office, WrongTask
from tablee.server.tables.table import Table, fair_deal


async def repeat(office: Office, asked: argparse.Namespace) -> None:
    """Do it again. What raises is told whole, in its own words."""
    if bool(asked.table) == bool(asked.record):
        raise WrongTask("Expected a table, or --record FILE.")
    try:
        await WORKS[asked.kind](office, asked)
    except TableeError:
        raise
    except Exception:  # noqa: BLE001 (to see it is what was asked for)
        traceback.print_exc(file=sys.stderr)
        raise WrongTask("It fails, as told above.") from None


async def bot(office: Office, asked: argparse.Namespace) -> None:
    """A bot's choice at a table, also as it is made for somebody who is away."""
    position = await position_at(office, asked, character_of(asked.bot))
    for why in (False, True):
        think(position.pack(), asked.bot, asked.seed, why)


async def hint(office: Office, asked: argparse.Namespace) -> None:
    """What the captain finds out for whoever sits there."""
    position = await position_at(office, asked)
    advise(position.pack(), asked.seed)


async def analysis(office: Office, asked: argparse.Namespace) -> None:
    """One decision of a game that is over, judged."""
    kept = await record_of(office, asked)
    match = record.begin(catalogue.load(kept.game), kept)
    for one in decisions(match, kept, asked.seat):
        if one.turn == asked.turn:
            judge(one.position.pack(), one.turn, one.chosen, asked.seed)
            return
    raise WrongTask(f"Seat {asked.seat} had nothing to decide in turn {asked.turn}.")


async def par(office: Office, asked: argparse.Namespace) -> None:
    """A whole game of champions."""
    kept = await record_of(office, asked)
    match = record.begin(catalogue.load(kept.game), kept)
    while not match.over:
        await champions_choose(match, asked.seed, here)


async def here(work: Callable[..., Any], *given: object) -> Any:
    """In this process, where the house has others for it."""
    return work(*given)


WORKS: dict[str, Callable[[Office, argparse.Namespace], Awaitable[None]]] = {
    "bot": bot,
    "hint": hint,
    "analysis": analysis,
    "par": par,
}


async def position_at(office: Office, asked: argparse.Namespace, *character: str) -> Position:
    """What a seat of a table knew after an event of its history."""
    if not asked.table:
        raise WrongTask("Expected the table at which this was.")
    id = (await office.table_beginning(asked.table)).id
    table = Table(id, fair_deal)
    for event in await office.store.events(id):
        if event.seq <= asked.seq:
            table.apply(event)
    if table.match is None or asked.seat not in table.match.waiting_for:
        raise WrongTask(f"Seat {asked.seat} owed no choice after event {asked.seq}.")
    return suppose(table.match, asked.seat, *character)


async def record_of(office: Office, asked: argparse.Namespace) -> Record:
    """The record of a game that is over: of a table, or in a file."""
    if asked.record:
        return record.parse(load_file(asked.record))
    entry = await office.table_beginning(asked.table)
    kept = await office.store.record(entry.id)
    if kept is None:
        raise WrongTask(f"Table {entry.code} is {entry.status}: it has no record.")
    return record.parse(kept.encode())
