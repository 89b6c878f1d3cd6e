"""A bot from outside: python examples/bot.py http://127.0.0.1:8420 CODE [NAME]"""

import asyncio
import json
import random
import sys
from contextlib import suppress
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed


def http(url: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


async def main(house: str, code: str, name: str = "Robin") -> None:
    api = f"{house}/api/v1"
    secret = http(f"{api}/people", {"name": name, "bot": True})["secret"]
    table = http(f"{api}/tables/code/{code}")["table"]
    hello = {"type": "hello", "version": 1, "secret": secret}
    sit = {"type": "do", "id": "sit", "table": table, "command": {"do": "sit"}}
    watch = {"type": "watch", "id": "watch", "table": table}
    async for socket in connect(f"{api.replace('http', 'ws', 1)}/socket"):  # again if it breaks
        with suppress(ConnectionClosed):
            for message in (hello, sit, watch):
                await socket.send(json.dumps(message))
            common: dict[str, Any] = {}  # what is left out of a page is as it was
            async for text in socket:
                page = json.loads(text)
                if page["type"] == "refused" and page["id"] in ("", "sit", "watch"):
                    sys.exit(page["text"])
                if page["type"] != "page":
                    continue
                common, you = common | page["common"], page["you"]  # and page["view"]: what we see
                if common["status"] in ("over", "closed"):
                    print(json.dumps(common["result"]))
                    return
                turn = common["turn"]
                if turn and you["seat"] in turn["waiting_for"]:
                    choice = random.choice(you["options"])
                    chosen = {"do": "choose", "turn": turn["number"], "choice": choice}
                    mine = {"type": "do", "id": f"turn-{turn['number']}", "table": table}
                    await socket.send(json.dumps(mine | {"command": chosen}))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
