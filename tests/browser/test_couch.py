"""Couch mode: the table on a big screen, hands and ballots on two phones."""

import random
from collections.abc import Callable

from playwright.sync_api import expect

from tablee.kernel.fair import nonce_commitment
from tests.browser.tables import PATIENCE, do, instantly, lay, open_table, play_by_clicking, status
from tests.browser.visitors import PHONE, Visitor

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
    expect(screen.locator("body")).to_contain_text(code, timeout=PATIENCE)
    expect(screen.locator("svg[role=img]").first).to_be_visible()

    phone = ben.page
    phone.goto(f"/t/{code}")
    name = phone.get_by_role("textbox").first
    name.fill("Ben")
    phone.get_by_role("button", name="Hinsetzen").click()
    expect(screen.locator("body")).to_contain_text("Ben", timeout=PATIENCE)
    nonce = bytes(32)  # a share that is not shown at once: the deal has to wait for it
    do(anna, table, do="commit", commitment=nonce_commitment(0, nonce))
    do(anna, table, do="start")
    expect(screen.get_by_text("On distribue…")).to_be_visible(timeout=PATIENCE)
    do(anna, table, do="reveal", nonce=nonce.hex())
    expect(screen.get_by_text("On distribue…")).to_have_count(0, timeout=PATIENCE)

    phones = [open_table(anna, table), phone]
    luck = random.Random(5)
    for _ in range(3):
        for page in phones:
            play_by_clicking(page, luck, choices=1)
    expect(screen.locator(".board .plate").first).to_be_visible(timeout=PATIENCE)
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
        assert page.locator(".board [data-piece^='card-']").count() > 0
