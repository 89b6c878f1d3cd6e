"""How a move is told: picture by picture, the log along with the board, and again if one likes."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.tables import PATIENCE, do, open_table, start, status, until, wait_for_turn
from tests.browser.visitors import Visitor

Visit = Callable[..., Visitor]
CARDS = ".hand button.card"
TOLD = "aside li.game"


def choose_first(visitor: Visitor, table: str) -> None:
    """The first card of the hand, chosen elsewhere than on the page."""
    now = status(visitor, table)
    turn = now["common"]["turn"]["number"]
    do(visitor, table, do="choose", turn=turn, choice=now["you"]["options"][0])


def skip(page: Page) -> None:
    page.get_by_role("button", name="Skip", exact=True).click(timeout=PATIENCE)
    wait_for_turn(page)


def test_the_log_does_not_run_ahead_of_the_board(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    table = start(anna, "land-unter", bots=2)
    page = open_table(anna, table)
    wait_for_turn(page)
    choose_first(anna, table)
    expect(page.locator(".told")).to_be_visible(timeout=PATIENCE)
    early = page.locator(TOLD).count()
    skip(page)
    trick = [line for line in status(anna, table)["lines"] if line["kind"] == "game"]
    expect(page.locator(TOLD)).to_have_count(len(trick))
    assert early < len(trick)


def test_what_happens_during_a_rewatch_is_told_after_it(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    table = start(anna, "land-unter", bots=2)
    page = open_table(anna, table)
    wait_for_turn(page)
    choose_first(anna, table)
    skip(page)
    page.get_by_role("button", name="Watch the last move again").click()
    expect(page.locator(".told")).to_be_visible()
    choose_first(anna, table)
    until(page, lambda: status(anna, table)["common"]["turn"]["number"] == 3)
    expect(page.locator(CARDS)).to_have_count(10, timeout=PATIENCE)
