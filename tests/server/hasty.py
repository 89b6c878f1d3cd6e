"""A server that acknowledges before it has stored: the tests of crashes must find it out."""

import asyncio
from collections.abc import Sequence

from tablee.server.store.allowances import Allowance
from tablee.server.store.steps import Standing
from tablee.server.store.store import Store
from tablee.server.tables.acts import Event
from tests.server.processes import main
from tests.waiting import pause

store = Store.append
under_way: set[asyncio.Task[bool]] = set()


async def promise(
    self: Store,
    steps: Sequence[Event],
    standing: Standing | None,
    allowances: Sequence[Allowance] = (),
) -> bool:
    """Store it in a while."""

    async def later() -> bool:
        await pause(0.05)
        return await store(self, steps, standing, allowances)

    task = asyncio.create_task(later())
    under_way.add(task)
    task.add_done_callback(under_way.discard)
    return True


if __name__ == "__main__":
    Store.append = promise  # type: ignore[method-assign]
    main()
