"""The bots of the house: they choose in processes of their own, from what their seat knows."""

import asyncio
import io
import os
from collections.abc import Callable
from contextlib import nullcontext, redirect_stderr, suppress
from dataclasses import dataclass, replace

import structlog

from tablee import catalogue
from tablee.bots.personas import MEASURE, QUICK, USUAL, levels, split
from tablee.bots.position import Packed, Position, suppose, unpack
from tablee.kernel.chance import Random
from tablee.kernel.compile import available
from tablee.kernel.match import Match
from tablee.kernel.offers import any_of
from tablee.server.bots.faults import Failed
from tablee.server.bots.workers import Busy, Workers
from tablee.server.machine import THIS_MACHINE, Machine

# What thinks is imported where it is done: the house itself needs neither NumPy nor Numba.

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
    instead: str = ""  # the level that chose because a search had no time, or failed


# Told of what raised, with the bot and the seed of its chance.
Told = Callable[[Exception, str, int], None]


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
    """Quick bots in one process, searches in others, which a quick bot never waits for.

    Games are played again in one more.
    """

    def __init__(self, workers: int, most: int, machine: Machine = THIS_MACHINE):
        self.machine = machine
        self.quick = Workers(1, most)
        self.deep = Workers(workers, most, STEP_BACK)
        self.replays = Workers(1, most, STEP_BACK)
        self.ready: set[str] = set()  # folders of games whose searches are compiled
        self.compiling: dict[str, asyncio.Task[None]] = {}
        self.failed: set[str] = set()  # folders of games whose searches could not be made ready

    @property
    def waiting(self) -> int:
        """How many choices are being waited for."""
        return self.quick.waiting + self.deep.waiting

    async def choose(self, position: Position, name: str, why: bool, told: Told) -> Choice:
        """The choice of a bot; of a quick one in its place, if it fails or would take too long.

        Where that fails, too, any of the options is taken: the game goes on.
        """
        packed, seed = position.pack(), self.machine.new_seed()
        quick, instead = name, ""
        if split(name)[0] not in QUICK:
            quick, instead = USUAL, USUAL
            if self.is_ready(position.game.id):
                with suppress(Busy, TimeoutError):
                    try:
                        async with asyncio.timeout(PATIENCE):
                            return await self.deep.run(think, packed, name, seed, why)
                    except Failed as failed:
                        told(failed, name, seed)
        try:
            choice = await self.quick.run(think, packed, quick, seed, why)
        except Failed as failed:
            told(failed, quick, seed)
            return Choice(any_of(position.options, Random(seed)), instead=MEASURE)
        return replace(choice, instead=instead)

    def is_ready(self, game: str) -> bool:
        """Can a game be searched now? If not, it is made ready."""
        folder = catalogue.load(game).folder
        if folder in self.ready:
            return True
        if available() and folder not in self.compiling:
            self.compiling[folder] = asyncio.create_task(self._make_ready(game, folder))
        return False

    def has_failed(self, game: str) -> bool:
        """Was there a fault when this game's search was to be made ready?"""
        return catalogue.load(game).folder in self.failed

    def begin_anew(self, game: str) -> None:
        """Have a search made ready once more that could not be."""
        folder = catalogue.load(game).folder
        self.failed.discard(folder)
        self.compiling.pop(folder, None)

    async def make_ready(self, games: list[str]) -> None:
        """Have the searches of games compiled, one after the other."""
        for game in games:
            if not self.is_ready(game) and (
                task := self.compiling.get(catalogue.load(game).folder)
            ):
                await asyncio.wait([task])

    async def _make_ready(self, game: str, folder: str) -> None:
        """At the first start of all, this takes a while."""
        began = self.machine.seconds()
        try:
            await self.deep.run(warm_up, game)
        except Busy:
            del self.compiling[folder]  # whoever asks next tries again
        except Failed as failed:  # until somebody asks for it anew, quick bots answer
            self.failed.add(folder)
            repeat = f"tablee arena {game} --games 1 --bots {' '.join(levels())}"
            log.error(
                "search fails",
                game=game,
                error=failed.kind,
                through=failed.through,
                repeat=repeat,
            )
        else:
            self.ready.add(folder)
            log.info("search ready", game=game, seconds=round(self.machine.seconds() - began, 1))

    def close(self) -> None:
        """Send the workers home."""
        for task in self.compiling.values():
            task.cancel()
        self.quick.close()
        self.deep.close()
        self.replays.close()
