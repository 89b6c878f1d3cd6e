"""The line to the house: when it is given up, what a new one brings, and what is said meanwhile."""

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.tables import (
    LISTEN_TO_TELLING,
    choose_on,
    instantly,
    open_table,
    owes,
    play_by_clicking,
    settled,
    start,
    status,
    stop_the_clock,
    turn_of,
    until,
    wait_for_turn,
)
from tests.browser.visitors import Visitor

Visit = Callable[..., Visitor]
DEAD_LINE = "WebSocket connection to"  # what Chromium says of a socket that cannot be opened
NO_LINE = "ERR_INTERNET_DISCONNECTED"


class Lines:
    """The lines of a page to the house, as they come; those that are deaf carry nothing."""

    def __init__(self, page: Page):
        self.made: list[WebSocketRoute] = []
        self.deaf: set[int] = set()  # by their number
        self.heard: list[str] = []  # what the house has said, by its kind
        page.route_web_socket("**/api/v1/socket", self.through)

    def through(self, line: WebSocketRoute) -> None:
        number = len(self.made)
        self.made.append(line)
        if number in self.deaf:
            return
        server = line.connect_to_server()

        def carry(to: WebSocketRoute, text: str | bytes) -> None:
            if number not in self.deaf:
                to.send(text)

        line.on_message(partial(carry, server))

        def hear(text: str | bytes) -> None:
            carry(line, text)
            self.heard.append(json.loads(text)["type"])

        server.on_message(hear)

    def cut(self) -> None:
        self.made[-1].close()


def test_a_tab_out_of_sight_keeps_its_line(visitor: Visit) -> None:
    """Browsers look at the clock of such a tab once a minute; the house answers all the same."""
    anna = visitor("Anna")
    page = anna.page
    lines = Lines(page)
    page.clock.install()
    open_table(anna, start(anna, "land-unter", bots=2))
    wait_for_turn(page)
    for _ in range(3):
        lines.heard.clear()
        page.clock.fast_forward("01:00")
        until(page, lambda: "pong" in lines.heard)
    assert len(lines.made) == 1


def test_a_line_without_an_answer_is_given_up(visitor: Visit) -> None:
    anna = visitor("Anna")
    instantly(anna)
    page = anna.page
    lines = Lines(page)
    page.clock.install()
    open_table(anna, start(anna, "land-unter", bots=2))
    wait_for_turn(page)
    lines.deaf.add(0)
    page.clock.run_for(22_000)  # it is asked for a word
    page.clock.run_for(5_000)
    until(page, lambda: len(lines.made) == 2)
    play_by_clicking(page, random.Random(5), choices=1)


def test_a_line_that_never_stands_is_given_up(visitor: Visit) -> None:
    anna = visitor("Anna")
    page = anna.page
    lines = Lines(page)
    lines.deaf.add(0)
    page.clock.install()
    table = start(anna, "land-unter", bots=2)
    page.goto(f"/table/{table}")
    until(page, lambda: len(lines.made) == 1)
    page.clock.run_for(6_000)
    wait_for_turn(page)
    assert len(lines.made) == 2


def test_whoever_was_away_for_long_sees_the_table_as_it_is(visitor: Visit) -> None:
    """More has happened than the house tells at once: the log has no hole, and nothing is told."""
    anna = visitor("Anna", "en")
    anna.expected += [DEAD_LINE]
    page = anna.page
    lines = Lines(page)
    table = start(anna, "lifeboats", bots=4)
    open_table(anna, table)
    wait_for_turn(page)
    lines.deaf.add(0)
    seen = status(anna, table)["seq"]

    def missed() -> dict[str, Any]:
        told: dict[str, Any] = anna.context.request.get(
            f"/api/v1/tables/{table}/log?after={seen}"
        ).json()
        return told

    # Chosen elsewhere than on the page, until it is one's turn again.
    choose_on(anna, table, lambda now: owes(now) and missed()["more"])
    page.evaluate(LISTEN_TO_TELLING)
    lines.cut()
    turn = status(anna, table)["common"]["turn"]["number"]
    ready = page.locator(f".table[data-turn='{turn}'][data-ready]")
    expect(ready).to_have_count(1)
    assert page.evaluate("[...said]") == []
    log = page.get_by_role("region", name="Log")
    newest = [line["text"] for line in missed()["lines"] if line["kind"] == "game"]
    expect(log.locator("li.game")).to_contain_text(newest)
    log.get_by_role("button", name="Older").click()
    expect(log.get_by_text("The game begins.")).to_be_visible()
    until(page, lambda: log.locator("li.game").count() > len(newest))


def test_a_new_line_changes_nothing_on_the_page(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.expected += [DEAD_LINE]
    page = anna.page
    lines = Lines(page)
    table = start(anna, "diabolo", bots=2)
    open_table(anna, table)
    wait_for_turn(page)
    card = page.locator(".hand button").first
    card.click()
    picked = page.locator(".hand [aria-pressed=true]")
    expect(picked).to_have_count(1)
    pages = lines.heard.count("page")
    lines.cut()
    until(page, lambda: lines.heard.count("page") > pages)
    settled(page, ".hand")
    expect(picked).to_have_count(1)
    expect(card).to_be_focused()


def test_a_table_that_cannot_be_shown_just_now_offers_another_try(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    table = start(anna, "land-unter", bots=2)
    refused = 0

    def refuse(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def to_server(text: str | bytes) -> None:
            nonlocal refused
            asked = json.loads(text)
            if asked["type"] == "watch" and refused == 0:
                refused += 1
                answer = {"type": "refused", "id": asked["id"], "code": "not_stored", "text": "No."}
                line.send(json.dumps(answer))
            else:
                server.send(text)

        line.on_message(to_server)

    page = anna.page
    page.route_web_socket("**/api/v1/socket", refuse)
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Try again").click()
    wait_for_turn(page)


def test_without_a_network_the_table_says_so_and_a_choice_waits(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.expected += [DEAD_LINE, NO_LINE]
    instantly(anna)
    anna.page.clock.install()
    table = start(anna, "land-unter", bots=2)
    page = open_table(anna, table)
    wait_for_turn(page)
    turn = turn_of(page)
    stop_the_clock(page)
    anna.context.set_offline(True)
    until(page, lambda: not page.evaluate("navigator.onLine"))
    page.clock.run_for(3_000)  # far less than a silence that would give the line away
    lost = page.get_by_text("The connection is lost")
    expect(lost).to_be_visible()
    page.clock.resume()
    page.locator(".hand button.card").first.click()
    anna.context.set_offline(False)
    expect(page.locator(".table")).not_to_have_attribute("data-turn", str(turn))
    expect(lost).to_have_count(0)


def test_a_choice_that_is_not_answered_gives_the_line_up(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    page = anna.page
    lines = Lines(page)
    page.clock.install()
    open_table(anna, start(anna, "land-unter", bots=2))
    wait_for_turn(page)
    turn = turn_of(page)
    lines.deaf.add(0)
    page.locator(".hand button.card").first.click()
    page.clock.run_for(6_000)
    expect(page.locator(".table")).not_to_have_attribute("data-turn", str(turn))
    assert len(lines.made) == 2
