"""Every command with every wrong credential: nothing is accepted, changed or revealed."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, get_args

import httpx
import msgspec
import pytest
from msgspec import inspect
from websockets.asyncio.client import ClientConnection, connect

from tablee import catalogue
from tablee.kernel.fair import nonce_commitment
from tablee.server.door.desk import LINK_LASTS
from tablee.server.machine import wall_clock
from tablee.server.tables import commands
from tests.server.client import API, PATIENCE, Client, Message
from tests.server.houses import Clock, house_at, serve

GAME = "lifeboats"  # has choices that can be taken back
PLAN = {"game": GAME}
NONCE = "5a" * 32
COMMANDS: dict[str, type] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(commands.Asked)
}
HOST_ONLY = {"place", "change", "start", "host", "close"}
STAGES = ("waiting", "dealing", "playing", "over")

# Refusals that tell nothing but that one is not the right person.
TO_NOBODY = {"who_are_you"}
TO_STRANGERS = {"not_seated", "not_host"}
# What anybody may know of a table they look at: its stage, and whether there is a free chair.
OF_THE_STAGE = {f"not_{stage}" for stage in STAGES} | {"needs_invitation", "table_full"}


def example(kind: inspect.Type) -> Any:
    """Some value that a field takes, for commands this test knows nothing of."""
    if isinstance(kind, inspect.Metadata):
        return example(kind.type)
    if isinstance(kind, inspect.UnionType):
        return example(kind.types[0])
    if isinstance(kind, inspect.IntType):
        return kind.ge or 0
    if isinstance(kind, inspect.BoolType):
        return True
    if isinstance(kind, inspect.LiteralType):
        return kind.values[0]
    if isinstance(kind, inspect.StrType):
        return NONCE if kind.pattern else "a"
    if isinstance(kind, inspect.StructType):
        return {one.name: example(one.type) for one in kind.fields if one.required}
    raise AssertionError(f"no example of {kind}")


def sensible(name: str, page: Message) -> Message:
    """A command that the right person could have accepted at this table now."""
    command = {"do": name, **example(inspect.type_info(COMMANDS[name]))}
    turn = page["common"]["turn"]
    known: dict[str, Message] = {
        "sit": {"seat": 2},
        "place": {"seat": 2, "who": "open"},
        "change": {"plan": PLAN, "seats": 3},
        "choose": {"turn": turn["number"] if turn else 1, "choice": "1"},
        "say": {"text": "Hello"},
        "commit": {"commitment": hashlib.sha256(b"").hexdigest()},
        "keep": {"seat": 1},
        "host": {"seat": 1},
    }
    return command | known.get(name, {})


class StillClock(Clock):
    """A time of day at which it stays, so that nobody's time runs out."""

    def __init__(self) -> None:
        super().__init__()
        self.noon = wall_clock()

    def now(self) -> int:
        return self.noon + self.ahead


Attempt = Callable[["Evening"], Awaitable[None]]
Trying = Callable[[Attempt], None]


@dataclass
class Evening:
    """A house with a table in every stage, its company, and those who should not be let in."""

    url: str
    clock: Clock
    anna: Client  # hosts all tables
    ben: Client  # sits at all of them
    nobody: httpx.AsyncClient
    tables: dict[str, str] = field(default_factory=dict)
    nobodies: dict[str, str | None] = field(default_factory=dict)
    strangers: dict[str, Client] = field(default_factory=dict)

    async def pages(self) -> dict[str, Message]:
        """All tables as they are, for whoever knows most of them."""
        return {stage: await self.anna.get(f"/tables/{id}") for stage, id in self.tables.items()}

    async def state(self) -> object:
        """What must not change: every table, seen by both, and how many tables there are."""
        mine = await self.ben.get("/tables/mine")
        return [
            (await self.pages(), len(mine)),
            [await self.ben.get(f"/tables/{id}") for id in self.tables.values()],
        ]

    async def close(self) -> None:
        for client in (self.anna, self.ben, *self.strangers.values()):
            await client.close()
        await self.nobody.aclose()


async def evening(url: str, clock: Clock) -> Evening:
    nobody = httpx.AsyncClient(base_url=url + API, verify=False)
    made = Evening(url, clock, await Client.new(url, "Anna"), await Client.new(url, "Ben"), nobody)
    await invite_the_wrong_people(made)
    await lay_tables(made)
    return made


