"""`make fuzz` ends when its time is up."""

import time

from tests.server import fuzz, http_fuzz
from tests.server.houses import house_at, serve


def test_the_round_in_which_the_time_is_up_is_the_last() -> None:
    done = []
    until = time.monotonic() + 0.1

    def until_the_end(_: str, seed: int) -> str:
        done.append(seed)
        while time.monotonic() < until:
            pass
        return "nothing"

    fuzz.run({"first": until_the_end, "second": until_the_end}, until)
    assert len(done) == 1


def test_no_operation_is_asked_when_the_time_is_up(sqlite_url: str) -> None:
    with serve(house_at(sqlite_url)) as serving:
        assert not http_fuzz.fuzz(serving.url, 1, 5, until=time.monotonic())
