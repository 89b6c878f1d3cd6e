"""Tables as a test drives them in the browser: laid by HTTP, played by clicking."""

import json
import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.visitors import Visitor

PATIENCE = 20_000  # ms
INSTANT = """
try {
  localStorage.setItem("tablee.settings", JSON.stringify({ speed: "instant", sound: false }));
} catch {} // the browser's own page for a line that is down keeps nothing
"""
MOST_CLICKS = 4_000
# Buttons of a board: of what the player holds, those that are lit, and all that may be tried.
HELD = ".board :is(.mine, .hand) button:enabled:not(.useless)"
LIT = ".board button:is(.free, .open, .lit, .lit > *, .primary, .decision *):enabled:not(.plain)"
ANY = ".board button:enabled:not(.impossible, .useless, .plain, .memo)"
# All that is asked of a page for one click: is the game over, is nothing owed, or where is the next
# button? Of the first kind of button that is there, it is the one that luck (0 to 1) picks.
LOOK = """([kinds, luck]) => {
  const table = document.querySelector(".table[data-ready]");
  if (document.querySelector("#ended")) return { sight: "over" };
  const refused = document.querySelector("[role=alert] button.primary");
  if (!refused && !table) return { sight: "waits" };
  const there = (kind) => [...document.querySelectorAll(kind)].filter((one) =>
    one.checkVisibility({ visibilityProperty: true }) && one.ariaPressed !== "true");
  const buttons = refused ? [refused] : kinds.map(there).find((some) => some.length > 0);
  if (!buttons) return { sight: "nothing" };
  const button = buttons[Math.floor(luck * buttons.length)];
  const middle = () => {
    const { x, y, width, height } = button.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const { x, y } = middle();
  if (!button.contains(document.elementFromPoint(x, y)))
    button.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  return { sight: "button", turn: table?.dataset.turn, ...middle() };
}"""


class SlowLine:
    """The line of a page to the house: while it is held, nothing of what the page says arrives."""

    def __init__(self, visitor: Visitor):
        self.held = False
        self.kept: list[str | bytes] = []
        visitor.page.route_web_socket("**/api/v1/socket", self.begin)

    def begin(self, line: WebSocketRoute) -> None:
        self.house = line.connect_to_server()
        line.on_message(self.say)

    def say(self, message: str | bytes) -> None:
        if self.held:
            self.kept.append(message)
        else:
            self.house.send(message)

    def hold(self) -> None:
        self.held = True

    def let_go(self) -> None:
        self.held = False
        for message in self.kept:
            self.house.send(message)
        self.kept.clear()

    @property
    def asked(self) -> list[dict[str, Any]]:
        """The commands that are held."""
        told = map(json.loads, self.kept)
        return [one["command"] for one in told if one["type"] == "do"]


def instantly(visitor: Visitor) -> None:
    """Stories are not told picture by picture, and nothing moves for its beauty; for long games."""
    visitor.context.add_init_script(INSTANT)
    visitor.page.emulate_media(reduced_motion="reduce")


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
    table = lay(visitor, game, ["sailor"] * bots, **plan)
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


def choose_first(visitor: Visitor, table: str) -> None:
    """The first of what may be chosen, chosen elsewhere than on the page."""
    now = status(visitor, table)
    turn = now["common"]["turn"]["number"]
    do(visitor, table, do="choose", turn=turn, choice=now["you"]["options"][0])


def next_options(visitor: Visitor, table: str) -> list[str]:
    """What may be chosen, as soon as a choice is owed."""
    found: list[str] = []

    def owed() -> bool:
        now = status(visitor, table)
        assert now["common"]["status"] != "over", "the game was over first"
        if now["you"].get("chosen") is None:
            found.extend(now["you"].get("options") or [])
        return bool(found)

    until(visitor.page, owed)
    return found


def choose_until(visitor: Visitor, table: str, offered: Callable[[str], bool]) -> None:
    """Choose whatever comes first until something of this kind is offered."""
    while not any(map(offered, next_options(visitor, table))):
        choose_first(visitor, table)


def choose_on(visitor: Visitor, table: str, enough: Callable[[dict[str, Any]], bool]) -> None:
    """Choose whatever comes first until the table, as this visitor sees it, is as wanted."""

    def come_about() -> bool:
        now = status(visitor, table)
        if enough(now):
            return True
        # What has been chosen might be changed while others think; when they are done, it is late.
        if now["you"].get("options") and now["you"].get("chosen") is None:
            choose_first(visitor, table)
        return False

    until(visitor.page, come_about)


def play_to_round(visitor: Visitor, table: str, round: int) -> None:
    """Choose whatever comes first until that round of the game has begun."""
    choose_on(visitor, table, lambda now: now["view"] and now["view"]["round"] >= round)


def wait_for_turn(page: Page) -> bool:
    """Until something may be chosen (true), or the game is over (false)."""
    page.locator("[data-ready], #ended").first.wait_for(timeout=PATIENCE, state="attached")
    return page.locator("[data-ready]").count() > 0


def click_something(page: Page, luck: random.Random) -> dict[str, Any]:
    """Click some button of the board, if a choice is owed; what was seen there.

    What is not possible is refused, and the refusal is clicked away the next time.
    """
    kinds = luck.choice([[HELD, LIT, ANY], [LIT, HELD, ANY], [ANY]])
    seen: dict[str, Any] = page.evaluate(LOOK, [kinds, luck.random()])
    if seen["sight"] == "button":
        page.mouse.click(seen["x"], seen["y"])
    return seen


def play_by_clicking(page: Page, luck: random.Random, choices: int = 10_000) -> int:
    """Make that many choices, or all to the end of the game; how many were made."""
    made = 0
    for _ in range(MOST_CLICKS):
        if made == choices:
            return made
        seen = click_something(page, luck)
        if seen["sight"] == "over":
            return made
        if seen["sight"] == "button":
            page.locator("[data-sending]").wait_for(state="detached", timeout=PATIENCE)
            made += turn_of(page) != seen["turn"] or page.locator("[data-ready]").count() == 0
        else:
            wait_for_turn(page)
    raise AssertionError(f"{made} choices in {MOST_CLICKS} clicks")


def play_together(pages: list[Page], luck: random.Random) -> None:
    """Play a game to its end, everybody clicking as soon as something is owed."""
    for _ in range(MOST_CLICKS):
        sights = {click_something(page, luck)["sight"] for page in pages}
        if sights == {"over"}:
            return
        if "button" not in sights:
            pages[0].wait_for_timeout(10)
    raise AssertionError(f"the game did not end in {MOST_CLICKS} clicks each")


def turn_of(page: Page) -> str | None:
    return page.locator(".table").first.get_attribute("data-turn", timeout=PATIENCE)


def open_table(visitor: Visitor, table: str, **query: str) -> Page:
    """The visitor at the table, once it is drawn."""
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    visitor.page.goto(f"/table/{table}?{asked}" if asked else f"/table/{table}")
    expect(visitor.page.locator("main")).to_be_visible(timeout=PATIENCE)
    return visitor.page
