"""The first game with a guide, from its first note to its last, in the browser."""

from collections.abc import Callable
from itertools import cycle

import pytest
from playwright.sync_api import expect

from tablee import catalogue, lessons
from tests.browser.tables import instantly, until
from tests.browser.visitors import DESKTOP, PHONE, Visitor

Visit = Callable[..., Visitor]
FOLDERS = {catalogue.load(id).folder: id for id in catalogue.titles()}
READERS = [("fr", PHONE), ("en", DESKTOP), ("de", PHONE), ("fr", DESKTOP)]
GO_ON = {"fr": "Continuer", "en": "Go on", "de": "Weiter"}
DO_IT = {"fr": "Faites-le pour moi", "en": "Do it for me", "de": "Mach es für mich"}
PLAY = {"fr": "Jouer une vraie partie", "en": "Play a real game", "de": "Ein echtes Spiel spielen"}


@pytest.mark.parametrize(("game", "reader"), list(zip(FOLDERS.values(), cycle(READERS))))
def test_a_first_game_is_played_to_its_end(
    visitor: Visit, game: str, reader: tuple[str, tuple[int, int]]
) -> None:
    language, size = reader
    newcomer = visitor("", language, size=size)
    instantly(newcomer)
    page = newcomer.page
    page.goto(f"/learn/{game}")
    guide = page.locator(".guide")
    expect(guide).to_be_visible()
    lesson = lessons.lesson(catalogue.load(game).folder)
    go_on = guide.get_by_role("button", name=GO_ON[language], exact=True)
    do_it = guide.get_by_role("button", name=DO_IT[language])
    play = guide.get_by_role("link", name=PLAY[language])
    told: list[str] = []
    way_on = go_on.or_(do_it).or_(play).first
    expect(way_on).to_be_visible()
    while not play.is_visible():
        if go_on.is_visible():
            told.append(guide.locator("p").first.inner_text())
            go_on.click()
        elif do_it.is_visible():
            do_it.click()
        expect(way_on).to_be_visible()
    assert len(told) == len(lesson.notes)
    for said, note in zip(told, lesson.notes, strict=True):
        plain = said.replace("\u00a0", " ").replace("’", "'")
        assert plain.startswith(note.text(language)[:40].replace("\u00a0", " "))


def test_a_wrong_choice_is_answered_and_a_right_one_accepted(visitor: Visit) -> None:
    newcomer = visitor("", "en")
    instantly(newcomer)
    page = newcomer.page
    page.goto("/learn/land-unter")
    guide = page.locator(".guide")
    go_on = guide.get_by_role("button", name="Go on")
    do_it = guide.get_by_role("button", name="Do it for me")
    until(page, go_on.is_visible)
    while not do_it.is_visible():
        go_on.click()
        expect(go_on.or_(do_it).first).to_be_visible()
    cards = page.locator(".board .hand button")
    wanted = lessons.lesson("land_unter").record.turns[0].split()[0]
    for place in range(cards.count()):
        if wanted not in (cards.nth(place).get_attribute("aria-label") or ""):
            cards.nth(place).click()
            break
    expect(guide).to_contain_text("To follow the example")
    cards.filter(has_text=wanted).first.click()
    expect(guide).not_to_contain_text("To follow the example")


def test_what_was_said_can_be_read_again(visitor: Visit) -> None:
    newcomer = visitor("", "en")
    instantly(newcomer)
    page = newcomer.page
    page.goto("/learn/land-unter")
    guide = page.locator(".guide")
    go_on = guide.get_by_role("button", name="Go on")
    back = guide.get_by_role("button", name="Back")
    notes = [note.text("en").replace("'", "’") for note in lessons.lesson("land_unter").notes]
    expect(guide).to_contain_text(notes[0])
    expect(back).to_have_count(0)
    turn = next(n for n, note in enumerate(lessons.lesson("land_unter").notes) if note.turn > 0)
    for note in notes[1:turn]:
        go_on.click()
        expect(guide).to_contain_text(note)
    go_on.click()
    hand = page.locator(".board .hand button")
    before = hand.count()
    guide.get_by_role("button", name="Do it for me").click()
    expect(guide).to_contain_text(notes[turn])
    expect(hand).to_have_count(before - 1)
    back.click()
    expect(guide).to_contain_text(notes[turn - 1])
    expect(hand).to_have_count(before)
