"""The table of features names all that a house can be asked, and nothing that it cannot."""

import argparse
import asyncio
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest

from tablee import cli
from tablee.catalogue import games
from tablee.kernel.game import Game
from tablee.server.api.app import http_api
from tablee.server.api.site import WEB
from tablee.server.door.wire import Incoming
from tablee.server.tables.commands import Asked
from tests.features.covering import editions, every_table, pairwise
from tests.features.table import FEATURES
from tests.server.houses import house_at

EXAMPLES = Path(__file__).parents[2] / "examples"
ASIDE = ("HEAD", "OPTIONS")  # which go where GET goes


def routes(folder: Path) -> Iterator[str]:
    """The routes of the HTTP API and the pages, but for the files of the client."""

    async def all_routes() -> list[str]:
        app = http_api(house_at(f"sqlite:///{folder}/house.db"))
        return [
            f"{method} {route.path_format}"
            for route in app.routes
            if not (WEB / route.path_format.strip("/")).is_file()
            for method in getattr(route, "methods", ())
            if method not in ASIDE
        ]

    yield from asyncio.run(all_routes())


def commands(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The commands of the command line, those below others by both their names."""
    below = [one for one in parser._actions if isinstance(one, argparse._SubParsersAction)]
    if not below:
        yield parser.prog
    for choices in below:
        for one in choices.choices.values():
            yield from commands(one)


def all_there_is(folder: Path) -> set[str]:
    there = set(routes(folder))
    there |= {f"do {kind.__struct_config__.tag}" for kind in get_args(Asked)}
    there |= {f"send {kind.__struct_config__.tag}" for kind in get_args(Incoming)}
    there |= set(commands(cli.parser()))
    there |= {f"examples/{path.name}" for path in EXAMPLES.glob("*.py")}
    return there


def test_whatever_can_be_asked_stands_in_the_table(tmp_path: Path) -> None:
    there = all_there_is(tmp_path)
    named = {entry for row in FEATURES for entry in row.through}
    assert there - named == set(), "without a feature"
    assert named - there == set(), "not to be found in the house"


def test_features_have_names_of_their_own() -> None:
    names = [row.name for row in FEATURES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_edition_number_of_players_and_switch_is_tried_beside_every_other(game: Game) -> None:
    tables = every_table(game, kinds=("one", "other"))
    tried = [
        {("edition", laid.game.id), ("players", laid.players), ("kind", laid.kind), *laid.switches}
        for laid in tables
    ]
    values = {value for row in tried for value in row}
    assert len(values) == len(editions(game)) + len(game.players) + 2 + 2 * len(game.switches)
    for one, other in combinations(values, 2):
        assert one[0] == other[0] or any({one, other} <= row for row in tried)


def test_few_combinations_are_enough() -> None:
    assert [*pairwise({"only": (1, 2)})] == [{"only": 1}, {"only": 2}]
    four = dict.fromkeys("abcd", (False, True))
    assert 4 <= len([*pairwise(four)]) <= 6
