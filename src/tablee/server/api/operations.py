"""For whoever runs the house: is it alive, is it ready, what are its figures."""

from typing import Annotated

import msgspec
from litestar import MediaType, Response, get
from msgspec import Meta

from tablee.server.api.identity import TheHouse
from tablee.server.store.database import StoreFailed


class Health(msgspec.Struct):
    """How the house is."""

    status: Annotated[str, Meta(description="ok, closing or not_stored")]


@get("/healthz", tags=["operations"])
async def healthz() -> Health:
    """The process answers."""
    return Health("ok")


@get("/readyz", tags=["operations"])
async def readyz(house: TheHouse) -> Response[Health]:
    """It takes moves: the database writes, and the house is not closing."""
    if house.closing:
        return Response(Health("closing"), status_code=503)
    try:
        await house.store.beat()
    except StoreFailed:
        return Response(Health("not_stored"), status_code=503)
    return Response(Health("ok"))


@get("/metrics", tags=["operations"], media_type=MediaType.TEXT)
async def metrics(house: TheHouse) -> Response[bytes]:
    """Figures in the format of Prometheus."""
    return Response(house.metrics.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
