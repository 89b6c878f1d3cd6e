"""The front door: the client's pages and files; without a built client, a page that says so."""

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from html import escape
from typing import Any

from litestar import HttpMethod, MediaType, Response, get, route
from litestar.datastructures import Headers
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler

from tablee import catalogue
from tablee.server.api import problems
from tablee.server.api.games import described
from tablee.server.api.identity import HttpRequest, TheHouse, language_of, reader_language
from tablee.server.api.site import File, Site, texts
from tablee.server.house.house import House
from tablee.server.store.database import StoreFailed

STYLE = """\
body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem;
  color: #1d2a33; background: #fbf8f1; }
a { color: #0b5b8a; }
h1 { margin-bottom: 0; }
dt { font-weight: bold; margin-top: 1rem; }
dd { margin: 0; }
@media (prefers-color-scheme: dark) {
  body { color: #e8e4da; background: #14191d; }
  a { color: #8cc8ee; }
}
"""
PAGE = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tablée</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/front.css">
</head>
<body>
{choice}
<main>
<h1>Tablée</h1>
<p>{what}</p>
<p>{not_built} <a href="/api/openapi.json">{api}</a></p>
<h2>{games}</h2>
<dl>
{shelf}
</dl>
</main>
</body>
</html>
"""
NAMES = {"fr": "Français", "en": "English", "de": "Deutsch"}
# All that the client's own router knows: client/src has the same list.
PAGES = [
    "/",
    "/carry-on",
    "/join",
    "/learn/{game:str}",
    "/me",
    "/play/{game:str}",
    "/replay",
    "/replay/{table:str}",
    "/rules/{game:str}",
    "/t/{code:str}",
    "/table/{table:str}",
]
LOOK = [HttpMethod.GET, HttpMethod.HEAD]
TheSite = NamedDependency[Site]


@route(PAGES, http_method=LOOK, include_in_schema=False)
async def front(request: HttpRequest, house: TheHouse, site: TheSite) -> Response[Any]:
    """Every page of the client is the same one; its script reads the address."""
    # A page comes even when the disk does not answer, and says what is wrong.
    with suppress(StoreFailed):
        await reader_language(request, house)
    language: str = request.state["language"]
    if language in site.indexes:
        response = index(site, language, request.headers)
        if early := site.links.get(request.url.path.split("/")[1]):
            response.headers["link"] = early
        return response
    return Response(
        page(language, house.settings.languages),
        media_type=MediaType.HTML,
        headers={"vary": "accept-language, cookie", "content-language": language},
    )


def files(site: Site) -> list[HTTPRouteHandler]:
    """A door for each file of the site; what is not in it has no door."""

    async def file(request: HttpRequest) -> Response[bytes]:
        return sent(site.files[request.scope["path"].rstrip("/")], request.headers)

    paths = list(site.files)
    return [route(paths, http_method=LOOK, include_in_schema=False)(file)] if paths else []


def not_found(house: House, site: Site) -> Callable[[HttpRequest, HTTPException], Response[Any]]:
    """How somebody is told that there is nothing: people by a page, programs by a problem."""

    def answer(request: HttpRequest, error: HTTPException) -> Response[Any]:
        language = language_of(request, house)
        reads = "text/html" in request.headers.get("accept", "")
        if not reads or language not in site.indexes or request.url.path.startswith("/api/"):
            return problems.on_http(request, error)
        response = index(site, language, request.headers, here=False)
        response.status_code = error.status_code
        return response

    return answer


def index(site: Site, language: str, asked: Headers, here: bool = True) -> Response[bytes]:
    response = sent(site.indexes[language], asked, here)
    response.headers["vary"] = "accept-encoding, accept-language, cookie"
    response.headers["content-language"] = language
    return response


def sent(file: File, asked: Headers, here: bool = True) -> Response[bytes]:
    """A file as the browser takes it, or word that what it has is still right."""
    small = file.compressed if takes_gzip(asked.get("accept-encoding", "")) else None
    mark = f'"{file.mark}"' if small is None else f'"{file.mark}-gzip"'
    headers = {"cache-control": file.caching, "etag": mark}
    if file.compressed is not None:
        headers["vary"] = "accept-encoding"
    if here and mark in known(asked.get("if-none-match", "")):
        return Response(b"", status_code=304, headers=headers)
    if small is not None:
        headers["content-encoding"] = "gzip"
    return Response(small or file.content, media_type=file.type, headers=headers)


def takes_gzip(accepted: str) -> bool:
    """Whether gzip is named and not refused by a weight of 0."""
    for entry in accepted.lower().split(","):
        name, _, weight = entry.replace(" ", "").partition(";q=")
        if name == "gzip":
            return weight.strip("0.") != "" if weight else True
    return False


def known(marks: str) -> set[str]:
    """The versions a browser says it has."""
    return {mark.strip().removeprefix("W/") for mark in marks.split(",")}


@get("/front.css", include_in_schema=False)
async def style() -> Response[str]:
    """How it looks."""
    return Response(STYLE, media_type=MediaType.CSS, headers={"cache-control": "max-age=3600"})


@cache
def page(language: str, offered: tuple[str, ...]) -> str:
    said = {name: escape(text[language]) for name, text in texts().items() if name != "game"}
    links = " · ".join(
        f'<a href="/?language={one}" hreflang="{one}" lang="{one}">{NAMES[one]}</a>'
        for one in offered
    )
    return PAGE.format(
        language=language,
        choice=f"<header><nav>{links}</nav></header>" if len(offered) > 1 else "",
        shelf="\n".join(entry(game, language) for game in catalogue.titles()),
        **said,
    )


def entry(id: str, language: str) -> str:
    """A game of the shelf."""
    game = described(id, language, bots=False)
    least, most = game.minutes
    words: dict[str, Any] = {
        "low": game.players[0],
        "high": game.players[-1],
        "minutes": least if least == most else f"{least}-{most}",
    }
    facts = texts()["game"][language].format(**words)
    return f"<dt>{escape(game.name)}</dt>\n<dd>{escape(game.pitch)} {escape(facts)}</dd>"
