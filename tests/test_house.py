"""The shape of the house: who imports whom, and what stays out of it."""

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOUSE = ROOT / "src" / "tablee"


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def ours(names: set[str]) -> set[str]:
    return {name for name in names if name.split(".")[0] == "tablee"}


def test_the_kernel_imports_nothing_of_the_rest() -> None:
    for path in (HOUSE / "kernel").glob("*.py"):
        for name in ours(imports(path)):
            assert name in ("tablee", "tablee.kernel") or name.startswith("tablee.kernel.")


def test_rules_import_their_own_parts_and_the_kernel_alone() -> None:
    for path in HOUSE.glob("games/*/*.py"):
        if path.name.startswith("test_"):
            continue
        folder = f"tablee.games.{path.parent.name}"
        for name in ours(imports(path)):
            assert name.startswith((folder, "tablee.kernel")), f"{path}: {name}"


def test_games_know_nothing_of_numba() -> None:
    for path in [*HOUSE.glob("games/*/*.py"), *HOUSE.glob("kernel/*.py")]:
        if path.name not in ("compile.py", "kept_code.py", "layout.py"):
            assert not {"numba", "numpy"} & {name.split(".")[0] for name in imports(path)}, path


def loaded_by(code: str) -> set[str]:
    """The modules a fresh Python has after running this."""
    code += "; import sys; print(' '.join(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_playing_interpreted_imports_no_numba() -> None:
    heavy = {"numba", "numpy"}
    assert not heavy & loaded_by("import tablee")
    play = (
        "from tablee.bots.arena import play_game; from tablee.bots.players import bot;"
        "from tablee.catalogue import games;"
        "[play_game(g, [bot('sailor', g)] * g.players[0], {}, 1) for g in games()]"
    )
    assert not heavy & loaded_by(play)


WITHOUT_NUMBA = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("numba", "numpy", "llvmlite"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
import tablee.kernel.compile as compiling
compiling.find_spec = lambda name: None
from tablee.cli import main
assert main(["simulate", "land-unter", "--games", "5"]) == 0
assert main(["export", "diabolo", "-o", sys.argv[1]]) == 0
assert main(["replay", sys.argv[1]]) == 0
from tablee.catalogue import load
from tablee.kernel.playout import random_games
try:
    compiling.link(random_games, load("land-unter"))
except compiling.CompiledExtraMissing as error:
    print("refused:", error)
"""


def test_everything_works_without_the_compiled_extra(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_NUMBA, str(tmp_path / "game.json")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "5 games, " in run.stdout
    assert "refused: Compiled rules need Numba; it comes with the extra `fast`" in run.stdout


COMPILE = """
from multiprocessing import get_context
from tablee.catalogue import load
from tablee.simulation import Simulator

def play():
    Simulator(load("land-unter"), 3, {}, compiled=True)

if __name__ == "__main__":
    play()
    again = get_context("spawn").Process(target=play)
    again.start()
    again.join()
"""


def test_the_first_compilation_says_so_and_later_ones_are_warm(tmp_path: Path) -> None:
    """Also where Python itself compiles its modules anew, which moves things in memory."""
    program = tmp_path / "program.py"
    program.write_text(COMPILE)

    def run(modules: str) -> str:
        environment = {
            "TABLEE_CACHE": str(tmp_path / "cache"),
            "PYTHONPYCACHEPREFIX": str(tmp_path / modules),
            "PATH": "",
        }
        ran = subprocess.run(
            [sys.executable, str(program)],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )
        return ran.stderr

    assert run("first").count("compiling the rules, once") == 2  # the loops of a simulation
    assert run("first") == ""
    assert run("second") == ""


def test_the_compile_cache_is_keyed_on_all_sources(tmp_path: Path) -> None:
    """A change in any file of ours, also one only called from another, gives a new folder."""
    import shutil

    copy = tmp_path / "tablee"
    shutil.copytree(HOUSE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    code = "import tablee.kernel.compile as c; print(c.cache_folder('land_unter'))"

    def folder() -> str:
        run = subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONPATH": str(tmp_path), "HOME": str(tmp_path), "PATH": ""},
        )
        return run.stdout

    before = folder()
    assert folder() == before
    sets = copy / "kernel" / "sets.py"
    sets.write_text(sets.read_text() + "\n")
    assert folder() != before


def test_without_a_place_for_the_cache_the_rules_are_compiled_every_time(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    code = "from tablee.cli import main; main(['simulate', 'land-unter', '--games', '5'])"
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"TABLEE_CACHE": str(tmp_path / "file"), "PATH": ""},
    )
    assert "5 games, " in run.stdout
    assert "compiling the rules" in run.stderr


def tracked() -> list[Path]:
    listing = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [ROOT / name for name in listing.stdout.split("\n") if name and (ROOT / name).is_file()]


def test_no_lock_names_a_host() -> None:
    locks = [path for path in tracked() if path.parent.name == "requirements"]
    assert locks
    for path in locks:
        assert not re.search(r"https?://|index-url", path.read_text()), path
        assert "--hash=sha256:" in path.read_text()


SLEEPS = ("sleep", "wait_for_timeout")
WAITING = ROOT / "tests" / "waiting.py"  # sleeps between two looks at what is waited for


def sleeps(tree: ast.AST) -> list[int]:
    """The lines on which something waits for a time; `sleep(0)` only lets others go on."""
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", getattr(node.func, "id", "")) in SLEEPS
        and ast.unparse(node) != "asyncio.sleep(0)"
    ]


def test_a_sleep_is_found() -> None:
    naps = "sleep(1)", "time.sleep(0)", "asyncio.sleep(a_while)", "page.wait_for_timeout(50)"
    assert sleeps(ast.parse("\n".join((*naps, "asyncio.sleep(0)")))) == [1, 2, 3, 4]


def test_tests_wait_for_what_is_to_happen_and_never_for_a_time() -> None:
    for path in tracked():
        is_test = "tests" in path.relative_to(ROOT).parts or path.name.startswith("test_")
        if path.suffix == ".py" and is_test and path != WAITING:
            assert sleeps(ast.parse(path.read_text("utf-8"))) == [], path


def test_modules_stay_small() -> None:
    for path in tracked():
        if path.suffix == ".py" and not path.name.startswith("test_"):
            assert len(path.read_text("utf-8").splitlines()) <= 400, path
