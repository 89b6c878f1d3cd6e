"""What only the browser has, over every game: television, replays from every seat, analyses."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tablee import catalogue
from tests.browser.tables import (
    choose_on,
    do,
    instantly,
    open_table,
    start,
    status,
)
from tests.browser.visitors import Visitor

Visit = Callable[..., Visitor]
WORKED_OUT = 400_000  # ms: the first search of all is compiled
SOME = 4  # turns of a game that is then broken off
every_game = pytest.mark.parametrize("game", list(catalogue.titles()))


def begun(anna: Visitor, game: str) -> str:
    """Somebody alone against bots."""
    instantly(anna)
    return start(anna, game, bots=catalogue.load(game).players[0] - 1)


def broken_off(anna: Visitor, game: str) -> str:
    """A game that ended after a few turns."""
    table = begun(anna, game)
    choose_on(anna, table, lambda now: now["common"]["turn"]["number"] > SOME)
    do(anna, table, do="end")
    return table


@every_game
def test_a_television_shows_the_table_and_how_it_ended(visitor: Visit, game: str) -> None:
    anna, room = visitor("Anna", "en"), visitor("", "en", size=(1920, 1080))
    table = begun(anna, game)
    instantly(room)
    screen = room.page
    screen.goto(f"/table/{table}?table")
    expect(screen.locator("main .board").first).to_be_visible()
    choose_on(anna, table, lambda now: now["common"]["turn"]["number"] > SOME)
    for chair in status(anna, table)["common"]["chairs"]:
        expect(screen.locator("main")).to_contain_text(chair["name"])
    # Nobody could press one there.
    expect(screen.get_by_role("button", disabled=False)).to_have_count(0)
    do(anna, table, do="end")
    expect(screen.get_by_role("list", name="Standings")).to_be_visible()


@every_game
def test_a_replay_is_seen_from_every_seat_and_all_open(visitor: Visit, game: str) -> None:
    anna = visitor("Anna", "en")
    table = broken_off(anna, game)
    told = anna.context.request.get(f"/api/v1/tables/{table}/replay").json()
    last = len(told["steps"]) - 1
    page = anna.page
    page.goto(f"/replay/{table}")
    seen_by = page.get_by_label("As seen by")
    slider = page.get_by_role("slider")
    for viewer in ("", *map(str, range(len(told["seats"]))), "open"):
        seen_by.select_option(viewer)
        page.get_by_role("button", name="To the beginning").click()
        expect(slider).to_have_js_property("value", "0")
        for turn in range(last):
            page.get_by_role("button", name="One turn on").click()
            expect(slider).to_have_js_property("value", str(turn + 1))
        expect(page.locator("main .board").first).to_be_visible()


@every_game
def test_the_choices_of_every_seat_are_analysed(visitor: Visit, game: str) -> None:
    anna = visitor("Anna", "en")
    anna.expected.append("409 (Conflict)")  # until searches are ready
    table = broken_off(anna, game)
    page = open_table(anna, table)
    page.get_by_role("button", name="Analyse my choices").click()
    found = page.locator(".analysis")
    for seat in range(len(status(anna, table)["common"]["chairs"])):
        page.get_by_label("The choices of").select_option(str(seat))
        asked = f"/api/v1/tables/{table}/analysis?language=en&seat={seat}"
        expect(found.locator("dl")).to_be_visible(timeout=WORKED_OUT)
        made = len(anna.context.request.get(asked).json()["decisions"])
        said = f"({made})" if made else "There was nothing to decide"
        expect(found).to_contain_text(said)
