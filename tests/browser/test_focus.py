"""Where the focus is after a change: whoever goes by keys or by ear keeps their place."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.tables import (
    SlowLine,
    instantly,
    lay,
    open_table,
    start,
    until,
    wait_for_turn,
)
from tests.browser.visitors import Visitor

Visit = Callable[..., Visitor]


def button(page: Page | Locator, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def at_a_table(anna: Visitor, **plan: bool) -> Page:
    instantly(anna)
    page = open_table(anna, start(anna, "land-unter", bots=2, **plan))
    assert wait_for_turn(page)
    return page


# What opens over a page


@pytest.mark.parametrize("way", ["Escape", "Close", "backdrop"])
def test_a_dialog_gives_the_focus_back(visitor: Visit, way: str) -> None:
    page = at_a_table(visitor("Anna", "en"))
    menu = button(page.locator("nav"), "Table menu")
    menu.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    if way == "Escape":
        page.keyboard.press("Escape")
    elif way == "Close":
        button(page.get_by_role("dialog"), "Close").press("Enter")
    else:
        page.mouse.click(5, 5)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(menu).to_be_focused()


def test_a_bot_is_picked_for_one_chair_after_the_other(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    page = open_table(anna, lay(anna, "land-unter", ["open", "open"]))
    for chair in (2, 3):
        pick = page.get_by_role("button", name=f"Who sits here? (chair {chair})")
        pick.press("Enter")
        page.get_by_role("dialog").get_by_role("button", name="Sailor").first.press("Enter")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(pick).to_be_enabled()
        expect(pick).to_be_focused()


def test_a_panel_that_is_closed_leaves_the_focus_at_its_button(visitor: Visit) -> None:
    page = at_a_table(visitor("Anna", "en"))
    for panel in ("Log", "Rules"):  # the first is open from the beginning
        opened = button(page.locator("nav"), panel)
        if opened.get_attribute("aria-pressed") != "true":
            opened.press("Enter")
        button(page.locator("aside"), "Close").press("Enter")
        expect(page.locator("aside")).to_have_count(0)
        expect(opened).to_be_focused()


def test_a_slip_gives_the_focus_back(visitor: Visit) -> None:
    page = at_a_table(visitor("Anna", "en"), hints=True)
    page.route("**/hint?*", lambda route: route.fulfill(json={"share": 0}))  # still thinking
    ask = button(page, "Hint")
    ask.press("Enter")
    slip = page.locator(".slip")
    button(slip, "Close").press("Enter")
    expect(slip).to_have_count(0)
    expect(ask).to_be_focused()


# While something is on its way


def test_a_control_keeps_the_focus_while_its_change_is_on_its_way(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    line = SlowLine(anna)
    page = open_table(anna, lay(anna, "kilimanjaro", ["open", "open"]))
    talk = page.get_by_role("checkbox", name="Talk", exact=True)
    hints = page.get_by_label("Hints", exact=True)
    pace = page.get_by_label("Pace", exact=True)
    players = page.get_by_role("group", name="Players")
    before = talk.is_checked()
    hinted = hints.is_checked()

    line.hold()
    talk.press("Space")
    expect(talk).to_be_focused()
    hints.press("Space")  # one thing at a time
    expect(hints).to_be_focused()
    expect(hints).to_be_checked(checked=hinted)
    players.get_by_label("3").press("ArrowRight")
    expect(players.get_by_label("3")).to_be_checked()
    pace.press("ArrowDown")
    expect(pace).to_be_focused()
    expect(pace).to_have_value("live")
    assert len(line.asked) == 1
    line.let_go()
    expect(talk).to_be_enabled()
    expect(talk).to_be_checked(checked=not before)

    line.hold()
    players.get_by_label("3").press("ArrowLeft")
    expect(players.get_by_label("2")).to_be_focused()
    line.let_go()
    expect(page.get_by_role("listitem", name="Chair")).to_have_count(2)
    expect(players.get_by_label("2")).to_be_checked()
    expect(players.get_by_label("2")).to_be_focused()


def test_whoever_stands_up_by_keys_is_still_at_the_chair(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    page = open_table(anna, lay(anna, "kilimanjaro", ["open"]))
    chair = page.get_by_role("listitem", name="Chair 1")
    button(chair, "Stand up").press("Enter")
    expect(button(chair, "Stand up")).to_have_count(0)
    expect(chair).to_be_focused()


# A first game


def test_a_first_game_goes_on_by_keys_from_the_guide(visitor: Visit) -> None:
    newcomer = visitor("", "en")
    instantly(newcomer)
    page = newcomer.page
    page.goto("/learn/land-unter")
    guide = page.locator(".guide")
    go_on, do_it = button(guide, "Go on"), button(guide, "Do it for me")
    until(page, go_on.is_visible)
    while not do_it.is_visible():
        go_on.press("Enter")
    do_it.press("Enter")
    expect(do_it).to_have_count(0)
    expect(guide).to_be_focused()


def test_whoever_is_refused_by_keys_goes_on_from_there(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    page = open_table(anna, start(anna, "kilimanjaro", bots=1))
    assert wait_for_turn(page)
    page.locator(".board .mine button:enabled").first.press("Enter")  # a counter
    village = page.locator(".board .spaces button").and_(page.get_by_label(re.compile(r"\b20\b")))
    village.press("Enter")
    refusal = page.locator("[role=alert] .refusal")
    expect(refusal).to_be_visible()
    expect(village).to_be_focused()
    page.keyboard.press("Escape")
    expect(refusal).to_have_count(0)
    expect(village).to_be_focused()


# From page to page


def test_another_page_begins_at_its_heading(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    page = anna.page
    page.goto("/")
    heading = page.locator("h1:focus")
    page.get_by_role("link", name="Learn by playing").first.press("Enter")
    expect(heading).to_contain_text("First game")
    page.get_by_role("link", name="Home").press("Enter")
    expect(heading).to_be_visible()
    page.get_by_role("link", name="Rules").first.press("Enter")
    expect(heading).to_be_visible()
    page.go_back()
    expect(heading).to_be_visible()


def test_a_game_that_begins_is_a_new_page(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    page = open_table(anna, lay(anna, "land-unter", ["sailor", "sailor"]))
    assert page.evaluate("document.activeElement === document.body")  # as a browser opens it
    button(page, "Start the game").press("Enter")
    assert wait_for_turn(page)
    expect(page.locator("h1:focus")).to_have_text("Land Unter")


def test_a_page_that_is_long_in_coming_says_so(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    page = anna.page
    # What a service worker fetches could not be held up here.
    page.add_init_script("delete Navigator.prototype.serviceWorker")
    page.goto("/")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile("/assets/Me-.*js"), hold)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.evaluate(
        "history.pushState(null, '', '/me'); dispatchEvent(new PopStateEvent('popstate'))"
    )
    expect(page.get_by_text("Connecting")).to_be_visible()
    held[0].continue_()
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()
