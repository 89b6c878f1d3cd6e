"""The application: all doors of the house under one address."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Router
from litestar.config.response_cache import ResponseCacheConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.middleware.rate_limit import RateLimitConfig
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from tablee import __version__
from tablee.kernel.errors import TableeError
from tablee.server.api import problems
from tablee.server.api.games import Games
from tablee.server.api.identity import check_origin
from tablee.server.api.operations import healthz, metrics, readyz
from tablee.server.api.people import People
from tablee.server.api.socket import socket
from tablee.server.api.tables import Tables
from tablee.server.house import House
from tablee.server.refusals import Declined
from tablee.server.store.database import StoreFailed

API = "/api/v1"
LARGEST_BODY = 16 * 1024
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HEADERS = {
    "content-security-policy": "default-src 'self'; img-src 'self' data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def application(house: House) -> Litestar:
    """The application around a house, which opens and closes with it."""

    @asynccontextmanager
    async def open_house(_: Litestar) -> AsyncIterator[None]:
        await house.open()
        try:
            yield
        finally:
            await house.close()

    async def before(request: Request[Any, Any, Any]) -> None:
        if request.method not in SAFE:
            check_origin(request, house.base_url)

    limits = RateLimitConfig(
        rate_limit=("minute", house.settings.limits.requests_per_minute),
        exclude=["/healthz", "/readyz", "/metrics", "/socket"],
        set_rate_limit_headers=False,
    )
    return Litestar(
        route_handlers=[
            Router(API, route_handlers=[People, Tables, Games, socket]),
            healthz,
            readyz,
            metrics,
        ],
        dependencies={"house": Provide(lambda: house, sync_to_thread=False)},
        lifespan=[open_house],
        before_request=before,
        middleware=[limits.middleware],
        exception_handlers={
            Declined: problems.on_declined,
            StoreFailed: problems.on_store_failed,
            TableeError: problems.on_tablee,
            HTTPException: problems.on_http,
            Exception: problems.on_unexpected,
        },
        response_headers=HEADERS,
        request_max_body_size=LARGEST_BODY,
        response_cache_config=ResponseCacheConfig(),
        openapi_config=OpenAPIConfig(
            title="Tablée",
            version=__version__,
            description="Tables, people, games and records of a house. The socket: docs/api.md.",
            path="/api",
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        logging_config=None,
    )
