"""Choices of one turn that come at the same moment, some twice, some changed: each counts once."""

import asyncio
import itertools
import random
from collections import Counter
from contextlib import AsyncExitStack

from tablee.server.house.house import House
from tablee.server.people import Person
from tablee.server.refusals import Declined
from tablee.server.tables import commands
from tablee.server.tables.acts import Chose, Event
from tablee.server.tables.commands import NewTable
from tablee.server.tables.table import Table
from tests.repeats import long_or
from tests.server.client import Client, Message
from tests.server.houses import house_at, serve
from tests.waiting import pause

GAME = "land-unter"  # all seats that are not under water choose at once
SEATS = 4
COPIES = 4
# On each database, through one node; and on PostgreSQL as many through two.
RACES = long_or(300, 1_000)
TABLES = 25  # at a time
LATE = {"late", "not_owed", "not_playing"}

Sent = dict[str, tuple[int, str]]  # key of a command: seat and choice


async def company(house: House, number: int) -> tuple[list[Person], str]:
    """People at a table of their own, and the cards are dealt."""
    people = [(await house.desk.welcome(f"P{seat}", "en"))[0] for seat in range(SEATS)]
    plan = commands.Plan(game=GAME, automatic=False)
    live = await house.lay(people[0], "t", NewTable("t", plan, ["me", *["open"] * (SEATS - 1)]))
    for person in people[1:]:
        await house.act(person, live.table.id, "sit", commands.Sit())
    await house.act(people[0], live.table.id, "start", commands.Start())
    return people, live.table.id


class Races:
    """One table after the other, turn after turn, until there were enough."""

    def __init__(self, houses: list[House], races: int, seed: int):
        self.houses = houses
        self.left = races
        self.luck = random.Random(seed)
        self.outcomes: Counter[str] = Counter()

    async def run(self, number: int) -> None:
        people, table = await company(self.houses[0], number)
        ids = itertools.count()
        before = await fold(self.houses[0], table)
        while self.left > 0 and before.status == "playing" and everybody_chooses(before):
            self.left -= 1
            await self._race(people, before, ids)

    async def _race(self, people: list[Person], before: Table, ids: "itertools.count[int]") -> None:
        """16 commitments at once: of each seat one twice, by the same id, and two others."""
        sent: Sent = {}
        asked = []
        for seat, person in enumerate(people):
            options = before.playing.options(seat)
            wanted = [self._say(before, options) for _ in range(COPIES - 1)]
            named = [f"c{next(ids)}" for _ in wanted]
            for id, choice in zip((*named, named[0]), (*wanted, wanted[0]), strict=True):
                sent[f"{person.id}:{id}"] = (seat, choice)
                command = commands.Choose(before.turn, choice)
                asked.append((person, id, command))
        self.luck.shuffle(asked)
        doors = itertools.cycle(self.houses)
        answers = await asyncio.gather(*(self._ask(next(doors), before.id, *one) for one in asked))
        self._check(before, await self.houses[0].store.events(before.id), sent, answers)

    def _say(self, table: Table, options: list[int]) -> str:
        return table.game.notation.say(self.luck.choice(options))

    async def _ask(
        self, house: House, table: str, person: Person, id: str, command: commands.Choose
    ) -> tuple[str, int | str]:
        await pause(self.luck.choice((0, 0, 0.002, 0.004)))
        try:
            return f"{person.id}:{id}", await house.act(person, table, id, command)
        except Declined as declined:
            return f"{person.id}:{id}", declined.code

    def _check(
        self, before: Table, events: list[Event], sent: Sent, answers: list[tuple[str, int | str]]
    ) -> None:
        assert [event.seq for event in events] == list(range(1, len(events) + 1))
        new = events[before.seq :]
        stored = {event.command: event.seq for event in new}
        assert len(stored) == len(new)  # none twice
        for key, answer in answers:  # both of a pair with the same id got the same answer
            self.outcomes["done" if isinstance(answer, int) else answer] += 1
            assert answer == stored.get(key) if isinstance(answer, int) else answer in LATE
            assert isinstance(answer, int) or key not in stored
        last: dict[int, str] = {}
        turn = before.turn
        for event in new:
            assert before.turn == turn  # the last one resolved it
            seat, choice = sent[event.command]
            assert event.act == Chose(seat, choice)
            last[seat] = choice
            before.apply(event)
        assert before.turn == turn + 1
        assert sorted(last) == list(range(SEATS))
        chosen = [before.game.notation.say(one) for one in before.playing.choices[-SEATS:]]
        assert chosen == [last[seat] for seat in range(SEATS)]


