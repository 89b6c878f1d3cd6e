"""People at one table: what they ask of each other, and what they say."""

import random
import re
from collections.abc import Callable

import httpx
from playwright.sync_api import Locator, Page, expect

from tablee.server.tables.decisions import TIME_TO_COME_BACK
from tests.browser.tables import (
    SlowLine,
    do,
    instantly,
    lay,
    open_table,
    play_by_clicking,
    status,
    until,
)
from tests.browser.visitors import Visitor
from tests.server.houses import Serving

Visit = Callable[..., Visitor]
TOO_MANY = 205  # lines; the house sends the newest 200


def company(visitor: Visit, *names: str) -> list[Visitor]:
    """People who look on as instantly as they play."""
    people = [visitor(name, "en") for name in names]
    for person in people:
        instantly(person)
    return people


def seated(people: list[Visitor], game: str) -> str:
    """A table of theirs at which the game has begun."""
    table = lay(people[0], game, ["open"] * (len(people) - 1))
    for person in people[1:]:
        do(person, table, do="sit")
    do(people[0], table, do="start")
    for person in people:
        open_table(person, table)
    return table


def chosen(people: list[Visitor]) -> list[Page]:
    """Whoever is to choose has chosen: their page, then those of the others."""
    pages = [person.page for person in people]
    ready = ".table[data-ready]"
    until(pages[0], lambda: any(page.locator(ready).count() for page in pages))
    first = next(page for page in pages if page.locator(ready).count())
    play_by_clicking(first, random.Random(1), choices=1)
    return [first, *(page for page in pages if page is not first)]


def ask(page: Page, name: str) -> None:
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()


def test_whoever_agrees_is_not_asked_again_and_a_no_is_told(visitor: Visit) -> None:
    people = company(visitor, "Anna", "Ben", "Cleo")
    seated(people, "lifeboats")
    mover, other, third = chosen(people)
    asked = other.locator("main").get_by_text("would like to take the last choice back")
    ask(mover, "Take my last choice back")
    third.get_by_role("button", name="No", exact=True).click()
    for page in (mover, other, third):
        refused = page.locator("main").get_by_text("does not agree: the choice stays.")
        expect(refused).to_be_visible()
        expect(page.locator("[data-announcer]")).to_contain_text("does not agree")
    expect(asked).to_have_count(0)

    ask(mover, "Take my last choice back")
    expect(asked).to_be_visible()
    expect(other.locator("main").get_by_text("does not agree")).to_have_count(0)
    other.get_by_role("button", name="Agree").click()
    expect(other.get_by_role("button", name="Agree")).to_have_count(0)
    expect(asked).to_be_visible()
    third.get_by_role("button", name="Agree").click()
    expect(asked).to_have_count(0)

    anna, ben, cleo = (person.page for person in people)
    ask(anna, "Vote to end the game here")
    ben.get_by_role("button", name="Agree").click()
    together = cleo.get_by_text("Anna and Ben would like to end the game here.")
    expect(together).to_be_visible()
    cleo.get_by_role("button", name="Agree").click()
    expect(ben.get_by_role("heading", name="ended early")).to_be_visible()


def from_the_end(lines: Locator) -> float:
    """How far above their end lines are being read."""
    far: float = lines.evaluate("list => -list.scrollTop")
    return far


def test_whoever_reads_what_was_said_is_left_in_peace(visitor: Visit) -> None:
    anna, ben = company(visitor, "Anna", "Ben")
    table = seated([anna, ben], "kilimanjaro")
    for number in range(TOO_MANY):
        do(ben, table, do="say", text=f"Word {number}.")
    page = anna.page
    page.reload()
    page.get_by_role("button", name="Talk").click()
    talk = page.get_by_role("log")
    last = talk.get_by_text(f"Word {TOO_MANY - 1}.")
    expect(last).to_be_in_viewport()
    expect(page.locator(".signs button").last).to_be_visible()  # came later, and took some room
    assert from_the_end(talk) == 0

    talk.get_by_role("button", name="Older").click()
    expect(talk.get_by_text("Word 0.")).to_have_count(1)
    talk.get_by_text("Word 20.").scroll_into_view_if_needed()
    far = from_the_end(talk)
    do(ben, table, do="say", text="<b>News</b>")
    expect(talk.get_by_text("<b>News</b>")).to_have_count(1)
    assert from_the_end(talk) >= far > 0
    page.get_by_label("Say something").fill("Thank you!")
    page.get_by_role("button", name="Send").click()
    expect(talk.get_by_text("Thank you!")).to_be_in_viewport()


