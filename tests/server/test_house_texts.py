"""What the house says: in three languages, with the same words, and nothing unsaid or unused."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tablee.server
from tablee.kernel.texts import LANGUAGES
from tablee.server.refusals import CAUSES, STATUS, Declined
from tablee.server.tables.reasons import hint
from tablee.server.texts import content, say

HOME = Path(tablee.server.__file__).parent
STATUSES = ("waiting", "dealing", "playing", "over")  # what a command may demand of a table
ENTRIES = [(section, name) for section, entries in content().items() for name in sorted(entries)]
# All a refusal may name: a word would be of one language only.
NUMBERS: dict[str, Any] = {
    "version": 1,
    "longest": 24,
    "seats": 3,
    "turn": 7,
    "now": 2,
    "least": 3,
    "most": 5,
}


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call in the code of the server, with the name of what is called."""
    for path in sorted(HOME.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                called = node.func
                yield (
                    called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", ""),
                    node,
                )


def strings(node: ast.expr) -> list[str]:
    """The texts an expression may come to; of `not_{status}` one for each status."""
    if isinstance(node, ast.IfExp):
        return strings(node.body) + strings(node.orelse)
    if isinstance(node, ast.JoinedStr):
        start = node.values[0]
        assert isinstance(start, ast.Constant)
        assert isinstance(start.value, str)
        return [f"{start.value}{status}" for status in STATUSES]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def used_codes() -> set[str]:
    """Every code a refusal is made with, also where it is chosen or looked up first."""
    found: set[str] = set()
    for name, call in calls():
        if name == "Declined" and call.args:
            found.update(strings(call.args[0]))
    for node in ast.walk(ast.parse((HOME / "refusals.py").read_text("utf-8"))):
        if isinstance(node, ast.IfExp):  # AgainstTheRules
            found.update(strings(node))
    for node in ast.walk(ast.parse((HOME / "api" / "problems.py").read_text("utf-8"))):
        if isinstance(node, ast.Dict):  # what the framework refuses, by its status
            found.update(
                code for value in node.values for code in strings(value) if " " not in code
            )
    return found


def used_lines() -> set[str]:
    """Every line the table notes in its log."""
    return {
        text
        for name, call in calls()
        if name in ("_note", "_finish", "_drop_undo")
        for argument in call.args[1:2]
        for text in strings(argument)
    }


@pytest.mark.parametrize(("section", "name"), ENTRIES)
def test_every_text_is_there_in_three_languages(section: str, name: str) -> None:
    entry = content()[section][name]
    assert set(entry) == set(LANGUAGES)
    words = [
        {field for _, field, _, _ in string.Formatter().parse(entry[language]) if field}
        for language in LANGUAGES
    ]
    assert words[0] == words[1] == words[2]
    for text in entry.values():
        assert text == text.strip() != ""


def test_every_refusal_has_a_text_and_every_text_a_refusal() -> None:
    assert used_codes() == set(content()["refusals"])
    assert set(STATUS) <= used_codes()


def test_every_cause_has_a_text_and_every_text_a_cause() -> None:
    used = {
        text
        for name, call in calls()
        if name == "Declined"
        for word in call.keywords
        if word.arg == "cause"
        for text in strings(word.value)
    }
    assert used | set(CAUSES.values()) == set(content()["causes"])


def test_every_line_has_a_text_and_every_text_a_line() -> None:
    assert used_lines() == set(content()["lines"])


@pytest.mark.parametrize("code", sorted(content()["refusals"]))
def test_a_refusal_is_said_in_every_language(code: str) -> None:
    declined = Declined(code, **NUMBERS)
    texts = {declined.sentence(language) for language in LANGUAGES}
    assert len(texts) == 3
    assert 400 <= declined.status < 600
    assert all(text[-1] in ".?!" for text in texts)


@pytest.mark.parametrize("cause", sorted(content()["causes"]))
def test_a_cause_is_said_after_the_refusal_in_every_language(cause: str) -> None:
    plain = Declined("wrong_plan", detail="for programs", **NUMBERS)
    declined = Declined("wrong_plan", cause=cause, detail="for programs", **NUMBERS)
    told = {}
    for language in LANGUAGES:
        refusal, sentence = plain.sentence(language), declined.sentence(language)
        assert sentence.startswith(f"{refusal} ")
        told[language] = sentence.removeprefix(refusal)
        assert told[language][-1] == "."
        assert "programs" not in sentence
    assert len(set(told.values())) == 3


@pytest.mark.parametrize("name", sorted(content()["lines"]))
def test_a_line_names_whom_it_is_about_in_every_language(name: str) -> None:
    about = ["{name}" in content()["lines"][name][language] for language in LANGUAGES]
    assert len(set(about)) == 1
    for language in LANGUAGES:
        assert ("Zoë" in say(f"lines.{name}", language, name="Zoë")) == about[0]


def test_names_are_only_words() -> None:
    """A name with braces in it is not a template."""
    assert say("lines.left", "en", name="{seed}") == "{seed} leaves; a bot keeps the chair."


def test_points_with_a_decimal_are_plural_from_two_on_in_french() -> None:
    found = [("R1", 2.0, 40), ("R2", 0.5, 40)]
    assert "1,5 point de mieux que R2" in hint(found, "fr")
    assert "1.5 points better than R2" in hint(found, "en")
    assert "1,5 Punkte besser als R2" in hint(found, "de")
    assert "2,0 points de mieux" in hint([("R1", 2.54, 40), ("R2", 0.5, 40)], "fr")
