"""People: come in, carry on elsewhere, give keys back."""

from contextlib import suppress
from typing import Annotated

import msgspec
from litestar import Controller, Response, delete, get, patch, post
from litestar.params import JSONBody, PathParameter
from msgspec import Meta

from tablee.server.api.identity import (
    KNOWN,
    HttpRequest,
    TheHouse,
    address_for,
    cookie,
    somebody,
    visitor,
)
from tablee.server.api.pages import Moment
from tablee.server.api.problems import problems
from tablee.server.door import desk
from tablee.server.door.wire import Language
from tablee.server.house.house import House
from tablee.server.people import Person, hashed
from tablee.server.refusals import Declined
from tablee.server.tables.commands import Leave, Stand

MOST_TABLES = 1_000

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Secret = Annotated[str, Meta(min_length=20, max_length=100)]
Label = Annotated[str, Meta(max_length=60)]
KeyId = Annotated[str, PathParameter(description="Id of one of your keys.")]


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """Who comes in. A bot from outside says that it is one."""

    name: Name
    language: Annotated[
        Language | None, Meta(description="Left out: the one this request is answered in.")
    ] = None
    bot: Annotated[bool, Meta(description="A program plays; the others at the table see it.")] = (
        False
    )


class PersonChanges(msgspec.Struct, forbid_unknown_fields=True):
    """What a person wants to be called and in which language to be spoken to."""

    name: Name | None = None
    language: Language | None = None


class Me(msgspec.Struct):
    """Who you are."""

    name: str
    language: str
    bot: bool


class Welcomed(msgspec.Struct):
    """Who you are, and your secret: shown this once, also set as a cookie."""

    name: str
    language: str
    bot: bool
    secret: Annotated[str, Meta(description="For `Authorization: Bearer` and for the socket.")]


class CarryOnLink(msgspec.Struct):
    """A link that moves you to another device, once, within a quarter of an hour."""

    link: str
    secret: str
    key: Annotated[str, Meta(description="Its id among your keys, as long as nobody took it up.")]


class CarryOn(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a link, and what to call this device."""

    secret: Secret
    label: Label = ""


class Key(msgspec.Struct):
    """One way in: a device, a bot or an open link."""

    id: str
    kind: Annotated[str, Meta(description="device, bot or link")]
    label: str
    created_at: Moment
    this: Annotated[bool, Meta(description="The one this request came with.")]


def me(person: Person) -> Me:
    return Me(person.name, person.language, person.bot)


class People(Controller):
    """Nobody needs an account; a name is enough."""

    path = "/people"
    tags = ("people",)

    @post("/", responses=problems())
    async def come_in(
        self, request: HttpRequest, data: JSONBody[NewPerson], house: TheHouse
    ) -> Response[Welcomed]:
        """Pick a name and get a secret."""
        house.doorman.admit(request)
        language = data.language or str(request.state["language"])
        person, secret = await house.desk.welcome(data.name, language, data.bot)
        return greeted(person, secret, house)

    @get("/me", responses=problems(401), security=KNOWN)
    async def who_am_i(self, request: HttpRequest, house: TheHouse) -> Me:
        """Who the house thinks you are."""
        return me(await somebody(request, house))

    @patch("/me", responses=problems(401), security=KNOWN)
    async def rename(
        self, request: HttpRequest, data: JSONBody[PersonChanges], house: TheHouse
    ) -> Me:
        """Another name at tables to come, or another language."""
        person = await somebody(request, house)
        return me(await house.desk.rename(person, data.name, data.language))

    @post("/me/link", responses=problems(401), security=KNOWN)
    async def make_link(self, request: HttpRequest, house: TheHouse) -> CarryOnLink:
        """A link to carry on elsewhere."""
        person = await somebody(request, house)
        secret = await house.desk.new_key(person, desk.LINK, "")
        return CarryOnLink(
            f"{address_for(request, house)}/carry-on#{secret}", secret, hashed(secret)
        )

    @post("/carry-on", responses=problems(401))
    async def carry_on(
        self, request: HttpRequest, data: JSONBody[CarryOn], house: TheHouse
    ) -> Response[Welcomed]:
        """Take up such a link on this device."""
        house.doorman.admit(request)
        person, secret = await house.desk.carry_on(data.secret, data.label)
        return greeted(person, secret, house)

    @get("/me/keys", responses=problems(401), security=KNOWN)
    async def keys(self, request: HttpRequest, house: TheHouse) -> list[Key]:
        """All ways in that are yours."""
        person = await somebody(request, house)
        _, this = await visitor(request, house)
        return [
            Key(key.hash, key.kind, key.label, key.created_at, key.hash == this)
            for key in await house.store.keys(person.id)
        ]

    @delete("/me/keys/{key_id:str}", responses=problems(401, 404), security=KNOWN)
    async def revoke(self, request: HttpRequest, key_id: KeyId, house: TheHouse) -> Response[None]:
        """Close one of them; whoever is inside by it is put out."""
        person = await somebody(request, house)
        _, this = await visitor(request, house)
        await house.desk.revoke(person, key_id)
        house.connections.revoke(key_id)
        return gone(house) if key_id == this else Response(None)

    @delete("/me", responses=problems(401), security=KNOWN)
    async def leave_house(self, request: HttpRequest, house: TheHouse) -> Response[None]:
        """Leave for good: chairs and mail address are given up, and every way in is closed."""
        person = await somebody(request, house)
        await give_up_chairs(person, house)
        await house.notices.mailboxes.remove(person)
        for key in await house.store.keys(person.id):
            await house.store.drop_key(person.id, key.hash)
            house.connections.revoke(key.hash)
        return gone(house)


async def give_up_chairs(person: Person, house: House) -> None:
    """Stand up where no game has begun; elsewhere a bot keeps the chair."""
    for summary in await house.store.tables_of(person.id, MOST_TABLES):
        table = msgspec.json.decode(summary)
        command = Stand() if table["status"] == "waiting" else Leave()
        with suppress(Declined):  # the game is over, or the chair is given up already
            await house.act(person, table["table"], house.store.machine.new_id(), command)


def gone(house: House) -> Response[None]:
    """The browser forgets its secret."""
    return Response(None, cookies=[cookie("", house.base_url.startswith("https:"))])


def greeted(person: Person, secret: str, house: House) -> Response[Welcomed]:
    return Response(
        Welcomed(person.name, person.language, person.bot, secret),
        cookies=[cookie(secret, house.base_url.startswith("https:"))],
    )
