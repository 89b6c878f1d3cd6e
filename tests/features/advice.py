"""Hints, analysis and par, by real searches."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import httpx
import msgspec
from msgspec.structs import replace

from tablee.bots.analysis import decisions
from tablee.bots.par import hands_go_round
from tablee.kernel import record
from tablee.kernel.game import Game
from tests.features.covering import Laid, every_table
from tests.features.hall import Guest, Hall
from tests.server.client import Message, play_on
from tests.server.company import code
from tests.tables import random_play
from tests.waiting import asked_until

FIRST = 8  # turns of a game that was broken off
MOST_GAMES = 5_000  # of random choices, until every question was asked


async def ready(hall: Hall, ask: Callable[[], Awaitable[httpx.Response]]) -> Message:
    """The answer once it is worked out; what fails behind the scenes is not waited for."""

    def is_done(answer: httpx.Response) -> bool:
        if answer.status_code == 202:
            assert 0 <= answer.json()["share"] < 1
            assert hall.mistakes() == []
        return answer.status_code != 202

    answer = await asked_until(ask, is_done)
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def questioned(game: Game) -> dict[str, tuple[Laid, Any]]:
    """For each question of a game a position in which somebody has several answers to it."""
    found: dict[str, tuple[Laid, Any]] = {}
    tables = every_table(game)
    for seed in range(MOST_GAMES):
        if len(found) == len(game.rules.Asked):
            break
        laid = tables[seed % len(tables)]
        match = laid.match(seed)
        play = random_play(match, seed)
        while not match.over and len(found) < len(game.rules.Asked):
            if any(len(match.options(seat)) > 1 for seat in match.waiting_for):
                found.setdefault(match.question.name, (laid, match.state.copy()))
            next(play)
    return found


async def hints(hall: Hall, laid: Laid) -> None:
    """At every kind of question, what would be chosen, and by how much it is better."""
    await hall.make_ready(laid.game)
    found = questioned(laid.game)
    assert set(found) == {kind.name.lower() for kind in laid.game.rules.Asked}
    for question, (there, state) in found.items():
        async with hall.guests(there.players) as people:
            hall.house.next_start = state
            table = await hall.begun(people, there, automatic=False)
            assert people[0].pages[table]["common"]["turn"]["question"] == question
            await check_hint(hall, people, table)


async def check_hint(hall: Hall, people: list[Guest], table: str) -> None:
    """Whoever has a choice is told which is best of those they have, and why."""
    asking = max(people, key=lambda one: len(one.pages[table]["you"]["options"]))
    page = asking.pages[table]
    hint = await ready(hall, lambda: asking.http.get(f"/tables/{table}/hint"))
    choices = [one["choice"] for one in hint["options"]]
    assert choices[0] == hint["best"]
    assert set(choices) <= set(page["you"]["options"])
    assert len(choices) > 1
    assert hint["options"][0]["behind"] == 0
    assert all(one["visits"] > 0 for one in hint["options"])
    assert hint["best"] in hint["text"]
    turn = page["common"]["turn"]["number"]
    assert hint["turn"] == turn
    await asking.done(table, "choose", turn=turn, choice=hint["best"])


async def whole_analysis(hall: Hall, laid: Laid) -> None:
    """Of every seat of a game from its deal to its end."""
    await check_analyses(hall, laid, laid.kept(1))


async def first_analysis(hall: Hall, laid: Laid) -> None:
    """Of every seat of a game that was broken off."""
    kept = laid.kept(1)
    await check_analyses(hall, laid, replace(kept, turns=kept.turns[:FIRST], result=None))


async def check_analyses(hall: Hall, laid: Laid, kept: record.Record) -> None:
    """Each decision is judged, against an option there was."""
    await hall.make_ready(laid.game)
    content = msgspec.to_builtins(kept)
    say = laid.game.notation.say
    async with hall.guests(1) as (anna,):
        for seat in range(laid.players):
            made = list(decisions(record.begin(laid.game, kept), kept, seat))
            asked = partial(
                anna.http.post, "/records/analysis", params={"seat": seat}, json=content
            )
            told = await ready(hall, asked)
            assert [one["turn"] for one in told["decisions"]] == [one.turn for one in made]
            for judged, one in zip(told["decisions"], made, strict=True):
                assert judged["choice"] == say(one.chosen)
                assert judged["best"] in map(say, one.position.options)
                assert judged["cost"] == 0 or judged["choice"] != judged["best"]


async def after_the_game(hall: Hall, laid: Laid) -> None:
    """At a table that was played: the analysis of the own seat, and par where hands go round."""
    await hall.make_ready(laid.game)
    async with hall.guests(1) as (anna,):
        table = await hall.begun([anna], laid, *["sailor"] * (laid.players - 1))
        await play_on(anna, table)
        told = await ready(hall, lambda: anna.http.get(f"/tables/{table}/analysis"))
        assert (told["seat"], told["share"]) == (0, 1)
        assert told["decisions"]
        if not hands_go_round(laid.game):
            assert code(await anna.http.get(f"/tables/{table}/par"), 409) == "no_par"
            return
        par = await ready(hall, lambda: anna.http.get(f"/tables/{table}/par"))
        scores = anna.pages[table]["common"]["result"]["scores"]
        for seat, score in enumerate(scores):
            made = [hand["points"][seat] for hand in par["hands"]]
            assert sum(point for point in made if point is not None) == score
