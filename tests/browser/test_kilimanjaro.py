"""The land of Kilimanjaro on a phone held sideways: land, stacks and hand are seen at once."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.tables import choose_until, instantly, open_table, start, wait_for_turn
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


@pytest.mark.parametrize("seats", [2, 4])
def test_on_a_phone_held_sideways_land_and_hand_are_seen_at_once(
    visitor: Visit, seats: int
) -> None:
    anna = visitor("Anna", "de", size=SIDEWAYS[0], touch=True)
    instantly(anna)
    page = open_table(anna, table := start(anna, "kilimanjaro", bots=seats - 1))
    wait_for_turn(page)
    missing = {}
    for moment in ("counters", "cards"):
        for width, height in SIDEWAYS:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)
            if found := page.evaluate(OUT_OF_SIGHT):
                missing[moment, width] = found
        choose_until(anna, table, lambda option: "@" in option)
        expect(page.locator(".hand .card:enabled").first).to_be_visible()
    assert missing == {}
