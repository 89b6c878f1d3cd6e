"""Power cuts under the SQLite house, thousands of them.

    python -m tests.server.powercut --cuts 10000

The house writes over a disk that forgets what it was not told to keep (forgetful.py). After each
cut it is opened from what the disk holds: it must be whole, with every acknowledged write in it,
once, and no write by half.
"""

import argparse
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

from tablee.server.store.database import Statement
from tablee.server.store.migration import migrate_sqlite
from tablee.server.store.sqlite import commit, prepare
from tests.server.appends import append
from tests.server.forgetful import Disk, ForgetfulFolder, PowerCut

NEW_HOUSE_EVERY = 50  # cuts, so that it does not grow without end
MODES = ("FULL", "NORMAL", "OFF")  # ours, and two that must be caught
TABLES = ("a", "b", "c", "d")


class Done:
    """A statement that ran, as the house expects it."""

    def __init__(self, rowcount: int):
        self.rowcount = rowcount


class Adapter:
    """A connection of apsw, as far as the house uses one."""

    def __init__(self, connection: apsw.Connection):
        self.connection = connection

    def execute(self, sql: str, values: Mapping[str, Any] | Sequence[Any] = (), /) -> Done:
        for _ in self.connection.execute(sql, values):
            pass
        return Done(self.connection.changes())


@dataclass
class Tally:
    """What became of the writes."""

    cuts: int = 0
    acknowledged: int = 0
    lost: int = 0
    twice: int = 0
    half: int = 0
    damaged: int = 0
    cut_in: Counter[str] = field(default_factory=Counter)

    @property
    def flawless(self) -> bool:
        return not (self.lost or self.twice or self.half or self.damaged)


Place = tuple[str, int]  # a table and the number of an event


