"""Taking a choice back at the table: by consent of all people, and never more than that."""

import asyncio
import itertools

from tablee import catalogue
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tests.server.client import Client
from tests.server.company import (
    all_see,
    begin,
    caught_up,
    chair,
    choose,
    company,
    forward,
    next_to_choose,
    said,
    seat,
    spectator,
    spend,
    turn,
)
from tests.server.houses import Clock, Serving, house_at
from tests.tables import Table, random_play

NEVER = 600.0  # a pause no test waits for


async def made(people: list[Client], table: str) -> tuple[Client, list[Client]]:
    """A choice that could be taken back: whose it was, and the others."""
    mover = await choose(people, table)
    return mover, [person for person in people if person is not mover]


def test_undo_by_consent_of_all(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            before = {person: person.pages[table]["view"] for person in people}
            first = turn(people[0], table)
            mover, others = await made(people, table)
            assert [person.pages[table]["you"]["may_undo"] for person in people] == [
                person is mover for person in people
            ]
            assert await others[0].refused(table, "undo") == "not_undoable"
            assert await others[0].refused(table, "consent", agree=True) == "no_undo_asked"
            after = mover.pages[table]["view"]
            await mover.done(table, "undo")
            assert mover.pages[table]["common"]["undo_asked"] == seat(mover, table)
            assert await mover.refused(table, "undo") == "undo_is_asked"
            assert await mover.refused(table, "consent", agree=True) == "already_answered"
            seq = await others[0].done(table, "consent", agree=True)
            await caught_up(people, table, seq)
            agreed = sorted([seat(mover, table), seat(others[0], table)])
            assert mover.pages[table]["common"]["undo_agreed"] == agreed
            assert await others[0].refused(table, "consent", agree=False) == "already_answered"
            assert mover.pages[table]["view"] == after  # one is still missing
            await caught_up(people, table, await others[1].done(table, "consent", agree=True))
            assert {person: person.pages[table]["view"] for person in people} == before
            assert mover.pages[table]["common"]["undo_asked"] is None
            assert mover.pages[table]["common"]["undo_agreed"] == []
            assert turn(mover, table) == first + 2
            assert said(mover, table)[-2:] == ["undo_asked", "undone"]
            option = mover.pages[table]["you"]["options"][0]
            for old in (first, first + 1):
                assert await mover.refused(table, "choose", turn=old, choice=option) == "late"
            await mover.choose(table, max)

    spend(house_at(database_url), evening)


def test_one_who_does_not_agree_is_enough(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            mover, others = await made(people, table)
            now = turn(mover, table)
            await mover.done(table, "undo")
            await others[0].done(table, "consent", agree=True)
            await caught_up(people, table, await others[1].done(table, "consent", agree=False))
            assert mover.pages[table]["common"]["undo_asked"] is None
            assert turn(mover, table) == now
            assert said(mover, table)[-1] == "undo_declined"
            assert mover.lines[table][-1]["seat"] == seat(others[1], table)
            await mover.done(table, "undo")  # one may ask again

    spend(house_at(database_url), evening)


def test_the_wish_lapses_when_somebody_chooses(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            mover, others = await made(people, table)
            await mover.done(table, "undo")
            await choose(people, table)
            assert mover.pages[table]["common"]["undo_asked"] is None
            assert said(mover, table)[-1] == "undo_lapsed"
            assert await others[0].refused(table, "consent", agree=True) == "no_undo_asked"
            assert await mover.refused(table, "undo") == "not_undoable"  # another has chosen since

    spend(house_at(database_url), evening)


def test_nothing_that_was_shown_is_taken_back(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            for game in ("land-unter", "diabolo", "kilimanjaro"):
                table = await begin(people, game)
                assert await people[0].refused(table, "undo") == "not_undoable"
                for _ in range(3):
                    mover = await choose(people, table)
                    assert not mover.pages[table]["you"]["may_undo"]
                    assert await mover.refused(table, "undo") == "not_undoable"

    spend(house_at(database_url), evening)


def test_a_vote_is_not_taken_back_nor_what_was_before_it(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna = people[0]
            table = await begin(people, "lifeboats", automatic=False)
            while anna.pages[table]["common"]["turn"]["question"] != "leak_vote":
                mover = await choose(people, table)
            assert mover.pages[table]["you"]["may_undo"]
            now = turn(anna, table)
            while turn(anna, table) == now:  # ballot by ballot
                await choose(people, table)
                assert not any(person.pages[table]["you"]["may_undo"] for person in people)
                for person in people:
                    assert await person.refused(table, "undo") == "not_undoable"

    spend(house_at(database_url), evening)


def test_a_choice_the_table_made_is_nobodys_to_take_back(database_url: str) -> None:
    position, choice = before_a_forced_choice(catalogue.load("lifeboats"))

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            mover = await next_to_choose(people, table)
            now = turn(mover, table)
            await caught_up(people, table, await mover.choose(table, lambda _: choice))
            assert "forced" in said(mover, table)
            assert turn(mover, table) > now + 1
            for person in people:
                assert not person.pages[table]["you"]["may_undo"]
                assert await person.refused(table, "undo") == "not_undoable"

    house = house_at(database_url)
    house.deal = lambda *_: position.state.copy()
    spend(house, evening)


def before_a_forced_choice(game: Game) -> tuple[Match, str]:
    """A game and a choice in it after which the next seat, alone, has one option as all can see."""
    kind = Table(game, 3, tuple(game.switches.items()))
    for seed in itertools.count():
        match = kind.match(seed)
        for _ in random_play(match, seed):
            if len(match.waiting_for) != 1 or match.forced(match.waiting_for[0]) is not None:
                continue
            option = match.options(match.waiting_for[0])[0]
            after = Match(game, match.state.copy())
            after.choose(after.waiting_for[0], option)
            if len(after.waiting_for) != 1 or (only := after.forced(after.waiting_for[0])) is None:
                continue
            after.choose(after.waiting_for[0], only)
            free = all(after.forced(seat) is None for seat in after.waiting_for)
            if free and after.undoable is not None:
                return match, game.notation.say(option)
    raise AssertionError("there are no such games")


def test_bots_agree_and_wait_for_the_answers(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with (
            company(serving.url, "Robot", bot=True) as (robot,),
            company(serving.url, "Anna", "Bert") as people,
        ):
            anna, bert = people
            table = await begin([*people, robot], "lifeboats", "random")
            everybody = [*people, robot]
            # The seats choose in turn; after Bert and the bot from outside comes the house's bot.
            while await next_to_choose(everybody, table) is not anna:
                await forward(serving, clock, NEVER)
                await choose(everybody, table)
            await anna.choose(table)
            now = turn(anna, table)
            await anna.done(table, "undo")
            await bert.wait(table, lambda page: page["common"]["undo_asked"] is not None)
            await bert.done(table, "consent", agree=True)  # the robot is not asked
            assert turn(bert, table) == now + 1
            assert said(bert, table)[-1] == "undone"

    spend(house_at(database_url, clock), evening)


def test_a_bot_of_the_house_waits_while_people_answer(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            table = await begin(people, "lifeboats", "random")
            while True:
                mover = await next_to_choose(people, table)
                await mover.choose(table)
                owing = mover.pages[table]["common"]["turn"]["waiting_for"]
                if owing == [2] and mover.pages[table]["you"]["may_undo"]:
                    break
                await forward(serving, clock, 10)
            turn = mover.pages[table]["common"]["turn"]["number"]
            await mover.done(table, "undo")
            other = next(person for person in people if person is not mover)
            await forward(serving, clock, 29)
            await other.wait(table, lambda page: page["common"]["undo_asked"] is not None)
            await other.done(table, "emote", sign="think")
            assert other.pages[table]["common"]["undo_asked"] == seat(mover, table)
            await forward(serving, clock, 2)
            page = await mover.wait(table, lambda page: page["common"]["undo_asked"] is None)
            assert page["common"]["turn"]["number"] > turn
            assert "undo_lapsed" in said(mover, table)

    spend(house_at(database_url, clock, bot_pause=10.0), evening)


def test_people_who_left_are_not_asked(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo", "Dora") as people:
            table = await begin(people, "lifeboats")
            mover = await next_to_choose(people, table)
            after = people[(seat(mover, table) + 1) % 4]
            gone, other = (one for one in people if one not in (mover, after))
            await gone.done(table, "leave")
            await mover.choose(table)
            now = turn(mover, table)
            await mover.done(table, "undo")
            assert await gone.refused(table, "consent", agree=False) == "kept"
            await all_see([other], table, lambda page: page["common"]["undo_asked"] is not None)
            await other.done(table, "consent", agree=True)
            assert turn(other, table) == now
            await caught_up(people, table, await after.done(table, "leave"))  # all others agreed
            assert turn(mover, table) == now + 1
            assert said(mover, table)[-1] == "undone"
            assert chair(mover, table, seat(after, table))["kept"]

    spend(house_at(database_url, bot_pause=NEVER), evening)


def test_the_wish_goes_with_whoever_had_it(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            mover, others = await made(people, table)
            now = turn(mover, table)
            await mover.done(table, "undo")
            await caught_up(people, table, await mover.done(table, "leave"))
            assert mover.pages[table]["common"]["undo_asked"] is None
            assert turn(mover, table) == now
            assert await others[0].refused(table, "consent", agree=True) == "no_undo_asked"
            assert await mover.refused(table, "undo") == "kept"

    spend(house_at(database_url, bot_pause=NEVER), evening)


def test_two_choices_in_a_row(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            before = people[0].pages[table]["view"]
            first = turn(people[0], table)
            one = await choose(people, table)
            two = await choose(people, table)
            assert one is not two
            for mover in (two, one):
                await mover.done(table, "undo")
                for other in people:
                    if other is not mover:
                        seq = await other.done(table, "consent", agree=True)
                await caught_up(people, table, seq)
            assert people[0].pages[table]["view"] == before
            assert turn(people[0], table) == first + 4
            assert await one.refused(table, "undo") == "not_undoable"  # nobody has chosen
            assert await next_to_choose(people, table) is one

    spend(house_at(database_url), evening)


def test_nothing_is_taken_back_after_the_end(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            table = await begin(people, "lifeboats")
            mover, others = await made(people, table)
            await mover.done(table, "undo")
            await asyncio.gather(*(person.done(table, "end") for person in people))
            kept = await mover.get(f"/tables/{table}/record")
            assert await others[0].refused(table, "consent", agree=True) == "not_playing"
            assert others[0].pages[table]["common"]["undo_asked"] is None
            assert await mover.get(f"/tables/{table}/record") == kept
            assert len(kept["turns"]) == 1

    spend(house_at(database_url), evening)


def test_a_spectator_is_not_asked(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo", "Dora") as (*people, dora):
            table = await begin(people, "lifeboats")
            await dora.watch(table)
            mover, _ = await made(people, table)
            await mover.done(table, "undo")
            assert await dora.refused(table, "consent", agree=False) == "not_seated"
            async with spectator(serving.url, table) as looker:
                assert await looker.refused(table, "consent", agree=False) == "who_are_you"
                assert looker.pages[table]["common"]["undo_asked"] == seat(mover, table)

    spend(house_at(database_url), evening)
