"""Choices at the table: made, changed, refused, and those the table makes by itself (G-4)."""

import asyncio
import itertools

import pytest

from tablee import catalogue
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tests.server.client import Client, is_over, owes, play_on
from tests.server.company import (
    all_see,
    begin,
    caught_up,
    chair,
    choose,
    company,
    next_to_choose,
    said,
    seat,
    spectator,
    spend,
    turn,
)
from tests.server.houses import Serving, house_at
from tests.tables import Table, random_play


def test_a_choice_may_be_changed_until_the_last_one_is_in(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await begin(people, "land-unter")
            now = turn(anna, table)
            first, second = anna.pages[table]["you"]["options"][:2]
            await anna.done(table, "choose", turn=now, choice=first)
            assert anna.pages[table]["you"]["chosen"] == first
            assert anna.pages[table]["common"]["turn"]["waiting_for"] == [1, 2]
            await bert.choose(table)
            seq = await anna.done(table, "choose", turn=now, choice=second)
            assert anna.pages[table]["you"]["chosen"] == second
            assert anna.pages[table]["common"]["turn"]["waiting_for"] == [2]
            await caught_up(people, table, seq)
            for other in (bert, cleo):
                assert other.pages[table]["you"]["chosen"] != second
                assert other.lines[table][-1]["event"] == ["dealt"]  # nothing is told yet
            await caught_up(people, table, await cleo.choose(table))
            assert turn(anna, table) == now + 1
            answer = await anna.do(table, "choose", turn=now, choice=first)
            assert answer["code"] == "late"
            assert str(now + 1) in answer["text"]
            assert second not in anna.pages[table]["you"]["options"]
            assert first in anna.pages[table]["you"]["options"]

    spend(house_at(database_url), evening)


def test_choices_that_are_refused(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        languages = ("fr", "en", "de")
        async with company(serving.url, "Anna", "Bert", "Cleo", languages=languages) as people:
            table = await begin(people, "land-unter")
            texts = set()
            for person in people:
                page = person.pages[table]
                legal = page["you"]["options"]
                foreign = next(str(card) for card in range(1, 61) if str(card) not in legal)
                now = turn(person, table)
                answer = await person.do(table, "choose", turn=now, choice=foreign)
                assert (answer["code"], answer["clause"]) == ("illegal_choice", "LU-8")
                assert answer["legal"] == legal
                texts.add(answer["text"])
                answer = await person.do(table, "choose", turn=now, choice="the ace")
                assert answer["code"] == "illegal_choice"
                assert answer["legal"] == legal
                assert await person.refused(table, "choose", turn=now + 1, choice=legal[0]) == (
                    "late"
                )
                assert person.pages[table] == page  # nothing has changed
            assert len(texts) == 3
            async with spectator(serving.url, table) as looker:
                assert await looker.refused(table, "choose", turn=1, choice="1") == "who_are_you"
            async with company(serving.url, "Dora") as (dora,):
                assert await dora.refused(table, "choose", turn=1, choice="1") == "not_seated"

    spend(house_at(database_url), evening)


def test_only_those_choose_whose_turn_it_is(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            mover = await next_to_choose(people, table)
            for person in people:
                assert bool(person.pages[table]["you"]["options"]) == (person is mover)
            choice = mover.pages[table]["you"]["options"][0]
            for person in people:
                if person is not mover:
                    now = turn(person, table)
                    answer = await person.do(table, "choose", turn=now, choice=choice)
                    assert answer["code"] == "not_owed"
                    assert answer["clause"].startswith("LB-")
                    assert "legal" not in answer
            await mover.choose(table)

    spend(house_at(database_url), evening)


def test_choosing_again_with_the_same_id_is_one_choice(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna = people[0]
            table = await begin(people, "land-unter")
            what = {"turn": turn(anna, table), "choice": anna.pages[table]["you"]["options"][0]}
            first = await anna.do(table, "choose", id="mine", **what)
            assert await anna.do(table, "choose", id="mine", **what) == first
            for person in people[1:]:
                await person.choose(table)
            assert await anna.do(table, "choose", id="mine", **what) == first  # also much later

    spend(house_at(database_url), evening)


@pytest.mark.parametrize("automatic", [True, False])
def test_the_table_makes_the_only_choice_there_is(database_url: str, automatic: bool) -> None:
    """G-4: Land Unter's last card of a hand; everybody can count that it is the last."""

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", languages=("fr", "de")) as people:
            table = await begin(people, "land-unter", *["random"] * 3, automatic=automatic)
            alone = 0

            async def play(person: Client) -> None:
                nonlocal alone
                while True:
                    page = await person.wait(table, lambda page: owes(page) or is_over(page))
                    if is_over(page):
                        return
                    alone += len(page["you"]["options"]) == 1
                    await person.choose(table)

            await asyncio.gather(*map(play, people))
            forced = said(people[0], table).count("forced")
            lines = [line for line in people[0].lines[table] if line.get("event") == ["forced"]]
            if automatic:
                assert alone == 0
                assert forced > 0
                assert {line["seat"] for line in lines} == {0, 1}  # the bot's are no news
                name = chair(people[0], table)["name"]
                assert f"{name} n'avait qu'un choix : la table l'a joué." in [
                    line["text"] for line in lines
                ]
            else:
                assert forced == 0
                assert alone > 0
            record = await people[0].get(f"/tables/{table}/record")
            assert {len(choices.split()) for choices in record["turns"]} <= {2, 3, 4, 5}
            assert record["result"]  # which follows from all choices, also those of the table

    spend(house_at(database_url), evening)


def test_a_choice_that_only_its_owner_knows_to_be_forced_is_the_owners(database_url: str) -> None:
    """G-4: in Diabolo, that a placement is forced would tell what else is in the hand."""
    forced = only_one_option(catalogue.load("diabolo"), 5)

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo", "Dora", "Emil") as people:
            table = await begin(people, "diabolo", automatic=True)
            mover = await next_to_choose(people, table)
            assert len(mover.pages[table]["you"]["options"]) == 1
            assert all(said(person, table) == ["dealt"] for person in people)
            await mover.choose(table)

    house = house_at(database_url)
    house.deal = lambda *_: forced.state.copy()
    spend(house, evening)


def only_one_option(game: Game, players: int) -> Match:
    """A game at a point where somebody has one option, and only they know."""
    table = Table(game, players, tuple(game.switches.items()))
    for seed in itertools.count():
        match = table.match(seed)
        for _ in random_play(match, seed):
            alone = [seat for seat in match.waiting_for if len(match.options(seat)) == 1]
            if alone and match.forced(alone[0]) is None:
                return match
    raise AssertionError("there are no such games")


def test_a_spectator_sees_the_game_and_no_options(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            table = await begin(people, "lifeboats", "random")
            async with spectator(serving.url, table) as looker:
                mover = await choose(people, table)
                seq = mover.pages[table]["seq"]
                page = await looker.wait(table, lambda page: page["seq"] >= seq)
                assert page["you"] == {"seat": None, "host": False}
                assert page["common"]["turn"]["number"] >= 2
                assert page["view"]
                assert any(line["kind"] == "game" for line in looker.lines[table])
                assert seat(mover, table) is not None

    spend(house_at(database_url), evening)


def test_a_whole_game_ends_for_everybody_alike(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            table = await begin(people, "kilimanjaro")
            await asyncio.gather(*(play_on(person, table) for person in people))
            pages = await all_see(people, table, is_over)
            assert pages[0]["common"]["result"] == pages[1]["common"]["result"]
            assert pages[0]["common"]["result"]["finished"]
            for do in ("end", "undo", "leave", "return"):
                assert await people[0].refused(table, do) == "not_playing"
            assert await people[0].refused(table, "choose", turn=1, choice="x") == "not_playing"

    spend(house_at(database_url), evening)
