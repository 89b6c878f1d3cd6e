"""One run: people play on a node that has all kinds of trouble, and afterwards all must be well."""

import hashlib
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server.crash import COMPANIES, playing, rest
from tests.server.ledger import Ledger
from tests.server.players import Pulse, company
from tests.simulation.loop import Loop, Stuck, Time, inside
from tests.simulation.network import Line, Network
from tests.simulation.node import PORT, Node, listen_to_logs
from tests.simulation.people import Person
from tests.waiting import pause

TROUBLED = 4.0  # seconds in which there is trouble
BETWEEN = 0.5  # seconds between two troubles, on average
TO_THE_END = 0.04  # of all evenings go on until there is a rematch
PACES = (0.01, 0.03, 0.1)  # seconds of thought, at most
LONGEST = 600.0  # seconds after which everything must have come to rest
A_MOMENT = 0.02  # seconds
ADDRESS = f"http://127.0.0.1:{PORT}"

# Every kind of trouble; a batch of seeds in which one of them never came proves too little.
OF_PEOPLE = ("sent twice", "clicked twice", "left", "undone", "rematch")
OF_LINES = ("cut", "silent", "delayed", "stalled", "split", "clogged")
OF_NODES = ("paused", "killed", "power cut", "full disk", "slow disk", "clock set", "stopped")
FOUND = ("answer lost", "retried")
TROUBLES = OF_PEOPLE + OF_LINES + OF_NODES + FOUND


@dataclass
class Result:
    """What came of a seed."""

    seed: int
    trace: str  # a hash of all that happened
    happened: Counter[str] = field(default_factory=Counter)
    findings: dict[str, list[str]] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)  # of the trace
    seconds: float = 0.0  # of virtual time


