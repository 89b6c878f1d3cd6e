"""Tables: lay, list, look, act, and the record when the game is over."""

from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import FromPath, JSONBody, QueryParameter
from msgspec import Meta

from tablee.kernel.record import Record
from tablee.server.api.identity import HttpRequest, TheHouse, somebody, visitor
from tablee.server.api.problems import problems
from tablee.server.commands import Asked, Plan
from tablee.server.page import Present
from tablee.server.people import Person
from tablee.server.refusals import Declined
from tablee.server.wire import Id, NewTable

MOST_LISTED = 100
After = Annotated[int, QueryParameter(ge=0, description="The last seq that is known.")]


class Laid(msgspec.Struct):
    """Where the new table is."""

    table: str
    code: str
    link: str
    seq: int


class Sitter(msgspec.Struct):
    """A chair as it stands in a list."""

    name: str
    kind: Annotated[str, Meta(description="open, friend, person, bot or outside_bot")]
    host: bool
    level: str = ""


class Listed(msgspec.Struct):
    """A table as it stands in a list."""

    table: str
    code: str
    status: str
    plan: Plan
    chairs: list[Sitter]
    waiting_for: list[int]
    turn: int
    seq: int
    your_seat: int | None = None
    your_turn: bool = False


class Page(msgspec.Struct):
    """A table as you may see it."""

    table: str
    seq: int
    common: dict[str, Any]
    you: dict[str, Any]
    view: dict[str, Any] | None
    lines: list[dict[str, Any]]


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """A command, with an id that makes it safe to send again."""

    id: Id
    command: Asked


class Done(msgspec.Struct):
    """Done and on disk, at this place of the table's history."""

    seq: int


class Found(msgspec.Struct):
    """The table a short code stands for."""

    table: str


def listed(summary: str, person: Person) -> Listed:
    """An entry of a list, for this reader."""
    content = msgspec.json.decode(summary)
    people = content.pop("people")
    entry = msgspec.convert(content, Listed)
    if person.id in people and person.id:
        entry.your_seat = people.index(person.id)
        entry.your_turn = entry.your_seat in entry.waiting_for
    return entry


class Tables(Controller):
    """Tables, for people and for bots from outside alike."""

    path = "/tables"
    tags = ("tables",)

    @get("/", responses=problems())
    async def lobby(self, request: HttpRequest, house: TheHouse) -> list[Listed]:
        """Public tables that wait for players."""
        person, _ = await visitor(request, house)
        return [listed(one, person) for one in await house.store.open_tables(MOST_LISTED)]

    @get("/mine", responses=problems(401))
    async def mine(self, request: HttpRequest, house: TheHouse) -> list[Listed]:
        """Your tables; those where it is your turn come first."""
        person = await somebody(request, house)
        found = await house.store.tables_of(person.id, MOST_LISTED)
        return sorted((listed(one, person) for one in found), key=lambda one: not one.your_turn)

    @post("/", responses=problems(401, 409))
    async def lay(self, request: HttpRequest, data: JSONBody[NewTable], house: TheHouse) -> Laid:
        """Lay a table."""
        person = await somebody(request, house)
        await house.doorman.check_table(person)
        live = await house.lay(person, data.id, data)
        table = live.table
        return Laid(table.id, table.code, f"{house.base_url}/table/{table.id}", table.seq)

    @get("/code/{code:str}", responses=problems(404))
    async def by_code(self, code: FromPath[str], house: TheHouse) -> Found:
        """The table with a short code."""
        found = await house.store.table_of_code(code.strip().lower()[:20])
        if found is None:
            raise Declined("unknown")
        return Found(found)

    @get("/{table:str}", responses=problems(404))
    async def look(
        self, request: HttpRequest, table: FromPath[str], house: TheHouse, after: After = 0
    ) -> Page:
        """A table as you may see it, with the log after `after`."""
        person, _ = await visitor(request, house)
        live = await house.find(table)
        language = request.state["language"]
        async with live.lock:
            await house.refresh(live)
            present = Present(house.store.tick(), live.people())
            common = live.pages.common(present, language)
            seen = live.update_for(person, common, language, after)
        return Page(
            seen.table,
            seen.seq,
            msgspec.json.decode(seen.common),
            seen.own,
            msgspec.json.decode(seen.view),
            [msgspec.json.decode(line) for line in seen.lines],
        )

    @post("/{table:str}/commands", responses=problems(401, 403, 404, 409), status_code=200)
    async def act(
        self, request: HttpRequest, table: FromPath[str], data: JSONBody[Wanted], house: TheHouse
    ) -> Done:
        """Do something at a table: the same commands as on the socket."""
        person = await somebody(request, house)
        return Done(await house.act(person, table, data.id, data.command))

    @get("/{table:str}/record", responses=problems(404, 409))
    async def record(self, table: FromPath[str], house: TheHouse) -> Response[Record]:
        """The record of a game that is over, with the deal and the proof that it was fair."""
        kept = await house.store.record(table)
        if kept is None:
            await house.find(table)
            raise Declined("not_over")
        return Response(msgspec.json.decode(kept, type=Record))
