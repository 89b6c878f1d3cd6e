"""What a company does at a table besides choosing."""

import json
import random
from typing import get_args

from tablee.bots.personas import offered
from tablee.kernel.fair import SECRET_BYTES, nonce_commitment
from tablee.server.tables.commands import Emoji
from tests.features.covering import Laid
from tests.features.hall import Guest, Hall
from tests.server.client import is_over, owes, play_on
from tests.server.company import (
    all_see,
    caught_up,
    chair,
    choose,
    forward,
    next_to_choose,
    said,
)

LATE = 61  # seconds, when there is a minute
CLOCKS = (
    {"clock": {"kind": "move", "seconds": 60}},
    {"clock": {"kind": "bank", "seconds": 60, "more": 5}},
)


async def begun_by_two(hall: Hall, people: list[Guest], laid: Laid, **plan: object) -> str:
    """A game of two people, with bots in the other chairs."""
    return await hall.begun(people, laid, *["sailor"] * (laid.players - 2), **plan)


async def end(people: list[Guest], table: str) -> None:
    """All people have had enough."""
    for person in people:
        await person.done(table, "end")
    await all_see(people, table, is_over)


async def chairs(hall: Hall, laid: Laid) -> None:
    """A table is laid anew, chair by chair, handed to another host, and cleared."""
    async with hall.guests(2) as (anna, ben):
        table = await anna.lay(laid.game.id, ["me", "friend"] + ["open"] * (laid.players - 2))
        for person in (anna, ben):
            await person.watch(table)
        plan = anna.pages[table]["common"]["plan"] | {"options": laid.options, "public": True}
        for seats in (*laid.game.players, laid.players):
            await anna.done(table, "change", plan=plan, seats=seats)
        listed = await ben.get("/tables")
        assert table in [entry["table"] for entry in listed]
        for who in (*offered(), "open"):
            await anna.done(table, "place", seat=laid.players - 1, who=who)
        await anna.done(table, "place", seat=1, who="friend")
        assert await ben.refused(table, "sit", seat=1) == "needs_invitation"
        invitation = anna.pages[table]["you"]["invitations"][1]
        await ben.done(table, "sit", seat=1, invitation=invitation)
        code = anna.pages[table]["common"]["code"]
        assert await ben.get(f"/tables/code/{code}") == {"table": table}
        await ben.done(table, "stand")
        await ben.done(table, "sit", invitation=invitation)
        await anna.done(table, "host", seat=1)
        await ben.done(table, "close")
        await all_see([anna, ben], table, lambda page: page["common"]["status"] == "closed")


async def fair_deal(hall: Hall, laid: Laid) -> None:
    """Everybody has a share in the deal, and the record proves it."""
    async with hall.guests(2) as people:
        bots = ["sailor"] * (laid.players - 2)
        table = await people[0].lay(laid.game.id, ["me", "open", *bots], options=laid.options)
        for person in people:
            await person.watch(table)
        await people[1].done(table, "sit")
        nonces = [random.Random(number).randbytes(SECRET_BYTES) for number in range(2)]
        for number, person in enumerate(people):
            share = nonce_commitment(number, nonces[number])
            await person.done(table, "commit", commitment=share)
        await people[0].done(table, "start")
        for person, nonce in zip(people, nonces, strict=True):
            await person.done(table, "reveal", nonce=nonce.hex())
        await all_see(people, table, lambda page: page["common"]["status"] == "playing")
        await end(people, table)
        kept = await people[0].get(f"/tables/{table}/record")
        assert kept["fair"]["nonces"][:2] == [nonce.hex() for nonce in nonces]


async def talk(hall: Hall, laid: Laid) -> None:
    """Words and signs, before, during and after the game."""
    async with hall.guests(2) as people:
        anna, ben = people
        table = await begun_by_two(hall, people, laid)
        await anna.done(table, "say", text="Shall we?")
        for sign in get_args(Emoji):
            await ben.done(table, "emote", sign=sign)
        await end(people, table)
        await caught_up(people, table, await ben.done(table, "say", text="Again!"))
        told = [line["text"] for line in anna.lines[table] if line["kind"] in ("talk", "sign")]
        assert told == ["Shall we?", *get_args(Emoji), "Again!"]


async def undo(hall: Hall, laid: Laid) -> None:
    """The last choice is taken back if all agree, where it showed nothing; else it stays."""
    async with hall.guests(laid.players) as people:
        table = await hall.begun(people, laid)
        before = [person.pages[table]["view"] for person in people]
        mover = await choose(people, table)
        if not laid.game.undo:
            assert await mover.refused(table, "undo") == "not_undoable"
            assert await mover.refused(table, "consent", agree=True) == "no_undo_asked"
            return
        await mover.done(table, "undo")
        for person in people:
            if person is not mover:
                seq = await person.done(table, "consent", agree=True)
        await caught_up(people, table, seq)
        assert [person.pages[table]["view"] for person in people] == before


