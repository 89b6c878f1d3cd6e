"""docs/api.md tells everything there is, nothing else, and its examples run."""

import asyncio
import re
import sys
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from tablee.server.api import pages
from tablee.server.api.app import http_api
from tablee.server.door import desk, wire
from tablee.server.refusals import CONFLICT, STATUS
from tablee.server.settings import Limits
from tablee.server.tables.commands import Asked, Plan
from tablee.server.tables.due import TIME_TO_REVEAL
from tablee.server.texts import content
from tests.server.client import Client, is_over, owes
from tests.server.houses import house_at, serve
from tests.server.processes import ServerProcess
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "bot.py"
ONLY_ON_THE_SOCKET = {"no_hello", "wrong_version"}
BY_THE_FRAMEWORK = {"wrong_method": 405, "mistake": 500}


def text() -> str:
    return (ROOT / "docs" / "api.md").read_text("utf-8")


def section(title: str) -> str:
    return text().split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(part: str) -> list[list[str]]:
    """The cells of every table in a part of the page, without the heads."""
    lines = re.findall(r"^\| (.*) \|$", part, flags=re.MULTILINE)
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    return [row for row in cells if row[0].startswith("`")]


def quoted(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def fields(struct: type[msgspec.Struct]) -> list[str]:
    """Its fields as the page writes them."""
    return [
        field.encode_name + ("" if field.required else "?")
        for field in msgspec.structs.fields(struct)
    ]


def by_tag(structs: Iterable[Any]) -> dict[str, list[str]]:
    return {struct.__struct_config__.tag: fields(struct) for struct in structs}


def documented(title: str) -> dict[str, list[str]]:
    return {quoted(row[0])[0]: quoted(row[1]) for row in rows(section(title))}


def test_every_message_and_every_command_is_documented_with_its_fields() -> None:
    assert documented("Messages of the client") == by_tag(get_args(wire.Incoming))
    replies = documented("Messages of the house")
    assert replies == by_tag(wire.Reply.__subclasses__())
    assert documented("Commands") == by_tag(get_args(Asked))


def test_every_refusal_is_documented_with_its_status() -> None:
    said = {quoted(row[0])[0]: row[1] for row in rows(section("Refusals"))}
    statuses = {
        code: "" if code in ONLY_ON_THE_SOCKET else str(STATUS.get(code, CONFLICT))
        for code in content()["refusals"]
    }
    assert said == statuses | {code: str(status) for code, status in BY_THE_FRAMEWORK.items()}


def test_every_field_of_a_page_is_documented() -> None:
    part = section("A page")
    named = {name for row in rows(part) for name in quoted(row[0])}
    for struct in (pages.Common, pages.You, pages.Line):
        names = {name.rstrip("?") for name in fields(struct)}
        assert names <= named
        named -= names - {"seat"}  # which is in two of them
    assert named == {"seat"}
    parts: list[tuple[type[msgspec.Struct], str]] = [
        (pages.Chair, "`chairs`"),
        (pages.Turn, "`turn`"),
        (pages.Outcome, "`result`"),
    ]
    for inner, row in parts:
        (told,) = [cells[1] for cells in rows(part) if cells[0] == row]
        for name in fields(inner):
            assert f"`{name}`" in told, name


def test_plan_limits_and_routes_are_documented(sqlite_url: str) -> None:
    plan = [quoted(row[0])[0] for row in rows(section("Laying a table"))]
    assert plan == [name.rstrip("?") for name in fields(Plan)]
    usual = {quoted(row[0])[0]: int(row[1]) for row in rows(section("Limits"))}
    assert usual.items() <= msgspec.structs.asdict(Limits()).items()
    described = http_api(house_at(sqlite_url)).openapi_schema.to_schema()["paths"]
    routes = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, item in described.items()
        for method in item
    }
    assert {one for one in quoted(section("HTTP")) if re.match("[A-Z]+ /", one)} == routes


def test_the_numbers_in_the_text_are_those_of_the_house() -> None:
    flat = " ".join(text().split())
    assert f"8 KB ({wire.LARGEST_FRAME} bytes)" in flat
    assert f"after {TIME_TO_REVEAL // 1000} seconds" in flat
    assert f"within {desk.LINK_LASTS // 60_000} minutes" in flat
    assert f"that of the messages: {wire.VERSION}." in flat


def test_every_example_runs(database_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", text(), flags=re.DOTALL)
    assert len(blocks) >= 8
    names: dict[str, Any] = {}
    with serve(house_at(database_url)) as serving, ExitStack() as at_the_end:
        for number, block in enumerate(blocks):
            code = block.replace("http://127.0.0.1:8420", serving.url)
            exec(compile(code, f"docs/api.md, example {number}", "exec"), names)
            if "sockets" in names:  # also where an example fails
                at_the_end.callback(names["sockets"].close)
    assert names["refused"]["legal"]
    assert names["told"]["steps"][1]["told"]


def test_the_example_bot_plays_to_the_end_and_survives_a_crash(
    database_url: str, tmp_path: Path
) -> None:
    async def evening(server: ServerProcess) -> None:
        await server.start()
        async with await Client.new(server.url, "Anna") as anna:
            table = await anna.lay("land-unter", ["open", "open", "sailor"])
            page = await anna.get(f"/tables/{table}")
            bots = [
                await asyncio.create_subprocess_exec(
                    sys.executable,
                    str(BOT),
                    server.url,
                    page["common"]["code"],
                    name,
                    stdout=asyncio.subprocess.PIPE,
                )
                for name in ("Robin", "Marian")
            ]
            await anna.dial()
            await anna.watch(table)
            page = await anna.wait(
                table, lambda page: all(c["name"] for c in page["common"]["chairs"])
            )
            kinds = [chair["kind"] for chair in page["common"]["chairs"]]
            assert kinds == ["outside_bot", "outside_bot", "bot"]
            await anna.done(table, "start")
            await anna.wait(table, lambda page: page["common"]["turn"] and not owes(page))
            server.kill()
            await anna.hang_up()
            await server.start()
            await anna.dial()
            await anna.watch(table)
            over = await anna.wait(table, is_over)
            assert over["common"]["result"]["finished"]
            for bot in bots:
                told, _ = await asyncio.wait_for(bot.communicate(), PATIENCE)
                assert bot.returncode == 0
                assert msgspec.json.decode(told) == over["common"]["result"]

    with ServerProcess(database_url, tmp_path / "log", bot_pause=0.05) as server:
        asyncio.run(evening(server))
    assert server.mistakes() == []


def test_the_example_bot_stays_within_sixty_lines() -> None:
    code = [line for line in BOT.read_text("utf-8").splitlines() if line.strip()]
    assert len(code) <= 60
