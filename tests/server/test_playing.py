"""Whole games at tables of the real server, by people over real sockets and by bots."""

import asyncio
import random

import pytest

from tablee import catalogue
from tablee.kernel import record
from tests.server.client import Client, is_over, owes, play_on
from tests.server.houses import house_at, serve


@pytest.mark.parametrize("title", list(catalogue.titles()))
def test_people_and_bots_play_a_whole_game(database_url: str, title: str) -> None:
    game = catalogue.load(title)
    people = game.players[0]

    async def evening(url: str) -> None:
        luck = random.Random(title)
        async with await Client.new(url, "Anna") as anna:
            others = [await Client.new(url, f"P{number}", "fr") for number in range(1, people)]
            spectator = Client(url)
            await spectator.dial()
            table = await anna.lay(title, ["me", *["open"] * (people - 1)])
            for client in (anna, *others):
                await client.dial()
                await client.watch(table)
            await spectator.watch(table)
            for other in others:
                await other.done(table, "sit")
            await anna.done(table, "start")
            pages = await asyncio.gather(
                *(play_on(client, table, luck.choice) for client in (anna, *others))
            )
            seen = await spectator.wait(table, is_over)
            assert all(page["common"]["result"] == seen["common"]["result"] for page in pages)
            kept = record.parse((await anna.http.get(f"/tables/{table}/record")).content)
            match = record.begin(game, kept)
            assert list(record.replay(match, kept))
            assert match.scores() == seen["common"]["result"]["scores"]
            assert record.verify(game, kept) == seen["common"]["seed_commitment"]
            for client in (*others, spectator):
                await client.close()

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving.url))


def test_bots_take_the_empty_chairs(database_url: str) -> None:
    async def evening(url: str) -> None:
        async with await Client.new(url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "sailor", "open"])
            await anna.dial()
            await anna.watch(table)
            await anna.done(table, "start")
            page = await anna.wait(table, owes)
            assert [chair["kind"] for chair in page["common"]["chairs"]] == ["person", "bot", "bot"]
            over = await play_on(anna, table)
            assert over["common"]["result"]["finished"]

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving.url))