async def rematch(hall: Hall, laid: Laid) -> None:
    """The same company at another table, the next player first."""
    async with hall.guests(2) as people:
        table = await begun_by_two(hall, people, laid)
        await end(people, table)
        await people[1].done(table, "rematch")
        pages = await all_see(people, table, lambda page: bool(page["common"]["after"]))
        again = pages[0]["common"]["after"]
        for person in people:
            await person.watch(again)
        first, second = ([one["name"] for one in chairs_at(people[0], of)] for of in (table, again))
        assert second == [*first[1:], first[0]]
        assert people[0].pages[again]["common"]["plan"]["options"] == laid.options
        await people[0].done(again, "start")
        await all_see(people, again, lambda page: page["common"]["status"] == "playing")
        await choose(people, again)


def chairs_at(person: Guest, table: str) -> list[dict[str, object]]:
    chairs: list[dict[str, object]] = person.pages[table]["common"]["chairs"]
    return chairs


async def keeper(hall: Hall, laid: Laid) -> None:
    """A bot keeps the chair of somebody who has gone, and plays it to the end."""
    async with hall.guests(2) as people:
        anna, ben = people
        table = await begun_by_two(hall, people, laid)
        await ben.hang_up()
        await anna.wait(table, lambda page: not page["common"]["chairs"][1]["present"])
        await anna.done(table, "keep", seat=1)
        assert chair(anna, table, 1)["kept"]
        await anna.done(table, "hurry", on=True)
        page = await play_on(anna, table)
        assert page["common"]["result"]["finished"]


async def leave_and_come_back(hall: Hall, laid: Laid) -> None:
    """Whoever comes back is told what a bot chose in the meantime, and plays on."""
    async with hall.guests(2) as people:
        anna, ben = people
        table = await begun_by_two(hall, people, laid, automatic=False)
        await ben.done(table, "leave")
        await anna.wait(table, lambda page: page["common"]["chairs"][1]["kept"])
        while not ben.pages[table]["you"].get("away"):
            await choose([anna], table)
            await ben.wait(table, lambda page: page["seq"] >= anna.pages[table]["seq"])
        await ben.done(table, "return")
        assert not chair(ben, table)["kept"]
        assert all(note["text"] for note in ben.pages[table]["you"]["away"])
        assert {"left", "came"} <= set(said(ben, table))
        while await next_to_choose(people, table) is not ben:
            await choose(people, table)
        await ben.choose(table)


async def vote_to_end(hall: Hall, laid: Laid) -> None:
    """The game ends where it stands once all want it, and can be told again."""
    async with hall.guests(2) as people:
        anna, ben = people
        table = await begun_by_two(hall, people, laid)
        await choose(people, table)
        await anna.done(table, "end")
        await anna.done(table, "end", agree=False)
        await end(people, table)
        assert not ben.pages[table]["common"]["result"]["finished"]
        told = await ben.get(f"/tables/{table}/replay")
        assert told["result"] == ben.pages[table]["common"]["result"]
        assert table in [one["table"]["table"] for one in await ben.get("/tables/mine/finished")]


async def clocks(hall: Hall, laid: Laid) -> None:
    """When time is up a bot chooses and keeps the chair, until its owner comes back."""
    for plan in CLOCKS:
        async with hall.guests(2) as people:
            table = await begun_by_two(hall, people, laid, **plan)
            await next_to_choose(people, table)
            late = [person for person in people if owes(person.pages[table])]
            await forward(hall.serving, hall.clock, LATE)
            for person in late:
                while not chair(person, table)["kept"]:
                    await caught_up([person], table, person.pages[table]["seq"] + 1)
                assert "time_ran_out" in said(person, table)
                await person.done(table, "return")
            await end(people, table)


async def spectator(hall: Hall, laid: Laid) -> None:
    """Somebody looks on: sees the table and every event, and nothing that is anybody's own."""
    async with hall.guests(1) as (anna,), hall.visitor() as looker:
        table = await hall.begun([anna], laid, *["sailor"] * (laid.players - 1))
        await looker.watch(table)
        await play_on(anna, table)
        page = await looker.wait(table, is_over)
        messages = map(json.loads, looker.received)
        shown = [message["you"] for message in messages if message["type"] == "page"]
        assert all(you == {"seat": None, "host": False} for you in shown)
        assert page["common"]["result"]["finished"]
        told = [line["event"] for line in looker.lines[table] if line["kind"] == "game"]
        assert told == [line["event"] for line in anna.lines[table] if line["kind"] == "game"]
        assert await looker.refused(table, "choose", turn=1, choice="1") == "who_are_you"
        await looker.ask({"type": "unwatch", "id": "enough", "table": table})
        await looker.send({"type": "ping"})


async def television(hall: Hall, laid: Laid) -> None:
    """A screen that all can see is nobody's, in its own language."""
    async with hall.guests(1) as (anna,), hall.visitor(spectator=True, language="de") as screen:
        table = await hall.begun([anna], laid, *["sailor"] * (laid.players - 1))
        page = await screen.watch(table)
        turn = page["common"]["turn"]
        questions = laid.game.texts.content["questions"]
        assert turn["sentence"] == questions[turn["question"]]["de"]
        assert page["you"] == {"seat": None, "host": False}
        await end([anna], table)
        await screen.wait(table, is_over)
