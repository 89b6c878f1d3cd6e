"""Tables: lay, list, look, act, and the record when the game is over."""

from typing import Annotated

import msgspec
from litestar import Controller, Response, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Meta

from tablee.bots.personas import present_name
from tablee.kernel.record import Record
from tablee.server.api.coaching import (
    Again,
    Analysis,
    Hint,
    OwnSeat,
    Par,
    analysis,
    responses,
    told_hint,
    told_par,
)
from tablee.server.api.identity import (
    ANYBODY,
    KNOWN,
    HttpRequest,
    TheHouse,
    address_for,
    reader_language,
    somebody,
    visitor,
)
from tablee.server.api.pages import (
    Character,
    Kind,
    Level,
    Log,
    Moment,
    Page,
    Seats,
    page,
    typed,
)
from tablee.server.api.problems import problems
from tablee.server.api.records import Open, Viewer, as_json, replayed
from tablee.server.api.replays import Replay
from tablee.server.house.coach import Asker
from tablee.server.house.house import House
from tablee.server.people import Person
from tablee.server.refusals import Declined
from tablee.server.tables.commands import Asked, Id, NewTable, Plan
from tablee.server.tables.lines import between, last_of
from tablee.server.tables.live import Common
from tablee.server.tables.page import Present
from tablee.server.tables.table import Status

MOST_LISTED = 100
MOST_LINES = 200
FOREVER = 2**53 - 1  # the largest whole number every JSON reader knows

TableId = Annotated[str, PathParameter(description="Id of a table.")]
Code = Annotated[str, PathParameter(description="Short code of a table; capitals do not matter.")]
After = Annotated[
    int, QueryParameter(ge=0, le=FOREVER, description="Lines after this event: the last seq known.")
]
Before = Annotated[int, QueryParameter(ge=0, le=FOREVER, description="Lines before this event.")]
Most = Annotated[int, QueryParameter(ge=1, le=MOST_LINES, description="At most so many lines.")]
Until = Annotated[
    int,
    QueryParameter(ge=0, le=FOREVER, description="Games that ended before this moment, in ms."),
]

Beyond = Annotated[
    str,
    QueryParameter(max_length=100, description="Of the games that ended at it, those after this."),
]
MostGames = Annotated[
    int, QueryParameter(ge=1, le=MOST_LISTED, description="At most so many games.")
]


class TableLaid(msgspec.Struct):
    """Where the new table is."""

    table: str
    code: str
    link: Annotated[str, Meta(description="For friends.")]
    seq: int


class Sitter(msgspec.Struct):
    """A chair as it stands in a list."""

    name: str
    kind: Kind
    host: bool
    level: Level = ""
    character: Character = ""

    def __post_init__(self) -> None:
        self.level = present_name(self.level)


class TableListed(msgspec.Struct):
    """A table as it stands in a list."""

    table: str
    code: str
    status: Status
    plan: Plan
    chairs: list[Sitter]
    waiting_for: Seats
    turn: int
    seq: int
    your_seat: int | None = None
    your_turn: bool = False


class GameFinished(msgspec.Struct):
    """A game of yours that is over."""

    ended_at: Moment
    table: TableListed


class TableCommand(msgspec.Struct, forbid_unknown_fields=True):
    """A command, with an id that makes it safe to send again."""

    id: Id
    command: Asked


class CommandDone(msgspec.Struct):
    """Done and on disk, at this place of the table's history."""

    seq: int


class TableFound(msgspec.Struct):
    """The table a short code stands for."""

    table: str


def listed(summary: str, person: Person) -> TableListed:
    """An entry of a list, for this reader."""
    content = msgspec.json.decode(summary)
    people = content.pop("people")
    entry = msgspec.convert(content, TableListed)
    if person.id in people and person.id:
        entry.your_seat = people.index(person.id)
        entry.your_turn = entry.your_seat in entry.waiting_for
    return entry


async def kept_record(table: str, house: House) -> Record:
    """The record of a game that is over; refused while it is not."""
    kept = await house.store.record(table)
    if kept is None:
        await house.find(table)
        raise Declined("not_over")
    return msgspec.json.decode(kept, type=Record)


