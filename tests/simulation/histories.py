"""The same random histories of the house's statements on PostgreSQL itself and on its stand-in.

    python -m tests.simulation.histories --histories 2000

In a history several connections read and write at the same time, one step after the other, with
the statements of the house as its own modules make them. A connection that has to wait for another
stays out until that one has ended its transaction. Who had to wait when, every answer, every error
and every notification must be the same. Where the real server leaves it open who of several that
wait goes on first, the stand-in is asked again with other chances, and must come to the same once.
"""

import argparse
import asyncio
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path
from typing import Any, cast

import asyncpg

from tablee.server.store.postgres import CHANNEL, LOCK, NOTIFY, SETTINGS, Postgres, arguments
from tablee.server.store.schema import metadata
from tests.server.postgresql import cluster, fresh_database
from tests.simulation.loop import Loop, Time, inside
from tests.simulation.postgres import Driver
from tests.simulation.postgres_server import Server
from tests.simulation.wishes import Read, Wishes, Write
from tests.waiting import pause, until

CONNECTIONS = 4
STEPS = 40  # of all connections, before they end what they have begun
ORDERS = 60  # in which those who wait may go on
TO_THE_END = "end"
# Rings are for the caller to end: the server must not find them first.
PATIENT = SETTINGS | {"deadlock_timeout": "10min", "idle_in_transaction_session_timeout": "0"}


Outcome = Any
Work = Generator[tuple[str, tuple[Any, ...]], Outcome, None]


def ask(wishes: Wishes, chance: random.Random) -> Work:
    """What one connection does next: commands, each after the outcome of the one before."""
    asked = wishes.some()
    if writes := [one for one in asked if isinstance(one, Write)]:
        if chance.random() < 0.3:
            writes += [one for one in wishes.some() if isinstance(one, Write)]
        yield from transact(sorted(writes, key=lambda one: one.about), chance)
    for one in asked:
        if isinstance(one, Read):
            yield "fetch", arguments(one.sql, one.values)


def transact(group: Sequence[Write], chance: random.Random) -> Work:
    """The same as `Postgres._transact`, one command after the other."""
    yield "execute", ("BEGIN",)
    payloads: list[str] = []
    outcome: Outcome = ""
    if locks := sorted({lock for one in group for lock in one.locks}):
        outcome = yield "execute", (LOCK, locks)
    for one in group:
        done = ""
        for statement in one.statements:
            if not (isinstance(outcome, Exception) or done.endswith(" 0")):
                outcome = yield "execute", arguments(statement.sql, statement.values)
                done = done or str(outcome)
        if one.about and not done.endswith(" 0"):
            payloads.append(f"{chance.choice('xy')} {one.about}")
    if payloads and not isinstance(outcome, Exception):
        yield "execute", (NOTIFY, CHANNEL, payloads)
    yield "execute", ("COMMIT" if chance.random() < 0.8 else "ROLLBACK",)


def in_words(sql: str, outcome: Outcome) -> str:
    """An outcome so that two of them can be compared."""
    if isinstance(outcome, BaseException):
        return type(outcome).__name__
    if isinstance(outcome, str):
        return outcome
    if Postgres.time in sql:
        return f"a moment as {type(outcome[0][0]).__name__}"
    rows = [tuple(row) for row in outcome]
    return str(rows if " ORDER BY " in sql else sorted(rows, key=repr))


class House:
    """Where a history happens: connections, one that listens, and a look at who waits."""

    def __init__(self, connections: Sequence[Any], listener: Any):
        self.connections, self.listener = connections, listener
        self.heard: list[str] = []

    def hear(self, _connection: Any, _process: int, _channel: str, payload: str) -> None:
        self.heard.append(payload)

    async def waiting(self) -> set[int]:
        """The numbers of connections that wait for the end of another's transaction."""
        await pause(0.001)
        return {number for number, one in enumerate(self.connections) if one.waits}

    async def end(self, number: int) -> None:
        self.connections[number].terminate()


class RealHouse(House):
    async def end(self, number: int) -> None:
        # By the server: while it waits it does not see that its client is gone.
        pid = self.connections[number].get_server_pid()
        await self.listener.fetch("SELECT pg_terminate_backend($1)", pid)
        await super().end(number)

    async def waiting(self) -> set[int]:
        rows = await self.listener.fetch("SELECT pid FROM pg_locks WHERE NOT granted")
        waiting = {row[0] for row in rows}
        return {
            number for number, one in enumerate(self.connections) if one.get_server_pid() in waiting
        }


