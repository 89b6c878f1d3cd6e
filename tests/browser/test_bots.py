"""Bots as people meet them: faces, hurry, hints, the keeper's note, analysis and par."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tablee import catalogue
from tests.browser.tables import (
    choose_on,
    do,
    instantly,
    is_over,
    lay,
    open_table,
    start,
    status,
    until,
    wait_for_turn,
)
from tests.browser.visitors import PHONE, Visitor, violations
from tests.server.houses import Serving

Visit = Callable[..., Visitor]
GAME = "land-unter"
GAMES = list({catalogue.load(id).folder: id for id in catalogue.titles()}.values())
LEVELS = ["Cadet", "Sailor", "Mate", "Captain", "Champion"]
ROUNDED = 0.051  # points: numbers are written with one digit
MOMENTS = 30  # turns of a game that are looked at
WORKED_OUT = 400_000  # ms: the first search of all is compiled


def learner(visitor: Visit, *who: object, **how: object) -> Visitor:
    """Somebody who asks for what may not be ready yet: the page asks again by itself."""
    anna = visitor(*who, **how)
    anna.expected.append("409 (Conflict)")
    instantly(anna)
    return anna


def faults(page: Page) -> list[str]:
    """What axe finds, and whether the page is too wide."""
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return violations(page) + ([f"{wide}px too wide"] if wide > 0 else [])


def levels(visitor: Visitor, table: str) -> list[tuple[str, str]]:
    chairs = status(visitor, table)["common"]["chairs"]
    return [(chair["level"], chair["character"]) for chair in chairs if chair["kind"] == "bot"]


def choose_when_it_is_time(somebody: Visitor, table: str) -> None:
    def owed() -> bool:
        page = status(somebody, table)
        return page["you"]["seat"] in page["common"]["turn"]["waiting_for"]

    until(somebody.page, owed)
    page = status(somebody, table)
    turn = page["common"]["turn"]["number"]
    do(somebody, table, do="choose", turn=turn, choice=page["you"]["options"][0])


# Levels and faces


def test_bots_are_picked_by_their_faces_in_the_waiting_room(visitor: Visit) -> None:
    anna = visitor("Anna", "en", size=PHONE, reduced_motion=True)
    table = lay(anna, GAME, ["open", "heuristic"])  # as tables of old call a sailor
    page = open_table(anna, table)
    expect(page.get_by_label("Chair 3")).to_contain_text("bot · Sailor")
    page.get_by_role("button", name="(chair 2)").click()
    dialog = page.get_by_role("dialog", name="Who takes chair 2?")
    told = anna.context.request.get(f"/api/v1/games/{GAME}?language=en").json()["levels"]
    assert [one["name"] for one in told] == LEVELS
    for one in told:
        button = dialog.get_by_role("button", name=f"{one['name']} {one['sentence']}")
        expect(button.locator("svg")).to_be_visible()
    assert faults(page) == []
    dialog.get_by_role("button", name="Captain").click()
    expect(dialog).not_to_be_visible()
    expect(page.get_by_label("Chair 2")).to_contain_text("bot · Captain")
    assert levels(anna, table)[0] == ("captain", "")

    page.get_by_role("button", name="(chair 2)").click()
    expect(dialog.get_by_role("button", name="Captain")).to_have_attribute("aria-pressed", "true")
    tempers = dialog.get_by_role("group", name="Character of the bot “Sailor”")
    tempers.get_by_role("button", name="greedy").click()
    expect(page.get_by_label("Chair 2")).to_contain_text("Sailor, greedy")
    assert levels(anna, table)[0] == ("sailor", "greedy")
    page.get_by_role("button", name="Start the game").click()
    plate = page.locator(".plate").filter(has=page.get_by_role("img", name="bot: Sailor, greedy"))
    expect(plate.first).to_be_visible()


def test_home_plays_against_the_bots_chosen_last(visitor: Visit) -> None:
    anna = visitor("", "en", reduced_motion=True)
    page = anna.page
    page.goto("/")
    sailor = page.get_by_role("radio", name="Sailor: ")
    expect(sailor).to_be_checked()
    page.get_by_role("radio", name="Mate: ").check()
    page.reload()
    expect(page.get_by_role("radio", name="Mate: ")).to_be_checked()
    page.get_by_role("article").first.get_by_role("button", name="Play now").click()
    expect(page).to_have_url(re.compile("/table/"))
    table = page.url.rsplit("/", 1)[1]
    assert {level for level, _ in levels(anna, table)} == {"mate"}


# At the table


def test_bots_can_be_told_to_hurry(visitor: Visit) -> None:
    anna = visitor("Anna", "en", size=PHONE)
    instantly(anna)
    table = start(anna, GAME, bots=2)
    page = open_table(anna, table)
    assert wait_for_turn(page)
    hurry = page.get_by_role("button", name="Hurry the bots")
    expect(hurry).to_have_attribute("aria-pressed", "false")
    for on in (True, False):
        hurry.press("Enter")
        expect(hurry).to_have_attribute("aria-pressed", str(on).lower())
        assert status(anna, table)["common"]["hurry"] is on


def test_nobody_hurries_a_table_without_bots(visitor: Visit) -> None:
    anna, ben = visitor("Anna", "en"), visitor("Ben", "en")
    table = lay(anna, "kilimanjaro", ["open"])
    do(ben, table, do="sit")
    do(anna, table, do="start")
    page = open_table(anna, table)
    expect(page.get_by_role("button", name="Table menu")).to_be_visible()
    expect(page.get_by_role("button", name="Hurry the bots")).to_have_count(0)


def ask_the_captain(page: Page) -> Locator:
    """Ask for a hint by the keyboard; the slip, once the answer is on it."""
    assert wait_for_turn(page)
    page.get_by_role("button", name="Hint").press("Enter")
    slip = page.get_by_role("region", name="The captain in your place")
    expect(slip.get_by_role("status")).not_to_be_empty()
    expect(slip.get_by_role("button", name="Do that")).to_be_visible(timeout=WORKED_OUT)
    return slip


@pytest.mark.parametrize(("size", "dark"), [(PHONE, True), ((1280, 800), False)])
def test_a_hint_tells_what_the_captain_would_do(
    visitor: Visit, size: tuple[int, int], dark: bool
) -> None:
    anna = learner(visitor, "Anna", "en", size=size, dark=dark)
    table = start(anna, GAME, bots=2)
    page = open_table(anna, table)
    slip = ask_the_captain(page)
    hint = anna.context.request.get(f"/api/v1/tables/{table}/hint?language=en").json()
    told = status(anna, table)
    assert hint["best"] in told["you"]["options"]
    assert hint["turn"] == told["common"]["turn"]["number"]
    expect(slip).to_contain_text(f"Card {hint['best']}")
    expect(slip).to_contain_text("the next best")  # in words, not in the notation of records
    expect(slip).to_contain_text("times in thought")
    expect(slip.locator("li")).to_have_count(len(hint["options"]))
    expect(slip.locator("li").first).to_contain_text("the best")
    marked = page.locator(".board [data-advised]")
    expect(marked).to_have_count(1)
    expect(marked).to_have_attribute("aria-label", re.compile(rf"^Card {hint['best']}\b"))
    assert faults(page) == []

    page.keyboard.press("Escape")
    expect(slip).not_to_be_visible()
    expect(marked).to_have_count(1)  # one can see it now
    slip = ask_the_captain(page)
    slip.get_by_role("button", name="Do that").click()
    until(page, lambda: status(anna, table)["common"]["turn"]["number"] > hint["turn"])
    played = anna.context.request.get(f"/api/v1/tables/{table}/log").json()["lines"]
    assert ["plays", 0, int(hint["best"])] in [line.get("event") for line in played]
    expect(slip).not_to_be_visible()
    expect(marked).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_marks_on_a_board_lead_to_what_the_captain_would_do(visitor: Visit, game: str) -> None:
    """At the first question of every kind, by clicking what is marked and nothing else."""
    anna = learner(visitor, "Anna", "en")
    sent: list[str] = []
    anna.page.on("websocket", lambda ws: ws.on("framesent", lambda text: sent.append(str(text))))
    table = start(anna, game, bots=catalogue.load(game).players[0] - 1)
    page = open_table(anna, table)
    frame, marked = page.locator(".table").first, page.locator(".board [data-advised]")
    clauses: set[str] = set()
    for _ in range(MOMENTS):
        if not wait_for_turn(page):
            break
        told = status(anna, table)
        turn = told["common"]["turn"]
        number = str(turn["number"])
        expect(frame).to_have_attribute("data-turn", number)
        if turn["clause"] in clauses:
            choice = told["you"]["options"][0]
            do(anna, table, do="choose", turn=turn["number"], choice=choice)
        else:
            clauses.add(turn["clause"])
            ask_the_captain(page)
            best = anna.context.request.get(f"/api/v1/tables/{table}/hint").json()["best"]
            page.keyboard.press("Escape")
            sent.clear()
            expect(marked).not_to_have_count(0)
            while marked.count():
                marked.last.click()
            until(page, lambda: any('"choose"' in text for text in sent))
            assert f'"choice":"{best}"' in "".join(sent)
        expect(frame).not_to_have_attribute("data-turn", number)


def test_a_serious_table_has_no_hints(visitor: Visit) -> None:
    anna = learner(visitor, "Anna", "en")
    table = lay(anna, GAME, ["sailor", "sailor"])
    page = open_table(anna, table)
    switch = page.get_by_label("Hints")
    expect(switch).to_be_checked()
    switch.uncheck()
    until(page, lambda: status(anna, table)["common"]["plan"]["hints"] is False)
    page.get_by_role("button", name="Start the game").click()
    assert wait_for_turn(page)
    expect(page.get_by_role("button", name="Rule LU-8")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    refused = anna.context.request.get(f"/api/v1/tables/{table}/hint")
    assert (refused.status, refused.json()["code"]) == (409, "hints_are_off")


def test_a_refused_hint_says_why(visitor: Visit, house: Serving) -> None:
    """Here the house has forgotten who is asking."""
    anna = learner(visitor, "Anna", "en")
    page = open_table(anna, start(anna, GAME, bots=2))
    assert wait_for_turn(page)
    secret = {"name": "tablee", "value": "nobody", "url": house.url}
    anna.context.add_cookies([secret])  # type: ignore[list-item]
    anna.expected.append("401 (Unauthorized)")
    page.get_by_role("button", name="Hint").click()
    slip = page.get_by_role("region", name="The captain in your place")
    expect(slip).to_contain_text("does not know you")


def test_whoever_comes_back_is_told_what_the_keeper_did(visitor: Visit) -> None:
    anna, ben = learner(visitor, "Anna", "en", size=PHONE), visitor("Ben", "en")
    table = lay(anna, GAME, ["open", "sailor"], keeper="sailor")
    do(ben, table, do="sit")
    do(anna, table, do="start")
    do(anna, table, do="leave")
    choose_when_it_is_time(ben, table)
    until(ben.page, lambda: len(status(anna, table)["you"].get("away", [])) > 0)
    page = open_table(anna, table)
    slip = page.get_by_role("region", name="While you were away")
    expect(slip).to_be_visible()
    notes = status(anna, table)["you"]["away"]
    expect(slip.locator("li")).to_have_count(len(notes))
    for item, note in zip(slip.locator("li").all(), notes, strict=True):
        expect(item).to_contain_text(f"Card {note['choice']}")
        expect(item).to_contain_text("Sailor")
    assert faults(page) == []
    slip.get_by_role("button", name="Close").click()
    expect(slip).not_to_be_visible()


# After the game


def number(text: str) -> float:
    """As it is written on a page, with a real minus."""
    return float(text.replace("−", "-"))


def analysed(page: Page, table: str) -> Locator:
    """The analysis at the end of a game, once it is worked out."""
    expect(page.locator("#ended")).to_be_visible()
    page.get_by_role("button", name="Analyse my choices").click()
    found = page.locator(".analysis")
    expect(found.get_by_text("Turning points")).to_be_visible(timeout=WORKED_OUT)
    return found


def test_an_analysis_leads_to_the_moments_of_the_game(visitor: Visit) -> None:
    anna = learner(visitor, "Anna", "en", size=PHONE, dark=True)
    table = start(anna, GAME, bots=2)
    choose_on(anna, table, is_over)
    page = open_table(anna, table)
    found = analysed(page, table)
    asked = f"/api/v1/tables/{table}/analysis?language=en"
    told = anna.context.request.get(asked).json()
    written = [number(text) for text in found.locator("dl strong").all_inner_texts()]
    assert written == pytest.approx([told["skill"], told["luck"]], abs=ROUNDED)
    found.get_by_text(f"All decisions ({len(told['decisions'])})").click()
    expect(found.locator("tbody tr")).to_have_count(len(told["decisions"]))
    turns = {point["turn"] for point in told["turning_points"]}
    expect(found.get_by_role("img", name="turning point")).to_have_count(len(turns))
    assert faults(page) == []

    point = told["turning_points"][0]
    found.get_by_role("link", name=re.compile(rf"\bTurn {point['turn']} .*[Cc]ard ")).first.click()
    expect(page).to_have_url(re.compile(rf"/replay/{table}\?seat=0&analysis#{point['turn'] - 1}$"))
    slider = page.get_by_role("slider")
    expect(slider).to_have_js_property("value", str(point["turn"] - 1))
    decision = told["decisions"][-1]
    page.locator(".analysis summary").click(timeout=WORKED_OUT)
    page.get_by_role("link", name=f"See turn {decision['turn']}", exact=True).click()
    expect(slider).to_have_js_property("value", str(decision["turn"] - 1))
    assert faults(page) == []

    page.get_by_label("The choices of").select_option(index=1)

    until(page, lambda: anna.context.request.get(f"{asked}&seat=1").status == 200)
    other = anna.context.request.get(f"{asked}&seat=1").json()
    expect(page.locator(".analysis summary")).to_contain_text(
        f"({len(other['decisions'])})", timeout=WORKED_OUT
    )


def test_a_record_is_analysed_too(visitor: Visit) -> None:
    anna = learner(visitor, "Anna", "en")
    table = start(anna, GAME, bots=2)
    choose_on(anna, table, is_over)
    record = anna.context.request.get(f"/api/v1/tables/{table}/record").text()
    page = anna.page
    page.goto("/replay")
    page.get_by_label("Or its text").fill(record)
    page.get_by_role("button", name="Show it").click()
    page.get_by_role("button", name="Analyse").click()
    found = page.locator(".analysis")
    expect(found.get_by_text("Turning points")).to_be_visible(timeout=WORKED_OUT)
    found.locator("summary").click()
    found.get_by_role("link", name="See turn 3", exact=True).click()
    expect(page.get_by_role("slider")).to_have_js_property("value", "2")


def test_par_puts_each_hand_beside_the_champions(visitor: Visit) -> None:
    anna = learner(visitor, "Anna", "en", size=PHONE)
    table = start(anna, GAME, bots=2)
    choose_on(anna, table, is_over)
    page = open_table(anna, table)
    page.get_by_role("button", name="Compare with the champions").click()
    hands = page.get_by_role("region", name="And the champions?")
    expect(hands).to_be_visible(timeout=WORKED_OUT)
    par = anna.context.request.get(f"/api/v1/tables/{table}/par").json()
    rows = hands.locator("tbody tr")
    expect(rows).to_have_count(3)
    for row, hand in zip(rows.all(), par["hands"], strict=True):
        cells = [text.split()[0] for text in row.locator("td").all_inner_texts()]
        assert [number(cell) for cell in cells[:-1]] == hand["points"]
        assert number(cells[-1]) == pytest.approx(hand["par"], abs=ROUNDED)
    assert faults(page) == []


def test_other_games_have_no_par(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    instantly(anna)
    table = start(anna, "kilimanjaro", bots=1)
    do(anna, table, do="end")
    page = open_table(anna, table)
    expect(page.get_by_role("button", name="Analyse my choices")).to_be_visible()
    expect(page.get_by_role("button", name="Compare with the champions")).to_have_count(0)
