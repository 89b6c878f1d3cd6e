"""Everything that is done to this checkout, on a machine with nothing but Python.

    python3 tools/house.py COMMAND [ARGUMENTS]

Nothing is installed outside the checkout: uv goes into .tools/, packages into .venv/, both from the
hashed locks in requirements/, those of the client into client/node_modules/. (Only for root, where
pip or browsers are missing, apt-get is asked for them.) A step whose inputs have not changed is
skipped.
"""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

# An older Python must be able to read this file and get past this point.
if sys.version_info < (3, 11):  # noqa: UP036
    newer = ["python3.14", "python3.13", "python3.12", "python3.11"]
    for found in filter(None, map(shutil.which, newer)):
        if subprocess.call([found, "-c", ""], stderr=subprocess.DEVNULL) == 0:
            os.execv(found, [found, *sys.argv])
    sys.exit(
        f"house: Python 3.11 or newer is needed; this is {sys.version.split()[0]}, and none of "
        f"{', '.join(newer)} runs from the PATH.\n"
        "Install one (Debian, Ubuntu: apt install python3; macOS: brew install python), try again."
    )

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "requirements"
TOOLS = ROOT / ".tools"
UV = str(TOOLS / "uv" / "bin" / "uv")
VENV = ROOT / ".venv"
BIN = VENV / "bin"
PYTHON = str(BIN / "python")
DONE = VENV / "house.json"  # what .venv was made from
# Inside a virtual environment, the Python it stands on: the environment itself may be remade.
BASE: str = getattr(sys, "_base_executable", "") or sys.executable
QUIET = ["--quiet", "--no-progress"]
TRY = "Expected the package index to answer, and a folder to write in. Check both, try again."

# The locks, and for each the smaller ones it takes in.
WITHIN = {"play": [], "dev": ["play"], "bench": ["play", "dev"]}
# npm in client/, with the Node that is in the locks
NPM = "python hatch_build.py npm"
LINT = ["ruff format --check", "ruff check", "mypy"]
LINT += [f"{NPM} run format:check", f"{NPM} run check"]
# As in a shell: what ends in & goes on beside what follows, until all is waited for.
TEST = ["python -m tests.loops &", *LINT, f"{NPM} test", "wait", "pytest -n 3 --dist worksteal"]
RULES = "tests --ignore tests/server --ignore tests/browser"
TEST += [f"NUMBA_BOUNDSCHECK=1 pytest -n 2 --dist worksteal -m bounds {RULES}"]
TEST += ["python -m tools.smoothness --check"]
LONG = ["python -m tests.loops", "TABLEE_LONG=1 pytest -n 3 --dist worksteal"]
ONE_GAME = "tests/test_kernel.py tests/test_match.py src/tablee/games/land_unter"
QUICK = ["mypy &", "ruff format --check", "ruff check", f"{NPM} run check &"]
QUICK += [f"pytest {ONE_GAME}", "wait"]
FORMAT = ["ruff check --fix-only", "ruff format", f"{NPM} run format"]
# What a command is for, the lock it needs installed, and its steps. A single step takes arguments.
COMMANDS: dict[str, tuple[str, str, list[str]]] = {
    "play": ("open a house on this machine and show it in the browser", "play", ["tablee serve"]),
    "terminal": ("play at this terminal", "play", ["tablee play"]),
    "test": ("check format, lint, types, tests, browser, bounds, smoothness", "dev", TEST),
    "quick": ("check lint, types, the kernel and one game", "dev", QUICK),
    "test-long": ("the tests with many more repetitions", "dev", LONG),
    "test-busy": ("the tests beside busy processes", "dev", ["python -m tests.busy"]),
    "lint": ("check format, lint, types", "dev", LINT),
    "format": ("format, and mend the lint", "dev", FORMAT),
    "mutants": ("do the tests notice broken rules?", "dev", ["python tools/mutants.py"]),
    "test-crash": ("kill the server many times", "dev", ["python -m tests.server.crash"]),
    "test-powercut": ("cut the power many times", "dev", ["python -m tests.server.powercut"]),
    "simulate": ("the whole house from seeds", "dev", ["python -m tests.simulation.run"]),
    "test-engines": ("the boards in WebKit and Firefox", "dev", ["pytest tests/engines/boards.py"]),
    "test-deploy": ("containers and unit, built and run", "dev", ["python -m tests.deploy"]),
    "fuzz": ("nonsense at every door, for minutes", "dev", ["python -m tests.server.fuzz"]),
    "bench-engine": ("measure the engine", "bench", ["python bench/engine.py"]),
    "bench-server": ("measure the server", "bench", ["python bench/server/run.py"]),
    "bench-nodes": ("measure one node and two", "dev", ["python -m bench.server.nodes"]),
    "bench-bots": ("measure how fast the bots are", "bench", ["python -m bench.bots"]),
    "lighthouse": ("measure the pages", "dev", ["python -m tools.lighthouse.measure"]),
    "smoothness": ("measure how soon and how smooth", "dev", ["python -m tools.smoothness"]),
    "screenshots": ("take the pictures of all pages", "dev", ["python -m tools.screenshots"]),
    "bots": ("measure the bots against each other", "dev", ["python -m bench.ladder"]),
    "trees": ("measure tree search against flat search", "dev", ["python -m bench.trees"]),
    "playthroughs": ("record missing games", "dev", ["python tools/playthroughs.py"]),
    "pictures": ("draw the pictures of the docs", "dev", ["python tools/pictures.py"]),
    "setup": ("make .venv, client and browser ready, and stop", "dev", []),
    "lock": ("write requirements/ from pyproject.toml (--upgrade: newest versions)", "", []),
    "clean": ("remove all of this again, .venv and .tools included", "", []),
    "help": ("this list", "", []),
}
# Made ready before some commands, by a module that says what it does only if there is something to.
CLIENT, BROWSER = "hatch_build", "tests.browser.chromium"
ENGINES = "tests.engines.programs"
FIRST = {
    "play": [CLIENT],
    "test": [CLIENT, BROWSER],
    "test-long": [CLIENT, BROWSER],
    "test-busy": [CLIENT, BROWSER],
    "test-crash": [CLIENT],
    "test-powercut": [CLIENT],
    "simulate": [CLIENT],
    "test-engines": [CLIENT, ENGINES],
    "fuzz": [CLIENT],
    "bench-server": [CLIENT],
    "bench-nodes": [CLIENT],
    "bench-bots": [CLIENT],
    "lighthouse": [CLIENT, BROWSER],
    "smoothness": [CLIENT, BROWSER],
    "screenshots": [CLIENT, BROWSER],
    "setup": [CLIENT, BROWSER],
}


