"""examples/bot.py at whole tables of its own kind, in a house as strict as any."""

import asyncio
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from runpy import run_path

import pytest

from tablee import catalogue
from tablee.server.settings import Limits
from tests.server.client import Client, Message
from tests.server.houses import PATIENCE, Serving, house_at, serve

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "bot.py"
TABLES = [(game.id, players) for game in catalogue.games() for players in game.players]
IN_ALL = 4 * PATIENCE

come_and_play = run_path(str(EXAMPLE))["main"]


def sits(name: str, page: Message) -> bool:
    return name in [chair["name"] for chair in page["common"]["chairs"]]


def is_under_way(page: Message) -> bool:
    turn = page["common"]["turn"]
    return turn is not None and turn["number"] > 4


async def full_table(host: Client, game: str, players: int) -> tuple[str, list[asyncio.Task[None]]]:
    """A game that has begun, with a bot from outside on each chair."""
    table = await host.lay(game, ["open"] * players)
    await host.watch(table)
    code = host.pages[table]["common"]["code"]
    bots = []
    for name in ["Robin", "Finch", "Wren", "Swift", "Heron", "Snipe"][:players]:
        bots.append(asyncio.create_task(come_and_play(host.base_url, code, name)))
        await host.wait(table, partial(sits, name))
    await host.done(table, "start")
    return table, bots


async def to_the_end(host: Client, table: str, bots: list[asyncio.Task[None]]) -> None:
    async with asyncio.timeout(IN_ALL):
        await asyncio.gather(*bots)
    result = (await host.get(f"/tables/{table}"))["common"]["result"]
    assert result["finished"]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_bots_from_outside_play_every_game_to_the_end(
    game: str, players: int, sqlite_url: str
) -> None:
    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            await anna.dial()
            await to_the_end(anna, *await full_table(anna, game, players))

    limits = Limits(requests_per_minute=1_000_000, commands_per_second=50)
    with serve(house_at(sqlite_url, limits=limits)) as serving:
        asyncio.run(evening(serving))


def test_a_bot_that_was_too_fast_waits_and_sends_again(sqlite_url: str) -> None:
    """Three seconds' worth of one message are used up by coming in."""

    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            await anna.dial()
            table, bots = await full_table(anna, "kilimanjaro", 2)
            await anna.wait(table, is_under_way)
            for bot in bots:
                bot.cancel()
            await asyncio.gather(*bots, return_exceptions=True)

    with serve(house_at(sqlite_url, limits=Limits(commands_per_second=1))) as serving:
        asyncio.run(evening(serving))


def test_bots_from_outside_play_on_when_the_house_has_restarted(sqlite_url: str) -> None:
    async def evening() -> None:
        with ExitStack() as first, ExitStack() as second:
            serving = first.enter_context(serve(house_at(sqlite_url)))
            port = int(serving.url.rsplit(":", 1)[1])
            async with await Client.new(serving.url, "Anna") as anna:
                await anna.dial()
                table, bots = await full_table(anna, "land-unter", 3)
                await anna.wait(table, is_under_way)
                await anna.hang_up()
                await asyncio.to_thread(first.close)
                second.enter_context(serve(house_at(sqlite_url), port))
                await to_the_end(anna, table, bots)
            await asyncio.to_thread(second.close)

    asyncio.run(evening())
