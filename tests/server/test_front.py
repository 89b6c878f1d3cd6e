"""The front door: a small site of the test's own, and a house that has none."""

import gzip
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from msgspec.structs import replace

from tablee import catalogue
from tablee.kernel.texts import LANGUAGES
from tablee.server.store.database import StoreFailed
from tests.server.houses import GENEROUS, house_at, serve

HTML = "text/html; charset=utf-8"
SCRIPT = "console.log('Tablée');\n" * 100
INDEX = (
    '<!doctype html>\n<html lang="%s"%s>\n<meta name="description" content="%s" />\n'
    "<noscript>%s</noscript>\n" + "<p>House</p>\n" * 50
)
MANIFEST = {
    "index.html": {"file": "assets/main-5f3a.js", "imports": ["_shared"], "css": ["assets/a.css"]},
    "_shared": {"file": "assets/shared-1.js"},
    "_card": {"file": "assets/card-2.js", "imports": ["_shared"], "css": ["assets/card-3.css"]},
    "src/pages/Home.svelte": {"file": "assets/home-4.js", "imports": ["index.html", "_card"]},
    "src/pages/TablePage.svelte": {"file": "assets/table-5.js", "css": ["assets/table-6.css"]},
}
SITE = {
    "index.html": (INDEX % ("en", "", "Old games", "Script!")).encode(),
    "sw.js": b"// nothing",
    "manifest.webmanifest": b'{"name": "Tabl\xc3\xa9e", "short_name": "Tabl\xc3\xa9e"}' * 9,
    "assets/main-5f3a.js": SCRIPT.encode(),
    "assets/main-5f3a.css": b"body { color: black }\n" * 50,
    "icons/tablee.svg": b"<svg xmlns='http://www.w3.org/2000/svg'/>",
    "icons/tablee-192.png": b"\x89PNG\r\n" + b"\0" * 500,
    ".stamp": b"not for visitors",
    ".vite/manifest.json": json.dumps(MANIFEST).encode(),
}
PAGES = [
    "/",
    "/t/ABCD",
    "/table/0123abc",
    "/play/land-unter",
    "/replay",
    "/replay/0123abc",
    "/rules/diabolo",
]
PAGES += ["/learn/kilimanjaro", "/me", "/carry-on", "/join"]


def index_in(language: str, offered: tuple[str, ...] = LANGUAGES) -> str:
    """The index as a house sends it: what is read before any script is in one language."""
    about = {
        "fr": "De vieux jeux de société, pour tout le monde, à toute heure.",
        "en": "Old table games, playable by anyone, day and night.",
        "de": "Alte Brettspiele, für alle, zu jeder Stunde.",
    }[language]
    script = {
        "fr": "Tablée a besoin de JavaScript.",
        "en": "Tablée needs JavaScript.",
        "de": "Tablée braucht JavaScript.",
    }[language]
    return INDEX % (language, f' data-languages="{" ".join(offered)}"', about, script)


@contextmanager
def house_with(files: dict[str, bytes], folder: Path, **settings: object) -> Iterator[str]:
    """The address of a house with these files."""
    web = folder / "web"
    for name, content in files.items():
        (web / name).parent.mkdir(parents=True, exist_ok=True)
        (web / name).write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tablee.server.api.app.WEB", web)
        with serve(house_at(f"sqlite:///{folder}/house.db", None, **settings)) as house:
            yield house.url


def visitor(url: str) -> httpx.Client:
    """A client that sends hardly any headers by itself."""
    return httpx.Client(base_url=url, headers={"accept-encoding": "identity"})


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with house_with(SITE, tmp_path_factory.mktemp("front")) as url:
        yield url


@pytest.fixture
def http(url: str) -> Iterator[httpx.Client]:
    with visitor(url) as http:
        yield http


def test_every_page_is_the_index_in_the_visitor_s_language(http: httpx.Client) -> None:
    for path in PAGES:
        for language in LANGUAGES:
            answer = http.get(path, headers={"accept-language": f"{language}-XX,{language};q=0.9"})
            assert (answer.status_code, answer.headers["content-type"]) == (200, HTML), path
            assert answer.headers["content-language"] == language
            assert answer.text == index_in(language)
            assert answer.headers["cache-control"] == "no-cache"
            vary = set(answer.headers["vary"].split(", "))
            assert vary == {"accept-encoding", "accept-language", "cookie"}
            assert http.get(f"{path}?language={language}").text == answer.text