class Failure(Exception):
    """Something foreseeable: what failed, what was expected, what to do."""


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def works(*command: str) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def do(what: str, advice: str, *command: str) -> None:
    """One step of the setup: a line while it runs, its output only if it fails."""
    print(f"house: {what} ...", file=sys.stderr, flush=True)
    calm = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_USER": "0", "UV_PYTHON_DOWNLOADS": "never"}
    ran = subprocess.run(
        command, env=os.environ | calm, cwd=ROOT, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        said = [f"  | {line}" for line in (ran.stdout + ran.stderr).splitlines() if line.strip()]
        raise Failure("\n".join([f"failed: {what}", *said[-6:], advice]))


def find_pip(scratch: str) -> list[str]:
    """Any pip will do: it only fetches uv."""
    if works(BASE, "-m", "pip", "--version"):
        return [BASE, "-m", "pip"]
    if works(BASE, "-m", "venv", f"{scratch}/venv"):
        return [f"{scratch}/venv/bin/python", "-m", "pip"]
    apt = shutil.which("apt-get")
    if apt and os.geteuid() == 0:
        do("reading apt-get's lists for pip", TRY, apt, "update")
        lean = ["--yes", "--no-install-recommends"]
        do("installing pip with apt-get", TRY, apt, "install", *lean, "python3-pip")
        if works("/usr/bin/python3", "-m", "pip", "--version"):
            return ["/usr/bin/python3", "-m", "pip"]
    raise Failure(
        f"{BASE} has neither pip nor ensurepip, and uv is installed with pip.\n"
        "Install pip (Debian, Ubuntu: apt install python3-pip), try again."
    )


def have_uv() -> None:
    pinned, stamp = LOCKS / "uv.txt", TOOLS / "uv" / "stamp"
    if stamp.exists() and stamp.read_text() == digest(pinned):
        return
    TOOLS.mkdir(exist_ok=True)
    shutil.rmtree(TOOLS / "uv", ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        install = [*find_pip(scratch), "install", "-qq", "--target", str(TOOLS / "uv")]
        install += ["--only-binary=:all:", "--require-hashes", "-r", str(pinned)]
        do("installing uv", TRY, *install)
    stamp.write_text(digest(pinned))


def have(lock: str) -> None:
    """Bring .venv to hold what the lock names, and the project itself."""
    try:
        done = json.loads(DONE.read_text())
    except (FileNotFoundError, ValueError):
        done = {}
    # A moved checkout or a replaced system Python leaves an environment that cannot be used.
    usable = "import os, sysconfig as s; raise SystemExit(not os.path.isdir(s.get_path('purelib')))"
    remake = done.get("root") != str(ROOT) or not works(PYTHON, "-c", usable)
    # Locks asked for earlier are kept, so that going from one command to another costs nothing.
    wanted = {lock, *WITHIN[lock], *done.get("locks", [])}
    locks = {name: digest(LOCKS / f"{name}.txt") for name in WITHIN if name in wanted}
    project = digest(ROOT / "pyproject.toml")
    if remake:
        have_uv()
        VENV.mkdir(exist_ok=True)
        do("making .venv", TRY, UV, "venv", *QUIET, "--clear", "--python", BASE, str(VENV))
        done = {}
    if done.get("locks") != locks:
        have_uv()
        sync = [UV, "pip", "sync", *QUIET, "--python", PYTHON, "--require-hashes"]
        sync += [f"requirements/{name}.txt" for name in locks]
        DONE.unlink(missing_ok=True)
        do(f"installing packages for {', '.join(locks)}", TRY, *sync)
        done = {"root": str(ROOT), "locks": locks}
        DONE.write_text(json.dumps(done))
    if done.get("project") != project or not (BIN / "tablee").exists():
        have_uv()
        # The build backend is in the locks: no second, unpinned environment to build in.
        install = [UV, "pip", "install", *QUIET, "--python", PYTHON, "--no-deps"]
        advice = "Expected a sound pyproject.toml and the README.md and LICENSE it names."
        do("installing tablee", advice, *install, "--no-build-isolation", "--editable", ".")
        DONE.write_text(json.dumps(done | {"project": project}))


def make_ready(name: str) -> None:
    """What a command needs besides packages; whatever fails there has said why."""
    for module in FIRST.get(name, []):
        code = subprocess.call([PYTHON, "-m", module], cwd=ROOT)
        if code:
            sys.exit(code if code > 0 else 128 - code)


def run(name: str, steps: list[str], arguments: tuple[str, ...]) -> None:
    """A single step gets the terminal for good; of several, the first that fails ends it."""
    path = f"{BIN}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    environment = os.environ | {"PATH": path, "VIRTUAL_ENV": str(VENV)}
    # Hundreds of processes start in a run of the tests: none is to compile all of Python's modules.
    environment |= {"PYTHONDONTWRITEBYTECODE": ""}
    os.chdir(ROOT)
    if len(steps) == 1:
        program, *rest = steps[0].split()
        os.execve(BIN / program, [str(BIN / program), *rest, *arguments], environment)
    began = time.monotonic()
    beside: dict[str, subprocess.Popen[bytes]] = {}
    for step in steps:
        print(f"\n==> {step}", flush=True)
        words = step.removesuffix("&").split()
        extra = dict(word.split("=") for word in words if "=" in word)
        program, *rest = words[len(extra) :]
        if step != "wait":
            beside[step] = subprocess.Popen([BIN / program, *rest], env=environment | extra)
        if not step.endswith("&"):
            await_all(name, beside, [step] if step in beside else list(beside))
    if steps:
        print(f"\nhouse: {name} ok, {len(steps)} steps in {time.monotonic() - began:.0f} s")


def await_all(name: str, beside: dict[str, "subprocess.Popen[bytes]"], awaited: list[str]) -> None:
    """Wait for some of the steps under way; the first that fails ends it, when the rest is done."""
    for step in awaited:
        code = beside.pop(step).wait()
        if code:
            print(f"\nhouse: {name} FAILED at '{step}' (exit code {code})", flush=True)
            for other in beside.values():
                other.wait()
            sys.exit(code if code > 0 else 128 - code)


def lock(options: tuple[str, ...]) -> None:
    have_uv()
    # No header and no annotations: they would name someone's paths or package index.
    resolve = [UV, "pip", "compile", *QUIET, "--universal", "--python-version", "3.11"]
    resolve += ["--generate-hashes", "--no-header", "--no-annotate", *options]
    do("locking uv", TRY, *resolve, "--group", "uv", "-o", "requirements/uv.txt")
    agreed: list[str] = []
    # Each lock is held to the versions of those before it, so that all can share one .venv.
    for name in WITHIN:
        wanted = ["pyproject.toml", "--extra", "fast", "--group", name, *agreed]
        do(f"locking {name}", TRY, *resolve, *wanted, "-o", f"requirements/{name}.txt")
        agreed += ["-c", f"requirements/{name}.txt"]


def clean() -> None:
    made = [ROOT / name for name in [".venv", ".tools", "build", "dist", "__pycache__"]]
    made += ROOT.glob(".*_cache")
    made += [ROOT / ".hypothesis", ROOT / "client" / "node_modules"]
    made += [ROOT / "src" / "tablee" / "server" / "web"]
    for part in ["src", "tests", "tools", "bench"]:
        made += (ROOT / part).rglob("__pycache__")
    for path in made:
        shutil.rmtree(path, ignore_errors=True)


def main(name: str = "help", *arguments: str) -> None:
    try:
        if name not in COMMANDS:
            raise Failure(f"no command '{name}'; there are: {', '.join(COMMANDS)}")
        _, needs, steps = COMMANDS[name]
        if arguments and len(steps) != 1 and name != "lock":
            raise Failure(f"{name} takes no arguments, and was given: {' '.join(arguments)}")
        if needs:
            have(needs)
            make_ready(name)
            run(name, steps, arguments)
        elif name == "lock":
            lock(arguments)
        elif name == "clean":
            clean()
        else:
            print('make COMMAND [ARGS="..."], or: python3 tools/house.py COMMAND [...]\n')
            print("\n".join(f"  {key:<13} {what}" for key, (what, _, _) in COMMANDS.items()))
    except Failure as failure:
        sys.exit(f"house: {failure}")
    except OSError as error:
        sys.exit(
            f"house: failed: {error}\nExpected a whole checkout in {ROOT}, and to write there."
        )
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main(*sys.argv[1:])
