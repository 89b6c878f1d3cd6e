"""The socket: one for each client, for all of its tables; plain ASGI, as the busiest door."""

import asyncio
from typing import Any

from litestar.connection import ASGIConnection
from litestar.types import Receive, Scope, Send

from tablee.server.api.identity import check_origin, language_of, visitor
from tablee.server.door.connection import Connection
from tablee.server.door.doorman import Visit
from tablee.server.door.short_way import NAME, ShortWay
from tablee.server.house.house import House
from tablee.server.people import Person
from tablee.server.refusals import Declined

POLICY, UNSUPPORTED, RESTART = 1008, 1003, 1012  # codes of a closing socket


class Socket:
    """The door for one client."""

    def __init__(self, house: House, scope: Scope, receive: Receive, send: Send):
        self.house = house
        self.extensions: dict[str, Any] = scope.get("extensions") or {}
        self.asking: ASGIConnection[Any, Any, Any, Any] = ASGIConnection(scope)
        self.receive = receive
        self.send = send

    async def open(self) -> None:
        """Let a client in, and serve it until one of the two ends it."""
        await self.receive()
        try:
            check_origin(self.asking, self.house.base_url)
            visit = Visit(self.house.doorman, self.house.doorman.address_of(self.asking))
            person, key = await visitor(self.asking, self.house)
            visit.become(person.id)
        except Declined:
            await self.close(POLICY)
            return
        try:
            await self.send({"type": "websocket.accept", "subprotocol": None, "headers": []})
            known = person if person.id else Person("", "", language_of(self.asking, self.house))
            await self._serve(known, key, visit)
        finally:
            visit.end()

    async def _serve(self, person: Person, key: str, visit: Visit) -> None:
        """Hear the client until it leaves or is shown out."""
        way: ShortWay = self.extensions[NAME]["way"]
        connection = Connection(self.house, way.say, person, key, visit)
        connections = self.house.connections
        connections.all.add(connection)
        way.listener = connection
        tasks = [asyncio.create_task(self._left()), asyncio.create_task(connection.gone.wait())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            connections.all.discard(connection)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await connection.leave()
        if connection.gone.is_set():
            await self.close(RESTART)

    async def _left(self) -> None:
        """Until the client closes the socket, or sends what is no text."""
        message = await self.receive()
        if message["type"] != "websocket.disconnect":
            await self.close(UNSUPPORTED)

    async def close(self, code: int) -> None:
        await self.send({"type": "websocket.close", "code": code, "reason": None})
