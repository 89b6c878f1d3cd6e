"""When the house itself has something to do at a table: bots, clocks, and what was left lying."""

from tablee.bots.personas import QUICK, split
from tablee.server.tables.table import Table

TIME_TO_REVEAL = 15_000
FORGOTTEN = 7 * 86_400_000  # a table at which nothing happens for so long before the game
HEAD_START = 300  # a search begins so much earlier: its time is part of the moment a bot takes


def bot_chooses_at(table: Table, seat: int, pause: int) -> int | None:
    """The tick at which a bot chooses for a seat that owes a choice, its own or another's."""
    place = table.places[seat]
    if not place.automatic:
        return table.deadline(seat)
    if table.asleep:
        return None
    return max(place.began + (0 if table.hurried else pause), table.undo_until)


def bot_thinks_at(table: Table, seat: int, pause: int) -> int | None:
    """The tick at which it begins to think about it."""
    at = bot_chooses_at(table, seat, pause)
    place = table.places[seat]
    if at is None or not place.automatic or split(table.bot_at(seat))[0] in QUICK:
        return at
    return max(place.began, at - HEAD_START)


def due(table: Table, pause: int) -> int | None:
    """The tick at which the house itself has to do something, if it has to."""
    if table.status == "waiting":
        return table.tick + FORGOTTEN
    if table.status == "dealing":
        return table.dealing_since + TIME_TO_REVEAL
    if table.status != "playing":
        return None
    seats = table.playing.waiting_for
    if table.clock.kind == "none":
        seats = [seat for seat in seats if table.places[seat].automatic]
    times = [bot_thinks_at(table, seat, pause) for seat in seats]
    return min((time for time in times if time is not None), default=None)
