"""Every page, in every language, light and dark: readable, without a fault that axe would find."""

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tablee import catalogue
from tablee.kernel.texts import LANGUAGES
from tests.browser import chromium
from tests.browser.drawn import Drawn
from tests.browser.tables import (
    do,
    instantly,
    lay,
    open_table,
    play_by_clicking,
    resize,
    settled,
    start,
    status,
    turn_of,
    until,
)
from tests.browser.visitors import DESKTOP, PHONE, Visitor, violations, visit
from tests.server.houses import Serving

Visit = Callable[..., Visitor]
GAMES = list(catalogue.titles())
THEMES: list[Literal["light", "dark"]] = ["light", "dark"]
# What of a page lies beside the window, and which buttons do not hold their words.
OUT_OF_REACH = """() => {
  const faults = [];
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`the page is ${wide}px too wide`);
  for (const one of document.querySelectorAll("a, button, input, select, textarea")) {
    if (!one.checkVisibility({ visibilityProperty: true })) continue;
    const { left, right } = one.getBoundingClientRect();
    const words = one.innerText || one.ariaLabel || one.tagName;
    if (left < -1 || right > innerWidth + 1) faults.push(`${words}: ${left} to ${right}`);
    else if (one.matches(".button, button:not(.bare)") && one.scrollWidth > one.clientWidth + 1)
      faults.push(`${words}: ${one.scrollWidth} wide in ${one.clientWidth}`);
  }
  return faults;
}"""

# By how much the hand hides the board, at most, while one scrolls from top to bottom.
HIDDEN = """() => {
  const main = document.querySelector("main");
  const box = (kind) => document.querySelector(`.board :is(${kind})`).getBoundingClientRect();
  const hidden = () => {
    const board = box(".shores, .arena, .land, .water");
    const hand = box("section.hand, .table > .mine, .me, .tray");
    return Math.min(board.bottom, hand.bottom) - Math.max(board.top, hand.top);
  };
  let most = -Infinity;
  for (let top = 0; top < main.scrollHeight; top += main.clientHeight / 4) {
    main.scrollTop = top;
    most = Math.max(most, hidden());
  }
  return most;
}"""


# Letters under which an iPhone enlarges the whole page.
SMALL_FIELDS = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((one) => one.checkVisibility() && !["radio", "checkbox", "range"].includes(one.type)
    && parseFloat(getComputedStyle(one).fontSize) < 16)
  .map((one) => `small letters: ${one.ariaLabel ?? one.id ?? one.outerHTML}`)"""
TOO_WIDE = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  return wide > 0 ? [`${wide}px too wide`] : [];
}"""


def paths(anna: Visitor) -> dict[str, tuple[str, str]]:
    """The address of every page there is, and what of it is there last."""
    over = start(anna, "kilimanjaro", bots=1)
    do(anna, over, do="end")
    assert status(anna, over)["common"]["status"] == "over"
    waiting = lay(anna, "lifeboats", ["open", "sailor"])
    playing = {f"table {game}": start(anna, game, bots=3) for game in GAMES}
    tables = {name: (f"/table/{table}", "[data-ready]") for name, table in playing.items()}
    return {
        "home": ("/", "article"),
        "waiting": (f"/table/{waiting}", "main li"),
        "couch": (f"/table/{waiting}?table", "svg[role=img]"),
        **tables,
        "ended": (f"/table/{over}", "a[href^='/replay/']"),
        "replay": (f"/replay/{over}?open", ".board > *"),
        "record": ("/replay", "textarea"),
        "rules": ("/rules/diabolo", "#DI-1"),
        "learn": ("/learn/land-unter", ".guide"),
        "me": ("/me", "main li"),
        "carry on": ("/carry-on#x", "main button"),
        "nothing": ("/nothing/here", "main a"),
    }


def walk(anna: Visitor) -> Iterator[str]:
    """Every page there is, one after the other: its name, once all of it is there."""
    anna.expected.append("404 (Not Found)")
    instantly(anna)  # what fades in has its colours only at the end
    for name, (path, last) in paths(anna).items():
        anna.page.goto(path)
        expect(anna.page.locator("h1").first, name).to_be_attached()
        expect(anna.page.locator(last).first, name).to_be_visible()
        settled(anna.page)
        yield name


@pytest.mark.parametrize(("language", "size"), [("fr", PHONE), ("en", DESKTOP), ("de", PHONE)])
def test_no_page_has_a_fault(visitor: Visit, language: str, size: tuple[int, int]) -> None:
    anna = visitor("Anna", language, size=size, touch=size == PHONE)
    faults: dict[str, list[str]] = {}
    for name in walk(anna):
        faults |= faults_of(anna.page, name)
        if name == "table land-unter":
            anna.page.locator(".hand button").first.hover()
            expect(anna.page.get_by_role("tooltip")).to_be_visible()
            faults |= faults_of(anna.page, "explanation")
        if size == PHONE:
            faults[f"{name}, fields"] = anna.page.evaluate(SMALL_FIELDS)
    assert {what: found for what, found in faults.items() if found} == {}


def faults_of(page: Page, name: str) -> dict[str, list[str]]:
    """What is wrong with a page, in the light and in the dark, where only colours are others."""
    found = {f"{name}, width": page.evaluate(TOO_WIDE)}
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
        found[f"{name}, {theme}"] = violations(page, only_colours=theme == "dark")
    return found


