"""Measures how soon a table can be played and how smoothly cards fly; writes docs/smoothness.md.

python -m tools.smoothness
"""

import json
import statistics
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
RUNS = 3  # best of
SOON = 1_000  # ms until a choice can be made
SMOOTH = 60  # frames a second while something flies
MOVING = 3_000  # ms that are watched after a choice
SETTINGS = """
localStorage.setItem("tablee.settings", JSON.stringify({ speed: "normal", sound: false }));
"""
READY = "[data-ready]"


@dataclass
class Measured:
    """A game's figures."""

    game: str
    interactive: float  # ms
    frames: float  # a second, while something moved
    late: float  # share of frames that came later than they should have


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
    """Frames a second between frames that followed one another, and the share of late ones."""
    drawn = sorted(
        event["ts"] / 1000 for event in trace if event.get("name") == "Display::DrawAndSwap"
    )
    gaps = [later - sooner for sooner, later in pairwise(drawn)]
    moving = [gap for gap in gaps if gap < 100]  # longer: nothing moved
    if len(moving) < 30:
        sys.exit(f"Only {len(moving)} frames in the trace: nothing flew, or it was not recorded.")
    return 1000 / statistics.median(moving), sum(gap > 25 for gap in moving) / len(moving)


def measure(browser: Browser, url: str, game: str) -> Measured:
    guest = Guest(url, "Anna")
    soon = min(interactive(browser, url, guest, game) for _ in range(RUNS))
    frames, late = max(flight(browser, url, guest, game) for _ in range(RUNS))
    return Measured(game, soon, frames, late)


def report(found: list[Measured]) -> str:
    rows = [
        f"| {one.game} | {one.interactive:.0f} ms | {one.frames:.0f} | {100 * one.late:.0f} % |"
        for one in found
    ]
    return f"""\
# How soon and how smooth

Each the best of {RUNS}, in headless Chromium on one machine with the house; made by
`make smoothness`. The bars: a choice can be made within {SOON} ms of opening the address of a
table, and {SMOOTH} frames a second while pieces fly (median gap between frames in the browser's
trace; late: more than 25 ms after the one before).

| game | first choice after | frames a second | late |
| --- | --- | --- | --- |
{chr(10).join(rows)}
"""


def main() -> int:
    with open_house("--bot-pause", "0") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.have(),
            args=chromium.FLAGS,
            chromium_sandbox=not chromium.is_root(),
        )
        found = [measure(browser, url, game) for game in catalogue.titles()]
        browser.close()
    REPORT.write_text(report(found), "utf-8")
    print(REPORT.read_text("utf-8"))
    met = all(one.interactive <= SOON and one.frames >= SMOOTH - 1 for one in found)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
