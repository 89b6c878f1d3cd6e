"""The way in: one click to a game, friends by code, invitation or list, and what is preferred."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from playwright.sync_api import expect

from tablee import catalogue
from tests.browser.tables import (
    caught_up,
    do,
    instantly,
    lay,
    open_table,
    settled,
    start,
    status,
    until,
    wait_for_turn,
)
from tests.browser.visitors import PHONE, Visitor
from tests.server.finished import copied
from tests.server.houses import Serving

Visit = Callable[..., Visitor]


@pytest.mark.parametrize("id", list(catalogue.titles()))
def test_one_click_plays_against_bots(visitor: Visit, id: str) -> None:
    newcomer = visitor("", "en", size=PHONE, touch=True)
    page = newcomer.page
    page.goto("/")
    name = catalogue.load(id).name("en")
    game = page.get_by_role("article").filter(has=page.get_by_role("heading", name=name))
    game.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile("/table/"))
    assert wait_for_turn(page)
    table = page.url.rsplit("/", 1)[1]
    told = status(newcomer, table)
    assert [chair["kind"] for chair in told["common"]["chairs"]][1:] == ["bot"] * 3
    # The browser gave a share of its own to the deal.
    seen = page.evaluate(f"JSON.parse(localStorage.getItem('tablee.seen.{table}'))")
    assert told["common"]["chairs"][0]["nonce"] == seen["own"]["nonce"]
    caught_up(newcomer)
    settled(page, "[role=alert]")
    assert page.get_by_role("alert").inner_text() == ""


def test_friends_come_by_code_and_sit_down(visitor: Visit) -> None:
    anna, ben = visitor("Anna", "en"), visitor("", "en", size=PHONE, touch=True)
    page = anna.page
    page.goto("/")
    game = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Land Unter"))
    game.get_by_role("button", name="Invite friends").click()
    expect(page).to_have_url(re.compile("/table/"))
    table = page.url.rsplit("/", 1)[1]
    code = status(anna, table)["common"]["code"]
    expect(page.get_by_text(code, exact=True).first).to_be_visible()
    expect(page.get_by_role("img", name="QR code")).to_be_visible()

    phone = ben.page
    phone.goto("/")
    phone.get_by_label("Code of the table").fill(code.upper())
    phone.get_by_role("button", name="To the table").click()
    phone.get_by_label("Your name").fill("Ben")
    phone.get_by_role("button", name="Sit down").click()
    expect(page.get_by_text("Ben", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Start the game").click()
    assert wait_for_turn(page)
    assert wait_for_turn(phone)


def test_a_table_in_the_list_and_one_where_it_is_my_turn(visitor: Visit) -> None:
    anna, ben = visitor("Anna", "en"), visitor("Ben", "en")
    instantly(ben)
    lay(anna, "lifeboats", ["open", "open"], public=True)
    mine = start(ben, "kilimanjaro", bots=1)
    page = ben.page
    page.goto("/")
    expect(page.get_by_text("It is your turn!").first).to_be_visible()
    tables = page.locator("section").filter(has=page.get_by_role("heading", name="Open tables"))
    tables.get_by_role("button", name="Sit down").click()
    expect(page).to_have_url(re.compile("/table/"))
    assert mine not in page.url
    expect(page.get_by_text("Anna", exact=True).first).to_be_visible()


def test_what_somebody_prefers_is_kept(visitor: Visit) -> None:
    page = visitor("Anna", "en").page
    page.goto("/")
    page.get_by_label("Language").select_option("de")
    expect(page.get_by_role("heading", name="Zu Tisch!")).to_be_visible()
    page.get_by_role("button", name="Dunkel schalten").click()
    page.get_by_role("button", name="Töne").click()
    page.reload()
    expect(page.get_by_role("heading", name="Zu Tisch!")).to_be_visible()
    expect(page.get_by_role("button", name="Hell schalten")).to_be_visible()
    expect(page.get_by_role("button", name="Töne")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_carrying_on_on_another_device(visitor: Visit) -> None:
    anna, telephone = visitor("Anna", "en"), visitor("", "en", size=PHONE, touch=True)
    secret = anna.context.request.post("/api/v1/people/me/link").json()["secret"]
    page = telephone.page
    page.goto(f"/carry-on#{secret}")
    page.get_by_role("main").get_by_role("button").first.click()
    expect(page).to_have_url(re.compile("/$"))  # gone home: the house has answered
    page.goto("/me")
    expect(page.get_by_label("Name")).to_have_value("Anna")


def test_a_language_that_is_changed_at_a_table_is_told_to_the_house(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.expected.append("ERR_INTERNET_DISCONNECTED")
    page = open_table(anna, start(anna, "land-unter", bots=2))
    assert wait_for_turn(page)
    page.get_by_role("button", name="Table menu").click()
    language = page.get_by_label("Language")
    language.select_option("fr")

    def told() -> bool:
        return str(anna.context.request.get("/api/v1/house").json()["you"]["language"]) == "fr"

    until(page, told)
    anna.context.set_offline(True)
    with page.expect_event("requestfailed", lambda one: "/people/me" in one.url):
        page.get_by_label("Langue").select_option("de")
    expect(page.get_by_label("Sprache")).to_be_visible()
    settled(page, "dialog")  # whatever goes wrong has done so now


def test_whoever_leaves_for_good_leaves_nothing_behind(visitor: Visit) -> None:
    page = visitor("", "en").page
    page.goto("/play/land-unter")
    page.get_by_role("button", name="Play now").click()
    assert wait_for_turn(page)
    assert "tablee.seen." in page.evaluate("Object.keys(localStorage).join()")
    page.goto("/me")
    page.get_by_role("button", name="Leave for good").click()
    page.get_by_role("button", name="Yes").click()
    expect(page).to_have_url(re.compile("/$"))
    assert "tablee.seen." not in page.evaluate("Object.keys(localStorage).join()")


def test_every_finished_game_can_be_reached(visitor: Visit, house: Serving) -> None:
    anna = visitor("Anna", "en")
    played = start(anna, "kilimanjaro", bots=1)
    do(anna, played, do="end")
    page = anna.page
    many = 230
    path = house.house.settings.database.removeprefix("sqlite:///")
    with closing(sqlite3.connect(path, timeout=30)) as database:
        for number in range(many):
            for copy in copied(played, f"old{number}", 1_700_000_000_000 + number // 9):
                database.execute(copy.sql, copy.values)
        database.commit()
    page.goto("/")
    games = page.get_by_role("region", name="Finished games")
    entries = games.get_by_role("listitem")
    older = games.get_by_role("button", name="Older ones")
    expect(entries).to_have_count(5)
    older.click()
    expect(entries).to_have_count(100)
    older.click()
    expect(entries).to_have_count(200)
    # Others end meanwhile; the list is read again when the page is looked at.
    late = start(anna, "kilimanjaro", bots=1)
    do(anna, late, do="end")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(entries).to_have_count(201)
    older.click()
    expect(entries).to_have_count(many + 2)
    expect(older).to_have_count(0)
    links = entries.get_by_role("link").evaluate_all("all => all.map((one) => one.pathname)")
    expected = {f"/replay/old{number}" for number in range(many)}
    assert {*links} == expected | {f"/replay/{played}", f"/replay/{late}"}
    assert links[:2] == [f"/replay/{late}", f"/replay/{played}"]
