"""Tables before the game: laid, found, sat down at, changed, started, closed."""

import msgspec
import pytest

from tablee import catalogue
from tablee.kernel.fair import nonce_commitment
from tablee.server.machine import THIS_MACHINE
from tablee.server.settings import Limits
from tablee.server.tables.decisions import TIME_TO_COME_BACK
from tablee.server.tables.laying import id_for
from tests.server.client import Client, Message, owes
from tests.server.company import (
    all_see,
    begin,
    chair,
    choose,
    code,
    company,
    forward,
    inside,
    lay,
    next_to_choose,
    said,
    seat,
    spectator,
    spend,
)
from tests.server.houses import GENEROUS, Clock, Serving, house_at

A_DAY = 86_400


async def wanted(client: Client, chairs: list[str], **plan: object) -> str:
    """The code with which a table is refused."""
    body = {"id": client.new_id(), "plan": {"game": "land-unter", **plan}, "chairs": chairs}
    return code(await client.http.post("/tables/", json=body), 400)


async def mine(client: Client) -> list[str]:
    return [entry["table"] for entry in await client.get("/tables/mine")]


async def lobby(client: Client) -> list[str]:
    return [entry["table"] for entry in await client.get("/tables/")]


def test_every_kind_of_chair(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as (anna, bert):
            table = await anna.lay("land-unter", ["open", "me", "friend", "random", "sailor"])
            page = await anna.watch(table)
            await bert.watch(table)
            chairs = page["common"]["chairs"]
            kinds = [(one["kind"], one["level"], one["host"]) for one in chairs]
            assert kinds == [
                ("open", "", False),
                ("person", "", True),
                ("friend", "", False),
                ("bot", "random", False),
                ("bot", "sailor", False),
            ]
            assert [one["name"] for one in chairs][:3] == ["", "Anna", ""]
            assert len({one["name"] for one in chairs[3:]}) == 2
            assert page["common"]["status"] == "waiting"
            assert page["you"]["seat"] == 1
            assert page["you"]["host"]
            given = page["you"]["invitations"]
            assert [bool(one) for one in given] == [False, False, True, False, False]
            assert "invitations" not in bert.pages[table]["you"]
            assert not bert.pages[table]["you"]["host"]
            async with spectator(serving.url, table) as looker:
                assert given[2] not in "".join([*bert.received, *looker.received])

    spend(house_at(database_url), evening)


def test_a_table_is_found_by_its_code(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await anna.lay("land-unter", ["me", "open", "open"])
            short = (await anna.watch(table))["common"]["code"]
            async with Client(serving.url) as visitor:
                for written in (short, short.upper(), f" {short} "):
                    assert await visitor.get(f"/tables/code/{written}") == {"table": table}
                assert code(await visitor.http.get("/tables/code/zzzzzzz"), 404) == "unknown"

    spend(house_at(database_url), evening)


def test_public_tables_stand_in_the_lobby_while_they_wait(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            anna, bert = people
            public = await lay(people, "land-unter", "open", public=True)
            await lay([anna], "land-unter", "open", "open")
            closed = await lay([anna], "land-unter", "open", "open", public=True)
            assert set(await lobby(bert)) == {public, closed}
            await anna.done(closed, "close")
            assert await lobby(bert) == [public]
            (entry,) = await bert.get("/tables/")
            assert [one["kind"] for one in entry["chairs"]] == ["person", "person", "open"]
            assert entry["your_seat"] == 1
            await anna.done(public, "start")
            assert await lobby(bert) == []

    spend(house_at(database_url), evening)


@pytest.mark.parametrize("title", list(catalogue.titles()))
def test_as_many_chairs_as_the_game_allows(database_url: str, title: str) -> None:
    allowed = catalogue.load(title).players

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            for chairs in range(2, 7):
                plan = ["me", *["open"] * (chairs - 1)]
                if chairs in allowed:
                    await anna.lay(title, plan)
                else:
                    assert await wanted(anna, plan, game=title) == "wrong_plan"

    spend(house_at(database_url), evening)


def test_options_of_the_game_are_those_of_the_table(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            options = {"open_play": True}
            table = await begin(people, "land-unter", "random", options=options)
            assert people[0].pages[table]["common"]["plan"]["options"] == options
            assert len(people[0].pages[table]["common"]["turn"]["waiting_for"]) == 1
            for person in people:
                await person.done(table, "end")
            record = await people[0].get(f"/tables/{table}/record")
            assert record["options"] == {
                "loss_passes_on": True,
                "two_left_pay": True,
                "open_play": True,
            }

    spend(house_at(database_url), evening)


def test_why_a_table_cannot_be_laid_is_said_in_the_readers_language(database_url: str) -> None:
    three = ["me", "open", "open"]
    wrong: list[tuple[Message, list[str], str]] = [
        ({"game": "chess"}, three, "Dieses Spiel steht nicht im Regal."),
        ({"options": {"tide": True}}, three, "Diese Option hat das Spiel nicht."),
        ({"keeper": "genius"}, three, "Einen Bot dieser Stärke oder dieses Charakters gibt"),
        ({}, ["me", "open", "sailor-wild"], "Einen Bot dieser Stärke oder dieses Charakters gibt"),
        ({}, ["me", "open"], "Dieses Spiel ist für 3 bis 5 Personen."),
    ]

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            for plan, chairs, why in wrong:
                body = {"id": "w", "plan": {"game": "land-unter"} | plan, "chairs": chairs}
                answer = await anna.http.post("/tables/", json=body, params={"language": "de"})
                assert code(answer, 400) == "wrong_plan"
                start = f"So lässt sich der Tisch nicht decken. {why}"
                assert answer.json()["text"].startswith(start)

    spend(house_at(database_url), evening)


def test_tables_that_cannot_be_laid(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        three = ["me", "open", "open"]
        async with company(serving.url, "Anna") as (anna,):
            assert await wanted(anna, three, game="chess") == "wrong_plan"
            assert await wanted(anna, three, options={"tide": True}) == "wrong_plan"
            assert await wanted(anna, three, keeper="genius") == "wrong_plan"
            assert await wanted(anna, ["me", "open", "genius"]) == "wrong_plan"
            assert await wanted(anna, three, clock={"kind": "hourglass"}) == "wrong_message"
            assert await wanted(anna, ["me"] * 9) == "wrong_message"
            body = {"id": "c", "plan": {"game": "land-unter"}, "chairs": ["me", "me", "open"]}
            assert code(await anna.http.post("/tables/", json=body), 409) == "already_seated"
            assert await mine(anna) == []

    spend(house_at(database_url), evening)


def test_laying_again_with_the_same_id_finds_the_first_table(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            body = {"id": "once", "plan": {"game": "land-unter"}, "chairs": ["me", "open", "open"]}
            first = (await anna.http.post("/tables/", json=body)).json()
            assert (await anna.http.post("/tables/", json=body)).json() == first
            assert await mine(anna) == [first["table"]]

    spend(house_at(database_url), evening)


def test_the_host_lays_and_clears_chairs(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            anna, bert = people
            table = await lay(people, "land-unter", "open", "sailor")
            assert await bert.refused(table, "place", seat=2, who="random") == "not_host"
            assert await anna.refused(table, "place", seat=4, who="random") == "no_such_seat"
            assert await anna.refused(table, "place", seat=2, who="genius") == "wrong_plan"
            await anna.done(table, "place", seat=2, who="random")
            await anna.done(table, "place", seat=3, who="friend")
            assert chair(anna, table, 2)["level"] == "random"
            assert chair(anna, table, 3)["kind"] == "friend"
            await anna.done(table, "place", seat=2, who="open")
            assert chair(anna, table, 2)["kind"] == "open"
            await anna.done(table, "place", seat=1, who="random")  # Bert has to go
            page = await bert.wait(table, lambda page: page["you"]["seat"] is None)
            assert page["common"]["chairs"][1]["kind"] == "bot"
            assert await mine(bert) == []
            assert await bert.refused(table, "stand") == "not_seated"
            await bert.done(table, "sit")
            assert seat(bert, table) == 2

    spend(house_at(database_url), evening)


def test_the_host_changes_plan_and_seats(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await lay(people, "land-unter", "random")
            for number, person in enumerate(people):
                await person.done(table, "commit", commitment=nonce_commitment(number, bytes(32)))
            plan = {"game": "lifeboats", "pace": "slow", "talk": False}
            assert await bert.refused(table, "change", plan=plan, seats=4) == "not_host"
            assert await anna.refused(table, "change", plan=plan, seats=2) == "wrong_plan"
            kilimanjaro = {"game": "kilimanjaro"}
            answer = await anna.do(table, "change", plan=kilimanjaro, seats=2)
            assert (answer["code"], "2" in answer["text"]) == ("too_many_people", True)
            await anna.done(table, "change", plan=plan, seats=6)
            common = anna.pages[table]["common"]
            assert common["plan"]["game"] == "lifeboats"
            assert common["plan"]["pace"] == "slow"
            kinds = [one["kind"] for one in common["chairs"]]
            assert kinds == ["person", "person", "person", "bot", "open", "open"]
            committed = [bool(one["commitment"]) for one in common["chairs"]]
            assert committed == [True, True, True, False, False, False]
            await bert.done(table, "stand")
            await anna.done(table, "change", plan=plan, seats=3)
            names = [one["name"] for one in anna.pages[table]["common"]["chairs"]]
            assert names[:2] == ["Anna", ""]  # chairs at the end go first, those of people stay
            await anna.done(table, "start")
            assert "changed" in said(cleo, table)
            await all_see(people, table, lambda page: page["common"]["status"] == "dealing")
            assert await anna.refused(table, "change", plan=plan, seats=3) == "not_waiting"

    spend(house_at(database_url), evening)


def test_the_host_hands_the_role_on(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            anna, bert = people
            table = await lay(people, "land-unter", "random", "open")
            assert await bert.refused(table, "host", seat=1) == "not_host"
            assert await anna.refused(table, "host", seat=2) == "nobody_there"
            assert await anna.refused(table, "host", seat=3) == "nobody_there"
            assert await anna.refused(table, "host", seat=5) == "no_such_seat"
            await anna.done(table, "host", seat=1)
            assert chair(anna, table, 1)["host"]
            assert not chair(anna, table, 0)["host"]
            assert await anna.refused(table, "start") == "not_host"
            await bert.done(table, "start")

    spend(house_at(database_url), evening)


def test_the_role_passes_when_the_host_stands_up_or_leaves(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with (
            company(serving.url, "Robot", bot=True) as (robot,),
            company(serving.url, "Anna", "Bert", "Cleo") as people,
        ):
            anna, bert, cleo = people
            table = await lay([anna, robot, bert, cleo], "land-unter")
            await anna.done(table, "stand")
            assert chair(anna, table, 2)["host"]  # not the bot from outside
            assert said(anna, table) == ["hosts"]
            await anna.done(table, "sit")
            await bert.done(table, "start")
            await bert.done(table, "leave")
            assert chair(bert, table, 0)["host"]
            await anna.done(table, "leave")
            await cleo.wait(table, lambda page: page["you"]["host"])
            await cleo.done(table, "leave")  # nobody is left to take the role
            await bert.done(table, "return")
            assert bert.pages[table]["you"]["host"]

    spend(house_at(database_url), evening)


def test_a_guest_may_take_the_role_of_a_host_who_does_not_return(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await lay(people, "land-unter")
            assert await bert.refused(table, "host", seat=1) == "not_host"
            await anna.hang_up()
            await bert.wait(table, lambda page: not page["common"]["chairs"][0]["present"])
            assert await bert.refused(table, "host", seat=2) == "not_host"  # only for oneself
            async with company(serving.url, "Dora") as (dora,):
                await dora.watch(table)
                assert await dora.refused(table, "host", seat=0) == "not_host"
            assert await bert.refused(table, "host", seat=1) == "host_may_return"
            await forward(serving, clock, TIME_TO_COME_BACK / 1000)
            await bert.done(table, "host", seat=1)
            assert await cleo.refused(table, "host", seat=2) == "not_host"
            await bert.done(table, "start")
            await anna.dial()
            assert not (await anna.watch(table))["you"]["host"]

    spend(house_at(database_url, clock), evening)


def test_a_host_who_comes_back_in_time_keeps_the_role(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            anna, bert = people
            table = await lay(people, "land-unter", "open")
            for _ in range(2):  # each time there is a whole minute
                await anna.hang_up()
                await bert.wait(table, lambda page: not page["common"]["chairs"][0]["present"])
                await forward(serving, clock, TIME_TO_COME_BACK / 2000)
                assert await bert.refused(table, "host", seat=1) == "host_may_return"
                await anna.dial()
                assert (await anna.watch(table))["you"]["host"]

    spend(house_at(database_url, clock), evening)


def test_a_table_is_closed_by_its_host(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            anna, bert = people
            table = await lay(people, "land-unter", "open", public=True)
            assert await bert.refused(table, "close") == "not_host"
            await anna.done(table, "close")
            assert (await bert.wait(table, lambda page: page["seq"] > 2))["common"][
                "status"
            ] == "closed"
            asked: dict[str, dict[str, object]] = {
                "start": {},
                "sit": {},
                "stand": {},
                "leave": {},
                "close": {},
                "rematch": {},
                "host": {"seat": 1},
                "say": {"text": "Hello?"},
                "emote": {"sign": "bye"},
                "choose": {"turn": 0, "choice": "1"},
            }
            for do, what in asked.items():
                assert await anna.refused(table, do, **what) == "closed"
            assert await mine(anna) == await mine(bert) == await lobby(bert) == []
            playing = await begin(people, "land-unter", "random")
            assert await anna.refused(playing, "close") == "not_waiting"

    spend(house_at(database_url), evening)


def test_sit_stand_and_sit_elsewhere(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Anna", "Cleo") as people:
            anna, twin, cleo = people
            table = await anna.lay("land-unter", ["me", "open", "open", "open"])
            for person in people:
                await person.watch(table)
            assert await twin.refused(table, "sit", seat=0) == "seat_taken"
            assert await twin.refused(table, "sit", seat=4) == "no_such_seat"
            await twin.done(table, "sit", seat=2)
            assert chair(twin, table)["name"] == "Anna 2"
            assert await twin.refused(table, "sit") == "already_seated"
            assert await twin.refused(table, "sit", seat=2) == "already_seated"
            await twin.done(table, "commit", commitment="ab" * 32)
            await twin.done(table, "sit", seat=3)
            names = [one["name"] for one in twin.pages[table]["common"]["chairs"]]
            assert names == ["Anna", "", "", "Anna 2"]
            assert not chair(twin, table)["commitment"]  # a commitment is for one chair
            await anna.done(table, "sit", seat=1)
            assert anna.pages[table]["you"]["host"]
            await cleo.done(table, "sit")
            assert seat(cleo, table) == 0
            await twin.done(table, "stand")
            assert twin.pages[table]["you"]["seat"] is None
            assert await twin.refused(table, "stand") == "not_seated"
            await twin.done(table, "sit", seat=2)
            async with company(serving.url, "Dora", "Emil") as (dora, emil):
                await dora.watch(table)
                await emil.watch(table)
                await dora.done(table, "sit")
                assert await emil.refused(table, "sit") == "table_full"

    spend(house_at(database_url), evening)


def test_a_chair_for_a_friend_takes_the_invitation(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            table = await anna.lay("land-unter", ["me", "friend", "friend"])
            for person in people:
                await person.watch(table)
            _, one, other = anna.pages[table]["you"]["invitations"]
            assert one != other
            assert await bert.refused(table, "sit") == "needs_invitation"
            assert await bert.refused(table, "sit", seat=1) == "needs_invitation"
            assert await bert.refused(table, "sit", invitation="guess") == "needs_invitation"
            assert await bert.refused(table, "sit", seat=1, invitation=other) == "needs_invitation"
            await bert.done(table, "sit", invitation=other)
            assert seat(bert, table) == 2
            assert await cleo.refused(table, "sit", invitation=other) == "needs_invitation"
            await bert.done(table, "stand")
            assert chair(cleo, table, 2)["kind"] == "friend"  # it still is the friend's
            await anna.done(table, "place", seat=2, who="open")
            await bert.done(table, "sit", invitation=other)  # an old link finds an open chair
            assert seat(bert, table) == 2
            await anna.done(table, "place", seat=2, who="friend")
            assert anna.pages[table]["you"]["invitations"][2] not in ("", one, other)
            await anna.done(table, "place", seat=2, who="open")
            await anna.done(table, "change", plan={"game": "land-unter"}, seats=4)
            await anna.done(table, "sit", seat=3)
            await bert.done(table, "sit", invitation=one)  # not the open chair before it
            assert seat(bert, table) == 1

    spend(house_at(database_url), evening)


def test_a_waiting_table_is_cleared_when_nothing_happens_for_a_week(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as (anna, bert):
            table = await lay([anna], "land-unter", "open", "open", public=True)
            await forward(serving, clock, 6 * A_DAY)
            await bert.watch(table)
            await bert.done(table, "sit")
            await forward(serving, clock, 6 * A_DAY)
            assert await lobby(anna) == [table]
            await bert.done(table, "say", text="Is anybody there?")
            await forward(serving, clock, 7 * A_DAY + 1)
            page = await bert.wait(table, lambda page: page["common"]["status"] == "closed")
            assert page["lines"][-1]["event"] == ["closed_by_house"]
            assert await lobby(anna) == await mine(anna) == []

    spend(house_at(database_url, clock), evening)


def test_start_is_for_the_host_and_fills_the_chairs_with_bots(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            anna, bert = people
            table = await lay(people, "land-unter", "open", "friend", keeper="random")
            assert await bert.refused(table, "start") == "not_host"
            await anna.done(table, "start")
            levels = [one["level"] for one in anna.pages[table]["common"]["chairs"]]
            assert levels == ["", "", "random", "random"]
            for do in ("sit", "stand", "start"):
                assert await anna.refused(table, do) == "not_waiting"
            assert await anna.refused(table, "place", seat=2, who="open") == "not_waiting"
            assert await anna.refused(table, "commit", commitment="ab" * 32) == "not_waiting"
            assert await anna.refused(table, "rematch") == "not_over"

    spend(house_at(database_url), evening)


def test_a_house_without_bots(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            anna, bert, cleo = people
            body = {"id": "c", "plan": {"game": "land-unter"}, "chairs": ["me", "open", "random"]}
            assert code(await anna.http.post("/tables/", json=body), 409) == "no_bots"
            table = await lay([anna, bert], "land-unter", "open")
            assert await anna.refused(table, "place", seat=2, who="random") == "no_bots"
            assert await anna.refused(table, "start") == "empty_chairs"
            await cleo.watch(table)
            await cleo.done(table, "sit")
            await anna.done(table, "start")
            await all_see(people, table, owes)

    spend(house_at(database_url, bots=False), evening)


def test_bots_are_counted_only_when_there_are_more_of_them(database_url: str) -> None:
    limits: Limits = msgspec.structs.replace(GENEROUS, bots_per_person=2)

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await lay([anna], "land-unter", "random", "open", "open")
            assert await anna.refused(table, "start") == "too_many"
            await anna.done(table, "place", seat=2, who="random")
            assert await anna.refused(table, "place", seat=3, who="random") == "too_many"
            await anna.done(table, "place", seat=2, who="open")  # to free a chair is always allowed
            await anna.done(table, "change", plan={"game": "land-unter"}, seats=3)
            first = await anna.do(table, "start", id="start")
            assert first["type"] == "done"
            assert await anna.do(table, "start", id="start") == first
            await anna.http.post(
                f"/tables/{table}/commands", json={"id": "x", "command": {"do": "end"}}
            )

    spend(house_at(database_url, limits=limits), evening)


def test_my_tables_begin_with_those_where_it_is_my_turn(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as people:
            games = [await begin(people, "lifeboats", pace="slow") for _ in range(3)]
            waiting = await lay([people[0]], "land-unter", "open", "open")
            for _ in range(4):
                await choose(people, games[0])
            for person in people:
                listed = await person.get("/tables/mine")
                turns = [entry["your_turn"] for entry in listed]
                assert turns == sorted(turns, reverse=True)
                found = {entry["table"] for entry in listed if entry["your_turn"]}
                assert found == {table for table in games if owes(person.pages[table])}
            assert {entry["table"] for entry in await people[0].get("/tables/mine")} == {
                *games,
                waiting,
            }
            mover = await next_to_choose(people, games[0])
            await mover.done(games[0], "leave")  # a bot chooses: it is no longer that person's turn
            entry = next(one for one in await mover.get("/tables/mine") if one["table"] == games[0])
            assert not entry["your_turn"]

    spend(house_at(database_url, bot_pause=600.0), evening)


def test_my_tables_are_those_i_sit_at_or_host(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "Bert") as (anna, bert):
            table = await anna.lay("land-unter", ["open", "open", "open"])
            assert await mine(anna) == [table]
            await bert.watch(table)
            await bert.done(table, "sit")
            assert await mine(bert) == [table]
            await bert.done(table, "stand")
            assert await mine(bert) == []

    spend(house_at(database_url), evening)


def test_the_house_knows_what_was_played_last(database_url: str) -> None:
    clock = Clock()

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            for game in ("lifeboats", "kilimanjaro"):
                clock.ahead += 1_000
                await anna.lay(game, ["me", "open", "open"])
            store = serving.house.store
            assert await inside(serving, store.games_played(1)) == ["kilimanjaro"]
            assert await inside(serving, store.games_played(9)) == ["kilimanjaro", "lifeboats"]

    spend(house_at(database_url, clock), evening)


def test_no_id_can_be_taken_for_a_flag() -> None:
    ids = [id_for("somebody", str(number)) for number in range(200)]
    ids += [THIS_MACHINE.new_id() for _ in range(200)]
    assert len(set(ids)) == len(ids)
    assert not [id for id in ids if "-" in id]
