"""Compiled rules on disk: whatever happens to them there, the loop runs, and runs rightly."""

import resource
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tablee.catalogue import load
from tablee.kernel import compile as compiling
from tablee.kernel.game import Game

GAME = load("land-unter")


def make(_: Game) -> Any:
    def double(number: int) -> int:
        return 2 * number

    return double


def runs(kept: bool) -> None:
    """The loop does what it should; it comes from the disk if it was kept there."""
    loop: Any = compiling.link(make, GAME)
    assert loop(21) == 42
    assert bool(loop.stats.cache_hits) is kept


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for compiled rules that is not there yet."""
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path / "cache"))
    compiling.cache_folder.cache_clear()
    yield tmp_path / "cache"
    compiling.cache_folder.cache_clear()


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda data: data[:0],
    "cut": lambda data: data[: len(data) // 2],
    "foreign": lambda data: b"a letter to my aunt\n" * len(data),
    "zeros": lambda data: bytes(len(data)),
    "a page of zeros": lambda data: data[:-500] + bytes(400) + data[-100:],
}


@pytest.mark.parametrize("damage", DAMAGE)
@pytest.mark.parametrize("kind", ["nbi", "nbc", "nb?"])
def test_damaged_code_is_compiled_anew(damage: str, kind: str, cache: Path) -> None:
    runs(kept=False)
    runs(kept=True)
    found = list(cache.rglob(f"*.{kind}"))
    assert found
    for path in found:
        path.write_bytes(DAMAGE[damage](path.read_bytes()))
    runs(kept=False)
    runs(kept=True)


@contextmanager
def full_disk() -> Iterator[None]:
    """No file can grow to the size of compiled code."""
    _, hard = limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_on_a_full_disk_the_rules_are_compiled_every_time(cache: Path) -> None:
    with full_disk():
        runs(kept=False)
        runs(kept=False)
    assert not list(cache.rglob("*.nbc*"))
    runs(kept=False)
    runs(kept=True)


def test_where_nothing_can_be_written_the_rules_are_compiled_every_time(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_CACHE", "/proc/nowhere")
    runs(kept=False)
    runs(kept=False)


def test_who_has_no_home_compiles_every_time(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container that runs under a number nobody knows."""

    def unknown(number: int) -> None:
        raise KeyError(number)

    for name in ("TABLEE_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", unknown)
    runs(kept=False)
    runs(kept=False)
