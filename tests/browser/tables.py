"""Tables as a test drives them in the browser: laid by HTTP, played by clicking."""

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.visitors import Visitor

PATIENCE = 20_000  # ms
INSTANT = """
try {
  localStorage.setItem("tablee.settings", JSON.stringify({ speed: "instant", sound: false }));
} catch {} // the browser's own page for a line that is down keeps nothing
"""
MOST_CLICKS = 4_000
# Buttons of a board: of what the player holds, those that are lit, and all that may be tried.
HELD = ".board :is(.mine, .hand) button:enabled:visible:not(.useless)"
LIT = ".board button:is(.free, .open, .lit, .primary, .decision *):enabled:visible:not(.plain)"
ANY = ".board button:enabled:visible:not(.impossible, .useless, .plain, .memo)"


def instantly(visitor: Visitor) -> None:
    """Stories are not told picture by picture; for long games."""
    visitor.context.add_init_script(INSTANT)


def post(visitor: Visitor, path: str, **body: Any) -> dict[str, Any]:
    answer = visitor.context.request.post(f"/api/v1{path}", data=body)
    assert answer.ok, answer.text()
    told: dict[str, Any] = answer.json()
    return told


def lay(visitor: Visitor, game: str, chairs: list[str], **plan: Any) -> str:
    """A table that waits, with its host seated; its id."""
    id = f"table-{random.getrandbits(60)}"
    laid = post(visitor, "/tables", id=id, plan={"game": game, **plan}, chairs=["me", *chairs])
    table: str = laid["table"]
    return table


def do(visitor: Visitor, table: str, **command: Any) -> None:
    id = f"command-{random.getrandbits(60)}"
    post(visitor, f"/tables/{table}/commands", id=id, command=command)


def start(visitor: Visitor, game: str, bots: int, **plan: Any) -> str:
    """A game against bots that has begun; its table."""
    table = lay(visitor, game, ["heuristic"] * bots, **plan)
    do(visitor, table, do="start")
    return table


def status(visitor: Visitor, table: str) -> dict[str, Any]:
    """The table as the house tells it to this visitor."""
    told: dict[str, Any] = visitor.context.request.get(f"/api/v1/tables/{table}").json()
    return told


def until(page: Page, so: Callable[[], bool]) -> None:
    """Wait for something about a page; its own scripts could be asked only by eval."""
    for _ in range(PATIENCE // 50):
        if so():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come about")


def wait_for_turn(page: Page) -> bool:
    """Until something may be chosen (true), or the game is over (false)."""
    page.locator("[data-ready], #ended").first.wait_for(timeout=PATIENCE, state="attached")
    return page.locator("[data-ready]").count() > 0


def click_at(page: Page, button: Locator) -> None:
    """Click where a button is, whatever lies there by now."""
    try:
        button.scroll_into_view_if_needed(timeout=500)
        place = button.bounding_box(timeout=500)
    except TooLate:
        return
    if place:
        page.mouse.click(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)


def click_something(page: Page, luck: random.Random) -> None:
    """Click some button of the board; what is not possible is refused."""
    buttons = page.locator(luck.choice([HELD, LIT, HELD, LIT, ANY]))
    many = buttons.count()
    if many:
        click_at(page, buttons.nth(luck.randrange(many)))
    refused = page.locator("[role=alert] button.primary:visible")
    if refused.count():
        refused.first.click()


def play_by_clicking(page: Page, luck: random.Random, choices: int = 10_000) -> int:
    """Make that many choices, or all to the end of the game; how many were made."""
    made = 0
    for _ in range(MOST_CLICKS):
        if made == choices or not wait_for_turn(page):
            return made
        turn = turn_of(page)
        click_something(page, luck)
        made += turn_of(page) != turn or page.locator("[data-ready]").count() == 0
    raise AssertionError(f"{made} choices in {MOST_CLICKS} clicks")


def turn_of(page: Page) -> str | None:
    return page.locator(".table").first.get_attribute("data-turn", timeout=PATIENCE)


def open_table(visitor: Visitor, table: str, **query: str) -> Page:
    """The visitor at the table, once it is drawn."""
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    visitor.page.goto(f"/table/{table}?{asked}" if asked else f"/table/{table}")
    expect(visitor.page.locator("main")).to_be_visible(timeout=PATIENCE)
    return visitor.page
