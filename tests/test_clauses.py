"""Every clause stands in the rule book in three languages, in the rules and in the tests."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablee.catalogue import SHELF, games, titles
from tablee.kernel.game import Game
from tablee.kernel.texts import LANGUAGES
from tablee.rulebook import CLAUSE, book, clauses

ROOT = Path(__file__).parents[1]
every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)


def prefix(game: Game) -> str:
    letters: str = titles()[game.id]["box"]["clauses"]
    return letters


def docstrings(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield ast.get_docstring(node) or ""


def in_docstrings(paths: list[Path], letters: str) -> set[str]:
    """Clause numbers in docstrings; "LU-8 to LU-12" names all from 8 to 12."""
    found = set()
    for path in paths:
        for text in docstrings(path):
            numbers = rf"{letters}-(\d+)(?: to {letters}-(\d+))?"
            for first, last in re.findall(numbers, text):
                found |= {f"{letters}-{n}" for n in range(int(first), int(last or first) + 1)}
    return found


def in_test_names(paths: list[Path], letters: str) -> set[str]:
    return {
        f"{letters}-{number}"
        for path in paths
        for number in re.findall(rf"def test_{letters}_(\d+)_", path.read_text("utf-8"))
    }


@every_game
def test_books_rules_and_tests_have_the_same_clauses(game: Game) -> None:
    letters = prefix(game)
    folder = SHELF / game.folder
    sources = [path for path in folder.glob("*.py") if not path.name.startswith("test_")]
    numbered = {number for number in clauses(game.folder, "en") if number.startswith(letters)}
    assert numbered == {f"{letters}-{n}" for n in range(1, len(numbered) + 1)}
    assert in_docstrings(sources, letters) == numbered
    assert in_test_names(list(folder.glob("test_*.py")), letters) == numbered


@pytest.mark.parametrize("folder", ["", *(game.folder for game in games())])
def test_the_three_languages_have_the_same_clauses_in_the_same_order(folder: str) -> None:
    orders = {tuple(CLAUSE.findall(book(folder, language))) for language in LANGUAGES}
    assert len(orders) == 1
    (order,) = orders
    assert list(order) == list(clauses(folder, "fr"))
    letters = order[0].split("-")[0]
    assert list(order) == [f"{letters}-{n}" for n in range(1, len(order) + 1)]


def test_the_common_clauses_stand_in_the_kernel_and_its_tests() -> None:
    numbered = set(clauses("", "en"))
    kernel = list((ROOT / "src/tablee/kernel").glob("*.py"))
    assert in_docstrings(kernel, "G") == numbered
    assert in_test_names(list((ROOT / "tests").glob("test_*.py")), "G") == numbered


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_books_refer_to_clauses_and_options_that_exist(game: Game, language: str) -> None:
    text = book(game.folder, language)
    known = clauses(game.folder, language) | clauses("", language)
    assert set(re.findall(r"\b[A-Z]+-\d+\b", text)) <= set(known)
    assert set(re.findall(r"`(\w+)`", text)) == set(game.switches)


@pytest.mark.parametrize("folder", ["", *(game.folder for game in games())])
def test_rulings_are_marked_alike_in_the_three_languages(folder: str) -> None:
    marks = {
        "fr": ("*(arbitrage)*", "*(complément)*"),
        "en": ("*(ruling)*", "*(filled in)*"),
        "de": ("*(Festlegung)*", "*(Ergänzung)*"),
    }
    counts = {
        language: {
            number: [text.count(mark) for mark in marks[language]]
            for number, text in clauses(folder, language).items()
        }
        for language in LANGUAGES
    }
    assert counts["fr"] == counts["en"] == counts["de"]
    assert any(sum(marked) for marked in counts["en"].values())


@pytest.mark.parametrize(
    ("clause", "text", "ruled", "filled_in"),
    [
        ("DI-17", "clockwise from the dealer counts", "so the dealer comes last", ""),
        ("KI-7", "ahead of yours", "is not ahead", ""),
        ("KI-11", "do what it says", "the end of a move, not the end of a turn", ""),
        ("LB-5", "three islands", "", "the least certain"),
        ("LB-10", "no longer have anybody at sea", "", ""),
        ("LB-13", "even one without a single vote", "only after all the ballots", ""),
        ("LU-18", "when only two players are left", "ends the moment an elimination", ""),
    ],
)
def test_what_was_decided_is_marked_and_what_the_document_says_is_not(
    clause: str, text: str, ruled: str, filled_in: str
) -> None:
    """A clause is text up to its first mark; each mark reaches up to the next."""
    (game,) = [game for game in games() if prefix(game) == clause.split("-")[0]]
    parts = re.split(r"\*\((ruling|filled in)\)\*", clauses(game.folder, "en")[clause])
    marked = list(zip(parts[1::2], parts[2::2], strict=True))
    assert re.search(text, parts[0])
    for mark, words in (("ruling", ruled), ("filled in", filled_in)):
        said = " ".join(part for kind, part in marked if kind == mark)
        assert bool(said) == bool(words)
        assert not words or re.search(words, said)
