"""The rematch: the same company at a new table, everybody moved up by one chair."""

import asyncio

from tests.server.client import Client, is_over
from tests.server.company import (
    all_see,
    begin,
    caught_up,
    chair,
    company,
    lay,
    next_to_choose,
    said,
    seat,
    spend,
)
from tests.server.houses import Serving, house_at


async def end(people: list[Client], table: str) -> None:
    """Everybody who is there has had enough."""
    for person in people:
        await person.done(table, "end")
    await all_see(people, table, is_over)


async def follow(people: list[Client], table: str) -> str:
    """All go on to the table of the rematch."""
    pages = await all_see(people, table, lambda page: bool(page["common"]["after"]))
    following = {page["common"]["after"] for page in pages}
    assert len(following) == 1
    for person in people:
        await person.watch(*following)
    return str(following.pop())


def names(client: Client, table: str) -> list[str]:
    return [one["name"] for one in client.pages[table]["common"]["chairs"]]


def test_the_same_company_with_the_next_player_first(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            options = {"loss_passes_on": False}
            clock = {"kind": "bank", "seconds": 600, "more": 5}
            table = await begin(people, "land-unter", "random", options=options, clock=clock)
            assert await anna.refused(table, "rematch") == "not_over"
            await end(people, table)
            await bert.done(table, "rematch")
            again = await follow(people, table)
            assert again != table
            assert said(anna, table)[-1] == "rematch"
            page = anna.pages[again]
            assert page["common"]["before"] == table
            assert page["common"]["status"] == "waiting"
            assert page["common"]["plan"] == anna.pages[table]["common"]["plan"]
            assert (
                page["common"]["seed_commitment"]
                != (anna.pages[table]["common"]["seed_commitment"])
            )
            before = names(anna, table)
            assert names(anna, again) == [*before[1:], before[0]]
            assert [seat(person, again) for person in people] == [3, 0, 1]
            assert chair(anna, again, 2)["level"] == "random"
            assert anna.pages[again]["you"]["host"]  # still, for she is there
            await anna.done(again, "start")
            await next_to_choose(people, again)
            listed = [entry["table"] for entry in await cleo.get("/tables/mine")]
            assert set(listed) == {table, again}

    spend(house_at(database_url), evening)


def test_there_is_one_rematch_whoever_asks(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "land-unter")
            await end(people, table)
            answers = await asyncio.gather(*(person.do(table, "rematch") for person in people))
            assert {answer["type"] for answer in answers} == {"done"}
            assert len({answer["seq"] for answer in answers}) == 1
            again = await follow(people, table)
            late = await people[2].do(table, "rematch")
            assert late["seq"] == answers[0]["seq"]
            assert said(people[0], table).count("rematch") == 1
            assert people[0].pages[again]["seq"] == 1

    spend(house_at(database_url), evening)


def test_people_who_left_leave_an_open_chair(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await anna.lay("land-unter", ["me", "friend", "open"])
            for person in people:
                await person.watch(table)
            invitation = anna.pages[table]["you"]["invitations"][1]
            await bert.done(table, "sit", invitation=invitation)
            await cleo.done(table, "sit")
            await anna.done(table, "start")
            await bert.done(table, "leave")
            await bert.hang_up()
            await all_see(people[::2], table, lambda page: page["common"]["chairs"][1]["kept"])
            await end([anna, cleo], table)
            await cleo.done(table, "rematch")
            again = await follow([anna, cleo], table)
            assert names(cleo, again) == ["", "Cleo", "Anna"]
            assert chair(cleo, again, 0)["kind"] == "open"
            await bert.dial()
            await bert.watch(again)
            await bert.done(again, "sit")
            assert names(bert, again) == ["Bert", "Cleo", "Anna"]

    spend(house_at(database_url), evening)


def test_who_left_the_house_for_good_leaves_an_open_chair(database_url: str) -> None:
    """Also when that was after the game: there is no way in for them any more."""

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await begin(people, "land-unter")
            await end(people, table)
            assert (await bert.http.delete("/people/me")).status_code == 204
            await cleo.done(table, "rematch")
            again = await follow([anna, cleo], table)
            assert names(cleo, again) == ["", "Cleo", "Anna"]
            assert chair(cleo, again, 0)["kind"] == "open"

    spend(house_at(database_url), evening)


def test_the_host_of_the_rematch_is_somebody_who_is_there(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await begin(people, "land-unter")
            await end(people, table)
            await anna.hang_up()
            await cleo.wait(table, lambda page: not page["common"]["chairs"][0]["present"])
            await cleo.done(table, "rematch")
            again = await follow([bert, cleo], table)
            assert cleo.pages[again]["you"]["host"]
            assert names(cleo, again) == ["Bert", "Cleo", "Anna"]  # her chair waits for her
            await cleo.done(again, "start")

    spend(house_at(database_url), evening)


def test_who_only_let_the_time_run_out_is_still_of_the_company(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await begin(people, "land-unter")
            await anna.done(table, "leave")  # but goes on looking
            await end([bert, cleo], table)
            await all_see(people, table, is_over)
            await anna.done(table, "rematch")
            again = await follow(people, table)
            assert names(anna, again) == ["Bert", "Cleo", "Anna"]

    spend(house_at(database_url), evening)


def test_a_rematch_of_a_rematch(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "land-unter")
            tables = [table]
            seats = [names(people[0], table)]
            for _ in range(3):
                await end(people, table)
                await people[1].done(table, "rematch")
                table = await follow(people, table)
                tables.append(table)
                seats.append(names(people[0], table))
                await people[0].done(table, "start")
                await all_see(people, table, lambda page: page["common"]["status"] == "playing")
            assert len(set(tables)) == 4
            assert seats[3] == seats[0]
            assert seats[1] == ["Bert", "Cleo", "Anna"]
            assert people[0].pages[table]["common"]["before"] == tables[2]

    spend(house_at(database_url), evening)


def test_a_table_that_was_closed_has_no_rematch(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo", "Dora") as (*people, dora):
            table = await lay(people, "land-unter")
            assert await people[0].refused(table, "rematch") == "not_over"
            await people[0].done(table, "start")
            await end(people, table)
            await dora.watch(table)
            assert await dora.refused(table, "rematch") == "not_seated"
            await caught_up(people, table, await people[0].done(table, "say", text="Again?"))
            assert not people[0].pages[table]["common"]["after"]

    spend(house_at(database_url), evening)
