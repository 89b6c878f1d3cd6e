"""Clocks, chance and threads come in by constructors: the server reads none of them past those."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablee.server

HOME = Path(tablee.server.__file__).parent
THE_MACHINE = HOME / "machine.py"  # the one module that may
MODULES = sorted(path for path in HOME.rglob("*.py") if path != THE_MACHINE)

ANY = "*"
READS = {
    "time": {ANY},
    "secrets": {ANY},
    "random": {ANY},
    "uuid": {ANY},
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
    "os": {"urandom", "getrandom"},
    "threading": {"Thread", "Timer"},
}
HARMLESS = {("time", "sleep")}
BESIDE_THE_HOUSE = {
    "bots/workers.py": {"threading.Thread", "threading.Timer"},  # of the bots' own processes
    "running/greeting.py": {"threading.Thread"},  # opens a browser
}


def past_the_machine(source: str) -> Iterator[str]:
    """What a module reads of clocks, chance and threads by itself."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module in READS:
            found = [(node.module, alias.name) for alias in node.names]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
            owner = node.value
            found = [(owner.id if isinstance(owner, ast.Name) else owner.attr, node.attr)]
        else:
            continue
        for owner_name, name in found:
            if {ANY, name} & READS.get(owner_name, set()) and (owner_name, name) not in HARMLESS:
                yield f"{owner_name}.{name}"


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(HOME)))
def test_clocks_chance_and_threads_come_from_the_machine(module: Path) -> None:
    """Take `Machine` from a constructor instead: `house.clock()`, `store.machine.new_id()`."""
    allowed = BESIDE_THE_HOUSE.get(str(module.relative_to(HOME)), set())
    assert set(past_the_machine(module.read_text("utf-8"))) == allowed


@pytest.mark.parametrize(
    "source",
    [
        "time.monotonic()",
        "call_later(1, time.perf_counter)",
        "from time import time",
        "from secrets import token_hex",
        "secrets.randbelow(6)",
        "random.random()",
        "os.urandom(8)",
        "uuid.uuid4()",
        "datetime.datetime.now(tz)",
        "datetime.now(tz)",
        "threading.Thread(target=work).start()",
        "from threading import Timer",
    ],
)
def test_a_read_past_the_machine_is_found(source: str) -> None:
    assert list(past_the_machine(source))


def test_waiting_in_a_thread_and_the_machine_itself_are_no_such_reads() -> None:
    source = "time.sleep(1)\nthreading.Lock()\nself.machine.seconds()\nloop.time()\nstore.time"
    assert not list(past_the_machine(source))
