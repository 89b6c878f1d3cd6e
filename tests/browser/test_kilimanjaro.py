"""Kilimanjaro: on a phone held sideways all is seen at once; a space may be picked first."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.drawn import Drawn
from tests.browser.tables import instantly, open_table, settled, start, wait_for_turn
from tests.browser.visitors import SIDEWAYS, Visitor

Visit = Callable[..., Visitor]
# What of land, players and hand is out of sight or lies over the land, without scrolling.
OUT_OF_SIGHT = """() => {
  const { top, bottom, left, right } = document.querySelector("main").getBoundingClientRect();
  const land = document.querySelector(".track").getBoundingClientRect().right;
  return [...document.querySelectorAll(".track, .panel, .me, .me .plate, .me button")]
    .filter((one) => {
      const box = one.getBoundingClientRect();
      const aside = one.matches(".track") || box.left >= land;
      return !aside || box.top < top || box.bottom > bottom || box.left < left || box.right > right;
    })
    .map((one) => one.className + one.innerText);
}"""

# How well the number of the space that is picked can be read: its contrast, the mark lying over it.
CONTRAST = """() => {
  const numbers = (text) => text.match(/[\\d.]+/g).map(Number);
  const [r, g, b, alpha = 1] = numbers(getComputedStyle(document.querySelector(".marked"))
    .backgroundColor);
  const lightness = (colour) => {
    const [red, green, blue] = numbers(colour)
      .map((part, n) => part * (1 - alpha) + [r, g, b][n] * alpha)
      .map((part) => part / 255)
      .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const fill = (part) => lightness(getComputedStyle(document.querySelector(part)).fill);
  const both = [fill(".track .space"), fill(".track text")];
  return Math.max(...both) / Math.min(...both);
}"""
LEGIBLE = 4.5


def is_card(choice: str) -> bool:
    return "@" in choice


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_number_of_a_picked_space_can_be_read_and_a_counter_is_asked_for(
    visitor: Visit, dark: bool
) -> None:
    anna = visitor("Anna", "en", dark=dark)
    instantly(anna)
    page = open_table(anna, start(anna, "kilimanjaro", bots=1))
    wait_for_turn(page)
    mine = page.get_by_role("region", name="Anna")
    expect(mine).not_to_contain_text("Which counter?")
    page.locator(".spaces .free").nth(30).click()
    expect(mine).to_contain_text("Which counter?")
    settled(page)
    assert page.evaluate(CONTRAST) > LEGIBLE


@pytest.mark.parametrize("players", [2, 4])
def test_on_a_phone_held_sideways_land_and_hand_are_seen_at_once(
    visitor: Visit, players: int
) -> None:
    drawn = Drawn(visitor("", "de", size=SIDEWAYS[0], touch=True), "kilimanjaro", players)
    page = drawn.page
    for moment in ("counters", "cards"):
        drawn.play_until_offered(is_card if moment == "cards" else bool)
        for look in drawn.looks(SIDEWAYS):
            assert page.evaluate(OUT_OF_SIGHT) == [], (moment, look)
    expect(page.locator(".hand .card:enabled").first).to_be_visible()
