"""The shelf: games, their options and their rule books."""

from typing import Annotated

import msgspec
from litestar import Controller, Response, get
from litestar.params import PathParameter
from msgspec import Meta

from tablee import catalogue, lessons, rulebook
from tablee.bots import personas
from tablee.kernel.errors import UnknownGame
from tablee.server.api.identity import ANYBODY, HttpRequest, TheHouse, reader_language
from tablee.server.api.problems import problems
from tablee.server.api.records import as_json, replayed
from tablee.server.api.replays import Replay
from tablee.server.refusals import Declined

GameId = Annotated[str, PathParameter(description="Id of a game, such as land-unter.")]


class Persona(msgspec.Struct):
    """A level of bots, or a character some of them have, in the reader's language."""

    id: str
    name: str
    sentence: Annotated[str, Meta(description="How they play.")]


class GameOption(msgspec.Struct):
    """A switch of the table."""

    default: bool
    clause: str
    text: Annotated[str, Meta(description="What it changes, in the reader's language.")]
    absent: Annotated[
        dict[str, bool],
        Meta(description="By earlier version of the rules: what it means there not to name it."),
    ]


class Game(msgspec.Struct):
    """A game on the shelf, in the reader's language."""

    id: str
    rules: Annotated[str, Meta(description="Editions with the same rules have the same word here.")]
    name: str
    pitch: str
    players: Annotated[list[int], Meta(description="The numbers of players it is for.")]
    minutes: Annotated[tuple[int, int], Meta(description="From, to.")]
    rules_version: int
    options: dict[str, GameOption]
    bots: Annotated[list[str], Meta(description="Levels of bots; empty in a house without.")]
    levels: Annotated[list[Persona], Meta(description="All there are, offered or not.")]
    characters: Annotated[
        list[Persona], Meta(description="Of the bots that have one: `level-character`.")
    ]


def described_levels(language: str) -> list[Persona]:
    """All levels of bots, from the weakest to the strongest; a table may have one not offered."""
    return [persona("levels", id, language) for id in personas.levels()]


def described_characters(game: str, language: str) -> list[Persona]:
    """The characters bots of a game may have."""
    return [persona("characters", id, language) for id in personas.characters(game)]


def persona(kind: str, id: str, language: str) -> Persona:
    entry = personas.content()[kind][id]
    return Persona(id, entry["name"][language], entry["sentence"][language])


class BoardTexts(msgspec.Struct):
    """What is written on a game's board, in the reader's language."""

    labels: Annotated[dict[str, str], Meta(description="Short texts; `{blanks}` to be filled in.")]
    words: Annotated[
        dict[str, list[str]], Meta(description="What numbers in events and views stand for.")
    ]


class RuleBook(msgspec.Struct):
    """A rule book: the whole text in Markdown, and each clause by its number."""

    game: str
    language: str
    text: str
    clauses: dict[str, str]


class Note(msgspec.Struct):
    """What the guide says after a turn."""

    turn: int
    text: str
    clause: Annotated[str, Meta(description="Where the rule book says it, or empty.")]


class Lesson(msgspec.Struct):
    """A first game with a guide, played along from one seat."""

    seat: int
    notes: list[Note]
    told: Replay


def described(id: str, language: str, bots: bool) -> Game:
    game, title = catalogue.load(id), catalogue.titles()[id]
    return Game(
        id=id,
        rules=game.folder,
        name=game.name(language),
        pitch=title["pitch"][language],
        players=list(game.players),
        minutes=game.minutes,
        rules_version=game.rules_version,
        options={
            name: GameOption(
                entry["default"], entry["clause"], entry[language], entry.get("absent", {})
            )
            for name, entry in title["box"].get("options", {}).items()
        },
        bots=personas.offered() if bots else [],
        levels=described_levels(language),
        characters=described_characters(id, language),
    )


class Games(Controller):
    """What can be played."""

    path = "/games"
    tags = ("games",)

    @get("/", responses=problems(), security=ANYBODY)
    async def shelf(self, request: HttpRequest, house: TheHouse) -> list[Game]:
        """Every game."""
        language = await reader_language(request, house)
        return [described(id, language, house.settings.bots) for id in catalogue.titles()]

    @get("/{game:str}", responses=problems(404), security=ANYBODY)
    async def game(self, request: HttpRequest, game: GameId, house: TheHouse) -> Game:
        """One game."""
        check(game)
        return described(game, await reader_language(request, house), house.settings.bots)

    @get("/{game:str}/texts", responses=problems(404), security=ANYBODY)
    async def texts(self, request: HttpRequest, game: GameId, house: TheHouse) -> BoardTexts:
        """What is written on its board."""
        check(game)
        language = await reader_language(request, house)
        content = catalogue.load(game).texts.content
        return BoardTexts(
            labels={name: entry[language] for name, entry in content["labels"].items()},
            words={name: entry[language] for name, entry in content.get("words", {}).items()},
        )

    @get("/{game:str}/rulebook", responses=problems(404), security=ANYBODY)
    async def rulebook(self, request: HttpRequest, game: GameId, house: TheHouse) -> RuleBook:
        """Its rule book, with the clauses common to all games."""
        check(game)
        language = await reader_language(request, house)
        folder = catalogue.load(game).folder
        return RuleBook(
            game,
            language,
            rulebook.book(folder, language),
            rulebook.clauses(folder, language) | rulebook.clauses("", language),
        )

    @get("/{game:str}/lesson", responses=problems(404), security=ANYBODY)
    async def lesson(self, request: HttpRequest, game: GameId, house: TheHouse) -> Response[Lesson]:
        """A first game with a guide."""
        check(game)
        language = await reader_language(request, house)
        found = lessons.lesson(catalogue.load(game).folder)
        kept = msgspec.structs.replace(found.record, game=game)
        notes = [Note(note.turn, note.text(language), note.clause) for note in found.notes]
        told = msgspec.Raw(await replayed(request, house, kept, lessons.SEAT, all_open=False))
        return as_json(msgspec.json.encode({"seat": lessons.SEAT, "notes": notes, "told": told}))


def check(game: str) -> None:
    try:
        catalogue.load(game)
    except UnknownGame:
        raise Declined("unknown") from None
