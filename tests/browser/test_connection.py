"""Lost lines, second tabs, closed houses: the table is as it was, and nothing is chosen twice."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocketRoute, expect

from tests.browser.tables import (
    choose_until,
    do,
    instantly,
    lay,
    open_table,
    play_by_clicking,
    start,
    status,
    turn_of,
    until,
    wait_for_turn,
)
from tests.browser.visitors import Visitor, visit
from tests.server.houses import Serving, house_at, serve

Visit = Callable[..., Visitor]
DEAD_LINE = "WebSocket connection to"  # what Chromium says of a socket that cannot be opened
NO_LINE = "ERR_INTERNET_DISCONNECTED"


def test_a_lost_line_comes_back_by_itself(visitor: Visit) -> None:
    anna = visitor("Anna")
    anna.expected += [DEAD_LINE, NO_LINE]
    instantly(anna)
    table = start(anna, "land-unter", bots=2)
    lines: list[WebSocketRoute] = []

    def through(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server()

    anna.page.route_web_socket("**/api/v1/socket", through)
    page = open_table(anna, table)
    wait_for_turn(page)
    before = turn_of(page)
    lines[-1].close()
    play_by_clicking(page, random.Random(1), choices=2)
    assert turn_of(page) != before
    assert len(lines) > 1


def test_a_restart_of_the_house_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/house.db"
    with serve(house_at(url)) as first:
        anna = visit(browser, first.url, "Anna")
        anna.expected += [DEAD_LINE]
        instantly(anna)
        table = start(anna, "kilimanjaro", bots=1)
        page = open_table(anna, table)
        play_by_clicking(page, random.Random(2), choices=2)
        wait_for_turn(page)
        turn = turn_of(page)
        port = int(first.url.rsplit(":", 1)[1])
    with serve(house_at(url), port) as second:
        assert second.url == first.url
        expect(page.locator("[data-ready]")).to_have_count(1)
        assert turn_of(page) == turn
        play_by_clicking(page, random.Random(3), choices=1)
        assert status(anna, table)["common"]["turn"]["number"] > int(turn or 0)
        assert anna.leave() == []


def test_a_choice_sent_twice_counts_once(visitor: Visit) -> None:
    """The line breaks after the choice has left and before the answer has come."""
    anna = visitor("Anna")
    anna.expected += [DEAD_LINE]
    instantly(anna)
    table = start(anna, "land-unter", bots=2)
    lost: list[str] = []

    def lossy(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def to_client(message: str | bytes) -> None:
            if '"type":"done"' in str(message) and lost == ["choose"]:
                lost.append("done")
                socket.close()
                return
            socket.send(message)

        def to_server(message: str | bytes) -> None:
            if '"choose"' in str(message) and not lost:
                lost.append("choose")
            server.send(message)

        server.on_message(to_client)
        socket.on_message(to_server)

    anna.page.route_web_socket("**/api/v1/socket", lossy)
    page = open_table(anna, table)
    wait_for_turn(page)
    before = int(turn_of(page) or 0)
    page.locator(".board button:enabled[aria-label]").first.click()
    expect(page.locator(".table")).not_to_have_attribute("data-turn", str(before))
    wait_for_turn(page)
    assert lost == ["choose", "done"]
    log = anna.context.request.get(f"/api/v1/tables/{table}/log").json()["lines"]
    plays = [line["text"] for line in log if line.get("event", [""])[:2] == ["plays", 0]]
    assert len(plays) == 1
    assert page.locator("[role=alert] .refusal").count() == 0


def test_a_second_tab_takes_over_politely(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    table = start(anna, "land-unter", bots=2)
    first = open_table(anna, table)
    wait_for_turn(first)
    second = anna.context.new_page()
    second.goto(f"/table/{table}")
    wait_for_turn(second)
    expect(first.get_by_role("heading")).to_contain_text("another tab")
    play_by_clicking(second, random.Random(4), choices=1)
    first.get_by_role("button").click()
    wait_for_turn(first)
    expect(second.get_by_role("heading")).to_contain_text("another tab")
    assert int(turn_of(first) or 0) > 0


def test_without_a_network_the_shell_says_so(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.expected += [DEAD_LINE, NO_LINE, "Failed to load resource"]
    page = anna.page
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    anna.context.set_offline(True)
    page.reload()
    expect(page.locator("body")).to_contain_text("does not answer")
    anna.context.set_offline(False)
    page.reload()
    expect(page.get_by_role("heading", name="Land Unter")).to_be_visible()


def test_the_shell_stays_what_it_is_and_goes_with_its_release(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.expected += [DEAD_LINE, NO_LINE, "Failed to load resource"]
    page = anna.page
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    script = page.locator("script[type=module]").get_attribute("src") or ""
    assert script in page.evaluate("caches.keys().then(String)")
    page.goto("/healthz")
    anna.context.set_offline(True)
    page.goto("/")
    expect(page.locator("body")).to_contain_text("does not answer")
    anna.context.set_offline(False)
    page.evaluate("navigator.serviceWorker.register('/sw.js?the-next-release').then(() => true)")
    until(page, lambda: page.evaluate("caches.keys().then(String)") == "tablee-the-next-release")


def test_without_a_network_pages_never_seen_before_say_so_too(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.expected += [DEAD_LINE, NO_LINE, "Failed to load resource"]
    page = anna.page
    page.goto("/rules/diabolo")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    anna.context.set_offline(True)
    page.goto("/rules/lifeboats")
    expect(page.locator("body")).to_contain_text("does not answer")
    expect(page.get_by_role("button", name="Try again")).to_be_visible()
    page.goto("/me")
    expect(page.locator("body")).to_contain_text("does not answer")
    anna.context.set_offline(False)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("heading", name="You", exact=True)).to_be_visible()


def test_talk_opens_without_a_network(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.expected += [DEAD_LINE, NO_LINE, "Failed to load resource"]
    page = open_table(anna, start(anna, "land-unter", bots=2))
    wait_for_turn(page)
    anna.context.set_offline(True)
    page.get_by_role("button", name="Talk").click()
    expect(page.get_by_label("Say something")).to_be_visible()
    expect(page.get_by_text("The connection is lost")).to_be_visible()


@pytest.mark.parametrize("language", ["fr", "en", "de"])
def test_a_refused_choice_says_why_with_its_clause(
    visitor: Visit, house: Serving, language: str
) -> None:
    anna = visitor("Anna", language)
    instantly(anna)
    table = lay(anna, "kilimanjaro", ["sailor"])
    do(anna, table, do="start")
    page = open_table(anna, table)
    wait_for_turn(page)
    page.locator(".board .mine button:enabled").first.click()  # a counter
    page.locator(".board .spaces button").and_(page.get_by_label(re.compile(r"\b20\b"))).click()
    refusal = page.locator("[role=alert] .refusal")
    expect(refusal).to_contain_text("KI-5")
    refusal.get_by_role("button").first.click()
    expect(page.locator("aside [data-clause='KI-5']")).to_be_in_viewport()


def test_the_rules_open_at_the_clause_that_is_asked_for_or_matters_now(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    table = start(anna, "kilimanjaro", bots=1)
    page = open_table(anna, table)
    wait_for_turn(page)
    panel = page.locator("aside")
    shown = panel.locator(".clause.now")
    question = page.get_by_role("button", name=re.compile("^Rule "))
    due = question.inner_text().strip()
    question.click()
    expect(shown).to_have_attribute("data-clause", due)
    for away in ("scrolled", "followed"):  # asked for once more, it is shown once more
        if away == "scrolled":
            panel.locator(".rules").evaluate("one => one.scrollTo(0, one.scrollHeight)")
            expect(shown).not_to_be_in_viewport()
        else:
            panel.locator("button.link").filter(has_not_text=due).first.click()
            expect(shown).not_to_have_attribute("data-clause", due)
        question.click()
        expect(shown).to_have_attribute("data-clause", due)
        expect(shown).to_be_in_viewport()

    choose_until(anna, table, lambda option: "@" in option)
    expect(question).not_to_contain_text(due)
    rules = page.locator("nav").get_by_role("button", name="Rules")
    rules.click()
    rules.click()
    expect(shown).to_have_attribute("data-clause", question.inner_text().strip())
