"""A bot from outside: sits down at a table and plays by chance, through the door people use.

python examples/bot.py http://127.0.0.1:8420 CODE_OR_LINK [NAME]
"""

import asyncio
import json
import random
import sys
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed


def http(url: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


async def play(socket: ClientConnection, secret: str, table: str) -> bool:
    async def say(**message: object) -> None:
        await socket.send(json.dumps(message))

    await say(type="hello", version=1, secret=secret)
    await say(type="do", id="sit", table=table, command={"do": "sit"})
    await say(type="watch", id="watch", table=table)
    async for text in socket:
        message = json.loads(text)
        if message["type"] == "refused" and message["id"] in ("", "sit", "watch"):
            sys.exit(message["text"])
        if message["type"] == "page":
            common, you = message["common"], message["you"]  # and message["view"]: what we see
            if common["status"] in ("over", "closed"):
                print(json.dumps(common["result"]))
                return True
            if common["turn"] and you["seat"] in common["turn"]["waiting_for"]:
                turn, choice = common["turn"]["number"], random.choice(you["options"])
                command = {"do": "choose", "turn": turn, "choice": choice}
                await say(type="do", id=f"turn-{turn}", table=table, command=command)
    return False


async def main(house: str, table: str, name: str = "Robin") -> None:
    api = f"{house.rstrip('/')}/api/v1"
    secret = http(f"{api}/people", {"name": name, "bot": True})["secret"]
    is_code = "/" not in table
    table = http(f"{api}/tables/code/{table}")["table"] if is_code else table.split("/")[-1]
    async for socket in connect(api.replace("http", "ws", 1) + "/socket"):  # again if it breaks
        try:
            if await play(socket, secret, table):
                return
        except ConnectionClosed:
            pass
        await asyncio.sleep(1)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
