"""Takes pictures of every page, at phone and desktop size, light and dark, into docs/screenshots.

python -m tools.screenshots [PAGE ...]
"""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from tablee import catalogue
from tests.browser import chromium
from tests.browser.visitors import DESKTOP, PHONE
from tools.open_house import Guest, open_house

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "screenshots"
SETTLED = 2_500  # ms until nothing moves any more
TELEVISION = (1920, 1080)
QUICK = "localStorage.setItem('tablee.settings', JSON.stringify({{speed: 'fast', sound: false, language: '{}'}}))"
# How far in a game is interesting: choices of the guest.
CHOICES = {
    "land-unter": 5,
    "un-mouton-a-la-mer": 6,
    "diabolo": 6,
    "lifeboats": 16,
    "kilimanjaro": 9,
}
LANGUAGES = ["fr", "en", "de"]


def shots(anna: Guest) -> Iterator[tuple[str, str, Callable[[Page], None] | None]]:
    """Every page: a name, its path, and what to do there before the picture is taken."""
    yield "home", "/", None
    for game, choices in CHOICES.items():
        yield f"table-{game}", f"/table/{anna.play(game, choices=choices)}", None
    over = anna.play("land-unter", seats=3, choices=1_000)
    yield (
        "ended",
        f"/table/{over}",
        lambda page: page.locator("#ended").scroll_into_view_if_needed(),
    )
    yield "replay", f"/replay/{over}?open#7", None
    waiting = anna.lay("lifeboats", ["open", "heuristic", "friend"], public=True)
    yield "waiting", f"/table/{waiting}", None
    yield "couch", f"/table/{anna.play('land-unter', choices=4)}?table", None
    yield "couch-waiting", f"/table/{waiting}?table", None
    for game in dict.fromkeys(catalogue.load(id).folder for id in catalogue.titles()):
        edition = next(id for id in catalogue.titles() if catalogue.load(id).folder == game)
        yield f"learn-{edition}", f"/learn/{edition}", None
    yield "rules", "/rules/diabolo", None
    yield "me", "/me", None
    yield "record", "/replay", None


def take(browser: Browser, url: str, wanted: list[str]) -> None:
    guests = {language: Guest(url, "Anna", language) for language in LANGUAGES}
    pages = [(one, guests[one]) for one in LANGUAGES]
    for number, (language, anna) in enumerate(pages):
        for place, (name, path, prepare) in enumerate(shots(anna)):
            if (wanted and name not in wanted) or place % len(pages) != number:
                continue
            for size_name, size in [("phone", PHONE), ("desktop", DESKTOP)]:
                if name.startswith("couch") and size_name == "phone":
                    continue
                for light in ("light", "dark"):
                    large = TELEVISION if name.startswith("couch") else size
                    context = browser.new_context(
                        base_url=url,
                        locale=language,
                        viewport={"width": large[0], "height": large[1]},
                        color_scheme=light,  # type: ignore[arg-type]
                        has_touch=size_name == "phone",
                    )
                    context.add_cookies([{"name": "tablee", "value": anna.secret, "url": url}])
                    context.add_init_script(QUICK.format(language))
                    page = context.new_page()
                    page.goto(path)
                    page.wait_for_timeout(SETTLED)
                    if prepare:
                        prepare(page)
                    file = FOLDER / f"{name}-{size_name}-{light}.jpg"
                    page.screenshot(path=file, type="jpeg", quality=80)
                    context.close()
            print(name, flush=True)


def main(*wanted: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with open_house("--bot-pause", "0") as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.have(),
            args=chromium.FLAGS,
            chromium_sandbox=not chromium.is_root(),
        )
        take(browser, url, list(wanted))
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
