"""By which names a house is called, from where, and what a browser may keep of its answers."""

import asyncio
import socket
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tablee.server.door.hosts import Hosts
from tablee.server.running.serving import server
from tablee.server.settings import Limits
from tests.server.client import API, Client
from tests.server.company import begin, company, spend
from tests.server.houses import Serving, house_at

OWN = socket.gethostname().partition(".")[0]
KNOWN = [
    "127.0.0.1",
    "192.168.7.7:8420",
    "[::1]:8420",
    "[fd00::7]",
    "localhost",
    "LocalHost.:8420",
    OWN,
    f"{OWN.upper()}:8420",
    f"{OWN}.local",
    "games.lan:8420",
    "GAMES.lan",
]
UNKNOWN = [
    "evil.example",
    "evil.example:8420",
    "127.0.0.1.evil.example",
    "localhost.evil.example",
    f"{OWN}.evil.example",
    "127.0.0.1@evil.example",
    "evil.example#127.0.0.1",
    "[::1",
    "",
]
SETTING = ("games.lan",)


@pytest.mark.parametrize("host", KNOWN)
def test_a_house_knows_its_own_names(host: str) -> None:
    assert Hosts("http://127.0.0.1:8420", SETTING).know([(b"host", host.encode())])


@pytest.mark.parametrize("host", UNKNOWN)
def test_a_house_knows_no_other_name(host: str) -> None:
    hosts = Hosts("http://127.0.0.1:8420", SETTING)
    assert not hosts.know([(b"host", host.encode())])
    assert not hosts.know([(b"host", b"localhost"), (b"host", host.encode())])
    assert Hosts("https://games.example", ()).know([(b"host", host.encode())])


def test_a_page_of_a_foreign_name_gets_nothing(database_url: str) -> None:
    """Whatever it asks for; and its reader is told which setting makes the name known."""

    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "open", "open"])
            for host, known in [("evil.example", False), ("games.lan", True)]:
                foreign = {"host": host, "origin": f"http://{host}"}
                for path in ("/people/me", f"/tables/{table}", "/games/"):
                    got = await anna.http.get(path, headers=foreign)
                    assert (got.status_code == 200) == known, path
                for path in ("/", "/nowhere", "/healthz", f"/table/{table}"):
                    got = await anna.http.get(serving.url + path, headers=foreign)
                    assert (got.status_code == 403) != known, path
                got = await anna.http.post("/people/", json={"name": "Eve"}, headers=foreign)
                assert (got.status_code == 201) == known
                assert ("set-cookie" in got.headers) == known
                assert await welcomed(serving.url, host) == known
            for accepted, kind in [("text/html,*/*", "text/plain"), ("*/*", "application/json")]:
                headers = {"host": "evil.example", "accept": accepted, "accept-language": "de"}
                got = await anna.http.get(serving.url, headers=headers)
                assert got.headers["content-type"].startswith(kind)
                assert "Einstellung hosts (TABLEE_HOSTS)" in got.text
                assert got.headers["x-content-type-options"] == "nosniff"

    spend(house_at(database_url, hosts=SETTING), evening)


async def welcomed(url: str, host: str) -> bool:
    """Whether a page of this name gets a socket."""
    _, _, port = url.rpartition(":")
    try:
        named = f"ws://{host}:{port}{API}/socket"
        own = {"origin": f"http://{host}:{port}"}
        async with connect(named, host="127.0.0.1", port=int(port), additional_headers=own):
            return True
    except InvalidStatus:
        return False


