"""Nodes on PostgreSQL beside a house on SQLite: `make bench-nodes` writes docs/nodes.md."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import uvloop

from bench.report import machine, write
from bench.server.costs import bots, sleeping, sockets
from bench.server.driver import SEATS, Driver, Load, Table, allow_sockets
from bench.server.figures import Figures
from bench.server.ours import TOOLS, Ours, command
from bench.server.process import processor_seconds, serving, written_bytes
from tablee.markdown import table
from tests.server import postgresql

CORES = 2
DISK = Path("/var/tmp")  # on a disk, as /tmp may not be
# What a server of its own would have, unlike that of the tests: a commit is on disk.
SETTINGS = {
    "fsync": "on",
    "full_page_writes": "on",
    "listen_addresses": "",
    "max_connections": "100",
}
ROUNDS = 3
FULL = Load(tables=100, warm_up=2, seconds=6)
STEADY = Load(tables=100, warm_up=2, seconds=6, rate=300)
HEADS = [
    *("load", "house", "choices/s", "of SQLite", "confirmed p50 / p99, ms"),
    *("everywhere p50 / p99, ms", "CPU ms/choice: nodes", "PostgreSQL", "driver", "cores"),
    *("kB/choice to disk", "to clients"),
]
PAGE = """# One node and two

{machine}. Measured with `make bench-nodes`, which writes this page.

{runs}

Each line is the run with the most choices a second of {rounds} (at {rate} a second: with the least
processor time), taken in turn, so that all have the same neighbours. *Of SQLite* is the ratio to
the house on SQLite of the same round of runs, the middle one of all rounds.

**What shares which core.** Nothing is bound to a core: the driver, PostgreSQL and all nodes share
the same {cores} cores, also in the runs of the house on SQLite. *Cores* is how many of them were
busy with all of it: where it comes near {cores}, more nodes need more cores; where it does not, one
event loop was full, or the disk was waited for. What each part takes of the processor for a choice
is beside it.

A choice is confirmed when it is on disk (`fsync` is on at both) and counts when every client of its
table has an update that contains it. {tables} tables of Land Unter with four people each; with two
nodes every other table is at the second. *Both serve each table*: two of the four people
come in by one node and two by the other. *To disk* is all that the disk was given to write
meanwhile.
One write of 4 kB after another, each with `fdatasync`, took {sync:.2f} ms on this disk.

## What else costs

