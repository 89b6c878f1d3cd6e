"""What is asked on the command line, at the table it is tried at, and of the house."""

import asyncio
import io
import json
import re
import signal
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any
from unittest import mock

import msgspec

from tablee import cli
from tablee.kernel import record
from tablee.kernel.texts import LANGUAGES
from tablee.server.settings import Limits
from tablee.terminal.texts import say
from tests.features.covering import Laid
from tests.features.hall import Hall
from tests.server.client import PATIENCE, Client, is_over, owes, play_on
from tests.server.company import begin
from tests.server.houses import GENEROUS, house_at, serve

ROOT = Path(__file__).parents[2]
LEARNING = ["games=64", "iterations=1", "until=1", "hidden=[8, 4]", "minibatch=256"]


class Keyboard(io.TextIOBase):
    """Somebody who types the first choice on the screen."""

    def __init__(self, screen: io.StringIO):
        super().__init__()
        self.screen = screen
        self.seen = 0

    def readline(self, _size: int = -1, /) -> str:  # type: ignore[override]
        shown, self.seen = self.screen.getvalue()[self.seen :], self.screen.tell()
        for language in LANGUAGES:
            _, choices, offered = shown.rpartition(say("choices", language))
            if choices:
                return (
                    re.sub(r"(?<=\d)-\d+$", "", offered.split()[0]) + "\n"
                )  # the first of a range
        return "\n"


def tablee(hall: Hall, *words: object) -> str:
    """Run a command that must go well; returns what it printed."""
    given = [str(word) for word in words]
    asked = cli.parser().parse_args(given)
    hall.used.add(" ".join(["tablee", asked.command, *filter(None, [getattr(asked, "task", "")])]))
    output, complaint = io.StringIO(), io.StringIO()
    with (
        redirect_stdout(output),
        redirect_stderr(complaint),
        mock.patch("sys.stdin", Keyboard(output)),
    ):
        code = cli.main(given)
    assert code == 0, complaint.getvalue()
    return output.getvalue()


async def terminal(hall: Hall, laid: Laid) -> None:
    """Somebody plays a whole game at the keyboard, in one of the languages."""
    path = hall.folder / "terminal.json"
    flags = ["--lang", laid.kind, "--seed", 3, "--names", "Anna", "--record", path]
    tablee(hall, "play", *laid.flags, *flags)
    kept = record.parse(path.read_bytes())
    assert kept.options == laid.options
    assert kept.result is not None
    told = tablee(hall, "replay", path, "--lang", laid.kind)
    assert all(name in told for name in kept.seats)


async def verify(hall: Hall, laid: Laid) -> None:
    """The deal of a game of the command line, and of one that was played here, was fair."""
    path = hall.folder / "record.json"
    tablee(hall, "export", *laid.flags, "--bot", "sailor", "-o", path)
    tablee(hall, "verify", path)
    outcome = json.loads(tablee(hall, "replay", path, "--json"))
    assert outcome["over"]
    async with hall.guests(1) as (anna,):
        table = await hall.begun([anna], laid, *["sailor"] * (laid.players - 1))
        await anna.done(table, "end")
        await anna.wait(table, is_over)
        path.write_text(json.dumps(await anna.get(f"/tables/{table}/record")))
        tablee(hall, "verify", path)


async def shelf(hall: Hall, laid: Laid) -> None:
    """The game is listed with its switches."""
    listed = tablee(hall, "games", "--lang", "en")
    assert laid.game.name("en") in listed
    assert all(f"--option {name}=" in listed for name in laid.options)


async def simulate(hall: Hall, laid: Laid) -> None:
    """Random games, compiled and not, of which every one has a winner."""
    for how in ([], ["--interpreted"]):
        told = tablee(hall, "simulate", *laid.flags, "--games", 20, "--seed", 1, *how)
        assert told.startswith("20 games, ")
        wins = [float(share) for share in re.findall(r"wins +([\d.]+)%", told)]
        assert len(wins) == laid.players
        assert sum(wins) > 99.9


async def arena(hall: Hall, laid: Laid) -> None:
    """Bots play each other, and are rated."""
    flags = ["--games", 1, "--workers", 1, "--seed", 1, "--out", hall.folder / "arena"]
    told = tablee(hall, "arena", *laid.flags, *flags, "--bots", *laid.kind.split())
    assert all(bot in told for bot in laid.kind.split())
    numbers = json.loads((hall.folder / "arena" / f"{laid.game.id}.json").read_text())
    assert numbers


async def train(hall: Hall, laid: Laid) -> None:
    """A network learns the game for a moment, and is written down."""
    flags = ["--keep", hall.folder / "kept.npz", "--export", hall.folder / "learned.npz"]
    learning = [*LEARNING, f"players={{{laid.players}=1}}"]
    tablee(hall, "train", laid.game.id, *flags, "--set", *learning)
    assert (hall.folder / "learned.npz").stat().st_size > 0


