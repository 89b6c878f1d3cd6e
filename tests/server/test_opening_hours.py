"""The clock of the house: it stands still while the house is closed, and nobody sets it."""

import asyncio
from pathlib import Path

import pytest

from tablee.server.house.house import House
from tablee.server.machine import Machine
from tablee.server.settings import Settings
from tablee.server.store.addresses import open_at
from tablee.server.store.database import OWN_TIME
from tablee.server.store.hours import GONE
from tablee.server.store.store import Store
from tablee.server.tables.acts import Event, Said
from tests.server.client import Client, owes
from tests.server.processes import ServerProcess
from tests.waiting import PATIENCE

NOON = 1_800_000_000_000
AN_HOUR = 3_600_000
A_WHILE = GONE // 2  # too short for anybody to tell from silence alone that the house was closed


class Hands:
    """The clocks of a machine: time goes on for both, and only one of them can be set."""

    def __init__(self) -> None:
        self.wall = NOON
        self.steady = 0

        self.machine = Machine(wall=lambda: self.wall, steady=lambda: self.steady)

    def go(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.steady += milliseconds

    def set(self, milliseconds: int) -> None:
        self.wall += milliseconds


def store_of(url: str, hands: Hands) -> Store:
    database = open_at(url)
    database.time = OWN_TIME
    return Store(database, hands.machine)


def house_of(url: str, hands: Hands) -> House:
    return House(Settings(database=url, bot_warm_up=False), store_of(url, hands))


def test_a_stop_charges_nothing_however_short_it_is(database_url: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        house = house_of(database_url, hands)
        await house.open()
        hands.go(700)
        ended = house.store.tick()
        await house.farewell()
        hands.go(400)  # requests that are under way
        await house.close()
        hands.go(A_WHILE)
        again = house_of(database_url, hands)
        await again.open()
        assert again.store.tick() == ended
        hands.go(100)
        assert again.store.tick() == ended + 100
        await again.close()

    asyncio.run(scenario())


def test_nodes_that_start_together_after_a_stop_charge_nothing(postgres_url: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        house = house_of(postgres_url, hands)
        await house.open()
        ended = house.store.tick()
        await house.farewell()
        await house.close()
        hands.go(A_WHILE)
        nodes = [house_of(postgres_url, hands) for _ in range(3)]
        await asyncio.gather(*(node.open() for node in nodes))
        assert [node.store.tick() for node in nodes] == [ended] * 3
        await asyncio.gather(*(node.close() for node in nodes))

    asyncio.run(scenario())


def test_time_goes_on_while_another_node_is_there(postgres_url: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        stays, goes = house_of(postgres_url, hands), house_of(postgres_url, hands)
        await stays.open()
        await goes.open()
        before = stays.store.tick()
        await goes.farewell()
        await goes.close()
        hands.go(A_WHILE)
        await stays.store.beat()
        comes = house_of(postgres_url, hands)
        await comes.open()
        assert comes.store.tick() == before + A_WHILE
        await stays.close()
        await comes.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("jump", [-AN_HOUR, -5_000, 5_000, AN_HOUR])
def test_a_clock_that_is_set_while_the_house_is_open_changes_nothing(
    database_url: str, jump: int
) -> None:
    hands = Hands()

    async def scenario() -> None:
        store = store_of(database_url, hands)
        await store.open()
        await store.begin()
        before = store.tick()
        hands.go(400)
        hands.set(jump)
        assert store.tick() == before + 400
        for passed in (1_400, 2_400, 3_400):
            hands.go(1_000)
            await store.wake()
            assert store.tick() == before + passed
        assert store.now() == hands.wall
        await store.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("jump", [-AN_HOUR, AN_HOUR])
def test_a_clock_that_is_set_while_the_house_is_closed_changes_nothing(
    database_url: str, jump: int
) -> None:
    hands = Hands()

    async def scenario() -> None:
        house = house_of(database_url, hands)
        await house.open()
        hands.go(700)
        ended = house.store.tick()
        await house.farewell()
        await house.close()
        hands.go(A_WHILE)
        hands.set(jump)
        hands.steady = 0  # the machine was started anew
        again = house_of(database_url, hands)
        await again.open()
        assert again.store.tick() == ended
        hands.go(100)
        assert again.store.tick() == ended + 100
        await again.close()

    asyncio.run(scenario())


def test_what_happened_before_a_crash_is_never_later_than_now(database_url: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        crashed, again = (store_of(database_url, hands) for _ in range(2))
        await crashed.open()
        await crashed.begin()
        hands.go(900)  # no sign of life since
        last = Event("t", 1, "c", crashed.now(), crashed.tick(), Said(0, "Hello"))
        await crashed.append([last], None)
        await crashed.close()
        hands.go(AN_HOUR)
        await again.open()
        await again.begin()
        assert await again.events("t") == [last]
        assert again.tick() == last.tick
        await again.close()

    asyncio.run(scenario())


def test_time_stops_when_no_sign_of_life_can_be_given(database_url: str) -> None:
    """As long as the database does not answer; and it does not run back once it does."""
    hands = Hands()

    async def scenario() -> None:
        store = store_of(database_url, hands)
        await store.open()
        await store.begin()
        before = store.tick()
        hands.go(AN_HOUR)
        assert store.tick() == before + GONE
        await store.wake()
        assert store.tick() == before + GONE
        hands.go(100)
        assert store.tick() == before + GONE + 100
        await store.close()

    asyncio.run(scenario())


def test_all_nodes_have_the_time_of_day_of_the_database(postgres_url: str) -> None:
    async def scenario() -> None:
        hands = Hands(), Hands()
        hands[1].set(AN_HOUR)
        stores = [Store(open_at(postgres_url), one.machine) for one in hands]
        for store in stores:
            await store.open()
            await store.begin()
        ((before,),) = await stores[0].database.read(f"SELECT {stores[0].database.time}")
        assert all(0 <= before - store.now() < AN_HOUR for store in stores)
        assert abs(stores[1].now() - stores[0].now()) < AN_HOUR
        for store in stores:
            await store.close()

    asyncio.run(scenario())


@pytest.mark.parametrize("ahead", [-AN_HOUR, AN_HOUR])
def test_nodes_whose_clocks_differ_agree_on_the_time(
    postgres_url: str, tmp_path: Path, ahead: int
) -> None:
    one, other = (ServerProcess(postgres_url, tmp_path / f"log{number}") for number in range(2))
    other.ahead = ahead

    async def scenario() -> None:
        await one.start()
        async with await Client.new(one.url, "Anna") as anna:
            clock = {"kind": "bank", "seconds": 600}
            table = await anna.lay("land-unter", ["me", "random", "random"], clock=clock)
            await anna.dial()
            await anna.watch(table)
            await anna.done(table, "start")
            await other.start()
            async with Client(other.url, anna.secret) as elsewhere:
                await elsewhere.dial()
                await elsewhere.watch(table)
                seq = 0
                for client in (anna, elsewhere, anna, elsewhere):
                    page = await client.wait(
                        table,
                        lambda page: owes(page) and page["seq"] > seq,  # noqa: B023
                    )
                    chair = page["common"]["chairs"][0]
                    assert 0 < chair["left"] <= 600_000
                    assert not chair["kept"]
                    seq = await client.choose(table)
        assert await one.stop() == 0
        assert await other.stop() == 0
        database = open_at(postgres_url)
        await database.open()
        rows = await database.read("SELECT at, tick FROM events ORDER BY seq")
        ((downtime,),) = await database.read("SELECT downtime FROM house")
        await database.close()
        for times in zip(*rows, strict=True):
            assert list(times) == sorted(times)
            assert times[-1] - times[0] < AN_HOUR
        assert abs(downtime) < AN_HOUR

    with one, other:
        asyncio.run(asyncio.wait_for(scenario(), 4 * PATIENCE))
    assert one.mistakes() + other.mistakes() == []
    told = [
        "clock differs from that of the database" in node.log.read_text() for node in (one, other)
    ]
    assert told == [False, True]
