"""A room full of people is no attack, and one person's flood costs only that person."""

import asyncio
from contextlib import AsyncExitStack
from http.cookiejar import DefaultCookiePolicy
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from tablee.server.settings import Limits
from tests.server.client import API, PATIENCE, Client
from tests.server.company import spend
from tests.server.houses import Serving, house_at

NO_COOKIES = DefaultCookiePolicy(allowed_domains=[])  # each phone is somebody else
ROOM = 80
SEATS = 4
# What the page of a phone asks for when it comes in by a friend's link.
FIRST_PAGE = ("/", f"{API}/house", f"{API}/tables/mine")


class Phone:
    """Somebody in the room; all of them come from one address."""

    def __init__(self, http: httpx.AsyncClient, address: str, number: int):
        self.http = http
        self.address = address
        self.number = number
        self.headers: dict[str, str] = {}
        self.socket: ClientConnection
        self.page: dict[str, Any] = {"seq": 0, "common": {}, "you": {}}

    async def come(self, doors: AsyncExitStack) -> None:
        name = {"name": f"Guest {self.number}"}
        assert (await self.http.get("/")).status_code == 200
        came = await self.http.post(f"{API}/people/", json=name)
        assert came.status_code == 201, came.text
        self.headers = {"authorization": f"Bearer {came.json()['secret']}"}
        for path in FIRST_PAGE:
            assert (await self.http.get(path, headers=self.headers)).status_code == 200
        address = self.address.replace("http", "ws", 1) + API + "/socket"
        self.socket = await doors.enter_async_context(
            connect(address, compression=None, additional_headers=self.headers)
        )
        await self.send(type="hello", version=1)

    async def send(self, **message: Any) -> None:
        await self.socket.send(msgspec.json.encode(message).decode())

    async def ask(self, id: str, **message: Any) -> dict[str, Any]:
        """Send a message and wait for its answer."""
        await self.send(id=id, **message)
        while True:
            told: dict[str, Any] = msgspec.json.decode(await self.socket.recv())
            if told["type"] == "page":
                self.page = self.page | told | {"common": self.page["common"] | told["common"]}
            if told.get("id") == id:
                assert told["type"] == "done", told
                return told

    async def do(self, id: str, table: str, **command: Any) -> None:
        await self.ask(id, type="do", table=table, command=command)

    async def sit(self, table: str) -> None:
        await self.ask("watch", type="watch", table=table)
        if self.number % SEATS:
            await self.do("sit", table, do="sit")

    async def choose(self, table: str) -> None:
        """The first choice of the game, which all owe at once."""
        while not self.page["common"].get("turn"):
            await self.ask("again", type="watch", table=table)
        number, options = self.page["common"]["turn"]["number"], self.page["you"]["options"]
        await self.do("choose", table, do="choose", turn=number, choice=options[0])


async def at_table(phones: list[Phone]) -> None:
    """Four of the room lay a table, sit down and play."""
    host = phones[0]
    wanted = {"id": "t", "plan": {"game": "land-unter"}, "chairs": ["me", *["open"] * (SEATS - 1)]}
    laid = await host.http.post(f"{API}/tables/", json=wanted, headers=host.headers)
    assert laid.status_code == 201, laid.text
    table = laid.json()["table"]
    for phone in phones:
        await phone.sit(table)
    await host.do("start", table, do="start")
    for phone in phones:
        await phone.choose(table)


def test_eighty_phones_behind_one_address_come_in_and_play(sqlite_url: str) -> None:
    async def room(serving: Serving) -> None:
        async with (
            asyncio.timeout(PATIENCE),
            AsyncExitStack() as doors,
            httpx.AsyncClient(base_url=serving.url, timeout=PATIENCE, verify=False) as http,
        ):
            http.cookies.jar.set_policy(NO_COOKIES)
            phones = [Phone(http, serving.url, number) for number in range(ROOM)]
            await asyncio.gather(*(phone.come(doors) for phone in phones))
            tables = [phones[first : first + SEATS] for first in range(0, ROOM, SEATS)]
            await asyncio.gather(*(at_table(company) for company in tables))

    spend(house_at(sqlite_url, limits=Limits()), room)


def dial(url: str, secret: str = "") -> connect:
    known = {"authorization": f"Bearer {secret}"} if secret else {}
    return connect(url.replace("http", "ws", 1) + API + "/socket", additional_headers=known)


def test_sockets_of_a_person_are_counted_and_leave_room_for_others(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with (
            AsyncExitStack() as doors,
            await Client.new(serving.url, "Anna") as anna,
            await Client.new(serving.url, "Ben") as ben,
        ):
            for _ in range(2):
                await doors.enter_async_context(dial(serving.url, anna.secret))
            with pytest.raises(InvalidStatus):
                await dial(serving.url, anna.secret)
            assert (await anna.dial())["code"] == "too_many"  # by a hello, without a cookie
            assert (await ben.dial())["name"] == "Ben"

    limits = Limits(connections_per_person=2, connections_per_address=3)
    spend(house_at(database_url, limits=limits), evening)


def test_messages_of_a_person_are_counted_on_all_their_sockets(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with (
            await Client.new(serving.url, "Anna") as anna,
            await Client.new(serving.url, "Ben") as ben,
        ):
            table = await ben.lay("land-unter", ["me", "open", "open"])
            await ben.dial()
            await ben.watch(table)
            screens = [Client(serving.url, anna.secret) for _ in range(5)]
            told = []
            for screen in screens:
                await screen.dial()
                for number in range(3):
                    wanted = {"type": "watch", "id": f"w{number}", "table": table}
                    told.append((await screen.ask(wanted))["type"])
            assert told.count("done") < 3 + 3  # a burst of three, and what time gives back
            await ben.done(table, "say", text="Where is everybody?")
            for screen in screens:
                await screen.close()

    spend(house_at(database_url, limits=Limits(commands_per_second=1)), evening)


def test_requests_of_a_person_are_counted_and_leave_room_for_others(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with (
            await Client.new(serving.url, "Anna") as anna,
            await Client.new(serving.url, "Ben") as ben,
        ):
            for person in (anna, ben):
                assert (await person.http.get("/people/me")).status_code == 200
            codes = [(await anna.http.get("/people/me")).status_code for _ in range(20)]
            assert codes[-1] == 429
            assert (await ben.http.get("/people/me")).status_code == 200
            async with httpx.AsyncClient(base_url=serving.url, verify=False) as stranger:
                assert (await stranger.get(f"{API}/games/")).status_code == 200

    limits = Limits(requests_per_person=5, requests_per_minute=10)
    spend(house_at(database_url, limits=limits), evening)


def test_a_proxy_is_never_counted_as_one_visitor(database_url: str) -> None:
    """Also one that does not say for whom it asks."""

    async def evening(serving: Serving) -> None:
        async with AsyncExitStack() as doors:
            for number in range(4):
                person = await doors.enter_async_context(
                    await Client.new(serving.url, f"Guest {number}")
                )
                await person.dial()
            for number, status in enumerate((201, 201, 429, 429)):
                headers = {"x-forwarded-for": "10.0.0.1"}
                async with httpx.AsyncClient(verify=False, headers=headers) as http:
                    name = {"name": f"Guest {number}"}
                    came = await http.post(f"{serving.url}{API}/people/", json=name)
                    assert came.status_code == status

    limits = Limits(new_people_per_hour=2, requests_per_minute=2, connections_per_address=2)
    spend(house_at(database_url, proxies=("127.0.0.0/8",), limits=limits), evening)
