"""Whole games in the browser, by clicking: against bots, and two people with somebody watching."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablee import catalogue
from tests.browser.tables import (
    ANY,
    HELD,
    do,
    instantly,
    lay,
    open_table,
    play_by_clicking,
    play_together,
    start,
    status,
)
from tests.browser.visitors import PHONE, Visitor

Visit = Callable[..., Visitor]
# One edition of each game: the others have the same board.
MINUS = "\N{MINUS SIGN}"
GAMES = list({catalogue.load(id).folder: id for id in catalogue.titles()}.values())


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_against_bots(visitor: Visit, game: str) -> None:
    anna = visitor("Anna", "fr", size=PHONE, touch=True)
    instantly(anna)
    fewest = catalogue.load(game).players[0]
    table = start(anna, game, bots=fewest - 1)
    page = open_table(anna, table)
    made = play_by_clicking(page, random.Random(game))
    assert made >= 5
    over = status(anna, table)["common"]
    assert over["status"] == "over"
    assert over["result"]["finished"]
    expect(page.locator("#ended")).to_be_visible()
    podium = page.locator(".podium")
    expect(podium).to_be_in_viewport()  # by itself
    for seat, score in enumerate(over["result"]["scores"]):
        expect(podium).to_contain_text(over["chairs"][seat]["name"])
        expect(podium).to_contain_text(str(score).replace("-", MINUS))


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_of_two_people_with_somebody_who_watches(visitor: Visit, game: str) -> None:
    anna = visitor("Anna", "en")
    ben = visitor("Ben", "de", size=PHONE, touch=True)
    eve = visitor("", "fr")
    for one in (anna, ben, eve):
        instantly(one)
    shown = listen(eve)
    fewest = catalogue.load(game).players[0]
    table = lay(anna, game, ["open", *["sailor"] * (fewest - 2)])
    do(ben, table, do="sit", seat=1)
    do(anna, table, do="start")
    pages = [open_table(one, table) for one in (anna, ben, eve)]
    names = [chair["name"] for chair in status(anna, table)["common"]["chairs"]]
    for page in pages:
        for seat, name in enumerate(names):
            expect(page.locator(f".plate.seat-{seat}").first).to_contain_text(name)

    play_together(pages[:2], random.Random(game))

    result = status(anna, table)["common"]["result"]
    assert result["finished"]
    for page in pages:
        expect(page.locator("#ended")).to_contain_text(names[result["winners"][0]])
        assert podium(page, len(names)) == result["scores"]
    assert len(shown) > 5
    assert [one for one in shown if holds_something(one)] == []
    for button in (HELD, ANY, "[data-ready]"):
        expect(pages[2].locator(button)).to_have_count(0)


def podium(page: Page, seats: int) -> list[int]:
    """The points by seat, as they stand on the steps."""
    told = [page.locator(f".podium .seat-{seat} .step span").inner_text() for seat in range(seats)]
    return [int(points.split()[0].replace(MINUS, "-")) for points in told]


def listen(visitor: Visitor) -> list[dict[str, Any]]:
    """Every page of a table that this visitor's browser is going to be sent."""
    pages: list[dict[str, Any]] = []

    def hear(frame: str | bytes) -> None:
        told = json.loads(frame)
        if told["type"] == "page":
            pages.append(told)

    visitor.page.on("websocket", lambda socket: socket.on("framereceived", hear))
    return pages


def holds_something(page: dict[str, Any]) -> bool:
    """Is there anything in it that only a player may see?"""
    view, you = page.get("view") or {}, page["you"]
    mine = [view.get(part) for part in ("seat", "hand", "counters")]
    mine += [you.get(part) for part in ("seat", "options", "chosen")]
    return any(one is not None for one in mine)
