"""Bots of the house at real tables: who they are, how they are told to hurry, what they leave."""

import asyncio
import multiprocessing
import time

import msgspec
import pytest

from tablee import catalogue
from tablee.bots import personas
from tablee.bots.players import LADDER, NAMES
from tablee.bots.position import suppose
from tablee.bots.searcher import Effort
from tablee.kernel.chance import Random
from tablee.kernel.match import Match
from tablee.kernel.texts import LANGUAGES
from tablee.server.bots.keepers import Keepers, think, warm_up
from tablee.server.bots.workers import Busy, Workers
from tablee.server.tables import acts
from tests.server.client import Client, owes
from tests.server.company import (
    begin,
    caught_up,
    chair,
    company,
    inside,
    lay,
    said,
    spectator,
    spend,
    turn,
)
from tests.server.houses import PATIENCE, Serving, house_at
from tests.waiting import until

NEVER = 60.0  # seconds a bot takes


def test_levels_and_characters_are_told_in_every_language(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            for language in LANGUAGES:
                about = await anna.get(f"/house?language={language}")
                assert about["bots"] == [one["id"] for one in about["levels"]] == list(LADDER)
                for game in catalogue.titles():
                    told = await anna.get(f"/games/{game}?language={language}")
                    assert told["levels"] == about["levels"]
                    known = [one["id"] for one in told["characters"]]
                    assert known == list(catalogue.load(game).bots.CHARACTERS)
                    for one in told["characters"] + told["levels"]:
                        assert one["name"]
                        assert one["sentence"].endswith(".")

    spend(house_at(database_url), evening)


@pytest.mark.parametrize(("bots", "search"), [(True, False), (False, True)])
def test_levels_are_told_by_name_also_where_they_are_not_offered(
    database_url: str, monkeypatch: pytest.MonkeyPatch, bots: bool, search: bool
) -> None:
    """A chair may be kept by one: by a sailor without search, by whoever sat there before."""
    monkeypatch.setattr(personas, "available", lambda: search)

    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            for path in ("/house", "/games/diabolo"):
                told = await anna.get(f"{path}?language=de")
                assert told["bots"] == (["cadet", "sailor"] if bots else [])
                assert [one["id"] for one in told["levels"]] == list(LADDER)
                assert "Matrose" in [one["name"] for one in told["levels"]]

    spend(house_at(database_url, bots=bots), evening)


def test_what_is_told_of_bots_is_about_bots_there_are() -> None:
    told = personas.content()
    assert (*told["measures"], *told["levels"]) == NAMES
    used = {name for game in catalogue.games() for name in game.bots.CHARACTERS}
    assert set(told["characters"]) == used
    for kind in told.values():
        for entry in kind.values():
            for texts in entry.values():
                assert list(texts) == list(LANGUAGES)
                assert len(set(texts.values())) == len(LANGUAGES) or entry["name"] == texts


def test_a_search_without_time_gives_the_best_found_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    warm_up("land-unter")  # a house does so first: reading what was compiled takes its own time
    endless = Effort(playouts=3_000_000, width=8)
    monkeypatch.setattr("tablee.bots.hints.effort", lambda *_: endless)
    game = catalogue.load("land-unter")
    position = suppose(Match(game, game.dealt(4, {}, Random(1))), 0)
    choice = think(position.pack(), "captain", 1, why=True)
    assert choice.option in position.options
    assert 0 < choice.playouts < endless.playouts // 20  # of the best option alone


def test_a_bot_keeps_the_character_it_sat_down_with(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            seats = ["sailor-greedy", "sailor", "captain", "heuristic"]
            table = await lay([anna], "land-unter", *seats)
            before = [(one["level"], one["character"]) for one in chairs(anna, table)]
            assert before[1] == ("sailor", "greedy")
            assert before[3] == ("captain", "")
            for level, character in (before[2], before[4]):  # the house drew one
                assert level == "sailor"
                assert character in personas.characters("land-unter")
            await anna.done(table, "start")
            assert [(one["level"], one["character"]) for one in chairs(anna, table)] == before
            again = await anna.get(f"/tables/{table}")
            assert again["common"]["chairs"][1]["character"] == "greedy"

    spend(house_at(database_url, bot_pause=NEVER), evening)


def chairs(client: Client, table: str) -> list[dict[str, str]]:
    return list(client.pages[table]["common"]["chairs"])


@pytest.mark.parametrize(
    "who", ["wizard", "sailor-", "sailor-loyal", "captain-greedy", "random-even"]
)
def test_a_bot_that_does_not_exist_is_refused(database_url: str, who: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await lay([anna], "land-unter", "open", "open")
            assert await anna.refused(table, "place", seat=1, who=who) == "wrong_plan"
            plan = {"game": "land-unter", "keeper": who}
            assert await anna.refused(table, "change", plan=plan, seats=3) == "wrong_plan"

    spend(house_at(database_url), evening)


def test_in_another_game_a_bot_has_a_character_of_that_game(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await lay([anna], "land-unter", "cadet-greedy", "sailor-even")
            await anna.done(table, "change", plan={"game": "lifeboats"}, seats=3)
            assert chair(anna, table, 1)["character"] in personas.characters("lifeboats")
            assert chair(anna, table, 2)["character"] == "even"

    spend(house_at(database_url), evening)


def test_the_names_of_old_tables_are_read_as_those_of_today() -> None:
    laid = acts.decode(
        '{"act":"laid","code":"c","host":"h","seed":"00","plan":{"game":"diabolo","keeper":'
        '"heuristic"},"chairs":[{"guest":{"name":"Clara","level":"heuristic"}},'
        '{"guest":{"name":"Edgar","level":"random"}}]}'
    )
    assert isinstance(laid, acts.Laid)
    assert laid.plan.keeper == "sailor"
    assert [one.guest and one.guest.bot for one in laid.chairs] == ["sailor", "random"]


def test_bots_can_be_told_to_hurry(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            anna, bert = people
            table = await begin(people, "land-unter", "sailor", "cadet")
            await bert.choose(table)
            await anna.choose(table)
            assert turn(anna, table) == 1  # two bots take their time
            async with company(serving.url, "Cleo") as (cleo,):
                assert await cleo.refused(table, "hurry") == "not_seated"
            assert await bert.refused(table, "hurry", on=False) == "already_answered"
            await bert.done(table, "hurry")
            assert await anna.refused(table, "hurry") == "already_answered"
            page = await anna.wait(table, lambda page: page["common"]["turn"]["number"] == 2)
            assert page["common"]["hurry"]
            await anna.done(table, "hurry", on=False)
            assert not anna.pages[table]["common"]["hurry"]
            told = [name for name in said(anna, table) if name.startswith("bots_")]
            assert told == ["bots_hurry", "bots_take_their_time"]

    spend(house_at(database_url, bot_pause=NEVER), evening)


def test_a_search_that_is_not_ready_makes_nobody_wait_and_says_so(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await begin([anna], "kilimanjaro", "champion", automatic=False)
            while said(anna, table).count("bot_was_hasty") == 0:
                if owes(anna.pages[table]):
                    await anna.choose(table)
                else:
                    await anna.wait(table, owes)
            events = await inside(serving, serving.house.store.events(table))
            chose = [one.act for one in events if isinstance(one.act, acts.Chose)]
            assert next(act.instead for act in chose if act.by == "bot") == "sailor"
            assert all(act.instead == "" for act in chose if act.by == "person")
            (line,) = [one for one in anna.lines[table] if one.get("event") == ["bot_was_hasty"]]
            assert line["seat"] == 1

    spend(house_at(database_url), evening)  # which closes although a search is being compiled


def test_a_keeper_leaves_a_note_for_whoever_was_away_and_nobody_else(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", languages=["fr", "en"]) as people:
            anna, bert = people
            table = await begin(people, "land-unter", "sailor", keeper="sailor")
            await anna.done(table, "leave")
            await bert.choose(table)
            await bert.wait(table, lambda page: page["common"]["turn"]["number"] == 2)
            await anna.hang_up()
            await anna.dial()
            page = await anna.watch(table)
            note = page["you"]["away"][0]  # in the next turn it may have chosen, too
            played = [one["event"][2] for one in bert.lines[table] if played_by(one, 0)]
            assert note["choice"] == str(played[0])
            assert note["text"].startswith(f"{note['choice']} : ")
            assert "Matelot" in note["text"]
            english = (await anna.get(f"/tables/{table}?language=en"))["you"]["away"]
            assert english[0]["choice"] == note["choice"]
            assert "Sailor" in english[0]["text"]
            async with spectator(serving.url, table) as looker:
                assert "away" not in looker.pages[table]["you"]
            assert "away" not in bert.pages[table]["you"]
            assert not any("Matelot" in text or "away" in text for text in bert.received)
            await caught_up([anna], table, await anna.choose(table))
            assert "away" not in anna.pages[table]["you"]

    spend(house_at(database_url), evening)


def played_by(line: dict[str, list[object]], seat: int) -> bool:
    return line.get("event", [])[:2] == ["plays", seat]


def test_notes_are_there_after_a_restart(database_url: str) -> None:
    found: list[str] = []

    async def tonight(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            anna, bert = people
            table = await begin(people, "land-unter", "sailor")
            await anna.done(table, "leave")
            await bert.choose(table)
            await bert.wait(table, lambda page: page["common"]["turn"]["number"] == 2)
            away = (await anna.get(f"/tables/{table}"))["you"]["away"]
            found.extend([table, anna.secret, msgspec.json.encode(away[0]).decode()])

    async def tomorrow(serving: Serving) -> None:
        table, secret, before = found
        async with Client(serving.url, secret) as anna:
            away = (await anna.get(f"/tables/{table}"))["you"]["away"]
            assert msgspec.json.encode(away[0]).decode() == before

    spend(house_at(database_url), tonight)
    spend(house_at(database_url), tomorrow)


def test_workers_refuse_too_much_and_go_home_at_once() -> None:
    async def work() -> None:
        workers = Workers(1, 1)
        asleep = asyncio.create_task(workers.run(time.sleep, 10 * PATIENCE))
        await until(multiprocessing.active_children)
        with pytest.raises(Busy):
            await workers.run(time.sleep, 0)
        workers.close()
        with pytest.raises(Busy):
            await asleep
        await until(lambda: not multiprocessing.active_children())

    asyncio.run(work())


def test_workers_go_home_quietly_when_work_was_cancelled() -> None:
    """A thread that fails would make this test fail (pytest tells of it as a warning)."""

    async def work() -> None:
        workers = Workers(1, 100)
        tasks = [asyncio.create_task(workers.run(time.sleep, 0.05)) for _ in range(20)]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        workers.close()
        await until(lambda: not multiprocessing.active_children())

    for _ in range(3):
        asyncio.run(work())


def unheard(error: Exception, _who: str, _seed: int) -> None:
    """Nothing is to fail here."""
    raise error


def test_a_search_that_takes_too_long_is_not_waited_for() -> None:
    game = catalogue.load("land-unter")
    match = Match(game, game.dealt(3, {}, Random(1)))

    async def work() -> None:
        keepers = Keepers(1, 10)
        keepers.ready.add(game.folder)
        asleep = asyncio.create_task(keepers.deep.run(time.sleep, 10 * PATIENCE))
        await asyncio.sleep(0)
        try:
            async with asyncio.timeout(PATIENCE):
                choice = await keepers.choose(suppose(match, 0), "champion", False, unheard)
            assert choice.instead == "sailor"
            assert choice.option in match.options(0)
            assert keepers.waiting == 1
        finally:
            keepers.close()
            with pytest.raises(Busy):
                await asleep

    asyncio.run(work())
