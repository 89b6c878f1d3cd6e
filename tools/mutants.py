"""Do the tests of a game notice broken rules? Breaks them one place at a time, and counts.

    .venv/bin/python tools/mutants.py [GAME ...]

A mutant is the game's rules with one small mistake: rules.py, or a file of the same folder that
it imports. It is killed when the game's own tests fail, or do not end. A survivor must stand in
the game's equivalents.toml with the reason why no test can tell it from the rules. Not mutated:
annotations, docstrings, imports, messages of errors, and what stands directly in a class (how
events are numbered, how wide a field of the state is).

Each mutant runs in a fork of this process, which has pytest and the kernel loaded but not the game.
(mutmut 3 leaves everything outside functions alone, so all of parts.py, and removes no statements.)
"""

import argparse
import ast
import gc
import json
import os
import re
import resource
import signal
import sys
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest

ROOT = Path(__file__).resolve().parent.parent
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
SWAPS = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==",
    "is": "is not", "is not": "is", "in": "not in", "not in": "in", "and": "or", "or": "and",
    "+": "-", "-": "+", "*": "//", "//": "*", "/": "*", "%": "//", "**": "*",
    "&": "|", "|": "&", "^": "&", "<<": ">>", ">>": "<<",
    "min": "max", "max": "min", "any": "all", "all": "any",
    "break": "continue", "continue": "break",
}  # fmt: skip
OPERATOR = re.compile(r"[-+*/%&|^<>=!]+|not in|in|is not|is|and|or")
UNTOUCHED = {"annotation", "returns", "decorator_list", "type_params"}

Function = ast.FunctionDef | None
Place = ast.expr | ast.stmt
Change = tuple[int, int, str]  # from a byte, to a byte, what stands there instead


class Failure(Exception):
    """Something foreseeable: what was wrong, what was expected, what to do."""


@dataclass(frozen=True)
class Mutant:
    """One mistake, named so that other changes to the file leave the name alone."""

    where: str  # module and function
    line: str
    changed: str
    nth: int  # among those of this function that read the same
    path: Path
    source: bytes

    @property
    def name(self) -> tuple[str, str, str, int]:
        return self.where, self.line, self.changed, self.nth

    def load(self) -> None:
        """Be the module, for all that import it from now on."""
        name = ".".join(self.path.relative_to(ROOT / "src").with_suffix("").parts)
        module = sys.modules[name] = ModuleType(name)
        module.__file__ = str(self.path)
        exec(compile(self.source, self.path, "exec", dont_inherit=True), module.__dict__)


