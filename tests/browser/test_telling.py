"""How a move is told: picture by picture, the log along with the board, and again if one likes."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, Position, expect

from tablee import catalogue
from tests.browser.tables import (
    LISTEN_TO_TELLING,
    SlowLine,
    caught_up,
    choose_first,
    choose_on,
    do,
    instantly,
    is_over,
    lay,
    open_table,
    start,
    status,
    stop_the_clock,
    until,
    wait_for_turn,
)
from tests.browser.visitors import PHONE, Visitor

Visit = Callable[..., Visitor]
CARDS = ".hand button.card"
TOLD = "aside li.game"
AGAIN = "Watch the last move again"
LEFT: Position = {"x": 15, "y": 30}  # of a card; the next one comes to lie there
# A browser that is out of sight; what happens then is not told picture by picture.
HIDDEN = "Object.defineProperty(document, 'hidden', { value: %s, configurable: true })"
# Whatever is said while ballots lie face down, however short that is.
LISTEN_TO_A_VOTE = """() => {
  globalThis.said = new Set();
  globalThis.opened = false;
  const listen = () => {
    if (document.querySelector(".reveal .card:not(.open)"))
      said.add(document.querySelector(".caption").textContent);
    opened ||= document.querySelector(".reveal .card.open") !== null;
  };
  new MutationObserver(listen).observe(document.body, { subtree: true, childList: true });
}"""

# Whatever is explained from now on, however short that is.
LISTEN_TO_TIPS = """() => {
  globalThis.said = new Set();
  const tip = document.querySelector("[role=tooltip]");
  tip.addEventListener("beforetoggle", ({ newState }) => {
    if (newState === "open") said.add(tip.textContent);
  });
}"""

# Sounds as in Safari: they begin only while the page is being touched, or never.
LIKE_SAFARI = """
globalThis.AudioContext = class extends AudioContext {
  resume() {
    if (globalThis.event?.type !== "click") return new Promise(() => {});
    globalThis.loud = true;
    return super.resume();
  }
};
"""


# Whatever is said over the board from the first moment on.
LISTEN_TO_QUESTIONS = """
globalThis.asked = new Set();
new MutationObserver(() => {
  const question = document.querySelector(".table section");
  if (question) asked.add(question.innerText);
}).observe(document, { subtree: true, childList: true });
"""
# How many tones there have been.
LISTEN_TO_SOUNDS = """
globalThis.struck = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  globalThis.struck += 1;
  return start.apply(this, when);
};
"""
FAST = (
    """localStorage.setItem("tablee.settings", JSON.stringify({ speed: "fast", sound: false }))"""
)


def is_nearly_over(now: dict[str, Any]) -> bool:
    """Whether somebody is close to the camp in Kilimanjaro."""
    return bool(max(player["position"] for player in now["view"]["players"]) > 80)


def skip(page: Page) -> None:
    page.get_by_role("button", name="Skip", exact=True).click()
    wait_for_turn(page)


def test_the_log_does_not_run_ahead_of_the_board(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.page.clock.install()
    table = start(anna, "land-unter", bots=2)
    page = open_table(anna, table)
    wait_for_turn(page)
    stop_the_clock(page)  # at the first picture
    choose_first(anna, table)
    expect(page.locator(".told")).to_be_visible()
    trick = [line for line in status(anna, table)["lines"] if line["kind"] == "game"]
    assert page.locator(TOLD).count() < len(trick)
    page.clock.resume()
    skip(page)
    expect(page.locator(TOLD)).to_have_count(len(trick))


def test_the_first_picture_comes_with_its_question(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.context.add_init_script(LISTEN_TO_QUESTIONS)
    page = open_table(anna, start(anna, "land-unter", bots=2))
    wait_for_turn(page)
    asked = page.evaluate("[...globalThis.asked]")
    assert asked
    assert [words for words in asked if "choose" not in words] == []


def test_the_end_stays_while_the_last_move_is_watched_again(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.context.add_init_script(FAST)
    anna.page.clock.install()
    table = start(anna, "kilimanjaro", bots=1)
    page = open_table(anna, table)
    wait_for_turn(page)
    page.evaluate(HIDDEN % "true")
    choose_on(anna, table, is_nearly_over)
    page.evaluate(HIDDEN % "false")
    wait_for_turn(page)
    choose_on(anna, table, is_over)
    podium = page.locator(".podium").element_handle()
    again = page.get_by_role("button", name=AGAIN)
    expect(again).to_be_visible()
    stop_the_clock(page)
    again.click()
    expect(page.locator(".told")).to_be_visible()
    page.clock.resume()
    expect(again).to_be_visible()
    assert podium
    assert podium.evaluate("podium => podium.isConnected")


def test_nothing_is_heard_of_a_table_that_was_left(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.context.add_init_script(LISTEN_TO_SOUNDS)
    anna.page.clock.install()
    table = start(anna, "land-unter", bots=2)
    page = open_table(anna, table)
    wait_for_turn(page)
    page.locator(CARDS).first.click()
    until(page, lambda: page.evaluate("globalThis.struck") > 0)
    page.get_by_role("link", name="Home").click()
    expect(page.get_by_role("heading", name="Land Unter")).to_be_visible()
    struck = page.evaluate("globalThis.struck")
    page.clock.run_for(10_000)
    assert page.evaluate("globalThis.struck") == struck


def test_what_happens_during_a_rewatch_is_told_after_it(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.page.clock.install()
    table = start(anna, "land-unter", bots=2)
    page = open_table(anna, table)
    wait_for_turn(page)
    choose_first(anna, table)
    skip(page)
    stop_the_clock(page)
    page.get_by_role("button", name=AGAIN).click()
    expect(page.locator(".told")).to_be_visible()
    choose_first(anna, table)
    until(page, lambda: status(anna, table)["common"]["turn"]["number"] == 3)
    caught_up(anna)
    page.clock.resume()
    expect(page.locator(CARDS)).to_have_count(10)


def test_a_click_on_an_old_picture_changes_no_choice_of_now(visitor: Visit) -> None:
    anna, ben = visitor("Anna", "en"), visitor("Ben", "en")
    line = SlowLine(anna)
    anna.page.clock.install()
    table = lay(anna, "land-unter", ["open", "sailor"])
    do(ben, table, do="sit")
    do(anna, table, do="start")
    page = open_table(anna, table)
    wait_for_turn(page)
    choose_first(ben, table)
    choose_first(anna, table)
    skip(page)
    chosen = page.locator(f"{CARDS}[aria-pressed=true]")
    page.locator(CARDS).first.click(position=LEFT)
    expect(chosen).to_have_count(1)
    stop_the_clock(page)
    page.get_by_role("button", name=AGAIN).click()
    expect(page.locator(".told")).to_be_visible()
    line.hold()
    page.locator(CARDS).nth(3).click(position=LEFT, force=True)
    assert line.asked == []
    line.let_go()
    page.clock.resume()
    page.get_by_role("button", name="Skip", exact=True).click()
    expect(page.locator(".told")).to_have_count(0)
    second = page.locator(CARDS).nth(3)
    second.click(position=LEFT)
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(chosen).to_have_count(1)


def test_what_nobody_was_shown_cannot_be_watched_again(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    table = start(anna, "land-unter", bots=2)
    page = open_table(anna, table)
    wait_for_turn(page)
    choose_first(anna, table)
    skip(page)
    again = page.get_by_role("button", name=AGAIN)
    expect(again).to_be_visible()
    page.evaluate(HIDDEN % "true")
    choose_first(anna, table)
    expect(page.locator(CARDS)).to_have_count(10)
    page.evaluate(HIDDEN % "false")
    expect(again).not_to_be_visible()


def test_the_move_of_every_quick_bot_is_told(visitor: Visit) -> None:
    """All four have moved while one's own move is still being told."""
    anna = visitor("Anna", "en")
    anna.context.add_init_script(FAST)
    table = start(anna, "diabolo", bots=4)
    page = open_table(anna, table)
    wait_for_turn(page)
    page.evaluate(LISTEN_TO_TELLING)
    choose_first(anna, table)
    until(page, lambda: bool(status(anna, table)["you"].get("options")))
    moved = [line["text"] for line in status(anna, table)["lines"] if "places" in line["text"]]
    until(page, lambda: set(moved[-5:]) <= set(page.evaluate("[...said]")))


