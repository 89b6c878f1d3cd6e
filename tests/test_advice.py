"""Advice in every game: some of the options are rated as they are among all of them."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tablee import catalogue
from tablee.bots.analysis import decisions
from tablee.bots.personas import characters
from tablee.bots.players import ratings
from tablee.bots.position import Position, suppose
from tablee.kernel import record
from tablee.kernel.chance import Random, below
from tablee.kernel.match import Match
from tablee.kernel.record import Record
from tablee.server.bots.studies import judge
from tests.loops import Rating
from tests.tables import Table, every_table, questions

FILES = sorted(catalogue.SHELF.glob("*/playthroughs/*.json"))
SEED = 11
GAMES = {game.folder: game for game in catalogue.games()}

on_every_table = pytest.mark.parametrize("table", every_table(), ids=str)
in_every_recorded_game = pytest.mark.parametrize(
    "path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}"
)


def some(options: list[int], chance: Random) -> list[int]:
    """One or more of these, in any order."""
    left = list(options)
    return [left.pop(below(chance, len(left))) for _ in range(1 + below(chance, len(left)))]


def check_some(position: Position, chance: Random) -> None:
    """Some of the options are rated as among all of them, to the last bit."""
    among_all = dict(zip(position.options, ratings(position), strict=True))
    fewer = some(position.options, chance)
    found = ratings(replace(position, options=fewer))
    assert found == [among_all[option] for option in fewer]


def recorded(kept: Record) -> Iterator[tuple[Match, int]]:
    """Every moment of a recorded game at which a seat has a choice."""
    match = record.begin(catalogue.load(kept.game), kept)
    for turn in kept.turns:
        for seat in match.waiting_for:
            if len(match.options(seat)) > 1:
                yield match, seat
        record.play_turn(match, turn)


@on_every_table
def test_some_of_the_options_are_rated_as_they_are_among_all(table: Table) -> None:
    chance = Random(SEED)
    for match, seat in questions(table, SEED):
        for character in characters(table.game.id):
            check_some(suppose(match, seat, character), chance)


@in_every_recorded_game
def test_some_of_the_options_are_rated_so_in_recorded_games_too(path: Path) -> None:
    kept, chance = record.parse(path.read_bytes()), Random(SEED)
    for match, seat in recorded(kept):
        for character in characters(kept.game):
            check_some(suppose(match, seat, character), chance)


@pytest.mark.parametrize("folder", GAMES)
def test_compiled_as_in_search_they_are_rated_the_same(folder: str) -> None:
    """Whatever else lies in the room the options are in."""
    game, chance = GAMES[folder], Random(SEED)
    rating = Rating(game)
    for table in every_table():
        if table.game.id == game.id:
            for match, seat in questions(table, SEED):
                position = suppose(match, seat, "even")
                assert rating.of(position) == ratings(position)
                fewer = replace(position, options=some(position.options, chance))
                assert rating.of(fewer) == ratings(fewer)


@pytest.mark.parametrize("folder", GAMES)
def test_a_recorded_game_is_analysed_from_every_seat(folder: str) -> None:
    path = next(path for path in FILES if path.parts[-3] == folder and path.stem.endswith("random"))
    kept = record.parse(path.read_bytes())
    for seat in range(len(kept.seats)):
        match = record.begin(catalogue.load(kept.game), kept)
        found = list(decisions(match, kept, seat))
        assert found
        for number, one in enumerate(found):
            judged = judge(one.position.pack(), one.turn, one.chosen, number)
            assert (judged.turn, judged.chosen) == (one.turn, one.chosen)
            assert judged.best in one.position.options
            assert (judged.cost > 0) == (judged.best != judged.chosen)
