"""Serving: one process that answers at an address until it is told to stop."""

import socket

import structlog
import uvicorn

from tablee.server.app import application
from tablee.server.house import House
from tablee.server.settings import Settings
from tablee.server.store.addresses import open_at
from tablee.server.store.store import Store
from tablee.server.wire import HEARTBEAT, LARGEST_FRAME

PATIENCE = 5  # seconds for requests that are under way when the house closes

log = structlog.get_logger("tablee.serving")


class Server(uvicorn.Server):
    """Uvicorn, with a word of farewell."""

    def __init__(self, config: uvicorn.Config, house: House):
        super().__init__(config)
        self.house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.house.farewell()
        await super().shutdown(sockets)


def house_of(settings: Settings) -> House:
    """The house these settings describe."""
    return House(settings, Store(open_at(settings.database)))


def server(house: House) -> Server:
    """A server ready to run."""
    settings = house.settings
    config = uvicorn.Config(
        application(house),
        host=settings.address,
        port=settings.port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=HEARTBEAT,
        ws_ping_timeout=HEARTBEAT,
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies or None,
        timeout_graceful_shutdown=PATIENCE,
    )
    return Server(config, house)
