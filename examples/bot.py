"""A bot from outside: python examples/bot.py http://127.0.0.1:8420 CODE [NAME]"""

import asyncio
import json
import random
import sys
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

PASSING = ("too_fast", "busy", "not_stored", "closing", "mistake")  # refused for now only


def choose(page: dict[str, Any]) -> str:
    """What we play. We see page["view"]; write something better than chance."""
    return str(random.choice(page["you"]["options"]))


def http(url: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url, data, {"Content-Type": "application/json"})) as answer:
            return json.load(answer)
    except HTTPError as refused:
        sys.exit(json.load(refused)["text"])


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
            page: dict[str, Any] = {"common": {}}  # what is left out of a page is as it was
            sent = 0  # the turn we have chosen for
            async for text in socket:
                news = json.loads(text)
                if news["type"] == "page":
                    page |= news | {"common": page["common"] | news["common"]}
                elif news["type"] == "refused" and news["code"] in PASSING:
                    await asyncio.sleep(1)
                    sent = 0  # a choice that is made twice under one id counts once
                    if news["id"] in ("", "sit", "watch"):
                        break  # come in anew
                elif news["type"] == "refused" and news["id"] in ("", "sit", "watch"):
                    sys.exit(news["text"])
                if page["common"].get("status") in ("over", "closed"):
                    print(json.dumps(page["common"]["result"]))
                    await socket.close()
                    return
                turn = page["common"].get("turn")
                if turn and page["you"]["seat"] in turn["waiting_for"] and turn["number"] != sent:
                    sent = turn["number"]
                    mine = {"do": "choose", "turn": sent, "choice": choose(page)}
                    message = {"type": "do", "id": f"turn-{sent}", "table": table, "command": mine}
                    await socket.send(json.dumps(message))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
