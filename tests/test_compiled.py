"""The rules compiled do exactly what they do interpreted."""

import pytest

from tablee.simulation import simulate
from tests.loops import Tracing
from tests.repeats import long_or
from tests.tables import Table, every_count, every_table

GAMES = long_or(200, 2_000)


@pytest.mark.bounds
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_every_state_of_random_games_is_the_same(table: Table) -> None:
    """So many games for each game and number of players, over all its switches."""
    tracing = Tracing(table.game)
    for seed in range(GAMES // 2 ** len(table.game.switches)):
        match = table.match(seed)
        for turn in range(tracing.turns(match, seed)):
            for seat in match.waiting_for:
                match.choose(seat, int(tracing.chosen[turn][seat]))
            assert match.state.pack() == tracing.states[turn].tobytes(), f"seed {seed}, turn {turn}"
        assert match.over


@pytest.mark.bounds
@pytest.mark.parametrize("table", every_count(), ids=str)
def test_simulations_agree_to_the_last_game(table: Table) -> None:
    """Deals, choices, wins and scores of whole simulations, interpreted and compiled."""
    compiled, plain = (
        simulate(table.game, table.players, {}, 50, 7, compiled=fast) for fast in (True, False)
    )
    assert (compiled.choices, compiled.wins, compiled.means) == (
        plain.choices,
        plain.wins,
        plain.means,
    )
    assert sum(plain.wins) == pytest.approx(1)
