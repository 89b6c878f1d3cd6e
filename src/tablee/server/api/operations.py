"""For whoever runs the house: is it alive, is it ready, what are its figures."""

from typing import Literal

import msgspec
from litestar import MediaType, Response, get
from litestar.openapi.datastructures import ResponseSpec

from tablee.server.api.identity import TheHouse
from tablee.server.store.database import StoreFailed


class Health(msgspec.Struct):
    """How the house is."""

    status: Literal["ok", "closing", "not_stored"]


@get("/healthz", tags=["operations"])
async def healthz() -> Health:
    """The process answers."""
    return Health("ok")


@get(
    "/readyz",
    tags=["operations"],
    responses={503: ResponseSpec(Health, description="Not now.", generate_examples=False)},
)
async def readyz(house: TheHouse) -> Response[Health]:
    """It takes moves: the database writes, and the house is not closing."""
    if house.closing:
        return Response(Health("closing"), status_code=503)
    try:
        await house.metrics.beaten.answer()
    except StoreFailed:
        return Response(Health("not_stored"), status_code=503)
    return Response(Health("ok"))


@get("/metrics", tags=["operations"], media_type=MediaType.TEXT)
async def metrics(house: TheHouse) -> Response[bytes]:
    """Figures in the format of Prometheus."""
    text = await house.metrics.text.answer()
    return Response(text, media_type="text/plain; version=0.0.4; charset=utf-8")
