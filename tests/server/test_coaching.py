"""Hints, analyses and par over HTTP, by real searches."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from functools import partial

import httpx
import msgspec
import pytest

from tablee import catalogue
from tablee.bots.position import suppose
from tablee.kernel import record
from tablee.kernel.chance import Random
from tablee.kernel.match import Match
from tablee.server.api.coaching import told_hint
from tablee.server.bots import keepers
from tablee.server.bots.studies import Advice
from tests.server.client import Message, is_over, owes, play_on
from tests.server.company import begin, choose, code, company, inside, next_to_choose, said
from tests.server.houses import GENEROUS, Serving, house_at, serve
from tests.waiting import asked_until

PATIENCE = 400.0  # seconds: the first search of all is compiled
GAME = "land-unter"


@pytest.fixture(scope="module")
def serving(shared_url: str) -> Iterator[Serving]:
    """One house for all tests, since its searches have to be made ready."""
    with serve(house_at(shared_url)) as serving:
        yield serving


async def ready(ask: Callable[[], Awaitable[httpx.Response]]) -> Message:
    """The answer once it is worked out."""

    def is_ready(answer: httpx.Response) -> bool:
        if answer.status_code == 202:
            assert 0 <= answer.json()["share"] < 1
        elif answer.status_code != 200:
            assert code(answer, 409) == "not_ready"
        return answer.status_code == 200

    return dict((await asked_until(ask, is_ready)).json())


def test_a_hint_says_what_the_captain_would_do(serving: Serving) -> None:
    async def evening() -> None:
        async with company(serving.url, "Anna", "Bert", languages=["de", "en"]) as people:
            anna, bert = people
            table = await begin(people, GAME, "sailor")
            page = anna.pages[table]
            hint = await ready(lambda: anna.http.get(f"/tables/{table}/hint"))
            assert hint["turn"] == page["common"]["turn"]["number"]
            choices = [one["choice"] for one in hint["options"]]
            assert choices[0] == hint["best"]
            assert set(choices) <= set(page["you"]["options"])
            assert len(choices) > 1
            assert hint["options"][0]["behind"] == 0
            assert all(one["behind"] >= 0 and one["visits"] > 0 for one in hint["options"])
            assert hint["text"].startswith(hint["best"])
            assert str(hint["options"][0]["visits"]) in hint["text"]
            assert "Fortsetzungen" in hint["text"]
            again = await anna.get(f"/tables/{table}/hint?language=en")
            assert again["options"] == hint["options"]
            assert "thought" in again["text"]
            turn = page["common"]["turn"]["number"]
            await anna.done(table, "choose", turn=turn, choice=hint["best"])
            assert code(await anna.http.get(f"/tables/{table}/hint"), 409) == "not_owed"
            await bert.choose(table)
            await anna.wait(table, lambda page: page["common"]["turn"]["number"] > turn)
            later = await ready(lambda: anna.http.get(f"/tables/{table}/hint"))
            assert later["turn"] > turn

    asyncio.run(evening())


def test_no_option_is_listed_nearer_to_the_best_than_the_next_best_is() -> None:
    """What was given up early may have seemed better then than it is."""
    game = catalogue.load(GAME)
    position = suppose(Match(game, game.dealt(3, {}, Random(1))), 0)
    weighed = [(8, 4.0, 100), (5, 2.5, 100), (7, 4.6, 20), (3, 1.0, 20), (2, 3.0, 8)]
    told = told_hint(Advice(1, position, weighed), "en")
    assert [one.behind for one in told.options] == [0.0, 1.5, 1.5, 3.0, 3.0]
    assert "1.5" in told.text


def test_hints_are_for_whoever_owes_a_choice_and_not_at_serious_tables(serving: Serving) -> None:
    async def evening() -> None:
        async with company(serving.url, "Anna", "Bert", "Cleo") as (anna, bert, cleo):
            table = await begin([anna, bert], GAME, "sailor", hints=False)
            assert code(await anna.http.get(f"/tables/{table}/hint"), 409) == "hints_are_off"
            table = await begin([anna, bert], "kilimanjaro")
            assert code(await cleo.http.get(f"/tables/{table}/hint"), 403) == "not_seated"
            nobody = await anna.http.get(f"/tables/{table}/hint", headers={"authorization": ""})
            assert code(nobody, 401) == "who_are_you"
            waiting = await next_to_choose([anna, bert], table)
            other = bert if waiting is anna else anna
            assert code(await other.http.get(f"/tables/{table}/hint"), 409) == "not_owed"
            await waiting.done(table, "leave")
            assert code(await waiting.http.get(f"/tables/{table}/hint"), 409) in (
                "kept",
                "not_owed",
            )
            table = await anna.lay(GAME, ["me", "open", "open"])
            assert code(await anna.http.get(f"/tables/{table}/hint"), 409) == "not_playing"

    asyncio.run(evening())


def test_hints_and_analyses_are_counted(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await begin([anna], GAME, "sailor", "sailor")
            await ready(lambda: anna.http.get(f"/tables/{table}/hint"))
            assert (await anna.http.get(f"/tables/{table}/hint")).status_code == 200  # the same
            await anna.choose(table)
            await anna.wait(table, owes)
            assert code(await anna.http.get(f"/tables/{table}/hint"), 429) == "too_many"

    few = msgspec.structs.replace(GENEROUS, hints_per_minute=1)
    with serve(house_at(database_url, limits=few)) as serving:
        asyncio.run(evening(serving))


def test_a_finished_game_is_analysed(serving: Serving) -> None:
    async def evening() -> None:
        async with company(serving.url, "Anna", languages=["fr"]) as (anna,):
            table = await begin([anna], GAME, "sailor", "cadet")
            early = await anna.http.get(f"/tables/{table}/analysis")
            assert code(early, 409) == "not_over"
            assert is_over(await play_on(anna, table))
            kept = await anna.get(f"/tables/{table}/record")
            path = f"/tables/{table}/analysis"
            told = await ready(lambda: anna.http.get(path))
            assert (told["seat"], told["share"]) == (0, 1)
            check(told, kept)
            assert any("coûté" in point["text"] for point in told["turning_points"])
            other = await ready(lambda: anna.http.get(path, params={"seat": 2}))
            assert other["seat"] == 2
            check(other, kept)
            assert code(await anna.http.get(path, params={"seat": 3}), 409) == "no_such_seat"
            typed = await ready(
                lambda: anna.http.post("/records/analysis", params={"seat": 0}, json=kept)
            )
            assert typed == told
            kept["turns"][0] = "99 98 97"
            wrong = await anna.http.post("/records/analysis", params={"seat": 0}, json=kept)
            assert code(wrong, 400) == "wrong_record"
            async with company(serving.url, "Bert") as (bert,):
                assert code(await bert.http.get(path), 403) == "not_seated"
            nobody = await anna.http.get(path, headers={"authorization": ""})
            assert code(nobody, 401) == "who_are_you"

    asyncio.run(evening())


def check(told: Message, kept: Message) -> None:
    """The figures of an analysis are about the game, and add up."""
    match = record.begin(catalogue.load(GAME), parsed(kept))
    options: list[tuple[list[str], str]] = []
    for turn in kept["turns"]:
        owing = match.waiting_for
        mine = told["seat"] in owing and len(match.options(told["seat"])) > 1
        legal = [match.game.notation.say(one) for one in match.options(told["seat"])]
        if mine:
            options.append((legal, turn.split()[owing.index(told["seat"])]))
        record.play_turn(match, turn)
    assert len(told["decisions"]) == len(options)
    for decision, (legal, chosen) in zip(told["decisions"], options, strict=True):
        assert decision["choice"] == chosen
        assert decision["best"] in legal
        assert decision["cost"] >= 0
        assert (decision["cost"] == 0) or decision["best"] != chosen
    scores = match.scores()
    others = [points for seat, points in enumerate(scores) if seat != told["seat"]]
    margin = scores[told["seat"]] - max(others) / 2 - sum(others) / len(others) / 2
    assert told["margin"] == pytest.approx(margin, abs=0.01)
    costs = sum(decision["cost"] for decision in told["decisions"])
    assert told["skill"] == pytest.approx(-costs, abs=0.05)
    assert told["luck"] == pytest.approx(told["margin"] - told["skill"], abs=0.02)
    assert told["turning_points"]


def parsed(kept: Message) -> record.Record:
    return record.parse(httpx.Response(200, json=kept).content)


def test_par_is_what_champions_make_of_the_same_hands(serving: Serving) -> None:
    async def evening() -> None:
        async with company(serving.url, "Anna", "Bert") as people:
            anna, _ = people
            table = await begin([anna], GAME, "sailor", "cadet")
            assert code(await anna.http.get(f"/tables/{table}/par"), 409) == "not_over"
            page = await play_on(anna, table)
            par = await ready(lambda: anna.http.get(f"/tables/{table}/par"))
            scores = page["common"]["result"]["scores"]
            hands = par["hands"]
            assert [hand["hand"] for hand in hands] == [0, 1, 2]
            for seat in range(3):
                assert sum(hand["points"][seat] for hand in hands) == scores[seat]
                ahead = scores[seat] - sum(hand["par"] for hand in hands)
                assert par["ahead"][seat] == pytest.approx(ahead, abs=0.05)
            assert await ready(lambda: anna.http.get(f"/tables/{table}/par")) == par
            other = await begin(people, "kilimanjaro")
            for _ in range(2):
                await choose(people, other)
            for person in people:
                await person.done(other, "end")
            assert code(await anna.http.get(f"/tables/{other}/par"), 409) == "no_par"

    asyncio.run(evening())


def test_searches_are_made_ready_in_the_background_the_most_used_first(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And then no bot has to be hasty, however slow the machine is."""
    monkeypatch.setattr(keepers, "PATIENCE", PATIENCE)

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            for game in ("lifeboats", "kilimanjaro", "lifeboats"):
                await anna.lay(game, ["me", "open", "open"])
            first, second, *_ = await inside(serving, serving.house.coach.games_by_use())
            assert (first, second) == ("lifeboats", "kilimanjaro")
            everything = {game.folder for game in catalogue.games()}
            await asked_until(
                partial(anna.get, "/house"), lambda _: serving.house.keepers.ready == everything
            )
            table = await begin([anna], "lifeboats", "mate", "captain")
            await play_on(anna, table)
            assert "bot_was_hasty" not in said(anna, table)

    with serve(house_at(database_url, bot_warm_up=True)) as serving:
        asyncio.run(evening(serving))