async def lay_tables(made: Evening) -> None:
    """Chairs 0 and 1 are taken, chair 2 is reserved; later a bot sits there."""
    anna, ben = made.anna, made.ben
    await anna.dial()
    await ben.dial()
    for stage in STAGES:
        table = await anna.lay(GAME, ["me", "open", "friend"], clock={"kind": "none"})
        made.tables[stage] = table
        await anna.watch(table)
        await ben.watch(table)
        await made.strangers["spectator"].watch(table)
        await ben.done(table, "sit")
        if stage == "dealing":
            committed = nonce_commitment(1, bytes.fromhex(NONCE))
            await ben.done(table, "commit", commitment=committed)
        if stage != "waiting":
            await anna.done(table, "start")
        if stage == "playing":
            await anna.wait(table, lambda page: page["common"]["turn"]["waiting_for"] != [2])
        if stage == "over":
            await anna.done(table, "end")
            await ben.done(table, "end")
    await ben.hang_up()  # the host stays: whose host is away may be hosted by another guest


async def invite_the_wrong_people(made: Evening) -> None:
    url = made.url
    link = (await made.anna.http.post("/people/me/link")).json()["secret"]
    made.clock.ahead += LINK_LASTS + 1000
    fresh_link = (await made.anna.http.post("/people/me/link")).json()["secret"]
    other = (await made.anna.http.post("/people/me/link")).json()["secret"]
    carried = (await made.nobody.post("/people/carry-on", json={"secret": other})).json()["secret"]
    made.nobody.cookies.clear()
    hashes = {way["id"] for way in await made.anna.get("/people/me/keys")}
    revoked = hashlib.sha256(b"tablee key\0" + carried.encode()).hexdigest()
    assert revoked in hashes
    assert (await made.anna.http.delete(f"/people/me/keys/{revoked}")).status_code == 204
    made.nobodies = {
        "no secret": None,
        "empty secret": "",
        "random secret": "x" * 43,
        "almost the secret": made.anna.secret[:-1],
        "the secret in another case": made.anna.secret.swapcase(),
        "revoked secret": carried,
        "expired link": link,
        "link instead of a secret": fresh_link,
        "used link": other,
        "the hash of the key": next(iter(hashes - {revoked})),
    }
    elsewhere = await Client.new(url, "Chloé")
    await elsewhere.lay(GAME, ["me", "open", "open"])
    spectator = await Client.new(url, "David")
    await spectator.dial()
    made.strangers = {
        "seated elsewhere": elsewhere,
        "spectator": spectator,
        "bot token": await Client.new(url, "Bot", bot=True),
        "of the same name": await Client.new(url, "Anna"),
    }


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """One event loop for the whole evening."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture(scope="module")
def tonight(runner: asyncio.Runner, shared_url: str) -> Iterator[Evening]:
    """An evening at which nothing changes."""
    clock = StillClock()
    with serve(house_at(shared_url, clock)) as serving:
        made = runner.run(evening(serving.url, clock))
        yield made
        runner.run(made.close())


@pytest.fixture
def attempt(tonight: Evening, runner: asyncio.Runner) -> Trying:
    """Try something, after which everything must be as before."""

    async def within(work: Attempt) -> None:
        async with asyncio.timeout(2 * PATIENCE):
            before = await tonight.state()
            await work(tonight)
            assert await tonight.state() == before

    return lambda work: runner.run(within(work))


def bearer(secret: str | None) -> dict[str, str]:
    return {} if secret is None else {"authorization": f"Bearer {secret}".strip()}


async def by_http(made: Evening, secret: str | None, table: str, command: Message) -> Message:
    body = {"id": "wrong", "command": command}
    got = await made.nobody.post(f"/tables/{table}/commands", json=body, headers=bearer(secret))
    assert 400 <= got.status_code < 500, got.text
    content: Message = got.json()
    return content


async def by_socket(
    socket: ClientConnection, table: str, command: Message, id: str = "wrong"
) -> Message:
    message = {"type": "do", "id": id, "table": table, "command": command}
    await socket.send(msgspec.json.encode(message).decode())
    told: Message = msgspec.json.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
    return told


def test_every_command_has_an_example() -> None:
    page = {"common": {"turn": None}}
    for name, kind in COMMANDS.items():
        assert isinstance(msgspec.convert(sensible(name, page), commands.Asked), kind)


def test_whoever_is_not_known_is_told_the_same_whatever_they_ask(attempt: Trying) -> None:
    """The same bytes for every command, at every table, and where there is no table."""

    async def work(made: Evening) -> None:
        pages = await made.pages()
        for who, secret in made.nobodies.items():
            answers = set()
            for stage, table in (*made.tables.items(), ("waiting", "no-such-table")):
                for name in COMMANDS:
                    command = sensible(name, pages[stage])
                    told = await by_http(made, secret, table, command)
                    answers.add(msgspec.json.encode(told))
                    assert told["code"] in TO_NOBODY, (who, name, told)
            assert len(answers) == 1, who

    attempt(work)


def test_nor_on_the_socket(attempt: Trying) -> None:
    async def work(made: Evening) -> None:
        pages = await made.pages()
        address = made.url.replace("http", "ws", 1) + API + "/socket"
        for who, secret in made.nobodies.items():
            hello = {"type": "hello", "version": 1}
            for how in ("hello", "cookie", "bearer"):
                headers = {
                    "cookie": {"cookie": f"tablee={secret or ''}"},
                    "bearer": {"authorization": f"Bearer {secret or ''}"},
                }.get(how, {})
                said = hello if how != "hello" or secret is None else hello | {"secret": secret}
                async with connect(address, compression=None, additional_headers=headers) as socket:
                    await socket.send(msgspec.json.encode(said).decode())
                    greeting = msgspec.json.decode(await asyncio.wait_for(socket.recv(), PATIENCE))
                    assert greeting.get("name", "") == "", who
                    answers = set()
                    for stage, table in (*made.tables.items(), ("waiting", "no-such-table")):
                        for name in COMMANDS:
                            told = await by_socket(socket, table, sensible(name, pages[stage]))
                            answers.add(msgspec.json.encode(told))
                            assert told["code"] in TO_NOBODY | {"no_hello"}, (who, name, told)
                    assert len(answers) == 1, who

    attempt(work)


def test_strangers_can_do_nothing_at_a_table(attempt: Trying) -> None:
    """By HTTP and by socket; they learn no more than a spectator sees."""

    async def work(made: Evening) -> None:
        pages = await made.pages()
        for who, stranger in made.strangers.items():
            if stranger.socket is None:
                await stranger.dial()
            for stage, table in made.tables.items():
                for name in COMMANDS:
                    command = sensible(name, pages[stage])
                    told = await by_http(made, stranger.secret, table, command)
                    again = await stranger.ask(
                        {"type": "do", "id": f"{stage}-{name}", "table": table, "command": command}
                    )
                    assert again["type"] == "refused", (who, stage, name)
                    assert (told["code"], told["text"]) == (again["code"], again["text"])
                    assert told["code"] in TO_STRANGERS | OF_THE_STAGE, (who, stage, name, told)
                    assert "legal" not in told
            for name in COMMANDS:
                command = sensible(name, pages["waiting"])
                told = await by_http(made, stranger.secret, "no-such-table", command)
                assert told["code"] == "unknown"

    attempt(work)


def test_guests_do_not_have_the_powers_of_the_host(attempt: Trying) -> None:
    async def work(made: Evening) -> None:
        pages = await made.pages()
        assert set(COMMANDS) > HOST_ONLY
        for stage, table in made.tables.items():
            for name in HOST_ONLY:
                told = await by_http(made, made.ben.secret, table, sensible(name, pages[stage]))
                assert told["code"] == "not_host", (stage, name)

    attempt(work)


def test_a_reserved_chair_is_for_whoever_has_the_invitation(attempt: Trying) -> None:
    async def work(made: Evening) -> None:
        table = made.tables["waiting"]
        page = (await made.pages())["waiting"]
        invitation = page["you"]["invitations"][2]
        assert len(invitation) >= 16
        for wrong in (None, invitation[:-1], invitation.upper() + "x", made.tables["over"]):
            for who in made.strangers.values():
                command = {"do": "sit", "seat": 2, "invitation": wrong}
                told = await by_http(made, who.secret, table, command)
                assert told["code"] == "needs_invitation"
        for reader in (made.ben, *made.strangers.values()):
            assert invitation not in (await reader.http.get(f"/tables/{table}")).text

    attempt(work)


def test_the_right_people_would_have_been_let_in(database_url: str) -> None:
    """The same commands from those they are for: so the refusals above were about the person."""
    clock = StillClock()

    async def within(url: str) -> None:
        made = await evening(url, clock)
        try:
            await everything_is_accepted(made)
        finally:
            await made.close()

    with serve(house_at(database_url, clock)) as serving:
        asyncio.run(within(serving.url))


async def everything_is_accepted(made: Evening) -> None:
    accepted: set[str] = set()

    async def do(who: Client, stage: str, name: str, **more: Any) -> None:
        table = made.tables[stage]
        command = sensible(name, await who.get(f"/tables/{table}")) | more
        body = {"id": f"right-{name}-{len(accepted)}", "command": command}
        got = await who.http.post(f"/tables/{table}/commands", json=body)
        assert got.status_code == 200, (stage, name, got.text)
        accepted.add(name)

    anna, ben = made.anna, made.ben
    page = (await made.pages())["waiting"]
    invited = made.strangers["spectator"]
    await do(invited, "waiting", "sit", invitation=page["you"]["invitations"][2])
    await do(invited, "waiting", "stand")
    for name in ("place", "change", "commit", "host"):
        await do(anna, "waiting", name)
    await do(ben, "waiting", "start")
    await do(ben, "dealing", "reveal")
    starting = (await made.pages())["playing"]["common"]["turn"]["waiting_for"]
    chooser, other = (anna, ben) if starting == [0] else (ben, anna)
    options = (await chooser.get(f"/tables/{made.tables['playing']}"))["you"]["options"]
    await do(chooser, "playing", "choose", choice=options[0])
    for name in ("say", "emote"):
        await do(other, "playing", name)
    await do(ben, "playing", "leave")
    await do(ben, "playing", "return")
    await do(anna, "playing", "hurry")
    await do(anna, "playing", "keep")
    await do(anna, "playing", "end")
    await do(anna, "over", "rematch")
    rest = set(COMMANDS) - accepted
    assert rest == {"undo", "consent", "close"}  # tested with the tables themselves


RECORDED = next((catalogue.SHELF / "land_unter" / "playthroughs").glob("*.json"))
PERSONAL: dict[tuple[str, str], Message | None] = {
    ("get", "/people/me"): None,
    ("patch", "/people/me"): {"name": "Eve"},
    ("delete", "/people/me"): None,
    ("post", "/people/me/link"): {},
    ("get", "/people/me/notice"): None,
    ("put", "/people/me/notice"): {"mail": "eve@example.org"},
    ("delete", "/people/me/notice"): None,
    ("get", "/people/me/keys"): None,
    ("delete", "/people/me/keys/{key_id}"): None,
    ("get", "/tables/mine"): None,
    ("get", "/tables/mine/finished"): None,
    ("post", "/tables"): {"id": "t", "plan": PLAN, "chairs": ["me", "open", "open"]},
    ("post", "/tables/{table}/commands"): {"id": "c", "command": {"do": "start"}},
    ("get", "/tables/{table}/hint"): None,
    ("get", "/tables/{table}/analysis"): None,
    ("get", "/tables/{table}/par"): None,
    ("post", "/records/analysis"): msgspec.json.decode(RECORDED.read_bytes()),
}


def test_what_is_personal_needs_a_secret(attempt: Trying) -> None:
    async def work(made: Evening) -> None:
        description = await made.anna.get(f"{made.url}/api/openapi.json")
        secured = {
            (method, path.removeprefix(API))
            for path, methods in description["paths"].items()
            for method, route in methods.items()
            if {} not in route.get("security", [{}])
        }
        assert secured == set(PERSONAL)
        for (method, path), body in PERSONAL.items():
            answers = set()
            for who, secret in made.nobodies.items():
                content = None if body is None else msgspec.json.encode(body)
                got = await made.nobody.request(
                    method.upper(),
                    path,
                    headers=bearer(secret),
                    content=content,
                    params={"seat": 0},  # the one thing some of them ask for
                )
                assert got.status_code == 401, (who, method, path)
                answers.add(got.content)
            assert len(answers) == 1

    attempt(work)


def test_nobody_can_revoke_or_see_the_keys_of_another(attempt: Trying) -> None:
    async def work(made: Evening) -> None:
        own = {way["id"] for way in await made.anna.get("/people/me/keys")}
        for stranger in made.strangers.values():
            theirs = {way["id"] for way in await stranger.get("/people/me/keys")}
            assert not own & theirs
            for key in own:
                got = await stranger.http.delete(f"/people/me/keys/{key}")
                nothing = await stranger.http.delete("/people/me/keys/nothing")
                assert got.status_code == 404
                assert got.content == nothing.content
        assert (await made.anna.http.get("/people/me")).status_code == 200

    attempt(work)
