"""Every game by keys alone: after a choice the focus is still in the board."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tablee import catalogue
from tests.browser.tables import (
    instantly,
    open_table,
    start,
    status,
    until,
    wait_for_turn,
)
from tests.browser.test_playing import GAMES
from tests.browser.visitors import Visitor

Visit = Callable[..., Visitor]
CHOICES = 10  # of one game: in Kilimanjaro eight counters, and then cards
MOST_KEYS = 200  # for one choice: a track has a hundred spaces
# The key that brings the focus nearer to a button by which a choice is made, or presses it.
KEY = """([turn, choice]) => {
  const here = document.activeElement;
  if (here.closest("main") === null) return "lost";
  const open = `[data-choices~="${choice}"]:enabled:not([aria-pressed="true"])`;
  const there = [...document.querySelectorAll(`.table[data-ready][data-turn="${turn}"] ${open}`)];
  if (there.length === 0) return null;
  if (there.includes(here)) return "Enter";
  const group = here.closest(".spaces");
  const nearest = there.find((one) => group?.contains(one)) ?? there[0];
  const ahead = here.compareDocumentPosition(nearest) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (group?.contains(nearest)) return ahead ? "ArrowRight" : "ArrowLeft";
  return ahead ? "Tab" : "Shift+Tab";
}"""


def is_in_the_board(page: Page) -> bool:
    inside: bool = page.evaluate("document.activeElement.closest('main') !== null")
    return inside


def choose_by_keys(page: Page, turn: int, choice: str) -> None:
    for _ in range(MOST_KEYS):
        key = page.evaluate(KEY, [turn, choice])
        assert key != "lost"
        if key is None:
            return
        page.keyboard.press(key)
    raise AssertionError(f"{choice} is not reached")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_keys_without_leaving_the_board(visitor: Visit, game: str) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    table = start(anna, game, bots=catalogue.load(game).players[0] - 1)
    page = open_table(anna, table)
    frame = page.locator(".table").first
    luck = random.Random(game)
    assert wait_for_turn(page)
    while not is_in_the_board(page):
        page.keyboard.press("Tab")
    for _ in range(CHOICES):
        told = status(anna, table)
        number = told["common"]["turn"]["number"]
        expect(frame).to_have_attribute("data-turn", str(number))
        choose_by_keys(page, number, luck.choice(told["you"]["options"]))
        expect(frame).not_to_have_attribute("data-turn", str(number))
        if not wait_for_turn(page):
            return
    assert is_in_the_board(page)


def test_a_choice_out_of_the_list_leaves_the_focus_at_the_list(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    page = open_table(anna, start(anna, "kilimanjaro", bots=1))
    assert wait_for_turn(page)
    page.get_by_role("button", name="The table in words").press("Enter")
    words = page.get_by_role("region", name="The table in words")
    words.get_by_role("button").first.press("Enter")
    until(page, lambda: words.evaluate("one => one === document.activeElement") is True)
