"""kill -9 of the real server under load, again and again; what was promised must hold each time.

`python -m tests.server.crash --kills 200` prints what was found.
"""

import argparse
import asyncio
import random
import statistics
import sys
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server.ledger import Ledger
from tests.server.players import Message, Player, Pulse, company
from tests.server.postgresql import cluster, fresh_database
from tests.server.processes import ServerProcess
from tests.waiting import PATIENCE, pause, until_it_stays

# Game, people, bots of the house.
COMPANIES = (
    ("land-unter", 3, 1),
    ("lifeboats", 3, 0),
    ("kilimanjaro", 2, 1),
    ("diabolo", 3, 0),
    ("land-unter", 4, 0),
)


@dataclass
class Results:
    """What came of it."""

    kills: int = 0
    events: int = 0
    tables: int = 0
    records: int = 0
    acknowledged: int = 0
    retried: int = 0
    answered_at_last: int = 0
    restarts: list[float] = field(default_factory=list)
    findings: dict[str, list[str]] = field(default_factory=dict)
    mistakes: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """A table to read."""
        bad = {name: len(self.findings.get(name, [])) for name in ("lost", "twice")}
        rest = sum(map(len, self.findings.values())) - sum(bad.values())
        rows = {
            "kills": self.kills,
            "events stored": self.events,
            "tables / finished games verified": f"{self.tables} / {self.records}",
            "commands acknowledged": self.acknowledged,
            "  lost": bad["lost"],
            "  applied twice": bad["twice"],
            "commands asked again after a crash": self.retried,
            "  answered from the first try": self.answered_at_last,
            "other disagreements": rest,
            "mistakes in the log": len(self.mistakes),
            "restart, median / worst": f"{statistics.median(self.restarts):.2f} s / "
            f"{max(self.restarts):.2f} s",
        }
        return [f"{name:36} {value}" for name, value in rows.items()]


@asynccontextmanager
async def playing(players: Sequence[Player]) -> AsyncIterator[None]:
    """Everybody plays until the end of the block."""
    tasks = [asyncio.create_task(player.play()) for player in players]
    try:
        yield
        for task in tasks:
            if task.done():
                task.result()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def companies(url: str, seed: int, pulse: Pulse) -> list[Player]:
    players: list[Player] = []
    for number, (game, people, bots) in enumerate(COMPANIES):
        players += await company(url, game, people, bots, seed * 10 + number, pulse)
    return players


async def moment(luck: random.Random, pulse: Pulse) -> None:
    """Any moment; often just after something was sent, while it is decided, stored or told."""
    kind = luck.random()
    if kind < 0.6:
        await pulse.after(luck.randint(1, 100))
        await pause(luck.uniform(0, 0.006))
    elif kind < 0.9:
        await pause(luck.uniform(0, 0.8))
    else:  # long enough for bots to wake up and play
        await pause(luck.uniform(1, 3))


def bots_owe(page: Message) -> bool:
    """Whether the house has something to choose at this table."""
    turn, chairs = page["common"]["turn"], page["common"]["chairs"]
    awaited = [chairs[seat] for seat in turn["waiting_for"]] if turn else []
    return any(chair["kind"] == "bot" or chair["kept"] for chair in awaited)


async def converged(players: Sequence[Player]) -> None:
    """Wait until nobody has anything open, bots neither, and all of a company see the same."""

    def settled() -> dict[str, set[int]] | None:
        if any(player.pending or bots_owe(player.pages[player.table]) for player in players):
            return None
        seen: dict[str, set[int]] = {}
        for player in players:
            seen.setdefault(player.table, set()).add(player.pages[player.table]["seq"])
        return seen if all(len(seqs) == 1 for seqs in seen.values()) else None

    await until_it_stays(settled)


async def crash(server: ServerProcess, kills: int, seed: int) -> Results:
    """Play, and kill the server that often at random moments."""
    luck, results, url = random.Random(seed), Results(), server.database
    with server:
        await server.start()
        pulse = Pulse()
        players = await companies(server.url, seed, pulse)
        ledger = Ledger(url, players)
        async with playing(players):
            while results.kills < kills:
                server.prepare()
                async with asyncio.timeout(PATIENCE):
                    await moment(luck, pulse)
                server.kill()
                results.kills += 1
                await ledger.look()
                await restart(server, luck, results, kills)
            await rest(players)
            assert await server.stop() == 0
        await ledger.look(stopped=True)
        last = {table.id: table.seq for table in ledger.tables.values()}
        assert all(last[one.table] == one.pages[one.table]["seq"] for one in players)
        results.records = await ledger.check_records()
        results.mistakes = server.mistakes()
    results.events = sum(last.values())
    results.tables = len(last)
    results.acknowledged = sum(len(player.acknowledged) for player in players)
    results.retried = sum(len(player.retried) for player in players)
    results.answered_at_last = ledger.answered_at_last()
    results.findings = ledger.findings.all()
    return results


async def restart(server: ServerProcess, luck: random.Random, results: Results, kills: int) -> None:
    """Start it again; sometimes it is killed while it starts."""
    while luck.random() < 0.1 and results.kills < kills:
        server.launch()
        await pause(luck.uniform(0, 0.3))
        server.kill()
        results.kills += 1
    began = time.monotonic()
    await server.start()
    results.restarts.append(time.monotonic() - began)


async def rest(players: Sequence[Player]) -> None:
    """Nobody begins anything more; returns when all that was begun is done."""
    for player in players:
        player.resting = True
    await converged(players)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.crash", description=__doc__)
    parser.add_argument("--kills", type=int, default=200, help="usual: 200 on each database")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--store", choices=["sqlite", "postgres", "both"], default="both")
    asked = parser.parse_args()
    good = True
    for store in ("sqlite", "postgres"):
        if asked.store in (store, "both"):
            results = run(store, asked.kills, asked.seed)
            print(f"{store} (--seed {asked.seed})", *results.lines(), "", sep="\n", flush=True)
            for name, found in [*results.findings.items(), ("mistakes", results.mistakes)]:
                if found:
                    print(name, *found[:10], sep="\n  ")
            good = good and not results.findings and not results.mistakes
    return 0 if good else 1


def run(store: str, kills: int, seed: int) -> Results:
    with TemporaryDirectory() as name:
        folder = Path(name)
        if store == "sqlite":
            server = ServerProcess(f"sqlite:///{folder}/house.db", folder / "log")
            return asyncio.run(crash(server, kills, seed))
        with cluster(folder / "postgresql") as home, fresh_database(home) as url:
            return asyncio.run(crash(ServerProcess(url, folder / "log"), kills, seed))


if __name__ == "__main__":
    sys.exit(main())
