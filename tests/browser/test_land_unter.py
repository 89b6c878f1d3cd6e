"""The shore of Land Unter: all that is needed to play is in sight, on small screens too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.tables import instantly, open_table, start, wait_for_turn
from tests.browser.visitors import Visitor

Visit = Callable[..., Visitor]
SMALL_PHONE, SIDEWAYS = (360, 640), (740, 360)
# What lies, wholly or in part, below the upper edge of the hand.
COVERED = """() => {
  const hand = document.querySelector(".hand .row").getBoundingClientRect().top;
  return [...document.querySelectorAll(".shore, .flood, .flood .caption")]
    .filter((one) => one.getBoundingClientRect().bottom > hand)
    .map((one) => one.ariaLabel ?? one.textContent);
}"""


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_on_a_phone_held_sideways_all_that_is_needed_to_play_is_in_sight(
    visitor: Visit, seats: int
) -> None:
    anna = visitor("Anna", "de", size=SIDEWAYS, touch=True)
    instantly(anna)
    page = open_table(anna, start(anna, "land-unter", bots=seats - 1))
    assert wait_for_turn(page)
    assert page.evaluate(COVERED) == []
    for part in (page.locator(".flood"), page.locator(".hand .card").last):
        expect(part).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(
    ("seats", "language"), [(3, "en"), (4, "fr"), (4, "de"), (5, "fr"), (5, "de")]
)
def test_the_hand_covers_neither_players_nor_water_on_a_small_phone(
    visitor: Visit, seats: int, language: str
) -> None:
    anna = visitor("Anna", language, size=SMALL_PHONE, touch=True)
    instantly(anna)
    page = open_table(anna, start(anna, "land-unter", bots=seats - 1))
    assert wait_for_turn(page)
    assert page.evaluate(COVERED) == []
