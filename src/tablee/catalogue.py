"""The shelf: games are found by listing the folders under games/."""

import tomllib
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tablee.kernel.deals import shown
from tablee.kernel.errors import UnknownGame
from tablee.kernel.game import Game
from tablee.kernel.kinds import Kind
from tablee.kernel.texts import Texts

SHELF = Path(__file__).parent / "games"


@cache
def titles() -> dict[str, dict[str, Any]]:
    """Every edition of every game by its id, with its entry of game.toml and its folder."""
    found = {}
    for path in sorted(SHELF.glob("*/game.toml")):
        box = tomllib.loads(path.read_text("utf-8"))
        for edition in box["editions"]:
            found[edition["id"]] = {"folder": path.parent.name, "box": box, **edition}
    return found


@cache
def load(name: str) -> Game:
    """The game of that id."""
    if name not in titles():
        raise UnknownGame(f"There is no game {shown(name)}; there are {', '.join(titles())}.")
    title = titles()[name]
    folder, box = title["folder"], title["box"]
    parts = {
        part: import_module(f"tablee.games.{folder}.{part}")
        for part in ("rules", "view", "notation", "bots", "observe")
    }
    content = tomllib.loads((SHELF / folder / "texts.toml").read_text("utf-8"))
    rules = parts["rules"]
    return Game(
        id=name,
        folder=folder,
        names=title["name"],
        rules_version=box["rules_version"],
        players=range(box["players"][0], box["players"][1] + 1),
        minutes=tuple(box["minutes"]),
        defaults=defaults(box),
        undo=undoable(folder, box["undo"], rules.Asked),
        rules=rules,
        sight=parts["view"],
        notation=parts["notation"],
        bots=parts["bots"],
        observation=parts["observe"],
        texts=Texts(content, rules.Told, rules.Asked),
    )


def defaults(box: dict[str, Any]) -> dict[int, dict[str, bool]]:
    """What an unnamed switch means, in each version of the rules that can be played.

    That is today's version, and every earlier one in which a switch says what its absence meant.
    """
    options = box.get("options", {})
    today = {name: entry["default"] for name, entry in options.items()}
    found = {box["rules_version"]: today}
    for name, entry in options.items():
        for version, meaning in entry.get("absent", {}).items():
            found.setdefault(int(version), dict(today))[name] = meaning
    return found


def undoable(folder: str, names: list[str], asked: type[Kind]) -> frozenset[str]:
    """The questions of that name; refused if the game asks no such question."""
    questions = [kind.name.lower() for kind in asked]
    for name in names:
        if name not in questions:
            raise ValueError(
                f"undo in game.toml of {folder} names {shown(name)}, which is no question; "
                f"the questions are {', '.join(questions)}."
            )
    return frozenset(names)


def games() -> list[Game]:
    """One edition of each game: all there are to test, simulate or learn."""
    first = {title["folder"]: name for name, title in reversed(titles().items())}
    return [load(name) for name in sorted(first.values())]
