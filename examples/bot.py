"""A bot from outside: python examples/bot.py http://127.0.0.1:8420 CODE [NAME]

It plays at random: write a better `choose`. All messages are described in docs/api.md.
"""

import asyncio
import json
import random
import sys
import time
from contextlib import suppress
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

Message = dict[str, Any]

# Refusals that pass by themselves: nothing has changed, the same may be sent again after a while.
PASSING = ("too_fast", "busy", "not_stored", "closing", "mistake")
A_WHILE = 1.0  # seconds


def choose(page: Message) -> str:
    """One of the options of our seat; what it sees is in page["view"]."""
    option: str = random.choice(page["you"]["options"])
    return option


def is_our_turn(page: Message) -> bool:
    turn = page["common"].get("turn")
    return bool(turn) and page["you"]["seat"] in turn["waiting_for"]


def http(url: str, body: object = None) -> Any:
    """Ask the house something once; what it refuses for now, again when it says so."""
    data = None if body is None else json.dumps(body).encode()
    while True:
        try:
            with urlopen(Request(url, data, {"Content-Type": "application/json"})) as answer:
                return json.load(answer)
        except HTTPError as refusal:
            if "Retry-After" not in refusal.headers:
                sys.exit(json.load(refusal)["text"])
            time.sleep(int(refusal.headers["Retry-After"]))


async def main(house: str, code: str, name: str = "Robin") -> None:
    """Come in, sit down at the table with this code, and play until the game is over."""
    api = f"{house}/api/v1"
    secret = http(f"{api}/people", {"name": name, "bot": True})["secret"]
    table = http(f"{api}/tables/code/{code}")["table"]
    hello = {"type": "hello", "version": 1, "secret": secret}
    watch = {"type": "watch", "id": "watch", "table": table}
    sit = {"type": "do", "id": "sit", "table": table, "command": {"do": "sit"}}
    unanswered: dict[str, Message] = {"sit": sit}  # by id; sent again if the line breaks
    page: Message = {"seq": -1, "common": {}}
    decided = -1  # the seq of the page we have chosen by
    async for socket in connect(f"{api.replace('http', 'ws', 1)}/socket"):  # again if it breaks
        with suppress(ConnectionClosed):
            await socket.send(json.dumps(hello))
            async for text in socket:
                message = json.loads(text)
                match message["type"]:
                    case "welcome":
                        unanswered["watch"] = watch
                        for one in unanswered.values():
                            await socket.send(json.dumps(one))
                    case "page":  # what is left out is as it was
                        page |= message | {"common": page["common"] | message["common"]}
                    case "done":
                        del unanswered[message["id"]]
                        decided = max(decided, message["seq"] - 1)  # it shows in page seq
                    case "refused" if message["code"] in PASSING:
                        await asyncio.sleep(A_WHILE)
                        again = unanswered.get(message["id"], hello)
                        await socket.send(json.dumps(again))
                    case "refused" if message["id"] in ("", "sit", "watch"):
                        sys.exit(message["text"])
                    case "refused":  # something else has happened: a newer page tells what
                        del unanswered[message["id"]]
                if page["common"].get("status") in ("over", "closed"):
                    print(json.dumps(page["common"]["result"]))
                    await socket.close()
                    return
                if is_our_turn(page) and page["seq"] > decided and not unanswered:
                    decided = page["seq"]
                    turn = page["common"]["turn"]["number"]
                    command = {"do": "choose", "turn": turn, "choice": choose(page)}
                    mine = {"type": "do", "id": f"at-{decided}", "table": table, "command": command}
                    unanswered[mine["id"]] = mine
                    await socket.send(json.dumps(mine))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
