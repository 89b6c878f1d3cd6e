"""The clock of the house: it stands still from the end of the last process to the next start."""

import asyncio
from pathlib import Path

from tablee.server.house.house import House
from tablee.server.settings import Settings
from tablee.server.store.addresses import open_at
from tablee.server.store.store import GONE, Store
from tests.server.processes import PATIENCE, ServerProcess

NOON = 1_800_000_000_000
A_WHILE = GONE // 2  # too short for anybody to tell from silence alone that the house was closed
OF_HOLDERS = (
    "FROM pg_locks WHERE locktype = 'advisory' "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)


class Hands:
    """A clock that goes on only when it is told to."""

    def __init__(self) -> None:
        self.time = NOON

    def now(self) -> int:
        return self.time


def house_of(url: str, hands: Hands) -> House:
    settings = Settings(database=url, bot_warm_up=False)
    return House(settings, Store(open_at(url), hands.now))


def test_a_stop_charges_nothing_however_short_it_is(database_url: str) -> None:
    hands = Hands()

    async def scenario() -> None:
        house = house_of(database_url, hands)
        await house.open()
        hands.time += 700
        ended = house.store.tick()
        await house.farewell()
        hands.time += 400  # requests that are under way
        await house.close()
        hands.time += A_WHILE
        again = house_of(database_url, hands)
        await again.open()
        assert again.store.tick() == ended
        hands.time += 100
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
        hands.time += A_WHILE
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
        hands.time += A_WHILE
        comes = house_of(postgres_url, hands)
        await comes.open()
        assert comes.store.tick() == before + A_WHILE
        await stays.close()
        await comes.close()

    asyncio.run(scenario())


def test_a_node_that_lost_its_line_for_a_moment_is_still_there(postgres_url: str) -> None:
    hands = Hands()

    async def there(house: House) -> list[int]:
        return [row[0] for row in await house.store.database.read(f"SELECT pid {OF_HOLDERS}")]

    async def scenario() -> None:
        stays = house_of(postgres_url, hands)
        await stays.open()
        before = stays.store.tick()
        (lost,) = await there(stays)
        await stays.store.database.read(f"SELECT pg_terminate_backend(pid) {OF_HOLDERS}")
        async with asyncio.timeout(PATIENCE):
            while await there(stays) in ([], [lost]):
                await asyncio.sleep(0.05)
        hands.time += A_WHILE
        comes = house_of(postgres_url, hands)
        await comes.open()
        assert comes.store.tick() == before + A_WHILE
        await stays.close()
        await comes.close()

    asyncio.run(scenario())


def test_time_while_all_nodes_are_killed_is_not_charged(postgres_url: str, tmp_path: Path) -> None:
    nodes = [ServerProcess(postgres_url, tmp_path / f"log{number}") for number in range(2)]

    async def downtime() -> int:
        database = open_at(postgres_url)
        await database.open()
        ((known,),) = await database.read("SELECT downtime FROM house")
        await database.close()
        return int(known)

    async def scenario() -> None:
        with nodes[0], nodes[1]:
            await asyncio.gather(*(node.start() for node in nodes))
            before = await downtime()
            for node in nodes:
                node.kill()
            for node in nodes:
                node.ahead = A_WHILE
            await asyncio.gather(*(node.start() for node in nodes))
            assert await downtime() - before >= A_WHILE

    asyncio.run(scenario())
    assert all(node.mistakes() == [] for node in nodes)
