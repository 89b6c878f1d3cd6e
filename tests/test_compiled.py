"""The rules compiled do exactly what they do interpreted."""

import numpy as np
import pytest

from tablee.kernel.chance import Random
from tablee.kernel.compile import link
from tablee.kernel.playout import traced_game
from tablee.simulation import simulate
from tests.tables import Table, every_count, every_table

GAMES = 2_000
LONGEST = 1_000  # turns


@pytest.mark.bounds
@pytest.mark.parametrize("table", every_table(), ids=str)
def test_every_state_of_random_games_is_the_same(table: Table) -> None:
    """At least 2,000 games for each game and number of players, over all its switches."""
    game, layout = table.game, table.game.rules.State
    play = link(traced_game, game)
    trace = layout.batch(LONGEST)
    chosen = np.zeros((LONGEST, game.rules.SEATS), np.int64)
    offers = np.zeros(game.rules.OFFERS + 1, np.int64)
    for seed in range(GAMES // 2 ** len(game.switches)):
        match = table.match(seed)
        batch = layout.batch(1, match.state)
        turns = play(batch[0], np.array(Random(seed, 1)), offers, trace, chosen)
        for turn in range(turns):
            for seat in match.waiting_for:
                match.choose(seat, int(chosen[turn][seat]))
            assert match.state.pack() == trace[turn].tobytes(), f"seed {seed}, turn {turn}"
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
