"""Houses for tests: the real server on a real port, in a thread of the test."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tablee.server.house.house import House
from tablee.server.machine import Machine, wall_clock
from tablee.server.running.serving import Server, server
from tablee.server.settings import Limits, Settings
from tablee.server.store.addresses import open_at
from tablee.server.store.database import OWN_TIME, Statement
from tablee.server.store.store import Store
from tests.waiting import PATIENCE as PATIENCE

GENEROUS = Limits(
    tables_per_person=10_000,
    bots_per_person=10_000,
    new_people_per_hour=100_000,
    requests_per_minute=1_000_000,
    requests_per_person=1_000_000,
    connections_per_address=10_000,
    connections_per_person=10_000,
    tcp_connections_per_address=10_000,
    commands_per_second=10_000,
    extras_per_person=1_000_000,
    extras_per_table=1_000_000,
    extras_per_game=10_000_000,
    hints_per_minute=10_000,
    replays_per_minute=10_000,
    analyses_per_hour=10_000,
)


class Clock:
    """The time of day, which a test may put forward."""

    def __init__(self) -> None:
        self.ahead = 0  # milliseconds

    def now(self) -> int:
        return wall_clock() + self.ahead


class Serving:
    """A house and the server around it."""

    def __init__(self, house: House, server: Server, port: int):
        self.house = house
        self.server = server
        self.url = f"http://127.0.0.1:{port}"


@contextmanager
def serve(house: House, port: int = 0) -> Iterator[Serving]:
    """Serve a house until the end of the block, on a port that is free or on a certain one."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        port = listening.getsockname()[1]
        running = server(house)
        thread = threading.Thread(target=running.run, args=[[listening]])
        thread.start()
        while not running.started:
            if not thread.is_alive():
                raise RuntimeError("the server did not start")
            thread.join(0.01)
        try:
            yield Serving(house, running, port)
        finally:
            running.should_exit = True
            thread.join(PATIENCE)
            assert not thread.is_alive()


async def rewrite(url: str, sql: str, **values: object) -> None:
    """Change what a house that is closed has kept, on either database; some row must be there."""
    database = open_at(url)
    await database.open()
    try:
        assert await database.write(Statement(sql, values))
    finally:
        await database.close()


def house_at(url: str, clock: Clock | None = None, **settings: object) -> House:
    """A house with generous limits and bots that do not dawdle."""
    usual = {"database": url, "bot_pause": 0.0, "limits": GENEROUS, "bot_warm_up": False}
    chosen = Settings(**{**usual, **settings})  # type: ignore[arg-type]
    return House(chosen, store_at(url, (clock or Clock()).now))


def store_at(url: str, now: Callable[[], int]) -> Store:
    """A store for which time goes by one clock in every respect, as a test has it."""
    database = open_at(url)
    database.time = OWN_TIME
    return Store(database, Machine(wall=now, steady=now))
