"""Reading a table from the disk: piece by piece, so that others go on in between."""

import msgspec
import structlog

from tablee.kernel.errors import TableeError
from tablee.server.refusals import Declined
from tablee.server.store.database import StoreFailed
from tablee.server.store.store import Store
from tablee.server.tables.table import Deal, Table

PIECE = 200  # events; as many as a long game has

log = structlog.get_logger("tablee.house")


async def read(store: Store, id: str, deal: Deal) -> Table:
    """A table as its history has made it."""
    table = Table(id, deal)
    try:
        await read_on(store, table)
    except (Declined, StoreFailed):
        raise
    except (TableeError, msgspec.MsgspecError) as error:  # whose text may name a hidden card
        log.error("table cannot be read", table=id, kind=type(error).__name__)
        raise Declined("unreadable") from None
    if not table.seq:
        raise Declined("unknown")
    return table


async def read_on(store: Store, table: Table) -> bool:
    """What was added to a table's history since; False if there was nothing."""
    known = table.seq
    more = True
    while more:
        events = await store.events(table.id, table.seq, PIECE)
        for event in events:
            table.apply(event)
        more = len(events) == PIECE
    return table.seq > known