class World:
    """Everything there is in one run."""

    def __init__(self, seed: int, folder: Path):
        self.seed = seed
        self.chance = random.Random(f"{seed} fate")
        self.time = Time()
        self.happened: Counter[str] = Counter()
        self.trace: list[str] = []
        self.network = Network(self.time, seed, self.note)
        self.node = Node(self.time, self.network, seed, folder, self.tell_of("node"))
        self.node.on_power_cut = self.power_cut
        self.outside = Loop(self.time, self.network, random.Random(f"{seed} outside"))
        self.players: list[Person] = []
        self.ledger = Ledger(self.node.url, [])
        self.calm = False

    def note(self, what: str) -> None:
        self.happened[what] += 1

    def tell_of(self, whom: str) -> Callable[[str], None]:
        return lambda what: self.tell(f"{whom} {what}")

    def tell(self, what: str) -> None:
        self.trace.append(f"{self.time.now:.6f} {what}")

    # The evening

    def run(self) -> Result:
        with inside(self.outside):
            evening = self.outside.create_task(self.evening())
        findings: dict[str, list[str]] = {}
        try:
            self.time.run(evening.done, LONGEST)
            evening.result()
        except Exception as error:  # noqa: BLE001 (it is part of the result)
            findings["never over" if isinstance(error, Stuck) else "raised"] = [repr(error)]
        findings |= self.ledger.findings.all()
        if mistakes := [*self.node.mistakes, *self.outside.mistakes]:
            findings["mistakes"] = mistakes
        if shown := self.secrets_shown():
            findings["secrets shown"] = shown
        self.happened["acknowledged"] = sum(len(one.acknowledged) for one in self.players)
        self.happened["retried"] = sum(len(one.retried) for one in self.players)
        self.outside.bury()
        self.node.scrap()
        trace = hashlib.sha256("\n".join(self.trace).encode()).hexdigest()
        return Result(
            self.seed, trace, self.happened, findings, self.trace, round(self.time.now, 3)
        )

    async def evening(self) -> None:
        """Come in, play through all troubles, come to rest, close the house."""
        self.node.start()
        while PORT not in self.network.ports:
            await pause(A_MOMENT)
        game, people, bots = self.chance.choice(COMPANIES)
        self.players = await company(ADDRESS, game, people, bots, self.seed, Pulse(), Person)
        pace = self.chance.choice(PACES)
        for player in self.players:
            player.tell, player.happened, player.pace = self.tell, self.note, pace
        self.ledger.players = list(self.players)
        async with playing(self.players):
            await self.troubles()
            await self.all_is_up()
            if self.chance.random() < TO_THE_END:
                await self.until(lambda: self.happened["rematch"] > 0)
            await self.all_come_back()
            await rest(self.players)
            await self.close()
        await self.ledger.check_records()

    async def close(self) -> None:
        self.node.stop()
        await self.until(self.node.serving.done)
        self.node.check_end()
        self.node.come_to_an_end()
        await self.look(stopped=True)
        for player in self.players:
            seen, there = player.pages[player.table]["seq"], self.ledger.tables[player.table].seq
            if seen != there:
                self.ledger.findings.ahead.append(f"{player.name} sees {seen} of {there}")

    async def until(self, so: Callable[[], bool]) -> None:
        while not so():
            await pause(A_MOMENT)

    def secrets_shown(self) -> list[str]:
        """Nobody hears a secret of another, nor what the deal is made from before the end."""
        secrets = {player: player.secret.encode() for player in self.players}
        seeds = {id: table.seed.hex().encode() for id, table in self.ledger.tables.items()}
        return [
            f"{player.name}: {text.decode()}"
            for player in self.players
            for table, status, text in player.heard
            if (status != "over" and table in seeds and seeds[table] in text)
            or any(secret in text for secret in secrets.values())
        ]

    # Trouble

    async def troubles(self) -> None:
        end = self.time.now + TROUBLED
        kinds: list[Callable[[], Awaitable[None]]] = [
            self.cut, self.cut, self.silence, self.delay, self.stall, self.pause, self.kill,
            self.cut_power, self.fill_disk, self.slow_disk, self.set_clock, self.restart,
        ]  # fmt: skip
        own = self.chance.sample(kinds, 5)  # of this run: so that some are left in peace
        while self.time.now < end:
            await pause(self.chance.expovariate(1 / BETWEEN))
            if self.node.failed_to_start:  # as a supervisor starts it again
                self.node.come_to_an_end()
                self.node.start()
            elif self.node.runs:
                await self.chance.choice(own)()

    async def all_is_up(self) -> None:
        """The troubles are over."""
        self.node.computer.disk.is_full = False
        self.node.computer.disk.last_calls.clear()
        self.node.slow_until = 0.0
        while PORT not in self.network.ports:
            if self.node.failed_to_start:
                self.node.come_to_an_end()
                self.node.start()
            await pause(A_MOMENT)
        await self.until(self.all_at_one_table)

    def all_at_one_table(self) -> bool:
        """Everybody has heard of the rematch, if there is one."""
        there = {one.table for one in self.players}
        return len(there) == 1 and all(one.table in one.pages for one in self.players)

    async def all_come_back(self) -> None:
        """Where everybody has left, the table sleeps, and bots choose nothing."""
        for player in self.players:
            player.resting = True
        await self.until(lambda: not any(player.pending for player in self.players))
        await self.until(self.all_at_one_table)
        for player in self.players:
            if player.is_kept:
                player.ask("return")

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        self.outside.call_later(seconds, do)

    def a_line(self) -> Line | None:
        lines = self.network.lines_of(self.node.loop)
        return self.chance.choice(lines) if lines else None

    async def cut(self) -> None:
        if line := self.a_line():
            self.note("cut")
            line.cut()

    async def silence(self) -> None:
        if line := self.a_line():
            self.note("silent")
            line.silent = True

    async def delay(self) -> None:
        if line := self.a_line():
            self.note("delayed")
            line.delay = self.chance.uniform(0.1, 3)
            self.later(self.chance.uniform(0.5, 5), lambda: setattr(line, "delay", 0.0))

    async def stall(self) -> None:
        """Somebody reads nothing for a while."""
        if line := self.a_line():
            self.note("stalled")
            line.client.pause_reading()
            self.later(self.chance.uniform(0.5, 25), line.client.resume_reading)

    async def pause(self) -> None:
        self.note("paused")
        self.node.pause(self.chance.uniform(0.3, 12))

    async def kill(self) -> None:
        self.note("killed")
        self.node.kill()
        await self.look()
        self.later(self.chance.uniform(0, 2), self.node.start)

    async def cut_power(self) -> None:
        self.node.computer.cut_after(self.chance.choice((1, 5, 20, 80)))

    def power_cut(self) -> None:
        """In the middle of a write."""
        self.note("power cut")
        self.later(self.chance.uniform(0, 1), self.power_returns)

    def power_returns(self) -> None:
        self.node.power_returns()
        self.node.start()

    async def fill_disk(self) -> None:
        disk = self.node.computer.disk
        disk.is_full = True
        self.note("full disk")
        await pause(self.chance.uniform(0.1, 3))
        self.node.computer.disk.is_full = False

    async def slow_disk(self) -> None:
        self.note("slow disk")
        self.node.slow_until = self.time.now + self.chance.uniform(0.5, 4)

    async def set_clock(self) -> None:
        self.note("clock set")
        self.node.wrong_by = self.chance.randint(-3_600_000, 3_600_000)

    async def restart(self) -> None:
        self.note("stopped")
        node = self.node
        node.stop()
        serving = node.serving
        await self.until(lambda: serving.done() or node.loop.dead)
        if not node.loop.dead:
            node.check_end()
            node.come_to_an_end()
            self.later(self.chance.uniform(0, 1), node.start)

    async def look(self, stopped: bool = False) -> None:
        """Compare what everybody was told and shown with what is there."""
        self.ledger.url = self.node.url
        before = len(self.ledger.unanswered)
        await self.ledger.look(stopped)
        self.happened["answer lost"] += len(self.ledger.unanswered) - before


def run(seed: int) -> Result:
    """Everything that happens from one seed."""
    listen_to_logs()
    with TemporaryDirectory(prefix="tablee-simulation-") as folder:
        return World(seed, Path(folder)).run()
