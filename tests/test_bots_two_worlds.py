"""Two worlds: a bot chooses the same whatever is hidden from it, with the same source of chance."""

from itertools import islice

import pytest

from tablee import catalogue
from tablee.bots.personas import characters, levels
from tablee.bots.players import bot
from tablee.bots.position import EVEN, Packed, suppose, unpack
from tablee.kernel.chance import Random
from tests.server.pairs import Pair, pairs
from tests.tables import every_table

POSITIONS = 8  # at each table: number of players, options
SEARCHED = 1  # for bots that search
QUICK = ("random", "cadet", "sailor")

in_every_game = pytest.mark.parametrize("title", [game.id for game in catalogue.games()])


def owing(title: str, most: int, seed: int) -> list[Pair]:
    """Pairs of positions with other secrets, of seats that owe a choice in both."""
    found = []
    for table in every_table():
        if table.game.id == title:
            seated = list(islice(filter(asked, pairs(table, 100 * most, seed)), most))
            assert len(seated) == most, table
            found += seated
    return found


def asked(pair: Pair) -> bool:
    return pair.viewer is not None and all(
        pair.viewer in match.waiting_for and len(match.options(pair.viewer)) > 1
        for match in pair.matches()
    )


def given(pair: Pair, character: str = EVEN) -> list[Packed]:
    """What the bot is given in each of the worlds."""
    assert pair.viewer is not None
    return [suppose(match, pair.viewer, character).pack() for match in pair.matches()]


@in_every_game
def test_a_bot_is_given_the_same_in_worlds_that_look_alike(title: str) -> None:
    differed = 0
    for pair in owing(title, POSITIONS, 1):
        for character in characters(title):
            first, second = given(pair, character)
            assert first == second, pair
        differed += pair.starts[0] != pair.starts[1]
    assert differed or title == "lifeboats"  # where nothing is hidden but votes


@in_every_game
@pytest.mark.parametrize("level", ["random", *levels()])
def test_a_bot_chooses_the_same_in_worlds_that_look_alike(title: str, level: str) -> None:
    game = catalogue.load(title)
    positions = POSITIONS if level in QUICK else SEARCHED
    for pair in owing(title, positions, 2):
        choices = {
            bot(level, game)(unpack(packed), Random(pair.number, 7)) for packed in given(pair)
        }
        assert len(choices) == 1, pair
