"""What one person may take up: checked in the same step as the write, whoever writes at once."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable

import pytest

from tablee.server.door import desk
from tablee.server.door.desk import MOST_KEYS
from tablee.server.house.house import House
from tablee.server.people import Person
from tablee.server.refusals import Declined
from tablee.server.settings import Limits
from tablee.server.tables import commands
from tablee.server.tables.commands import NewTable, Plan
from tests.server.test_nodes import nodes

GAME = "land-unter"
AT_ONCE = 60


async def outcomes(*asked: Awaitable[object]) -> Counter[str]:
    """How many were done, and why the others were not."""
    done = await asyncio.gather(*asked, return_exceptions=True)
    for one in done:
        if isinstance(one, BaseException) and not isinstance(one, Declined):
            raise one
    return Counter(one.code if isinstance(one, Declined) else "done" for one in done)


async def lay(house: House, person: Person, id: str, *chairs: str) -> str:
    wanted = NewTable(id, Plan(game=GAME), list(chairs))
    return (await house.lay(person, id, wanted)).table.id


def at_two_nodes(
    url: str, visit: Callable[[House, House, Person], Awaitable[None]], **limits: int
) -> None:
    """Somebody who asks two nodes of a house that has the default limits, but for these."""

    async def whole() -> None:
        async with nodes(url, limits=Limits(**limits)) as (one, other):
            person, _ = await one.desk.welcome("Anna", "en")
            await visit(one, other, person)

    asyncio.run(whole())


def test_sixty_tables_asked_for_at_once_become_thirty(database_url: str) -> None:
    async def visit(one: House, other: House, anna: Person) -> None:
        doors = [one, other]
        told = await outcomes(
            *(lay(doors[n % 2], anna, f"t{n}", "me", "open", "open") for n in range(AT_ONCE))
        )
        assert told == {"done": 30, "too_many": 30}
        assert sum((await one.store.counts()).values()) == 30
        assert await outcomes(lay(one, anna, "late", "open", "open", "open")) == {"too_many": 1}

    at_two_nodes(database_url, visit)


def test_bots_asked_for_at_once_are_no_more_than_sixty(database_url: str) -> None:
    async def visit(one: House, other: House, anna: Person) -> None:
        doors = [one, other]
        told = await outcomes(
            *(lay(doors[n % 2], anna, f"t{n}", "me", *["sailor"] * 4) for n in range(AT_ONCE))
        )
        assert told == {"done": 15, "too_many": 45}

    at_two_nodes(database_url, visit)


@pytest.mark.parametrize(
    "command", [commands.Start(), commands.Place(1, "sailor")], ids=["start", "place"]
)
def test_bots_that_sit_down_at_once_are_no_more_than_allowed(
    database_url: str, command: commands.Command
) -> None:
    async def visit(one: House, other: House, anna: Person) -> None:
        doors = [one, other]
        tables = [await lay(one, anna, f"t{n}", "me", "open", "sailor") for n in range(6)]
        told = await outcomes(
            *(doors[n % 2].act(anna, table, "a", command) for n, table in enumerate(tables))
        )
        assert told == {"done": 2, "too_many": 4}

    at_two_nodes(database_url, visit, bots_per_person=8)


def test_a_rematch_is_a_table_like_any_other(database_url: str) -> None:
    async def visit(one: House, _: House, anna: Person) -> None:
        table = await lay(one, anna, "first", "me", "sailor", "sailor")
        await one.act(anna, table, "start", commands.Start())
        await one.act(anna, table, "end", commands.End())
        second = await lay(one, anna, "second", "me", "open", "open")
        assert await outcomes(one.act(anna, table, "r1", commands.Rematch())) == {"too_many": 1}
        await one.act(anna, second, "close", commands.Close())
        assert await outcomes(one.act(anna, table, "r2", commands.Rematch())) == {"done": 1}
        assert await one.store.unfinished(anna.id) == 1

    at_two_nodes(database_url, visit, tables_per_person=1)


def test_a_table_that_was_laid_is_found_again_by_whoever_has_no_room_for_another(
    database_url: str,
) -> None:
    async def visit(one: House, other: House, anna: Person) -> None:
        laid = await lay(one, anna, "first", "me", "open", "open")
        for house in (one, other):
            assert await lay(house, anna, "first", "me", "open", "open") == laid

    at_two_nodes(database_url, visit, tables_per_person=1)


def test_keys_asked_for_at_once_are_no_more_than_allowed(database_url: str) -> None:
    async def visit(one: House, other: House, anna: Person) -> None:
        doors = [one, other]
        told = await outcomes(
            *(doors[n % 2].desk.new_key(anna, desk.LINK, "") for n in range(AT_ONCE))
        )
        assert told == {"done": MOST_KEYS - 1, "too_many": AT_ONCE - MOST_KEYS + 1}
        assert len(await one.store.keys(anna.id)) == MOST_KEYS

    at_two_nodes(database_url, visit)
