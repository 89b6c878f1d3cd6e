"""Looking after a house from the command line while people play in it."""

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tablee import catalogue
from tablee.kernel import record
from tablee.server.tables.acts import Laid
from tests.server.client import Client, Message, owes, play_on
from tests.server.houses import Serving, house_at, rewrite, serve
from tests.waiting import PATIENCE

Admin = Callable[..., tuple[int, str, str]]


def tablee(*arguments: str) -> tuple[int, str, str]:
    """Runs a command: exit code, output, complaint."""
    command = [sys.executable, "-m", "tablee.cli", *arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


@pytest.fixture
def admin(database_url: str) -> Admin:
    """Runs `tablee admin` on the house of the test."""

    def run(task: str, *arguments: str) -> tuple[int, str, str]:
        return tablee("admin", task, "--database", database_url, *arguments)

    return run


def is_closed(page: Message) -> bool:
    return bool(page["common"]["status"] == "closed")


async def game_of(anna: Client, *chairs: str) -> str:
    """A table that plays, watched by Anna."""
    table = await anna.lay("land-unter", ["me", *chairs])
    await anna.dial()
    await anna.watch(table)
    await anna.done(table, "start")
    await anna.wait(table, owes)
    return table


def laid(serving: Serving, table: str) -> Laid:
    """How a table of the house was laid, with all its secrets."""
    house = serving.house
    reading = asyncio.run_coroutine_threadsafe(house.store.events(table), loop_of(serving))
    act = reading.result(30)[0].act
    assert isinstance(act, Laid)
    return act


def loop_of(serving: Serving) -> asyncio.AbstractEventLoop:
    task = next(iter(serving.house.tasks))
    return task.get_loop()


def test_tables_and_people_are_listed_without_anything_secret(
    database_url: str, admin: Admin
) -> None:
    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Änna") as anna:
            table = await anna.lay("diabolo", ["me", "friend", "sailor"], public=False)
            await Client.new(serving.url, "Bot", bot=True)
            kept = await asyncio.to_thread(laid, serving, table)
            code, output, _ = await asyncio.to_thread(admin, "tables")
            assert code == 0
            head, line = output.splitlines()
            assert head.split()[:4] == ["code", "status", "game", "players"]
            assert line.index("diabolo") == head.index("game")
            assert line.index("Änna, (friend), ") == head.index("players")
            assert line.startswith(f"{kept.code}  waiting ")
            code, listed, _ = await asyncio.to_thread(admin, "tables", "--json")
            (one,) = json.loads(listed)
            assert (one["id"], one["code"], one["public"]) == (table, kept.code, False)
            assert (await asyncio.to_thread(admin, "tables", "--status", "over"))[1] == "none\n"
            _, people, _ = await asyncio.to_thread(admin, "people")
            assert [line.split()[0] for line in people.splitlines()] == ["name", "Bot", "Änna"]
            _, known, _ = await asyncio.to_thread(admin, "people", "--json")
            assert [(one["name"], one["bot"], one["unfinished"]) for one in json.loads(known)] == [
                ("Bot", True, 0),
                ("Änna", False, 1),
            ]
            _, keys, _ = await asyncio.to_thread(admin, "keys", "Änna", "--json")
            for secret in (kept.seed, kept.chairs[1].invitation, anna.secret):
                assert secret
                assert secret not in output + listed + people + known + keys

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving))


def test_a_table_closed_by_the_house_is_closed_for_its_players_at_once(
    database_url: str, admin: Admin
) -> None:
    async def evening(url: str) -> None:
        async with await Client.new(url, "Anna") as anna:
            table = await game_of(anna, "random", "random")
            page = anna.pages[table]
            code, output, _ = await asyncio.to_thread(admin, "close", page["common"]["code"])
            assert (code, output) == (0, f"{page['common']['code']} is closed.\n")
            await anna.wait(table, is_closed)
            assert anna.lines[table][-1]["event"] == ["closed_by_house"]
            late = await anna.refused(
                table, "choose", turn=page["common"]["turn"]["number"], choice="1"
            )
            assert late == "closed"
            code, _, complaint = await asyncio.to_thread(admin, "close", table)
            assert code == 2
            assert "is closed already" in complaint
            assert (await anna.get("/tables/mine")) == []

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving.url))


