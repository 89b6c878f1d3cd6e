"""How each level of the ladder plays a game: its `ladder.toml`."""

import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from tablee.catalogue import SHELF
from tablee.kernel.game import Game


@cache
def rungs(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """What is written of all levels."""
    content: dict[str, dict[str, Any]] = tomllib.loads(
        (SHELF / game.folder / "ladder.toml").read_text("utf-8")
    )
    return content


def rung(level: str, game: Game) -> Mapping[str, Any]:
    """What is written of a level."""
    return rungs(game)[level]