def test_what_the_house_says_again_and_again_is_told_once(visitor: Visit) -> None:
    anna, ben = company(visitor, "Anna", "Ben")
    table = lay(anna, "kilimanjaro", ["open"])
    page = open_table(anna, table)
    for name in ("Talk", "Obvious moves", "Hints"):
        switch = page.get_by_role("checkbox", name=name, exact=True)
        switch.click()
        expect(switch).to_be_enabled()
    do(ben, table, do="sit")
    page.get_by_role("button", name="Start the game").click()
    log = page.get_by_role("region", name="Log")
    expect(log.get_by_text("The game begins.")).to_be_visible()
    expect(log.get_by_text("settings have changed")).to_have_count(1)


def test_a_table_whose_host_has_gone_is_taken_over_and_given_a_clock_of_days(
    visitor: Visit, house: Serving
) -> None:
    anna, ben = company(visitor, "Anna", "Ben")
    table = lay(anna, "kilimanjaro", ["open"])
    do(anna, table, do="stand")  # a host without a chair, and without a page
    do(ben, table, do="sit")
    page = open_table(ben, table)
    take_over = page.get_by_role("button", name="Become the host")
    take_over.click()
    expect(page.get_by_text("Leave them a minute to come back.")).to_be_visible()
    house.house.lives[table].host_seen -= TIME_TO_COME_BACK
    take_over.click()
    start = page.get_by_role("button", name="Start the game")
    expect(start).to_be_visible()

    clock = page.get_by_label("Clock", exact=True)
    expect(clock.locator(":checked")).to_have_text("no clock")
    expect(page.get_by_text("Everybody takes the time they need.")).to_be_visible()
    page.get_by_label("Pace", exact=True).select_option("slow")
    expect(clock.locator(":checked")).to_have_text("a day for each choice")
    expect(page.get_by_text("When the time is up, a bot chooses instead.")).to_be_visible()
    clock.select_option("3 days for each choice")
    expect(clock).to_be_enabled()
    start.click()
    expect(page.locator(".plate .clock")).to_have_text("3 d")


def test_what_is_refused_out_of_the_menu_is_seen(visitor: Visit) -> None:
    people = company(visitor, "Anna", "Ben", "Cleo")
    seated(people, "lifeboats")
    mover, *others = chosen(people)
    for _ in range(2):
        ask(mover, "Take my last choice back")
    refusal = mover.locator("[role=alert] .refusal")
    expect(refusal).to_contain_text("already asking")
    expect(mover.get_by_role("dialog")).to_have_count(0)
    refusal.get_by_role("button", name="All right").press("Enter")
    expect(mover.get_by_role("button", name="Table menu")).to_be_focused()
    for other in others:
        expect(other.get_by_role("button", name="Agree")).to_be_visible()


def test_on_a_slow_line_nothing_is_said_twice_or_lost(visitor: Visit) -> None:
    anna, ben = company(visitor, "Anna", "Ben")
    line = SlowLine(ben)
    seated([anna, ben], "kilimanjaro")
    page = ben.page
    page.get_by_role("button", name="Talk").click()
    words = page.get_by_label("Say something")
    line.hold()
    words.fill("Once!")
    for _ in range(2):
        page.get_by_role("button", name="Send").press("Enter")
    words.fill("And then")
    assert line.asked == [{"do": "say", "text": "Once!"}]
    line.let_go()
    expect(page.get_by_role("log")).to_contain_text("Once!")
    expect(words).to_have_value("And then")

    line.hold()
    words.press("Enter")
    line.kept[0] = str(line.kept[0]).replace("And then", " ")  # which the house refuses
    line.let_go()
    expect(page.locator("[role=alert] .refusal")).to_be_visible()
    expect(words).to_have_value("And then")