class Module:
    """A source file and the changes that can be made to it."""

    def __init__(self, path: Path):
        self.path = path
        self.source = path.read_bytes()
        self.lines = [0]
        for line in self.source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def mutants(self) -> Iterator[Mutant]:
        seen = {self.source}
        alike: Counter[tuple[str, str, str]] = Counter()
        for where, function, node in self.walk(ast.parse(self.source), self.path.stem, None):
            for start, end, text in self.changes(node, function):
                source = self.source[:start] + text.encode() + self.source[end:]
                if source in seen:
                    continue
                seen.add(source)
                first = self.source.rfind(b"\n", 0, start) + 1
                last = self.source.find(b"\n", end)
                line = plain(self.source[first:last])
                changed = plain(source[first : last - len(self.source) + len(source)])
                alike[where, line, changed] += 1
                nth = alike[where, line, changed]
                yield Mutant(where, line, changed, nth, self.path, source)

    def walk(
        self, node: ast.AST, where: str, function: Function
    ) -> Iterator[tuple[str, Function, ast.AST]]:
        """Every node that may be changed, with the function it is in."""
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            where = f"{where}.{node.name}"
            function = node if isinstance(node, ast.FunctionDef) else None
        yield where, function, node
        for field, value in ast.iter_fields(node):
            inside = value if isinstance(value, list) else [value]
            for child in inside if field not in UNTOUCHED else []:
                match node, child:
                    case (ast.ClassDef(), ast.FunctionDef()):
                        yield from self.walk(child, where, function)
                    case (ast.ClassDef() | ast.Raise(), _) | (_, ast.JoinedStr()):
                        continue
                    case (_, ast.Expr(value=ast.Constant())):  # a docstring
                        continue
                    case (ast.Compare(ops=[ast.In() | ast.NotIn()]), ast.Tuple()):  # in no order
                        for element in child.elts:
                            yield from self.walk(element, where, function)
                    case (_, ast.AST()):
                        yield from self.walk(child, where, function)

    def changes(self, node: ast.AST, function: Function) -> Iterator[Change]:
        """The mistakes that can be made at one node."""
        match node:
            case ast.stmt() if function is None:
                return
            case ast.Compare():
                sides = [node.left, *node.comparators]
                yield from (self.swap(left, right) for left, right in pairwise(sides))
            case ast.BinOp():
                yield self.swap(node.left, node.right)
            case ast.BoolOp():
                yield from (self.swap(left, right) for left, right in pairwise(node.values))
                for value in node.values:
                    yield self.put(value, str(isinstance(node.op, ast.And)))
            case ast.UnaryOp():
                yield self.put(node, re.sub(r"^(not\b|[-~+])\s*", "", self.text(node)))
            case ast.Constant(value=bool() as value):
                yield self.put(node, str(not value))
            case ast.Constant(value=int() | float() as value):
                yield self.put(node, str(value + 1))
            case ast.Constant(value=str() as value):
                yield self.put(node, json.dumps(value + "?", ensure_ascii=False))
            case ast.Tuple(elts=[first, second, *_], ctx=ast.Load()):
                between = self.source[self.end(first) : self.start(second)].decode()
                swapped = self.text(second) + between + self.text(first)
                yield self.start(first), self.end(second), swapped
            case ast.Call(func=ast.Name(id="range"), args=arguments):
                for bound in arguments[:2]:
                    # A number in it is raised by one anyway.
                    match bound:
                        case ast.Constant() | ast.BinOp(op=ast.Add(), right=ast.Constant()):
                            steps = ["- 1"]
                        case ast.UnaryOp() | ast.BinOp(op=ast.Sub(), right=ast.Constant()):
                            steps = ["+ 1"]
                        case _:
                            steps = ["- 1", "+ 1"]
                    for step in steps:
                        yield self.put(bound, f"{self.operand(bound)} {step}")
                if len(arguments) == 1:
                    yield self.put(arguments[0], f"1, {self.text(arguments[0])}")
            case ast.Call(func=ast.Name(id=name)) if name in SWAPS:
                yield self.put(node.func, SWAPS[name])
            case ast.If() | ast.IfExp():
                yield from (self.put(node.test, always) for always in ("True", "False"))
            case ast.While():
                yield self.put(node.test, "False")
            case ast.comprehension():
                for test in node.ifs:
                    yield from (self.put(test, always) for always in ("True", "False"))
            case ast.Break() | ast.Continue():
                yield self.put(node, SWAPS[self.text(node)])
            case ast.Return(value=ast.expr() as value):
                returns = ast.unparse(function.returns) if function and function.returns else ""
                if returns == "int":
                    yield self.put(value, f"{self.operand(value)} + 1")
                elif returns == "bool":
                    yield self.put(value, f"not {self.operand(value)}")
            case ast.AugAssign():
                yield self.swap(node.target, node.value)
                yield self.put(node, "pass")
            case ast.Return() | ast.Assign() | ast.AnnAssign() | ast.Raise() | ast.Delete():
                yield self.put(node, "pass")
            case ast.Expr(value=ast.Call()):
                yield self.put(node, "pass")

    def start(self, node: Place) -> int:
        return self.lines[node.lineno - 1] + node.col_offset

    def end(self, node: Place) -> int:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def text(self, node: Place) -> str:
        return self.source[self.start(node) : self.end(node)].decode()

    def operand(self, node: Place) -> str:
        """The text of a node, safe to be followed by an operator."""
        atom = isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.Constant)
        return self.text(node) if atom else f"({self.text(node)})"

    def put(self, node: Place, text: str) -> Change:
        return self.start(node), self.end(node), text

    def swap(self, left: Place, right: Place) -> Change:
        """Another operator between two operands, or before the = of an assignment."""
        start, end = self.end(left), self.start(right)

        def other(found: re.Match[str]) -> str:
            return SWAPS.get(found[0]) or SWAPS[found[0][:-1]] + "="

        return start, end, OPERATOR.sub(other, self.source[start:end].decode(), count=1)


def plain(source: bytes) -> str:
    """Lines of source as one, without comments."""
    lines = (re.sub(r"(^|\s)#\s.*", "", line) for line in source.decode().splitlines())
    return " ".join(" ".join(lines).split())


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
            mutant.load()
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


def equivalents(game: str) -> dict[tuple[str, str, str, int], str]:
    """The reasons why mutants survive."""
    path = HOUSE / "games" / game / "equivalents.toml"
    entries = tomllib.loads(path.read_text("utf-8"))["mutant"] if path.exists() else []
    return {(e["where"], e["line"], e["changed"], e.get("nth", 1)): e["reason"] for e in entries}


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
    for where, line, changed, _ in reasons:
        wrong.append(f"explained, but killed or gone: {where}: {line} -> {changed}")
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
