"""The shelf: games, their options and their rule books."""

from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.params import FromPath
from msgspec import Meta

from tablee import catalogue, rulebook
from tablee.bots.players import NAMES
from tablee.kernel.errors import UnknownGame
from tablee.server.api.identity import HttpRequest, language_of
from tablee.server.api.problems import problems
from tablee.server.refusals import Declined


class Option(msgspec.Struct):
    """A switch of the table."""

    default: bool
    clause: str
    text: str


class Game(msgspec.Struct):
    """A game on the shelf, in the reader's language."""

    id: str
    name: str
    pitch: str
    players: Annotated[list[int], Meta(description="The numbers of players it is for.")]
    minutes: tuple[int, int]
    rules_version: int
    options: dict[str, Option]
    bots: list[str]


class Book(msgspec.Struct):
    """A rule book: the whole text in Markdown, and each clause by its number."""

    game: str
    language: str
    text: str
    clauses: dict[str, str]


def described(id: str, language: str) -> Game:
    game, title = catalogue.load(id), catalogue.titles()[id]
    return Game(
        id=id,
        name=game.name(language),
        pitch=title["pitch"][language],
        players=list(game.players),
        minutes=game.minutes,
        rules_version=game.rules_version,
        options={
            name: Option(entry["default"], entry["clause"], entry[language])
            for name, entry in title["box"].get("options", {}).items()
        },
        bots=list(NAMES),
    )


class Games(Controller):
    """What can be played."""

    path = "/games"
    tags = ("games",)

    @get("/", responses=problems())
    async def shelf(self, request: HttpRequest) -> list[Game]:
        """Every game."""
        return [described(id, language_of(request)) for id in catalogue.titles()]

    @get("/{game:str}", responses=problems(404))
    async def game(self, request: HttpRequest, game: FromPath[str]) -> Game:
        """One game."""
        check(game)
        return described(game, language_of(request))

    @get("/{game:str}/rulebook", responses=problems(404))
    async def rulebook(self, request: HttpRequest, game: FromPath[str]) -> Book:
        """Its rule book, with the clauses common to all games."""
        check(game)
        language = language_of(request)
        folder = catalogue.load(game).folder
        return Book(
            game,
            language,
            rulebook.book(folder, language),
            rulebook.clauses(folder, language) | rulebook.clauses("", language),
        )


def check(game: str) -> None:
    try:
        catalogue.load(game)
    except UnknownGame:
        raise Declined("unknown") from None
