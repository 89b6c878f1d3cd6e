"""Files that people name: read up to a limit, written whole or not at all."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tablee.kernel.errors import TableeError

LARGEST = 1 << 28  # bytes of a file somebody names: devices have no end


class WrongFile(TableeError):
    """A file that cannot be written or read."""


def read(path: Path) -> bytes:
    """What a file holds; one that is too large is refused before it fills the memory."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    if len(data) > LARGEST:
        raise WrongFile(f"{path}: larger than {LARGEST >> 20} MiB; name another file.")
    return data


def check(path: Path) -> None:
    """Refuse now what could not be written later; changes nothing."""
    with named(path):
        if may_be_replaced(path):
            unfinished = beside(path)
            unfinished.touch(exist_ok=False)
            unfinished.unlink()


def write(path: Path, data: bytes) -> None:
    """Put a file on disk in place of the one that is there; whatever fails, that one stays."""
    with named(path):
        if not may_be_replaced(path):
            path.write_bytes(data)
            return
        unfinished = beside(path)
        try:
            with unfinished.open("xb") as file:
                file.write(data)
            if path.exists():
                unfinished.chmod(path.stat().st_mode)
            flush(unfinished)
            unfinished.replace(os.path.realpath(path))
            flush(unfinished.parent)
        finally:
            unfinished.unlink(missing_ok=True)


@contextmanager
def named(path: Path) -> Iterator[None]:
    """What the disk refuses is said with the name of the file."""
    try:
        yield
    except OSError as error:
        raise WrongFile(f"{path}: {error.strerror or error}.") from None


def may_be_replaced(path: Path) -> bool:
    """Not what may not be written to; and nothing takes the place of /dev/null or of a pipe."""
    if path.is_dir() or (path.exists() and not os.access(path, os.W_OK)):
        path.open("ab").close()  # raises what is wrong
    return path.is_file() or not path.exists()


def beside(path: Path) -> Path:
    """A name for the unfinished file, where the file lies, which a link may lead to."""
    return Path(os.path.realpath(path)).with_name(f".tablee-{secrets.token_hex(8)}")


def flush(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
