"""Tables this version of the house cannot play on: it says so, and goes on with all others."""

import asyncio
import json
from pathlib import Path
from typing import Any

from tablee.catalogue import load
from tablee.kernel import record
from tablee.server.store.addresses import open_at
from tablee.server.store.database import Statement
from tests.server.client import Client, is_over
from tests.server.company import all_see, begin, choose, code, company, forward, inside, spend
from tests.server.houses import Clock, Serving, house_at
from tests.waiting import asked_until

# A house of the time when Land Unter was at version 1 of its rules, as that house wrote it, and
# what three people saw of their tables when it closed.
VERSION_1 = Path(__file__).parent / "old_houses" / "land_unter_1.json"

OLD, ILLEGAL, UNKNOWN, FINISHED, GOOD = range(5)


async def evening_before(serving: Serving) -> tuple[list[str], list[str]]:
    """Five tables of three people, one of them over; returns the tables and the secrets."""
    async with company(serving.url, "Anna", "Bert", "Cleo") as people:
        tables = [await begin(people, "lifeboats", pace="slow") for _ in range(5)]
        for table in tables:
            await choose(people, table)
        for person in people:
            await person.done(tables[FINISHED], "end")
        await all_see(people, tables[FINISHED], is_over)
        return tables, [person.secret for person in people]


async def age(serving: Serving, tables: list[str]) -> None:
    """As if other versions of the house had written these tables."""
    change = "UPDATE events SET body = :body WHERE table_id = :id AND seq = :seq"
    read = "SELECT body FROM events WHERE table_id = :id AND seq = 4"
    database = serving.house.store.database

    async def write() -> None:
        for table in (tables[OLD], tables[FINISHED]):
            ((body,),) = await database.read(read, id=table)
            older = body.replace('"rules_version":1', '"rules_version":0')
            assert older != body
            await database.write(Statement(change, {"body": older, "id": table, "seq": 4}))
        for table, body in (
            (tables[ILLEGAL], '{"act":"chose","seat":0,"choice":"the ace"}'),
            (tables[UNKNOWN], '{"act":"danced","seat":0}'),
        ):
            await database.write(Statement(change, {"body": body, "id": table, "seq": 5}))

    await inside(serving, write())


def test_a_table_that_cannot_be_read_harms_no_other(database_url: str) -> None:
    clock = Clock()
    found: list[list[str]] = []

    async def before(serving: Serving) -> None:
        tables, secrets = await evening_before(serving)
        await age(serving, tables)
        found.extend([tables, secrets])

    async def after(serving: Serving) -> None:
        tables, secrets = found
        people = [Client(serving.url, secret) for secret in secrets]
        anna = people[0]
        for person in people:
            await person.dial()
        for table, expected in (
            (OLD, "other_rules"),
            (FINISHED, "other_rules"),
            (ILLEGAL, "unreadable"),
            (UNKNOWN, "unreadable"),
        ):
            where = tables[table]
            watch = {"type": "watch", "id": anna.new_id(), "table": where}
            answer = await anna.ask(watch)
            assert (answer["type"], answer["code"]) == ("refused", expected)
            assert await anna.refused(where, "emote", sign="wow") == expected
            assert code(await anna.http.get(f"/tables/{where}"), 409) == expected
        answer = await anna.do(tables[OLD], "emote", sign="wow")
        assert answer["text"] == (
            "This game follows version 0 of the rules; this house plays version 1, "
            "so it cannot go on here."
        )
        assert "the ace" not in (await anna.do(tables[ILLEGAL], "emote", sign="wow"))["text"]
        record = await anna.get(f"/tables/{tables[FINISHED]}/record")
        assert len(record["turns"]) == 1
        assert {entry["table"] for entry in await anna.get("/tables/mine")} == set(tables)
        for person in people:
            await person.watch(tables[GOOD])
        await choose(people, tables[GOOD])  # all others go on
        await forward(serving, clock, 86_400 + 2)
        await all_see(
            people,
            tables[GOOD],
            lambda page: any(chair["kept"] for chair in page["common"]["chairs"]),
        )
        await asked_until(
            lambda: inside(serving, due(serving, tables[: UNKNOWN + 1])), lambda left: not left
        )
        assert (await anna.http.get("/tables/")).status_code == 200
        for person in people:
            await person.close()

    spend(house_at(database_url, clock), before)
    spend(house_at(database_url, clock), after)


async def due(serving: Serving, tables: list[str]) -> list[str]:
    """Which of these tables the house still tries to wake."""
    rows = await serving.house.store.database.read("SELECT id FROM tables WHERE due IS NOT NULL")
    return [row[0] for row in rows if row[0] in tables]


def test_a_table_that_waits_is_dealt_by_the_rules_of_today(database_url: str) -> None:
    """The version is that of the start: a table laid before an upgrade can still be played."""

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await begin([anna], "land-unter", "random", "random")
            rows = await inside(serving, serving.house.store.events(table))
            versions = [getattr(event.act, "rules_version", None) for event in rows]
            assert versions[:2] == [None, load("land-unter").rules_version]

    spend(house_at(database_url), evening)


async def move_in(url: str, rows: dict[str, list[dict[str, Any]]]) -> None:
    """Fill an empty database with what another house has kept."""
    database = open_at(url)
    await database.open()
    try:
        for name, kept in rows.items():
            columns, values = ", ".join(kept[0]), ", ".join(f":{column}" for column in kept[0])
            insert = f"INSERT INTO {name} ({columns}) VALUES ({values})"
            await database.write(*(Statement(insert, row) for row in kept))
    finally:
        await database.close()


def test_a_house_of_an_earlier_version_of_the_rules_plays_on(database_url: str) -> None:
    """LU-18 as version 1 had it: the last two do not pay, at tables that began that way."""
    old = json.loads(VERSION_1.read_text("utf-8"))
    asyncio.run(move_in(database_url, old["rows"]))

    async def evening(serving: Serving) -> None:
        people = [Client(serving.url, secret) for secret in old["secrets"]]
        for person in people:
            await person.dial()
        for name in ("secret", "open", "over"):
            for person, seen in zip(people, old["views"][name], strict=True):
                page = await person.watch(old["tables"][name])
                assert page["view"] == {**seen, "two_left_pay": False}
        for name in ("secret", "open"):
            table = old["tables"][name]
            while not is_over(people[0].pages[table]):
                await choose(people, table)
            written = await people[0].get(f"/tables/{table}/record")
            assert (written["rules_version"], written["options"]) == (
                2,
                {"loss_passes_on": True, "two_left_pay": False, "open_play": name == "open"},
            )
            kept = record.parse(json.dumps(written).encode())
            record.verify(load("land-unter"), kept)
            before = old["views"][name][0]["players"]
            after = people[0].pages[table]["view"]["players"]
            assert [player["points"][0] for player in after] == [
                player["points"][0] for player in before
            ]
        (finished,) = old["rows"]["records"]
        written = await people[0].get(f"/tables/{old['tables']['over']}/record")
        assert written == json.loads(finished["body"])
        assert written["rules_version"] == 1
        told = await people[0].http.post("/records/replay", json=written)
        assert told.json()["result"]["scores"] == written["result"]["scores"]
        for person in people:
            await person.close()

    spend(house_at(database_url), evening)
