"""Ways in: closed from elsewhere, or never there because the browser keeps no cookies."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from tests.browser import chromium
from tests.browser.tables import (
    caught_up,
    do,
    lay,
    open_table,
    start,
    status,
    wait_for_turn,
)
from tests.browser.visitors import DESKTOP, PHONE, Visitor
from tests.server.houses import Serving

Visit = Callable[..., Visitor]
CLOSED = "way in of this device has been closed"
UNKNOWN = "401 (Unauthorized)"
COOKIES = "keeps no cookies of this house"
# What Firefox does where cookies are blocked.
AS_FIREFOX = """
const refuse = () => { throw new DOMException("The operation is insecure.", "SecurityError"); };
for (const name of ["localStorage", "sessionStorage", "indexedDB", "caches"])
  Object.defineProperty(window, name, { get: refuse });
window.BroadcastChannel = class { constructor() { refuse(); } };
Object.defineProperty(Navigator.prototype, "cookieEnabled", { get: () => false });
ServiceWorkerContainer.prototype.register = async () => refuse();
"""


def close_elsewhere(visitor: Visitor) -> None:
    """The visitor's other device closes the way in of this one."""
    cookies = {one["name"]: one["value"] for one in visitor.context.cookies()}
    with (
        httpx.Client(base_url=f"{visitor.url}/api/v1", cookies=cookies) as here,
        httpx.Client(base_url=f"{visitor.url}/api/v1") as elsewhere,
    ):
        (key,) = [one["id"] for one in here.get("/people/me/keys").json() if one["this"]]
        secret = here.post("/people/me/link").json()["secret"]
        elsewhere.post("/people/carry-on", json={"secret": secret}).raise_for_status()
        elsewhere.delete(f"/people/me/keys/{key}").raise_for_status()


def comings(page: Page) -> list[Request]:
    """Every time that somebody comes into the house through this page."""
    found: list[Request] = []
    page.on("request", lambda one: found.append(one) if is_coming(one) else None)
    return found


def is_coming(request: Request) -> bool:
    return request.method == "POST" and "/api/v1/people?" in request.url