def test_while_ballots_lie_face_down_it_is_said_that_all_have_voted(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    page = anna.page
    file = sorted((catalogue.SHELF / "lifeboats" / "playthroughs").glob("*.json"))[0]
    record = json.loads(file.read_text("utf-8"))
    steps = page.request.post("/api/v1/records/replay", data=record).json()["steps"]
    vote = next(
        number
        for number, step in enumerate(steps)
        if any(line["event"][0].startswith("votes") for line in step["told"])
    )
    page.goto(f"/replay#{vote - 1}")
    page.get_by_label("A file").set_input_files(file)
    expect(page.get_by_role("slider")).to_have_value(str(vote - 1))
    page.evaluate(LISTEN_TO_A_VOTE)
    page.keyboard.press("ArrowRight")
    until(page, lambda: bool(page.evaluate("opened")))
    assert page.evaluate("[...said]") == ["All have chosen."]


def test_no_explanation_outlasts_a_click_or_comes_while_a_move_is_told(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    table = start(anna, "land-unter", bots=2)
    page = open_table(anna, table)
    wait_for_turn(page)
    explanation = page.get_by_role("tooltip")
    card = page.locator(CARDS).nth(5)
    card.hover(position=LEFT)
    expect(explanation).to_be_visible()
    expect(card).to_have_accessible_description(explanation.inner_text())
    page.keyboard.press("Escape")
    expect(explanation).not_to_be_visible()
    page.mouse.move(0, 0)
    card.hover(position=LEFT)
    expect(explanation).to_be_visible()
    card.click(position=LEFT)
    expect(explanation).not_to_be_visible()
    page.evaluate(LISTEN_TO_TIPS)
    expect(page.locator(CARDS)).to_have_count(11)
    wait_for_turn(page)
    assert page.locator(f"{CARDS}:hover").count() == 1
    assert page.evaluate("[...said]") == []


def test_a_tap_explains_a_piece_until_one_taps_elsewhere(visitor: Visit) -> None:
    """A card of the hand is played by a tap; explained it is by a long touch."""
    anna = visitor("Anna", "en", size=PHONE, touch=True)
    page = open_table(anna, start(anna, "land-unter", bots=2))
    wait_for_turn(page)
    explanation = page.get_by_role("tooltip")
    page.locator(".flood .tide").first.tap()
    expect(explanation).to_be_visible()
    page.get_by_text("Your turn").tap()
    expect(explanation).not_to_be_visible()
    page.locator(CARDS).first.tap()
    expect(page.locator(CARDS)).to_have_count(11)
    expect(explanation).not_to_be_visible()


def test_a_tap_that_acts_within_a_piece_does_not_explain_it(visitor: Visit) -> None:
    anna = visitor("Anna", "en", size=PHONE, touch=True)
    instantly(anna)
    anna.page.clock.install()
    table = start(anna, "lifeboats", bots=2)
    page = open_table(anna, table)
    boat = page.locator(".craft button:enabled").first
    choose_on(anna, table, lambda _: boat.count() > 0)
    boat.tap()
    page.clock.run_for(2_000)
    expect(page.get_by_role("tooltip")).not_to_be_visible()


def test_a_sign_has_words_for_whoever_does_not_see_it(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    page = open_table(anna, start(anna, "land-unter", bots=2))
    wait_for_turn(page)
    page.get_by_role("button", name="Talk").click()
    page.get_by_role("button", name="Well played").click()
    expect(page.get_by_role("log").get_by_role("img", name="Well played")).to_be_visible()
    expect(page.locator("[data-announcer]")).to_contain_text("Anna: Well played")


def test_a_browser_that_is_silent_until_touched_is_woken_by_a_touch(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.context.add_init_script(LIKE_SAFARI)
    table = start(anna, "land-unter", bots=2)
    page = open_table(anna, table)
    wait_for_turn(page)
    page.get_by_role("button", name="Log").click()
    choose_first(anna, table)
    skip(page)
    assert page.evaluate("globalThis.loud"), "the sounds sleep on after a click"
