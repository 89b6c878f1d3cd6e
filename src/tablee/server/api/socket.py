"""The socket: one for each client, for all of its tables."""

import asyncio
from typing import Any

from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect

from tablee.server.api.identity import TheHouse, check_origin, language_of, visitor
from tablee.server.connection import Connection
from tablee.server.people import Person
from tablee.server.refusals import Declined

POLICY, RESTART = 1008, 1012  # codes of a closing socket

Socket = WebSocket[Any, Any, Any]


@websocket("/socket")
async def socket(socket: Socket, house: TheHouse) -> None:
    """Let a client in, and serve it until one of the two ends it."""
    try:
        check_origin(socket, house.base_url)
        house.doorman.enter(socket)
    except Declined:
        await socket.close(code=POLICY)
        return
    try:
        person, key = await visitor(socket, house)
        await socket.accept()
        known = person if person.id else Person("", "", language_of(socket))
        await serve(socket, Connection(house, socket.send_text, known, key))
    finally:
        house.doorman.leave(socket)


async def serve(socket: Socket, connection: Connection) -> None:
    """Read and write side by side, until the client leaves or is shown out."""
    connections = connection.house.connections
    connections.all.add(connection)
    work = (listen(socket, connection), connection.write(), connection.gone.wait())
    tasks: list[asyncio.Task[object]] = [asyncio.create_task(part) for part in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        connections.all.discard(connection)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await connection.leave()
    if connection.gone.is_set():
        await socket.close(code=RESTART)


async def listen(socket: Socket, connection: Connection) -> None:
    """Every message of the client, in order."""
    try:
        while True:
            await connection.read(await socket.receive_text())
    except WebSocketDisconnect:
        return
