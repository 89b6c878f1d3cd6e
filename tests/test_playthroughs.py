"""Recorded games, played again and compared state by state."""

from pathlib import Path

import pytest

from tablee.catalogue import SHELF, games, load
from tablee.kernel import record
from tablee.kernel.game import Game
from tools.playthroughs import digests, digests_beside

FILES = sorted(SHELF.glob("*/playthroughs/*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_recorded_game_goes_as_it_went(path: Path) -> None:
    kept = record.parse(path.read_bytes())
    game = load(kept.game)
    assert digests(game, kept) == digests_beside(path).read_text().split()
    assert kept.result is not None
    record.verify(game, kept)
    assert record.dump(kept) == path.read_bytes()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_playthroughs_cover_every_number_of_players_and_every_switch(game: Game) -> None:
    everything = [
        record.parse(path.read_bytes()) for path in FILES if path.parts[-3] == game.folder
    ]
    assert {one.rules_version for one in everything} == set(game.defaults)
    for version in game.defaults:
        kept = [one for one in everything if one.rules_version == version]
        assert len(kept) >= 5
        assert {len(one.seats) for one in kept} == set(game.players)
        for switch in kept[0].options:  # all there were in that version
            assert {one.options[switch] for one in kept} == {True, False}
