"""The rule books as data: clauses by number, as written for people in three languages."""

import re
from functools import cache

from tablee.catalogue import SHELF
from tablee.kernel.game import Game

CLAUSE = re.compile(r"^\*\*([A-Z]+-\d+)\*\*", re.MULTILINE)


@cache
def book(folder: str, language: str) -> str:
    """A game's rule book in Markdown; the folder "" has the clauses common to all games."""
    return (SHELF / folder / f"rulebook.{language}.md").read_text("utf-8")


@cache
def clauses(folder: str, language: str) -> dict[str, str]:
    """Every clause of a book with its text and its examples."""
    found = {}
    text = re.split(r"^#+ .*$", book(folder, language), flags=re.MULTILINE)
    for section in text:
        starts = [(match.start(), match[1]) for match in CLAUSE.finditer(section)]
        ends = [start for start, _ in starts[1:]] + [len(section)]
        for (start, number), end in zip(starts, ends, strict=True):
            found[number] = section[start:end].strip()
    return found


def clause(game: Game, number: str, language: str) -> str | None:
    """One clause, of the game or common to all, or None if there is no such clause."""
    return (clauses(game.folder, language) | clauses("", language)).get(number)
