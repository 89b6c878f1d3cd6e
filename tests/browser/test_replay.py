"""Finished games told again: by link, from any seat, all open, from a record; and the fair deal."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tablee import catalogue
from tests.browser.tables import choose_on, instantly, is_over, open_table, start, until
from tests.browser.visitors import Visitor

Visit = Callable[..., Visitor]
RECORDED = {
    folder: sorted((catalogue.SHELF / folder / "playthroughs").glob("*.json"))[0]
    for folder in {catalogue.load(id).folder for id in catalogue.titles()}
}


def finished(anna: Visitor) -> str:
    """A game somebody has played to its end, and its table."""
    table = start(anna, "land-unter", bots=2)
    choose_on(anna, table, is_over)
    return table


def left(of: Locator) -> float:
    box = of.bounding_box()
    assert box
    return box["x"]


def test_the_end_of_a_game_offers_all_there_is(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    # Laid and started in the browser, so that it gives its share to the deal.
    page = anna.page
    page.goto("/")
    table = finished(anna)
    open_table(anna, table)
    expect(page.locator("#ended")).to_be_visible()
    expect(page.locator("figure svg[role=img]")).to_be_visible()
    first, second, third = page.locator(".podium li").all()
    expect(first.get_by_role("img", name="wins the game")).to_be_visible()
    assert left(second) < left(first) < left(third)
    page.get_by_role("button", name="Check").click()
    verdict = page.locator(".more [role=status] li")
    expect(verdict.nth(2)).to_be_visible()
    expect(page.locator(".more li.bad")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = json.loads(Path(download.value.path()).read_text("utf-8"))
    assert record["game"] == "land-unter"
    page.get_by_role("button", name="Play again").click()
    expect(page).not_to_have_url(f"{anna.url}/table/{table}")
    page.go_back()
    expect(page.get_by_role("link", name="To the next game")).to_be_visible()


def test_a_replay_by_link(visitor: Visit) -> None:
    anna, eve = visitor("Anna", "en"), visitor("", "en")
    instantly(eve)
    table = finished(anna)
    page = eve.page
    page.goto(f"/replay/{table}")
    slider = page.get_by_role("slider")
    expect(slider).to_have_attribute("max", str(last_turn(eve, table)))
    page.get_by_role("button", name="One turn on").click()
    page.get_by_role("button", name="One turn on").click()
    expect(slider).to_have_js_property("value", "2")
    page.get_by_role("button", name="One turn back").click()
    expect(slider).to_have_js_property("value", "1")
    cards = page.locator(".board [data-piece^='card-']")
    few = cards.count()
    page.get_by_label("As seen by").select_option("Anna")
    expect(page.locator(".plate .badge").first).to_be_visible()
    until(page, lambda: cards.count() > few)
    page.get_by_label("As seen by").select_option("open")
    expect(slider).to_have_js_property("value", "1")
    asked = "/api/v1/tables/{}/replay?open=true"
    step = eve.context.request.get(asked.format(table)).json()["steps"][1]
    held = {str(card) for view in step["open"] for card in view["hand"]}
    until(page, lambda: held <= set(re.findall(r"\d+", page.locator(".board").inner_text())))
    page.get_by_label("Jump to").select_option(label="Round 2")
    until(page, lambda: int(slider.input_value()) > 2)
    page.get_by_role("button", name="To the end").click()
    expect(slider).to_have_js_property("value", str(last_turn(eve, table)))
    page.get_by_role("button", name="To the beginning").click()
    page.get_by_role("button", name="Play", exact=True).click()
    until(page, lambda: int(slider.input_value()) > 1)
    page.set_viewport_size({"width": 740, "height": 360})  # a phone held sideways
    expect(page.get_by_role("button", name="Pause")).to_be_in_viewport(ratio=1)


def test_going_back_breaks_off_what_is_being_told(visitor: Visit) -> None:
    page = visitor("", "en").page
    page.clock.install()
    page.goto("/replay?seat=0")
    page.get_by_label("A file").set_input_files(RECORDED["kilimanjaro"])
    slider = page.get_by_role("slider")
    expect(slider).to_be_visible()
    lying = page.locator(".board [data-piece^='counter-']")
    first = lying.count()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.clock.run_for(5_000)
    expect(lying).to_have_count(first)
    page.keyboard.press("ArrowRight")
    expect(lying).to_have_count(first + 1)
    expect(slider).to_have_js_property("value", "1")


def test_an_address_of_no_moment_leads_to_the_nearest(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    page = anna.page
    table = finished(anna)
    last = str(last_turn(anna, table))
    for moment, shown in [("-1", "0"), ("1.5", "1"), ("9999", last), ("x", "0")]:
        page.goto("/rules/diabolo")
        page.goto(f"/replay/{table}#{moment}")
        expect(page.get_by_role("slider")).to_have_js_property("value", shown)


def last_turn(visitor: Visitor, table: str) -> int:
    told = visitor.context.request.get(f"/api/v1/tables/{table}/replay").json()
    return len(told["steps"]) - 1


@pytest.mark.parametrize("folder", sorted(RECORDED))
def test_a_record_somebody_has(visitor: Visit, folder: str) -> None:
    page = visitor("", "en").page
    page.goto("/replay")
    page.get_by_label("A file").set_input_files(RECORDED[folder])
    expect(page.get_by_role("slider")).to_be_visible()
    expect(page.locator(".board .plate").first).to_be_visible()


def test_what_is_no_record_is_refused_with_the_reason(visitor: Visit) -> None:
    eve = visitor("", "en")
    eve.expected.append("400 (Bad Request)")
    page = eve.page
    page.goto("/replay")
    page.get_by_label("Or its text").fill("{ not json")
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("alert")).to_contain_text("not complete JSON")
    record = json.loads(RECORDED["land_unter"].read_text("utf-8"))
    record["turns"][0] = "99 1 2"
    page.get_by_label("Or its text").fill(json.dumps(record))
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("alert")).to_contain_text("99")
    page.get_by_role("button", name="Another record").click()
    expect(page.get_by_label("Or its text")).to_have_value(json.dumps(record))
    page.get_by_label("Or its text").fill('{"format": 1}')
    page.get_by_role("button", name="Show it").click()
    expect(page.get_by_role("alert")).to_contain_text("not the record of a game")
