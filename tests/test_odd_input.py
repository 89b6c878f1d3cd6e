"""Odd words in every place of every command: at worst one line says what is wrong."""

import argparse
import io
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.cli import TRY_LATER, WRONG_INPUT, main, parser
from tablee.server.store.migration import migrate_sqlite

ODD = [
    *("", " ", "-", "--", "-1", "0", "nan", "1e400", "9" * 30, "9" * 5000, "x=on", "[limits]\n"),
    *("\udcff", "é\u202e", "\x1b[2J", "%s{why}%(prog)s", "x" * 5000, "🎲"),
    *(".", "/", "/dev/null", "nowhere/there", "sqlite:///", "sqlite:////", "http://["),
    *("land-unter", "10.0.0.300", "postgresql://", "postgresql://[/x", "sqlite:////dev/null/x"),
]
# Something each command does that takes no time, for one odd word to be put into.
SOUND = {
    "games": "--lang en",
    "play": "land-unter --players 3 --option open_play=on --seed 1 --bots sailor sailor --names A "
    "--lang en --record new.json",
    "export": "land-unter --players 3 --option open_play=on --seed 1 --bot random -o new.json",
    "replay": "game.json --lang en",
    "verify": "game.json",
    "simulate": "land-unter --players 3 --option open_play=on --seed 1 --games 3 --interpreted",
    "arena": "land-unter --players 3 --bots random nobody --option open_play=on --seed 1 "
    "--games 3 --workers 1 --out new",
    "train": "land-unter --course game.json --device cpu --keep new.npz --minutes 0 --set games=1 "
    "--export new",
    # It finds no address of this machine, or else a port that is taken.
    "serve": "--no-browser --address 203.0.113.9 --port PORT --database sqlite:///new.db",
    "backup": "new.db --database sqlite:///house.db",
    "restore": "backup.db --database sqlite:///house.db",
    "admin tables": "--database sqlite:///house.db --status over --most 3",
    "admin people": "--database sqlite:///house.db --most 3",
    "admin close": "CODE --database sqlite:///house.db",
    "admin export": "CODE --database sqlite:///house.db -o new.json",
    # In that turn there is nothing to work out.
    "admin repeat": "analysis --record game.json --turn 999 --seat 0 --bot captain --seed 1 "
    "--database sqlite:///house.db",
    "admin keys": "Anna --database sqlite:///house.db",
    "admin revoke": "Anna key --database sqlite:///house.db",
}
Subcommands = argparse._SubParsersAction


def every_command(
    top: argparse.ArgumentParser, *words: str
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """All commands, and the tasks of those that have some."""
    inner = [action for action in top._actions if isinstance(action, Subcommands)]
    for action in inner:
        for name, one in action.choices.items():
            yield from every_command(one, *words, name)
    if not inner:
        yield " ".join(words), top


COMMANDS = dict(every_command(parser()))


def places(command: str, port: str) -> Iterator[tuple[list[str], int]]:
    """A sound call of a command with each of its options, and where an odd word would stand."""
    sound = [*command.split(), *SOUND[command].replace("PORT", port).split()]
    for number in range(len(command.split()), len(sound)):
        if not sound[number].startswith("-"):
            yield sound, number
    for action in COMMANDS[command]._actions:
        flag = action.option_strings[-1] if action.option_strings else ""
        if flag and action.nargs != 0 and flag not in sound:
            yield [*sound, flag, ""], len(sound) + 1


@pytest.fixture(scope="module")
def things(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A record, a house with nothing in it, and a backup of it."""
    folder = tmp_path_factory.mktemp("things")
    assert main(["export", "land-unter", "-o", str(folder / "game.json")]) == 0
    migrate_sqlite(folder / "house.db")
    house = f"sqlite:///{folder}/house.db"
    assert main(["backup", str(folder / "backup.db"), "--database", house]) == 0
    return folder


@pytest.fixture
def taken_port() -> Iterator[str]:
    with socket.create_server(("", 0)) as listening:
        yield str(listening.getsockname()[1])


def test_every_command_is_tried() -> None:
    assert SOUND.keys() == COMMANDS.keys()


@pytest.mark.parametrize("command", COMMANDS)
def test_odd_words_are_answered_in_one_line(
    command: str,
    things: Path,
    taken_port: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    tried = list(places(command, taken_port))
    some = 1 + len(tried) // 6  # of very many options each gets some of the words
    for number, (call, place) in enumerate(tried):
        for odd in ODD[number % some :: some]:
            monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
            for thing in things.iterdir():
                shutil.copy(thing, tmp_path)
            words = [*call[:place], odd, *call[place + 1 :]]
            try:
                code = main(words)
            except SystemExit as stopped:
                code = stopped.code if isinstance(stopped.code, int) else 1
            error = capsys.readouterr().err
            assert code in (0, WRONG_INPUT, TRY_LATER), (words, error)
            by_parser = error.startswith("usage: ")
            if code and not by_parser:
                assert error.startswith("tablee: "), (words, error)
                assert error.count("\n") == 1, (words, error)
