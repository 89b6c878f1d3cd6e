"""The built client as the house serves it: whole, cached, compressed, small, from nowhere else."""

import gzip
import json
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, Response, expect

from tablee import catalogue
from tablee.kernel.texts import LANGUAGES
from tablee.server.api.front import PAGES
from tablee.server.api.site import OTHERS, TEXTS, WEB, reached
from tests.browser.visitors import DESKTOP, PHONE, Visitor, violations
from tests.server.houses import Serving

Visit = Callable[..., Visitor]
BUDGET = 90_000  # bytes of script, compressed
HOME, TABLE = "src/pages/Home.svelte", "src/pages/TablePage.svelte"
BOARD = re.compile(r"src/tablee/games/(\w+)/board\.ts$")
RULES = sorted({title["folder"] for title in catalogue.titles().values()})
# Names that are never asked for: those of XML, and where Svelte's errors are explained.
NAMES_ONLY = ("http://www.w3.org/", "https://svelte.dev/e/")
PATHS = [re.sub(r"{\w+:str}", "land-unter", path) for path in PAGES]


def built() -> list[Path]:
    """Every built file that visitors get."""
    files = [path for path in WEB.rglob("*") if path.is_file()]
    return [path for path in files if not path.relative_to(WEB).as_posix().startswith(".")]


def address(path: Path) -> str:
    name = path.relative_to(WEB).as_posix()
    return "/" if name == "index.html" else f"/{name}"


# What is served


def test_every_built_file_is_served_as_what_it_is(house: Serving) -> None:
    addresses = [address(path) for path in built()]
    assert {"/", "/sw.js", "/manifest.webmanifest"} < set(addresses)
    with httpx.Client(base_url=house.url) as http:
        for path in built():
            got = http.get(address(path), headers={"accept-language": "en"})
            assert got.status_code == 200, path
            # The index names the languages of the house besides.
            sent = got.content.replace(b' data-languages="fr en de"', b"")
            assert sent == path.read_bytes(), path
            kind = (TEXTS | OTHERS)[path.suffix]
            assert got.headers["content-type"].removesuffix("; charset=utf-8") == kind
            for_ever = path.parent.name == "assets"
            caching = "public, max-age=31536000, immutable" if for_ever else "no-cache"
            assert got.headers["cache-control"] == caching, path
            mark = {"if-none-match": got.headers["etag"], "accept-language": "en"}
            assert http.get(address(path), headers=mark).status_code == 304, path


def test_scripts_and_styles_come_compressed(house: Serving) -> None:
    large = [path for path in built() if path.suffix in TEXTS and path.stat().st_size > 1_000]
    assert large
    with httpx.Client(base_url=house.url) as http:
        for path in large:
            with http.stream("GET", address(path), headers={"accept-encoding": "gzip, br"}) as got:
                raw = b"".join(got.iter_raw())
            assert got.headers["content-encoding"] == "gzip", path
            assert "accept-encoding" in got.headers["vary"]
            assert len(raw) < path.stat().st_size


def test_the_manifest_names_icons_that_are_there(house: Serving) -> None:
    with httpx.Client(base_url=house.url) as http:
        manifest = http.get("/manifest.webmanifest").json()
        assert manifest["icons"]
        for icon in manifest["icons"]:
            got = http.get(icon["src"])
            assert got.status_code == 200
            assert got.headers["content-type"] == icon["type"]


def test_the_index_asks_for_nothing_that_is_missing(house: Serving) -> None:
    with httpx.Client(base_url=house.url) as http:
        wanted = re.findall(r'(?:href|src)="([^"]+)"', http.get("/").text)
        assert any(one.startswith("/assets/") for one in wanted)
        for one in wanted:
            assert http.get(one).status_code == 200, one


@pytest.mark.parametrize(("path", "page"), [("/", HOME), ("/table/0123abc", TABLE)])
def test_files_named_early_are_fetched_once_and_used(path: str, page: str, visitor: Visit) -> None:
    fetched = Counter[str]()
    somebody = visitor("Anna")
    somebody.expected.append(f"404 (Not Found) ({somebody.url}/api/")  # no such table
    somebody.page.on("response", lambda got: fetched.update([got.url.removeprefix(somebody.url)]))
    answer = somebody.page.goto(path, wait_until="networkidle")
    assert answer is not None
    early = re.findall(r"<([^>]+)>", answer.headers["link"])
    known = chunks()
    parts = [known[name] for name in reached(known, page) - reached(known, "index.html")]
    wanted = {f"/{file}" for part in parts for file in [part["file"], *part.get("css", [])]}
    assert set(early) == wanted
    assert {name: fetched[name] for name in early} == dict.fromkeys(early, 1)


def test_no_built_file_names_another_host() -> None:
    # With a scheme anywhere, or without one where a browser would follow it.
    hosts = re.compile(r"""(?:https?:|wss?:|(?:src|href)=["']|url\(["']?)//[^\s"'`<>\\)]+""")
    for path in built():
        if path.suffix in TEXTS:
            named = hosts.findall(path.read_text("utf-8"))
            assert [one for one in named if not one.startswith(NAMES_ONLY)] == [], path


# In the browser


def wait_until_drawn(page: Page) -> None:
    page.locator("#app", has_text=re.compile(r"\w")).wait_for()


