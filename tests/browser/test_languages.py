"""Pages of a house that offers only some languages: it speaks these, and only these are offered."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tablee import catalogue
from tablee.kernel.texts import LANGUAGES
from tablee.server.settings import Language
from tests.browser.tables import start
from tests.browser.visitors import visit
from tests.server.houses import house_at, serve

WELCOME = {"fr": "À table !", "en": "Come to the table!", "de": "Zu Tisch!"}
NAMES = {"fr": "Français", "en": "English", "de": "Deutsch"}


@pytest.mark.parametrize(
    ("offered", "preferred", "spoken"),
    [
        (("de",), "fr", "de"),
        (("de", "fr"), "fr", "fr"),
        (("de", "fr"), "en", "de"),
        (("de", "fr"), "es", "de"),
        (("en",), "de", "en"),
    ],
)
def test_a_page_speaks_the_languages_of_its_house(
    browser: Browser, tmp_path: Path, offered: tuple[Language, ...], preferred: str, spoken: str
) -> None:
    with serve(house_at(f"sqlite:///{tmp_path}/house.db", languages=offered)) as house:
        someone = visit(browser, house.url, language=preferred)
        # What was chosen while the house offered more counts no longer.
        other = next(one for one in LANGUAGES if one not in offered)
        kept = json.dumps(json.dumps({"language": other}))
        someone.context.add_init_script(f"localStorage.setItem('tablee.settings', {kept})")
        page = someone.page
        page.goto("/")
        expect(page.get_by_role("heading", level=1)).to_have_text(WELCOME[spoken])
        expect(page.locator("html")).to_have_attribute("lang", spoken)
        game = catalogue.load("land-unter")
        expect(page.get_by_role("heading", name=game.name(spoken))).to_be_visible()
        choices = [NAMES[one] for one in offered] if len(offered) > 1 else []
        expect(page.get_by_role("option")).to_have_text(choices)
        page.goto("/me")
        expect(page.get_by_role("checkbox")).to_be_visible()
        # Above, and among the preferences.
        expect(page.locator("option[lang]")).to_have_text(choices * 2)
        page.goto("/rules/land-unter")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator(".tools button")).to_have_text(choices)
        someone.come_in("Anna", "en")
        page.goto(f"/table/{start(someone, 'land-unter', bots=2)}")
        expect(page.locator(".table h1")).to_have_text(game.name(spoken))
        asked = someone.context.request.get("/api/v1/people/me").json()["language"]
        assert asked in offered
        assert someone.leave() == []
