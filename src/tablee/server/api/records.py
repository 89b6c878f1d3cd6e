"""Records that anybody may post: told again, or analysed."""

from typing import Annotated, Any

from litestar import Controller, Response, post
from litestar.params import JSONBody, QueryParameter

from tablee.kernel import record
from tablee.kernel.record import Record
from tablee.server.api.coaching import Again, Analysis, Seat, analysis, responses
from tablee.server.api.identity import (
    ANYBODY,
    KNOWN,
    HttpRequest,
    TheHouse,
    somebody,
    visitor,
)
from tablee.server.api.problems import problems
from tablee.server.api.replays import Replay, told
from tablee.server.house.coach import Asker
from tablee.server.house.house import House
from tablee.server.refusals import playable

Viewer = Annotated[
    int | None,
    QueryParameter(
        ge=0,
        schema_extra={"minimum": 0},  # Litestar leaves a 0 out
        description="As this seat saw it; left out: as a spectator did.",
    ),
]

Open = Annotated[bool, QueryParameter(description="With what every seat saw, besides.")]


def as_json(content: bytes) -> Response[Any]:
    """An answer that was put into JSON by a worker."""
    return Response(content, media_type="application/json")


async def replayed(
    request: HttpRequest, house: House, kept: Record, seat: int | None, all_open: bool
) -> bytes:
    """A record told again, as JSON, to whoever asks."""
    person, _ = await visitor(request, house)
    who = person.id or house.doorman.address_of(request)
    language = str(request.state["language"])
    return await house.coach.replay(who, told, kept, seat, all_open, language)


class Records(Controller):
    """Games that were written down, here or at a real table."""

    path = "/records"
    tags = ("records",)

    @post("/replay", responses=problems(409), security=ANYBODY, status_code=200)
    async def tell(
        self,
        request: HttpRequest,
        data: JSONBody[Record],
        house: TheHouse,
        seat: Viewer = None,
        open: Open = False,
    ) -> Response[Replay]:
        """Play a record again: checked choice by choice, and told turn by turn."""
        with playable():
            kept = record.parse(record.dump(data))
        return as_json(await replayed(request, house, kept, seat, open))

    @post(
        "/analysis", responses=responses(Analysis, 401, 409, 500), security=KNOWN, status_code=200
    )
    async def analyse(
        self,
        request: HttpRequest,
        data: JSONBody[Record],
        house: TheHouse,
        seat: Seat,
        again: Again = False,
    ) -> Response[Analysis]:
        """The decisions of a seat in any game: what they cost, and luck apart from it."""
        person = await somebody(request, house)
        with playable():
            kept = record.parse(record.dump(data))
        asker = Asker(person, again=again)
        return await analysis(house, asker, kept, seat, str(request.state["language"]))