@contextmanager
def letters_of(browser: Browser, size: str) -> Iterator[Browser]:
    """A browser whose owner has set the size of letters."""
    large = browser.browser_type.launch(
        executable_path=chromium.have(),
        args=[*chromium.FLAGS, f"--blink-settings={size}"],
        chromium_sandbox=not chromium.is_root(),
    )
    yield large
    large.close()


def test_text_can_be_twice_as_large(browser: Browser, house: Serving) -> None:
    faults = {}
    with letters_of(browser, "defaultFontSize=32") as large:
        anna = visit(large, house.url, "Anna", "de")
        for name in walk(anna):
            for size in (DESKTOP, PHONE):
                resize(anna.page, size)
                if found := anna.page.evaluate(OUT_OF_REACH):
                    faults[name, size] = found
            letters = anna.page.evaluate("getComputedStyle(document.documentElement).fontSize")
            assert letters == "32px", name
        assert anna.leave() == []
    assert faults == {}


@pytest.mark.parametrize("letters", ["defaultFontSize=32", "minimumFontSize=32"])
def test_large_letters_leave_the_board_in_sight(
    browser: Browser, house: Serving, letters: str
) -> None:
    hidden = {}
    with letters_of(browser, letters) as large:
        for game in GAMES:
            anna = visit(large, house.url, language="de")
            drawn = Drawn(anna, game, 3)
            drawn.play_until_offered()
            for look in drawn.looks([PHONE]):
                hidden[game, *look] = drawn.page.evaluate(HIDDEN)
            assert anna.leave() == []
    assert {look: most for look, most in hidden.items() if most > 0} == {}


def test_every_reader_is_spoken_to_in_another_language(visitor: Visit) -> None:
    said: dict[str, set[str]] = {}
    for language in LANGUAGES:
        anna = visitor("Anna", language)
        anna.page.goto("/")
        expect(anna.page.get_by_role("heading", name="Land Unter")).to_be_visible()
        said[language] = set(anna.page.locator("main p, main button").all_inner_texts())
    names = {"", "Anna"}
    for one, other in pairwise([*LANGUAGES, LANGUAGES[0]]):
        same = {text for text in said[one] & said[other] if re.search("[a-z]{3}", text)} - names
        assert same == set(), (one, other)


def test_a_table_goes_on_in_another_language_as_it_was(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    page = open_table(anna, start(anna, "kilimanjaro", bots=1))
    page.locator("[data-ready]").wait_for()
    log = page.locator("aside li")
    told = log.count()
    page.get_by_role("button", name="Talk").click()
    page.get_by_label("Say something").fill("Half of a")
    page.get_by_role("button", name="Table menu").click()
    menu = page.get_by_role("dialog")
    menu.get_by_label("Language").focus()
    menu.get_by_label("Language").select_option("de")
    expect(page.locator(".mine").first).to_contain_text("Lege eines deiner")
    expect(page.locator(".board")).to_contain_text("Meine Plättchen zum Legen")
    expect(page.locator(".plate").get_by_label("Bot: Matrose")).to_have_count(1)
    expect(menu.get_by_role("heading", name="Einstellungen")).to_be_visible()
    expect(menu.get_by_label("Sprache")).to_be_focused()

    page.keyboard.press("Escape")
    expect(page.get_by_label("Etwas sagen")).to_have_value("Half of a")
    page.get_by_role("button", name="Verlauf").click()
    expect(log.get_by_text("Das Spiel beginnt.")).to_be_visible()
    expect(log).to_have_count(told)
    assert play_by_clicking(page, random.Random(1), choices=1) == 1


def test_a_log_that_nobody_opened_makes_room_in_a_narrow_window(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    page = open_table(anna, start(anna, "land-unter", bots=2))
    log = page.get_by_role("region", name="Log")
    narrow = ViewportSize(width=PHONE[0], height=PHONE[1])
    wide = ViewportSize(width=DESKTOP[0], height=DESKTOP[1])
    expect(log).to_be_visible()
    page.set_viewport_size(narrow)
    expect(log).to_have_count(0)
    page.get_by_role("button", name="Log").click()
    page.set_viewport_size(wide)
    page.set_viewport_size(narrow)
    expect(log).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_the_table_can_be_read_as_sentences(visitor: Visit, game: str) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    table = start(anna, game, bots=2)
    page = anna.page
    page.goto(f"/table/{table}")
    page.locator("[data-ready]").wait_for()
    page.get_by_role("button", name="The table in words").click()
    sentences = page.locator("aside li")
    expect(sentences.nth(2)).to_be_visible()
    told = status(anna, table)
    for chair in told["common"]["chairs"]:
        expect(page.locator("aside ul")).to_contain_text(chair["name"])
    choices = page.locator("aside .choices button")
    expect(choices).to_have_count(len(told["you"]["options"]))
    choices.first.click()
    until(page, lambda: turn_of(page) != str(told["common"]["turn"]["number"]))


@pytest.mark.parametrize("game", GAMES)
def test_a_rule_book_can_be_read_and_printed(visitor: Visit, game: str) -> None:
    page = visitor("", "en").page
    page.goto(f"/rules/{game}")
    contents = page.get_by_role("navigation").get_by_role("link")
    expect(contents.nth(3)).to_be_visible()
    rules = page.request.get(f"/api/v1/games/{game}/rulebook?language=en").json()
    for clause in rules["clauses"]:
        expect(page.locator(f"#{clause}")).to_be_attached()
    page.emulate_media(media="print")
    expect(page.get_by_role("navigation")).not_to_be_visible()