def test_a_table_can_be_closed_while_somebody_chooses(database_url: str, admin: Admin) -> None:
    """The one who is quicker has the place in the history; the other comes after or is refused."""

    async def play(anna: Client, table: str) -> int:
        chosen = 0
        page = anna.pages[table]
        while not is_closed(page):
            if owes(page):
                turn, choice = page["common"]["turn"]["number"], page["you"]["options"][0]
                answer = await anna.do(table, "choose", turn=turn, choice=choice)
                chosen += answer["type"] == "done"
            seen = page["seq"]
            page = await anna.wait(table, lambda page, seen=seen: page["seq"] > seen)  # type: ignore[misc]
        return chosen

    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            table = await game_of(anna, "random", "random", "random", "random")
            playing = asyncio.create_task(play(anna, table))
            await anna.wait(table, lambda page: page["seq"] > 12)
            code, _, complaint = await asyncio.to_thread(admin, "close", table)
            assert code == 0, complaint
            await anna.wait(table, is_closed)
            assert await playing > 0
            events = await asyncio.to_thread(history, serving, table)
            assert [event.seq for event in events] == list(range(1, len(events) + 1))
            assert type(events[-1].act).__name__ == "Closed"
            assert anna.pages[table]["seq"] == events[-1].seq

    def history(serving: Serving, table: str) -> list[Any]:
        reading = serving.house.store.events(table)
        return asyncio.run_coroutine_threadsafe(reading, loop_of(serving)).result(30)

    with serve(house_at(database_url, bot_pause=0.05)) as serving:
        asyncio.run(evening(serving))


def test_the_record_of_a_finished_game_is_exported_and_nothing_of_another(
    database_url: str, admin: Admin, tmp_path: Path
) -> None:
    async def evening(serving: Serving) -> None:
        async with await Client.new(serving.url, "Anna") as anna:
            table = await game_of(anna, "random", "random")
            seed = (await asyncio.to_thread(laid, serving, table)).seed
            code, output, complaint = await asyncio.to_thread(admin, "export", table)
            assert (code, output) == (2, "")
            assert "only of a game that is over. --secret writes" in complaint
            assert complaint.count("\n") == 1
            code, output, _ = await asyncio.to_thread(admin, "export", table, "--secret")
            assert code == 0
            told = json.loads(output)
            assert told["events"][0]["act"]["seed"] == seed
            assert [event["seq"] for event in told["events"]] == list(
                range(1, len(told["events"]) + 1)
            )
            await play_on(anna, table)
            file = tmp_path / "game.json"
            code, output, _ = await asyncio.to_thread(admin, "export", table, "-o", str(file))
            assert (code, output) == (0, "")
            kept = record.parse(file.read_bytes())
            assert kept == record.parse((await anna.http.get(f"/tables/{table}/record")).content)
            assert record.verify(catalogue.load("land-unter"), kept)

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving))


def test_a_revoked_key_puts_whoever_is_inside_by_it_out(database_url: str, admin: Admin) -> None:
    async def evening(url: str) -> None:
        async with (
            await Client.new(url, "Anna") as anna,
            await Client.new(url, "Ben") as ben,
        ):
            await anna.dial()
            await ben.dial()
            _, output, _ = await asyncio.to_thread(admin, "keys", "Anna", "--json")
            (key,) = json.loads(output)
            assert key["kind"] == "device"
            assert len(key["key"]) == 8
            code, output, _ = await asyncio.to_thread(admin, "revoke", "Anna", key["key"])
            assert (code, output) == (0, "1 revoked of Anna.\n")
            assert anna.reader is not None
            await asyncio.wait_for(anna.reader, PATIENCE)
            assert json.loads(anna.received[-1])["why"] == "revoked"
            assert (await anna.http.get("/people/me")).status_code == 401
            assert (await ben.get("/people/me"))["name"] == "Ben"
            assert ben.reader is not None
            assert not ben.reader.done()
            assert (await asyncio.to_thread(admin, "revoke", "Ben", "--all"))[0] == 0
            await asyncio.wait_for(ben.reader, PATIENCE)

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving.url))


def test_what_is_not_there_is_said_in_one_line(database_url: str) -> None:
    def complaint(task: str, *arguments: str) -> str:
        code, output, said = tablee("admin", task, "--database", database_url, *arguments)
        assert (code, output) == (2, "")
        assert said.count("\n") == 1
        return said

    async def arrive(url: str) -> None:
        for _ in range(2):
            async with await Client.new(url, "Anna"):
                pass

    with serve(house_at(database_url)) as serving:
        asyncio.run(arrive(serving.url))
    assert "There is no table 'nowhere'; `tablee admin tables` lists" in complaint(
        "close", "nowhere"
    )
    assert "There is nobody 'Zoë'; `tablee admin people` lists" in complaint("keys", "Zoë")
    assert "'Anna' may be several people. Expected one id of these: " in complaint("keys", "Anna")
    assert "--most is a number from 1 to 1000000, not 0." in complaint("tables", "--most", "0")
    _, output, _ = tablee("admin", "people", "--json", "--database", database_url)
    one = json.loads(output)[0]["id"]
    assert "Expected one key as `tablee admin keys` shows it, or --all." in complaint("revoke", one)
    assert "0 keys of Anna begin with 'zz'" in complaint("revoke", one, "zz")


