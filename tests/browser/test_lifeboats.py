"""Lifeboats on small screens: what a vote is cast with, and what everybody has, are in sight."""

import random
from collections.abc import Callable

import pytest

from tests.browser.tables import PATIENCE, instantly, open_table, play_by_clicking, start
from tests.browser.visitors import PHONE, Visitor

Visit = Callable[..., Visitor]
SEATS = 6
# The parts of the board that do not lie wholly in the window while it is not scrolled.
OUT_OF_SIGHT = """([part]) => {
  const main = document.querySelector("main");
  main.scrollTo(0, 0);
  return [...document.querySelectorAll(part)].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < main.getBoundingClientRect().top || bottom > innerHeight;
  }).map((one) => one.ariaLabel ?? one.textContent);
}"""


@pytest.mark.parametrize("size", [PHONE, (360, 640)], ids=["phone", "small phone"])
def test_the_whole_dial_and_all_players_are_in_sight_of_a_vote(
    visitor: Visit, size: tuple[int, int]
) -> None:
    anna = visitor("Anna", "de", size=size, touch=True)
    instantly(anna)
    page = open_table(anna, start(anna, "lifeboats", bots=SEATS - 1))
    luck = random.Random(1)
    while page.locator(".dial").count() == 0:
        page.locator("[data-ready]").wait_for(timeout=PATIENCE, state="attached")
        if page.locator(".dial").count() == 0:
            play_by_clicking(page, luck, choices=1)
    for part in (".dial button > *", ".glance li"):
        assert page.locator(part).count() >= SEATS
        assert page.evaluate(OUT_OF_SIGHT, [part]) == []
