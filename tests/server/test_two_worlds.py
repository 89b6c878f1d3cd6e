"""Two worlds: whoever may not know a secret is sent the same bytes whatever the secret is."""

import asyncio
import itertools
import os
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import pytest
import structlog

from tablee import catalogue
from tablee.bots.position import Position
from tablee.kernel.match import Match
from tablee.server.bots.keepers import Choice, Told
from tablee.server.door.connection import Connection
from tablee.server.door.wire import Pong
from tablee.server.house.metrics import Metrics
from tablee.server.refusals import AgainstTheRules
from tablee.server.running import logs
from tablee.server.running.serving import server
from tablee.server.store.addresses import is_postgres
from tablee.server.tables import decisions, page
from tablee.server.tables import table as server_table
from tablee.server.tables.acts import Chose, Event
from tablee.server.tables.live import Update
from tablee.server.tables.page import Pages
from tests.repeats import long_or
from tests.server.evenings import BOTS_WAIT, Evening, EveningOfABot
from tests.server.houses import serve
from tests.server.pairs import Pair, pairs
from tests.server.worlds import FarWorld, FatefulHouse, Ledger, Listening, World, current
from tests.tables import every_table

# In each game, at tables with every number of players and every option.
PAIRS = int(os.environ.get("PAIRS", long_or(150, 500)))
AT_ONCE = 24
# Figures that measure time, or change with it: tables leave the memory when they are not used.
MEASURED = re.compile(r"process_|tablee_tables_in_memory|\w+_(bucket|sum|created)\b")

in_every_game = pytest.mark.parametrize("title", [game.id for game in catalogue.games()])


@pytest.fixture(autouse=True)
def ledger() -> Iterator[None]:
    """Everything that is logged is heard in the world it is from."""
    logs.configure(Ledger(), "debug")
    yield
    structlog.reset_defaults()


@asynccontextmanager
async def houses(urls: list[str], **settings: object) -> AsyncIterator[list[FatefulHouse]]:
    """Two houses, without a network."""
    both = [FatefulHouse(url, **settings) for url in urls]
    for house in both:
        await house.open()
    try:
        yield both
    finally:
        for house in both:
            await house.close()


async def spend(
    both: list[FatefulHouse], chosen: Iterable[Pair], kind: type[Evening] = Evening
) -> list[Evening]:
    """The evenings of many pairs, some at once."""
    apps: list[Any] = [server(house).config.app for house in both]
    free = asyncio.Semaphore(AT_ONCE)

    async def spend_one(pair: Pair) -> Evening:
        async with free:
            worlds = [
                World(house, pair.number, pair.viewer, start)
                for house, start in zip(both, pair.starts, strict=True)
            ]
            for world, app in zip(worlds, apps, strict=True):
                door = httpx.ASGITransport(app, client=(f"{pair.number}", 1))
                world.http = httpx.AsyncClient(transport=door, base_url="http://127.0.0.1/api/v1/")
            evening = kind(pair, worlds)
            try:
                await evening.play()
            finally:
                for world in worlds:
                    await world.close()
                    await world.http.aclose()
            return evening

    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(spend_one(pair)) for pair in chosen]
    except ExceptionGroup as failed:
        raise failed.exceptions[0] from None
    if kind is Evening:  # where bots choose, the worlds go on apart
        first, second = [await figures(app) for app in apps]
        assert first == second, "the figures tell the worlds apart"
    return [task.result() for task in tasks]


async def figures(app: Any) -> list[str]:
    """The figures of a house that do not depend on the time."""
    door = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=door, base_url="http://127.0.0.1") as client:
        lines = (await client.get("/metrics")).text.splitlines()
    return [line for line in lines if not MEASURED.match(line)]