def test_no_house_is_made_where_there_is_none(tmp_path: Path) -> None:
    file = tmp_path / "house.db"
    code, output, complaint = tablee("admin", "tables", "--database", f"sqlite:///{file}")
    assert (code, output) == (2, "")
    assert f"There is no house in {file}." in complaint
    assert not file.exists()


def test_a_table_that_can_no_longer_be_read_can_be_closed(database_url: str) -> None:
    async def evening(url: str) -> str:
        async with await Client.new(url, "Anna") as anna:
            return await anna.lay("land-unter", ["me", "open", "open"])

    with serve(house_at(database_url)) as serving:
        table = asyncio.run(evening(serving.url))
    lose = "UPDATE events SET body = replace(body, 'land-unter', 'lost-game')"
    asyncio.run(rewrite(database_url, lose))
    assert tablee("admin", "close", table, "--database", database_url)[0] == 0
    code, listed, _ = tablee("admin", "tables", "--status", "closed", "--database", database_url)
    assert code == 0
    assert "land-unter" in listed


def test_a_house_is_copied_while_it_is_open_and_brought_back_when_it_is_closed(
    database_url: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    other = tmp_path / "other.db"
    elsewhere = f"sqlite:///{other}"

    async def evening(url: str) -> None:
        async with await Client.new(url, "Anna"):
            pass
        made = await asyncio.to_thread(tablee, "backup", str(copy), "--database", database_url)
        assert made[0] == 0, made
        assert made[1].startswith(f"The house is in {copy}.")
        again = await asyncio.to_thread(tablee, "backup", str(copy), "--database", database_url)
        assert again[:2] == (2, "")
        assert f"{copy} is there already." in again[2]
        replace = ("restore", str(copy), "--replace", "--database", database_url)
        refused = await asyncio.to_thread(tablee, *replace)
        assert refused[:2] == (2, "")
        assert "A server ran on this house " in refused[2]
        assert refused[2].count("\n") == 1

    with serve(house_at(database_url)) as serving:
        asyncio.run(evening(serving.url))
    assert tablee("restore", str(copy), "--database", elsewhere) == (
        0,
        f"The house is as it was when {copy} was made.\n",
        "",
    )
    assert "Anna" in tablee("admin", "people", "--database", elsewhere)[1]
    code, output, complaint = tablee("restore", str(copy), "--database", elsewhere)
    assert (code, output) == (2, "")
    assert "There is a house at that address already" in complaint
    assert "(--replace)" in complaint
    assert tablee("restore", str(copy), "--replace", "--database", elsewhere)[0] == 0
    code, output, complaint = tablee("restore", "nowhere.db", "--database", elsewhere)
    assert (code, output) == (2, "")
    assert complaint.count("\n") == 1


def test_a_restored_house_is_served_and_restored_again_at_once(
    database_url: str, tmp_path: Path
) -> None:
    """Its backup was made while a server ran; on what was restored from it none ever did."""
    copy = tmp_path / "copy.db"
    restored = f"sqlite:///{tmp_path / 'restored.db'}"
    clock = {"kind": "bank", "seconds": 600}

    async def evening(url: str) -> tuple[str, str]:
        async with await Client.new(url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "random", "random"], clock=clock)
            body = {"id": "s", "command": {"do": "start"}}
            assert (await anna.http.post(f"/tables/{table}/commands", json=body)).is_success
            made = await asyncio.to_thread(tablee, "backup", str(copy), "--database", database_url)
            assert made[0] == 0, made
            return table, anna.secret

    async def morning(url: str, table: str, secret: str) -> None:
        async with Client(url, secret) as anna:
            chair = (await anna.get(f"/tables/{table}"))["common"]["chairs"][0]
            assert 0 < chair["left"] <= 600_000
        refused = await asyncio.to_thread(tablee, *again)
        assert "A server ran on this house " in refused[2]

    again = ("restore", str(copy), "--replace", "--database", restored)
    with serve(house_at(database_url)) as serving:
        table, secret = asyncio.run(evening(serving.url))
    assert tablee("restore", str(copy), "--database", restored)[0] == 0
    assert tablee(*again)[::2] == (0, "")
    with serve(house_at(restored)) as serving:
        asyncio.run(morning(serving.url, table, secret))
