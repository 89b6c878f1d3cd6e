"""A house in this process whose time a test moves on, with people and one table after the other."""

import asyncio
import random
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import ClassVar, TypeVar

from hypothesis.stateful import RuleBasedStateMachine

from tablee.bots.position import Position
from tablee.server.bots.keepers import Choice, Keepers, Told, think
from tablee.server.house.house import House
from tablee.server.people import Person
from tablee.server.refusals import Declined
from tablee.server.settings import Settings
from tablee.server.store.hours import BEAT
from tablee.server.tables.commands import Command
from tablee.server.tables.live import Live, Update
from tablee.server.tables.table import Table
from tests.server.houses import GENEROUS, store_at
from tests.waiting import until

BEGINNING = 1_700_000_000_000

Result = TypeVar("Result")
Ground = Callable[[], AbstractContextManager[str]]  # the address of a database for one house


class SteadyKeepers(Keepers):
    """The bots of the house, whose luck is the same every time."""

    asked = 0

    async def choose(self, position: Position, name: str, why: bool, told: Told) -> Choice:
        self.asked += 1
        return think(position.pack(), name, self.asked, why)


class Seer:
    """Somebody who looks at the table, and remembers what they were shown last."""

    def __init__(self, person: Person):
        self.person = person
        self.language = person.language
        self.shown: Update | None = None

    def show(self, update: Update) -> None:
        if self.shown is not None and self.shown.table == update.table:
            assert update.seq >= self.shown.seq
        self.shown = update


@contextmanager
def new_file() -> Iterator[str]:
    """The address of a SQLite file that is not there yet."""
    with tempfile.TemporaryDirectory() as folder:
        yield f"sqlite:///{folder}/house.db"


class SteadyHouse(RuleBasedStateMachine):
    """The house, and what can be done in it; each step ends when nothing is left to be done."""

    outcomes: ClassVar[Counter[str]] = Counter()
    ground: ClassVar[Ground] = new_file

    def __init__(self) -> None:
        super().__init__()
        self.leaving = ExitStack()
        self.url = self.leaving.enter_context(type(self).ground())
        self.runner = asyncio.Runner()
        self.luck = random.Random(1)
        self.time = BEGINNING
        self.commands = 0
        self.last: tuple[int, str, Command, int] | None = None
        self.house = self.run(self.opened())
        self.people: list[Person] = []
        self.seers: dict[int, Seer] = {}
        self.id = ""

    def run(self, work: Awaitable[Result]) -> Result:
        async def whole() -> Result:
            result = await work
            await self.settled()
            return result

        return self.runner.run(whole())

    async def opened(self) -> House:
        settings = Settings(database=self.url, bot_pause=0.0, limits=GENEROUS, bot_warm_up=False)
        store = store_at(self.url, lambda: self.time)
        self.house = House(settings, store, self.luck.randbytes)
        self.house.keepers = SteadyKeepers(1, 100)
        await self.house.open()
        self.always = set(self.house.tasks)
        return self.house

    async def settled(self) -> None:
        """Until the house has nothing to do but to wait."""
        await until(lambda: not self.busy())

    def busy(self) -> bool:
        """Is something being done, to be shown, or due?"""
        now = asyncio.get_running_loop().time()
        lives = self.house.lives.values()
        return not self.house.tasks <= self.always or any(
            live.timer and live.timer.when() <= now for live in lives
        )

    @property
    def live(self) -> Live:
        return self.house.lives.get(self.id) or self.run(self.house.find(self.id))

    def act(self, who: int, command: Command) -> None:
        self.commands += 1
        id = f"c{self.commands}"
        try:
            seq = self.run(self.house.act(self.people[who], self.id, id, command))
        except Declined as declined:
            self.outcomes[declined.code] += 1
        else:
            self.outcomes[type(command).__name__] += 1
            self.last = (who, id, command, seq)

    @property
    def table(self) -> Table:
        """The table everybody is at."""
        return self.live.table

    def player(self, who: int) -> int:
        """One of the people who sit at the table, if there are any."""
        seated = [n for n, one in enumerate(self.people) if self.table.seat_of(one.id) is not None]
        return seated[who % len(seated)] if seated else who

    async def tick_on(self, beats: int) -> None:
        for _ in range(beats):
            self.time += BEAT
            await self.house.store.beat()
            for live in list(self.house.lives.values()):
                self.house.alarms.plan(live)
            await self.settled()

    def teardown(self) -> None:
        self.runner.run(self.house.close())
        self.runner.close()
        self.leaving.close()
