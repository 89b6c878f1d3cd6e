"""People: come in, carry on elsewhere, give keys back."""

from typing import Annotated

import msgspec
from litestar import Controller, Response, delete, get, patch, post
from litestar.params import FromPath, JSONBody
from msgspec import Meta

from tablee.server import desk
from tablee.server.api.identity import HttpRequest, TheHouse, cookie, somebody, visitor
from tablee.server.api.problems import problems
from tablee.server.house import House
from tablee.server.people import Person
from tablee.server.wire import Language

Name = Annotated[str, Meta(min_length=1, max_length=60)]
Secret = Annotated[str, Meta(min_length=20, max_length=100)]
Label = Annotated[str, Meta(max_length=60)]


class NewPerson(msgspec.Struct, forbid_unknown_fields=True):
    """Who comes in. A bot from outside says that it is one."""

    name: Name
    language: Language = "en"
    bot: bool = False


class Changes(msgspec.Struct, forbid_unknown_fields=True):
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
    secret: str


class Link(msgspec.Struct):
    """A link that moves you to another device, once, within a quarter of an hour."""

    link: str
    secret: str


class Carried(msgspec.Struct, forbid_unknown_fields=True):
    """The secret of a link, and what to call this device."""

    secret: Secret
    label: Label = ""


class Way(msgspec.Struct):
    """One way in: a device, a bot or an open link."""

    id: str
    kind: str
    label: str
    created_at: int
    this: bool


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
        person, secret = await house.desk.welcome(data.name, data.language, data.bot)
        return greeted(person, secret, house)

    @get("/me", responses=problems(401))
    async def who_am_i(self, request: HttpRequest, house: TheHouse) -> Me:
        """Who the house thinks you are."""
        return me(await somebody(request, house))

    @patch("/me", responses=problems(401))
    async def rename(self, request: HttpRequest, data: JSONBody[Changes], house: TheHouse) -> Me:
        """Another name at tables to come, or another language."""
        person = await somebody(request, house)
        return me(await house.desk.rename(person, data.name, data.language))

    @post("/me/link", responses=problems(401))
    async def make_link(self, request: HttpRequest, house: TheHouse) -> Link:
        """A link to carry on elsewhere."""
        person = await somebody(request, house)
        secret = await house.desk.new_key(person, desk.LINK, "")
        return Link(f"{house.base_url}/carry-on#{secret}", secret)

    @post("/carry-on", responses=problems(401))
    async def carry_on(
        self, request: HttpRequest, data: JSONBody[Carried], house: TheHouse
    ) -> Response[Welcomed]:
        """Take up such a link on this device."""
        house.doorman.admit(request)
        person, secret = await house.desk.carry_on(data.secret, data.label)
        return greeted(person, secret, house)

    @get("/me/keys", responses=problems(401))
    async def keys(self, request: HttpRequest, house: TheHouse) -> list[Way]:
        """All ways in that are yours."""
        person = await somebody(request, house)
        _, this = await visitor(request, house)
        return [
            Way(key.hash, key.kind, key.label, key.created_at, key.hash == this)
            for key in await house.store.keys(person.id)
        ]

    @delete("/me/keys/{key_id:str}", responses=problems(401, 404))
    async def revoke(self, request: HttpRequest, key_id: FromPath[str], house: TheHouse) -> None:
        """Close one of them; whoever is inside by it is put out."""
        person = await somebody(request, house)
        await house.desk.revoke(person, key_id)
        house.connections.revoke(key_id)


def greeted(person: Person, secret: str, house: House) -> Response[Welcomed]:
    return Response(
        Welcomed(person.name, person.language, person.bot, secret),
        cookies=[cookie(secret, house.base_url.startswith("https:"))],
    )
