"""Who is asking: by cookie in a browser, by `Authorization: Bearer` elsewhere."""

from typing import Any
from urllib.parse import urlsplit

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import ParameterKwarg, QueryParameter

from tablee.kernel.texts import LANGUAGES
from tablee.server.door.desk import NOBODY
from tablee.server.door.hosts import is_local
from tablee.server.door.wire import Language
from tablee.server.house.house import House
from tablee.server.people import Person, hashed
from tablee.server.refusals import Declined

COOKIE = "tablee"
A_YEAR = 365 * 86_400
TheHouse = NamedDependency[House]
HttpRequest = Request[Any, Any, Any]
Asking = ASGIConnection[Any, Any, Any, Any]

# For the description: who may use a route.
KNOWN: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}]
ANYBODY: list[dict[str, list[str]]] = [{}, *KNOWN]
LANGUAGE: dict[str, ParameterKwarg] = {
    "language": QueryParameter(
        annotation=Language,
        name="language",
        required=False,
        description="In which language to answer.",
    )
}


def secret_of(connection: Asking) -> str | None:
    """The secret a request carries."""
    scheme, _, secret = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and secret:
        return secret.strip()
    return connection.cookies.get(COOKIE)


def count(connection: Asking, house: House) -> None:
    """Refuse requests of somebody who sends too many."""
    secret = secret_of(connection)
    house.doorman.count_request(connection, hashed(secret) if secret else "")


def check_language(connection: Asking) -> None:
    """Refuse a language nobody here speaks."""
    asked = connection.query_params.getall("language", [])
    if asked and asked not in [[one] for one in LANGUAGES]:
        detail = f"language: expected one of {', '.join(LANGUAGES)}"
        raise Declined("wrong_message", detail=detail)


def language_of(connection: Asking, house: House) -> str:
    """The language a request asks for, or that its browser prefers, or the first on offer."""
    accepted = connection.headers.get("accept-language", "").split(",")
    preferred = [entry.strip()[:2].lower() for entry in accepted]
    return house.settings.spoken(connection.query_params.get("language"), *preferred)


async def visitor(connection: Asking, house: House) -> tuple[Person, str]:
    """Whoever asks, and the hash of their key; nobody if they carry no secret or an old one."""
    secret = secret_of(connection)
    if secret:
        try:
            person, key = await house.desk.person_with(secret)
        except Declined:
            return NOBODY, ""
        house.doorman.recognise(key, person.id)
        asked = connection.query_params.get("language")
        connection.state["language"] = house.settings.spoken(asked, person.language)
        return person, key
    return NOBODY, ""


async def reader_language(connection: Asking, house: House) -> str:
    """The language whoever asks reads."""
    await visitor(connection, house)
    return str(connection.state["language"])


async def somebody(connection: Asking, house: House) -> Person:
    """A person known to the house."""
    person, _ = await visitor(connection, house)
    if not person.id:
        raise Declined("who_are_you")
    return person


def cookie(secret: str, secure: bool) -> Cookie:
    """The secret as a browser keeps it: for this house alone, out of reach of scripts."""
    return Cookie(
        key=COOKIE,
        value=secret,
        max_age=A_YEAR if secret else 0,
        path="/",
        httponly=True,
        samesite="strict",
        secure=secure,
    )


def address_for(connection: Asking, house: House) -> str:
    """Where friends find the house: as the reader did, if it has no address but the machine's own.

    In a container that is so: it does not know by which address it is reached.
    """
    host = connection.headers.get("host", "")
    local = house.base_url.startswith("http:") and is_local(house.base_url)
    return f"http://{host}" if local and host else house.base_url


def check_origin(connection: Asking, base_url: str) -> None:
    """Refuse pages of other houses: a browser says where a request comes from.

    A house with TLS has one address; one without may go by several names in its network.
    """
    origin = connection.headers.get("origin")
    if origin is None:
        return  # not a browser
    house = urlsplit(base_url)
    own = {f"{house.scheme}://{house.netloc}".lower()}
    if house.scheme == "http":
        own.add(f"http://{connection.headers.get('host', '')}")
    if origin not in own:
        raise Declined("foreign_origin")
