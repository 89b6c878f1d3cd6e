"""Couch mode: the table on a big screen, hands and ballots on two phones."""

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tablee.kernel.fair import nonce_commitment
from tests.browser.drawn import Drawn
from tests.browser.tables import (
    choose_on,
    do,
    instantly,
    lay,
    open_table,
    play_by_clicking,
    resize,
    settled,
    status,
)
from tests.browser.visitors import PHONE, Visitor, violations

Visit = Callable[..., Visitor]
TELEVISION = (1920, 1080)


def test_two_phones_and_a_television(visitor: Visit) -> None:
    anna = visitor("Anna", "fr", size=PHONE, touch=True)
    ben = visitor("", "de", size=PHONE, touch=True)
    # The screen belongs to Anna's browser profile, and still shows nobody's hand.
    screen = anna.context.new_page()
    screen.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})
    for one in (anna, ben):
        instantly(one)
    table = lay(anna, "land-unter", ["open", "sailor"])
    screen.goto(f"/table/{table}?table")
    code = status(anna, table)["common"]["code"]
    expect(screen.locator("body")).to_contain_text(code)
    expect(screen.locator("svg[role=img]").first).to_be_visible()

    phone = ben.page
    phone.goto(f"/t/{code}")
    name = phone.get_by_role("textbox").first
    name.fill("Ben")
    phone.get_by_role("button", name="Hinsetzen").click()
    expect(screen.locator("body")).to_contain_text("Ben")
    nonce = bytes(32)  # a share that is not shown at once: the deal has to wait for it
    do(anna, table, do="commit", commitment=nonce_commitment(0, nonce))
    do(anna, table, do="start")
    expect(screen.get_by_text("On distribue…")).to_be_visible()
    do(anna, table, do="reveal", nonce=nonce.hex())
    expect(screen.get_by_text("On distribue…")).to_have_count(0)

    phones = [open_table(anna, table), phone]
    luck = random.Random(5)
    for _ in range(3):
        for page in phones:
            play_by_clicking(page, luck, choices=1)
    expect(screen.locator(".board .plate").first).to_be_visible()
    expect(screen.get_by_role("button")).to_have_count(0)  # nobody could press one there
    hand = status(anna, table)["view"]["hand"]
    assert hand
    pieces = set(
        screen.locator(".board [data-piece]").evaluate_all(
            "all => all.map(one => one.dataset.piece)"
        )
    )
    assert not {f"card-{card}" for card in hand} & pieces
    for page in phones:
        expect(page.locator(".board [data-piece^='card-']")).not_to_have_count(0)


def television(visitor: Visitor, table: str) -> Page:
    """A screen for the room, on which nothing moves for its beauty."""
    instantly(visitor)
    page = visitor.page
    page.set_viewport_size({"width": TELEVISION[0], "height": TELEVISION[1]})
    page.goto(f"/table/{table}?table")
    page.locator("main .board > *").wait_for()
    return page


def smallest(page: Page, kind: str) -> float:
    """The smallest letters of what is seen of this kind, in pixels."""
    size: float = page.locator(kind).evaluate_all(
        """all => Math.min(...all.filter((one) => one.checkVisibility())
          .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""
    )
    return size


@pytest.mark.parametrize("players", [3, 5])
def test_a_television_is_read_from_the_sofa(visitor: Visit, players: int) -> None:
    room = visitor("", "de", size=TELEVISION)
    drawn = Drawn(room, "un-mouton-a-la-mer", players, looks_on=True, is_screen=True)
    drawn.play(lambda match: match.view(None)["round"] == 2)
    screen = drawn.page
    expect(screen.locator(".results tbody")).to_be_visible()
    settled(screen)
    small = {
        kind: smallest(screen, kind)
        for kind in (
            ".shore .plate",
            ".facts .words",
            ".facts .deal",
            ".facts .count",
            ".chip",
            ".flood .stack:not(.memo) .caption",
            ".results :is(.name, .points)",
        )
    }
    assert {kind: size for kind, size in small.items() if size < 26} == {}
    # What everybody made of each hand is seen, and nothing lies below the edge.
    expect(screen.locator(".results tbody")).to_be_in_viewport(ratio=1)
    expect(screen.locator(".results")).to_be_in_viewport(ratio=1)
    below = screen.locator("main, main .place").evaluate_all(
        "all => all.map((one) => one.scrollHeight - one.clientHeight)"
    )
    assert max(below) <= 0


def test_a_television_cheers_for_whoever_has_won(visitor: Visit) -> None:
    anna, room = visitor("Anna", "en"), visitor("", "en")
    table = lay(anna, "land-unter", ["cadet", "cadet"])
    do(anna, table, do="start")
    screen = television(room, table)
    header = screen.locator("header")
    expect(header).to_contain_text("Watch:")  # there is no chair left to join
    expect(header).not_to_contain_text("Join:")
    choose_on(anna, table, lambda now: now["common"]["result"])
    podium = screen.get_by_role("list", name="Standings")
    expect(podium).to_be_visible()
    expect(header).to_contain_text("on your phones")
    expect(header.get_by_role("img", name="QR code")).to_have_count(0)
    # The podium comes first, and is larger than what lies beside it.
    settled(screen)
    box, board = podium.bounding_box(), screen.locator("main .board").bounding_box()
    assert box
    assert board
    assert box["x"] < board["x"]
    assert box["height"] > TELEVISION[1] / 2
    assert smallest(screen, ".podium :is(.name, .points)") >= 28
    winners = status(anna, table)["common"]["result"]["winners"]
    expect(screen.locator(".podium .hero")).to_have_count(len(winners))
    expect(screen.locator(".facts .deal")).to_have_count(0)  # nobody plays anybody's hand now
    expect(screen.locator(".confetti")).not_to_be_visible()  # who wants calm, gets calm
    screen.emulate_media(reduced_motion="no-preference")
    expect(screen.locator(".confetti")).to_be_visible()
    assert violations(screen) == []
    # Somebody may open the television's page on a phone.
    screen.emulate_media(reduced_motion="reduce")
    resize(screen, PHONE)
    assert smallest(screen, ".podium :is(.name, .points)") >= 13
    assert not screen.evaluate("document.querySelector('main').scrollWidth > innerWidth")
