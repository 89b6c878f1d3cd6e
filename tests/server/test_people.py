"""People without accounts: a name, a language, ways in and how they are closed."""

import asyncio
from typing import Any

import httpx

from tests.server.client import API, Client
from tests.server.company import code, company, forward, lay, spend
from tests.server.houses import Clock, Serving, house_at
from tests.waiting import PATIENCE

A_QUARTER = 15 * 60


async def come_in(url: str, **who: Any) -> httpx.Response:
    async with httpx.AsyncClient(base_url=url + API, verify=False) as http:
        return await http.post("/people/", json=who)


async def carry_on(url: str, secret: str, label: str = "") -> httpx.Response:
    async with httpx.AsyncClient(base_url=url + API, verify=False) as http:
        return await http.post("/people/carry-on", json={"secret": secret, "label": label})


def test_names_as_they_may_be(database_url: str) -> None:
    names = {
        "Anna": "Anna",
        "  Anna \t Lena ": "Anna Lena",
        "Zoe\u0308": "Zoë",
        "Ὀδυσσεύς": "Ὀδυσσεύς",
        "李雷": "李雷",
        "7": "7",
        "x" * 24: "x" * 24,
        "<b>Anna</b>": "<b>Anna</b>",  # text; whoever shows it escapes it
    }

    async def evening(serving: Serving) -> None:
        for given, name in names.items():
            answer = await come_in(serving.url, name=given)
            assert answer.status_code == 201
            assert answer.json()["name"] == name
            async with Client(serving.url, answer.json()["secret"]) as client:
                assert (await client.get("/people/me"))["name"] == name
                assert (await client.dial())["name"] == name

    spend(house_at(database_url), evening)


