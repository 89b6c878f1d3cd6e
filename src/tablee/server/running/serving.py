"""Serving: one process that answers at an address until it is told to stop."""

import errno
import gc
import ipaddress
import signal
import socket
from collections.abc import Callable
from types import FrameType

import structlog
import uvicorn

from tablee import __version__
from tablee.kernel.errors import TableeError
from tablee.server.api.app import application
from tablee.server.door.bounded_http import bounded_http
from tablee.server.door.short_way import ShortWay
from tablee.server.door.tcp_connections import TcpConnections
from tablee.server.door.wire import HEARTBEAT, LARGEST_FRAME
from tablee.server.house.house import House
from tablee.server.running.file_limit import allow_files
from tablee.server.running.requests import Requests
from tablee.server.settings import Settings
from tablee.server.store.addresses import is_postgres, open_at
from tablee.server.store.store import Store

PATIENCE = 5  # seconds for requests that are under way when the house closes

log = structlog.get_logger("tablee.serving")


class WrongAddress(TableeError):
    """Nobody can be served there."""


class Server(uvicorn.Server):
    """Uvicorn around a house: the house opens before the doors and closes after them."""

    def __init__(
        self,
        config: uvicorn.Config,
        house: House,
        tcp_connections: TcpConnections,
        opened: Callable[[], None],
    ):
        super().__init__(config)
        self.house = house
        self.tcp_connections = tcp_connections
        self.opened = opened

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self.house.open()
            await super().startup(sockets)
        except BaseException:
            await self.house.close()
            raise
        settings = self.house.settings
        log.info(
            "opened",
            address=settings.address,
            port=settings.port,
            database="postgresql" if is_postgres(settings.database) else "sqlite",
            version=__version__,
            connections=self.tcp_connections.most,
            connections_per_address=self.tcp_connections.most_of_one,
        )
        if self.tcp_connections.most < settings.limits.tcp_connections:
            log.warning("the system allows fewer files than connections are wanted")
        self.opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        log.info("closing", sockets=len(self.house.connections))
        await self.house.farewell()
        await super().shutdown(sockets)
        await self.house.close()
        log.info("closed")

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Being told to stop is no failure: the process then ends with 0, not by the signal."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True


def spare_collections() -> None:
    """Collect garbage less often: what a house holds is mostly meant to stay."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)


def house_of(settings: Settings) -> House:
    """The house these settings describe."""
    return House(settings, Store(open_at(settings.database)))


def server(house: House, opened: Callable[[], None] = lambda: None) -> Server:
    """A server ready to run; calls `opened` once people can come in."""
    settings = house.settings
    tcp_connections = room_for(settings)
    config = uvicorn.Config(
        Requests(application(house), house.metrics, house.clock),
        host=settings.address,
        port=settings.port,
        loop="uvloop",
        http=bounded_http(tcp_connections),
        ws=ShortWay,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=HEARTBEAT,
        ws_ping_timeout=HEARTBEAT,
        ws_per_message_deflate=False,
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        date_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[*settings.proxies, *map(as_ipv6, settings.proxies)],
        timeout_graceful_shutdown=PATIENCE,
    )
    return Server(config, house, tcp_connections, opened)


def room_for(settings: Settings) -> TcpConnections:
    """Room for as many connections as the settings and the system allow."""
    limits = settings.limits
    most = allow_files(limits.tcp_connections)
    of_one = max(1, min(limits.tcp_connections_per_address, most // 2))
    return TcpConnections(most, of_one, settings.proxies)


def as_ipv6(address: str) -> str:
    """An IPv4 address or network as a socket for both versions of IP names it."""
    network = ipaddress.ip_network(address)
    if network.version == 6:
        return address
    return f"::ffff:{network.network_address}/{96 + network.prefixlen}"


def listen(address: str, port: int) -> socket.socket:
    """A socket bound to an address, or why there can be none."""
    try:
        family = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM)[0][0]
        both = family == socket.AF_INET6 and address == "::" and socket.has_dualstack_ipv6()
        return socket.create_server((address, port), family=family, dualstack_ipv6=both)
    except (socket.gaierror, UnicodeError):
        raise WrongAddress(
            f"No address is known for {address!r}. Expected one of this machine, such as "
            "127.0.0.1, or 0.0.0.0 for all of them."
        ) from None
    except OSError as error:
        raise WrongAddress(why_not(error, address, port)) from None


def why_not(error: OSError, address: str, port: int) -> str:
    """What keeps a port from being listened on."""
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is taken already, perhaps by another Tablée. "
            f"Try another one: --port {port + 1 if port < 65_535 else 8420}."
        )
    if error.errno == errno.EACCES:
        return f"Port {port} is not for this user. Try one from 1024 up: --port 8420."
    if error.errno == errno.EADDRNOTAVAIL:
        return f"This machine has no address {address}. Try 127.0.0.1, or 0.0.0.0 for all it has."
    return f"Nobody can be served at {address}, port {port}: {error.strerror}."
