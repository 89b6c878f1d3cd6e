"""Whole games: of people, and of bots of each level."""

import asyncio
import random

import msgspec

from tablee import catalogue
from tablee.kernel import record
from tests.features.covering import Laid
from tests.features.hall import Guest, Hall
from tests.server.client import Message, is_over, owes, play_on
from tests.server.company import all_see, said


async def by_people(hall: Hall, laid: Laid) -> None:
    """People play to the end, and everybody sees what the record comes to."""
    luck = random.Random(str(laid))
    async with hall.guests(laid.players) as people:
        table = await hall.begun(people, laid)
        await asyncio.gather(*(play_on(one, table, luck.choice) for one in people))
        pages = await all_see(people, table, is_over)
        await check_result(people[0], table, pages[0])


async def over_http(hall: Hall, laid: Laid) -> None:
    """Somebody without a socket plays against bots to the end."""
    luck = random.Random(str(laid))
    async with hall.guests(1) as (anna,):
        await anna.hang_up()
        chairs = ["me", *["sailor"] * (laid.players - 1)]
        table = await anna.lay(laid.game.id, chairs, options=laid.options)
        await anna.command(table, do="start")
        while not is_over(page := await anna.get(f"/tables/{table}")):
            if owes(page):
                turn, choice = page["common"]["turn"]["number"], luck.choice(page["you"]["options"])
                await anna.command(table, do="choose", turn=turn, choice=choice)
        await check_result(anna, table, page)


async def by_bots(hall: Hall, laid: Laid) -> None:
    """Bots of a level play to the end while somebody looks on; none has to be hasty."""
    await hall.make_ready(laid.game)
    async with hall.guests(1) as (anna,):
        chairs = [laid.kind] * laid.players
        table = await anna.lay(laid.game.id, chairs, options=laid.options)
        await anna.watch(table)
        await anna.done(table, "start")
        page = await anna.wait(table, is_over)
        await check_result(anna, table, page)
        assert "bot_was_hasty" not in said(anna, table)


async def check_result(reader: Guest, table: str, page: Message) -> None:
    """The game ended by the rules, as its record says."""
    kept = msgspec.convert(await reader.get(f"/tables/{table}/record"), record.Record)
    match = record.begin(catalogue.load(kept.game), kept)
    for _ in record.replay(match, kept):
        pass
    assert match.over
    assert page["common"]["result"] == {
        "finished": True,
        "scores": match.scores(),
        "winners": match.winners(),
    }
