"""The rooms of the server: each imports only itself and those before it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablee.server

HOME = Path(tablee.server.__file__).parent
SERVER = "tablee.server."
WORDS = ""  # the modules beside the rooms, which all of them use
ROOMS = [WORDS, "bots", "tables", "store", "door", "notices", "house", "api", "running"]


def room_of(name: str) -> str:
    return name if name in ROOMS else WORDS


def imported(module: Path) -> Iterator[str]:
    """The rooms a module imports from when it runs; names for types alone do not count."""
    for node in ast.parse(module.read_text("utf-8")).body:
        for inner in [] if is_for_types(node) else ast.walk(node):
            if isinstance(inner, ast.ImportFrom) and f"{inner.module}.".startswith(SERVER):
                path = f"{inner.module}.".removeprefix(SERVER).split(".")
                yield from map(room_of, [alias.name for alias in inner.names if path == [""]])
                yield room_of(path[0])


def is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def test_every_folder_with_modules_is_a_room() -> None:
    found = {path.parent.name for path in HOME.glob("*/__init__.py")}
    assert found == set(ROOMS[1:])


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_those_before_it(room: str) -> None:
    folder = HOME / room
    modules = sorted(folder.rglob("*.py") if room else folder.glob("*.py"))
    before = ROOMS[: ROOMS.index(room) + 1]
    above = {(module.name, one) for module in modules for one in imported(module)}
    assert {(module, one) for module, one in above if one not in before} == set()
    assert above