async def play(seed: str, house: House) -> list[str]:
    """A history, and what came of each of its steps."""
    chance = random.Random(seed)
    wishes = Wishes(chance)
    steps: list[Work | None] = [None] * CONNECTIONS
    last: list[Outcome] = [None] * CONNECTIONS
    under_way: dict[int, tuple[str, asyncio.Task[Outcome]]] = {}
    trace: list[str] = []
    number = 0
    while True:
        ready = [
            one
            for one in range(CONNECTIONS)
            if one not in under_way and (number < STEPS or steps[one] is not None)
        ]
        if not ready:
            break
        number += 1
        who = chance.choice(ready)
        work = steps[who]
        try:
            if work is None:
                work = steps[who] = ask(wishes, chance)
                how, what = next(work)
            else:
                how, what = work.send(last[who])
        except StopIteration:
            steps[who] = None
            continue
        trace.append(f"{who} asks {what}")
        task = asyncio.create_task(getattr(house.connections[who], how)(*what))
        under_way[who] = what[0], task
        # All of them at one look: what one of them does could let another go on.
        while busy := {one for one, (_, task) in under_way.items() if not task.done()}:
            if busy <= await house.waiting():
                break
        for one, (sql, task) in sorted(under_way.items()):
            if task.done():
                last[one] = task.exception() or task.result()
                trace.append(f"{one} hears {in_words(sql, last[one])}")
                del under_way[one]
        if under_way:
            trace.append(f"waiting: {sorted(under_way)}")
    if under_way:
        trace.append("a ring")
        for one, (_, task) in under_way.items():
            await house.end(one)
            await asyncio.wait([task])
            task.exception()
    await house.listener.execute(NOTIFY, CHANNEL, [TO_THE_END])
    await until(lambda: TO_THE_END in house.heard)
    return [*trace, f"heard: {house.heard}"]


def stand_in(seed: str, order: int) -> list[str]:
    """A history on the stand-in, in virtual time."""
    time, chance = Time(), random.Random(order)
    loops = [Loop(time, cast(Any, None), random.Random(number)) for number in range(2)]
    server = Server(loops[0], chance, lambda: time.now)
    driver = Driver(server, loops[1])

    async def run() -> list[str]:
        connections = [await driver.connect("") for _ in range(CONNECTIONS)]
        house = House(connections, await driver.connect(""))
        await house.listener.add_listener(CHANNEL, house.hear)
        return await play(seed, house)

    with inside(loops[1]):
        task = loops[1].create_task(run())
    time.run(task.done, 1_000.0)
    for loop in loops:
        loop.bury()
    return task.result()


class Real:
    """PostgreSQL itself, one history after the other."""

    def __init__(self, url: str):
        self.url = url
        self.connections: list[Any] = []

    async def connect(self) -> Any:
        return await asyncpg.connect(self.url, server_settings=PATIENT)

    async def run(self, seed: str) -> list[str]:
        self.connections = [
            one if not one.is_closed() else await self.connect() for one in self.connections
        ] or [await self.connect() for _ in range(CONNECTIONS + 1)]
        *connections, listener = self.connections
        await listener.execute(f"TRUNCATE {', '.join(metadata.tables)}")
        house = RealHouse(connections, listener)
        await listener.add_listener(CHANNEL, house.hear)
        try:
            return await play(seed, house)
        finally:
            await listener.remove_listener(CHANNEL, house.hear)

    async def close(self) -> None:
        for one in self.connections:
            await one.close()


def differences(url: str, seeds: Sequence[int], met: Counter[str]) -> Iterator[str]:
    """The histories in which the stand-in never says what PostgreSQL says."""
    real = Real(url)
    with asyncio.Runner() as runner:
        for seed in seeds:
            theirs = runner.run(real.run(str(seed)))
            ours: list[str] = []
            for order in range(ORDERS):
                ours = stand_in(str(seed), order)
                if ours == theirs:
                    break
            else:
                yield f"history {seed}\n" + difference(ours, theirs)
            met["histories"] += 1
            met["steps"] += sum(" asks " in line for line in theirs)
            met["with waiting"] += any(line.startswith("waiting") for line in theirs)
            met["rings"] += "a ring" in theirs
            met["errors"] += any(line.endswith("Error") for line in theirs)
            met["in another order"] += bool(order)
        runner.run(real.close())


def difference(ours: Sequence[str], theirs: Sequence[str]) -> str:
    same = 0
    while ours[same : same + 1] == theirs[same : same + 1]:
        same += 1
    before = "\n".join(theirs[max(0, same - 30) : same])
    return f"{before}\nPostgreSQL: {theirs[same : same + 3]}\nstand-in: {ours[same : same + 3]}"


def main() -> int:
    parser = argparse.ArgumentParser(description="Compare the stand-in with PostgreSQL.")
    parser.add_argument("--histories", type=int, default=2_000, help="how many (2000)")
    parser.add_argument("--from", dest="first", type=int, default=0, help="first seed (0)")
    asked = parser.parse_args()
    met: Counter[str] = Counter()
    failed = False
    seeds = range(asked.first, asked.first + asked.histories)
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        cluster(Path(folder)) as home,
        fresh_database(home) as url,
    ):
        for text in differences(url, seeds, met):
            failed = True
            print(text, flush=True)
    print(", ".join(f"{kind}: {number:,}" for kind, number in met.items()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
