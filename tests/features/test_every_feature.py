"""Every feature over every game, in a real house whose log holds no error."""

import asyncio
from collections.abc import Iterator

import pytest

from tablee.catalogue import games
from tablee.server.bots import keepers
from tests.features.covering import Laid
from tests.features.hall import Hall
from tests.features.table import FEATURES, Feature

PATIENCE = 400.0  # seconds: the first search of all is compiled
TRIALS = [
    pytest.param(game.id, row, laid, id=f"{row.name}-{laid}".replace(" ", "_"))
    for game in games()
    for row in FEATURES
    for laid in row.tables(game)
]


@pytest.fixture(scope="module")
def hall(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Hall]:
    """One house for all features of a game, in which no search is cut short by the machine."""
    with (
        pytest.MonkeyPatch.context() as patch,
        Hall(tmp_path_factory.mktemp(request.param)).open() as hall,
    ):
        patch.setattr(keepers, "PATIENCE", PATIENCE)
        yield hall


@pytest.mark.parametrize(("hall", "row", "laid"), TRIALS, indirect=["hall"], scope="module")
def test_a_feature_works(hall: Hall, row: Feature, laid: Laid) -> None:
    async def whole() -> None:
        await row.trial(hall, laid)
        await hall.settled()

    asyncio.run(whole())
    assert hall.mistakes() == []
    assert set(row.through) <= hall.uses()
