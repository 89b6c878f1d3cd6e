"""Requests: each HTTP request is counted and has a line in the log, by its route, never its path.

A path holds the id of a table, which is all one needs to watch it.
"""

from collections.abc import Callable
from typing import Any

import structlog
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from tablee.server.house.metrics import Metrics

# Asked for every few seconds by programs.
ROUTINE = frozenset({"/healthz", "/readyz", "/metrics"})
TOO_MANY = 429  # whoever asks too much must not fill the log, too
NO_ANSWER = 499  # the client left before there was one

log = structlog.get_logger("tablee.requests")


class Left(BaseException):
    """The client is gone, so that nobody waits for an answer; no error of anybody's."""


class Requests:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics, clock: Callable[[], float]):
        self.app = app
        self.clock = clock
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self.app(scope, receive, send)
            return
        began, status = self.clock(), NO_ANSWER

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        async def hear() -> Any:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Left
            return message

        try:
            await self.app(scope, hear, answer)
        except Left:
            pass
        finally:
            self.metrics.requests.labels(status).inc()
            route = scope.get("path_template", "")
            tell = log.debug if route in ROUTINE or status == TOO_MANY else log.info
            spent = round((self.clock() - began) * 1000, 1)
            tell("request", method=scope["method"], route=route, status=status, ms=spent)