def test_names_as_they_may_not_be(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        for name in ("   ", "!!!", "x" * 25, "An\u202ena", "An\x00na", "An\u200bna", "\ue000a"):
            assert code(await come_in(serving.url, name=name), 400) == "wrong_name"
        for who in ({}, {"name": ""}, {"name": "x" * 61}, {"name": 7}, {"name": "A", "x": 1}):
            assert code(await come_in(serving.url, **who), 400) == "wrong_message"
        answer = await come_in(serving.url, name="Anna", language="eo")
        assert code(answer, 400) == "wrong_message"
        async with company(serving.url, "Anna") as (anna,):
            answer = await anna.http.patch("/people/me", json={"name": "\u202e"})
            assert code(answer, 400) == "wrong_name"
            assert (await anna.get("/people/me"))["name"] == "Anna"

    spend(house_at(database_url), evening)


def test_another_name_is_for_tables_to_come(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            before = await lay([anna], "land-unter", "open", "open")
            answer = await anna.http.patch("/people/me", json={"name": " Anne  Marie"})
            assert answer.json() == {"name": "Anne Marie", "language": "en", "bot": False}
            assert await anna.get("/people/me") == answer.json()
            await anna.hang_up()
            assert (await anna.dial())["name"] == "Anne Marie"
            after = await lay([anna], "land-unter", "open", "open")
            await anna.watch(before)
            assert anna.pages[before]["common"]["chairs"][0]["name"] == "Anna"
            assert anna.pages[after]["common"]["chairs"][0]["name"] == "Anne Marie"

    spend(house_at(database_url), evening)


def test_another_language(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", languages=["de"]) as (anna,):
            table = await lay([anna], "land-unter", "open", "open")
            answer = await anna.do(table, "sit")
            assert answer["text"] == "Du sitzt schon an diesem Tisch."
            await anna.http.patch("/people/me", json={"language": "fr"})
            await anna.hang_up()
            assert (await anna.dial())["language"] == "fr"
            await anna.watch(table)
            answer = await anna.do(table, "sit")
            assert answer["text"] == "Vous êtes déjà assis à cette table."
            wrong = await anna.http.post(f"/tables/{table}/commands", json={"id": 7})
            assert wrong.json()["text"].startswith("Message incompris")
            await anna.hang_up()
            assert (await anna.dial(language="en"))["language"] == "en"  # only here and now
            assert (await anna.get("/people/me"))["language"] == "fr"

    spend(house_at(database_url), evening)


def test_a_link_carries_a_person_to_another_device_once(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await lay([anna], "land-unter", "open", "open")
            made = (await anna.http.post("/people/me/link")).json()
            link = made["secret"]
            assert made["link"].endswith(f"#{link}")  # after the #: no server log ever has it
            async with Client(serving.url, link) as stranger:
                answer = await stranger.http.get("/people/me")
                assert code(answer, 401) == "who_are_you"  # the link itself opens nothing
                assert (await stranger.dial())["code"] == "who_are_you"
            answer = await carry_on(serving.url, link, "telephone")
            assert answer.json()["name"] == "Anna"
            assert code(await carry_on(serving.url, link), 401) == "who_are_you"
            async with Client(serving.url, answer.json()["secret"]) as telephone:
                await telephone.dial()
                page = await telephone.watch(table)
                assert page["you"] == anna.pages[table]["you"]
                await telephone.done(table, "say", text="From the train")
                await anna.wait(table, lambda page: page["seq"] == 2)  # both are in at once
            assert code(await carry_on(serving.url, "x" * 43), 401) == "who_are_you"
            assert code(await carry_on(serving.url, anna.secret), 401) == "who_are_you"

    spend(house_at(database_url), evening)


def test_of_two_who_take_up_a_link_one_gets_in(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            link = (await anna.http.post("/people/me/link")).json()["secret"]
            answers = await asyncio.gather(*(carry_on(serving.url, link) for _ in range(5)))
            assert sorted(answer.status_code for answer in answers) == [201, 401, 401, 401, 401]

    spend(house_at(database_url), evening)


def test_a_link_works_for_a_quarter_of_an_hour(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            early = (await anna.http.post("/people/me/link")).json()["secret"]
            late = (await anna.http.post("/people/me/link")).json()["secret"]
            await forward(serving, clock, A_QUARTER - 30)
            assert (await carry_on(serving.url, early)).status_code == 201
            assert len(await anna.get("/people/me/keys")) == 3
            await forward(serving, clock, 31)
            assert code(await carry_on(serving.url, late), 401) == "who_are_you"
            kinds = [key["kind"] for key in await anna.get("/people/me/keys")]
            assert kinds == ["device", "device"]

    spend(house_at(database_url, clock), evening)


def test_links_nobody_took_up_do_not_lock_a_person_out(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            for _ in range(19):
                assert (await anna.http.post("/people/me/link")).status_code == 201
            assert code(await anna.http.post("/people/me/link"), 429) == "too_many"
            await forward(serving, clock, A_QUARTER + 1)
            assert (await anna.http.post("/people/me/link")).status_code == 201

    spend(house_at(database_url, clock), evening)


def test_ways_in_are_listed_and_closed(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as (anna, bert):
            link = (await anna.http.post("/people/me/link")).json()["secret"]
            answer = await carry_on(serving.url, link, "telephone")
            secret = answer.json()["secret"]
            async with Client(serving.url, secret) as telephone:
                await telephone.dial()
                table = await lay([anna], "land-unter", "open", "open")
                await telephone.watch(table)
                keys = await anna.get("/people/me/keys")
                assert [(key["kind"], key["label"], key["this"]) for key in keys] == [
                    ("device", "", True),
                    ("device", "telephone", False),
                ]
                assert secret not in str(keys)
                key = keys[1]["id"]
                assert code(await bert.http.delete(f"/people/me/keys/{key}"), 404) == "unknown"
                assert (await telephone.get("/people/me"))["name"] == "Anna"
                await anna.http.delete(f"/people/me/keys/{key}")
                assert telephone.reader is not None
                await asyncio.wait_for(telephone.reader, PATIENCE)  # the socket was closed
                assert '"why":"revoked"' in telephone.received[-1]
                assert code(await telephone.http.get("/people/me"), 401) == "who_are_you"
                again = Client(serving.url, secret)
                assert (await again.dial())["code"] == "who_are_you"
                await again.close()
            assert code(await anna.http.delete(f"/people/me/keys/{key}"), 404) == "unknown"
            assert [one["this"] for one in await anna.get("/people/me/keys")] == [True]
            await anna.done(table, "say", text="Still here")

    spend(house_at(database_url), evening)


def test_a_link_that_was_not_taken_up_can_be_withdrawn(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            link = (await anna.http.post("/people/me/link")).json()["secret"]
            _, key = await anna.get("/people/me/keys")
            assert key["kind"] == "link"
            await anna.http.delete(f"/people/me/keys/{key['id']}")
            assert code(await carry_on(serving.url, link), 401) == "who_are_you"

    spend(house_at(database_url), evening)


def test_a_bot_from_outside_is_marked_as_one(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Robot", bot=True) as (robot,):
            assert (await robot.get("/people/me"))["bot"]
            (key,) = await robot.get("/people/me/keys")
            assert key["kind"] == "bot"
            table = await lay([robot], "land-unter", "open", "open", public=True)
            assert robot.pages[table]["common"]["chairs"][0]["kind"] == "outside_bot"
            (entry,) = await robot.get("/tables/")
            assert entry["chairs"][0]["kind"] == "outside_bot"

    spend(house_at(database_url), evening)
