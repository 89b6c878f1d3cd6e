"""What survives a power cut: everything, as the house writes; not so with less syncing."""

import pytest

from tests.server.powercut import cut


def test_no_acknowledged_write_is_lost_in_a_power_cut() -> None:
    tally = cut("FULL", 400, seed=20)
    assert tally.cuts == 400
    assert tally.acknowledged > 1000
    assert (tally.lost, tally.twice, tally.half, tally.damaged) == (0, 0, 0, 0)
    # The cuts came in the middle of everything a disk is asked to do.
    assert set(tally.cut_in) == {"write", "sync", "truncate", "create", "remove"}


@pytest.mark.parametrize(("synchronous", "harm"), [("NORMAL", "lost"), ("OFF", "damaged")])
def test_the_cuts_catch_a_house_that_syncs_less(synchronous: str, harm: str) -> None:
    tally = cut(synchronous, 200, seed=20)
    assert getattr(tally, harm) > 0
