"""The command line, as somebody uses it."""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee import cli
from tablee.catalogue import load, titles
from tablee.cli import main
from tablee.simulation import Simulator, in_parallel

every_title = pytest.mark.parametrize("title", list(titles()))


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = main([str(argument) for argument in arguments])
    return code, *capsys.readouterr()


def exported(capsys: pytest.CaptureFixture[str], path: Path, *arguments: object) -> Path:
    code, _, complaint = run(capsys, "export", *arguments, "-o", path)
    assert (code, complaint) == (0, "")
    return path


@every_title
def test_export_replay_and_verify(
    title: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = exported(capsys, tmp_path / "game.json", title, "--seed", 5)
    code, account, _ = run(capsys, "replay", path, "--lang", "en")
    assert code == 0
    kept = json.loads(path.read_bytes())
    assert kept["game"] == title
    assert all(f"{name} " in account for name in kept["seats"])
    code, output, _ = run(capsys, "replay", path, "--json")
    result = json.loads(output)
    assert code == 0
    assert result["over"]
    assert {"scores": result["scores"], "winners": result["winners"]} == kept["result"]
    assert len(result["digests"]) == len(kept["turns"]) + 1
    code, output, _ = run(capsys, "verify", path)
    assert code == 0
    assert output.startswith("proved        The deal follows from the seed and the nonces")
    assert kept["fair"]["seed_commitment"] in output


def test_the_same_seed_gives_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    games = [run(capsys, "export", "land-unter", "--seed", seed)[1] for seed in (1, 1, 2)]
    assert games[0] == games[1] != games[2]


def test_export_takes_players_options_and_bots(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    flags = ["--players", 3, "--option", "open_play=on", "--bot", "sailor"]
    path = exported(capsys, tmp_path / "game.json", "land-unter", *flags)
    kept = json.loads(path.read_bytes())
    assert len(kept["seats"]) == 3
    assert kept["options"] == {"loss_passes_on": True, "two_left_pay": True, "open_play": True}


def test_an_illegal_choice_in_a_record_gives_exit_code_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = exported(capsys, tmp_path / "game.json", "land-unter", "--players", 3)
    kept = json.loads(path.read_bytes())
    kept["turns"][2] = kept["turns"][1]
    path.write_text(json.dumps(kept))
    code, _, complaint = run(capsys, "replay", path, "--json")
    assert code == 2
    assert complaint.startswith("tablee: Choice 7 (turn 3): ")
    assert "(LU-8)" in complaint
    assert "it may choose" in complaint
    assert complaint.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["export", "chess"], "There is no game 'chess'; there are diabolo, "),
        (["export", "land-unter", "--players", "6"], "3 to 5 players, not 6"),
        (["export", "land-unter", "--option", "wings=on"], "no option 'wings'"),
        (["export", "land-unter", "--option", "open_play"], "expected NAME=on or NAME=off"),
        (["export", "land-unter", "--bot", "genius"], "There is no bot 'genius'"),
        (["export", "land-unter", "--seed", "-1"], "--seed is a number from 0"),
        (["export", "land-unter", "-o", "nowhere/game.json"], "No such file or directory"),
        (["replay", "nowhere.json"], "nowhere.json: No such file or directory"),
        (["replay", "."], "Is a directory"),
        (["verify", "nowhere.json"], "nowhere.json: No such file or directory"),
        (
            ["simulate", "land-unter", "--games", "0"],
            "1 to 4294967296 games, not 0",
        ),
        (["arena", "chess", "--bots", "random", "sailor"], "There is no game 'chess'"),
        (["arena", "diabolo", "--bots", "random"], "An arena is for at least two bots"),
        (["arena", "diabolo", "--bots", "random", "genius"], "There is no bot 'genius'"),
        (["arena", "diabolo", "--bots", "sailor", "sailor"], "A bot is named twice"),
        (["arena", "diabolo", "--bots", "random", "sailor", "--players", "2"], "3 to 5 players"),
        (["arena", "diabolo", "--bots", "random", "sailor", "--games", "0"], "--games is a num"),
        (["arena", "diabolo", "--bots", "random", "cadet", "--workers", "-1"], "--workers is a"),
        (["arena", "diabolo", "--bots", "random", "cadet", "--out", "/dev/null/x"], "Not a direc"),
        (["arena", "diabolo", "--bots", "random", "cadet", "--option", "x=on"], "no option 'x'"),
        (["train", "chess"], "There is no game 'chess'"),
        (["train", "diabolo", "--course", "no.toml"], "The course no.toml cannot be read: No s"),
        (["train", "diabolo", "--course", "Makefile"], "The course Makefile is no TOML"),
        (["play", "land-unter", "--bots", *["random"] * 5], "5 bots do not fit on 4 chairs"),
        (["simulate", "land-unter", "--games", "9" * 20], "1 to 4294967296 games"),
        (["play", "--bots", "random", "land-unter"], "There is no bot 'land-unter'"),
        (["play", "land-unter", "--names", "An\x1bna"], "1 to 40 printable characters"),
        (["play", "land-unter", "--names", "Basile", "--record", "nowhere/x"], "No such file"),
        (["play", "land-unter", "--bots", "--names", "A", "A", "B", "C"], "The names must differ"),
        (
            ["play", "land-unter", "--names", "Anna", "Ben"],
            "--names: expected one for each of 1",
        ),
        (["admin", "tables", "--database", "house.db"], "--database: That is not the address of"),
        (["admin", "close", "x", "--database", "sqlite:///no.db"], "There is no house in no.db."),
        (["backup", "x.db", "--database", "sqlite:///no.db"], "no file no.db: nothing to back up"),
        (["restore", "no.db", "--database", "sqlite:///x.db"], "There is no file no.db."),
        (["restore", "x.db", "--config", "no.toml"], "The settings no.toml cannot be read: No s"),
    ],
)
def test_wrong_input_is_said_in_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, output, error = run(capsys, *arguments)
    assert code == 2
    assert output == ""
    assert error.startswith("tablee: ")
    assert complaint in error
    assert error.count("\n") == 1


