"""What clients are sent together, and that none of them waits for another."""

import asyncio
from collections.abc import Sequence

import msgspec

from tablee.server.door import wire
from tablee.server.door.connection import Connection
from tablee.server.door.desk import NOBODY
from tablee.server.tables.live import Common
from tests.server.houses import house_at


def test_everything_said_at_one_moment_is_sent_at_once(sqlite_url: str) -> None:
    sent: list[list[bytes]] = []

    async def moment() -> None:
        client = Connection(house_at(sqlite_url), lambda texts: sent.append(list(texts)), NOBODY)
        client.answer(wire.Pong())
        client.answer(wire.Done(id="a", seq=1))
        await asyncio.sleep(0)
        client.answer(wire.Done(id="b", seq=2))
        await asyncio.sleep(0)

    asyncio.run(moment())
    assert [len(texts) for texts in sent] == [2, 1]


def test_a_client_that_cannot_be_sent_anything_keeps_nobody_waiting(sqlite_url: str) -> None:
    sent: list[bytes] = []

    def broken(_texts: Sequence[bytes]) -> None:
        raise OSError("nobody is there")

    async def moment() -> None:
        house = house_at(sqlite_url)
        for say in (broken, sent.extend, broken, sent.extend):
            Connection(house, say, NOBODY).answer(wire.Pong())
        await asyncio.sleep(0)

    asyncio.run(moment())
    assert len(sent) == 2


def test_each_watcher_gets_the_news_since_its_own_last_page() -> None:
    first = Common({"status": "waiting", "votes": [], "turn": {"number": 1}})
    second = Common({"status": "playing", "votes": [], "turn": {"number": 1}})
    third = Common({"status": "playing", "votes": [2], "turn": {"number": 1}})
    news = [msgspec.json.decode(third.news(last)) for last in (second, second, None, first, second)]
    assert news[0] == news[1] == news[4] == {"votes": [2]}
    assert news[2] == third.content
    assert news[3] == {"status": "playing", "votes": [2]}
