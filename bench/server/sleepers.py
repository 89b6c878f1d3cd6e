"""Houses full of sleeping tables: how soon they open and show a table, and what memory they take.

The tables are real games of Land Unter that stopped somewhere in the middle: some tens are played
by the house itself, and their histories are copied under other names.
"""

import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from bench.server.figures import percentile
from bench.server.lobby import Lobby, Refused
from bench.server.ours import API, GAME, TOOLS, command
from bench.server.process import serving
from tablee.server.people import Person
from tablee.server.running.serving import house_of
from tablee.server.settings import Settings
from tablee.server.tables import commands
from tablee.server.tables.commands import NewTable

GAMES = 40  # different games; the others are copies of them
LONGEST = 180  # choices; a game has up to 192
FIRST_VIEWS = 2_000


@dataclass(frozen=True)
class Sleepers:
    """What was measured."""

    tables: int
    opens_in: float  # seconds from the start of the process until it takes moves
    first_view_p50: float
    first_view_p99: float
    megabytes: float  # of the process after the first views


async def play_some(url: str) -> None:
    """Games that stop somewhere in the middle."""
    house = house_of(Settings(database=url, bot_warm_up=False))
    await house.open()
    for number in range(GAMES):
        people = [Person(f"person-{number}-{seat}", f"P{seat}", "en") for seat in range(4)]
        wanted = NewTable("t", commands.Plan(game=GAME), ["me", "open", "open", "open"])
        live = await house.lay(people[0], "t", wanted)
        for person in people[1:]:
            await house.act(person, live.table.id, "sit", commands.Sit())
        await house.act(people[0], live.table.id, "start", commands.Start())
        for choice in range(random.randrange(LONGEST)):
            if live.table.status != "playing":
                break
            match = live.table.playing
            seat = match.waiting_for[0]
            option = match.game.notation.say(random.choice(match.options(seat)))
            wish = commands.Choose(live.table.turn, option)
            await house.act(people[seat], live.table.id, f"c{choice}", wish)
    await house.close()


def multiply(path: Path, tables: int) -> list[str]:
    """Copies of the games under other names, until there are so many; the names of all."""
    with sqlite3.connect(path) as database:
        originals = [row[0] for row in database.execute("SELECT id FROM tables")]
        names = list(originals)
        for number in range(tables - len(originals)):
            original, name = originals[number % len(originals)], f"copy-{number}"
            database.execute(
                "INSERT INTO events SELECT ?, seq, command, at, tick, body FROM events "
                "WHERE table_id = ?",
                (name, original),
            )
            database.execute(
                "INSERT INTO tables SELECT ?, ?, seq, status, public, due, "
                "replace(summary, id, ?), changed_at FROM tables WHERE id = ?",
                (name, name, name, original),
            )
            names.append(name)
    database.close()
    return names


@contextmanager
def full_house(tables: int) -> Iterator[tuple[str, list[str]]]:
    """The address of a house with so many sleeping tables, and their names."""
    with tempfile.TemporaryDirectory(dir=TOOLS) as folder:
        path = Path(folder) / "house.db"
        url = f"sqlite:///{path}"
        asyncio.run(play_some(url))
        yield url, multiply(path, tables)


def measure(tables: int) -> Sleepers:
    """Open a house with so many tables, look at some of them for the first time."""
    with full_house(tables) as (url, names):
        began = time.perf_counter()
        with serving(command(url), {}, {0, 1}) as server:
            assert server.stdout is not None
            port = int(server.stdout.readline())
            asyncio.run(ready(port))
            opens_in = time.perf_counter() - began
            views = asyncio.run(look_at(port, random.sample(names, min(len(names), FIRST_VIEWS))))
            memory = resident(server.pid)
    return Sleepers(tables, opens_in, percentile(views, 0.5), percentile(views, 0.99), memory)


async def ready(port: int) -> None:
    while True:
        try:
            async with Lobby(port) as lobby:
                await lobby.get("/readyz")
                return
        except (OSError, Refused):
            await asyncio.sleep(0.01)


async def look_at(port: int, names: list[str]) -> list[float]:
    """How long each table's first view takes."""
    times = []
    async with Lobby(port) as lobby:
        for name in names:
            began = time.perf_counter()
            await lobby.get(f"{API}/tables/{name}")
            times.append(time.perf_counter() - began)
    return times


def resident(pid: int, kind: str = "VmHWM") -> float:
    """Megabytes of memory a process held at most, or holds now (VmRSS)."""
    status = Path(f"/proc/{pid}/status").read_text()
    line = next(line for line in status.splitlines() if line.startswith(kind))
    return int(line.split()[1]) / 1024
