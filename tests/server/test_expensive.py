"""Requests that cost much: a quota and a worker of their own, or one answer for all who ask."""

import asyncio

import httpx
import pytest

from tablee import catalogue, lessons
from tablee.kernel import record
from tablee.server.settings import Limits
from tests.server.client import Client
from tests.server.company import company, spend
from tests.server.houses import Serving, house_at
from tests.waiting import until

LESSON = "/games/land-unter/lesson"
RECORD = record.dump(lessons.lesson(catalogue.load("land-unter").folder).record)
JSON = {"content-type": "application/json"}
AT_ONCE = 8


def test_games_played_again_are_counted_for_each_person(sqlite_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Ben") as (anna, ben):
            table = await anna.lay("land-unter", ["me", "random", "random"])
            await anna.watch(table)
            await anna.done(table, "start")
            await anna.done(table, "end")
            assert (await anna.http.get(LESSON)).status_code == 200
            told = await anna.http.post("/records/replay", content=RECORD, headers=JSON)
            assert told.status_code == 200
            assert (await anna.http.get(f"/tables/{table}/replay")).status_code == 200
            for answer in (
                await anna.http.get(LESSON),
                await anna.http.get(f"/tables/{table}/replay"),
                await anna.http.post("/records/replay", content=RECORD, headers=JSON),
                await anna.http.get(f"/tables/{table}/analysis"),
            ):
                assert (answer.status_code, answer.json()["code"]) == (429, "too_many")
            assert (await ben.http.get(LESSON)).status_code == 200

    spend(house_at(sqlite_url, limits=Limits(replays_per_minute=3)), evening)


def test_nobody_waits_for_all_the_games_somebody_else_has_played_again(sqlite_url: str) -> None:
    async def evening(serving: Serving) -> None:
        served: list[str] = []
        replays = serving.house.keepers.replays
        assert replays.number == 1

        async def learn(person: Client, name: str) -> None:
            assert (await person.http.get(LESSON)).status_code == 200
            served.append(name)

        async with company(serving.url, "Anna", "Ben") as (anna, ben):
            flood = [asyncio.create_task(learn(anna, "Anna")) for _ in range(AT_ONCE)]
            await until(lambda: replays.waiting)
            await learn(ben, "Ben")
            await asyncio.gather(*flood)
        assert served.index("Ben") <= AT_ONCE // 2

    spend(house_at(sqlite_url), evening)


def test_a_record_that_cannot_be_played_is_refused_by_the_worker(sqlite_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            kept = record.parse(RECORD)
            kept.turns[0] = kept.turns[1]
            content = record.dump(kept)
            told = await anna.http.post("/records/replay", content=content, headers=JSON)
            assert (told.status_code, told.json()["code"]) == (400, "wrong_record")
            path = "/records/replay?seat=9"
            told = await anna.http.post(path, content=RECORD, headers=JSON)
            assert (told.status_code, told.json()["code"]) == (409, "no_such_seat")

    spend(house_at(sqlite_url), evening)


def test_the_state_of_the_house_is_asked_for_once_a_second_however_many_ask(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_at(database_url)
    now, asked = 1_000.0, {"beat": 0, "counts": 0}
    for lately in (house.metrics.beaten, house.metrics.text):
        monkeypatch.setattr(lately, "clock", lambda: now)
    beat, counts = house.metrics.beaten.ask, house.store.counts

    async def counted_beat() -> None:
        asked["beat"] += 1
        await beat()

    async def counted_counts() -> dict[str, int]:
        asked["counts"] += 1
        return await counts()

    monkeypatch.setattr(house.metrics.beaten, "ask", counted_beat)
    monkeypatch.setattr(house.store, "counts", counted_counts)

    async def evening(serving: Serving) -> None:
        nonlocal now
        async with httpx.AsyncClient(base_url=serving.url, verify=False) as http:
            for second in (1, 2):
                answers = await asyncio.gather(
                    *(http.get(path) for path in ("/readyz", "/metrics") for _ in range(20))
                )
                assert {answer.status_code for answer in answers} == {200}
                assert asked == {"beat": second, "counts": second}
                now += 1.0

    spend(house, evening)
