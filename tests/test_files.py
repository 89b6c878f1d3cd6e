"""Files that commands write: what is there stays until something whole takes its place."""

import json
import os
import re
import signal
import stat
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tablee import files
from tablee.cli import main
from tablee.kernel.errors import TableeError
from tests.command_line import TABLEE

OLD = b"a game of last year\n"


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A file somebody wants to keep, alone in its folder."""
    path = tmp_path / "old.json"
    path.write_bytes(OLD)
    return path


def stays(path: Path) -> bool:
    return path.read_bytes() == OLD and list(path.parent.iterdir()) == [path]


@contextmanager
def game(path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A game of Land Unter at a keyboard, to be recorded."""
    line = ["play", "land-unter", "--players", "3", "--lang", "en", "--seed", "1"]
    with subprocess.Popen(
        [*TABLEE, *line, "--record", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONIOENCODING": "utf-8:strict"},  # as where a language is set
    ) as playing:
        try:
            yield playing
        finally:
            playing.kill()


def screen(playing: subprocess.Popen[bytes]) -> str:
    """What is shown until somebody has to type something."""
    assert playing.stdout
    shown = b""
    while not shown.decode(errors="ignore").endswith("› "):
        more = os.read(playing.stdout.fileno(), 65536)
        assert more, shown.decode()
        shown += more
    return shown.decode()


def type_in(playing: subprocess.Popen[bytes], line: bytes) -> None:
    assert playing.stdin
    playing.stdin.write(line + b"\n")
    playing.stdin.flush()


def play_a_turn(playing: subprocess.Popen[bytes]) -> None:
    offered = screen(playing).rsplit("Your choices", 1)[1].split()
    type_in(playing, re.sub(r"-\d+$", "", offered[0]).encode())
    screen(playing)


@pytest.mark.parametrize(
    "line",
    [
        "play chess --record FILE",
        "play land-unter --record FILE --option wings=on",
        "play land-unter --record FILE --players 9",
        "play land-unter --record FILE --names Anna Ben",
        "play land-unter --record FILE --seed -1",
        "play land-unter --record FILE --bots genius",
        "export chess -o FILE",
        "export land-unter -o FILE --option wings=on",
        "export land-unter -o FILE --bot genius",
        "backup FILE --database sqlite:///nowhere.db",
        "train diabolo --keep FILE --minutes 0",
        "train diabolo --keep KEEP --export FILE/net --minutes 0",
        "train diabolo --keep KEEP --export KEEP --minutes 0",
        "train diabolo --keep KEEP.svg --export FILE --minutes 0",
    ],
)
def test_a_refused_command_changes_no_file(line: str, old: Path) -> None:
    keep = old.with_name("keep.npz")
    words = [word.replace("FILE", str(old)).replace("KEEP", str(keep)) for word in line.split()]
    assert main(words) == 2
    assert stays(old)


def test_leaving_before_anything_was_played_changes_no_file(old: Path) -> None:
    for line in (["play"], ["play", "land-unter"]):
        done = subprocess.run([*TABLEE, *line, "--record", str(old)], input=b"quit\n", check=False)
        assert done.returncode == 0
        assert stays(old)


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 0)],
)
def test_a_game_that_a_signal_breaks_off_is_kept(
    number: signal.Signals, code: int, old: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with game(old) as playing:
        play_a_turn(playing)
        assert stays(old)
        playing.send_signal(number)
        assert playing.wait() == code
        assert playing.stderr
        assert playing.stderr.read() == b""
    assert list(old.parent.iterdir()) == [old]
    assert len(json.loads(old.read_bytes())["turns"]) >= 1
    assert main(["replay", str(old), "--lang", "en"]) == 0
    assert capsys.readouterr().out.endswith("The game is not over.\n")


def test_a_byte_that_is_no_text_is_refused_as_a_choice(old: Path) -> None:
    with game(old) as playing:
        screen(playing)
        type_in(playing, b"\xff\xe9")
        assert "is not a choice here" in screen(playing)
        type_in(playing, b"quit")
        assert playing.wait() == 0


def test_a_file_is_written_whole_or_not_at_all(
    old: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.raises(TableeError, match=r"old\.json/new: Not a directory"):
        files.write(old / "new", b"new")
    with pytest.raises(TableeError, match="Is a directory"):
        files.check(old.parent)
    files.check(old)
    assert stays(old)
    old.chmod(0o640)
    link = tmp_path_factory.mktemp("elsewhere") / "link"
    link.symlink_to(old)
    files.write(link, b"new")
    assert old.read_bytes() == b"new"
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert link.is_symlink()
    assert list(old.parent.iterdir()) == [old]
    assert list(link.parent.iterdir()) == [link]


def test_nothing_takes_the_place_of_a_device() -> None:
    files.check(Path("/dev/null"))
    files.write(Path("/dev/null"), b"new")
    assert not Path("/dev/null").is_file()
    with pytest.raises(TableeError, match="/dev/full: No space left on device"):
        files.write(Path("/dev/full"), b"new")


@pytest.mark.parametrize(
    "line",
    [
        "train diabolo --course /dev/zero",
        "train diabolo --keep /dev/zero",
        "serve --config /dev/zero",
    ],
)
def test_a_file_without_end_is_refused(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    refused = capsys.readouterr().err
    assert "/dev/zero: larger than" in refused
    assert refused.count("\n") == 1
