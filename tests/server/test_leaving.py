"""Leaving, coming back, chairs kept by a bot, and ending a game before its end."""

import pytest

from tablee import catalogue
from tablee.kernel import record
from tests.server.client import Client, is_over, owes
from tests.server.company import (
    all_see,
    begin,
    caught_up,
    chair,
    choose,
    company,
    lay,
    next_to_choose,
    said,
    seat,
    spectator,
    spend,
    turn,
)
from tests.server.houses import Serving, house_at
from tests.waiting import until

NEVER = 600.0


def test_a_bot_keeps_the_chair_of_whoever_leaves_and_plays(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await begin(people, "land-unter")
            await caught_up(people, table, await anna.done(table, "leave"))
            assert chair(bert, table, 0)["kept"]
            assert said(bert, table)[-2:] == ["left", "hosts"]
            assert await anna.refused(table, "leave") == "kept"
            hand = len(anna.pages[table]["you"]["options"])
            await bert.choose(table)
            await cleo.choose(table)
            page = await bert.wait(table, lambda page: page["common"]["turn"]["number"] == 2)
            assert page["common"]["chairs"][0]["name"] == "Anna"
            await anna.wait(table, lambda page: page["common"]["turn"]["number"] == 2)
            await anna.done(table, "return")
            assert not chair(anna, table)["kept"]
            assert said(anna, table)[-1] == "came"
            assert await anna.refused(table, "return") == "not_kept"
            assert len(anna.pages[table]["you"]["options"]) == hand - 1
            if owes(anna.pages[table]):
                await anna.choose(table)

    spend(house_at(database_url), evening)


def test_whoever_looks_at_the_table_again_is_back(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, _ = people
            table = await begin(people, "lifeboats")
            await anna.done(table, "leave")
            await anna.hang_up()
            page = await bert.wait(table, lambda page: page["common"]["chairs"][0]["kept"])
            assert page["common"]["chairs"][0]["present"]  # the bot is
            assert (await bert.get(f"/tables/{table}"))["common"]["chairs"][0]["kept"]
            await anna.get(f"/tables/{table}")  # a look in passing is not coming back
            assert (await bert.get(f"/tables/{table}"))["common"]["chairs"][0]["kept"]
            await anna.dial()
            page = await anna.watch(table)
            assert not page["common"]["chairs"][0]["kept"]
            await bert.wait(table, lambda page: not page["common"]["chairs"][0]["kept"])

    spend(house_at(database_url, bot_pause=NEVER), evening)


def test_who_left_while_the_cards_were_dealt_is_back_by_looking(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna = people[0]
            table = await lay(people, "land-unter")
            await anna.done(table, "commit", commitment="ab" * 32)
            await anna.done(table, "start")
            assert anna.pages[table]["common"]["status"] == "dealing"
            await anna.done(table, "leave")
            await anna.hang_up()
            await anna.dial()
            assert not (await anna.watch(table))["common"]["chairs"][0]["kept"]

    spend(house_at(database_url), evening)


def test_a_chair_is_kept_for_somebody_who_is_not_there(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await begin(people, "land-unter", "random")
            assert await bert.refused(table, "keep", seat=0) == "is_present"
            assert await bert.refused(table, "keep", seat=1) == "is_present"
            assert await bert.refused(table, "keep", seat=3) == "kept"
            assert await bert.refused(table, "keep", seat=5) == "no_such_seat"
            await anna.hang_up()
            await bert.wait(table, lambda page: not page["common"]["chairs"][0]["present"])
            async with company(serving.url, "Dora") as (dora,):
                assert await dora.refused(table, "keep", seat=0) == "not_seated"
            await bert.done(table, "keep", seat=0)
            assert said(bert, table)[-2:] == ["put_aside", "hosts"]
            assert await cleo.refused(table, "keep", seat=0) == "kept"
            await bert.choose(table)
            await cleo.choose(table)
            await bert.wait(table, lambda page: page["common"]["turn"]["number"] > 1)
            await anna.dial()
            page = await anna.watch(table)
            assert not page["common"]["chairs"][0]["kept"]
            assert page["you"]["news_after"] == 0  # all that the bot did is news

    spend(house_at(database_url), evening)


def test_a_table_that_all_people_have_left_sleeps(database_url: str) -> None:
    """Who comes back tomorrow finds everything as it was."""
    where: list[str] = []
    secrets: list[str] = []

    async def tonight(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            anna, bert = people
            table = await begin(people, "land-unter", "random")
            now = turn(anna, table)
            await caught_up(people, table, await anna.done(table, "leave"))
            await caught_up(people, table, await bert.done(table, "leave"))
            async with spectator(serving.url, table) as looker:
                await serving_rests(serving)
                assert (await looker.get(f"/tables/{table}"))["common"]["turn"]["number"] == now
            where.append(table)
            secrets.extend(person.secret for person in people)

    async def tomorrow(serving: Serving) -> None:
        table = where[0]
        async with Client(serving.url, secrets[0]) as anna:
            await serving_rests(serving)
            assert not serving.house.lives  # nobody has woken it
            await anna.dial()
            page = await anna.watch(table)
            assert page["common"]["turn"]["number"] == 1
            assert [one["kept"] for one in page["common"]["chairs"]] == [False, True, False]
            await anna.choose(table)
            await anna.wait(table, lambda page: page["common"]["turn"]["number"] == 2)

    spend(house_at(database_url), tonight)
    spend(house_at(database_url), tomorrow)


async def serving_rests(serving: Serving) -> None:
    """Wait until the house has looked around once for what is due, and no bot is thinking."""
    store, looks = serving.house.store, 0
    due = store.due

    async def counted(now: int, most: int) -> list[str]:
        nonlocal looks
        looks += 1
        return await due(now, most)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "due", counted)
        await until(lambda: looks > 1)  # the first of them has been followed up
    await until(lambda: not any(live.thinking for live in serving.house.lives.values()))


def test_a_table_of_bots_plays_to_its_end(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await anna.lay("kilimanjaro", ["random", "random"])
            await anna.watch(table)
            await anna.done(table, "start")
            page = await anna.wait(table, is_over)
            assert page["common"]["result"]["finished"]
            assert await anna.refused(table, "rematch") == "not_seated"

    spend(house_at(database_url), evening)


def test_all_people_agree_to_end_the_game(database_url: str) -> None:
    game = catalogue.load("lifeboats")

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await begin(people, "lifeboats", "random")
            for _ in range(5):
                await choose(people, table)
            assert await anna.refused(table, "end", agree=False) == "already_answered"
            await anna.done(table, "end")
            assert await anna.refused(table, "end") == "already_answered"
            await bert.done(table, "end")
            assert bert.pages[table]["common"]["votes"] == [0, 1]
            await anna.done(table, "end", agree=False)
            assert anna.pages[table]["common"]["votes"] == [1]
            assert anna.pages[table]["common"]["status"] == "playing"
            await choose(people, table)  # votes stay while the game goes on
            await cleo.done(table, "end")
            assert await anna.refused(table, "rematch") == "not_over"
            answer = await anna.http.get(f"/tables/{table}/record")
            assert answer.json()["code"] == "not_over"
            await anna.done(table, "end")
            pages = await all_see(people, table, is_over)
            for page in pages:
                assert page["common"]["turn"] is None
                assert page["common"]["result"]["finished"] is False
                assert page["common"]["result"]["winners"] == []
            names = said(anna, table)
            assert names[-1] == "ended_early"
            assert (names.count("votes_end"), names.count("votes_on")) == (4, 1)
            kept = record.parse((await anna.http.get(f"/tables/{table}/record")).content)
            assert kept.result is None
            assert len(kept.turns) >= 6
            match = record.begin(game, kept)
            assert len(list(record.replay(match, kept))) == len(kept.turns)
            assert not match.over
            assert record.verify(game, kept) == pages[0]["common"]["seed_commitment"]

    spend(house_at(database_url), evening)


def test_people_who_left_do_not_count_in_the_vote(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with (
            company(serving.url, "Robot", bot=True) as (robot,),
            company(serving.url, "Anna", "Bert", "Cleo") as people,
        ):
            anna, bert, cleo = people
            table = await begin([*people, robot], "lifeboats")
            await anna.done(table, "end")
            await anna.done(table, "leave")
            await bert.wait(table, lambda page: page["common"]["chairs"][0]["kept"])
            assert bert.pages[table]["common"]["votes"] == []  # the vote went with her
            assert await anna.refused(table, "end") == "kept"
            await bert.done(table, "end")
            assert not is_over(bert.pages[table])
            await cleo.done(table, "leave")  # who remains has agreed; bots are not asked
            assert is_over(await bert.wait(table, is_over))

    spend(house_at(database_url, bot_pause=NEVER), evening)


def test_spectators_and_strangers_have_no_say(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo", "Dora") as (*people, dora):
            table = await begin(people, "land-unter")
            await dora.watch(table)
            for do in ("end", "leave", "return", "undo", "rematch"):
                expected = "not_over" if do == "rematch" else "not_seated"
                assert await dora.refused(table, do) == expected

    spend(house_at(database_url), evening)


def test_the_choice_of_whoever_leaves_stays(database_url: str) -> None:
    """G-3: it was made, and counts with the others."""

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await begin(people, "land-unter")
            await anna.choose(table)
            chosen = anna.pages[table]["you"]["chosen"]
            await anna.done(table, "leave")
            assert anna.pages[table]["you"]["chosen"] == chosen
            await bert.choose(table)
            await cleo.choose(table)
            page = await anna.wait(table, lambda page: page["common"]["turn"]["number"] == 2)
            assert chosen not in page["you"]["options"]
            assert await next_to_choose([bert, cleo], table)
            assert seat(anna, table) == 0

    spend(house_at(database_url, bot_pause=NEVER), evening)
