"""Who the bots are: their names, their characters, and what is told of them."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from tablee import catalogue
from tablee.bots.position import EVEN
from tablee.kernel.compile import available
from tablee.kernel.errors import WrongCompany

MEASURE = "random"  # never offered to people
TEMPERED = ("cadet", "sailor")  # who have a character; the others play as well as they can
QUICK = (MEASURE, *TEMPERED)  # who need no search
USUAL = "sailor"
FORMER_NAMES = {"heuristic": USUAL}  # as tables and records of old call them


@cache
def content() -> dict[str, Any]:
    """Levels from the weakest to the strongest, and characters: names and sentences."""
    return tomllib.loads((Path(__file__).parent / "personas.toml").read_text("utf-8"))


def levels() -> list[str]:
    """All levels, from the weakest to the strongest."""
    return list(content()["levels"])


def offered() -> list[str]:
    """The levels a house offers: those that search only where searches can be compiled."""
    return [level for level in levels() if level in QUICK or available()]


def characters(game: str) -> list[str]:
    """The characters bots of a game may have."""
    return list(catalogue.load(game).bots.CHARACTERS)


def level_name(level: str, language: str) -> str:
    """What a level is called."""
    name: str = (content()["levels"] | content()["measures"])[level]["name"][language]
    return name


def present_name(name: str) -> str:
    """What a bot is called today."""
    level, dash, character = name.partition("-")
    return FORMER_NAMES.get(level, level) + dash + character


def split(name: str) -> tuple[str, str]:
    """The level and the character of a bot: "sailor-greedy", or "sailor", which has none yet."""
    level, _, character = present_name(name).partition("-")
    return level, character


def joined(level: str, character: str) -> str:
    """The name of a bot of this level and character."""
    return f"{level}-{character}" if character else level


def character_of(name: str) -> str:
    """The character a bot plays with."""
    return split(name)[1] or EVEN


def check(name: str, game: str) -> None:
    """Refuse a bot that does not exist in a game."""
    level, character = split(name)
    if level not in (MEASURE, *levels()):
        raise WrongCompany(f"There is no bot {name!r}; there are {', '.join(levels())}.")
    if "-" not in name:
        return
    known = characters(game) if level in TEMPERED else []
    if character not in known:
        raise WrongCompany(
            f"There is no {level} {character!r} in {game}; "
            f"characters: {', '.join(known) or 'none'}."
        )