def test_on_a_slow_line_nothing_is_asked_twice(visitor: Visit) -> None:
    people = company(visitor, "Anna", "Ben", "Cleo")
    lines = {person.page: SlowLine(person) for person in people}
    table = seated(people, "lifeboats")
    mover, other, third = chosen(people)
    ask(mover, "Take my last choice back")
    agree = other.get_by_role("button", name="Agree")
    agree.wait_for()
    line = lines[other]
    line.hold()
    agree.dblclick()
    assert line.asked == [{"do": "consent", "agree": True}]
    line.let_go()
    expect(agree).to_have_count(0)

    gone = next(person for person in people if person.page == third)
    do(gone, table, do="leave")  # a bot keeps the chair
    hurry = other.get_by_role("button", name="Hurry the bots")
    hurry.wait_for()
    line.hold()
    hurry.dblclick()
    assert line.asked == [{"do": "hurry", "on": True}]
    line.let_go()
    expect(hurry).to_have_attribute("aria-pressed", "true")


def test_everything_that_happens_is_read_aloud_once(visitor: Visit) -> None:
    people = company(visitor, "Anna", "Ben", "Cleo")
    table = seated(people, "lifeboats")
    mover, other, _ = chosen(people)
    aloud = other.locator("[data-announcer]")
    ask(mover, "Take my last choice back")
    expect(other.get_by_role("button", name="Agree")).to_be_visible()
    expect(aloud).to_contain_text("take the last choice back")
    expect(other.get_by_role("status").filter(has_text="last choice")).to_have_count(0)
    asks = next(person for person in people if person.page == mover)
    for _ in range(2):
        do(asks, table, do="say", text="Please?")
        news = aloud.locator("p:not([data-heard])")
        expect(news).to_have_text(re.compile("Please"))
        news.evaluate("one => (one.dataset.heard = '')")


def test_whoever_has_become_somebody_in_another_tab_sits_down_here(visitor: Visit) -> None:
    anna, eve = visitor("Anna", "en"), visitor("", "en")
    table = lay(anna, "kilimanjaro", ["open"])
    page = open_table(eve, table)
    expect(page.get_by_label("Your name")).to_be_visible()
    eve.come_in("Eve", "en")
    page.get_by_role("button", name="Sit down", exact=True).click()
    chair = page.get_by_role("listitem", name="Chair 2")
    expect(chair).to_contain_text("Eve")


def test_a_bot_plays_for_a_program_that_has_gone(visitor: Visit, house: Serving) -> None:
    (anna,) = company(visitor, "Anna")
    table = lay(anna, "lifeboats", ["open", "random"])
    with httpx.Client(base_url=f"{house.url}/api/v1") as program:
        came = program.post("/people", json={"name": "Robot", "bot": True}).raise_for_status()
        program.headers["authorization"] = f"Bearer {came.json()['secret']}"
        sit = {"id": "s", "command": {"do": "sit"}}
        program.post(f"/tables/{table}/commands", json=sit).raise_for_status()
    do(anna, table, do="start")
    page = open_table(anna, table)
    ask(page, "Let a bot play for Robot")
    until(page, lambda: bool(status(anna, table)["common"]["chairs"][1]["kept"]))


def test_the_page_says_whether_a_bot_plays_or_the_table_waits(visitor: Visit) -> None:
    anna, ben = company(visitor, "Anna", "Ben")
    table = seated([anna, ben], "kilimanjaro")
    back = anna.page.get_by_role("button", name="Take my chair back")
    said = anna.page.get_by_role("status").filter(has=back)
    do(anna, table, do="leave")  # with the table in sight, as when the clock runs out
    expect(said).to_contain_text("A bot is playing for you.")
    do(ben, table, do="leave")
    expect(said).to_contain_text("Nobody is playing")
    expect(said).not_to_contain_text("A bot is playing")
    back.click()
    expect(said).to_have_count(0)


def test_who_is_kept_is_not_asked(visitor: Visit) -> None:
    people = company(visitor, "Anna", "Ben", "Eve")
    table = seated(people, "land-unter")  # all three owe a card
    page = people[0].page
    expect(page.locator("[data-ready]")).to_be_visible()
    for person in reversed(people):  # when the last has left, nobody plays
        do(person, table, do="leave")
    back = page.get_by_role("button", name="Take my chair back")
    expect(back).to_be_visible()
    assert 0 in status(people[0], table)["common"]["turn"]["waiting_for"]
    expect(page.get_by_role("region", name="Right now")).not_to_contain_text("Your turn")
    expect(page.locator("[data-ready]")).to_have_count(0)
    back.click()
    expect(page.locator("[data-ready]")).to_be_visible()
