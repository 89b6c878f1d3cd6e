"""SQLite itself over a disk that forgets, fills up, is slow, and is cut off between two writes."""

import random
import shutil
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from copy import deepcopy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import apsw

from tablee.server.store.migration import migrate_sqlite
from tablee.server.store.sqlite import prepare
from tests.server.forgetful import Change, Disk, ForgetfulFolder, PowerCut

QUICK = 0.004  # seconds for a commit, at most
NAME = "house.db"
LOG = "-wal"


class CuttableDisk(Disk):
    """A disk that may also be full; the node stops in the moment in which the power goes."""

    def __init__(self, files: Mapping[str, bytes], on_cut: Callable[[], None]):
        super().__init__(files)
        self.on_cut = on_cut
        self.is_full = False

    def call(self, kind: str) -> None:
        was_on = not self.cut_in
        try:
            super().call(kind)
        except PowerCut:
            if was_on:
                self.on_cut()
            raise

    def change(self, name: str, change: Change, kind: str) -> None:
        if self.is_full and kind == "write" and not name.endswith("-shm"):
            full: Any = apsw.FullError("database or disk is full")
            full.result = full.extendedresult = apsw.SQLITE_FULL
            raise full
        super().change(name, change, kind)


class Cursor:
    """What is left of a statement that ran."""

    def __init__(self, rows: list[tuple[Any, ...]], rowcount: int):
        self.rows = rows
        self.rowcount = rowcount

    def fetchall(self) -> list[tuple[Any, ...]]:
        return self.rows

    def fetchone(self) -> tuple[Any, ...] | None:
        return self.rows[0] if self.rows else None


class Connection:
    """A connection of apsw, as the house uses those of the standard library."""

    def __init__(self, path: Path, vfs: str):
        with translated():
            self.connection = apsw.Connection(str(path), apsw.SQLITE_OPEN_READWRITE, vfs)
        try:
            prepare(self)
        except sqlite3.Error:
            self.close()
            raise

    def execute(self, sql: str, values: Mapping[str, Any] | Sequence[Any] = (), /) -> Cursor:
        with translated():
            rows = list(self.connection.execute(sql, values))
            return Cursor(rows, self.connection.changes())

    def close(self) -> None:
        with translated():
            self.connection.close()


class translated:  # noqa: N801 (a context manager)
    """Errors of apsw as those of the standard library."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, apsw.Error):
            told = sqlite3.OperationalError(str(error))
            told.sqlite_errorcode = cast(Any, error).extendedresult
            raise told from error


@cache
def new_house() -> bytes:
    """A database at the newest schema."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / NAME
        migrate_sqlite(path)
        with closing(sqlite3.connect(path)) as connection:
            prepare(connection)
        return path.read_bytes()


class Computer:
    """A computer with a disk: what was synced outlives a power cut, everything else a kill."""

    def __init__(self, folder: Path, chance: random.Random):
        self.folder, self.chance = folder, chance
        self.starts = 0
        self.vfs = ForgetfulFolder()
        self.open: list[Connection] = []
        self.path = folder / NAME
        self.disk = CuttableDisk({NAME: new_house()}, lambda: None)
        self._unpack({NAME: new_house()})

    def _unpack(self, files: Mapping[str, bytes]) -> None:
        self.starts += 1
        home = self.folder / str(self.starts)
        home.mkdir()
        for name, content in files.items():
            (home / name).write_bytes(content)
        self.path = home / NAME

    def connect(self, path: Path) -> Any:
        """For `Sqlite`, in place of the standard library's connections."""
        self.vfs.disk = self.disk
        connection = Connection(path, self.vfs.NAME)
        self.open.append(connection)
        return connection

    def begin(self, on_cut: Callable[[], None]) -> None:
        """A process begins to use the disk."""
        self.disk.on_cut = on_cut

    def cut_after(self, writes: int) -> None:
        """The power goes in one of the next calls."""
        self.disk.last_calls = {"any": self.disk.calls["any"] + writes}

    def process_ended(self) -> None:
        """What it gave to the system is there; what is not synced can still be forgotten."""
        files = {
            name: (self.path.parent / name).read_bytes()
            for name in self.disk.names
            if (self.path.parent / name).exists()
        }
        successor = succeeding(self.disk)
        self.disk.on_cut = lambda: None
        self._drop()
        self.disk = successor
        self._unpack(files)

    def power_went(self) -> None:
        """Only what the disk holds is left."""
        self.disk.on_cut = lambda: None
        self.disk.cut_in = self.disk.cut_in or "nothing"
        files = self.disk.lose(self.chance)
        self._drop()
        shutil.rmtree(self.path.parent)
        self.disk = CuttableDisk(files, lambda: None)
        self._unpack(files)

    def _drop(self) -> None:
        """Connections of a process that is gone do nothing when they close."""
        self.disk.cut_in = self.disk.cut_in or "the end"
        for connection in self.open:
            with suppress(PowerCut, sqlite3.Error):
                connection.close()
        self.open.clear()

    def scrap(self) -> None:
        self._drop()
        self.vfs.unregister()


def succeeding(disk: CuttableDisk) -> CuttableDisk:
    """The same disk for the next process."""
    copy = CuttableDisk({}, lambda: None)
    copy.durable, copy.names, copy.pending = deepcopy((disk.durable, disk.names, disk.pending))
    copy.is_full = disk.is_full
    return copy
