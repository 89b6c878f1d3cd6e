"""Whole games at the keyboard of a terminal."""

import io
import json
import re
from itertools import product
from pathlib import Path

import pytest
from rich.console import Console

from tablee.catalogue import games, load, titles
from tablee.cli import main
from tablee.kernel.chance import Random
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tablee.kernel.texts import LANGUAGES
from tablee.terminal.sitting import Sitting, ranges
from tests.repeats import LONG
from tests.tables import Table, every_table, random_play

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)


def typed(monkeypatch: pytest.MonkeyPatch, lines: list[str]) -> None:
    """Somebody types these lines and leaves."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_bots_alone_can_be_watched_to_the_end(
    game: Game,
    language: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    typed(monkeypatch, [""] * 2000)
    path = tmp_path / "game.json"
    bots = ["random"] * game.players[0]
    flags = ["--players", str(len(bots)), "--bots", *bots, "--lang", language]
    code = main(["play", game.id, *flags, "--seed", "3", "--record", str(path)])
    output, errors = capsys.readouterr()
    assert (code, errors) == (0, "")
    assert json.loads(path.read_bytes())["result"] is not None
    assert {"fr": "Fin de la partie", "en": "The game is over", "de": "Das Spiel ist aus"}[
        language
    ] in output
    assert main(["verify", str(path)]) == 0


class Keyboard:
    """Somebody who always types the first choice on the screen; stands in for sys.stdin."""

    def __init__(self, capsys: pytest.CaptureFixture[str]):
        self.capsys = capsys
        self.screens: list[str] = []

    def readline(self) -> str:
        screen = self.capsys.readouterr().out
        self.screens.append(screen)
        if "Your choices" not in screen:
            return "\n"
        offered = screen.rsplit("Your choices", 1)[1].split()
        return re.sub(r"(?<=\d)-\d+$", "", offered[0]) + "\n"  # the first of a range


@every_game
def test_a_person_plays_a_whole_game_against_bots(
    game: Game,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    keyboard = Keyboard(capsys)
    monkeypatch.setattr("sys.stdin", keyboard)
    path = tmp_path / "game.json"
    flags = ["--seed", "8", "--lang", "en", "--names", "Anna", "--record", str(path)]
    assert main(["play", game.id, *flags]) == 0
    kept = json.loads(path.read_bytes())
    assert kept["result"] is not None
    assert kept["seats"][0] == "Anna"
    assert len(keyboard.screens) > 5
    assert main(["replay", str(path)]) == 0


def test_g_4_only_choices_are_played_by_themselves_unless_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The last card of a round that goes to its end is nobody's choice."""
    asked = []
    for flags in ([], ["--ask-all"]):
        keyboard = Keyboard(capsys)
        monkeypatch.setattr("sys.stdin", keyboard)
        bots = ["--players", "3", "--bots", "random", "random"]
        assert main(["play", "land-unter", *bots, "--seed", "1", "--lang", "en", *flags]) == 0
        asked.append(len(keyboard.screens))
    assert asked[0] < asked[1]


def test_help_mistakes_and_leaving(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    game = load("land-unter")
    typed(monkeypatch, ["?", "?lu-9", "? LU-99", "61", "3 4", "storm", "", "LOG", "Quit"])
    path = tmp_path / "game.json"
    assert main(["play", game.id, "--lang", "en", "--seed", "1", "--record", str(path)]) == 0
    output = capsys.readouterr().out
    assert "LU-8 Everyone still in the round secretly picks" in output
    assert "LU-9 " in output
    assert "“61” is not a choice here." in output
    assert "“3 4” is not a choice here." in output
    assert "There is no clause LU-99; they run from LU-1 to LU-27." in output
    assert "“storm” is not a choice here." in output
    assert "The game was stopped." in output
    assert json.loads(path.read_bytes())["turns"] == []


def test_a_card_of_another_hand_is_refused_with_the_clause(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, ["1", "60", "30", "15", "45"])
    main(["play", "land-unter", "--lang", "fr", "--seed", "1"])
    assert "Cette carte n'est pas dans votre main. (LU-8)" in capsys.readouterr().out


def test_the_menu_asks_which_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, ["99", "chess", str(list(titles()).index("land-unter") + 1), "quit"])
    assert main(["play", "--lang", "de"]) == 0
    output = capsys.readouterr().out
    assert "Welches Spiel" in output
    assert output.count(f"eine Zahl von 1 bis {len(titles())}") == 2
    assert "Das Spiel wurde abgebrochen." in output


