"""A disk that forgets what it was not told to keep, under SQLite.

It keeps two images of every file: what programs see, and what is on the disk. Only a sync moves the
first to the second. At a cut, in the middle of any write, sync, truncation, creation or removal,
everything that was not synced is kept, lost, or torn at sectors of 512 bytes, by chance.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import apsw

SECTOR = 512
JOURNALS = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_SUPER_JOURNAL


class PowerCut(Exception):
    """The lights are out: nothing that is done now has an effect."""


@dataclass(frozen=True)
class Written:
    """Bytes given to a file."""

    offset: int
    data: bytes

    def torn(self, chance: random.Random, kept: float) -> "list[Change]":
        """The sectors of it that reach the disk."""
        sectors: list[Change] = []
        start = 0
        while start < len(self.data):
            offset = self.offset + start
            end = start + SECTOR - offset % SECTOR
            if chance.random() < kept:
                sectors.append(Written(offset, self.data[start:end]))
            start = end
        return sectors

    def apply(self, content: bytearray) -> None:
        content.extend(bytes(max(0, self.offset - len(content))))
        content[self.offset : self.offset + len(self.data)] = self.data


@dataclass(frozen=True)
class Cropped:
    """A file given another length."""

    length: int

    def torn(self, chance: random.Random, kept: float) -> "list[Change]":
        return [self] if chance.random() < kept else []

    def apply(self, content: bytearray) -> None:
        content.extend(bytes(max(0, self.length - len(content))))
        del content[self.length :]


Change = Written | Cropped


@dataclass
class Image:
    """A file: what the disk has of it, and what it was given since."""

    durable: bytearray = field(default_factory=bytearray)
    pending: list[Change] = field(default_factory=list)

    def sync(self) -> None:
        for change in self.pending:
            change.apply(self.durable)
        self.pending.clear()

    def lose(self, chance: random.Random, kept: float) -> None:
        for change in self.pending:
            for part in change.torn(chance, kept):
                part.apply(self.durable)
        self.pending.clear()


class Disk:
    """The files of one folder, and the moment at which the power goes."""

    def __init__(self, files: Mapping[str, bytes]):
        self.durable = {name: Image(bytearray(data)) for name, data in files.items()}
        self.names = dict(self.durable)
        self.pending: list[tuple[str, Image | None]] = []
        self.calls = Counter[str]()
        self.last_calls: dict[str, int] = {}  # the power goes in the first of these to come
        self.cut_in = ""  # the call the power went in

    def call(self, kind: str) -> None:
        """Every call that changes something; in one of them the power goes."""
        if not self.cut_in:
            self.calls.update((kind, "any"))
            if any(self.calls[which] >= last for which, last in self.last_calls.items()):
                self.cut_in = kind
        if self.cut_in:
            raise PowerCut

    def change(self, name: str, change: Change, kind: str) -> None:
        if not self.cut_in:
            # Also the one the power goes in: it may be torn.
            self.names[name].pending.append(change)
        self.call(kind)

    def create(self, name: str) -> None:
        if not self.cut_in:
            self.names[name] = Image()
            self.pending.append((name, self.names[name]))
        self.call("create")

    def remove(self, name: str) -> None:
        if not self.cut_in:
            del self.names[name]
            self.pending.append((name, None))
        self.call("remove")

    def sync(self, name: str, folder: bool) -> None:
        self.call("sync")
        self.names[name].sync()
        if folder:
            self.sync_folder()

    def sync_folder(self) -> None:
        for name, image in self.pending:
            self._rename(name, image)
        self.pending.clear()

    def _rename(self, name: str, image: Image | None) -> None:
        if image is None:
            self.durable.pop(name, None)
        else:
            self.durable[name] = image

    def lose(self, chance: random.Random) -> dict[str, bytes]:
        """What is on the disk after the cut. Of one name's changes, the earlier come first."""
        kept = chance.choice((0.0, 0.5, 0.9, 1.0, chance.random()))
        forgotten: set[str] = set()
        for name, image in self.pending:
            if name not in forgotten and chance.random() < kept:
                self._rename(name, image)
            else:
                forgotten.add(name)
        for image in self.durable.values():
            image.lose(chance, kept)
        return {name: bytes(image.durable) for name, image in self.durable.items()}


class ForgetfulFile(apsw.VFSFile):
    """A real file, whose changes the disk is told of."""

    def __init__(self, disk: Disk, path: apsw.URIFilename | str, flags: list[int]):
        self.disk = disk
        self.name = Path(path if isinstance(path, str) else path.filename()).name
        asked = flags[0]
        # As SQLite's own file system does: the first sync of a new log also syncs the folder.
        self.syncs_folder = bool(asked & apsw.SQLITE_OPEN_CREATE and asked & JOURNALS)
        if asked & apsw.SQLITE_OPEN_CREATE and self.name not in disk.names:
            disk.create(self.name)
        super().__init__("", path, flags)

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.change(self.name, Written(offset, bytes(data)), "write")
        super().xWrite(data, offset)

    def xTruncate(self, newsize: int) -> None:
        self.disk.change(self.name, Cropped(newsize), "truncate")
        super().xTruncate(newsize)

    def xSync(self, _flags: int) -> None:
        self.disk.sync(self.name, self.syncs_folder)
        self.syncs_folder = False


class ForgetfulFolder(apsw.VFS):
    """SQLite's file system, over a disk that can be cut off."""

    NAME = "forgetful"

    def __init__(self) -> None:
        self.disk = Disk({})
        super().__init__(self.NAME, "")

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:
        if name is None:
            return apsw.VFSFile("", name, flags)  # a temporary file: nothing of the house is in it
        return ForgetfulFile(self.disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        name = Path(filename).name
        if name in self.disk.names:
            self.disk.remove(name)
            if syncdir:
                self.disk.sync_folder()
        super().xDelete(filename, syncdir)
