"""The doors: whose pages may knock, what every answer carries, what is too large or too much."""

import asyncio
import gc
import io
from collections.abc import Awaitable, Callable, Iterator
from typing import Any
from urllib.parse import quote

import httpx
import msgspec
import pytest
import structlog
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tablee.server.door.connection import Connection
from tablee.server.door.desk import LINK_LASTS
from tablee.server.house.house import House
from tablee.server.people import LONGEST_OWN_NAME, Person
from tablee.server.running import logs
from tablee.server.running.serving import server
from tablee.server.settings import Limits
from tablee.server.tables.commands import NewTable, Plan, Say
from tests.server.client import API, PATIENCE, Client
from tests.server.houses import GENEROUS, Clock, Serving, house_at, serve
from tests.waiting import asked_until, until

OURS = "https://tablee.example"
HELLO = {"type": "hello", "version": 1}


@pytest.fixture(autouse=True)
def log() -> Iterator[io.StringIO]:
    """What the house writes in its log, as it does outside of tests."""
    stream = io.StringIO()
    logs.configure(stream)
    yield stream
    structlog.reset_defaults()


@pytest.fixture
def serving(database_url: str) -> Iterator[Serving]:
    with serve(house_at(database_url)) as serving:
        yield serving


@pytest.fixture
def behind_a_name(database_url: str) -> Iterator[Serving]:
    """A house whose address is set: it stands behind a proxy with TLS."""
    with serve(house_at(database_url, base_url=OURS + "/")) as serving:
        yield serving


def limited(url: str, clock: Clock | None = None, **limits: int) -> House:
    return house_at(url, clock, limits=msgspec.structs.replace(GENEROUS, **limits))


def dial(url: str, **more: Any) -> connect:
    return connect(url.replace("http", "ws", 1) + API + "/socket", compression=None, **more)


async def answer(socket: ClientConnection, *messages: object) -> dict[str, Any]:
    """The answer to the last of some messages, each answered in turn."""
    for message in messages:
        text = message if isinstance(message, str) else msgspec.json.encode(message).decode()
        await socket.send(text)
        told = msgspec.json.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
    assert isinstance(told, dict)
    return told


async def is_alive(url: str) -> None:
    """The house serves others as before."""
    async with dial(url) as socket:
        assert (await answer(socket, HELLO))["type"] == "welcome"


def talk(work: Awaitable[None]) -> None:
    async def within() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    asyncio.run(within())


# Origins


def hostile_to(own: str) -> list[str]:
    """Origins of pages that are not the house's, however much they look like it."""
    scheme, _, host = own.partition("://")
    name, _, port = host.partition(":")
    return [
        "null",
        "",
        "https://evil.example",
        f"{own}.evil.example",
        f"{scheme}://evil.{host}",
        f"{scheme}://evil{host}",
        f"{own}@evil.example",
        f"{own}/",
        f"{own}#",
        f"{own} https://evil.example",
        f"https://evil.example {own}",
        f"{scheme.upper()}://{host}",
        f"{scheme}://{name.upper()}X:{port}",
        f"{scheme}://{name}:{int(port or 443) + 1}",
        f"{scheme}://{name}:0{port}",
        f"file://{host}",
        f"chrome-extension://{host}",
        host,
    ]


async def socket_from(url: str, origin: str | None, **headers: str) -> bool:
    """Whether a page of this origin gets a socket."""
    try:
        async with dial(url, origin=origin, additional_headers=headers) as socket:
            return bool((await answer(socket, HELLO))["type"] == "welcome")
    except InvalidStatus as refused:
        return refused.response.status_code != 403


async def person_from(url: str, origin: str | None, **headers: str) -> bool:
    """Whether a page of this origin may send something over HTTP."""
    more = headers if origin is None else {"origin": origin, **headers}
    async with httpx.AsyncClient(base_url=url + API, verify=False) as http:
        answered = await http.post("/people/", json={"name": "Anna"}, headers=more)
    assert (answered.status_code == 201) == ("set-cookie" in answered.headers)
    if answered.status_code != 201:
        assert (answered.status_code, answered.json()["code"]) == (403, "foreign_origin")
    return answered.status_code == 201


