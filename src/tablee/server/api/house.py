"""The house itself: what it offers, for a page that is about to be drawn."""

from typing import Annotated, get_args

import msgspec
from litestar import get
from msgspec import Meta

from tablee import __version__
from tablee.bots import personas
from tablee.server.api.games import Persona, described_levels
from tablee.server.api.identity import ANYBODY, HttpRequest, TheHouse, address_for, visitor
from tablee.server.api.people import Me, me
from tablee.server.api.problems import problems
from tablee.server.door import wire
from tablee.server.tables.commands import Emoji


class About(msgspec.Struct, kw_only=True):
    """What this house is and offers."""

    version: Annotated[str, Meta(description="Of the program.")]
    socket: Annotated[int, Meta(description="Version of the socket's messages.")]
    languages: Annotated[list[str], Meta(description="The first is for whoever prefers none.")]
    bots: Annotated[list[str], Meta(description="Levels of bots; empty in a house without bots.")]
    levels: Annotated[list[Persona], Meta(description="All there are, offered or not.")]
    signs: Annotated[list[str], Meta(description="Emotes.")]
    address: Annotated[str, Meta(description="Where friends find this house.")]
    you: Annotated[Me | None, Meta(description="Who is asking, if the house knows.")]


@get("/house", tags=["house"], responses=problems(), security=ANYBODY)
async def about(request: HttpRequest, house: TheHouse) -> About:
    """What this house offers: languages, levels of bots, emotes."""
    person, _ = await visitor(request, house)
    return About(
        version=__version__,
        socket=wire.VERSION,
        languages=list(house.settings.languages),
        bots=personas.offered() if house.settings.bots else [],
        levels=described_levels(str(request.state["language"])),
        signs=list(get_args(Emoji)),
        address=address_for(request, house),
        you=me(person) if person.id else None,
    )