def pairs_of(title: str, most: int, seed: int) -> Iterator[Pair]:
    """Pairs at every table of a game: all numbers of players, all options."""
    tables = [table for table in every_table() if table.game.id == title]
    numbers = itertools.count()
    for table in tables:
        for pair in pairs(table, most // len(tables), seed):
            yield replace(pair, number=next(numbers))


@in_every_game
def test_nobody_can_tell_worlds_apart_that_look_alike(title: str, two_urls: list[str]) -> None:
    """Every byte to a seat and to a spectator: pages, answers, refusals, HTTP, log, figures.

    Each database has half of the pairs.
    """
    half = is_postgres(two_urls[0])

    async def nights() -> list[Evening]:
        async with houses(two_urls) as both:
            mine = (pair for pair in pairs_of(title, PAIRS, 1) if pair.number % 2 == half)
            return await spend(both, mine)

    evenings = asyncio.run(nights())
    assert len(evenings) > 0.9 * PAIRS / 2
    assert sum(evening.differed for evening in evenings) > 0.9 * len(evenings)
    assert sum(evening.turns for evening in evenings) > 0.2 * len(evenings)


@in_every_game
def test_a_bot_is_given_only_what_its_seat_may_know(title: str, two_urls: list[str]) -> None:
    async def nights() -> list[Evening]:
        async with houses(two_urls, bot_pause=BOTS_WAIT / 1000) as both:
            seated = (pair for pair in pairs_of(title, 160, 2) if pair.viewer)
            return await spend(both, seated, EveningOfABot)

    assert sum(evening.turns for evening in asyncio.run(nights())) > 20


@in_every_game
def test_nor_over_real_sockets_and_http(title: str, two_urls: list[str]) -> None:
    async def nights(both: list[FatefulHouse], urls: list[str]) -> None:
        for pair in pairs_of(title, 12, 3):
            worlds = [
                FarWorld(house, pair.number, pair.viewer, start)
                for house, start in zip(both, pair.starts, strict=True)
            ]
            for world, url in zip(worlds, urls, strict=True):
                world.house.fate.only = world
                world.http = httpx.AsyncClient(base_url=f"{url}/api/v1/", verify=False)
            try:
                await Evening(pair, worlds, crowd=False).play()
            finally:
                for world in worlds:
                    await world.close()
                    await world.http.aclose()

    with ExitStack() as stack:
        both = [FatefulHouse(url) for url in two_urls]
        urls = [stack.enter_context(serve(house)).url for house in both]
        asyncio.run(nights(both, urls))


# The tests above notice houses that tell too much.

Leak = Callable[[pytest.MonkeyPatch], None]


def commitments_in_the_page(patch: pytest.MonkeyPatch) -> None:
    right = Pages.turn

    def turn(pages: Pages, language: str) -> dict[str, Any] | None:
        told = right(pages, language)
        return told and told | {"chosen": sorted(pages.table.playing.committed.values())}

    patch.setattr(Pages, "turn", turn)


def options_of_others_in_the_page(patch: pytest.MonkeyPatch) -> None:
    right = page.sitter

    def sitter(table: server_table.Table, seat: int) -> dict[str, Any]:
        options = table.match.options(seat) if table.match else []
        return right(table, seat) | {"best": max(options, default=0)}

    patch.setattr(page, "sitter", sitter)


def another_view_for_spectators(patch: pytest.MonkeyPatch) -> None:
    right = Pages.view
    patch.setattr(Pages, "view", lambda pages, viewer: right(pages, viewer or 0))


def a_message_more_for_odd_cards(patch: pytest.MonkeyPatch) -> None:
    """Nothing in a message is wrong, but whether there is one tells something."""
    right = Connection.show

    def show(connection: Connection, update: Update) -> None:
        right(connection, update)
        match = connection.house.lives[update.table].table.match
        if match and sum(match.committed.values()) % 2:
            connection.answer(Pong())

    patch.setattr(Connection, "show", show)


def commitments_in_refusals(patch: pytest.MonkeyPatch) -> None:
    right = decisions.legal

    def legal(table: server_table.Table, seat: int, choice: str) -> str:
        try:
            return right(table, seat, choice)
        except AgainstTheRules as refusal:
            state = table.playing.state
            refusal.clause = f"{refusal.clause} {state.digest()}"
            raise

    patch.setattr(decisions, "legal", legal)


def commitments_in_the_log(patch: pytest.MonkeyPatch) -> None:
    right = Match.choose

    def choose(match: Match, seat: int, option: int, again: bool = False) -> Any:
        structlog.get_logger("tablee.house").debug("chosen", option=option)
        return right(match, seat, option, again)

    patch.setattr(Match, "choose", choose)


def choices_in_the_figures(patch: pytest.MonkeyPatch) -> None:
    right = Metrics.served

    def served(metrics: Metrics, steps: Sequence[Event], seconds: float) -> None:
        right(metrics, steps, seconds)
        for step in steps:
            if isinstance(step.act, Chose):
                metrics.refusals.inc(len(step.act.choice))

    patch.setattr(Metrics, "served", served)


def the_deal_in_the_code(patch: pytest.MonkeyPatch) -> None:
    right = server_table.Table._deal_when_complete

    def deal(table: server_table.Table, event: Event) -> None:
        right(table, event)
        if table.match:
            table.code = table.match.state.digest()[:7]

    patch.setattr(server_table.Table, "_deal_when_complete", deal)


@pytest.mark.parametrize(
    "leak",
    [
        commitments_in_the_page,
        options_of_others_in_the_page,
        another_view_for_spectators,
        a_message_more_for_odd_cards,
        commitments_in_refusals,
        commitments_in_the_log,
        choices_in_the_figures,
        the_deal_in_the_code,
    ],
)
def test_a_house_that_tells_too_much_is_caught(
    leak: Leak, two_urls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nights() -> None:
        async with houses(two_urls) as both:
            await spend(both, pairs_of("land-unter", 72, 4))

    leak(monkeypatch)
    with pytest.raises(AssertionError, match=r"apart|messages"):
        asyncio.run(nights())


def test_a_bot_that_is_told_too_much_is_caught(
    two_urls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def nights() -> None:
        async with houses(two_urls, bot_pause=BOTS_WAIT / 1000) as both:
            seated = (pair for pair in pairs_of("land-unter", 72, 4) if pair.viewer)
            await spend(both, seated, EveningOfABot)

    right = Listening.choose

    async def choose(
        keepers: Listening, position: Position, name: str, why: bool, told: Told
    ) -> Choice:
        truth = replace(position, state=current.get().match.state)
        return await right(keepers, truth, name, why, told)

    monkeypatch.setattr(Listening, "choose", choose)
    with pytest.raises(AssertionError, match="apart"):
        asyncio.run(nights())
