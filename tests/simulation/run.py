"""Run the simulated house from many seeds; `make simulate ARGS="--from 0 --seeds 2000"`.

What was run of the same sources is kept and added up, so that a long run can be made of several.
"""

import argparse
import hashlib
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path

from tests.simulation.world import TROUBLES, Result, run

ROOT = Path(__file__).parents[2]
KEPT = ROOT / ".tools" / "simulation.json"
MANY = 200  # seeds in which every kind of trouble must have come
LINES = 12  # of a finding that are printed


@dataclass
class Sum:
    """What came of several seeds."""

    seeds: set[int] = field(default_factory=set)
    happened: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    failed: dict[int, dict[str, list[str]]] = field(default_factory=dict)

    def add(self, result: Result) -> None:
        if result.seed in self.seeds:
            return
        self.seeds.add(result.seed)
        self.happened += result.happened
        self.seconds += result.seconds
        if result.findings:
            self.failed[result.seed] = result.findings

    @property
    def never_came(self) -> list[str]:
        """Kinds of trouble that should have come in so many seeds."""
        if len(self.seeds) < MANY:
            return []
        return [kind for kind in TROUBLES if not self.happened[kind]]

    def lines(self) -> Iterator[str]:
        yield f"{len(self.seeds):,} seeds, {self.seconds / 3600:.1f} hours of virtual time, "
        yield f"{self.happened['acknowledged']:,} acknowledged commands"
        yield ", ".join(f"{kind}: {self.happened[kind]:,}" for kind in TROUBLES)
        for seed, findings in sorted(self.failed.items()):
            yield f"seed {seed} fails; again: {repeat(seed)}"
            for what, found in findings.items():
                yield f"  {what}: " + "\n    ".join(one[:1000] for one in found[:LINES])
        if self.never_came:
            yield "never came: " + ", ".join(self.never_came)

    def kept(self) -> dict[str, object]:
        return {**vars(self), "seeds": sorted(self.seeds)}


def repeat(seed: int) -> str:
    return f'make simulate ARGS="--from {seed} --seeds 1 --trace"'


def sources() -> str:
    """A hash of everything that decides what a seed leads to."""
    digest = hashlib.sha256()
    folders = [ROOT / "src" / "tablee", ROOT / "tests" / "simulation", ROOT / "tests" / "server"]
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def earlier() -> Sum:
    """What was run of these sources before."""
    try:
        kept = json.loads(KEPT.read_text())
    except (OSError, ValueError):
        return Sum()
    if kept.pop("sources") != sources():
        return Sum()
    failed = {int(seed): findings for seed, findings in kept["failed"].items()}
    return Sum(set(kept["seeds"]), Counter(kept["happened"]), kept["seconds"], failed)


def keep(all_of_them: Sum) -> None:
    KEPT.parent.mkdir(exist_ok=True)
    KEPT.write_text(json.dumps({"sources": sources(), **all_of_them.kept()}))


def without_trace(seed: int) -> Result:
    """What came of a seed; a hash stands for all that happened."""
    result = run(seed)
    result.lines.clear()
    return result


def results(seeds: Iterable[int], jobs: int) -> Iterator[Result]:
    """Of many seeds, in several processes."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        yield from pool.map(without_trace, seeds, chunksize=4)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--seeds", type=int, default=MANY, help=f"how many ({MANY})")
    parser.add_argument("--jobs", type=int, default=2, help="processes (2)")
    parser.add_argument("--trace", action="store_true", help="print all that happens, as it was")
    asked = parser.parse_args()
    seeds = range(asked.first, asked.first + asked.seeds)
    if asked.trace:
        return trace(seeds)
    began, now, together = time.monotonic(), Sum(), earlier()
    for result in results(seeds, asked.jobs):
        now.add(result)
        together.add(result)
        if result.findings:
            print(f"seed {result.seed} fails: {repeat(result.seed)}", flush=True)
    keep(together)
    print(*now.lines(), f"{time.monotonic() - began:.0f} s", sep="\n")
    if len(together.seeds) > len(now.seeds):
        print(
            "", "Together with what was run of these sources before:", *together.lines(), sep="\n"
        )
    return 1 if now.failed or now.never_came or together.failed else 0


def trace(seeds: Iterable[int]) -> int:
    """All that happens from some seeds, in full."""
    bad = False
    for seed in seeds:
        result = run(seed)
        print(*result.lines, sep="\n")
        print(f"seed {seed}: {result.seconds} s, trace {result.trace}, {dict(result.happened)}")
        print(json.dumps(result.findings, indent=2) if result.findings else "all is well")
        bad = bad or bool(result.findings)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