{costs}
"""


@dataclass(frozen=True)
class Run:
    """What one run came to."""

    figures: Figures
    nodes: float  # processor seconds for each choice
    database: float
    driver: float
    written: float  # bytes to the disk for each choice, by whoever uses it

    def cells(self, ratio: str) -> list[str]:
        speed, confirmed, everywhere, _, kilobytes, _ = self.figures.line()
        parts = [f"{part * 1e3:.3f}" for part in (self.nodes, self.database, self.driver)]
        cores = (self.nodes + self.database + self.driver) * self.figures.per_second
        return [
            *(speed, ratio, confirmed, everywhere, *parts, f"{cores:.2f}"),
            *(f"{self.written / 1e3:.1f}", kilobytes),
        ]


class Nodes(Ours):
    """Some nodes on one database."""

    def __init__(self, name: str, nodes: int, shared: bool = False):
        super().__init__()
        self.name = name
        self.nodes = nodes
        self.shared = shared  # whether the people of each table come in by all of them
        self.ports: list[int] = []

    def port_for(self, table: Table, seat: int) -> int:
        number = seat if self.shared else len(table.driver.tables)
        return self.ports[number % self.nodes]

    @contextmanager
    def at(self, url: str) -> Iterator[list[int]]:
        """The processes of the nodes."""
        with ExitStack() as stack:
            self.ports, pids = [], []
            for _ in range(self.nodes):
                node = stack.enter_context(serving(command(url), {}, os.sched_getaffinity(0)))
                assert node.stdout is not None
                self.ports.append(int(node.stdout.readline()))
                pids.append(node.pid)
            yield pids


class Counting(Driver):
    """A driver that knows what took the processor and the disk."""

    async def run(self, nodes: Sequence[int], database: Sequence[int]) -> Run:
        self.parts = (nodes, database)
        figures = await self.measure(nodes[0])
        spent = [after - before for before, after in zip(self.before, self.after, strict=True)]
        nodes_s, database_s, driver, written = (part / len(self.everywhere) for part in spent)
        return Run(figures, nodes_s, database_s, driver, written)

    async def _window(self, pid: int) -> Figures:
        self.before = self._spent()
        figures = await super()._window(pid)
        self.after = self._spent()
        return figures

    def _spent(self) -> list[float]:
        nodes, database = self.parts
        return [
            sum(map(processor_seconds, nodes)),
            sum(map(processor_seconds, database)),
            time.process_time(),
            written_bytes(DISK if database else TOOLS),
        ]


def one_run(house: Nodes, load: Load, url: str, database: Sequence[int]) -> Run:
    async def drive(nodes: Sequence[int]) -> Run:
        return await Counting(house, load).run(nodes, database)

    allow_sockets(load.tables * SEATS)
    with house.at(url) as pids:
        return uvloop.run(drive(pids))


def in_turn(load: Load) -> dict[str, list[Run]]:
    """Several runs of every kind of house, one after another, each on a new database."""
    sqlite = Nodes("SQLite", 1)
    others = [
        Nodes("PostgreSQL, one node", 1),
        Nodes("PostgreSQL, two nodes", 2),
        Nodes("PostgreSQL, two nodes, both serve each table", 2, shared=True),
    ]
    runs: dict[str, list[Run]] = {house.name: [] for house in (sqlite, *others)}
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory(dir=TOOLS) as folder:
            runs[sqlite.name].append(one_run(sqlite, load, f"sqlite:///{folder}/house.db", []))
        for house in others:
            with postgresql.running(SETTINGS, DISK) as (home, pid):
                postgresql.sql(postgresql.url_of(home, "postgres"), "CREATE DATABASE house")
                run = one_run(house, load, postgresql.url_of(home, "house"), [pid])
            runs[house.name].append(run)
    return runs


def rows(what: str, runs: dict[str, list[Run]], load: Load) -> list[list[str]]:
    """The best run of each kind of house."""
    lines = []
    first = next(iter(runs.values()))
    for name, several in runs.items():
        ratios = sorted(
            run.figures.per_second / beside.figures.per_second
            for run, beside in zip(several, first, strict=True)
        )
        if load.rate is None:
            best = max(several, key=lambda run: run.figures.per_second)
            ratio = f"{ratios[len(ratios) // 2]:.2f}"
        else:
            best = min(several, key=lambda run: run.nodes + run.database)
            ratio = ""  # all do what they are asked for
        lines.append([what, name, *best.cells(ratio)])
    return lines


def sync_time() -> float:
    """Milliseconds for one small write that is on disk."""
    with tempfile.TemporaryFile(dir=TOOLS, buffering=0) as file:
        began = time.perf_counter()
        for _ in range(200):
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
        return (time.perf_counter() - began) / 200 * 1e3


def main() -> None:
    os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:CORES]))
    lines = rows("as fast as it goes", in_turn(FULL), FULL)
    lines += rows(f"{STEADY.rate:g} a second", in_turn(STEADY), STEADY)
    costs = [*sockets(), *sleeping(), *bots()]
    page = PAGE.format(
        machine=machine("uvicorn", "uvloop", "asyncpg"),
        runs=table(HEADS, lines),
        rounds=ROUNDS,
        rate=f"{STEADY.rate:g}",
        cores=CORES,
        tables=FULL.tables,
        sync=sync_time(),
        costs=table(["what", "it costs"], costs),
    )
    print(page)
    write("nodes.md", page)


if __name__ == "__main__":
    main()