def test_links_lead_where_the_reader_came_from(database_url: str) -> None:
    """Unless the house has an address of its own."""

    async def links(serving: Serving, host: str) -> set[str]:
        async with await Client.new(serving.url, "Anna") as anna:
            named = {"host": host}
            plan = {"id": "t", "plan": {"game": "land-unter"}, "chairs": ["me", "open", "open"]}
            told = [
                (await anna.http.post("/tables/", json=plan, headers=named)).json()["link"],
                (await anna.http.post("/people/me/link", headers=named)).json()["link"],
                (await anna.http.get("/house", headers=named)).json()["address"] + "/",
            ]
            return {"/".join(link.split("/")[:3]) for link in told}

    async def nowhere(serving: Serving) -> None:
        assert await links(serving, "192.168.7.7:8420") == {"http://192.168.7.7:8420"}
        assert await links(serving, "localhost:9000") == {"http://localhost:9000"}

    async def somewhere(serving: Serving) -> None:
        assert await links(serving, "192.168.7.7:8420") == {"http://games.lan"}

    spend(house_at(database_url, base_url="http://localhost:8420"), nowhere)
    spend(house_at(database_url, base_url="http://games.lan"), somewhere)


def test_nothing_with_a_secret_or_a_hand_is_kept_by_a_browser(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await begin([anna], "land-unter", "random", "random")
            link = await anna.http.post("/people/me/link")
            command = {"do": "choose", "turn": anna.pages[table]["common"]["turn"]["number"]}
            wrong = {"id": "w", "command": command | {"choice": "0"}}
            refused = await anna.http.post(f"/tables/{table}/commands", json=wrong)
            assert refused.json()["legal"]
            carried = {"secret": link.json()["secret"]}
            for got in (
                link,
                refused,
                await anna.http.post("/people/", json={"name": "Ben"}),
                await anna.http.post("/people/carry-on", json=carried),
                await anna.http.get("/people/me"),
                await anna.http.get("/people/me/keys"),
                await anna.http.get("/house"),
                await anna.http.get(f"/tables/{table}"),
                await anna.http.get(f"/tables/{table}/log"),
                await anna.http.get("/tables/mine"),
                await anna.http.get("/nowhere"),
            ):
                assert got.headers["cache-control"] == "no-store", got.url

    spend(house_at(database_url), evening)


def test_behind_a_proxy_each_of_its_clients_is_counted(database_url: str) -> None:
    """As people, by requests and by sockets; also where both versions of IP share a socket."""
    limits = Limits(new_people_per_hour=1, requests_per_minute=3, connections_per_address=1)

    async def evening() -> None:
        house = house_at(database_url, limits=limits, proxies=("10.1.2.0/24",))
        config = server(house).config
        config.load()
        app: Any = config.loaded_app
        await house.open()

        async def come(client: str, via: str) -> int:
            door = httpx.ASGITransport(app, client=(via, 1))
            headers = {"x-forwarded-for": client}
            async with httpx.AsyncClient(transport=door, base_url="http://127.0.0.1") as http:
                got = await http.post(f"{API}/people/", json={"name": "Anna"}, headers=headers)
                return got.status_code

        for via, net in [("10.1.2.3", "203.0.113"), ("::ffff:10.1.2.3", "198.51.100")]:
            statuses = [await come(f"{net}.{number}", via) for number in range(5)]
            assert statuses == [201] * 5, via
            assert [await come(f"{net}.0", via) for _ in range(4)] == [429] * 4, via
        assert await come("::ffff:203.0.113.0", "10.1.2.3") == 429  # the same written otherwise
        claimed = [await come(f"192.0.2.{number}", "10.9.9.9") for number in range(3)]
        assert claimed == [201, 429, 429]
        await house.close()

    asyncio.run(evening())


def test_behind_a_proxy_the_sockets_of_each_client_are_counted(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        address = serving.url.replace("http", "ws", 1) + API + "/socket"

        def dial(client: str) -> connect:
            return connect(address, additional_headers={"x-forwarded-for": client})

        async with dial("203.0.113.1"), dial("203.0.113.2"):
            with pytest.raises(InvalidStatus):
                await dial("203.0.113.1")

    limits = Limits(connections_per_address=1)
    spend(house_at(database_url, limits=limits, proxies=("127.0.0.1",)), evening)
