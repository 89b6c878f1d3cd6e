"""Do the tests also pass while other processes want the processor? Run after run, written down.

`python -m tests.busy` does what is still missing of three whole runs and of ten runs of the server
and browser suites, while two processes do nothing but count. Each run becomes a row of
docs/test-busy.md; stopped at any time, it goes on after the last row. A run that fails ends it, and
the counting begins anew.
"""

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "test-busy.md"
BUSY = 2  # processes
COUNT = "import os\nwhile os.getppid() == {parent}: pass"  # they end with this process
PASSED = "passed"
SUITES = ["pytest", "-n", "3", "--dist", "worksteal", "tests/server", "tests/browser"]
# How often each kind of run has to pass, and its command.
RUNS = {
    "whole": (3, [sys.executable, "tools/house.py", "test"]),
    "server and browser": (10, [sys.executable, "-m", *SUITES]),
}


def passed_in_a_row(page: str) -> Counter[str]:
    """How often each kind of run has passed since one failed."""
    passed: Counter[str] = Counter()
    for line in page.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[0] in RUNS:
            if cells[-1] == PASSED:
                passed[cells[0]] += 1
            else:
                passed.clear()
    return passed


@contextmanager
def busy() -> Iterator[None]:
    """So many processes want a core each."""
    command = [sys.executable, "-c", COUNT.format(parent=os.getpid())]
    with ExitStack() as stack:
        for _ in range(BUSY):
            process = stack.enter_context(subprocess.Popen(command))
            stack.callback(process.kill)
        yield


def outcome(command: list[str]) -> str:
    """Run it, show what it says, and tell what of it failed."""
    failed = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            if line.startswith(("FAILED ", "ERROR ", "house: test FAILED")):
                failed.append(line.split(" - ")[0].strip())
    if process.returncode == 0:
        return PASSED
    return "; ".join(failed[:3]) or f"exit code {process.returncode}"


def commit() -> str:
    command = ["git", "describe", "--always", "--dirty"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def main() -> int:
    for name, (wanted, command) in RUNS.items():
        while passed_in_a_row(PAGE.read_text("utf-8"))[name] < wanted:
            began, tried = time.monotonic(), commit().strip()
            with busy():
                how = outcome(command)
            minutes = (time.monotonic() - began) / 60
            cells = (name, tried, f"{datetime.now(UTC):%Y-%m-%d}", f"{minutes:.1f}", how)
            with PAGE.open("a", encoding="utf-8") as page:
                page.write(f"| {' | '.join(cells)} |\n")
            if how != PASSED:
                return 1
    print("All runs have passed.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
