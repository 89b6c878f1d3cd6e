"""Canaries: secrets that can be recognised, and all that a house lets out searched for them."""

import asyncio
import io
import random
import re
import secrets
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field

import httpx
import msgspec
import pytest
import structlog

from tablee import catalogue
from tablee.kernel import record
from tablee.kernel.fair import nonce_commitment
from tablee.kernel.match import Match
from tablee.server.house.house import House
from tablee.server.notices.notices import Turn
from tablee.server.people import Person, hashed
from tablee.server.refusals import Declined
from tablee.server.running import logs
from tablee.server.store.addresses import is_postgres, sqlite_path
from tablee.server.tables import commands
from tablee.server.tables.commands import NewTable, Plan
from tablee.server.tables.page import Viewer
from tests.server import ledger, postgresql
from tests.server.client import Client, is_over, owes
from tests.server.houses import house_at, rewrite, serve

PEOPLE = 2  # Anna and Ben; bots have the other chairs
NONCE = "c0ffee" * 10 + "c0ff"
SONG = re.compile(r"canary-\d+-")
in_every_game = pytest.mark.parametrize("title", [game.id for game in catalogue.games()])


@pytest.fixture(autouse=True)
def log() -> Iterator[io.StringIO]:
    """Everything the house writes in its log."""
    stream = io.StringIO()
    logs.configure(stream, "debug")
    yield stream
    structlog.reset_defaults()


def sing(patch: pytest.MonkeyPatch, title: str) -> None:
    """Every choice of a game is written so that it is recognised anywhere."""
    notation = catalogue.load(title).notation

    def read(text: str) -> int | None:
        number = text.removeprefix("canary-").removesuffix("-")
        return int(number) if SONG.fullmatch(text) else None

    patch.setattr(notation, "say", lambda option: f"canary-{option}-")
    patch.setattr(notation, "read", read)


@dataclass
class Reader:
    """Somebody, and everything that house let them read."""

    client: Client
    seat: Viewer
    read: list[str] = field(default_factory=list)  # over HTTP

    @classmethod
    async def come(cls, client: Client, seat: Viewer) -> "Reader":
        reader = cls(client, seat)

        async def hear(answer: httpx.Response) -> None:
            headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
            reader.read.append(headers + "\n" + (await answer.aread()).decode())

        client.http.event_hooks = {"response": [hear]}
        await client.dial()
        return reader

    @property
    def everything(self) -> str:
        return "\n".join(self.client.received + self.read)


class Drawing:
    """The chance of a house, and all that was drawn."""

    def __init__(self) -> None:
        self.drawn: list[bytes] = []

    def __call__(self, size: int) -> bytes:
        self.drawn.append(secrets.token_bytes(size))
        return self.drawn[-1]


@dataclass
class Evening:
    """What there was to find out, and what came out."""

    readers: list[Reader]
    drawn: list[bytes]
    kept: record.Record
    invitations: list[str]
    before_the_reveal: str
    metrics: str

    @property
    def spectator(self) -> Reader:
        return self.readers[-1]


async def play(house: House, url: str, title: str, seats: int) -> Evening:
    """A whole game of people, bots and a spectator, with all kinds of questions in between."""
    luck = random.Random(title)
    assert isinstance(house.draw, Drawing)
    clients = [await Client.new(url, name) for name in ("Anna", "Ben", "Vera")]
    readers = [
        await Reader.come(client, seat)
        for client, seat in zip(clients, (*range(PEOPLE), None), strict=True)
    ]
    anna, ben, _ = clients
    bots = ["sailor"] * (seats - PEOPLE)
    table = await anna.lay(title, ["me", "friend", *bots])
    invitation = (await anna.watch(table))["you"]["invitations"][1]
    for client in clients[1:]:
        await client.watch(table)
    await ben.done(table, "sit", invitation=invitation)
    await ben.done(table, "commit", commitment=nonce_commitment(1, bytes.fromhex(NONCE)))
    await anna.done(table, "start")
    for client in clients:
        await pry(client, table)
    early = "\n".join(reader.everything for reader in readers)
    await ben.done(table, "reveal", nonce=NONCE)
    await anna.done(table, "say", text="Good luck")
    await asyncio.gather(*(choose(client, table, luck) for client in clients[:PEOPLE]))
    for client in clients:
        await client.wait(table, is_over)
    hidden = [reader.read[:] for reader in readers]
    kept = record.parse((await anna.http.get(f"/tables/{table}/record")).content)
    metrics = (await anna.http.get(f"{url}/metrics")).text
    for reader, read in zip(readers, hidden, strict=True):
        reader.read = read
        await reader.client.close()
    return Evening(readers, house.draw.drawn, kept, [invitation], early, metrics)


