"""Tables as a test drives them in the browser: laid by HTTP, played by clicking."""

import json
import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.visitors import PATIENCE, Visitor
from tests.waiting import until_seen

INSTANT = """
try {
  localStorage.setItem("tablee.settings", JSON.stringify({ speed: "instant", sound: false }));
} catch {} // the browser's own page for a line that is down keeps nothing
"""
# Two pictures after all has come to an end that does, everything lies as it lay before them.
SETTLE = """async (part) => {
  const whole = document.querySelector(part);
  const places = () => [...whole.querySelectorAll("*")].map((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return `${x} ${y} ${width} ${height}`;
  }).join();
  const moving = () => whole.getAnimations({ subtree: true }).filter((one) =>
    one.playState === "running" && one.effect.getComputedTiming().endTime < Infinity);
  const picture = () => new Promise(requestAnimationFrame);
  for (let before = ""; ; ) {
    await document.fonts.ready;
    while (moving().length > 0) await Promise.allSettled(moving().map((one) => one.finished));
    await picture();
    await picture();
    const now = places();
    if (now === before && moving().length === 0) return;
    before = now;
  }
}"""
MOST_CLICKS = 4_000
# Buttons of a board: of what the player holds, those that are lit, and all that may be tried.
HELD = ".board :is(.mine, .hand) button:enabled:not(.useless)"
LIT = ".board button:is(.free, .open, .lit, .lit > *, .primary, .decision *):enabled:not(.plain)"
ANY = ".board button:enabled:not(.impossible, .useless, .plain, .memo)"
# All that is asked of a page for one click: is the game over, is a choice on its way, is nothing
# owed, or where is the next button? Of the first kind of button that is there, it is the one that
# luck (0 to 1) picks.
LOOK = """([kinds, luck]) => {
  const table = document.querySelector(".table[data-ready]");
  if (document.querySelector("#ended")) return { sight: "over" };
  if (document.querySelector("[data-sending]")) return { sight: "sending" };
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


# Whatever is told from now on, picture by picture.
LISTEN_TO_TELLING = """() => {
  globalThis.said = new Set();
  const listen = () => {
    const told = document.querySelector(".told");
    if (told) said.add(told.textContent);
  };
  new MutationObserver(listen).observe(document.body, { subtree: true, childList: true });
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


def until(page: Page, so: Callable[[], bool], patience: int = PATIENCE) -> None:
    """Wait for something about a page; its own scripts could be asked only by eval."""
    until_seen(page, so, patience / 1000)


def settled(page: Page, part: str = "body") -> None:
    """Wait until letters have come, nothing moves any more and all lies where it stays.

    Where a page moves for its beauty (not `instantly`) that takes seconds: then of a part of it.
    """
    page.evaluate(SETTLE, part)


def caught_up(visitor: Visitor) -> None:
    """Wait until the page has heard all that the house has said, by asking for a sign of life."""
    with visitor.lines[-1].expect_event("framereceived", lambda frame: '"pong"' in str(frame)):
        visitor.page.evaluate("dispatchEvent(new Event('online'))")


def stop_the_clock(page: Page) -> None:
    """Of a page whose clock is installed: its time goes on only by `page.clock.run_for`."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def resize(page: Page, size: tuple[int, int]) -> None:
    """Another size of the window, and the page settled in it."""
    width, height = size
    page.set_viewport_size({"width": width, "height": height})
    until(page, lambda: page.evaluate("[innerWidth, innerHeight]") == [width, height])
    settled(page)


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


def owes(now: dict[str, Any]) -> bool:
    """Whether a choice is still to be made by whoever sees the table so.

    What has been chosen might be changed while others think; when they are done, it is late.
    """
    return bool(now["you"].get("options")) and now["you"].get("chosen") is None


def choose_on(visitor: Visitor, table: str, enough: Callable[[dict[str, Any]], bool]) -> None:
    """Choose whatever comes first until the table, as this visitor sees it, is as wanted."""
    now: dict[str, Any] = {}

    def come_about() -> bool:
        now.update(status(visitor, table))
        return enough(now) or owes(now)

    until(visitor.page, come_about)
    while not enough(now):
        turn, options = now["common"]["turn"], now["you"]["options"]
        do(visitor, table, do="choose", turn=turn["number"], choice=options[0])
        until(visitor.page, come_about)


def is_over(now: dict[str, Any]) -> bool:
    return bool(now["common"]["status"] == "over")


def wait_for_turn(page: Page) -> bool:
    """Until something may be chosen (true), or the game is over (false)."""
    page.locator("[data-ready], #ended").first.wait_for(state="attached")
    return page.locator("[data-ready]").count() > 0


def look(page: Page, luck: random.Random) -> dict[str, Any]:
    """What is to be seen of the table, and some button of the board, if a choice is owed."""
    kinds = luck.choice([[HELD, LIT, ANY], [LIT, HELD, ANY], [ANY]])
    seen: dict[str, Any] = page.evaluate(LOOK, [kinds, luck.random()])
    return seen


def click(page: Page, seen: dict[str, Any]) -> None:
    """Click the button that was seen. What is not possible is refused, and that is clicked away."""
    page.mouse.click(seen["x"], seen["y"])


def play_by_clicking(page: Page, luck: random.Random, choices: int = 10_000) -> int:
    """Make that many choices, or all to the end of the game; how many were made."""
    made = 0
    turn = None  # in which something has been clicked
    for _ in range(MOST_CLICKS):
        seen = look(page, luck)
        if seen["sight"] == "sending":
            page.locator("[data-sending]").wait_for(state="detached")
            continue
        if turn is not None and seen.get("turn") != turn:
            made, turn = made + 1, None
        if made == choices or seen["sight"] == "over":
            return made
        if seen["sight"] == "button":
            turn = seen.get("turn")
            click(page, seen)
        else:
            wait_for_turn(page)
    raise AssertionError(f"{made} choices in {MOST_CLICKS} clicks")


def play_together(pages: list[Page], luck: random.Random) -> None:
    """Play a game to its end, everybody clicking as soon as something is owed."""
    sights: set[str] = set()

    def something() -> bool:
        sights.clear()
        for page in pages:
            seen = look(page, luck)
            sights.add(seen["sight"])
            if seen["sight"] == "button":
                click(page, seen)
        return "button" in sights or sights == {"over"}

    for _ in range(MOST_CLICKS):
        until(pages[0], something)
        if sights == {"over"}:
            return
    raise AssertionError(f"the game did not end in {MOST_CLICKS} clicks each")


def turn_of(page: Page) -> str | None:
    return page.locator(".table").first.get_attribute("data-turn")


def open_table(visitor: Visitor, table: str, **query: str) -> Page:
    """The visitor at the table, once it is drawn."""
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    visitor.page.goto(f"/table/{table}?{asked}" if asked else f"/table/{table}")
    expect(visitor.page.locator("main")).to_be_visible()
    return visitor.page
