"""The shore of Land Unter: all that is needed to play is in sight, on small screens too."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.tables import (
    PATIENCE,
    choose_first,
    instantly,
    open_table,
    play_to_round,
    start,
    status,
    wait_for_turn,
)
from tests.browser.visitors import DESKTOP, PHONE, Visitor

Visit = Callable[..., Visitor]
SMALL_PHONE, TALL_PHONE, SIDEWAYS = (360, 640), (390, 844), (740, 360)
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


def test_points_are_not_taken_for_those_of_the_hand_s_owner(visitor: Visit) -> None:
    anna = visitor("Anna", "en", size=DESKTOP)
    instantly(anna)
    table = start(anna, "land-unter", bots=2)
    page = open_table(anna, table)
    play_to_round(anna, table, 2)
    facts = page.locator(".shore .facts").first
    owner = status(anna, table)["common"]["chairs"][2]["name"]
    expect(facts).to_contain_text(f"Hand of {owner}", timeout=PATIENCE)
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
@pytest.mark.parametrize("size", [PHONE, TALL_PHONE])
def test_whoever_looks_on_sees_the_rings_beside_the_cards(
    visitor: Visit, seats: int, size: tuple[int, int]
) -> None:
    anna = visitor("Anna", "en")
    watcher = visitor("Zoe", "en", size=size, touch=True)
    instantly(watcher)
    table = start(anna, "land-unter", bots=seats - 1)
    page = open_table(watcher, table)
    choose_first(anna, table)
    expect(page.locator(".flood")).to_contain_text("trick 2", timeout=PATIENCE)
    # The bots have laid the next cards.
    expect(page.locator(".laid .card")).to_have_count(seats - 1, timeout=PATIENCE)
    assert page.evaluate(HIDDEN_RINGS) == 0
    widths = page.evaluate(
        "() => [...document.querySelectorAll('.laid .card')].map((one) => one.offsetWidth)"
    )
    assert max(widths) - min(widths) <= 1