class House:
    """One house that lives through many cuts."""

    def __init__(self, synchronous: str, seed: int, folder: Path):
        self.chance = random.Random(seed)
        self.synchronous = synchronous
        self.folder = folder
        self.vfs = ForgetfulFolder()
        self.tally = Tally()
        self.new = self._new_house()
        self._begin()

    def _new_house(self) -> bytes:
        path = self.folder / "new.db"
        migrate_sqlite(path)
        with closing(sqlite3.connect(path)) as connection:
            prepare(connection)
        return path.read_bytes()

    def _begin(self) -> None:
        self.files: dict[str, bytes] = {"house.db": self.new}
        self.there: dict[Place, str] = {}  # what must be in the house: place and text of an event
        self.next = dict.fromkeys(TABLES, 0)

    def live(self, cuts: int) -> Tally:
        for number in range(cuts):
            if number and number % NEW_HOUSE_EVERY == 0:
                self._begin()
            self._live_until_the_cut()
        self.vfs.unregister()
        return self.tally

    def _live_until_the_cut(self) -> None:
        place = self._unpacked("live")
        disk = self.vfs.disk = Disk(self.files)
        kind = self.chance.choice(("any", "any", "sync", "truncate", "remove", "create"))
        disk.last_calls = {"any": 300} | {kind: self.chance.choice((2, 5, 20, 60, 200))}
        disk.last_calls[kind] = self.chance.randint(1, disk.last_calls[kind])
        doubtful: dict[Place, str] = {}
        with suppress(PowerCut):
            while True:
                self._open_write_and_close(place, doubtful)
        self.tally.cuts += 1
        self.tally.cut_in[disk.cut_in] += 1
        self.files = disk.lose(self.chance)
        self._check(doubtful)

    def _unpacked(self, name: str) -> Path:
        """The files as the disk holds them, in a folder of their own."""
        folder = self.folder / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        for file, content in self.files.items():
            (folder / file).write_bytes(content)
        return folder / "house.db"

    def _open_write_and_close(self, place: Path, doubtful: dict[Place, str]) -> None:
        connection = apsw.Connection(str(place), vfs=ForgetfulFolder.NAME)
        try:
            adapter = Adapter(connection)
            prepare(adapter)
            adapter.execute(f"PRAGMA synchronous = {self.synchronous}")
            adapter.execute(f"PRAGMA wal_autocheckpoint = {self.chance.choice((4, 20, 1000))}")
            for _ in range(self.chance.randrange(1, 12)):
                self._write_a_group(adapter, doubtful)
            if self.chance.random() < 0.5:
                adapter.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            with suppress(PowerCut):
                connection.close()

    def _write_a_group(self, adapter: Adapter, doubtful: dict[Place, str]) -> None:
        """A few appends; some come too late for their place, as in a race."""
        group: list[Sequence[Statement]] = []
        expected: list[bool] = []
        doubtful.clear()
        for _ in range(self.chance.randrange(1, 8)):
            table = self.chance.choice(TABLES)
            seq = self.next[table]
            text = f"{self.chance.getrandbits(32)}" + "x" * self.chance.choice((10, 500, 9000))
            late = seq > 0 and self.chance.random() < 0.1
            if late:
                seq -= 1
            else:
                self.next[table] += 1
                doubtful[table, seq] = text
            group.append(append(table, seq, f"{seq}", body=text))
            expected.append(not late)
        outcomes = commit(adapter, group)
        assert outcomes == expected, (outcomes, expected)
        # Only now may anybody be told.
        self.tally.acknowledged += sum(expected)
        self.there |= doubtful
        doubtful.clear()

    def _check(self, doubtful: dict[Place, str]) -> None:
        """Read the house from what is left, and go on with that."""
        tally = self.tally
        with closing(sqlite3.connect(self._unpacked("check"))) as connection:
            try:
                connection.execute("PRAGMA synchronous = OFF")  # a copy nobody keeps
                verdict = connection.execute("PRAGMA integrity_check").fetchone()[0]
                events = connection.execute("SELECT table_id, seq, body FROM events").fetchall()
                standing = dict(connection.execute("SELECT id, seq FROM tables").fetchall())
            except sqlite3.DatabaseError as error:
                verdict, events, standing = str(error), [], {}
        if verdict != "ok":
            tally.damaged += 1
            self._begin()
            return
        found = {(table, seq): body for table, seq, body in events}
        tally.twice += len(events) - len(found)
        tally.lost += sum(found.get(place) != text for place, text in self.there.items())
        arrived = [place for place, text in doubtful.items() if found.get(place) == text]
        strangers = found.keys() - self.there.keys() - doubtful.keys()
        last = {
            table: max((seq for name, seq in found if name == table), default=None)
            for table in TABLES
        }
        unequal = any(standing.get(table) != seq for table, seq in last.items())
        tally.half += bool(strangers) or unequal or 0 < len(arrived) < len(doubtful)
        self.there = found
        self.next = {table: 0 if seq is None else seq + 1 for table, seq in last.items()}


def cut(synchronous: str, cuts: int, seed: int) -> Tally:
    """Let a house live through so many cuts."""
    with tempfile.TemporaryDirectory(prefix="tablee-powercut-") as folder:
        return House(synchronous, seed, Path(folder)).live(cuts)


def main() -> int:
    parser = argparse.ArgumentParser(description="Cut the power under the SQLite house.")
    parser.add_argument(
        "--cuts",
        type=int,
        default=10_000,
        help="how many (10000; a tenth for the modes to be caught)",
    )
    parser.add_argument("--seed", type=int, default=1, help="what chance begins with (1)")
    asked = parser.parse_args()
    print("synchronous    cuts  acknowledged    lost  twice  half  damaged  seconds")
    tallies = {}
    for synchronous in MODES:
        started = time.monotonic()
        cuts = asked.cuts if synchronous == "FULL" else max(200, asked.cuts // 10)
        tally = tallies[synchronous] = cut(synchronous, cuts, asked.seed)
        print(
            f"{synchronous:11} {tally.cuts:7,} {tally.acknowledged:13,} {tally.lost:7,} "
            f"{tally.twice:6,} {tally.half:5,} {tally.damaged:8,} "
            f"{time.monotonic() - started:8.0f}"
        )
        where = ", ".join(f"{kind} {count:,}" for kind, count in tally.cut_in.most_common())
        print(f"            cut in: {where}", flush=True)
    if not tallies["FULL"].flawless:
        print("A power cut takes acknowledged writes, or breaks the house.", file=sys.stderr)
        return 1
    if not tallies["NORMAL"].lost or not tallies["OFF"].damaged:
        print("NORMAL must lose and OFF must break some, or it proves nothing.", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
