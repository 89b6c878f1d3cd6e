"""The shore of Land Unter: all that is needed to play is in sight, on small screens too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.drawn import Drawn
from tests.browser.tables import instantly, open_table, start, wait_for_turn
from tests.browser.visitors import DESKTOP, PHONE, SIDEWAYS, Visitor

Visit = Callable[..., Visitor]
SMALL_PHONE, TALL_PHONE = (360, 640), (390, 844)
# What lies, wholly or in part, below the upper edge of the hand.
COVERED = """() => {
  const hand = document.querySelector(".hand .row").getBoundingClientRect().top;
  return [...document.querySelectorAll(".shore, .flood, .flood .caption")]
    .filter((one) => one.getBoundingClientRect().bottom > hand)
    .map((one) => one.ariaLabel ?? one.textContent);
}"""

# How many rings lie, wholly or in part, under a card that was laid.
HIDDEN_RINGS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cards = [...document.querySelectorAll(".laid .card")].map(box);
  return [...document.querySelectorAll(".buoys .ring")].map(box).filter((ring) =>
    cards.some((card) => card.left < ring.right && ring.left < card.right
      && card.top < ring.bottom && ring.top < card.bottom)).length;
}"""


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_on_a_phone_all_that_is_needed_to_play_is_in_sight(visitor: Visit, seats: int) -> None:
    drawn = Drawn(visitor("", "de", size=SMALL_PHONE, touch=True), "land-unter", seats)
    page = drawn.page
    for look in drawn.looks([SMALL_PHONE, PHONE, *SIDEWAYS]):
        assert page.evaluate(COVERED) == [], look
        for part in (page.locator(".flood"), page.locator(".hand .card").last):
            expect(part, str(look)).to_be_in_viewport(ratio=1)


def test_points_are_not_taken_for_those_of_the_hand_s_owner(visitor: Visit) -> None:
    drawn = Drawn(visitor("", "en", size=DESKTOP), "land-unter", 3)
    drawn.play(lambda match: match.view(0)["round"] == 2)
    facts = drawn.page.locator(".shore .facts").first
    expect(facts).to_contain_text(f"Hand of {drawn.table.names[2]}")
    points, deal = facts.locator(".score").bounding_box(), facts.locator(".deal").bounding_box()
    assert points
    assert deal
    assert points["x"] < deal["x"]


def test_escape_puts_the_memory_aid_away(visitor: Visit) -> None:
    anna = visitor("Anna", "en", size=PHONE, touch=True)
    instantly(anna)
    page = open_table(anna, start(anna, "land-unter", bots=2))
    assert wait_for_turn(page)
    button = page.get_by_role("button", name="Memory aid")
    memo = page.get_by_role("region", name="Memory aid")
    button.press("Enter")
    expect(memo).to_be_visible()
    page.get_by_role("button", name="Table menu").press("Enter")
    page.get_by_role("dialog").press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(memo).to_be_visible()  # one thing at a time
    memo.get_by_role("button", name="Close").focus()
    page.keyboard.press("Escape")
    expect(memo).to_have_count(0)
    expect(button).to_be_focused()


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_whoever_looks_on_sees_the_rings_beside_the_cards(visitor: Visit, seats: int) -> None:
    watcher = visitor("", "en", size=PHONE, touch=True)
    drawn = Drawn(watcher, "land-unter", seats, looks_on=True)
    # In the second trick all but one have laid their cards.
    drawn.play(lambda match: len(match.sizes) == 1 and len(match.committed) == seats - 1)
    page = drawn.page
    for look in drawn.looks([PHONE, TALL_PHONE]):
        expect(page.locator(".laid .card")).to_have_count(seats - 1)
        assert page.evaluate(HIDDEN_RINGS) == 0, look
        widths = page.evaluate(
            "() => [...document.querySelectorAll('.laid .card')].map((one) => one.offsetWidth)"
        )
        assert max(widths) - min(widths) <= 1, look