@pytest.mark.parametrize("path", PATHS)
def test_every_page_opens_by_its_address(path: str, visitor: Visit) -> None:
    somebody = visitor("Anna")
    # There is no table of that name, which the API says.
    somebody.expected.append(f"404 (Not Found) ({somebody.url}/api/")
    answer = somebody.page.goto(path)
    assert answer is not None
    assert answer.status == 200
    wait_until_drawn(somebody.page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_speaks_the_browser_s_language(language: str, visitor: Visit) -> None:
    page = visitor(language=language).page
    page.goto("/")
    wait_until_drawn(page)
    expect(page.locator("html")).to_have_attribute("lang", language)


def test_a_page_that_is_not_there_is_still_a_page(visitor: Visit) -> None:
    somebody = visitor()
    somebody.expected.append(f"404 (Not Found) ({somebody.url}/nowhere/at/all)")
    answer = somebody.page.goto("/nowhere/at/all")
    assert answer is not None
    assert answer.status == 404
    wait_until_drawn(somebody.page)


def test_a_second_visit_fetches_no_script_again(visitor: Visit) -> None:
    somebody = visitor()
    somebody.page.goto("/", wait_until="networkidle")
    again = somebody.context.new_page()
    again.goto("/", wait_until="networkidle")
    sizes = again.evaluate(
        "performance.getEntriesByType('resource')"
        ".filter((entry) => new URL(entry.name).pathname.startsWith('/assets/'))"
        ".map((entry) => entry.transferSize)"
    )
    assert sizes
    assert set(sizes) == {0}


def test_what_goes_wrong_is_noticed(visitor: Visit) -> None:
    """The visitors' own ears: without them, the other tests would prove nothing."""
    somebody = visitor()
    somebody.page.goto("/")
    somebody.page.evaluate("console.error('said aloud')")
    somebody.page.evaluate("void setTimeout(() => { throw new Error('thrown') })")
    somebody.page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p style=\"top:0\">')")
    somebody.page.evaluate("fetch('http://127.0.0.1:9/').catch(() => 0)")
    with somebody.page.expect_console_message(lambda said: "CSP: script-src" in said.text):
        somebody.page.evaluate(
            "document.head.append(Object.assign(document.createElement('script'),"
            " { text: 'window.inline = 1' }))"
        )
    assert somebody.page.evaluate("window.inline") is None
    noticed = "\n".join(somebody.wrong)
    for one in ("said aloud", "page: thrown", "style-src", "connect-src", "script-src"):
        assert one in noticed, noticed
    somebody.wrong.clear()


def test_requests_to_elsewhere_are_noticed(visitor: Visit) -> None:
    somebody = visitor()
    somebody.expected.append("ERR_")
    with pytest.raises(Exception, match="ERR_"):
        somebody.page.goto("http://127.0.0.1:9/")
    assert somebody.wrong
    assert somebody.wrong[0] == "request to elsewhere: http://127.0.0.1:9/"
    somebody.wrong.clear()


def test_axe_finds_what_is_wrong(visitor: Visit) -> None:
    page = visitor().page
    page.goto("/")
    wait_until_drawn(page)
    before = violations(page)
    page.evaluate("document.body.append(document.createElement('img'))")
    found = set(violations(page)) - set(before)
    assert any(one.startswith("image-alt: img") for one in found), found


@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("dark", [False, True])
def test_a_visitor_sees_the_page_as_they_are_set_up(
    size: tuple[int, int], dark: bool, visitor: Visit
) -> None:
    page: Page = visitor(size=size, dark=dark, reduced_motion=dark, language="de").page
    page.goto("/")
    assert page.evaluate("[innerWidth, innerHeight]") == list(size)
    assert page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") is dark
    assert page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches") is dark
    assert page.evaluate("navigator.language") == "de-DE"


# The budget


def chunks() -> dict[str, Any]:
    """What Vite says it has built, by source."""
    found: dict[str, Any] = json.loads((WEB / ".vite" / "manifest.json").read_text("utf-8"))
    return found


def needed(*sources: str) -> set[str]:
    """The scripts of some sources, with all that they import at once."""
    known = chunks()
    return {known[name]["file"] for source in sources for name in reached(known, source)}


def compressed(files: set[str]) -> int:
    return sum(len(gzip.compress((WEB / file).read_bytes(), 9)) for file in files)


def boards() -> dict[str, str]:
    """The source of each game's board."""
    return {match[1]: source for source in chunks() if (match := BOARD.search(source))}


def test_every_board_is_a_chunk_of_its_own() -> None:
    assert sorted(boards()) == RULES
    files = [chunks()[source]["file"] for source in boards().values()]
    assert len(set(files)) == len(RULES)
    for page in (HOME, TABLE):
        assert not needed("index.html", page) & set(files)
    for rules, source in boards().items():
        others = {chunks()[other]["file"] for name, other in boards().items() if name != rules}
        assert not needed(source) & others


def test_home_is_small(visitor: Visit) -> None:
    """By what Vite says, and by what the browser really fetches."""
    files = needed("index.html", HOME)
    assert compressed(files) <= BUDGET
    fetched: set[str] = set()

    def note(response: Response) -> None:
        if response.request.resource_type == "script":
            fetched.add(response.url.split("/", 3)[3])

    page = visitor().page
    page.on("response", note)
    page.goto("/", wait_until="networkidle")
    assert files <= fetched
    assert compressed(fetched) <= BUDGET


@pytest.mark.parametrize("rules", RULES)
def test_a_table_with_one_game_is_small(rules: str) -> None:
    assert compressed(needed("index.html", TABLE, boards()[rules])) <= BUDGET
