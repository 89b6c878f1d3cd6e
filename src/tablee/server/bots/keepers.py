"""The bots of the house: they choose in processes of their own, from what their seat knows."""

import asyncio
import io
import os
import secrets
import time
from contextlib import nullcontext, redirect_stderr, suppress
from dataclasses import dataclass

import structlog

from tablee import catalogue
from tablee.bots.personas import QUICK, USUAL, levels, split
from tablee.bots.position import Packed, Position, suppose, unpack
from tablee.kernel.chance import Random
from tablee.kernel.compile import available
from tablee.kernel.match import Match
from tablee.server.bots.workers import Busy, Workers

# What thinks is imported where it is done: the house itself needs neither NumPy nor Numba.

SEEDS = 1 << 62
# So that nobody waits long: a search has so many seconds once it has begun, and then takes the best
# found so far; where it cannot begin soon enough, a quick bot answers.
THOUGHT = 0.5
PATIENCE = 1.0
STEP_BACK = 5  # how much a search steps back for the house itself (see nice)

log = structlog.get_logger("tablee.keepers")


@dataclass(frozen=True)
class Choice:
    """What a bot chose; by how many points it seemed better than the next best, if asked."""

    option: int
    lead: float | None = None
    playouts: int = 0
    instead: str = ""  # the level that chose because a search had no time


def think(packed: Packed, name: str, seed: int, why: bool = False) -> Choice:
    """What a bot chooses; all it knows is given here."""
    from tablee.bots.hints import reasoned
    from tablee.bots.players import bot
    from tablee.bots.searcher import no_longer_than

    position, chance = unpack(packed), Random(seed, 0)
    level, _ = split(name)
    limit = nullcontext() if level in QUICK else no_longer_than(THOUGHT, level, position.game)
    with limit:
        if not why:
            return Choice(bot(level, position.game)(position, chance))
        choice = reasoned(level, position, chance)
        return Choice(choice.option, choice.lead, choice.playouts)


def warm_up(name: str) -> None:
    """Have the searches of a game compiled, or read from where compiled ones are kept."""
    from tablee.bots.players import bot

    game = catalogue.load(name)
    match = Match(game, game.dealt(game.players[0], {}, Random(0)))
    position = suppose(match, match.waiting_for[0])
    with redirect_stderr(io.StringIO()):  # the house says it in its own log
        for level in levels():
            bot(level, game)(position, Random(0))


def spare_cores() -> int:
    """One core is for people."""
    return max(1, len(os.sched_getaffinity(0)) - 1)


class Keepers:
    """Quick bots in one process, searches in others, which a quick bot never waits for."""

    def __init__(self, workers: int, most: int):
        self.quick = Workers(1, most)
        self.deep = Workers(workers, most, STEP_BACK)
        self.ready: set[str] = set()  # folders of games whose searches are compiled
        self.compiling: dict[str, asyncio.Task[None]] = {}

    @property
    def waiting(self) -> int:
        """How many choices are being waited for."""
        return self.quick.waiting + self.deep.waiting

    async def choose(self, position: Position, name: str, why: bool = False) -> Choice:
        """The choice of a bot; of a quick one in its place, if it would take too long."""
        packed, seed = position.pack(), secrets.randbelow(SEEDS)
        if split(name)[0] in QUICK:
            return await self.quick.run(think, packed, name, seed, why)
        if self.is_ready(position.game.id):
            with suppress(Busy, TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    return await self.deep.run(think, packed, name, seed, why)
        choice = await self.quick.run(think, packed, USUAL, seed, why)
        return Choice(choice.option, choice.lead, choice.playouts, USUAL)

    def is_ready(self, game: str) -> bool:
        """Can a game be searched now? If not, it is made ready."""
        folder = catalogue.load(game).folder
        if folder in self.ready:
            return True
        if available() and folder not in self.compiling:
            self.compiling[folder] = asyncio.create_task(self._make_ready(game, folder))
        return False

    async def make_ready(self, games: list[str]) -> None:
        """Have the searches of games compiled, one after the other."""
        for game in games:
            if not self.is_ready(game) and (
                task := self.compiling.get(catalogue.load(game).folder)
            ):
                await asyncio.wait([task])

    async def _make_ready(self, game: str, folder: str) -> None:
        """At the first start of all, this takes a while."""
        began = time.monotonic()
        try:
            await self.deep.run(warm_up, game)
        except Busy:
            del self.compiling[folder]  # whoever asks next tries again
        except Exception as error:  # else its bots would wait for it at every choice
            log.error("search fails", game=game, exc_info=error)
        else:
            self.ready.add(folder)
            log.info("search ready", game=game, seconds=round(time.monotonic() - began, 1))

    def close(self) -> None:
        """Send the workers home."""
        for task in self.compiling.values():
            task.cancel()
        self.quick.close()
        self.deep.close()
