"""Random and broken messages on real sockets, by several clients at one table."""

import asyncio
import json
import re
from collections import Counter
from typing import Any, Literal

import msgspec
from hypothesis import given, seed
from hypothesis import strategies as st
from websockets.asyncio.client import ClientConnection, connect

from tablee.server.door.wire import LARGEST_FRAME
from tablee.server.store.addresses import open_at
from tablee.server.store.database import Database
from tablee.server.tables.acts import Event, decode
from tablee.server.tables.page import Pages, Present
from tablee.server.tables.table import Table
from tests.server.client import API, PATIENCE, Client, Message, merged
from tests.server.fuzz import budget, mutated, quiet_log, texts, values
from tests.server.houses import house_at, serve

SEATED = 3
GUESTS = SEATED + 2  # somebody without a chair, and somebody the house does not know
TABLE = "$table"  # stands for the id of the table
GAMES = ("land-unter", "diabolo", "lifeboats", "kilimanjaro")
AN_ID = re.compile(r"[A-Za-z0-9_-]{1,40}")
HASH = "ab" * 32

COMMANDS: list[dict[str, Any]] = [
    {"do": "sit", "seat": 1},
    {"do": "sit", "invitation": "0" * 18},
    {"do": "stand"},
    {"do": "place", "seat": 2, "who": "random"},
    {"do": "change", "plan": {"game": "diabolo", "options": {}, "pace": "slow"}, "seats": 3},
    {"do": "commit", "commitment": HASH},
    {"do": "start"},
    {"do": "reveal", "nonce": HASH},
    {"do": "choose", "turn": 1, "choice": "1"},
    {"do": "say", "text": "Oh!"},
    {"do": "emote", "sign": "oops"},
    {"do": "undo"},
    {"do": "consent", "agree": True},
    {"do": "leave"},
    {"do": "return"},
    {"do": "keep", "seat": 0},
    {"do": "end", "agree": True},
    {"do": "host", "seat": 1},
    {"do": "close"},
    {"do": "rematch"},
]
OTHERS: list[dict[str, Any]] = [
    {"type": "hello", "version": 1, "language": "fr"},
    {"type": "watch", "id": "w", "table": TABLE, "after": 3},
    {"type": "unwatch", "id": "u", "table": TABLE},
    {"type": "ping"},
]

# A message as text; or a choice among the options of the moment; or the last message again.
Said = tuple[Literal["text", "choose", "again"], Any]


def encode(message: Any) -> str:
    return json.dumps(message, ensure_ascii=False)


@st.composite
def commands(draw: st.DrawFn) -> str:
    command = draw(st.sampled_from(COMMANDS).flatmap(mutated))
    id = draw(st.text("abcdefgh", min_size=8, max_size=8))
    return encode({"type": "do", "id": id, "table": TABLE, "command": command})


@st.composite
def broken(draw: st.DrawFn) -> str:
    text = draw(commands())
    cut = draw(st.integers(0, len(text)))
    middle = draw(
        st.sampled_from(["", "\0", "NaN", "1e999", "9" * 400, '"\\ud800"', "{", "]", ","])
    )
    return text[:cut] + middle + text[cut + draw(st.integers(0, 5)) :]


deep = st.builds(
    lambda depth, pair: pair[0] * depth + pair[1] * depth,
    st.integers(1, 1300),
    st.sampled_from(
        [("[", "]"), ("[", ""), ('{"a":', "}"), ('{"type":"do","id":"d","command":', "}")]
    ),
)
messages = (
    commands()
    | commands()
    | st.sampled_from(OTHERS).flatmap(mutated).map(encode)
    | broken()
    | deep
    | values.map(encode)
    | texts
).filter(lambda text: len(text.encode("utf-8", "replace")) < LARGEST_FRAME - 100)
said: st.SearchStrategy[Any] = (
    st.tuples(st.just("text"), messages)
    | st.tuples(st.just("choose"), st.integers(0, 60))
    | st.tuples(st.just("choose"), st.integers(0, 60))
    | st.tuples(st.just("again"), st.none())
)
scripts = st.lists(
    st.dictionaries(st.integers(0, GUESTS - 1), said, min_size=1, max_size=GUESTS),
    min_size=5,
    max_size=30,
)


class Guest:
    """A client that says anything, and insists on an answer."""

    def __init__(self, client: Client, socket: ClientConnection):
        self.client = client
        self.socket = socket
        self.page: Message = {}
        self.answers: asyncio.Queue[Message] = asyncio.Queue()
        self.reader = asyncio.create_task(self.read())
        self.last = ""
        self.first_answer: Message = {}

    @classmethod
    async def dial(cls, client: Client) -> "Guest":
        address = client.base_url.replace("http", "ws", 1) + API + "/socket"
        guest = cls(client, await connect(address, compression=None, max_size=None))
        hello = {"type": "hello", "version": 1}
        answer = await guest.tell(
            encode(hello | ({"secret": client.secret} if client.secret else {}))
        )
        assert answer["type"] == "welcome", answer
        return guest

    async def say(self, said: Said, table: str) -> Message:
        kind, what = said
        if kind == "again" and self.last:
            answer = await self.tell(self.last)
            if self.first_answer["type"] == "done" and '"command"' in self.last:
                assert answer == self.first_answer
            return answer
        text = what if kind == "text" else encode(self.choice(what or 0, table))
        self.last = text.replace(TABLE, table)
        self.first_answer = await self.tell(self.last)
        return self.first_answer

    def choice(self, number: int, table: str) -> Message:
        """One of the options of the page at hand; a sign where there are none."""
        options = self.page.get("you", {}).get("options")
        command = {"do": "emote", "sign": "think"}
        if options:
            turn = self.page["common"]["turn"]["number"]
            command = {"do": "choose", "turn": turn, "choice": options[number % len(options)]}
        id = f"c{self.page.get('seq', 0)}-{number}"
        return {"type": "do", "id": id, "table": table, "command": command}

    async def tell(self, text: str) -> Message:
        """Send a message and wait for its answer."""
        await self.socket.send(text)
        answer = await asyncio.wait_for(self.answers.get(), PATIENCE)
        check_answer(text, answer)
        return answer

    async def read(self) -> None:
        """Everything that is no page is an answer; there is one for each message, in order."""
        async for data in self.socket:
            message = msgspec.json.decode(data)
            if message["type"] == "page":
                self.page = merged(self.page, message)
            else:
                self.answers.put_nowait(message)

    async def hang_up(self) -> None:
        await self.socket.close()
        await self.reader
        assert self.answers.empty()