def test_the_first_page_lets_in_anew_whom_it_was_closed_to(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.expected.append(UNKNOWN)
    page = anna.page
    came = comings(page)
    page.goto("/")
    play = page.get_by_role("button", name="Play now").first
    expect(play).to_be_visible()
    close_elsewhere(anna)
    play.click()
    notice = page.get_by_text(CLOSED)
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("Anna")
    expect(page.get_by_text("The house does not know you")).to_have_count(0)
    expect(page.get_by_role("button", name="Anna")).to_be_visible()
    play.click()
    expect(page).to_have_url(re.compile("/table/"))
    assert wait_for_turn(page)
    expect(notice).to_have_count(0)
    assert len(came) == 1
    seats = status(anna, page.url.rsplit("/", 1)[1])["common"]["chairs"]
    assert seats[0]["name"] == "Anna"


def test_it_is_told_once(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.expected.append(UNKNOWN)
    page = anna.page
    page.goto("/me")
    expect(page.get_by_role("listitem")).to_have_count(1)
    close_elsewhere(anna)
    page.get_by_role("button", name="Make a link").click()
    notice = page.get_by_text(CLOSED)
    expect(notice).to_be_visible()
    page.get_by_role("button", name="All right").click()
    expect(notice).to_have_count(0)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Anna")
    page.get_by_role("button", name="Come in").click()
    expect(page.get_by_role("heading", name="Your ways in")).to_be_visible()
    page.get_by_role("link", name="Tablée").click()
    expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    expect(notice).to_have_count(0)


def test_at_a_table_whoever_is_shut_out_looks_on(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    page = anna.page
    came = comings(page)
    table = start(anna, "land-unter", bots=2)
    open_table(anna, table)
    assert wait_for_turn(page)
    expect(page.locator(".hand button").first).to_be_visible()
    close_elsewhere(anna)
    notice = page.get_by_text(CLOSED)
    expect(notice).to_be_visible()
    expect(page.locator(".board .plate").first).to_be_visible()
    expect(page.locator(".hand button")).to_have_count(0)
    caught_up(anna)
    assert len(anna.lines) == 2
    assert came == []


def test_in_a_waiting_room_one_sits_down_anew(visitor: Visit) -> None:
    anna, ben = visitor("Anna", "en"), visitor("Ben", "en", size=PHONE)
    table = lay(anna, "land-unter", ["open", "open"])
    do(ben, table, do="sit")
    page = open_table(ben, table)
    chairs = page.get_by_role("listitem", name="Chair")
    expect(chairs.nth(1)).to_contain_text("Ben")
    expect(page.get_by_role("button", name="Sit down", exact=True)).to_have_count(0)
    close_elsewhere(ben)
    expect(page.get_by_text(CLOSED)).to_be_visible()
    page.get_by_role("button", name="All right").click()
    expect(page.get_by_label("Your name")).to_have_value("Ben")
    page.get_by_role("button", name="Sit down", exact=True).click()
    expect(chairs.nth(2)).to_contain_text("Ben 2")


# Your ways in


def test_a_link_is_shown_as_long_as_it_can_be_used(visitor: Visit) -> None:
    anna, telephone = visitor("Anna", "en"), visitor("", "en", size=PHONE, touch=True)
    page = anna.page
    page.goto("/me")
    ways, code = page.get_by_role("listitem"), page.get_by_role("img", name="QR code")
    expect(ways).to_have_count(1)
    page.get_by_role("button", name="Make a link").click()
    expect(code).to_be_visible()
    expect(ways.nth(1)).to_contain_text("Link not used yet")
    link = page.get_by_role("textbox", name="Link to carry on").input_value()
    telephone.page.goto(link)
    telephone.page.get_by_role("main").get_by_role("button").first.click()
    expect(telephone.page).to_have_url(re.compile("/$"))
    # Used: it is a device now, without anything done here.
    expect(code).to_have_count(0)
    expect(page.get_by_text("Link not used yet")).to_have_count(0)
    expect(ways).to_have_count(2)

    page.get_by_role("button", name="Make a link").click()
    expect(code).to_be_visible()
    expect(ways).to_have_count(3)
    page.get_by_role("button", name="Close (Link not used yet)").focus()
    page.keyboard.press("Enter")
    expect(ways).to_have_count(2)
    expect(code).to_have_count(0)
    expect(page.locator(".panel:focus")).to_have_count(1)  # not lost


def test_one_button_closes_the_question_and_the_safe_answer_has_the_focus(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    anna.expected.append(UNKNOWN)
    page = anna.page
    page.goto("/me")
    opener = page.get_by_role("button", name="Close (Device, this device)")
    opener.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Close", exact=True)).to_have_count(1)
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(opener).to_be_focused()
    page.get_by_role("button", name="Leave for good").click()
    expect(dialog.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    opener.click()
    dialog.get_by_role("button", name="Yes, close it").click()
    expect(page.get_by_role("button", name="Come in")).to_be_visible()
    expect(page.get_by_text(CLOSED)).to_have_count(0)


# No cookies


@contextmanager
def without_cookies(browser: Browser, house: Serving, profile: Path) -> Iterator[BrowserContext]:
    """A Chromium whose settings say that no page may keep anything."""
    (profile / "Default").mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (profile / "Default" / "Preferences").write_text(json.dumps(blocked))
    width, height = DESKTOP
    context = browser.browser_type.launch_persistent_context(
        profile,
        executable_path=chromium.have(),
        args=chromium.FLAGS,
        chromium_sandbox=not chromium.is_root(),
        base_url=house.url,
        locale="en-GB",
        viewport={"width": width, "height": height},
    )
    try:
        yield context
    finally:
        context.close()


def test_a_browser_without_cookies_is_told_what_it_takes(
    browser: Browser, house: Serving, tmp_path: Path, visitor: Visit
) -> None:
    host = visitor("Anna", "en")
    waiting, playing = lay(host, "land-unter", ["open", "open"]), start(host, "lifeboats", bots=2)
    faults: list[Any] = []
    (tmp_path / "profile").mkdir()
    with without_cookies(browser, house, tmp_path / "profile") as context:
        context.on("weberror", lambda error: faults.append(error.error))
        page = context.new_page()
        page.goto("/")
        page.get_by_role("button", name="Play now").first.click()
        told = page.get_by_role("alert").filter(has_text=COOKIES)
        expect(told).to_be_visible()
        expect(page.get_by_text(CLOSED)).to_have_count(0)
        page.goto(f"/table/{playing}")
        expect(page.locator(".board .plate").first).to_be_visible()
        page.goto(f"/table/{waiting}")
        page.get_by_role("button", name="Sit down", exact=True).click()
        expect(told).to_be_visible()
    assert faults == []


def test_tables_open_where_nothing_may_be_kept(visitor: Visit) -> None:
    anna, eve = visitor("Anna", "en"), visitor("", "en")
    eve.context.add_init_script(AS_FIREFOX)
    page = eve.page
    page.goto(f"/table/{start(anna, 'land-unter', bots=2)}")
    expect(page.locator(".board .plate").first).to_be_visible()
    page.goto(f"/table/{lay(anna, 'diabolo', ['open', 'open'])}")
    page.get_by_role("button", name="Sit down", exact=True).click()
    expect(page.get_by_role("alert").filter(has_text=COOKIES)).to_be_visible()
    for path, shown in (("/", "Play now"), ("/me", "Come in"), ("/replay", "Choose a file")):
        page.goto(path)
        expect(page.get_by_role("button", name=shown).first).to_be_visible()
    # Whoever is known all the same plays on, without a share in the deal.
    eve.come_in("Eve", "en")
    page.goto(f"/table/{start(eve, 'land-unter', bots=2)}")
    assert wait_for_turn(page)
