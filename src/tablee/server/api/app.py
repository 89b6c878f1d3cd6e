"""The application: all doors of the house under one address."""

from typing import Any

from litestar import Litestar, Request, Router
from litestar.connection import ASGIConnection
from litestar.datastructures import MutableScopeHeaders, State
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException, NotFoundException
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tablee.kernel.errors import TableeError
from tablee.server.api import problems
from tablee.server.api.description import openapi
from tablee.server.api.front import files, front, not_found, style
from tablee.server.api.games import Games
from tablee.server.api.house import about
from tablee.server.api.identity import LANGUAGE, check_language, check_origin, count, language_of
from tablee.server.api.notices import Notices, ask_confirmation, ask_stop, confirm, stop
from tablee.server.api.operations import healthz, metrics, readyz
from tablee.server.api.people import People
from tablee.server.api.records import Records
from tablee.server.api.site import WEB, site_in
from tablee.server.api.socket import Socket
from tablee.server.api.tables import Tables
from tablee.server.door.bounded_http import LARGEST_BODY
from tablee.server.door.hosts import Hosts
from tablee.server.house.house import House
from tablee.server.refusals import Declined
from tablee.server.store.database import StoreFailed

API = "/api/v1"
NO_SUCH_DOOR = 1008  # code of a socket that is closed at once
# A browser takes a dozen files for its first page; they are sent from memory.
FREE = ("/healthz", "/readyz", "/metrics", "/assets/")  # requests that are not counted
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


async def add_headers(message: Message, _scope: Scope) -> None:
    """On every answer, also those the framework gives by itself.

    Nothing is kept by a browser unless it was said how: a secret or a hand may be in it.
    """
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        headers.update(HEADERS)
        headers.setdefault("cache-control", "no-store")


def application(house: House) -> ASGIApp:
    """All doors of a house that is open: the socket, and the HTTP API for everything else."""
    http = http_api(house)
    hosts = Hosts(house.base_url, house.settings.hosts)

    async def doors(scope: Scope, receive: Receive, send: Send) -> None:
        known = hosts.know(scope["headers"])
        if scope["type"] != ScopeType.WEBSOCKET:
            await (http(scope, receive, send) if known else turn_away(scope, send, house))
        elif known and scope["path"] == f"{API}/socket":
            await Socket(house, scope, receive, send).open()
        else:
            await send({"type": "websocket.close", "code": NO_SUCH_DOOR, "reason": None})

    return doors


async def turn_away(scope: Scope, send: Send, house: House) -> None:
    """Word that the house does not answer to the name it was called by."""
    kind, body = problems.unknown_host(ASGIConnection(scope), house)
    start: Message = {
        "type": "http.response.start",
        "status": Declined("unknown_host").status,
        "headers": [(b"content-type", kind), (b"content-length", b"%d" % len(body))],
    }
    await add_headers(start, scope)
    await send(start)
    await send({"type": "http.response.body", "body": body, "more_body": False})


def http_api(house: House) -> Litestar:
    """The HTTP API, and the pages for the browser."""
    site = site_in(WEB, house.settings.languages)

    async def before(request: Request[Any, Any, Any]) -> None:
        request.state["language"] = language_of(request, house)
        if not request.scope["path"].startswith(FREE):
            count(request, house)
        check_language(request)
        if request.method not in SAFE:
            check_origin(request, house.base_url)

    return Litestar(
        route_handlers=[
            Router(
                API,
                route_handlers=[about, People, Notices, Tables, Games, Records],
                parameters=LANGUAGE,
            ),
            front,
            *files(site),
            style,
            ask_confirmation,
            confirm,
            ask_stop,
            stop,
            healthz,
            readyz,
            metrics,
        ],
        state=State({"house": house}),
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "site": Provide(lambda: site, sync_to_thread=False),
        },
        before_request=before,
        exception_handlers={
            Declined: problems.on_declined,
            StoreFailed: problems.on_store_failed,
            TableeError: problems.on_tablee,
            NotFoundException: not_found(house, site),
            HTTPException: problems.on_http,
            RecursionError: problems.on_unreadable,
            UnicodeDecodeError: problems.on_unreadable,
            Exception: problems.on_unexpected,
        },
        before_send=[add_headers],
        request_max_body_size=LARGEST_BODY,
        openapi_config=openapi(),
        logging_config=None,
    )
