"""Do the tests of a game notice broken rules? Breaks them one place at a time, and counts.

    .venv/bin/python tools/mutants.py [GAME ...]

A mutant is the game's rules with one small mistake: rules.py, or a file of the same folder that
it imports. It is killed when the game's own tests fail, or do not end. A survivor must stand in
the game's equivalents.toml with the reason why no test can tell it from the rules.

Each mutant runs in a fork of this process, which has pytest and the kernel loaded but not the game.
(mutmut 3 leaves all that is outside functions alone, so parts.py, and removes no statements.)
"""

import argparse
import gc
import json
import os
import re
import resource
import signal
import sys
import time
import tomllib
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path
from typing import NoReturn

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.mutation import Module, Mutant, Name, name_of

ROOT = Path(__file__).resolve().parents[1]
HOUSE = ROOT / "src" / "tablee"
REPORT = ROOT / "docs" / "mutants.md"
WORKERS = 2
ENOUGH = 0.95
PATIENCE = 10  # seconds of computing before a test is given up, or five times what it needs
MEMORY = 2 << 30  # bytes
HEADING = """# Mutants

What `make mutants` found the last time, game by game. A mutant is the rules of a game with one
small mistake; the game's own tests must notice it. Those that survive are listed with the reason
why they play exactly as the rules do. Written by tools/mutants.py; the reasons stand in each game's
equivalents.toml.
"""

QUIET = ["-x", "-q", "--tb=no", "-pno:cacheprovider", "-pno:xdist", "-pno:hypothesispytest"]


class Failure(Exception):
    """Something foreseeable: what was wrong, what was expected, what to do."""


