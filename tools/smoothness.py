"""Measures how soon a table can be played and how smoothly cards fly; fails below the bars.

python -m tools.smoothness [--check]

Writes docs/smoothness.md, or with --check nothing: that is a step of `make test`.
"""

import json
import math
import sys
import tempfile
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tablee import catalogue
from tests.browser import chromium
from tests.browser.visitors import DESKTOP
from tools.open_house import Guest, open_house

REPORT = Path(__file__).resolve().parent.parent / "docs" / "smoothness.md"
# Another program may disturb a try, but none makes a table faster than it is.
TRIES = 5
SOON = 1_000  # ms until a choice can be made
EXPECTED = 60  # frames a second while something flies
SMOOTH = 55  # of these, drawn
MOVING = 3_000  # ms that are watched after a choice
STILL = 140  # ms without a frame: nothing moved; between two flights pieces rest for 150
FEWEST = 30  # frames in a trace in which something flew
# One edition of each game: the others have the same board.
GAMES = list({catalogue.load(id).folder: id for id in catalogue.titles()}.values())
SETTINGS = """
localStorage.setItem("tablee.settings", JSON.stringify({ speed: "normal", sound: false }));
"""
READY = "[data-ready]"


@dataclass
class Measured:
    """A game's figures."""

    game: str
    interactive: float  # ms
    frames: float  # drawn, of those expected in a second
    late: float  # share of frames that came later than they should have

    def misses(self) -> list[str]:
        """The bars it fails, in words."""
        missed = []
        if self.interactive > SOON:
            missed.append(f"{self.game}: first choice after {self.interactive:.0f} ms, not {SOON}")
        if self.frames < SMOOTH:
            missed.append(f"{self.game}: {self.frames:.0f} frames of {EXPECTED}, not {SMOOTH}")
        return missed


def visit(browser: Browser, url: str, guest: Guest) -> Page:
    context = browser.new_context(
        base_url=url, viewport={"width": DESKTOP[0], "height": DESKTOP[1]}
    )
    context.add_cookies([{"name": "tablee", "value": guest.secret, "url": url}])
    context.add_init_script(SETTINGS)
    return context.new_page()


def interactive(browser: Browser, url: str, guest: Guest, game: str) -> float:
    """From the click on a link to a board on which something can be chosen, nothing cached."""
    page = visit(browser, url, guest)
    page.goto(f"/table/{guest.until_my_turn(guest.play(game))}", wait_until="commit")
    page.locator(READY).wait_for()
    spent: float = page.evaluate("performance.now()")
    page.context.close()
    return spent


def flight(browser: Browser, url: str, guest: Guest, game: str) -> tuple[float, float]:
    """Frames a second while the pieces of some moves fly, from the browser's own trace."""
    page = visit(browser, url, guest)
    table = guest.until_my_turn(guest.play(game, choices=4))
    page.goto(f"/table/{table}")
    page.locator(READY).wait_for()
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        browser.start_tracing(page=page, path=file.name, categories=["cc", "benchmark", "viz"])
        guest.choose(table)
        page.wait_for_timeout(MOVING)
        browser.stop_tracing()
        trace = json.loads(Path(file.name).read_text("utf-8"))["traceEvents"]
    page.context.close()
    return smoothness(trace)


def smoothness(trace: list[dict[str, Any]]) -> tuple[float, float]:
    """Frames drawn of those expected in a second of movement, and the share of late ones."""
    drawn = sorted(
        event["ts"] / 1000 for event in trace if event.get("name") == "Display::DrawAndSwap"
    )
    gaps = [later - sooner for sooner, later in pairwise(drawn)]
    moving = [gap for gap in gaps if gap < STILL]
    if len(moving) < FEWEST:
        return 0, 1
    return 1000 * len(moving) / sum(moving), sum(gap > 25 for gap in moving) / len(moving)


def measure(browser: Browser, url: str, game: str) -> Measured:
    """The best of some tries; the first that meets the bar is good enough."""
    guest = Guest(url, "Anna")
    soon = math.inf
    for _ in range(TRIES):
        soon = min(soon, interactive(browser, url, guest, game))
        if soon <= SOON:
            break
    frames, late = 0.0, 1.0
    for _ in range(TRIES):
        frames, late = max((frames, late), flight(browser, url, guest, game))
        if frames >= SMOOTH:
            break
    return Measured(game, soon, frames, late)


def table(found: list[Measured]) -> str:
    rows = [
        f"| {one.game} | {one.interactive:.0f} ms | {one.frames:.1f} | {100 * one.late:.0f} % |"
        for one in found
    ]
    head = f"| game | first choice after | frames of {EXPECTED} | late |\n| --- | --- | --- | --- |"
    return "\n".join([head, *rows])


def report(found: list[Measured]) -> str:
    return f"""\
# How soon and how smooth

In headless Chromium on one machine with the house; made by `make smoothness`, and checked by
`make test`. One edition of each game: the others have the same board.

- A choice can be made within {SOON} ms of opening the address of a table, nothing cached.
- While pieces fly, at least {SMOOTH} of {EXPECTED} frames a second are drawn. Counted are the
  frames in the browser's own trace (`Display::DrawAndSwap`) in the {MOVING // 1000} seconds after a
  choice, and the time between them; {STILL} ms without a frame, or more, are no movement, since
  pieces rest between two flights. Late is a frame more than 25 ms after the one before.

Each is tried up to {TRIES} times, until a try meets the bar; the figures are those of the best.

{table(found)}
"""


def main(*arguments: str) -> int:
    with open_house("--bot-pause", "0", "--no-bot-warm-up") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.have(),
            args=chromium.FLAGS,
            chromium_sandbox=not chromium.is_root(),
        )
        found = [measure(browser, url, game) for game in GAMES]
        browser.close()
    if "--check" not in arguments:
        REPORT.write_text(report(found), "utf-8")
    print(table(found))
    missed = [one for game in found for one in game.misses()]
    for one in missed:
        print(f"smoothness: {one} (best of {TRIES})", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