def test_what_is_asked_of_the_wrong_verb_is_said_by_the_parser(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for arguments in (["admin"], ["admin", "tables", "--port", "1"], ["backup"], ["export"]):
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
        assert stopped.value.code == 2
        assert "usage: tablee" in capsys.readouterr().err


def test_games_lists_the_five_titles(capsys: pytest.CaptureFixture[str]) -> None:
    code, output, _ = run(capsys, "games", "--lang", "fr")
    assert code == 0
    for title in ("land-unter", "un-mouton-a-la-mer", "diabolo", "lifeboats", "kilimanjaro"):
        assert f"{title} " in output
    assert "Un mouton à la mer" in output
    assert "--option open_play=on|off (off)" in output


def test_simulate_says_what_it_did(capsys: pytest.CaptureFixture[str]) -> None:
    for flags in ([], ["--interpreted"]):
        code, output, _ = run(capsys, "simulate", "land-unter", "--games", 20, "--seed", 1, *flags)
        assert code == 0
        assert output.startswith("20 games, ")
        assert output.count("seat ") == 4


def test_whoever_stops_an_interpreted_simulation_waits_for_nothing_more() -> None:
    played = []

    class Stopped(Simulator):
        def chunk(self, numbers: range, seed: int) -> tuple[int, list[float]]:
            if len(numbers) > 1:  # the first one only makes ready
                played.append(numbers)
                raise KeyboardInterrupt
            return super().chunk(numbers, seed)

    simulator = Stopped(load("land-unter"), 3, {}, compiled=False)
    with pytest.raises(KeyboardInterrupt):
        list(in_parallel(simulator, 100_000, 1, 4))
    assert len(played) == 1


def every_command(
    parser: argparse.ArgumentParser, *words: str
) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """All commands, and the tasks of those that have some."""
    inner = [action for action in parser._actions if isinstance(action, SUBCOMMANDS)]
    for action in inner:
        for name, one in action.choices.items():
            yield from every_command(one, *words, name)
    if not inner:
        yield " ".join(words), parser


SUBCOMMANDS = argparse._SubParsersAction
COMMANDS = dict(every_command(cli.parser()))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_in_plain_text(command: str) -> None:
    told = COMMANDS[command].format_help()
    assert told.startswith(f"usage: tablee {command}")
    assert "%%" not in told
    assert "%(" not in told


def test_a_record_can_come_through_a_pipe_and_the_account_go_into_one() -> None:
    tablee = [sys.executable, "-m", "tablee.cli"]
    made = subprocess.run([*tablee, "export", "diabolo"], capture_output=True, check=True)
    told = subprocess.run(
        [*tablee, "replay", "-"], input=made.stdout, capture_output=True, check=False
    )
    assert told.returncode == 0
    cut = subprocess.Popen([*tablee, "games"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert cut.stdout is not None
    cut.stdout.close()
    assert cut.stderr is not None
    assert cut.stderr.read() == b""
    cut.stderr.close()
    cut.wait()


def test_an_output_that_cannot_be_written_is_said_in_one_line() -> None:
    with Path("/dev/full").open("wb") as full:
        run = subprocess.run(
            [sys.executable, "-m", "tablee.cli", "games"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert run.returncode == 2
    assert run.stderr == b"tablee: the output cannot be written: No space left on device.\n"


def test_a_terminal_without_our_letters_shows_others() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tablee.cli", "games", "--lang", "de"],
        capture_output=True,
        check=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
    )
    assert b"Am Fu? des Kilimandscharo" in run.stdout


def test_a_game_can_be_told_that_is_not_over(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = exported(capsys, tmp_path / "game.json", "land-unter")
    kept = json.loads(path.read_bytes())
    del kept["result"]
    kept["turns"] = kept["turns"][:3]
    path.write_text(json.dumps(kept))
    code, output, _ = run(capsys, "replay", path, "--lang", "en")
    assert code == 0
    assert output.endswith("The game is not over.\n")


def test_deals_without_a_seed_are_all_different(capsys: pytest.CaptureFixture[str]) -> None:
    games = {run(capsys, "export", "lifeboats")[1] for _ in range(5)}
    assert len(games) == 5


def test_closed_streams_are_no_reason_for_a_traceback() -> None:
    tablee = f"{sys.executable} -m tablee.cli"
    for command, code in ((f"{tablee} games >&-", 0), (f"{tablee} replay - <&-", 2)):
        run = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
        assert run.returncode == code
        assert "Traceback" not in run.stderr
