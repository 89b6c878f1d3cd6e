"""Talk and signs: in the waiting room as at the table, and on the television for the whole room."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tablee import catalogue
from tests.browser.tables import do, instantly, lay, open_table
from tests.browser.visitors import PHONE, Visitor

Visit = Callable[..., Visitor]
TELEVISION = (1920, 1080)
LEGIBLE = 26  # px on a television, from a sofa


@pytest.mark.parametrize("game", list(catalogue.titles()))
def test_what_is_said_is_seen_before_the_game_and_on_the_television(
    visitor: Visit, game: str
) -> None:
    anna, ben = visitor("Anna", "en", size=PHONE, touch=True), visitor("Ben", "en")
    room = visitor("", "en", size=TELEVISION)
    for one in (anna, ben, room):
        instantly(one)
    seats = max(2, catalogue.load(game).players[0])
    table = lay(anna, game, ["open"] + ["cadet"] * (seats - 2))
    do(ben, table, do="sit")
    screen = room.page
    screen.clock.install()
    screen.goto(f"/table/{table}?table")
    expect(screen.locator("body")).to_contain_text("Ben")
    here, there = open_table(anna, table), open_table(ben, table)
    talk = here.get_by_role("log", name="Talk")
    there.get_by_label("Say something").fill("Shall we begin?")
    there.get_by_role("button", name="Send").click()
    expect(talk.get_by_text("Shall we begin?")).to_be_visible()
    voices = screen.locator(".voices p")
    expect(voices.filter(has_text="Shall we begin?")).to_be_in_viewport()
    here.get_by_role("button", name="Well played").click()
    expect(there.get_by_role("log").get_by_role("img", name="Well played")).to_be_visible()
    expect(voices.filter(has=screen.locator("svg[aria-label='Well played']"))).to_be_in_viewport()

    do(anna, table, do="start")
    expect(screen.locator(".board .plate").first).to_be_visible()
    do(ben, table, do="say", text="Good luck to all of you!")
    late = voices.filter(has_text="Good luck to all of you!")
    expect(late).to_be_in_viewport()
    size = late.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= LEGIBLE
    # It is for the moment: what lies under it is to be seen again, and nothing old comes back.
    screen.clock.run_for(20_000)
    expect(voices).to_have_count(0)
    screen.reload()
    expect(screen.locator(".board .plate").first).to_be_visible()
    expect(voices).to_have_count(0)


def test_what_was_said_before_a_guest_came_is_there(visitor: Visit) -> None:
    anna, eve = visitor("Anna", "en"), visitor("", "en")
    table = lay(anna, "kilimanjaro", ["open"])
    do(anna, table, do="say", text="At eight?")
    do(anna, table, do="emote", sign="think")
    talk = open_table(eve, table).get_by_role("log", name="Talk")
    expect(talk).to_contain_text("At eight?")
    expect(talk.get_by_role("img", name="Let me think")).to_be_visible()
    expect(eve.page.get_by_label("Say something")).to_have_count(0)
