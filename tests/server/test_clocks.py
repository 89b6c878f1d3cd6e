"""Clocks: the house's own, standing still while it is closed; a bot chooses when time is up."""

from functools import partial

import pytest

from tests.server.client import Client, Message, is_over, owes
from tests.server.company import (
    all_see,
    begin,
    chair,
    choose,
    company,
    forward,
    lay,
    next_to_choose,
    said,
    seat,
    spend,
    turn,
)
from tests.server.houses import Clock, Serving, house_at
from tests.waiting import asked_until

A_DAY = 86_400
NEVER = 600.0


def ms(seconds: float) -> int:
    return int(seconds * 1000)


def about(value: int, seconds: float) -> bool:
    """Is this so many seconds, or less by what the test itself took?"""
    return ms(seconds - 30) < value <= ms(seconds)


async def look(client: Client, table: str) -> Message:
    """The table as it is at this moment."""
    page: Message = await client.get(f"/tables/{table}")
    return page


def test_a_table_without_a_clock_waits(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            await forward(serving, clock, 400 * A_DAY)
            mover = await next_to_choose(people, table)
            assert chair(mover, table)["left"] is None
            assert chair(mover, table)["bank"] is None
            await mover.choose(table)
            assert "time_ran_out" not in said(mover, table)

    spend(house_at(database_url, clock), evening)


@pytest.mark.parametrize(
    ("plan", "seconds"),
    [
        ({"clock": {"kind": "move", "seconds": 120}}, 120),
        ({"pace": "slow"}, A_DAY),
        ({"pace": "slow", "clock": {"kind": "move", "seconds": 3 * A_DAY}}, 3 * A_DAY),
    ],
    ids=["move", "slow", "slow with a clock of its own"],
)
def test_so_long_for_each_choice(database_url: str, plan: dict[str, object], seconds: int) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats", **plan)
            mover = await next_to_choose(people, table)
            page = await look(mover, table)
            own = seat(mover, table)
            assert about(page["common"]["chairs"][own]["left"], seconds)
            assert [one["left"] for one in page["common"]["chairs"]].count(None) == 2
            await forward(serving, clock, seconds - 60)
            page = await look(mover, table)
            assert about(page["common"]["chairs"][own]["left"], 60)
            await mover.choose(table)
            other = await next_to_choose(people, table)
            page = await look(other, table)
            assert about(page["common"]["chairs"][seat(other, table)]["left"], seconds)
            await forward(serving, clock, seconds)
            page = await other.wait(table, lambda page: not owes(page))
            assert page["common"]["chairs"][seat(other, table)]["kept"]
            assert said(other, table)[-1] == "time_ran_out"

    spend(house_at(database_url, clock), evening)


def test_time_runs_out_and_the_bot_keeps_the_chair(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            plan = {"clock": {"kind": "move", "seconds": 60}}
            table = await begin(people, "lifeboats", **plan)
            mover = await next_to_choose(people, table)
            own, now = seat(mover, table), turn(mover, table)
            await forward(serving, clock, 61)
            await all_see(people, table, lambda page: page["common"]["chairs"][own]["kept"])
            name = chair(mover, table)["name"]
            lines = [line["text"] for line in mover.lines[table] if line["kind"] == "house"]
            assert f"{name} ran out of time: a bot has chosen and keeps the chair." in lines
            assert turn(mover, table) == now + 1
            others = [person for person in people if person is not mover]
            assert await mover.refused(table, "choose", turn=now + 1, choice="A") == "kept"
            while turn(mover, table) < now + 5:  # also once more for the chair that is kept
                await choose(others, table)
            await mover.done(table, "return")
            assert not chair(mover, table)["kept"]
            assert said(mover, table)[-1] == "came"
            while await next_to_choose(people, table) is not mover:
                await choose(people, table)
            await mover.choose(table)
            assert said(mover, table).count("time_ran_out") == 1

    spend(house_at(database_url, clock), evening)


def test_whose_time_runs_out_is_not_asked_whether_to_end(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats", clock={"kind": "move", "seconds": 60})
            mover = await next_to_choose(people, table)
            for person in people:
                if person is not mover:
                    await person.done(table, "end")
            assert not is_over(mover.pages[table])
            await forward(serving, clock, 61)
            await all_see(people, table, is_over)
            assert said(mover, table)[-2:] == ["time_ran_out", "ended_early"]

    spend(house_at(database_url, clock), evening)


def test_a_simultaneous_choice_waits_only_for_those_whose_time_runs(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await begin(people, "land-unter", clock={"kind": "move", "seconds": 60})
            await anna.choose(table)
            await bert.choose(table)
            await forward(serving, clock, 61)
            page = await cleo.wait(table, lambda page: page["common"]["chairs"][2]["kept"])
            assert [one["kept"] for one in page["common"]["chairs"]] == [False, False, True]
            assert turn(cleo, table) == 2
            assert said(cleo, table).count("time_ran_out") == 1

    spend(house_at(database_url, clock), evening)


def test_a_bank_of_time_with_something_more_for_each_choice(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            plan = {"clock": {"kind": "bank", "seconds": 600, "more": 10}}
            table = await begin(people, "lifeboats", **plan)
            assert [one["bank"] for one in people[0].pages[table]["common"]["chairs"]] == (
                [ms(600)] * 3
            )
            mover = await next_to_choose(people, table)
            await forward(serving, clock, 100)
            page = await look(mover, table)
            assert about(page["common"]["chairs"][seat(mover, table)]["left"], 500)
            await mover.choose(table)
            assert about(chair(mover, table)["bank"], 510)
            others = [one for one in people if one is not mover]
            assert [chair(one, table)["bank"] for one in others] == [ms(600)] * 2
            await forward(serving, clock, 100)
            assert about(chair(mover, table)["bank"], 510)  # only whoever chooses pays

    spend(house_at(database_url, clock), evening)


def test_who_commits_first_does_not_pay_for_a_change_of_mind(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna = people[0]
            plan = {"clock": {"kind": "bank", "seconds": 600, "more": 10}}
            table = await begin(people, "land-unter", **plan)
            await anna.choose(table)
            bank = chair(anna, table)["bank"]
            await forward(serving, clock, 100)
            await anna.choose(table, max)
            assert chair(anna, table)["bank"] == bank  # nor is there something more again

    spend(house_at(database_url, clock), evening)


def test_when_the_bank_is_empty_there_is_enough_to_come_back_with(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats", clock={"kind": "bank", "seconds": 60})
            mover = await next_to_choose(people, table)
            await forward(serving, clock, 61)
            await mover.wait(table, lambda page: not owes(page))
            assert chair(mover, table)["kept"]
            assert chair(mover, table)["bank"] == ms(20)
            others = [one for one in people if one is not mover]
            while await next_to_choose(others, table) is not others[0]:
                await choose(others, table)
            await others[0].choose(table)
            assert chair(mover, table)["bank"] == ms(20)  # the bot takes nothing
            await mover.done(table, "return")
            while await next_to_choose(people, table) is not mover:
                await choose(people, table)
            await mover.choose(table)
            assert not chair(mover, table)["kept"]
            assert 0 < chair(mover, table)["bank"] <= ms(20)

    spend(house_at(database_url, clock), evening)


def test_the_bank_pays_until_somebody_leaves_and_not_while_a_bot_keeps_the_chair(
    database_url: str,
) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats", clock={"kind": "bank", "seconds": 500})
            mover = await next_to_choose(people, table)
            await forward(serving, clock, 100)
            await mover.done(table, "leave")
            assert chair(mover, table)["left"] is None
            assert about(chair(mover, table)["bank"], 400)
            await forward(serving, clock, 300)
            await mover.done(table, "return")
            assert about(chair(mover, table)["bank"], 400)
            assert about(chair(mover, table)["left"], 400)
            await mover.choose(table)
            assert about(chair(mover, table)["bank"], 400)

    spend(house_at(database_url, clock, bot_pause=NEVER), evening)


def test_whoever_comes_back_has_the_whole_time_for_a_choice(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats", clock={"kind": "move", "seconds": 500})
            mover = await next_to_choose(people, table)
            await forward(serving, clock, 400)
            await mover.done(table, "leave")
            await forward(serving, clock, 300)
            await mover.done(table, "return")
            assert about(chair(mover, table)["left"], 500)

    spend(house_at(database_url, clock, bot_pause=NEVER), evening)


@pytest.mark.parametrize("kind", ["move", "bank"])
def test_time_while_the_house_is_closed_is_not_charged(database_url: str, kind: str) -> None:
    clock = Clock()
    secrets: list[str] = []
    where: list[str] = []

    async def before(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            plan = {"clock": {"kind": kind, "seconds": 600}}
            where.append(await begin(people, "lifeboats", **plan))
            await forward(serving, clock, 100)
            secrets.extend(person.secret for person in people)

    async def after(serving: Serving) -> None:
        people = [Client(serving.url, secret) for secret in secrets]
        for person in people:
            await person.dial()
            await person.watch(where[0])
        mover = await next_to_choose(people, where[0])
        assert about(chair(mover, where[0])["left"], 500)
        await forward(serving, clock, 501)
        await mover.wait(where[0], lambda page: not owes(page))
        assert said(mover, where[0])[-1] == "time_ran_out"
        for person in people:
            await person.close()

    spend(house_at(database_url, clock), before)
    clock.ahead += ms(30 * A_DAY)
    spend(house_at(database_url, clock), after)


def test_a_sleeping_table_is_woken_when_time_runs_out(database_url: str) -> None:
    """Nobody looks, and the house has restarted: it finds by itself what is due."""
    clock = Clock()
    where: list[str] = []
    secrets: list[str] = []

    async def before(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            where.append(await begin(people, "lifeboats", pace="slow"))
            secrets.append(people[0].secret)

    async def after(serving: Serving) -> None:
        async with Client(serving.url, secrets[0]) as anna:
            await forward(serving, clock, A_DAY + 2)
            await asked_until(partial(anna.get, "/tables/mine"), lambda mine: mine[0]["turn"] != 1)
            page = await look(anna, where[0])
            assert [one["kept"] for one in page["common"]["chairs"]].count(True) == 1

    spend(house_at(database_url, clock), before)
    spend(house_at(database_url, clock), after)


def test_the_time_to_show_a_nonce_is_not_the_games(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna = people[0]
            table = await lay(people, "land-unter", clock={"kind": "bank", "seconds": 60})
            await anna.done(table, "commit", commitment="ab" * 32)
            await anna.done(table, "start")
            assert chair(anna, table)["left"] is None
            await forward(serving, clock, 16)
            page = await anna.wait(table, lambda page: page["common"]["status"] == "playing")
            assert [one["bank"] for one in page["common"]["chairs"]] == [ms(60)] * 3

    spend(house_at(database_url, clock), evening)
