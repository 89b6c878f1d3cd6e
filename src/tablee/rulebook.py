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
    for section in re.split(r"^#+ .*$", book(folder, language), flags=re.MULTILINE):
        starts = list(CLAUSE.finditer(section))
        ends = [start.start() for start in starts[1:]] + [len(section)]
        for start, end in zip(starts, ends, strict=False):
            found[start[1]] = section[start.start() : end].strip()
    return found


def clause(game: Game, number: str, language: str) -> str | None:
    """One clause, of the game or common to all, or None if there is no such clause."""
    return (clauses(game.folder, language) | clauses("", language)).get(number)