async def pry(client: Client, table: str) -> None:
    """Everything somebody may read, and some things they may not."""
    for path in (
        f"/tables/{table}",
        f"/tables/{table}/record",
        f"/tables/{table}/replay",
        f"/tables/{table}/log",
        "/tables/",
        "/tables/mine",
        "/people/me",
        "/nowhere",
    ):
        await client.http.get(path)
    await client.do(table, "choose", turn=1, choice="canary-of-my-own")
    await client.do(table, "undo")


async def choose(client: Client, table: str, luck: random.Random) -> None:
    """Play to the end; now and then ask for what is not allowed."""
    while True:
        page = await client.wait(table, lambda page: owes(page) or is_over(page))
        if is_over(page):
            return
        if luck.random() < 0.2:
            turn = page["common"]["turn"]["number"]
            await client.do(table, "choose", turn=turn, choice=f"canary-{luck.randrange(60)}-")
            await client.http.get(f"/tables/{table}")
            page = await client.wait(table, lambda page: owes(page) or is_over(page))
            if is_over(page):
                return
        turn, choice = page["common"]["turn"]["number"], luck.choice(page["you"]["options"])
        answer = await client.do(table, "choose", turn=turn, choice=choice)
        if answer["type"] == "done":
            await seen(client, table, answer["seq"])


async def seen(client: Client, table: str, seq: int) -> None:
    await client.wait(table, lambda page: page["seq"] >= seq)


def evening(title: str, database_url: str) -> Evening:
    house = house_at(database_url, log_level="debug")
    house.draw = Drawing()
    seats = max(3, catalogue.load(title).players[0])
    with serve(house) as serving:
        return asyncio.run(play(house, serving.url, title, seats))


Songs = dict[Viewer, tuple[set[str], set[str]]]


def songs_of(match: Match, readers: list[Reader]) -> Songs:
    """At this moment, for every reader: choices that may be read, and hands that may not."""
    hands = [match.view(seat).get("hand") or [] for seat in range(match.state.seats)]
    written = [msgspec.json.encode(hand).decode() for hand in hands if len(hand) > 2]
    found: Songs = {}
    for reader in readers:
        own = [] if reader.seat is None else match.options(reader.seat)
        seen = msgspec.json.encode(match.view(reader.seat)).decode()
        hidden = {hand for hand in written if hand not in seen}
        found[reader.seat] = ({f"canary-{option}-" for option in own}, hidden)
    return found


def choices_heard(title: str, evening: Evening) -> int:
    """Each reader reads of no choice but those open to the own seat at that moment."""
    match = record.begin(catalogue.load(title), evening.kept)
    moments = [songs_of(match, evening.readers)]
    moments.extend(songs_of(match, evening.readers) for _ in record.replay(match, evening.kept))
    heard = 0
    for reader in evening.readers:
        allowed: set[str] = set()
        hidden: set[str] = set()
        for text in (*reader.client.received, *(text.rpartition("\n")[2] for text in reader.read)):
            message = msgspec.json.decode(text)
            # A page; what follows is of the same turn: refusals, and pages that do not say.
            if "common" in message and "turn" in message["common"]:
                turn = message["common"]["turn"]
                allowed, hidden = (
                    moments[turn["number"] - 1][reader.seat] if turn else (set(), set())
                )
            songs = set(SONG.findall(text))
            assert songs <= allowed, f"seat {reader.seat} reads {songs - allowed}"
            assert not any(hand in text for hand in hidden), f"seat {reader.seat} reads a hand"
            heard += len(songs)
    return heard


