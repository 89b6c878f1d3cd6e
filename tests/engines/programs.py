"""Finds WebKitGTK and Firefox for the tests, and installs them where they are missing.

python -m tests.engines.programs
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.browser.chromium import is_root

FIREFOX, DRIVER, SCREEN = "firefox-esr", "WebKitWebDriver", "Xvfb"
# Debian's packages, by the program that is looked for.
PACKAGES = {FIREFOX: "firefox-esr", DRIVER: "webkit2gtk-driver", SCREEN: "xvfb"}


def mini_browser() -> str | None:
    """WebKitGTK's own small browser: it lies beside the library, on no path."""
    found = Path("/usr/lib").glob("**/webkit2gtk-4*/MiniBrowser")
    return next(map(str, sorted(found, reverse=True)), None)


def missing() -> list[str]:
    return [package for program, package in PACKAGES.items() if not shutil.which(program)]


def have() -> None:
    """All of them, installed if need be."""
    said: list[str] = []
    apt = shutil.which("apt-get")
    if missing() and apt and is_root():
        for command in (["update"], ["install", "--yes", "--no-install-recommends", *missing()]):
            print(f"engines: apt-get {' '.join(command)} ...", file=sys.stderr)
            ran = subprocess.run(
                [apt, *command],
                env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"},
                capture_output=True,
                text=True,
                check=False,
            )
            if ran.returncode:
                lines = (ran.stdout + ran.stderr).splitlines()
                said += [f"  | {line}" for line in lines if line.strip()][-4:]
                break
    if missing() or mini_browser() is None:
        raise SystemExit(
            "\n".join(
                [
                    "engines: WebKitGTK and Firefox are not here, and could not be installed.",
                    *said,
                    f"Expected Debian's {', '.join(PACKAGES.values())}. Install them, try again.",
                ]
            )
        )


@contextmanager
def started(*command: str, **environment: str) -> Iterator[subprocess.Popen[str]]:
    """A program that runs until the end of the block, and what it says."""
    process = subprocess.Popen(
        command,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.terminate()


if __name__ == "__main__":
    have()
