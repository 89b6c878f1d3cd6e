"""A company at a table of the real server: people who came in, sat down and look at it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import TypeVar

import httpx

from tablee.server.house.house import House
from tests.server.client import Client, Message, owes
from tests.server.houses import Clock, Serving, serve

Answer = TypeVar("Answer")
Somebody = TypeVar("Somebody", bound=Client)


def spend(house: House, evening: Callable[[Serving], Awaitable[None]]) -> None:
    """Serve a house for as long as an evening takes."""

    async def whole(serving: Serving) -> None:
        await evening(serving)

    with serve(house) as serving:
        asyncio.run(whole(serving))


@asynccontextmanager
async def company(
    url: str, *names: str, languages: Iterable[str] = (), **more: object
) -> AsyncIterator[list[Client]]:
    """People who have just come in, each with an open socket."""
    spoken = [*languages] or ["en"] * len(names)
    people = [
        await Client.new(url, name, language, **more)
        for name, language in zip(names, spoken, strict=True)
    ]
    try:
        for person in people:
            await person.dial()
        yield people
    finally:
        for person in people:
            await person.close()


@asynccontextmanager
async def spectator(url: str, table: str) -> AsyncIterator[Client]:
    """Somebody without a name who looks on."""
    async with Client(url) as client:
        await client.dial()
        await client.watch(table)
        yield client


async def lay(people: Sequence[Client], game: str, *more: str, **plan: object) -> str:
    """A table of the first of them, with a chair for each of the others, who sit down in order."""
    table = await people[0].lay(game, ["me", *["open"] * (len(people) - 1), *more], **plan)
    for person in people:
        await person.watch(table)
    for person in people[1:]:
        await person.done(table, "sit")
    return table


async def begin(people: Sequence[Client], game: str, *more: str, **plan: object) -> str:
    """The same, and the game has begun for all of them."""
    table = await lay(people, game, *more, **plan)
    await people[0].done(table, "start")
    await all_see(people, table, lambda page: page["common"]["status"] == "playing")
    return table


async def all_see(
    people: Iterable[Client], table: str, so: Callable[[Message], bool]
) -> list[Message]:
    """Wait until everybody's page is so."""
    return [await person.wait(table, so) for person in people]


async def caught_up(people: Iterable[Client], table: str, seq: int) -> None:
    """Wait until everybody has the table as it was at this event or later."""
    await all_see(people, table, lambda page: page["seq"] >= seq)


async def next_to_choose(people: Sequence[Somebody], table: str) -> Somebody:
    """Whoever of them owes a choice; waits for bots to have made theirs."""
    while True:
        await caught_up(people, table, max(person.pages[table]["seq"] for person in people))
        for person in people:
            if owes(person.pages[table]):
                return person
        seq = people[0].pages[table]["seq"]
        await people[0].wait(table, lambda page, seq=seq: page["seq"] > seq)  # type: ignore[misc]


async def choose(people: Sequence[Somebody], table: str) -> Somebody:
    """The next choice at the table, by whoever owes it; returns who it was."""
    person = await next_to_choose(people, table)
    await caught_up(people, table, await person.choose(table))
    return person


def turn(client: Client, table: str) -> int:
    """The turn a choice would be for now."""
    return int(client.pages[table]["common"]["turn"]["number"])


def seat(client: Client, table: str) -> int:
    return int(client.pages[table]["you"]["seat"])


def chair(client: Client, table: str, number: int | None = None) -> Message:
    """A chair as this client sees it; its own, if no other is asked for."""
    chairs: list[Message] = client.pages[table]["common"]["chairs"]
    return chairs[seat(client, table) if number is None else number]


def said(client: Client, table: str) -> list[str]:
    """The house's own lines of the log, by name."""
    return [line["event"][0] for line in client.lines[table] if line["kind"] == "house"]


def code(answer: httpx.Response, status: int) -> str:
    """The code of a refusal by HTTP."""
    assert answer.status_code == status, answer.text
    return str(answer.json()["code"])


async def inside(serving: Serving, work: Coroutine[None, None, Answer]) -> Answer:
    """Do something in the thread of the house."""
    loop = next(iter(serving.house.tasks)).get_loop()
    return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, loop))


async def forward(serving: Serving, clock: Clock, seconds: float) -> None:
    """Put the clock forward while the house is open, and let it do what is due by then."""
    house = serving.house

    async def jump() -> None:
        clock.ahead += int(seconds * 1000)
        house.store.hours.beaten_at = clock.now()
        for live in house.lives.values():
            house.alarms.plan(live)

    await inside(serving, jump())