def test_the_end_of_input_stops_the_menu(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, [])
    assert main(["play", "--lang", "en"]) == 0
    assert "The game was stopped." in capsys.readouterr().out


def test_hands_are_covered_between_people_at_one_keyboard(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keyboard = Keyboard(capsys)
    monkeypatch.setattr("sys.stdin", keyboard)
    flags = ["--players", "3", "--bots", "--names", "Anna", "Ben", "Chloé", "--lang", "en"]
    assert main(["play", "land-unter", *flags, "--seed", "4"]) == 0
    covers = [screen for screen in keyboard.screens if "Pass the keyboard to" in screen]
    assert len(covers) > 30
    assert all(" holds" not in screen for screen in covers)
    names = ("Anna", "Ben", "Chloé")
    hands = [[name for name in names if f"{name} holds" in screen] for screen in keyboard.screens]
    assert max(map(len, hands)) == 1
    assert {name for held in hands for name in held} == set(names)


def test_an_open_table_shows_every_hand(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed(monkeypatch, ["quit"])
    main(["play", "land-unter", "--players", "3", "--open-table", "--lang", "en", "--seed", "4"])
    assert capsys.readouterr().out.count(" holds ") == 3


def drawn() -> list[tuple[Table, str]]:
    """Every table in some language, of each game one in all of them: they share all but words."""
    tables = every_table()
    in_all = {table.game.id: table for table in tables}.values()
    return [
        (table, language)
        for (number, table), (which, language) in product(enumerate(tables), enumerate(LANGUAGES))
        if LONG or table in in_all or number % len(LANGUAGES) == which
    ]


def test_what_was_on_the_screen_cannot_be_scrolled_back_to() -> None:
    paper = io.StringIO()
    console = Console(file=paper, force_terminal=True)
    game = load("land-unter")
    match = Match(game, game.dealt(3, {}, Random(1)))
    names = ["Anna", "Ben", "Chloé"]
    sitting = Sitting(
        match, names, [None] * 3, language="en", open_table=False, console=console, seed=1
    )
    sitting.wipe()
    assert "\x1b[2J" in paper.getvalue()
    assert "\x1b[3J" in paper.getvalue()


@pytest.mark.parametrize(("table", "language"), drawn(), ids=str)
def test_every_position_can_be_drawn_for_everybody(table: Table, language: str) -> None:
    """At 80 columns, for every seat and for spectators; and every option has its phrase."""
    from importlib import import_module

    art = import_module(f"tablee.games.{table.game.folder}.terminal")
    names = ["Anna", "Ben", "Chloé", "David", "Eva", "Finn"][: table.players]
    texts = table.game.texts
    match = table.match(6)
    for turn, _ in enumerate(random_play(match, 6)):
        if turn % 7:
            continue
        for seat in (None, *range(table.players)):
            paper = io.StringIO()
            console = Console(file=paper, width=80, color_system="truecolor")
            console.print(art.table(match.view(seat), names, texts, language))
            if seat is not None:
                console.print(art.hand(match.view(seat), names[seat], texts, language))
                for option in match.options(seat):
                    assert isinstance(art.phrase(option, texts, language), str)
            drawn = paper.getvalue()
            assert all(name in drawn for name in names)


def test_very_many_choices_are_shown_as_ranges() -> None:
    assert ranges(["B1", "B2", "B3", "B5", "L5", "L6", "go", "J5@0.1", "J5@0.2"]) == [
        "B1-3",
        "B5",
        "L5-6",
        "go",
        "J5@0.1-2",
    ]
