"""Several equal nodes on one PostgreSQL: one table stays one table, whoever serves it."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tablee.server.house.house import House
from tablee.server.people import Person
from tablee.server.refusals import Declined
from tablee.server.tables import commands
from tablee.server.tables.acts import Chose, Event
from tablee.server.tables.commands import NewTable
from tablee.server.tables.live import Update
from tests.server.client import Client, Message, is_over, play_on
from tests.server.crash import companies, playing, rest
from tests.server.houses import Clock, house_at, serve
from tests.server.ledger import Ledger
from tests.server.players import Pulse
from tests.server.processes import ServerProcess
from tests.waiting import PATIENCE, pause, until

GAME = "land-unter"
ROUNDS = 1  # of alarms; those of notices end at once where nobody can be told anything


class Looker:
    """Somebody who looks at tables through a house."""

    def __init__(self, house: House, person: Person):
        self.house = house
        self.person = person
        self.language = "en"
        self.seen: dict[str, Update] = {}

    def show(self, update: Update) -> None:
        self.seen[update.table] = update


@asynccontextmanager
async def nodes(url: str, *clocks: Clock, **settings: object) -> AsyncIterator[list[House]]:
    """Two houses in this process; each only knows of the other what the database tells."""
    opened = [house_at(url, clock, **settings) for clock in clocks or (Clock(), Clock())]
    for house in opened:
        await house.open()
    try:
        yield opened
    finally:
        for house in opened:
            await house.close()


async def people(house: House, number: int) -> list[Person]:
    return [(await house.desk.welcome(f"P{one}", "en"))[0] for one in range(number)]


async def lay(house: House, host: Person, chairs: Iterable[str], **plan: object) -> str:
    wanted = NewTable("t", commands.Plan(game=GAME, **plan), list(chairs))  # type: ignore[arg-type]
    return (await house.lay(host, "t", wanted)).table.id


async def begin(house: House, company: list[Person], **plan: object) -> str:
    """A table at which everybody sits, and the cards are dealt."""
    table = await lay(house, company[0], ["me", *["open"] * (len(company) - 1)], **plan)
    for person in company[1:]:
        await house.act(person, table, "sit", commands.Sit())
    await house.act(company[0], table, "start", commands.Start())
    return table


async def choose(house: House, person: Person, table: str, id: str, pick: int = 0) -> int:
    """A choice of this turn, as this house knows it."""
    live = await house.find(table)
    seat = live.table.seat_of(person.id)
    assert seat is not None
    option = live.table.playing.options(seat)[pick]
    choice = live.table.game.notation.say(option)
    return await house.act(person, table, id, commands.Choose(live.table.turn, choice))


def make_deaf(house: House) -> None:
    """It hears of nothing any more, as if it had been paused: its memory falls behind."""
    house.store.database.told = lambda _: None


def presence(house: House, table: str) -> list[bool]:
    """Which seats have somebody who is looking, as this house knows."""
    live = house.lives[table]
    return [
        place.guest is not None and place.guest.person in live.people()
        for place in live.table.places
    ]


async def written(house: House) -> None:
    """Wait until the house has nothing to do but its rounds."""
    await until(lambda: len(house.tasks) <= ROUNDS)


# Who is there


def test_who_sits_down_while_looking_is_present_at_the_other_node(postgres_url: str) -> None:
    async def scenario() -> None:
        async with nodes(postgres_url) as (one, other):
            anna, ben = await people(one, 2)
            table = await lay(one, anna, ["me", "open", "open"])
            await one.watch(Looker(one, ben), table, 0)
            await other.watch(Looker(other, anna), table, 0)
            await one.act(ben, table, "sit", commands.Sit())
            await until(lambda: presence(other, table) == [True, True, False])
            await until(lambda: presence(one, table) == [True, True, False])

    asyncio.run(scenario())


def test_a_table_that_is_found_late_knows_who_is_there_elsewhere(postgres_url: str) -> None:
    async def scenario() -> None:
        async with nodes(postgres_url) as (one, other):
            company = await people(one, 3)
            table = await begin(one, company)
            for person in company[:2]:
                await one.watch(Looker(one, person), table, 0)
            await written(one)
            await other.find(table)
            assert presence(other, table) == [True, True, False]
            with pytest.raises(Declined) as refused:
                await other.act(company[2], table, "keep", commands.Keep(0))
            assert refused.value.code == "is_present"

    asyncio.run(scenario())


def test_who_moves_from_node_to_node_is_present_at_both(postgres_url: str) -> None:
    async def scenario() -> None:
        async with nodes(postgres_url) as (one, other):
            company = await people(one, 3)
            table = await begin(one, company)
            here, there = Looker(one, company[0]), Looker(other, company[0])
            await one.watch(here, table, 0)
            await other.find(table)
            await until(lambda: presence(other, table)[0])
            await other.watch(there, table, 0)
            await one.unwatch(here, table)
            await until(lambda: one.lives[table].elsewhere == {company[0].id})
            await until(lambda: not other.lives[table].elsewhere)
            assert presence(one, table)[0]
            assert presence(other, table)[0]
            await other.unwatch(there, table)
            await until(lambda: not presence(one, table)[0])
            await until(lambda: not presence(other, table)[0])

    asyncio.run(scenario())


def test_who_comes_and_goes_quickly_is_there_in_the_end(postgres_url: str) -> None:
    async def scenario() -> None:
        async with nodes(postgres_url) as (one, other):
            company = await people(one, 3)
            table = await begin(one, company)
            await other.find(table)
            for _ in range(30):
                for person in company:
                    looker = Looker(one, person)
                    await one.watch(looker, table, 0)
                    await one.unwatch(looker, table)
            for person in company[1:]:
                await one.watch(Looker(one, person), table, 0)
            await written(one)
            assert await other.store.lookers.at(table) == {person.id for person in company[1:]}
            await until(lambda: presence(other, table) == [False, True, True])

    asyncio.run(scenario())


def test_lookers_through_a_node_with_a_slow_clock_stay(postgres_url: str) -> None:
    slow, fast = Clock(), Clock()
    fast.ahead = 5_000

    async def scenario() -> None:
        async with nodes(postgres_url, slow, fast) as (one, other):
            company = await people(one, 3)
            table = await begin(one, company)
            await one.watch(Looker(one, company[0]), table, 0)
            await written(one)
            for _ in range(4):
                for clock in (slow, fast):
                    clock.ahead += 40_000
                await other.store.beat()
                await one.store.beat()
            assert await other.store.lookers.at(table) == {company[0].id}

    asyncio.run(scenario())


# Memory that has fallen behind


def test_a_node_that_has_fallen_behind_refuses_nothing_that_is_right(postgres_url: str) -> None:
    async def scenario() -> None:
        async with nodes(postgres_url) as (one, other):
            company = await people(one, 3)
            table = await begin(one, company)
            await other.find(table)
            make_deaf(other)
            seqs = [await choose(one, person, table, "first") for person in company]
            turn = one.lives[table].table.turn
            assert other.lives[table].table.turn == turn - 1
            choice = one.lives[table].table
            option = choice.game.notation.say(choice.playing.options(2)[0])
            wanted = commands.Choose(turn, option)
            assert await other.act(company[2], table, "second", wanted) == seqs[-1] + 1

    asyncio.run(scenario())


def test_a_retry_at_a_node_that_has_fallen_behind_gets_the_first_answer(postgres_url: str) -> None:
    async def scenario() -> None:
        async with nodes(postgres_url) as (one, other):
            company = await people(one, 3)
            table = await begin(one, company)
            await other.find(table)
            make_deaf(other)
            commanded: dict[str, tuple[Person, commands.Choose, int]] = {}
            for number in range(3):
                for person in company:
                    live = one.lives[table].table
                    seat = live.seat_of(person.id)
                    assert seat is not None
                    option = live.game.notation.say(live.playing.options(seat)[0])
                    command = commands.Choose(live.turn, option)
                    seq = await one.act(person, table, f"c{number}", command)
                    commanded[f"{person.id} c{number}"] = (person, command, seq)
            for key in reversed(commanded):
                person, command, seq = commanded[key]
                assert await other.act(person, table, key.split()[1], command) == seq
            assert other.lives[table].table.seq == one.lives[table].table.seq

    asyncio.run(scenario())


def test_what_a_node_decides_on_old_memory_is_fenced(postgres_url: str) -> None:
    async def scenario() -> None:
        async with nodes(postgres_url) as (one, other):
            company = await people(one, 3)
            table = await begin(one, company)
            await other.find(table)
            make_deaf(other)
            for person in company:
                await choose(one, person, table, "mine")
            before = await one.store.events(table)
            assert other.lives[table].table.seq < before[-1].seq
            # By its memory all of these would be right.
            asked = [choose(other, person, table, "other", pick=1) for person in company]
            outcomes = await asyncio.gather(*asked, return_exceptions=True)
            assert [getattr(outcome, "code", outcome) for outcome in outcomes] == ["late"] * 3
            assert await one.store.events(table) == before

    asyncio.run(scenario())


def test_what_comes_while_a_table_is_being_read_is_not_missed(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with nodes(postgres_url) as (one, other):
            company = await people(one, 3)
            table = await begin(one, company)
            read, has_read, chosen = other.store.events, asyncio.Event(), asyncio.Event()

            async def slowly(table: str, after: int, most: int) -> list[Event]:
                events = await read(table, after, most)
                has_read.set()
                await chosen.wait()
                return events

            monkeypatch.setattr(other.store, "events", slowly)
            finding = asyncio.create_task(other.find(table))
            await has_read.wait()
            seq = await choose(one, company[0], table, "mine")
            chosen.set()
            live = await finding
            await until(lambda: live.table.seq == seq)

    asyncio.run(scenario())


# Bots and clocks


def test_bots_of_two_nodes_choose_once(postgres_url: str) -> None:
    async def scenario() -> None:
        async with nodes(postgres_url) as (one, other):
            (anna,) = await people(one, 1)
            table = await lay(one, anna, ["sailor", "sailor", "sailor"])
            lookers = [Looker(house, anna) for house in (one, other)]
            for looker in lookers:
                await looker.house.watch(looker, table, 0)
            await one.act(anna, table, "start", commands.Start())
            lives = [one.lives[table], other.lives[table]]
            # A node is a step ahead of the disk while it stores: `stale`, and told to nobody.
            await until(
                lambda: all(live.table.status == "over" and not live.stale for live in lives)
            )
            assert lives[0].table.playing.choices == lives[1].table.playing.choices
            await check_once(one, table)

    asyncio.run(scenario())


def test_a_clock_that_runs_out_is_acted_on_once(postgres_url: str) -> None:
    clock = Clock()

    async def scenario() -> None:
        async with nodes(postgres_url, clock, clock) as (one, other):
            company = await people(one, 3)
            table = await begin(one, company, clock=commands.Clock("move", 60))
            for house in (one, other):
                await house.watch(Looker(house, Person("", "", "en")), table, 0)
            await pass_time(clock, 64_000, one, other)
            for house in (one, other):
                house.alarms.plan(house.lives[table])
            for house in (one, other):
                await until(lambda: all(p.kept for p in house.lives[table].table.places))  # noqa: B023
                await written(house)
            events = await check_once(one, table)
            by = Counter(event.act.by for event in events if isinstance(event.act, Chose))
            assert by["clock"] == len(company)

    asyncio.run(scenario())


def test_an_alarm_that_rings_on_old_memory_is_fenced(postgres_url: str) -> None:
    clock = Clock()

    async def scenario() -> None:
        async with nodes(postgres_url, clock, clock) as (one, other):
            company = await people(one, 3)
            table = await begin(one, company, clock=commands.Clock("move", 60))
            behind = await other.find(table)
            make_deaf(other)
            behind.cancel_timer()
            await pass_time(clock, 64_000, one, other)
            one.alarms.plan(one.lives[table])
            await until(lambda: all(place.kept for place in one.lives[table].table.places))
            await written(one)
            assert not any(place.kept for place in behind.table.places)
            other.alarms.plan(behind)  # to its memory, all three still have to be chosen for
            await until(lambda: behind.table.seq == one.lives[table].table.seq)
            await written(other)
            events = await check_once(one, table)
            assert events[-1].seq == one.lives[table].table.seq

    asyncio.run(scenario())


async def pass_time(clock: Clock, milliseconds: int, *houses: House) -> None:
    """In steps, so that the house was not closed in between."""
    for _ in range(milliseconds // 4_000):
        clock.ahead += 4_000
        for house in houses:
            await house.store.beat()


async def check_once(house: House, table: str) -> list[Event]:
    """Every seat that was chosen for by the house was chosen for once in each turn."""
    events = await house.store.events(table)
    chosen = [
        event.command.split(":")[1:]
        for event in events
        if isinstance(event.act, Chose) and event.act.by != "person"
    ]
    assert len(chosen) == len({tuple(one) for one in chosen})
    assert [event.seq for event in events] == list(range(1, len(events) + 1))
    return events


# Over real sockets


def test_a_key_revoked_at_one_node_closes_the_sockets_of_the_other(postgres_url: str) -> None:
    async def evening(one: str, other: str) -> None:
        async with await Client.new(one, "Anna") as anna:
            link = (await anna.http.post("/people/me/link")).json()["secret"]
            answer = await anna.http.post("/people/carry-on", json={"secret": link})
            phone = Client(other, answer.json()["secret"])
            await phone.dial()
            keys = await anna.get("/people/me/keys")
            (of_phone,) = [key["id"] for key in keys if not key["this"]]
            await anna.http.delete(f"/people/me/keys/{of_phone}")
            assert phone.reader is not None
            await asyncio.wait_for(phone.reader, PATIENCE)
            assert '"revoked"' in phone.received[-1]
            await phone.close()

    with serve(house_at(postgres_url)) as one, serve(house_at(postgres_url)) as other:
        asyncio.run(evening(one.url, other.url))


def test_people_at_two_nodes_play_a_whole_game(postgres_url: str) -> None:
    async def evening(one: str, other: str) -> None:
        async with await Client.new(one, "Anna") as anna, await Client.new(other, "Ben") as ben:
            table = await anna.lay(GAME, ["me", "open", "sailor"])
            for client in (anna, ben):
                await client.dial()
                await client.watch(table)
            await ben.done(table, "sit")
            await anna.done(table, "start")
            pages = await asyncio.gather(play_on(anna, table), play_on(ben, table))
            assert pages[0]["common"]["result"] == pages[1]["common"]["result"]
            assert is_over(pages[0])

    with serve(house_at(postgres_url)) as one, serve(house_at(postgres_url)) as other:
        asyncio.run(evening(one.url, other.url))


def processes(url: str, folder: Path, **timings: float) -> list[ServerProcess]:
    named = {name.replace("__", "."): value for name, value in timings.items()}
    return [ServerProcess(url, folder / f"log{number}", named) for number in range(2)]


def present(page: Message) -> list[str]:
    return [chair["name"] for chair in page["common"]["chairs"] if chair["present"]]


def test_a_killed_node_leaves_its_people_to_the_other(postgres_url: str, tmp_path: Path) -> None:
    one, other = processes(
        postgres_url, tmp_path, store__lookers__LOOKING=3_000, house__alarms__LOOK_EVERY=0.5
    )

    async def scenario() -> None:
        with one, other:
            await asyncio.gather(one.start(), other.start())
            pulse = Pulse()
            players = await companies(one.url, 5, pulse)
            for player in players[::2]:
                player.url = other.url
            ledger = Ledger(postgres_url, players)
            async with playing(players), await Client.new(other.url, "Eve") as eve:
                async with asyncio.timeout(PATIENCE):
                    await pulse.after(300)
                one.kill()
                late, *others = players[1::2]
                for player in others:
                    player.url = other.url
                async with asyncio.timeout(PATIENCE):
                    await pulse.after(200)
                await eve.dial()
                await eve.watch(late.table)
                await eve.wait(late.table, lambda page: late.name not in present(page))
                late.url = other.url
                await eve.wait(late.table, lambda page: late.name in present(page))
                await rest(players)
                assert await other.stop() == 0
            await ledger.look()
            assert ledger.findings.all() == {}
            assert one.mistakes() + other.mistakes() == []

    asyncio.run(scenario())


async def pause_one_of_two(url: str, folder: Path, seconds: float) -> None:
    """One node is paused while people play on at the other, some of its own as well."""
    one, other = processes(url, folder)
    with one, other:
        await asyncio.gather(one.start(), other.start())
        pulse = Pulse()
        players = await companies(one.url, 6, pulse)
        for player in players[1::2]:
            player.url = other.url
        ledger = Ledger(url, players)
        async with playing(players):
            async with asyncio.timeout(PATIENCE):
                await pulse.after(300)
            other.pause()
            for player in players[1::4]:  # half of those who see nothing any more
                player.move(one.url)
            await pause(seconds)
            other.resume()
            async with asyncio.timeout(PATIENCE):
                await pulse.after(300)
            await rest(players)
            assert await one.stop() == 0
            assert await other.stop() == 0
        await ledger.look(stopped=True)
        assert ledger.findings.all() == {}
        assert one.mistakes() + other.mistakes() == []


def test_a_paused_node_wakes_up_and_catches_up(postgres_url: str, tmp_path: Path) -> None:
    asyncio.run(pause_one_of_two(postgres_url, tmp_path, 4))
