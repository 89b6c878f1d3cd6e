"""The whole house from a seed: nothing acknowledged is lost, and a seed is always one world."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.simulation import run as running
from tests.simulation.faults import FAULTS, FOUND, SOURCES, Fault, try_out
from tests.simulation.run import MANY, ROOT, Sum, earlier, keep, results
from tests.simulation.world import TROUBLES, Result


def test_nothing_is_lost_doubled_or_shown_in_200_worlds() -> None:
    together = Sum()
    for result in results(range(MANY), 2):
        together.add(result)
    assert not together.failed, "\n".join(together.lines())
    assert not together.never_came, "\n".join(together.lines())


def test_a_seed_leads_to_the_same_trace_in_every_process() -> None:
    def traced(hash_seed: str) -> str:
        command = [
            sys.executable,
            "-m",
            "tests.simulation.run",
            "--from",
            "5",
            "--seeds",
            "2",
            "--trace",
        ]
        return subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | {"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    first = traced("1")
    assert "all is well" in first
    assert traced("2") == first


def came(*kinds: str) -> Sum:
    """A batch in which these kinds of trouble came."""
    return Sum(set(range(MANY)), Counter(kinds))


def test_a_batch_in_which_a_kind_of_trouble_never_came_fails() -> None:
    assert came(*TROUBLES[1:]).never_came == [TROUBLES[0]]
    assert not came(*TROUBLES).never_came
    assert not Sum({1, 2, 3}).never_came  # too few to tell


def test_runs_add_up_and_each_seed_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "KEPT", tmp_path / "kept" / "simulation.json")
    good, bad = Result(1, "a", Counter(cut=2)), Result(2, "b", Counter(cut=1), {"lost": ["x"]})
    first = earlier()
    assert not first.seeds
    first.add(good)
    keep(first)
    second = earlier()
    second.add(good)
    second.add(bad)
    keep(second)
    assert earlier() == Sum({1, 2}, Counter(cut=3), 0.0, {2: {"lost": ["x"]}})
    lines = "\n".join(earlier().lines())
    assert 'again: make simulate ARGS="--from 2 --seeds 1 --trace"' in lines


def test_what_was_run_of_other_sources_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "KEPT", tmp_path / "simulation.json")
    keep(Sum({1}))
    monkeypatch.setattr(running, "sources", lambda: "changed")
    assert not earlier().seeds


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.what)
def test_every_fault_can_still_be_planted(fault: Fault) -> None:
    source = (SOURCES / fault.path).read_text("utf-8")
    assert fault.plant(source) != source


def test_a_planted_fault_is_caught() -> None:
    assert try_out(FAULTS[0], seeds=40, jobs=1).startswith(FOUND)