class Tables(Controller):
    """Tables, for people and for bots from outside alike."""

    path = "/tables"
    tags = ("tables",)

    @get("/", responses=problems(), security=ANYBODY)
    async def lobby(self, request: HttpRequest, house: TheHouse) -> list[TableListed]:
        """Public tables that wait for players."""
        person, _ = await visitor(request, house)
        return [listed(one, person) for one in await house.store.open_tables(MOST_LISTED)]

    @get("/mine", responses=problems(401), security=KNOWN)
    async def mine(self, request: HttpRequest, house: TheHouse) -> list[TableListed]:
        """Tables you sit at or host; where it is your turn first, finished games last."""
        person = await somebody(request, house)
        await house.alarms.save(person.id)
        found = await house.store.tables_of(person.id, MOST_LISTED)
        return sorted((listed(one, person) for one in found), key=lambda one: not one.your_turn)

    @get("/mine/finished", responses=problems(401), security=KNOWN)
    async def finished(
        self,
        request: HttpRequest,
        house: TheHouse,
        before: Until = FOREVER,
        beyond: Beyond = "",
        most: MostGames = MOST_LISTED,
    ) -> list[GameFinished]:
        """Your finished games, the newest first.

        Older ones: `before` is the end of the last game you have, and `beyond` its table.
        """
        person = await somebody(request, house)
        found = await house.store.finished_tables(person.id, before, beyond, most)
        return [GameFinished(ended_at, listed(one, person)) for one, ended_at in found]

    @post("/", responses=problems(401, 409), security=KNOWN)
    async def lay(
        self, request: HttpRequest, data: JSONBody[NewTable], house: TheHouse
    ) -> TableLaid:
        """Lay a table. Sent again with the same id, it gives the same table."""
        person = await somebody(request, house)
        live = await house.lay(person, data.id, data)
        table = live.table
        return TableLaid(
            table.id, table.code, f"{address_for(request, house)}/table/{table.id}", table.seq
        )

    @get("/code/{code:str}", responses=problems(404))
    async def by_code(self, code: Code, house: TheHouse) -> TableFound:
        """The table with a short code."""
        found = await house.store.table_of_code(code.strip().lower()[:20])
        if found is None:
            raise Declined("unknown")
        return TableFound(found)

    @get("/{table:str}", responses=problems(404), security=ANYBODY)
    async def look(
        self, request: HttpRequest, table: TableId, house: TheHouse, after: After = 0
    ) -> Page:
        """A table as you may see it, with the newest lines of the log."""
        person, _ = await visitor(request, house)
        live = await house.find(table)
        language = request.state["language"]
        async with live.lock:
            await house.refresh(live)
            present = Present(house.store.tick(), live.people())
            common = Common(live.pages.common(present, language))
            lines = live.lines_after(after, language)
            seen = live.update_for(person, language, common, lines)
        return page(seen)

    @get("/{table:str}/log", responses=problems(404), security=ANYBODY)
    async def log(
        self,
        request: HttpRequest,
        table: TableId,
        house: TheHouse,
        after: After = 0,
        before: Before = FOREVER,
        most: Most = MOST_LINES,
    ) -> Log:
        """The log between two events: of more lines than `most`, the newest."""
        language = await reader_language(request, house)
        live = await house.find(table)
        async with live.lock:
            await house.refresh(live)
            lines = live.table.lines
            asked = between(lines, after, before)
            sent = last_of(lines, asked, most)
            told = live.pages.lines(sent, language)
        return Log(lines=typed(told), more=len(sent) < len(asked))

    @post(
        "/{table:str}/commands",
        responses=problems(401, 403, 404, 409),
        security=KNOWN,
        status_code=200,
    )
    async def act(
        self,
        request: HttpRequest,
        table: TableId,
        data: JSONBody[TableCommand],
        house: TheHouse,
    ) -> CommandDone:
        """Do something at a table: the same commands as on the socket."""
        person = await somebody(request, house)
        return CommandDone(await house.act(person, table, data.id, data.command))

    @get("/{table:str}/record", responses=problems(404, 409))
    async def record(self, table: TableId, house: TheHouse) -> Record:
        """The record of a game that is over, with the deal and the proof that it was fair."""
        return await kept_record(table, house)

    @get("/{table:str}/replay", responses=problems(404, 409), security=ANYBODY)
    async def replay(
        self,
        request: HttpRequest,
        table: TableId,
        house: TheHouse,
        seat: Viewer = None,
        open: Open = False,
    ) -> Response[Replay]:
        """A game that is over, told turn by turn."""
        kept = await kept_record(table, house)
        return as_json(await replayed(request, house, kept, seat, open))

    @get("/{table:str}/hint", responses=problems(401, 403, 404, 409, 500), security=KNOWN)
    async def hint(
        self, request: HttpRequest, table: TableId, house: TheHouse, again: Again = False
    ) -> Hint:
        """What the captain would do in your place, with what you know and nothing else."""
        person = await somebody(request, house)
        advice = await house.coach.hint(person, table, again)
        return told_hint(advice, str(request.state["language"]))

    @get(
        "/{table:str}/analysis",
        responses=responses(Analysis, 401, 403, 404, 409, 500),
        security=KNOWN,
    )
    async def analysis(
        self,
        request: HttpRequest,
        table: TableId,
        house: TheHouse,
        seat: OwnSeat = None,
        again: Again = False,
    ) -> Response[Analysis]:
        """A game that is over: the decisions of a seat, what they cost, and luck apart from it."""
        person = await somebody(request, house)
        kept = await kept_record(table, house)
        if seat is None:
            seat = (await house.find(table)).table.seat_of(person.id)
        if seat is None:
            raise Declined("not_seated")
        asker = Asker(person, table, again)
        return await analysis(house, asker, kept, seat, str(request.state["language"]))

    @get("/{table:str}/par", responses=responses(Par, 401, 404, 409, 500), security=KNOWN)
    async def par(
        self, request: HttpRequest, table: TableId, house: TheHouse, again: Again = False
    ) -> Response[Par]:
        """A game that is over, in which hands go round: each of them beside what champions make."""
        person = await somebody(request, house)
        asker = Asker(person, table, again)
        return await told_par(house, asker, await kept_record(table, house))