@in_every_game
def test_nobody_reads_of_what_another_seat_could_choose(
    title: str, database_url: str, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    sing(monkeypatch, title)
    night = evening(title, database_url)
    assert choices_heard(title, night) > 100  # people read their own
    spectator = night.spectator.everything
    assert not SONG.search(spectator)
    assert not SONG.search(log.getvalue())
    assert not SONG.search(night.metrics)
    assert SONG.search(" ".join(night.kept.turns))  # they would have been recognised
    for reader in night.readers:
        nothing_secret(reader, night)
    nothing_secret_of_people(night, log.getvalue() + night.metrics)


def nothing_secret(reader: Reader, night: Evening) -> None:
    """What the house drew for the deal is not to be read before the game is over."""
    assert night.kept.fair is not None
    seed = night.kept.fair.seed
    assert bytes.fromhex(seed) in night.drawn
    for form in (seed, seed.upper(), repr(bytes.fromhex(seed))[2:-1]):
        assert form not in reader.everything
    assert night.kept.fair.nonces[1] == NONCE
    assert NONCE not in night.before_the_reveal
    assert NONCE in reader.everything  # once shown, everybody can check it
    for invitation in night.invitations:
        assert (invitation in reader.everything) == (reader.seat == 0)


def nothing_secret_of_people(night: Evening, log: str) -> None:
    """Nobody reads another's secret; nobody at all reads hashes of them."""
    for owner in night.readers:
        secret = owner.client.secret
        for text in (log, *(reader.everything for reader in night.readers)):
            assert secret not in text
            assert hashed(secret) not in text


def test_ids_of_people_stay_in_the_house(database_url: str, log: io.StringIO) -> None:
    """They are no secrets, but nobody needs them: who has one could tell two tables' guests."""
    night = evening("land-unter", database_url)
    (people,) = asyncio.run(ledger.read(database_url, "SELECT id FROM people"))
    assert len(people) == 3
    for (id,) in people:
        for text in (log.getvalue(), night.metrics, *(one.everything for one in night.readers)):
            assert id not in text


SQLITE_FAILS = """
CREATE TRIGGER broken BEFORE INSERT ON events
BEGIN SELECT RAISE(ABORT, 'the disk is on fire'); END
"""
POSTGRES_FAILS = """
CREATE FUNCTION burn() RETURNS trigger LANGUAGE plpgsql
AS 'BEGIN RAISE ''the disk is on fire''; END';
CREATE TRIGGER broken BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION burn()
"""


async def set_on_fire(url: str) -> None:
    """From now on the database takes no event, whichever it is."""
    if is_postgres(url):
        await asyncio.to_thread(postgresql.sql, url, POSTGRES_FAILS)
    else:
        with closing(sqlite3.connect(sqlite_path(url))) as disk:
            disk.execute(SQLITE_FAILS)


def test_a_failing_disk_tells_nothing_of_what_was_to_be_written(
    database_url: str, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    sing(monkeypatch, "land-unter")

    async def evening(url: str) -> str:
        async with await Client.new(url, "Anna") as anna:
            await anna.dial()
            table = await anna.lay("land-unter", ["me", "sailor", "sailor"])
            await anna.watch(table)
            await anna.done(table, "start")
            page = await anna.wait(table, owes)
            await set_on_fire(database_url)
            turn, choice = page["common"]["turn"]["number"], page["you"]["options"][0]
            told = await anna.do(table, "choose", turn=turn, choice=choice)
            assert (told["type"], told["code"]) == ("refused", "not_stored")
            body = {"id": "h", "command": {"do": "choose", "turn": turn, "choice": choice}}
            answer = await anna.http.post(f"/tables/{table}/commands", json=body)
            assert answer.status_code == 503
            return msgspec.json.encode(told).decode() + answer.text

    with serve(house_at(database_url, log_level="debug")) as serving:
        told = asyncio.run(evening(serving.url))
    assert "store failed" in log.getvalue()
    for text in (told, log.getvalue()):
        assert not SONG.search(text)
    assert "fire" not in told


def test_a_canary_that_got_out_is_noticed(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If each had been sent what was for the other."""
    sing(monkeypatch, "land-unter")
    night = evening("land-unter", database_url)
    assert choices_heard("land-unter", night)
    anna, ben, _ = night.readers
    anna.seat, ben.seat = ben.seat, anna.seat
    with pytest.raises(AssertionError, match="reads"):
        choices_heard("land-unter", night)


@asynccontextmanager
async def opened(house: House) -> AsyncIterator[House]:
    await house.open()
    try:
        yield house
    finally:
        await house.close()


def test_a_table_that_cannot_be_read_tells_nothing(
    database_url: str, monkeypatch: pytest.MonkeyPatch, log: io.StringIO
) -> None:
    """What is wrong with a choice names the cards it could have been."""
    sing(monkeypatch, "land-unter")

    async def begin(house: House) -> str:
        people = [Person(f"p{seat}", f"P{seat}", "en") for seat in range(3)]
        new = NewTable("t", Plan(game="land-unter", pace="slow"), ["me", "open", "open"])
        table = (await house.lay(people[0], "t", new)).table
        for person in people[1:]:
            await house.act(person, table.id, "sit", commands.Sit())
        await house.act(people[0], table.id, "start", commands.Start())
        choice = f"canary-{table.playing.options(0)[0]}-"
        await house.act(people[0], table.id, "choose", commands.Choose(table.turn, choice))
        return table.id

    async def read(house: House, table: str) -> None:
        with pytest.raises(Declined):
            await house.find(table)
        turn = Turn(table, 1, "land-unter", 1, "p1", "P1")
        assert await house.notices._pending(turn) is None

    async def evenings() -> None:
        async with opened(house_at(database_url)) as house:
            table = await begin(house)
        wrong = '{"act":"chose","seat":0,"choice":"canary-0-"}'  # there is no such card
        sql = "UPDATE events SET body = :wrong WHERE body LIKE '%chose%'"
        await rewrite(database_url, sql, wrong=wrong)
        async with opened(house_at(database_url)) as house:
            await read(house, table)

    asyncio.run(evenings())
    assert log.getvalue().count("cannot be read") >= 2
    assert not SONG.search(log.getvalue())
