"""Somebody who talks without end: refused alone, while the others talk and everybody plays on."""

import asyncio
import itertools

import msgspec
import pytest

from tablee.server.house.house import House
from tablee.server.house.reading import PIECE
from tablee.server.people import Person
from tablee.server.refusals import Declined
from tablee.server.settings import Limits
from tablee.server.store.hours import BEAT
from tablee.server.store.steps import Standing
from tablee.server.tables import acts, commands
from tablee.server.tables.acts import Event
from tablee.server.tables.commands import Command
from tablee.server.tables.live import LONGEST_LOG, Update
from tablee.server.tables.page import MOST_IN_WORDS
from tablee.server.tables.table import Table
from tests.server.client import Client
from tests.server.company import spend
from tests.server.houses import GENEROUS, Clock, Serving, house_at
from tests.server.test_nodes import begin, choose, lay, nodes, people
from tests.waiting import until

LINES = 3_000  # of somebody who talked before there were limits
LONG = "💥" * 500
TALK = commands.Say("Hello?")

ids = (f"c{number}" for number in itertools.count())


async def a_minute(clock: Clock, *houses: House) -> None:
    """It passes while the houses are open."""
    for _ in range(15):
        clock.ahead += 5 * BEAT
        for house in houses:
            await house.store.beat()


async def done(house: House, person: Person, table: str, *asked: Command) -> list[str]:
    """What came of commands, one after the other."""
    told = []
    for command in asked:
        try:
            await house.act(person, table, next(ids), command)
        except Declined as declined:
            told.append(declined.code)
        else:
            told.append("done")
    return told


def test_who_talks_too_fast_is_refused_alone_at_both_nodes(database_url: str) -> None:
    clock = Clock()

    async def evening() -> None:
        limits = Limits(extras_per_person=5, extras_per_table=12)
        async with nodes(database_url, clock, clock, limits=limits) as (one, other):
            anna, ben, cleo = await people(one, 3)
            table = await lay(one, anna, ["me", "open", "open"])
            for person in (ben, cleo):
                await one.act(person, table, "sit", commands.Sit())
            await one.act(anna, table, "start", commands.Start())
            await a_minute(clock, one, other)
            signs = [commands.Emote("wow"), TALK, TALK, TALK, TALK]
            assert await done(one, anna, table, commands.Hurry(), *signs[:4]) == ["done"] * 5
            for house in (one, other):
                assert await done(house, anna, table, TALK, signs[0]) == ["too_fast"] * 2
                assert await done(house, ben, table, TALK) == ["done"]
            await choose(one, anna, table, next(ids))
            with pytest.raises(Declined, match="Too many"):
                await choose(one, anna, table, next(ids), 1)  # a choice made once more
            assert await done(other, ben, table, *signs) == ["done"] * 3 + ["too_fast"] * 2
            # All at the table have two lines left in this minute.
            assert await done(one, cleo, table, *signs[:3]) == ["done", "done", "too_fast"]
            for person in (ben, cleo):
                await choose(other, person, table, next(ids))
            live = await one.find(table)
            await until(lambda: not live.table.playing.committed)
            await choose(one, anna, table, next(ids))
            await a_minute(clock, one, other)
            assert await done(one, anna, table, TALK) == ["done"]

    asyncio.run(evening())


def test_one_person_fills_a_sixth_of_a_table_and_then_plays_on(database_url: str) -> None:
    async def evening() -> None:
        limits = msgspec.structs.replace(GENEROUS, extras_per_game=24)
        async with nodes(database_url, limits=limits) as (one, _):
            company = await people(one, 3)
            anna, ben, _ = company
            table = await begin(one, company)
            assert await done(one, anna, table, *[TALK] * 6) == ["done"] * 4 + ["no_room"] * 2
            assert await done(one, ben, table, TALK) == ["done"]
            assert await done(one, anna, table, commands.Leave()) == ["no_room"]
            for _ in range(2):
                for person in company:
                    await choose(one, person, table, next(ids))

    asyncio.run(evening())


def test_who_has_said_too_much_may_stand_up_and_come_back(sqlite_url: str) -> None:
    async def evening() -> None:
        limits = msgspec.structs.replace(GENEROUS, extras_per_person=2)
        async with nodes(sqlite_url, limits=limits) as (one, _):
            anna, ben = await people(one, 2)
            table = await lay(one, anna, ["me", "open", "open"])
            assert await done(one, ben, table, commands.Sit(), TALK) == ["done", "done"]
            assert await done(one, ben, table, TALK, commands.Stand()) == ["too_fast", "done"]
            assert await done(one, ben, table, commands.Sit()) == ["too_fast"]
            assert await done(one, anna, table, commands.Start(), TALK, TALK) == ["done"] * 3
            leaving = [commands.Leave(), commands.Return()] * 2
            assert await done(one, anna, table, TALK, *leaving) == ["too_fast"] + ["done"] * 4

    asyncio.run(evening())


class Looker:
    """Somebody who looks at a table, in a language."""

    def __init__(self, language: str):
        self.person = Person("", "", language)
        self.language = language
        self.seen: list[Update] = []

    def show(self, update: Update) -> None:
        self.seen.append(update)


async def talkative(house: House) -> str:
    """A table with a log as long as none gets any more."""
    anna, *_ = company = await people(house, 3)
    table = await begin(house, company)
    live = house.lives.pop(table)
    live.cancel_timer()
    read: Table = live.table
    steps = [
        Event(table, read.seq + number, f"{anna.id}:t{number}", 0, read.tick, acts.Said(0, LONG))
        for number in range(1, LINES + 1)
    ]
    standing: Standing = house.standing(read)
    assert await house.store.append(steps, standing)
    return table


def test_a_long_table_is_read_in_pieces_and_little_of_it_kept_in_words(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        async with nodes(database_url) as (one, _):
            table = await talkative(one)
            events, pieces = one.store.events, list[int]()

            async def counted(*asked: object) -> list[Event]:
                found = await events(*asked)  # type: ignore[arg-type]
                pieces.append(len(found))
                return found

            monkeypatch.setattr(one.store, "events", counted)
            live = await one.find(table)
            assert max(pieces) == PIECE
            assert sum(pieces) > LINES
            for language in ("fr", "en", "de"):
                looker = Looker(language)
                await one.watch(looker, table, 0)
                assert len(looker.seen[-1].lines) == LONGEST_LOG
            told = live.pages.sentences
            assert {len(lines) for lines in told.values()} == {LONGEST_LOG}
            live.pages.lines(range(LINES), "en")
            assert len(told["en"]) == MOST_IN_WORDS

    asyncio.run(evening())


def test_the_log_is_sent_from_anywhere_in_it(sqlite_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "open", "open"])
            await anna.dial()
            await anna.watch(table)
            for number in range(9):
                await anna.done(table, "say", text=f"Line {number}")
            whole = [line["text"] for line in anna.lines[table]]
            log = f"/tables/{table}/log"
            newest = await anna.get(f"{log}?most=4")
            assert ([line["text"] for line in newest["lines"]], newest["more"]) == (
                whole[-4:],
                True,
            )
            first = newest["lines"][0]["seq"]
            rest = await anna.get(f"{log}?before={first}")
            assert ([line["text"] for line in rest["lines"]], rest["more"]) == (whole[:-4], False)
            none = await anna.get(f"{log}?before={first}&after={first}")
            assert none == {"lines": [], "more": False}

    spend(house_at(sqlite_url), evening)