def check_answer(text: str, answer: Message) -> None:
    """The answer is to this message, and says so if the message has an id."""
    try:
        message = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        message = None
    id = message.get("id") if isinstance(message, dict) else None
    if answer["type"] in ("done", "refused"):
        known = isinstance(id, str) and AN_ID.fullmatch(id)
        assert answer["id"] == (id if known else ""), (text, answer)
        assert answer["type"] == "done" or answer["text"]
    else:
        assert isinstance(message, dict)
        assert (message["type"], answer["type"]) in (("hello", "welcome"), ("ping", "pong"))


async def evening(
    clients: list[Client], database: Database, game: str, script: Any
) -> Counter[str]:
    """A table at which the script is played; at the end it is what its history says."""
    heard: Counter[str] = Counter()
    host = clients[0]
    table = await host.lay(game, ["me", *["open"] * (SEATED - 1)])
    guests = [await Guest.dial(client) for client in clients]
    try:
        for number, guest in enumerate(guests):
            await guest.tell(encode({"type": "watch", "id": "w", "table": table}))
            if 0 < number < SEATED:
                await guest.say(("text", encode(do("sit"))), table)
        await guests[0].say(("text", encode(do("start"))), table)
        for together in script:
            answers = await asyncio.gather(
                *(guests[number].say(said, table) for number, said in together.items())
            )
            heard.update(answer.get("code", answer["type"]) for answer in answers)
        for guest in guests:
            assert (await guest.tell('{"type": "ping"}')) == {"type": "pong"}
        for client in clients:
            await check_page(client, table, database)
    finally:
        for guest in guests:
            await guest.hang_up()
    return heard


def do(what: str) -> Message:
    return {"type": "do", "id": what, "table": TABLE, "command": {"do": what}}


async def check_page(client: Client, table: str, database: Database) -> None:
    """What the house shows somebody is what its history, read from the disk, comes to."""
    while True:
        shown = await client.get(f"/tables/{table}?language=en")
        read = await replayed(database, table)
        if read.seq == shown["seq"]:
            break
    person = ""
    if shown["you"]["seat"] is not None:
        guest = read.places[shown["you"]["seat"]].guest
        person = guest.person if guest else ""
    assert steady(shown) == steady(page_of(read, person))


async def replayed(database: Database, table: str) -> Table:
    """The table as its stored events make it."""
    sql = "SELECT seq, command, at, tick, body FROM events WHERE table_id = :table ORDER BY seq"
    read = Table(table)
    for seq, command, at, tick, body in await database.read(sql, table=table):
        read.apply(Event(table, seq, command, at, tick, decode(body)))
    return read


def page_of(table: Table, person: str) -> Message:
    """The page a person would be sent of a table."""
    pages = Pages(table)
    seat = table.seat_of(person) if person else None
    return {
        "table": table.id,
        "seq": table.seq,
        "common": msgspec.to_builtins(pages.common(Present(0, frozenset()), "en")),
        "you": msgspec.to_builtins(pages.own(seat, person, "en")),
        "view": msgspec.json.decode(pages.view(seat)),
        "lines": [
            msgspec.json.decode(line) for line in pages.lines(range(len(table.lines))[-200:], "en")
        ],
    }


def steady(page: Message) -> Message:
    """A page without what depends on the moment it was made."""
    for chair in page["common"]["chairs"]:
        del chair["present"], chair["left"]
    return page


def fuzz(url: str, address: str, examples: int, number: int | None = None) -> Counter[str]:
    """So many evenings; returns which answers came how often."""
    heard: Counter[str] = Counter()
    database = open_at(address)
    with asyncio.Runner() as runner:
        runner.run(database.open())
        names = ("Anna", "Ben", "Cleo", "Dora")
        clients = [runner.run(Client.new(url, name)) for name in names] + [Client(url)]

        @budget(examples, number)
        @given(st.sampled_from(GAMES), scripts)
        def play(game: str, script: Any) -> None:
            heard.update(runner.run(evening(clients, database, game, script)))

        (play if number is None else seed(number)(play))()
        for client in clients:
            runner.run(client.close())
        runner.run(database.close())
    return heard


def round(database: str, number: int | None = None, examples: int = 20) -> str:
    """One house, fuzzed; says what it answered most."""
    with quiet_log(), serve(house_at(database)) as serving:
        heard = fuzz(serving.url, database, examples, number)
    return ", ".join(f"{answer}: {count}" for answer, count in heard.most_common(12))
