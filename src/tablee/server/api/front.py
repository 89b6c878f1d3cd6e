"""The front door: a page that says what this house is, for whoever opens its address."""

import tomllib
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from litestar import MediaType, Response, get, head

from tablee import catalogue
from tablee.server.api.games import described
from tablee.server.api.identity import HttpRequest, TheHouse

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
<header><nav>{languages}</nav></header>
<main>
<h1>Tablée</h1>
<p>{what}</p>
<p>{not_yet} <a href="/api/openapi.json">{api}</a></p>
<h2>{games}</h2>
<dl>
{shelf}
</dl>
</main>
</body>
</html>
"""
NAMES = {"fr": "Français", "en": "English", "de": "Deutsch"}


@cache
def texts() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


@get("/", media_type=MediaType.HTML, include_in_schema=False)
async def front(request: HttpRequest, house: TheHouse) -> Response[str]:
    """The page, in the reader's language."""
    language: str = request.state["language"]
    return Response(
        page(language, house.settings.languages),
        media_type=MediaType.HTML,
        headers={"vary": "accept-language", "content-language": language},
    )


@head("/", media_type=MediaType.HTML, include_in_schema=False)
async def front_is_here() -> None:
    """For programs that only look whether there is a page."""


@get("/front.css", include_in_schema=False)
async def style() -> Response[str]:
    """How it looks."""
    return Response(STYLE, media_type=MediaType.CSS, headers={"cache-control": "max-age=3600"})


@cache
def page(language: str, offered: tuple[str, ...]) -> str:
    said = {name: escape(text[language]) for name, text in texts().items() if name != "game"}
    return PAGE.format(
        language=language,
        languages=" · ".join(
            f'<a href="/?language={one}" hreflang="{one}" lang="{one}">{NAMES[one]}</a>'
            for one in offered
        ),
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