@pytest.mark.parametrize("knock", [socket_from, person_from])
def test_only_pages_of_the_house_may_knock(
    serving: Serving, knock: Callable[..., Awaitable[bool]]
) -> None:
    async def knocks() -> None:
        assert await knock(serving.url, serving.url)
        assert await knock(serving.url, None)
        for origin in hostile_to(serving.url):
            assert not await knock(serving.url, origin), origin

    talk(knocks())


@pytest.mark.parametrize("knock", [socket_from, person_from])
def test_a_house_with_an_address_knows_no_other(
    behind_a_name: Serving, knock: Callable[..., Awaitable[bool]]
) -> None:
    async def knocks() -> None:
        url = behind_a_name.url
        assert await knock(url, OURS)
        assert await knock(url, None)
        for origin in ["http://tablee.example", "https://TABLEE.example", url, *hostile_to(OURS)]:
            assert not await knock(url, origin), origin

    talk(knocks())


def test_no_name_that_a_request_claims_makes_a_page_the_houses_own(behind_a_name: Serving) -> None:
    async def knocks() -> None:
        for host in ("evil.example", "tablee.example"):
            assert not await person_from(behind_a_name.url, f"http://{host}", host=host)

    talk(knocks())


def test_reading_needs_no_origin_and_changing_always_checks_it(serving: Serving) -> None:
    async def knocks() -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "open", "open"])
            foreign = {"origin": "https://evil.example"}
            description = (await anna.http.get(f"{serving.url}/api/openapi.json")).json()
            asked = 0
            for path, methods in description["paths"].items():
                for method in set(methods) & {"post", "put", "patch", "delete"}:
                    address = serving.url + path.replace("{table}", table)
                    got = await anna.http.request(method.upper(), address, headers=foreign, json={})
                    assert got.json()["code"] == "foreign_origin", (method, path)
                    asked += 1
            assert asked >= 6
            assert (await anna.http.get("/people/me", headers=foreign)).status_code == 200

    talk(knocks())


# Every answer