async def outside_bots(hall: Hall, laid: Laid) -> None:
    """A table of bots from outside alone, in a house that takes no more than usual from each."""
    hall.used.add("examples/bot.py")
    usual = Limits().commands_per_second
    limits = msgspec.structs.replace(GENEROUS, commands_per_second=usual)
    with serve(house_at(f"sqlite:///{hall.folder}/outside.db", limits=limits)) as serving:
        async with await Client.new(serving.url, "Host") as host, AsyncExitStack() as leaving:
            await host.dial()
            table = await host.lay(laid.game.id, ["open"] * laid.players, options=laid.options)
            code = (await host.watch(table))["common"]["code"]
            bots = [
                await leaving.enter_async_context(
                    program("examples/bot.py", serving.url, code, name)
                )
                for name in laid.names
            ]
            await host.wait(
                table, lambda page: all(one["name"] for one in page["common"]["chairs"])
            )
            await host.done(table, "start")
            page = await host.wait(table, is_over)
            for bot in bots:
                said, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
                assert json.loads(said) == page["common"]["result"]


@asynccontextmanager
async def program(*words: str, **streams: Any) -> AsyncIterator[Process]:
    """A program in Python as a process of its own, which ends with the block."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, *words), **{"stdout": asyncio.subprocess.PIPE, "cwd": ROOT, **streams}
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def administration(hall: Hall, laid: Laid) -> None:
    """The house is looked after, copied and brought back while somebody plays in it."""

    async def admin(task: str, *words: object) -> Any:
        asked = ["admin", task, *words, "--database", hall.database, "--json"]
        return json.loads(await asyncio.to_thread(tablee, hall, *asked))

    async with hall.guests(2) as (anna, _):
        bots = ["sailor"] * (laid.players - 1)
        table = await hall.begun([anna], laid, *bots)
        await anna.done(table, "end")
        await anna.wait(table, is_over)
        record_of_it = await anna.get(f"/tables/{table}/record")
        listed = await admin("tables", "--status", "over")
        assert table in [one["id"] for one in listed]
        path = hall.folder / f"{laid}.json"
        words = ["admin", "export", table, "--database", hall.database, "-o", path]
        await asyncio.to_thread(tablee, hall, *words)
        assert json.loads(path.read_text()) == record_of_it
        known = await admin("people")
        (me,) = [one["id"] for one in known if one["name"] == "Ben"][:1]
        assert len(await admin("keys", me)) == 1
        other = await hall.begun([anna], laid, *bots)
        page = await anna.wait(other, owes)
        where = ("--seq", page["seq"], "--seat", page["you"]["seat"], "--bot", "sailor")
        assert await admin("repeat", "bot", other, *where) == {"failed": False}
        assert (await admin("close", other))["status"] == "closed"
        await anna.wait(other, lambda page: page["common"]["status"] == "closed")
        copy, url = hall.folder / f"{laid}.copy", f"sqlite:///{hall.folder}/{laid}.db"
        await asyncio.to_thread(tablee, hall, "backup", copy, "--database", hall.database)
        await asyncio.to_thread(tablee, hall, "restore", copy, "--database", url)
        assert await admin("revoke", me, "--all") == {"revoked": 1}
        with serve(house_at(url)) as again:
            async with Client(again.url, anna.secret) as back:
                assert await back.get(f"/tables/{table}/record") == record_of_it


async def served(hall: Hall, laid: Laid) -> None:
    """`tablee serve` as a process of its own: a game, and nothing wrong in its log."""
    hall.used.add("tablee serve")
    log, config = hall.folder / "serve.log", hall.folder / "serve.toml"
    config.write_text(f"[limits]\ncommands_per_second = {GENEROUS.commands_per_second}\n")
    words = ["-m", "tablee.cli", "serve", "--port", "0", "--no-browser", "--no-bot-warm-up"]
    words += ["--database", f"sqlite:///{hall.folder}/served.db", "--bot-pause", "0"]
    words += ["--config", str(config)]
    with log.open("w") as errors:
        async with program(*words, "--log-level", "info", stderr=errors) as house:
            assert house.stdout is not None
            (url,) = re.findall(r"http://\S+", (await house.stdout.readline()).decode())
            async with await Client.new(url, "Anna") as anna:
                await anna.dial()
                table = await begin([anna], laid.game.id, *["sailor"] * (laid.players - 1))
                await play_on(anna, table)
            house.send_signal(signal.SIGTERM)
            assert await asyncio.wait_for(house.wait(), PATIENCE) == 0
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line for line in lines if line["level"] != "info"] == []
