"""Lifeboats on small screens: votes and leaks are in sight, and a tap does not jump at once."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tablee.kernel.match import Match
from tests.browser.drawn import Drawn
from tests.browser.tables import (
    choose_on,
    do,
    instantly,
    next_options,
    open_table,
    owes,
    start,
    status,
    turn_of,
    until,
)
from tests.browser.visitors import DESKTOP, PHONE, SIDEWAYS, Visitor

Visit = Callable[..., Visitor]
SEATS = 6
SMALL_PHONE = (360, 640)
JUMP = "LB-24"
# The parts of the board that do not lie wholly in the window while it is not scrolled.
OUT_OF_SIGHT = """([part]) => {
  const main = document.querySelector("main");
  main.scrollTo(0, 0);
  return [...document.querySelectorAll(part)].filter((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return top < main.getBoundingClientRect().top || bottom > innerHeight;
  }).map((one) => one.ariaLabel ?? one.textContent);
}"""
# How far the waves lie beside the seats that leak.
BESIDE_THE_SEAT = """() => [...document.querySelectorAll(".leak svg")].map((wave) => {
  const [inner, outer] = [wave, wave.parentElement].map((one) => one.getBoundingClientRect());
  return Math.max(outer.top - inner.top, inner.bottom - outer.bottom,
    outer.left - inner.left, inner.right - outer.right);
})"""
CUT = """() => [...document.querySelectorAll(".players .name")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.innerText)"""
LINES = """() => new Set([...document.querySelectorAll(".phases li")]
  .map((one) => one.offsetTop)).size"""


def is_vote(choice: str) -> bool:
    return choice == "hat"


def test_the_whole_dial_and_all_players_are_in_sight_of_a_vote(visitor: Visit) -> None:
    drawn = Drawn(visitor("", "de", size=PHONE, touch=True), "lifeboats", SEATS)
    drawn.play_until_offered(is_vote)
    page = drawn.page
    for look in drawn.looks([PHONE, SMALL_PHONE]):
        for part in (".dial button > *", ".glance li"):
            assert page.locator(part).count() >= SEATS, look
            assert page.evaluate(OUT_OF_SIGHT, [part]) == [], look


@pytest.mark.parametrize(("size", "text"), [(SIDEWAYS[0], 100), (DESKTOP, 200)])
def test_the_wave_of_a_leak_lies_in_its_seat(
    visitor: Visit, size: tuple[int, int], text: int
) -> None:
    drawn = Drawn(visitor("", "en", size=size), "lifeboats", 3)
    page = drawn.page
    page.evaluate(f"document.documentElement.style.fontSize = '{text}%'")

    def leaking(match: Match) -> bool:
        return any(boat["leaks"] and boat["at_sea"] for boat in match.view(0)["boats"])

    drawn.play(leaking)
    expect(page.locator(".leak")).not_to_have_count(0)
    assert max(page.evaluate(BESIDE_THE_SEAT)) < 1


def test_names_are_whole_and_the_phases_fit_one_line(visitor: Visit) -> None:
    drawn = Drawn(visitor("", "fr"), "lifeboats", SEATS, name="Hérisson")
    drawn.play_until_offered(is_vote)
    page = drawn.page
    for look in drawn.looks([(1440, 900), DESKTOP]):
        expect(page.locator(".dial")).to_be_visible()
        assert page.locator(".players .name").count() == SEATS
        assert page.evaluate(CUT) == [], look
        assert page.evaluate(LINES) == 1, look


def test_a_lane_that_is_taken_cannot_be_clicked_and_says_why(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    free: list[str] = []
    while not 0 < len(free) < 7:  # until somebody else has placed a boat before
        table = start(anna, "lifeboats", bots=2)
        free = next_options(anna, table)
    page = open_table(anna, table)
    page.locator("[data-ready]").wait_for(state="attached")
    expect(page.locator("button.lane")).to_have_count(len(free))
    expect(page.locator(".craft button:enabled")).to_have_count(0)
    taken = page.locator("div.lane").first
    box = taken.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 40)
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 42)
    expect(page.get_by_role("tooltip")).to_contain_text("This lane is taken")
    page.mouse.down()
    page.mouse.up()
    expect(page.locator("[role=alert] button")).to_have_count(0)


def crew_is_seated(anna: Visitor, table: str, *, ranks: int) -> bool:
    """Seat officers before sailors until so many kinds of figures can be seated."""
    now = status(anna, table)
    options = now["you"].get("options") or []
    seating = bool(options) and options[0][0] in "so" and len(options[0]) > 1
    if seating and len({option[0] for option in options}) == ranks:
        return True
    if options:
        do(anna, table, do="choose", turn=now["common"]["turn"]["number"], choice=options[-1])
    return False


def test_when_one_kind_of_figure_is_left_only_a_boat_is_asked_for(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    page = open_table(anna, table := start(anna, "lifeboats", bots=2))
    until(page, lambda: crew_is_seated(anna, table, ranks=2))
    expect(page.locator(".tray")).to_contain_text("Pick a figure")
    until(page, lambda: crew_is_seated(anna, table, ranks=1))
    expect(page.locator(".tray")).not_to_contain_text("Pick a figure")
    expect(page.locator(".tray")).to_contain_text("Pick a shining boat")


def test_a_tap_on_a_small_figure_asks_before_it_jumps_and_a_click_does_not(visitor: Visit) -> None:
    anna = visitor("Anna", "en", size=PHONE, touch=True)
    instantly(anna)
    page = open_table(anna, table := start(anna, "lifeboats", bots=2))
    figure, crew = page.locator(".person .lit"), page.locator(".crew .open")

    def jumping(now: dict[str, Any]) -> bool:
        return owes(now) and now["common"]["turn"]["clause"] == JUMP

    choose_on(anna, table, jumping)
    expect(figure.first).to_be_visible()
    turn = turn_of(page)
    figure.first.tap()
    expect(crew.first).to_be_visible()  # and nobody has jumped
    assert turn_of(page) == turn
    figure.first.tap()
    expect(crew).to_have_count(0)  # put back
    figure.first.tap()
    crew.first.tap()
    expect(page.locator(f".table:not([data-turn='{turn}'])")).to_be_visible()

    choose_on(anna, table, jumping)
    expect(figure.first).to_be_visible()
    turn = turn_of(page)
    figure.first.click()
    expect(page.locator(f".table:not([data-turn='{turn}'])")).to_be_visible()