def test_every_answer_carries_the_headers(
    database_url: str, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    """Success and refusal, ours and the framework's, down to a mistake of the house."""

    async def answers(url: str) -> list[httpx.Response]:
        async with await Client.new(url, "Anna") as anna, httpx.AsyncClient(verify=False) as nobody:
            table = await anna.lay("land-unter", ["me", "open", "open"])
            base = url + API
            got = [
                await nobody.get(base + "/people/me"),
                await nobody.get(base + "/games/"),
                await nobody.head(base + "/games/"),
                await nobody.options(base + "/games/"),
                await nobody.post(base + "/people/", json={"name": "Ben"}),
                await nobody.get(url + "/api/openapi.json"),
                await nobody.get(url + "/healthz"),
                await nobody.get(url + "/readyz"),
                await nobody.get(url + "/metrics"),
                await nobody.get(url + "/"),
                await nobody.get(base + "/games/chess"),
                await nobody.get(base + "/nowhere"),
                await nobody.get(url + "/%2e%2e/%2e%2e/etc/passwd"),
                await nobody.delete(base + "/games/"),
                await nobody.post(base + "/people/", content=b"{"),
                await nobody.post(base + "/people/", json={"name": "x" * 20_000}),
                await nobody.post(base + "/people/", json={}, headers={"origin": "null"}),
                await anna.http.get(f"/tables/{table}/record"),
                await anna.http.get("/people/me/keys"),
            ]

            async def mistake(*_: object) -> None:
                raise ValueError("the hand of seat 2 is 37")

            monkeypatch.setattr("tablee.server.store.store.Store.tables_of", mistake)
            got.append(await anna.http.get("/tables/mine"))
            for _ in range(100):
                got.append(await nobody.get(base + "/games/chess"))
                if got[-1].status_code == 429:
                    break
            return got

    with serve(limited(database_url, requests_per_minute=40)) as serving:
        got = asyncio.run(answers(serving.url))
    statuses = {one.status_code for one in got}
    assert statuses >= {200, 201, 400, 401, 403, 404, 405, 409, 413, 429, 500}
    for one in got:
        where = f"{one.request.method} {one.request.url} {one.status_code}"
        policy = one.headers.get_list("content-security-policy")
        assert len(policy) == 1, where
        rules = dict(rule.strip().split(" ", 1) for rule in policy[0].split(";"))
        assert rules["default-src"] == rules["frame-ancestors"] == rules["base-uri"] == "'none'"
        assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
        assert "unsafe" not in policy[0]
        assert "*" not in policy[0]
        assert one.headers["x-content-type-options"] == "nosniff", where
        assert one.headers["x-frame-options"] == "DENY"
        assert one.headers["referrer-policy"] == "no-referrer"
        assert one.headers["cross-origin-opener-policy"] == "same-origin"
        assert one.headers["cross-origin-resource-policy"] == "same-origin"
        assert "permissions-policy" in one.headers
        assert "access-control-allow-origin" not in one.headers
        assert "server" not in one.headers
        if one.status_code >= 400:
            problem = one.json() if one.request.method != "HEAD" else {"code": "", "text": ""}
            assert set(problem) <= {"code", "text", "clause", "legal", "detail"}, where
    last = got[-1]
    assert last.status_code == 429
    assert 0 < int(last.headers["retry-after"]) <= 60
    mistake = next(one for one in got if one.status_code == 500)
    assert "seat 2" not in mistake.text
    assert "ValueError" in log.getvalue()
    assert "seat 2" not in log.getvalue()


def test_the_cookie_is_for_this_house_alone(serving: Serving) -> None:
    flags = cookie_flags(serving)
    assert "secure" not in flags


def test_the_cookie_of_a_house_with_tls_is_secure(behind_a_name: Serving) -> None:
    assert "secure" in cookie_flags(behind_a_name)


def cookie_flags(serving: Serving) -> set[str]:
    answered = httpx.post(serving.url + API + "/people/", json={"name": "Anna"})
    (cookie,) = answered.headers.get_list("set-cookie")
    value, *flags = (part.strip().lower() for part in cookie.split(";"))
    assert value == f"tablee={answered.json()['secret']}".lower()
    assert {"httponly", "samesite=strict", "path=/"} < set(flags)
    assert not any(flag.startswith("domain") for flag in flags)
    return set(flags)


# Messages


def padded(size: int) -> str:
    """A message of exactly this many bytes."""
    text = msgspec.json.encode({"type": "ping"}).decode()
    return text + " " * (size - len(text))


def test_a_frame_has_at_most_8_kilobytes(serving: Serving) -> None:
    async def frames() -> None:
        async with dial(serving.url) as socket:
            assert (await answer(socket, padded(8192)))["type"] == "pong"
            await socket.send(padded(8193))
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(socket.recv(), PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        async with dial(serving.url) as socket:
            await socket.send([padded(4000), padded(4000), padded(4000)])
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(socket.recv(), PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        await is_alive(serving.url)

    talk(frames())


def test_binary_frames_are_not_taken(serving: Serving) -> None:
    async def frames() -> None:
        async with dial(serving.url) as socket:
            await socket.send(b'{"type":"ping"}')
            with pytest.raises(ConnectionClosed) as closed:
                await asyncio.wait_for(socket.recv(), PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1003
        await is_alive(serving.url)

    talk(frames())


WATCH = '{"type":"watch","id":"a","table":"t","after":%s}'
DO = '{"type":"do","id":"a","table":"t","command":%s}'
NONSENSE = [
    "",
    " ",
    "null",
    "0",
    "[]",
    "{}",
    "\x00",
    "[" * 8000,
    '{"a":' * 1600,
    "[" * 4000 + "]" * 4000,
    '{"type":' + "[" * 4000 + "]" * 3000 + "}",
    '{"type":"ping","deep":' + "[" * 4000 + "]" * 4000 + "}",
    DO % ("[" * 3900 + "]" * 3900),
    '{"type":"shutdown"}',
    '{"type":"Ping"}',
    '{"type":["ping"]}',
    '{"type":"ping","admin":true}',
    '{"type":"hello","version":1,"person":"somebody"}',
    '{"type":"hello","version":"1"}',
    '{"type":"hello","version":NaN}',
    '{"type":"hello","version":1,"secret":"' + "s" * 101 + '"}',
    '{"type":"hello","version":1,"language":"xx"}',
    '{"type":"hello"}',
    WATCH % "-1",
    WATCH % "1.5",
    WATCH % "true",
    WATCH % "NaN",
    WATCH % "Infinity",
    WATCH % "1e999",
    WATCH % '"1"',
    WATCH % ("9" * 5000),
    '{"type":"watch","id":"","table":"t"}',
    '{"type":"watch","id":"a b","table":"t"}',
    '{"type":"watch","id":"' + "a" * 41 + '","table":"t"}',
    '{"type":"watch","id":"a","table":""}',
    '{"type":"watch","id":"a","table":"' + "t" * 41 + '"}',
    '{"type":"watch","id":"a","table":"\\ud800"}',
    '{"type":"watch","id":"a","table":"\ud7ff'.encode().decode() + '\\udfff"}',
    DO % '{"do":"nothing"}',
    DO % "{}",
    DO % "null",
    DO % '{"do":"choose","turn":-1,"choice":"3"}',
    DO % '{"do":"choose","turn":1e400,"choice":"3"}',
    DO % '{"do":"choose","turn":1,"choice":""}',
    DO % '{"do":"choose","turn":1,"choice":"3","seat":2}',
    DO % ('{"do":"say","text":"' + "x" * 501 + '"}'),
    DO % '{"do":"say","text":"\\ud83d"}',
    DO % '{"do":"sit","seat":99}',
    DO % '{"do":"sit","seat":-1}',
    DO % '{"do":"sit","seat":NaN}',
    DO % '{"do":"commit","commitment":"zz"}',
    '{"type":"ping"}{"type":"ping"}',
    '{"type":"ping",}',
    "{'type':'ping'}",
]


def test_nonsense_is_refused_and_the_socket_goes_on(serving: Serving) -> None:
    async def messages() -> None:
        async with dial(serving.url) as socket:
            await answer(socket, HELLO)
            for nonsense in NONSENSE:
                told = await answer(socket, nonsense)
                assert (told["type"], told["code"]) == ("refused", "wrong_message"), nonsense[:90]
                assert len(told["text"]) < 300
                assert (await answer(socket, {"type": "ping"}))["type"] == "pong"
        await is_alive(serving.url)

    talk(messages())


NOTHING = ["\x00", "a\x00b", "%", "' OR 1=1 --", "ÿ", "💥", "\u202e"]


def test_there_is_no_such_thing_however_it_is_written(database_url: str) -> None:
    """Also what a database could stumble over."""

    async def questions(url: str) -> None:
        async with await Client.new(url, "Anna") as anna:
            await anna.dial()
            for nothing in NOTHING:
                quoted = quote(nothing, safe="")
                for path in ("/tables/{}", "/tables/{}/record", "/tables/code/{}", "/games/{}"):
                    assert (await anna.http.get(path.format(quoted))).status_code == 404, path
                assert (await anna.http.delete(f"/people/me/keys/{quoted}")).status_code == 404
                asked = {"type": "watch", "id": "w", "table": nothing}
                assert (await anna.ask(asked))["code"] == "unknown"
                assert await anna.refused(nothing, "start") == "unknown"

    with serve(house_at(database_url)) as serving:
        asyncio.run(questions(serving.url))


def test_hello_comes_first_and_in_a_version_both_speak(serving: Serving) -> None:
    async def messages() -> None:
        async with dial(serving.url) as socket:
            watch = {"type": "watch", "id": "w", "table": "t"}
            do = {"type": "do", "id": "d", "table": "t", "command": {"do": "start"}}
            unwatch = {"type": "unwatch", "id": "u", "table": "t"}
            for early in (watch, do, unwatch):
                told = await answer(socket, early)
                assert (told["type"], told["code"], told["id"]) == (
                    "refused",
                    "no_hello",
                    early["id"],
                )
            for version in (0, 2, -1, 10**18):
                told = await answer(socket, HELLO | {"version": version})
                assert (told["type"], told["code"]) == ("refused", "wrong_version")
            assert (await answer(socket, watch))["code"] == "no_hello"
            assert (await answer(socket, HELLO | {"secret": "guess"}))["code"] == "who_are_you"
            assert (await answer(socket, watch))["code"] == "no_hello"
            assert (await answer(socket, HELLO))["type"] == "welcome"
            assert (await answer(socket, watch))["code"] == "unknown"

    talk(messages())


def test_a_mistake_of_the_house_ends_nothing_and_tells_nothing(
    serving: Serving, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    async def messages() -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "open", "open"])
            await anna.dial()
            await anna.watch(table)

            def mistake(*_: object) -> None:
                raise ValueError("the hand of seat 2 is 37")

            monkeypatch.setattr("tablee.server.house.house.decide", mistake)
            told = await anna.do(table, "emote", sign="wow")
            assert (told["type"], told["code"]) == ("refused", "mistake")
            monkeypatch.undo()
            await anna.done(table, "emote", sign="wow")
            monkeypatch.setattr("tablee.server.house.house.House.watch", mistake)
            told = await anna.ask({"type": "watch", "id": "again", "table": table})
            assert (told["type"], told["code"]) == ("refused", "mistake")
            monkeypatch.undo()
            await anna.done(table, "emote", sign="oops")
            assert "seat 2" not in "".join(anna.received)

    talk(messages())
    assert log.getvalue().count("ValueError") == 2
    assert "seat 2" not in log.getvalue()


# Too much


def test_a_body_has_at_most_16_kilobytes(serving: Serving) -> None:
    async def parts() -> Any:
        for _ in range(40):
            yield b" " * 1000

    async def bodies() -> None:
        async with httpx.AsyncClient(base_url=serving.url + API, verify=False) as http:
            just = b'{"name":"Anna"}'.ljust(16 * 1024)
            kind = {"content-type": "application/json"}
            assert (await http.post("/people/", content=just, headers=kind)).status_code == 201
            for body in (just + b" ", parts()):
                got = await http.post("/people/", content=body, headers=kind)
                assert (got.status_code, got.json()["code"]) == (413, "too_large")
            deep = b'{"name":' + b"[" * 8000 + b"]" * 8000 + b"}"
            for body in (deep, b'{"name":NaN}', b'{"name":"\\ud800"}', b'{"name":"\xff"}', b""):
                got = await http.post("/people/", content=body, headers=kind)
                assert (got.status_code, got.json()["code"]) == (400, "wrong_message"), body[:20]

    talk(bodies())


def test_requests_of_an_address_are_counted_whatever_they_claim(
    database_url: str, log: io.StringIO
) -> None:
    async def requests(url: str) -> None:
        async with httpx.AsyncClient(base_url=url, verify=False) as http:
            for number in range(8):
                claimed = {"x-forwarded-for": f"10.0.0.{number}", "x-real-ip": f"10.0.1.{number}"}
                path = ("/games/", "/tables/metrics", "/tables/healthz", "/games/readyz")[
                    number % 4
                ]
                got = await http.get(API + path, headers=claimed)
                assert (got.status_code == 429) == (number >= 5), number
            assert got.json()["code"] == "too_fast"
            assert 0 < int(got.headers["retry-after"]) <= 60
            for path in ("/healthz", "/readyz", "/metrics"):
                assert (await http.get(path)).status_code == 200

    with serve(limited(database_url, requests_per_minute=5)) as serving:
        asyncio.run(requests(serving.url))
    statuses = {
        line.get("status") for line in map(msgspec.json.decode, log.getvalue().splitlines())
    }
    assert 200 in statuses
    assert 429 not in statuses, "whoever asks too much must not fill the log, too"


def test_the_addresses_of_one_household_are_counted_together(database_url: str) -> None:
    """Whoever has one IPv6 address has 2**64 of them."""

    async def requests() -> None:
        house = limited(database_url, requests_per_minute=3, new_people_per_hour=2)
        await house.open()
        app: Any = server(house).config.app

        async def come(address: str) -> int:
            door = httpx.ASGITransport(app, client=(address, 1))
            async with httpx.AsyncClient(transport=door, base_url="http://127.0.0.1" + API) as http:
                return (await http.post("/people/", json={"name": "Anna"})).status_code

        statuses = [await come(f"2001:db8:1:2::{number}") for number in range(1, 6)]
        assert statuses == [201, 201, 429, 429, 429]
        assert await come("2001:db8:1:3::1") == 201
        statuses = [await come(f"::ffff:10.0.0.{number}") for number in range(1, 6)]
        assert statuses == [201] * 5
        await house.close()

    talk(requests())


def test_messages_on_a_socket_are_counted(database_url: str) -> None:
    async def messages(url: str) -> None:
        async with dial(url) as socket:
            told = [(await answer(socket, {"type": "ping"})) for _ in range(30)]
            assert told[0]["type"] == "pong"
            assert {one["code"] for one in told if one["type"] != "pong"} == {"too_fast"}

    with serve(limited(database_url, commands_per_second=1)) as serving:
        asyncio.run(messages(serving.url))


def test_sockets_of_an_address_are_counted(database_url: str) -> None:
    async def sockets(url: str) -> None:
        async with dial(url) as first, dial(url) as second:
            await answer(first, HELLO)
            await answer(second, HELLO)
            with pytest.raises(InvalidStatus):
                await dial(url, additional_headers={"x-forwarded-for": "10.0.0.1"})
        await asked_until(lambda: socket_from(url, None))  # those two have left, soon

    with serve(limited(database_url, connections_per_address=2)) as serving:
        asyncio.run(sockets(serving.url))


def test_new_people_of_an_address_are_counted(database_url: str) -> None:
    async def people(url: str) -> None:
        async with await Client.new(url, "Anna") as anna, await Client.new(url, "Ben"):
            link = (await anna.http.post("/people/me/link")).json()["secret"]
            for path, body in (
                ("/people/", {"name": "Chloé"}),
                ("/people/", {"name": "Bot", "bot": True}),
                ("/people/carry-on", {"secret": link}),
            ):
                got = await anna.http.post(path, json=body)
                assert (got.status_code, got.json()["code"]) == (429, "too_many")

    with serve(limited(database_url, new_people_per_hour=2)) as serving:
        asyncio.run(people(serving.url))


def wanted(number: int, *chairs: str) -> dict[str, object]:
    return {"id": f"t{number}", "plan": {"game": "land-unter"}, "chairs": chairs}


def test_tables_of_a_person_are_counted_also_those_they_do_not_sit_at(database_url: str) -> None:
    async def tables(url: str) -> None:
        async with await Client.new(url, "Anna") as anna, await Client.new(url, "Ben") as ben:
            table = await anna.lay("land-unter", ["me", "open", "open"])
            await anna.lay("land-unter", ["open", "open", "open"])
            for chairs in (["me", "open", "open"], ["open", "open", "open"]):
                got = await anna.http.post("/tables/", json=wanted(9, *chairs))
                assert (got.status_code, got.json()["code"]) == (429, "too_many")
            await ben.lay("land-unter", ["me", "open", "open"])
            await anna.dial()
            await anna.watch(table)
            await anna.done(table, "close")
            await anna.lay("land-unter", ["me", "open", "open"])

    with serve(limited(database_url, tables_per_person=2)) as serving:
        asyncio.run(tables(serving.url))


def test_bots_of_a_person_are_counted_wherever_they_come_from(database_url: str) -> None:
    async def bots(url: str) -> None:
        async with await Client.new(url, "Anna") as anna:
            await anna.dial()
            await anna.lay("land-unter", ["sailor", "sailor", "open"])
            got = await anna.http.post("/tables/", json=wanted(8, *["sailor"] * 3))
            assert (got.status_code, got.json()["code"]) == (429, "too_many")
            table = await anna.lay("land-unter", ["me", "sailor", "open", "open"])
            await anna.watch(table)
            assert await anna.refused(table, "start") == "too_many"
            await anna.done(table, "place", seat=2, who="sailor")
            assert await anna.refused(table, "place", seat=3, who="sailor") == "too_many"
            assert await anna.refused(table, "start") == "too_many"
            await anna.done(table, "place", seat=3, who="friend")
            plan = {"game": "land-unter"}
            await anna.done(table, "change", plan=plan, seats=3)
            await anna.done(table, "start")

    with serve(limited(database_url, bots_per_person=4)) as serving:
        asyncio.run(bots(serving.url))


# Names

SHOWN = {
    "  Anna  ": "Anna",
    "Anna\tund\n Ben": "Anna und Ben",
    "<b>Anna</b>": "<b>Anna</b>",
    "Jose\u0301": "José",
    "محمد": "محمد",
    "👩 Anna": "👩 Anna",
    "x" * LONGEST_OWN_NAME: "x" * LONGEST_OWN_NAME,
}
NOT_SHOWN = [
    "",
    " ",
    "\u00a0\u2003",
    "x" * (LONGEST_OWN_NAME + 1),
    "x" * 10_000,
    "Anna\x00",
    "Anna\x1b[31m",
    "Anna\u202eneB",
    "Anna\u200bBen",
    "\u2066Anna",
    "\ufeffAnna",
    "Anna\ue000",
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "Anna\u2800",
    "💥💥",
    "!?",
    "\u0301",
    "Z\u0310\u0311\u0312\u0313\u0314\u0315\u0316",
]


def test_names_are_trimmed_limited_and_show(serving: Serving) -> None:
    async def names() -> None:
        async with httpx.AsyncClient(base_url=serving.url + API, verify=False) as http:
            for name, shown in SHOWN.items():
                got = await http.post("/people/", json={"name": name})
                assert (got.status_code, got.json().get("name")) == (201, shown)
                assert got.headers["content-type"].startswith("application/json")
                http.cookies.clear()
            for name in NOT_SHOWN:
                got = await http.post("/people/", json={"name": name})
                assert got.status_code == 400, ascii(name)
                assert got.json()["code"] in ("wrong_name", "wrong_message")
                assert "set-cookie" not in got.headers

    talk(names())


def test_two_of_the_same_name_are_told_apart(serving: Serving) -> None:
    async def names() -> None:
        async with (
            await Client.new(serving.url, "Anna") as anna,
            await Client.new(serving.url, "ANNA") as second,
            await Client.new(serving.url, "Ａｎｎａ") as third,
        ):
            table = await anna.lay("land-unter", ["me", "open", "open"])
            for client in (anna, second, third):
                await client.dial()
                await client.watch(table)
            await second.done(table, "sit")
            await third.done(table, "sit")
            page = await anna.wait(table, lambda page: page["seq"] == 3)
            assert [chair["name"] for chair in page["common"]["chairs"]] == [
                "Anna",
                "ANNA 2",
                "Ａｎｎａ 3",
            ]

    talk(names())


# Links and keys


def test_a_link_works_once_and_for_a_quarter_of_an_hour(database_url: str) -> None:
    clock = Clock()

    async def links(url: str) -> None:
        async with await Client.new(url, "Anna") as anna, httpx.AsyncClient(verify=False) as phone:
            door = url + API + "/people/carry-on"

            async def link() -> str:
                return str((await anna.http.post("/people/me/link")).json()["secret"])

            once = await link()
            first, second = await asyncio.gather(
                *(phone.post(door, json={"secret": once}) for _ in range(2))
            )
            assert sorted([first.status_code, second.status_code]) == [201, 401]
            assert (await phone.post(door, json={"secret": once})).status_code == 401
            late = await link()
            clock.ahead += LINK_LASTS - 1000
            in_time = await link()
            clock.ahead += 2000
            assert (await phone.post(door, json={"secret": late})).status_code == 401
            assert (await phone.post(door, json={"secret": in_time})).status_code == 201
            assert (await phone.post(door, json={"secret": anna.secret})).status_code == 401

    with serve(house_at(database_url, clock)) as serving:
        asyncio.run(links(serving.url))


def test_a_revoked_key_closes_its_sockets_at_once_and_no_others(serving: Serving) -> None:
    async def keys() -> None:
        url = serving.url
        async with await Client.new(url, "Anna") as anna:
            link = (await anna.http.post("/people/me/link")).json()["secret"]
            async with httpx.AsyncClient(verify=False) as new:
                carried = await new.post(url + API + "/people/carry-on", json={"secret": link})
            phone = Client(url, carried.json()["secret"])
            cookie = {"cookie": f"tablee={phone.secret}"}
            await anna.dial()
            await phone.dial()
            async with dial(url, additional_headers=cookie) as browser:
                assert (await answer(browser, HELLO))["name"] == "Anna"
                ways = await anna.get("/people/me/keys")
                (other,) = [way["id"] for way in ways if not way["this"]]
                gone = await anna.http.delete(f"/people/me/keys/{other}")
                assert gone.status_code == 204
                bye = msgspec.json.decode(await asyncio.wait_for(browser.recv(), PATIENCE))
                assert (bye["type"], bye["why"]) == ("bye", "revoked")
                with pytest.raises(ConnectionClosed):
                    await asyncio.wait_for(browser.recv(), PATIENCE)
            assert phone.reader is not None
            await asyncio.wait_for(phone.reader, PATIENCE)
            assert msgspec.json.decode(phone.received[-1])["why"] == "revoked"
            assert (await phone.http.get("/people/me")).status_code == 401
            assert (await anna.ask({"type": "watch", "id": "w", "table": "t"}))["code"] == "unknown"
            assert (await anna.http.delete(f"/people/me/keys/{other}")).status_code == 404
            await phone.close()

    talk(keys())


def test_whoever_was_shown_out_is_no_longer_heard(database_url: str) -> None:
    """Also a client that does not read, and so does not see that it has to go."""

    async def visit() -> None:
        house = house_at(database_url)
        await house.open()
        try:
            person, secret = await house.desk.welcome("Anna", "en")
            table = NewTable("t", Plan(game="land-unter"), ["me", "open", "open"])
            live = await house.lay(person, "t", table)
            connection = Connection(house, lambda _: None, Person("", "", "en"))
            connection.clog()
            house.connections.all.add(connection)
            connection.hear(msgspec.json.encode(HELLO | {"secret": secret}).decode())
            await until(lambda: connection.greeted)
            house.connections.revoke(connection.key)
            before = live.table.seq
            say = {"do": "say", "text": "Still here"}
            message = {"type": "do", "id": "a", "table": live.table.id, "command": say}
            connection.hear(msgspec.json.encode(message).decode())
            await house.act(person, live.table.id, "b", Say(text="Whoever is heard"))
            assert live.table.seq == before + 1
            house.connections.all.discard(connection)
        finally:
            await house.close()

    talk(visit())


def test_usual_limits_are_limits() -> None:
    """A house that sets nothing has all of them."""
    assert all(0 < value <= 10_000 for value in msgspec.structs.asdict(Limits()).values())


def test_a_house_that_closes_leaves_nothing_half_begun(database_url: str) -> None:
    async def open_and_close() -> None:
        house = house_at(database_url)
        await house.open()
        house.spawn(asyncio.sleep(0))
        await house.close()

    talk(open_and_close())
    gc.collect()


@pytest.mark.parametrize(("spectator", "seat"), [(False, 0), (True, None)])
def test_a_screen_for_all_is_nobodys_whatever_cookie_it_carries(
    serving: Serving, spectator: bool, seat: int | None
) -> None:
    async def visit() -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "random", "random"])
            cookie = {"cookie": f"tablee={anna.secret}"}
            async with dial(serving.url, additional_headers=cookie) as screen:
                for message in (
                    HELLO | {"spectator": spectator},
                    {"type": "watch", "id": "w", "table": table},
                ):
                    await screen.send(msgspec.json.encode(message).decode())
                answer: dict[str, Any] = {}
                while answer.get("type") != "page":
                    told = await asyncio.wait_for(screen.recv(), PATIENCE)
                    answer = msgspec.json.decode(told)
                assert answer["you"]["seat"] == seat

    asyncio.run(visit())
