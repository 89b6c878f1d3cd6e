"""Faults planted in a copy of the house, to see that the simulation finds each of them.

    python -m tests.simulation.faults --seeds 2000

runs each until the first seed that fails, and prints the table of docs/reliability.md.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.simulation.run import ROOT, results

SOURCES = ROOT / "src"
SERVER = Path("tablee/server")
FOUND, NOT_FOUND = "caught", "not caught"


@dataclass(frozen=True)
class Fault:
    """A text of a module, and what a careless person might have written in its place."""

    what: str
    module: str
    right: str
    wrong: str

    @property
    def path(self) -> Path:
        return SERVER / f"{self.module}.py"

    def plant(self, source: str) -> str:
        if source.count(self.right) != 1:
            raise ValueError(f"{self.what}: expected once in {self.path}: {self.right}")
        return source.replace(self.right, self.wrong)


FAULTS = (
    Fault(
        "answer before commit",
        "store/sqlite",
        "        outcomes = self._commit([asked.write for asked in group])\n"
        "        self._on_loop(settle, group, outcomes)",
        "        self._on_loop(settle, group, [True] * len(group))\n"
        "        self._commit([asked.write for asked in group])",
    ),
    Fault(
        "a write that failed counts as done",
        "store/sqlite",
        "return [failure] * len(group)",
        "return [True] * len(group)",
    ),
    Fault(
        "commits that are not synced",
        "store/sqlite",
        "PRAGMA synchronous = FULL",
        "PRAGMA synchronous = OFF",
    ),
    Fault(
        "memory is not read again after a write that failed",
        "house/house",
        "        if live.stale:\n",
        "        if False:\n",
    ),
    Fault(
        "a retry is taken for a new command",
        "house/house",
        "first = live.table.commands.get(key)",
        "first = live.table.commands.get(key + '?')",
    ),
    Fault(
        "people are answered before anything is stored",
        "house/house",
        "            if await self._store(",
        "            for asked, outcome in zip(together, outcomes, strict=True):\n"
        "                asked.settle(outcome)\n"
        "            if await self._store(",
    ),
    Fault(
        "work goes on when the house is closed",
        "house/house",
        "                task.cancel()\n            await asyncio.gather(*self.tasks, "
        "return_exceptions=True)",
        "                pass",
    ),
    Fault(
        "pages for the wrong seat",
        "tables/live",
        "            view=self.pages.view(viewer),",
        "            view=self.pages.view(0),",
    ),
    Fault(
        "the last watcher is forgotten",
        "tables/live",
        "self._show(list(self.watchers), tick)",
        "self._show(list(self.watchers)[:-1], tick)",
    ),
    Fault(
        "a client that reads again is sent nothing of what it missed",
        "door/connection",
        "        self.clogged_since = 0.0\n        self.flush()",
        "        self.clogged_since = 0.0\n        self.updates.clear()\n        self.flush()",
    ),
    Fault(
        "a view that has changed is left out",
        "door/connection",
        "if last is None or last.view is not update.view:",
        "if last is None:",
    ),
    Fault(
        "nothing is sent any more once a client was slow",
        "door/connection",
        "        self.flushing = False\n        if self.clogged_since:\n            return",
        "        if self.clogged_since:\n            return\n        self.flushing = False",
    ),
    Fault(
        "half a frame is taken for a whole one",
        "door/short_way",
        "        return len(data) == 6 + size",
        "        return True",
    ),
    Fault(
        "people are not shown out when the house closes",
        "door/connections",
        '            connection.dismiss(wire.Bye(why="restart", seconds=COME_BACK))',
        "            connection.clog()",
    ),
    Fault(
        "where a table stands is not brought up to date",
        "store/steps",
        "DO UPDATE SET seq = excluded.seq, status",
        "DO UPDATE SET status",
    ),
    Fault(
        "a bot that has chosen is still thinking",
        "house/alarms",
        "            live.thinking.discard(seat)\n",
        "            pass\n",
    ),
    Fault(
        "whoever comes to look is shown nothing",
        "house/presence",
        "            live.publish_to(watcher, store.tick())",
        "            pass",
    ),
    Fault(
        "the seed of the deal is told to all",
        "tables/page",
        '            "undo_asked": table.undo_asked,',
        '            "undo_asked": table.undo_asked, "seed": table.seed.hex(),',
    ),
    Fault(
        "a choice counts for the next seat",
        "tables/decisions",
        "return acts.Chose(seat, legal(table, seat, command.choice))",
        "return acts.Chose((seat + 1) % len(table.places), legal(table, seat, command.choice))",
    ),
    Fault(
        "bots never choose for people who left",
        "tables/due",
        "    if table.asleep:\n        return None",
        "    if table.asleep or place.kept:\n        return None",
    ),
    Fault(
        "the house is left open behind the server",
        "running/serving",
        "        await super().shutdown(sockets)\n        await self.house.close()",
        "        await super().shutdown(sockets)",
    ),
)


def first_that_fails(seeds: Iterable[int], jobs: int) -> str:
    """In the house as it is found by this process: the first failure, in words."""
    for result in results(seeds, jobs):
        if result.findings:
            return f"{FOUND} by seed {result.seed}: {next(iter(result.findings))}"
    return NOT_FOUND


def try_out(fault: Fault, seeds: int, jobs: int) -> str:
    """Whether a fault is caught in a copy of the house, by which seed, and as what."""
    with TemporaryDirectory(prefix="tablee-fault-") as folder:
        copy = Path(folder)
        shutil.copytree(SOURCES, copy, dirs_exist_ok=True)
        module = copy / fault.path
        module.write_text(fault.plant(module.read_text("utf-8")), "utf-8")
        ran = subprocess.run(
            [
                sys.executable,
                "-m",
                "tests.simulation.faults",
                "--here",
                f"--seeds={seeds}",
                f"--jobs={jobs}",
            ],
            cwd=ROOT,
            env=os.environ | {"PYTHONPATH": f"{copy}{os.pathsep}{ROOT}"},
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout.strip()


def main() -> int:
    parser = argparse.ArgumentParser(description="Plant faults, and see whether they are caught.")
    parser.add_argument("--seeds", type=int, default=2_000, help="at most (2000)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--only", default="", help="faults with this in their name")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.here:
        print(first_that_fails(range(asked.seeds), asked.jobs))
        return 0
    missed = 0
    for fault in FAULTS:
        if asked.only in fault.what:
            verdict = try_out(fault, asked.seeds, asked.jobs)
            missed += verdict == NOT_FOUND
            print(f"| {fault.what} | `{fault.module}.py` | {verdict} |", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
