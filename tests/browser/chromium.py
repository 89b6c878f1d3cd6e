"""Finds a Chromium for the tests, and installs one where there is none.

python -m tests.browser.chromium
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

BROWSERS = (
    Path(__file__).parents[2] / ".tools" / "browsers"
)  # Playwright's own, if it comes to that
NAMES = ["chromium", "chromium-browser", "google-chrome"]
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def is_root() -> bool:
    """Chromium has no sandbox for root."""
    return os.geteuid() == 0


def works(program: str) -> bool:
    """Some systems have a program of that name that only says how to install it."""
    return subprocess.run([program, "--version"], capture_output=True, check=False).returncode == 0


def find() -> str | None:
    """The program, if there is one that starts."""
    candidates = [found for found in map(shutil.which, NAMES) if found]
    for folder in sorted(BROWSERS.glob("chromium-*"), reverse=True):
        candidates += [str(path) for path in folder.glob("*/chrome")]  # Linux
        candidates += [str(path) for path in folder.glob("*/*.app/Contents/MacOS/*")]
    return next(filter(works, candidates), None)


def ways() -> list[list[list[str]]]:
    """The ways of installing one here, the best first; each is some commands."""
    apt = shutil.which("apt-get")
    playwright = [[sys.executable, "-m", "playwright", "install", "chromium", "--no-shell"]]
    if apt is None or not is_root():
        return [playwright]
    lean = ["--yes", "--no-install-recommends"]
    return [[[apt, "update"], [apt, "install", *lean, "chromium"]], playwright]


def have() -> str:
    """A Chromium that starts, installed if need be."""
    said: list[str] = []
    for way in [[], *ways()]:
        for command in way:
            print(f"browser: installing Chromium, {' '.join(command)} ...", file=sys.stderr)
            environment = os.environ | {
                "DEBIAN_FRONTEND": "noninteractive",
                "PLAYWRIGHT_BROWSERS_PATH": str(BROWSERS),
            }
            ran = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False
            )
            if ran.returncode:
                lines = (ran.stdout + ran.stderr).splitlines()
                said += [f"  | {line}" for line in lines if line.strip()][-4:]
                break
        found = find()
        if found:
            return found
    raise SystemExit(
        "\n".join(
            [
                "browser: there is no Chromium that starts, and none could be installed.",
                *said,
                f"Expected one of {', '.join(NAMES)} on the PATH. Install it, try again.",
            ]
        )
    )


if __name__ == "__main__":
    have()
