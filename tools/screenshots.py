"""Takes pictures of every page, at phone and desktop size, light and dark, into docs/screenshots.

python -m tools.screenshots [PAGE ...]
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, sync_playwright

from tablee import catalogue
from tablee.kernel.texts import LANGUAGES
from tests.browser import chromium
from tests.browser.visitors import DESKTOP, LOCALES, PHONE
from tools.open_house import Guest, open_house

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "screenshots"
TELEVISION = (1920, 1080)
SETTLED = 2_500  # ms until nothing moves any more
LIGHTS: list[Literal["light", "dark"]] = ["light", "dark"]
WORKED_OUT = 400_000  # ms: the first search of all is compiled
TO_THE_PART = "element => (element.closest('.panel, .slip') ?? element).scrollIntoView()"
HINT, WHO_SITS = "button[aria-expanded]", "li:nth-child(3) .acts button"
ANALYSE, COMPARE = (f".more .panel:nth-child({place}) button" for place in (1, 2))
SETTINGS = """
localStorage.setItem("tablee.settings", JSON.stringify({ speed: "instant", sound: false }));
"""
# How many choices into a game it is worth a picture.
CHOICES = {"land-unter": 5, "un-mouton-a-la-mer": 7, "diabolo": 6, "lifeboats": 16}
USUAL_CHOICES = 9


@dataclass(frozen=True)
class Shot:
    """A page, seen by somebody."""

    name: str
    path: str
    guest: Guest
    show: str = ""  # what to scroll to
    ask: str = ""  # what to press first

    @property
    def sizes(self) -> dict[str, tuple[int, int]]:
        if self.name.startswith("couch"):
            return {"television": TELEVISION}
        return {"phone": PHONE, "desktop": DESKTOP}


def shots(guests: Iterator[Guest], wanted: list[str]) -> Iterator[Shot]:
    """Every page that is wanted, in the languages by turns."""

    def is_wanted(name: str) -> bool:
        return not wanted or any(name.startswith(one) for one in wanted)

    anna = next(guests)
    if is_wanted("home"):
        yield Shot("home", "/", anna)
    for game in catalogue.titles():
        anna = next(guests)
        if is_wanted(f"table-{game}"):
            choices = CHOICES.get(game, USUAL_CHOICES)
            yield Shot(f"table-{game}", f"/table/{anna.play(game, choices=choices)}", anna)
        if is_wanted(f"learn-{game}"):
            yield Shot(f"learn-{game}", f"/learn/{game}", anna)
    anna = next(guests)
    if is_wanted("ended") or is_wanted("replay"):
        over = anna.play("land-unter", seats=3, choices=1_000)
        yield Shot("ended", f"/table/{over}", anna, show="#ended")
        yield Shot("ended-analysis", f"/table/{over}", anna, ".analysis dl", ANALYSE)
        yield Shot("ended-par", f"/table/{over}", anna, ".panel .par", COMPARE)
        yield Shot("replay", f"/replay/{over}?open#7", anna)
    if is_wanted("hint"):
        yield Shot("hint", f"/table/{anna.play('land-unter', choices=3)}", anna, ".slip li", HINT)
    if is_wanted("waiting") or is_wanted("couch"):
        waiting = anna.lay("lifeboats", ["open", "champion", "friend"], public=True)
        yield Shot("waiting", f"/table/{waiting}", anna)
        yield Shot("waiting-bots", f"/table/{waiting}", anna, "dialog .tempers", WHO_SITS)
        yield Shot("couch-waiting", f"/table/{waiting}?table", anna)
        yield Shot("couch", f"/table/{anna.play('land-unter', choices=4)}?table", anna)
    anna = next(guests)
    for name, path in {"rules": "/rules/diabolo", "me": "/me", "record": "/replay"}.items():
        if is_wanted(name):
            yield Shot(name, path, anna)


def take(browser: Browser, url: str, shot: Shot) -> None:
    for size_name, (width, height) in shot.sizes.items():
        for light in LIGHTS:
            context = browser.new_context(
                base_url=url,
                locale=LOCALES[shot.guest.language],
                viewport={"width": width, "height": height},
                color_scheme=light,
                has_touch=size_name == "phone",
            )
            context.add_cookies([{"name": "tablee", "value": shot.guest.secret, "url": url}])
            context.add_init_script(SETTINGS)
            page = context.new_page()
            page.goto(shot.path)
            page.wait_for_timeout(SETTLED)
            if shot.ask:
                page.locator(shot.ask).first.click()
            if shot.show:
                page.locator(shot.show).first.wait_for(timeout=WORKED_OUT)
                page.locator(shot.show).first.evaluate(TO_THE_PART)
            if shot.ask:
                page.wait_for_timeout(SETTLED)
            file = FOLDER / f"{shot.name}-{size_name}-{light}.jpg"
            page.screenshot(path=file, type="jpeg", quality=80)
            context.close()
    print(shot.name, flush=True)


def main(*wanted: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open_house("--bot-pause", "0") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.have(),
            args=chromium.FLAGS,
            chromium_sandbox=not chromium.is_root(),
        )
        guests = cycle([Guest(url, "Anna", language) for language in LANGUAGES])
        for shot in shots(guests, list(wanted)):
            take(browser, url, shot)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
