"""Everything a person reads is there in French, English and German."""

import re
import string
from pathlib import Path
from typing import Any

import pytest

from tablee.catalogue import games, load, titles
from tablee.kernel.game import Game
from tablee.kernel.texts import LANGUAGES, Number, Texts
from tablee.terminal.texts import entries, say, usual_language
from tests.tables import Table, every_table, random_play

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
ROOT = Path(__file__).parents[1]
NAMES = ["Anna", "Ben", "Chloé", "David", "Eva", "Finn"]


def templates(content: Any, path: str = "") -> list[tuple[str, dict[str, Any]]]:
    """Every entry that has texts by language."""
    if not isinstance(content, dict):
        return []
    if set(content) & set(LANGUAGES):
        return [(path, content)]
    return [found for key in content for found in templates(content[key], f"{path}.{key}")]


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def check_entry(path: str, entry: dict[str, Any]) -> None:
    for language in LANGUAGES:
        assert entry.get(language), f"{path} lacks {language}"
    if isinstance(entry["en"], list):
        assert len({len(entry[language]) for language in LANGUAGES}) == 1, path
    else:
        assert len({frozenset(fields(entry[language])) for language in LANGUAGES}) == 1, path


@every_game
def test_every_text_has_three_languages_with_the_same_fields(game: Game) -> None:
    found = templates(game.texts.content)
    assert len(found) > 10
    for path, entry in found + templates(titles()[game.id]["box"]):
        check_entry(path, entry)


def test_every_edition_has_names_and_pitches() -> None:
    for title in titles().values():
        check_entry("name", title["name"])
        check_entry("pitch", title["pitch"])
    assert list(titles()) == sorted(titles(), key=lambda name: titles()[name]["folder"])
    assert len(titles()) == len({load(name).names["fr"] for name in titles()})


def test_every_text_of_the_terminal_has_three_languages() -> None:
    for name, entry in entries().items():
        check_entry(name, entry)


@every_game
def test_every_event_and_question_has_its_text_and_no_other_does(game: Game) -> None:
    content, rules = game.texts.content, game.rules
    assert set(content["events"]) == {kind.name.lower() for kind in rules.Told}
    assert set(content["questions"]) == {kind.name.lower() for kind in rules.Asked}
    for entry in content["events"].values():
        for language in LANGUAGES:
            assert fields(entry[language]) <= set(entry["tells"])


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_every_event_told_reads_as_a_sentence(table: Table) -> None:
    """Whatever happens in random games can be told; a sentence ends as sentences do."""
    for seed in range(15):
        match = table.match(seed)
        for events in random_play(match, seed):
            for event in events:
                for language in LANGUAGES:
                    sentence = table.game.texts.sentence(event, NAMES, language)
                    assert sentence[-1] in ".!?", sentence
                    assert "{" not in sentence


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_questions_have_the_clause_they_come_from(table: Table) -> None:
    match = table.match(1)
    for _ in random_play(match, 1):
        if not match.over:
            question = match.question
            assert question.clause.startswith(titles()[table.game.id]["box"]["clauses"])
            assert set(question.sentence) == set(LANGUAGES)


def test_numbers_choose_singular_or_plural() -> None:
    assert [f"{Number(n, zero_is_singular=True):bouée|bouées}" for n in (-1, 0, 1, 2)] == [
        "bouée",
        "bouée",
        "bouée",
        "bouées",
    ]
    assert [f"{Number(n, zero_is_singular=False):buoy|buoys}" for n in (-1, 0, 1, 2)] == [
        "buoy",
        "buoys",
        "buoy",
        "buoys",
    ]
    assert f"{Number(12, zero_is_singular=True)}" == "12"


def test_a_missing_text_is_noticed_when_the_game_is_loaded() -> None:
    rules = load("land-unter").rules
    with pytest.raises(KeyError):
        Texts({"events": {}, "questions": {}}, rules.Told, rules.Asked)


def test_the_language_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for value, language in (("fr_CA.UTF-8", "fr"), ("de", "de"), ("C", "en"), ("xx_YY", "en")):
        monkeypatch.setenv("LANG", value)
        assert usual_language() == language
    assert say("wins", "de", names="Anna") == "Anna gewinnt."


def test_nobody_is_told_to_click() -> None:
    """Whoever plays by touch or by keys has nothing to click with."""
    files = [*ROOT.glob("src/tablee/**/*.toml"), *ROOT.glob("client/src/texts/*.ts")]
    assert len(files) > 20
    told = [
        f"{file.name}: {line}"
        for file in files
        for line in file.read_text("utf-8").splitlines()
        if re.search(r"\b(click|cliqu|klick)", line, re.IGNORECASE)
    ]
    assert told == []
