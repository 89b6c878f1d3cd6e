"""Whole games in the browser, by clicking: against bots, and two people with somebody watching."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tablee import catalogue
from tests.browser.tables import (
    PATIENCE,
    click_something,
    do,
    instantly,
    lay,
    open_table,
    play_by_clicking,
    start,
    status,
    turn_of,
    until,
)
from tests.browser.visitors import PHONE, Visitor

Visit = Callable[..., Visitor]
# One edition of each game: the others have the same board.
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
    expect(page.locator("#ended")).to_be_visible(timeout=PATIENCE)
    podium = page.locator(".podium")
    for seat, score in enumerate(over["result"]["scores"]):
        expect(podium).to_contain_text(over["chairs"][seat]["name"])
        expect(podium).to_contain_text(str(score))


@pytest.mark.parametrize("game", GAMES)
def test_two_people_and_somebody_who_watches(visitor: Visit, game: str) -> None:
    anna, ben, eve = visitor("Anna", "en"), visitor("Ben", "de"), visitor("", "fr")
    for one in (anna, ben, eve):
        instantly(one)
    fewest = catalogue.load(game).players[0]
    table = lay(anna, game, ["open", *["heuristic"] * (fewest - 2)])
    do(ben, table, do="sit", seat=1)
    do(anna, table, do="start")
    pages = [open_table(one, table) for one in (anna, ben, eve)]
    luck = random.Random(game)
    for _ in range(12):
        for page in pages[:2]:
            if page.locator("[data-ready]").count():
                click_something(page, luck)
    assert pages[2].locator("[data-ready]").count() == 0
    names = [chair["name"] for chair in status(anna, table)["common"]["chairs"]]
    for page in pages:
        for seat, name in enumerate(names):
            expect(page.locator(f".plate.seat-{seat}").first).to_contain_text(name)

    def all_see_the_same_turn() -> bool:
        turn = status(anna, table)["common"]["turn"]["number"]
        return {turn_of(page) for page in pages} == {str(turn)}

    until(pages[0], all_see_the_same_turn)