class Tests:
    """The tests of one game, as a plugin of pytest; once timed, the quickest run first."""

    def __init__(self, game: str):
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.timed = False
        files = sorted((HOUSE / "games" / game).glob("test_*.py"))
        if not files:
            raise Failure(f"{game} has no test_*.py; expected tests in src/tablee/games/{game}.")
        self.command = [*QUIET, *map(str, files)]
        if pytest.main([*self.command, "--no-summary"], plugins=[self]) != pytest.ExitCode.OK:
            raise Failure(f"the tests of {game} fail as it is; expected them to pass. Mend them.")
        self.timed = True
        gc.freeze()
        # From here on only the kernel is loaded, so that a fork imports the game it is given.
        for name, module in list(sys.modules.items()):
            path = Path(getattr(module, "__file__", None) or "/")
            if path.is_relative_to(ROOT / "src") and not path.is_relative_to(HOUSE / "kernel"):
                del sys.modules[name]

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        if self.timed:
            self.wait(5 * self.seconds[nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: self.seconds[item.nodeid])

    def wait(self, seconds: float) -> None:
        """End this process if it is not told otherwise in time."""
        signal.setitimer(signal.ITIMER_PROF, max(PATIENCE, seconds))

    def run(self, mutant: Mutant) -> NoReturn:
        """In a fork: test the mutant; the exit code is that of pytest."""
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(silence, stream)
        self.wait(PATIENCE)
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        try:
            mutant.load(".".join(mutant.path.relative_to(ROOT / "src").with_suffix("").parts))
            os._exit(pytest.main(self.command, plugins=[self]))
        finally:
            os._exit(pytest.ExitCode.INTERNAL_ERROR)


def judge(game: str, mutants: list[Mutant], until: float) -> tuple[list[Mutant], int]:
    """The survivors, and how many were killed by the clock."""
    tests = Tests(game)
    # Where nothing is changed nothing must be noticed: not at the beginning, not at the end.
    path = mutants[0].path
    sound = Mutant("", "", "", 0, path, path.read_bytes())
    waiting = [sound, *mutants[::-1], sound]
    running: dict[int, Mutant] = {}
    survivors = []
    late = 0
    while waiting or running:
        if waiting and len(running) < WORKERS:
            mutant = waiting.pop()
            pid = os.fork()
            if pid == 0:
                tests.run(mutant)
            running[pid] = mutant
            continue
        pid, status = os.wait()
        mutant = running.pop(pid)
        code = os.waitstatus_to_exitcode(status)
        late += code == -signal.SIGPROF
        if code == pytest.ExitCode.OK:
            survivors.append(mutant)
        elif mutant is sound:
            raise Failure(f"the tests of {game} fail now and then; expected no edits meanwhile.")
        if sys.stderr.isatty():
            print(f"\r{game}: {len(waiting)} mutants to go ", end="", file=sys.stderr)
        if time.monotonic() > until:
            raise Failure("out of time; give more with --minutes, or fewer games.")
    return [mutant for mutant in mutants if mutant in survivors], late


def rules_of(game: str) -> list[Path]:
    """rules.py, and the files of the folder that it imports, directly or not."""
    folder = HOUSE / "games" / game
    files = [folder / "rules.py"]
    if not files[0].is_file():
        raise Failure(f"there is no game {game!r}; expected the name of a folder of games/.")
    for path in files:
        imports = rf"^from tablee\.games\.{game}\.(\w+) "
        found = [
            folder / f"{name}.py" for name in re.findall(imports, path.read_text("utf-8"), re.M)
        ]
        files += [other for other in found if other not in files]
    return files


def equivalents(game: str) -> dict[Name, str]:
    """The reasons why mutants survive."""
    path = HOUSE / "games" / game / "equivalents.toml"
    entries = tomllib.loads(path.read_text("utf-8"))["mutant"] if path.exists() else []
    return {name_of(**entry): reason for entry in entries if (reason := entry.pop("reason"))}


def study(game: str, until: float) -> tuple[str, list[str]]:
    """The game's section of the report, and what is wrong with it."""
    mutants = [mutant for path in rules_of(game) for mutant in Module(path).mutants()]
    survivors, late = judge(game, mutants, until)
    killed = len(mutants) - len(survivors)
    share = f"{len(mutants)} mutants, {killed} killed: {100 * killed / len(mutants):.1f} %"
    print(f"\r{game}: {share}, {len(survivors)} survive")
    day = datetime.now(UTC).date()
    lines = [f"{share}; {late} of them by the clock. {day}, `make mutants ARGS={game}`."]
    wrong = [] if killed >= ENOUGH * len(mutants) else [f"fewer than {ENOUGH:.0%} killed: {share}."]
    reasons = equivalents(game)
    for mutant in survivors:
        reason = reasons.pop(mutant.name, "")
        again = f" (the {mutant.nth}. such line)" if mutant.nth > 1 else ""
        lines.append(f"`{mutant.where}`{again}: {reason or 'NOT EXPLAINED'}")
        lines.append(f"```diff\n- {mutant.line}\n+ {mutant.changed}\n```")
        if not reason:
            wrong.append(f"survives and is not explained:\n{entry(mutant)}")
    for function, line, changed, _ in reasons:
        wrong.append(f"explained, but killed or gone: {function}: {line} -> {changed}")
    return "\n\n".join(lines), wrong


def entry(mutant: Mutant) -> str:
    """A mutant as it is to be written into equivalents.toml."""
    fields = {"where": mutant.where, "line": mutant.line, "changed": mutant.changed}
    lines = [f"{name} = {json.dumps(text, ensure_ascii=False)}" for name, text in fields.items()]
    nth = [f"nth = {mutant.nth}"] if mutant.nth > 1 else []
    return "\n".join(["[[mutant]]", *lines, *nth, 'reason = ""'])


def report(sections: dict[str, str]) -> None:
    """Write what is new; games not studied this time keep what was said of them."""
    old = REPORT.read_text("utf-8") if REPORT.exists() else ""
    kept = dict(part.split("\n", 1) for part in re.split(r"^## ", old, flags=re.M)[1:])
    parts = [f"## {game}\n\n{text.strip()}\n" for game, text in sorted((kept | sections).items())]
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text("\n".join([HEADING, *parts]), "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Do the tests of a game notice broken rules?")
    parser.add_argument("games", nargs="*", metavar="GAME", help="a folder of games/ (else all)")
    parser.add_argument("--minutes", type=float, default=60, help="give up after (60)")
    asked = parser.parse_args()
    games = asked.games or sorted(path.parent.name for path in HOUSE.glob("games/*/rules.py"))
    until = time.monotonic() + 60 * asked.minutes
    wrong = []
    try:
        for game in games:
            section, complaints = study(game, until)
            report({game: section})
            wrong += [f"{game}: {complaint}" for complaint in complaints]
    except Failure as failure:
        sys.exit(f"mutants: {failure}")
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit("\n\n".join(wrong) or 0)


if __name__ == "__main__":
    main()