def test_pages_people_arrive_at_name_their_files_early(http: httpx.Client) -> None:
    home = (
        "</assets/card-2.js>; rel=modulepreload, "
        "</assets/card-3.css>; rel=preload; as=style; crossorigin, "
        "</assets/home-4.js>; rel=modulepreload"
    )
    table = (
        "</assets/table-5.js>; rel=modulepreload, "
        "</assets/table-6.css>; rel=preload; as=style; crossorigin"
    )
    early = {"/": home, "/table/0123abc": table}
    for path in PAGES:
        assert http.get(path).headers.get("link") == early.get(path), path


def test_a_person_s_own_language_goes_before_the_browser_s(http: httpx.Client) -> None:
    came = http.post("/api/v1/people/", json={"name": "Anna", "language": "de"})
    assert came.status_code == 201
    assert '<html lang="de"' in http.get("/", headers={"accept-language": "fr"}).text


@pytest.mark.parametrize(
    ("path", "type"),
    [
        ("/assets/main-5f3a.js", "text/javascript; charset=utf-8"),
        ("/assets/main-5f3a.css", "text/css; charset=utf-8"),
        ("/sw.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
        ("/icons/tablee.svg", "image/svg+xml"),
        ("/icons/tablee-192.png", "image/png"),
    ],
)
def test_every_file_comes_as_what_it_is(path: str, type: str, http: httpx.Client) -> None:
    answer = http.get(path)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == type
    assert answer.content == SITE[path[1:]]
    for_ever = path.startswith("/assets/")
    caching = "public, max-age=31536000, immutable" if for_ever else "no-cache"
    assert answer.headers["cache-control"] == caching


@pytest.mark.parametrize("path", ["/", "/t/ABCD", "/sw.js", "/assets/main-5f3a.js"])
@pytest.mark.parametrize("encoding", ["identity", "gzip"])
def test_what_a_browser_has_is_not_sent_again(path: str, encoding: str, http: httpx.Client) -> None:
    headers = {"accept-encoding": encoding}
    first = http.get(path, headers=headers)
    for marks in (first.headers["etag"], f'"other", W/{first.headers["etag"]}'):
        again = http.get(path, headers=headers | {"if-none-match": marks})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        assert again.headers["cache-control"] == first.headers["cache-control"]
        assert again.headers.get("vary") == first.headers.get("vary")
        assert "content-security-policy" in again.headers
    old = http.get(path, headers=headers | {"if-none-match": '"other"'})
    assert (old.status_code, old.content) == (200, first.content)


def test_each_language_and_each_encoding_is_a_version_of_its_own(http: httpx.Client) -> None:
    marks = {
        http.get("/", headers={"accept-language": language, "accept-encoding": how}).headers["etag"]
        for language in LANGUAGES
        for how in ("identity", "gzip")
    }
    assert len(marks) == 2 * len(LANGUAGES)


@pytest.mark.parametrize(
    ("accepted", "compressed"),
    [
        ("gzip, deflate, br, zstd", True),
        ("br;q=1.0, GZIP; q=0.5", True),
        ("gzip;q=0", False),
        ("gzip;q=0.000, br", False),
        ("br", False),
        ("", False),
    ],
)
def test_text_is_compressed_for_those_who_take_it(
    accepted: str, compressed: bool, http: httpx.Client
) -> None:
    for path, text in (("/assets/main-5f3a.js", SCRIPT), ("/", index_in("en"))):
        headers = {"accept-encoding": accepted, "accept-language": "en"}
        with http.stream("GET", path, headers=headers) as answer:
            raw = b"".join(answer.iter_raw())
        assert "accept-encoding" in answer.headers["vary"]
        assert answer.headers["content-length"] == str(len(raw))
        if compressed:
            assert answer.headers["content-encoding"] == "gzip"
            assert len(raw) < len(text) / 4
            assert gzip.decompress(raw).decode() == text
        else:
            assert "content-encoding" not in answer.headers
            assert raw.decode() == text


def test_pictures_are_not_compressed_twice(http: httpx.Client) -> None:
    answer = http.get("/icons/tablee-192.png", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert "vary" not in answer.headers


@pytest.mark.parametrize("path", ["/", "/me", "/sw.js", "/assets/main-5f3a.js"])
def test_looking_whether_it_is_there(path: str, http: httpx.Client) -> None:
    looked, got = http.head(path), http.get(path)
    assert (looked.status_code, looked.content) == (200, b"")
    for header in ("content-type", "content-length", "etag", "cache-control"):
        assert looked.headers[header] == got.headers[header]
    assert http.post(path).status_code == 405


@pytest.mark.parametrize(
    "path",
    [
        "/nowhere",
        "/t",
        "/t/ABCD/more",
        "/assets",
        "/assets/main-0000.js",
        "/index.html",
        "/.stamp",
        "/.vite/manifest.json",
        "/assets/../.stamp",
        "/assets/%2e%2e/.stamp",
        "/assets/..%2f.stamp",
        "/%2e%2e/app.py",
        "/..%5capp.py",
        "//etc/passwd",
    ],
)
def test_what_is_not_there_is_said_to_people_and_to_programs(path: str, http: httpx.Client) -> None:
    url = httpx.URL(http.base_url, raw_path=path.encode())
    page = http.get(url, headers={"accept": "text/html,*/*;q=0.8", "accept-language": "fr"})
    assert (page.status_code, page.headers["content-type"]) == (404, HTML)
    assert page.text == index_in("fr")
    assert page.headers["cache-control"] == "no-cache"
    again = http.get(url, headers={"accept": "text/html", "if-none-match": page.headers["etag"]})
    assert again.status_code == 404
    problem = http.get(url, headers={"accept": "*/*"})
    assert problem.status_code == 404
    assert problem.json()["code"] == "unknown"


def test_the_api_speaks_json_also_to_browsers(http: httpx.Client) -> None:
    answer = http.get("/api/v1/nowhere", headers={"accept": "text/html"})
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown")


def test_files_from_memory_do_not_count_as_requests(tmp_path: Path) -> None:
    limits = replace(GENEROUS, requests_per_minute=5)
    with house_with(SITE, tmp_path, limits=limits) as url, visitor(url) as http:
        for _ in range(10):
            assert http.get("/assets/main-5f3a.js").status_code == 200
        assert [http.get("/me").status_code for _ in range(6)] == [200] * 5 + [429]


def test_a_disk_that_does_not_answer_keeps_nobody_from_the_page(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert http.post("/api/v1/people/", json={"name": "Anna"}).status_code == 201

    async def broken(*_: object) -> None:
        raise StoreFailed("the disk is gone")

    monkeypatch.setattr("tablee.server.store.store.Store.person_of", broken)
    assert http.get("/api/v1/people/me").status_code == 503
    answer = http.get("/t/ABCD", headers={"accept-language": "fr"})
    assert (answer.status_code, answer.headers["content-language"]) == (200, "fr")


# A house whose client was not built


def test_without_a_client_the_front_page_says_how_to_build_it(tmp_path: Path) -> None:
    with house_with({}, tmp_path) as url, visitor(url) as http:
        for language in LANGUAGES:
            answer = http.get("/", headers={"accept-language": f"{language}-XX,{language};q=0.9"})
            assert (answer.status_code, answer.headers["content-type"]) == (200, HTML)
            assert answer.headers["content-language"] == language
            assert not re.search("<script|<style|style=| on[a-z]+=", answer.text)
            assert f'<html lang="{language}">' in answer.text
            assert "make setup" in answer.text
            for title in catalogue.titles():
                assert f"<dt>{catalogue.load(title).name(language)}</dt>" in answer.text
            assert http.get(f"/?language={language}").text == answer.text
            for link in re.findall(r'href="(/[^"]+)"', answer.text):
                assert http.get(link).status_code == 200, link
        assert http.head("/").status_code == 200
        assert "make setup" in http.get("/t/ABCD?language=en").text
        lost = http.get("/nowhere", headers={"accept": "text/html"})
        assert (lost.status_code, lost.json()["code"]) == (404, "unknown")
        assert http.get("/api/v1/house").status_code == 200


def test_only_the_languages_of_the_house_are_offered(tmp_path: Path) -> None:
    with house_with({}, tmp_path, languages=("de",)) as url, visitor(url) as http:
        answer = http.get("/", headers={"accept-language": "fr"})
        assert answer.headers["content-language"] == "de"
        assert "language=" not in answer.text  # of one, nobody has to choose