def everybody_chooses(table: Table) -> bool:
    return len(table.playing.waiting_for) == SEATS


async def fold(house: House, table: str) -> Table:
    """The table as the database has it."""
    folded = Table(table)
    for event in await house.store.events(table):
        folded.apply(event)
    return folded


async def race(url: str, nodes: int, seed: int) -> Counter[str]:
    async with AsyncExitStack() as stack:
        houses = []
        for _ in range(nodes):
            house = house_at(url)
            await house.open()
            stack.push_async_callback(house.close)
            houses.append(house)
        races = Races(houses, RACES, seed)
        while races.left > 0:
            await asyncio.gather(*(races.run(number) for number in range(TABLES)))
        return races.outcomes


def test_of_16_commitments_at_once_each_counts_once(database_url: str) -> None:
    outcomes = asyncio.run(race(database_url, nodes=1, seed=1))
    assert sum(outcomes.values()) == RACES * SEATS * COPIES
    assert outcomes["late"] > 0


def test_of_16_commitments_at_once_at_two_nodes_each_counts_once(postgres_url: str) -> None:
    outcomes = asyncio.run(race(postgres_url, nodes=2, seed=2))
    assert sum(outcomes.values()) == RACES * SEATS * COPIES
    assert outcomes["late"] > 0
    assert outcomes["busy"] == 0


def test_commitments_over_two_sockets_of_each_person_count_once(database_url: str) -> None:
    """The same command on both sockets of a person, and another on the second, at once."""

    async def evening(url: str) -> None:
        async with AsyncExitStack() as stack:
            pairs = []
            for name in ("Anna", "Ben", "Cleo"):
                first = await stack.enter_async_context(await Client.new(url, name))
                second = await stack.enter_async_context(Client(url, first.secret))
                pairs.append((first, second))
            anna = pairs[0][0]
            table = await anna.lay(GAME, ["me", "open", "open"], automatic=False)
            for client in itertools.chain(*pairs):
                await client.dial()
                await client.watch(table)
            for first, _ in pairs[1:]:
                await first.done(table, "sit")
            seq = await anna.done(table, "start")
            for number in range(20):
                seq = await race_over_sockets(pairs, table, seq, number)

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving.url))


async def race_over_sockets(
    pairs: list[tuple[Client, Client]], table: str, seq: int, number: int
) -> int:
    """Everybody who has to choose does, three times; returns the seq all of them then see."""
    pages = [await first.wait(table, lambda page: page["seq"] >= seq) for first, _ in pairs]
    if pages[0]["common"]["status"] == "over":
        return seq
    turn = pages[0]["common"]["turn"]["number"]
    asked = []
    for (first, second), page in zip(pairs, pages, strict=True):
        for client, id, pick in ((first, "a", min), (second, "a", min), (second, "b", max)):
            if options := page["you"]["options"]:
                command = {"turn": turn, "choice": pick(options)}
                asked.append(client.do(table, "choose", id=f"{id}{number}", **command))
    answers: list[Message] = await asyncio.gather(*asked)
    for same, again, other in zip(answers[::3], answers[1::3], answers[2::3], strict=True):
        assert (same["type"], same.get("seq")) == (again["type"], again.get("seq"))
        assert other["type"] == "done" or other["code"] in LATE
    seqs: set[int] = {answer["seq"] for answer in answers if answer["type"] == "done"}
    assert seqs == set(range(seq + 1, seq + 1 + len(seqs)))
    for client in itertools.chain(*pairs):
        page = await client.wait(table, lambda page: page["seq"] >= max(seqs))
        assert page["seq"] == max(seqs)
        turns = page["common"]["turn"]
        assert turns is None or turns["number"] == turn + 1
    return max(seqs)
