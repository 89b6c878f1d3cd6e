"""What both databases promise: all or nothing, once, on disk, and others hear of it."""

import asyncio
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from tablee.server.store import postgres
from tablee.server.store.addresses import open_at
from tablee.server.store.database import (
    EVERYTHING,
    Database,
    Statement,
    StoreFailed,
    WrongDatabase,
)
from tablee.server.store.postgres import connect, numbered
from tablee.server.store.sqlite import Sqlite
from tablee.server.store.sqlite import connect as connect_sqlite
from tests.server.appends import ADD_EVENT, append, events_of, standing_of
from tests.server.postgresql import (
    folder,
    make_cluster,
    sql,
    start_cluster,
    stop_cluster,
    url_of,
    wait_for,
)
from tests.waiting import PATIENCE, pause, until

Opened = Callable[[str], Database]


def test_what_was_written_is_read_with_its_types(
    database: Database, runner: asyncio.Runner
) -> None:
    async def scenario() -> None:
        body = "Été: 8 > 7, \"::x\" 'y' :no \\ 🂡"
        assert await database.write(*append("a", 1, body=body, due=9_000_000_000_000)) is True
        assert await database.write(*append("b", 1, public=False)) is True
        rows = await database.read("SELECT id, seq, public, due, summary FROM tables ORDER BY id")
        assert [tuple(row) for row in rows] == [
            ("a", 1, True, 9_000_000_000_000, body),
            ("b", 1, False, None, "{}"),
        ]
        assert list(await database.read("SELECT id FROM tables WHERE id = :id", id="c")) == []

    runner.run(scenario())


def test_a_first_statement_without_effect_stops_the_write(
    database: Database, runner: asyncio.Runner
) -> None:
    async def scenario() -> None:
        assert await database.write(*append("a", 1, "first", body="old"))
        assert not await database.write(*append("a", 1, "second", body="new"))
        assert not await database.write(*append("a", 2, "first", body="new"))
        assert await events_of(database, "a") == [1]
        assert await standing_of(database, "a") == 1
        rows = await database.read("SELECT summary FROM tables")
        assert rows[0][0] == "old"
        nobody = Statement("UPDATE tables SET seq = 9 WHERE id = :id", {"id": "z"})
        assert not await database.write(nobody, *append("z", 1))
        assert await events_of(database, "z") == []

    runner.run(scenario())


WRONG_STATEMENTS = [
    Statement("INSERT INTO nowhere VALUES (1)", {}),
    Statement("UPDATE tables SET", {}),
    Statement("UPDATE tables SET summary = :summary WHERE id = 'a'", {"summary": None}),
    Statement("UPDATE tables SET summary = :summary WHERE id = 'a'", {}),
    Statement("UPDATE tables SET summary = :summary WHERE id = 'a'", {"summary": object()}),
    Statement("UPDATE tables SET summary = :summary WHERE id = 'a'", {"summary": "\ud800"}),
    Statement("UPDATE tables SET due = :due WHERE id = 'a'", {"due": 2**70}),
    Statement("INSERT INTO members VALUES ('same', 'twice')", {}),
]


@pytest.mark.parametrize("wrong", WRONG_STATEMENTS)
def test_a_wrong_statement_undoes_its_own_write_alone(
    database: Database, runner: asyncio.Runner, wrong: Statement
) -> None:
    async def scenario() -> None:
        twice = Statement("INSERT INTO members VALUES ('same', 'twice')", {})
        assert await database.write(twice)
        assert await database.write(*append("a", 1))
        before = [database.write(*append(f"before-{number}", 1)) for number in range(20)]
        failing = database.write(*append("a", 2), wrong, *append("c", 1))
        after = [database.write(*append(f"after-{number}", 1)) for number in range(20)]
        answers = await asyncio.gather(*before, failing, *after, return_exceptions=True)
        failure = answers.pop(20)
        assert isinstance(failure, StoreFailed)
        assert failure.__cause__ is not None
        assert answers == [True] * 40
        assert await events_of(database, "a") == [1]
        assert await standing_of(database, "a") == 1
        assert await events_of(database, "c") == []
        for number in range(20):
            assert await events_of(database, f"before-{number}") == [1]
            assert await events_of(database, f"after-{number}") == [1]
        assert await database.write(*append("a", 2))

    runner.run(scenario())


@pytest.mark.parametrize("wrong", [{"body": object()}, {"body": "\ud800"}, {"public": None}])
def test_a_wrong_value_undoes_its_own_write_alone(
    database: Database, runner: asyncio.Runner, wrong: dict[str, Any]
) -> None:
    """Among writes of the same shape, which may share a statement."""

    async def scenario() -> None:
        asked = [database.write(*append(f"t{number}", 1)) for number in range(20)]
        asked.insert(10, database.write(*append("wrong", 1, **wrong)))
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert isinstance(answers.pop(10), StoreFailed)
        assert answers == [True] * 20
        assert await events_of(database, "wrong") == []
        assert len(await database.read("SELECT seq FROM events")) == 20

    runner.run(scenario())


@pytest.mark.parametrize(
    "text", ["a\0b", "\\u0000", '"\\', "\x01\x7f\r\n", "\u2028 🂡", "null", "1"]
)
def test_a_text_is_kept_to_its_last_sign(
    database: Database, runner: asyncio.Runner, text: str
) -> None:
    """PostgreSQL knows no NUL, and gets another sign for it; no text ends there."""

    async def scenario() -> None:
        asked = [database.write(*append(table, 1, body=text)) for table in "ab"]
        assert await asyncio.gather(*asked) == [True, True]
        kept = {body for (body,) in await database.read("SELECT body FROM events")}
        assert kept == {text.replace("\0", "\ufffd") if database.shared else text}

    runner.run(scenario())


def test_a_wrong_question_says_so_and_harms_nothing(
    database: Database, runner: asyncio.Runner
) -> None:
    async def scenario() -> None:
        for _ in range(30):
            with pytest.raises(StoreFailed):
                await database.read("SELECT nothing FROM nowhere")
        assert await database.write(*append("a", 1))
        assert await events_of(database, "a") == [1]

    runner.run(scenario())


def test_of_sixteen_writes_for_one_place_one_counts(
    opened: Opened, database_url: str, runner: asyncio.Runner
) -> None:
    """Through two doors to one database, as two processes would."""
    doors = [opened(database_url), opened(database_url)]

    async def race(seq: int) -> list[int]:
        answers = await asyncio.gather(
            *(
                doors[number % 2].write(
                    *append("a", seq, f"{seq}-{number}", body=str(number)), about="a"
                )
                for number in range(16)
            )
        )
        return [number for number in range(16) if answers[number]]

    async def scenario() -> None:
        winners = []
        for seq in range(60):
            (winner,) = await race(seq)
            winners.append((seq, f"{seq}-{winner}", str(winner)))
        rows = await doors[0].read("SELECT seq, command, body FROM events ORDER BY seq")
        assert [tuple(row) for row in rows] == winners

    runner.run(scenario())


def test_writes_that_cross_each_other_all_arrive(
    opened: Opened, database_url: str, runner: asyncio.Runner
) -> None:
    """The same rows in opposite orders from two doors: no ring of waiting."""
    doors = [opened(database_url), opened(database_url)]
    names = [f"t{number}" for number in range(12)]

    async def scenario() -> None:
        for seq in range(15):
            answers = await asyncio.gather(
                *(doors[0].write(*append(name, seq), about=name) for name in names),
                *(doors[1].write(*append(name, seq), about=name) for name in reversed(names)),
            )
            assert sum(answers) == len(names)
        for name in names:
            assert await events_of(doors[0], name) == list(range(15))

    runner.run(scenario())


def test_closing_finishes_what_was_asked_for(
    opened: Opened, database_url: str, runner: asyncio.Runner
) -> None:
    async def scenario() -> None:
        database = open_at(database_url)
        await database.open()
        asked = [
            asyncio.ensure_future(database.write(*append("a", seq), about="a"))
            for seq in range(300)
        ]
        await asyncio.sleep(0)
        await database.close()
        assert await asyncio.gather(*asked) == [True] * 300
        with pytest.raises(StoreFailed, match="closed"):
            await database.write(*append("a", 300))
        with pytest.raises(StoreFailed, match="closed"):
            await database.read("SELECT 1")
        await database.close()

    runner.run(scenario())
    assert runner.run(events_of(opened(database_url), "a")) == list(range(300))


def test_a_write_nobody_waits_for_any_more_harms_no_other(
    database: Database, runner: asyncio.Runner
) -> None:
    async def scenario() -> None:
        for seq in range(20):
            given_up = asyncio.ensure_future(database.write(*append("a", seq)))
            waited_for = asyncio.ensure_future(database.write(*append("b", seq)))
            await asyncio.sleep(0)
            given_up.cancel()
            assert await waited_for
        assert await events_of(database, "b") == list(range(20))

    runner.run(scenario())


OTHER_PROCESS = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
with connection:
    connection.execute("INSERT INTO members VALUES ('someone', 'else')")
connection.close()
"""


def test_sqlite_notices_another_process(
    opened: Opened,
    sqlite_url: str,
    tmp_path: Path,
    runner: asyncio.Runner,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look, looked = Sqlite._look_for_others, Event()

    def look_and_say(database: Sqlite) -> None:
        look(database)
        if written.is_set():
            looked.set()

    monkeypatch.setattr(Sqlite, "_look_for_others", look_and_say)
    written = Event()
    database = opened(sqlite_url)
    told: list[str] = []
    database.told = told.append

    async def scenario() -> None:
        assert await database.write(*append("a", 1), about="a")
        written.set()
        await until(looked.is_set)
        assert told == [], "its own writes are no news"
        run = [sys.executable, "-c", OTHER_PROCESS, str(tmp_path / "house.db")]
        await asyncio.to_thread(subprocess.run, run, check=True)
        await until(lambda: bool(told))
        assert told == [EVERYTHING]

    runner.run(scenario())


def test_a_file_that_vanished_is_not_silently_made_anew(tmp_path: Path) -> None:
    with pytest.raises(sqlite3.OperationalError):
        connect_sqlite(tmp_path / "vanished.db")
    assert list(tmp_path.iterdir()) == []


def test_sqlite_commits_are_synced_in_full(sqlite_url: str, opened: Opened) -> None:
    opened(sqlite_url)
    connection = connect_sqlite(Path(sqlite_url.removeprefix("sqlite:///")))
    try:
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    finally:
        connection.close()


FULL_DISK = """
import asyncio, json, resource, sys
from pathlib import Path
from tablee.server.store.database import StoreFailed
from tablee.server.store.sqlite import Sqlite
from tests.server.appends import append, events_of

path = Path(sys.argv[1])
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)

async def write_until(database, seq, stop):
    kept, failed = [], []
    while not stop(failed):
        seq += 1
        asked = [database.write(*append(table, seq, body="x" * 500)) for table in "ab"]
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert all(answer is True or isinstance(answer, StoreFailed) for answer in answers), answers
        for table, answer in zip("ab", answers):
            (kept if answer is True else failed).append([table, seq])
        if len(kept) > 200:
            break
    return seq, kept, failed

async def main():
    database = Sqlite(path)
    await database.open()
    seq, kept, failed = await write_until(database, 0, lambda failed: False)
    assert not failed
    # From here on no file may become longer: every write beyond its end fails, as on a full disk.
    log = path.with_name(path.name + "-wal").stat().st_size
    failed = []
    for limit, failures in ((log + 30_000, 2), (10_000, 20)):
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        seq, more, fewer = await write_until(database, seq, lambda failed: len(failed) >= failures)
        assert len(fewer) >= failures
        kept += more
        failed += fewer
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    seq, again, failed_again = await write_until(database, seq, lambda failed: bool(failed))
    assert not failed_again, failed_again
    there = [[table, seq] for table in "ab" for seq in await events_of(database, table)]
    await database.close()
    print(json.dumps({"kept": kept + again, "failed": failed, "there": there}))

asyncio.run(main())
"""


def test_a_full_disk_stops_the_answers_and_is_survived(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(tmp_path / "house.db")],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
    )
    assert run.returncode == 0, run.stderr
    said = json.loads(run.stdout)
    kept, failed, there = (
        {(table, seq) for table, seq in said[name]} for name in ("kept", "failed", "there")
    )
    assert len(failed) >= 22
    assert kept == there - failed
    connection = sqlite3.connect(tmp_path / "house.db")
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = connection.execute("SELECT table_id, seq FROM events").fetchall()
        assert kept <= set(rows)
    finally:
        connection.close()


def test_postgres_tells_the_others_what_changed(
    opened: Opened, postgres_url: str, runner: asyncio.Runner
) -> None:
    here, there = opened(postgres_url), opened(postgres_url)
    told_here: list[str] = []
    told_there: list[str] = []
    here.told, there.told = told_here.append, told_there.append

    async def scenario() -> None:
        assert await here.write(*append("a", 1), about="a")
        assert not await here.write(*append("a", 1), about="refused")
        assert await here.write(*append("b", 1))
        assert await here.write(*append("c", 1), about="c's \\ 'table'")
        await until(lambda: len(told_there) == 2)
        assert await there.write(*append("a", 2), about="back")
        await until(lambda: bool(told_here))
        assert told_there == ["a", "c's \\ 'table'"]
        assert told_here == ["back"]

    runner.run(scenario())


def test_postgres_survives_the_loss_of_all_connections(
    opened: Opened, postgres_url: str, runner: asyncio.Runner
) -> None:
    database = opened(postgres_url)
    told: list[str] = []
    database.told = told.append
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )

    async def scenario() -> None:
        for seq in range(5):
            assert await database.write(*append("a", seq))
            await asyncio.to_thread(sql, postgres_url, cut)
        assert await database.write(*append("a", 5))
        assert await events_of(database, "a") == list(range(6))
        await until(lambda: EVERYTHING in told)
        other = open_at(postgres_url)
        await other.open()
        assert await other.write(*append("a", 6), about="heard again")
        await other.close()
        await until(lambda: "heard again" in told)

    runner.run(scenario())


def test_postgres_notices_that_nobody_answers_any_more(
    opened: Opened, postgres_url: str, runner: asyncio.Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line that is dead without saying so; then one new connection, not one after the other."""
    monkeypatch.setattr(postgres, "PULSE", 0.3)
    monkeypatch.setattr(postgres, "CONNECTING", 3.0)
    here = opened(postgres_url)
    told: list[str] = []
    here.told = told.append
    listening = (
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() "
        "AND pid <> pg_backend_pid()"
    )

    async def scenario() -> None:
        there = open_at(postgres_url)
        ((pid,),) = await here.read(listening)
        os.kill(pid, signal.SIGSTOP)
        try:
            await until(lambda: EVERYTHING in told)
            await there.open()
            assert await there.write(*append("a", 1), about="heard again")
            await until(lambda: "heard again" in told)
            await pause(1.0)
            # One that mistook the end of the last connection for its own would be at its tenth.
            assert told.count(EVERYTHING) < 3
        finally:
            os.kill(pid, signal.SIGCONT)
            await there.close()

    runner.run(scenario())


def test_postgres_cut_off_under_load_loses_and_doubles_nothing(
    opened: Opened, postgres_url: str, runner: asyncio.Runner
) -> None:
    database = opened(postgres_url)
    cut = (
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )

    async def play(table: str) -> set[int]:
        kept = set()
        for seq in range(60):
            try:
                if await database.write(*append(table, seq), about=table):
                    kept.add(seq)
            except StoreFailed:
                pass
        return kept

    async def scenario() -> None:
        tables = [f"t{number}" for number in range(8)]
        playing = [asyncio.ensure_future(play(table)) for table in tables]
        while not all(task.done() for task in playing):
            await asyncio.to_thread(sql, postgres_url, cut)
            await pause(0.02)
        for table, task in zip(tables, playing):
            there = await events_of(database, table)
            assert task.result() <= set(there)
            assert len(there) == len(set(there))
            if there:
                assert await standing_of(database, table) == there[-1]

    runner.run(scenario())


def test_postgres_down_fails_and_back_again_works(runner: asyncio.Runner) -> None:
    with folder() as home:
        make_cluster(home)
        server = start_cluster(home, {"listen_addresses": ""})
        try:
            wait_for(home, server)
            database = open_at(url_of(home, "postgres"))
            runner.run(database.open())
            told: list[str] = []
            database.told = told.append
            assert runner.run(database.write(*append("a", 1), about="a"))
            stop_cluster(server)
            with pytest.raises(StoreFailed):
                runner.run(database.write(*append("a", 2), about="a"))
            with pytest.raises(StoreFailed):
                runner.run(events_of(database, "a"))
            server = start_cluster(home, {"listen_addresses": ""})
            wait_for(home, server)
            assert runner.run(database.write(*append("a", 2), about="a"))
            assert runner.run(events_of(database, "a")) == [1, 2]
            runner.run(until(lambda: told == [EVERYTHING]))
            runner.run(database.close())
        finally:
            stop_cluster(server)


def test_a_process_that_sleeps_in_the_middle_of_a_write_holds_nobody_up(
    opened: Opened, postgres_url: str, runner: asyncio.Runner
) -> None:
    database = opened(postgres_url)

    async def scenario() -> None:
        sleeper = await connect(postgres_url)
        try:
            await sleeper.execute("BEGIN")
            event, _ = append("a", 1, "asleep")
            text, names = numbered(ADD_EVENT)
            await sleeper.execute(text, *(event.values[name] for name in names))
            async with asyncio.timeout(PATIENCE):
                assert await database.write(*append("a", 1, "awake"))
        finally:
            sleeper.terminate()
        rows = await database.read("SELECT command FROM events")
        assert [tuple(row) for row in rows] == [("awake",)]

    runner.run(scenario())


def test_postgres_commits_are_synced_whatever_the_server_says(
    opened: Opened, postgres_url: str, runner: asyncio.Runner
) -> None:
    name = postgres_url.partition("@/")[2].partition("?")[0]
    sql(postgres_url, f"ALTER DATABASE {name} SET synchronous_commit = off")
    rows = runner.run(opened(postgres_url).read("SHOW synchronous_commit"))
    assert [tuple(row) for row in rows] == [("on",)]


@pytest.mark.parametrize(
    ("named", "text", "names"),
    [
        ("SELECT :a, :b, :a", "SELECT $1, $2, $1", ("a", "b")),
        ("SELECT :a::text, ':b', \":c\"", "SELECT $1::text, ':b', \":c\"", ("a",)),
        ("SELECT 'it''s :x', :y", "SELECT 'it''s :x', $1", ("y",)),
        ("SELECT :a_1, :A", "SELECT $1, $2", ("a_1", "A")),
        ("SELECT x[1:2], '12:30'", "SELECT x[1:2], '12:30'", ()),
    ],
)
def test_names_become_numbers(named: str, text: str, names: tuple[str, ...]) -> None:
    assert numbered(named) == (text, names)


def refusal(runner: asyncio.Runner, url: str, kind: type[Exception] = WrongDatabase) -> str:
    async def scenario() -> None:
        await open_at(url).open()

    with pytest.raises(kind) as caught:
        runner.run(scenario())
    return str(caught.value)


def test_folders_are_made_and_the_file_is_its_owners(
    opened: Opened, tmp_path: Path, runner: asyncio.Runner
) -> None:
    database = opened(f"sqlite:///{tmp_path}/new/folder/with space? & %20/house.db")
    assert runner.run(database.write(*append("a", 1)))
    file = tmp_path / "new" / "folder" / "with space? & %20" / "house.db"
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_file_that_cannot_be_a_house_is_refused(tmp_path: Path, runner: asyncio.Runner) -> None:
    (tmp_path / "file").write_text("x" * 5000)
    (tmp_path / "folder").mkdir()
    said = refusal(runner, f"sqlite:///{tmp_path}/file/house.db")
    assert "cannot be made" in said
    assert "give another address" in said
    assert "is not a SQLite database" in refusal(runner, f"sqlite:///{tmp_path}/file")
    assert "cannot be opened" in refusal(runner, f"sqlite:///{tmp_path}/folder")
    assert (tmp_path / "file").read_text() == "x" * 5000


def test_a_database_of_another_program_is_left_alone(
    tmp_path: Path, runner: asyncio.Runner
) -> None:
    connection = sqlite3.connect(tmp_path / "other.db")
    connection.execute("CREATE TABLE recipes (name)")
    connection.close()
    before = (tmp_path / "other.db").read_bytes()
    assert "another program" in refusal(runner, f"sqlite:///{tmp_path}/other.db")
    assert (tmp_path / "other.db").read_bytes() == before


NEWER = "UPDATE alembic_version SET version_num = '{}'"


def test_a_newer_schema_is_refused(
    opened: Opened, database_url: str, runner: asyncio.Runner
) -> None:
    async def mark(database: Database, version: str) -> None:
        assert await database.write(Statement(NEWER.format(version), {}))

    database = opened(database_url)
    runner.run(mark(database, "9999"))
    said = refusal(runner, database_url)
    assert "made by a newer Tablée" in said
    assert "Update this Tablée" in said
    runner.run(mark(database, "ae1027a6acf4"))
    assert "another program" in refusal(runner, database_url)


@pytest.mark.parametrize(
    "address",
    [
        "",
        "tablee.db",
        "sqlite://tablee.db",
        "sqlite:///",
        "sqlite:///:memory:",
        "mysql://me:s3cret@host/tablee",
        "postgresql:/me:s3cret@host/tablee",
    ],
)
def test_other_addresses_are_refused_without_repeating_them(address: str) -> None:
    with pytest.raises(WrongDatabase) as caught:
        open_at(address)
    assert "sqlite:///tablee.db" in str(caught.value)
    assert "postgresql://user:password@host/database" in str(caught.value)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("address", "kind", "says"),
    [
        ("postgresql://me:s3/cret@localhost/tablee", WrongDatabase, "cannot be read"),
        ("postgresql://me:s3#cret@localhost/tablee", WrongDatabase, "cannot be read"),
        ("postgresql://me:s3cret@127.0.0.1:1/tablee", StoreFailed, "does not answer"),
        ("postgresql://me:s3cret@/tablee?host=/nowhere", StoreFailed, "does not answer"),
    ],
)
def test_messages_hold_no_password(
    runner: asyncio.Runner, address: str, kind: type[Exception], says: str
) -> None:
    said = refusal(runner, address, kind)
    assert says in said
    assert "s3" not in said
    assert "cret" not in said


def test_a_missing_postgres_database_or_user_is_said(
    postgres_home: Path, runner: asyncio.Runner
) -> None:
    assert "does not exist" in refusal(runner, url_of(postgres_home, "nowhere"))
    somebody = url_of(postgres_home, "postgres").replace("//tablee@", "//somebody:s3cret@")
    said = refusal(runner, somebody)
    assert "somebody" in said
    assert "s3cret" not in said


def test_several_nodes_may_start_at_once_on_an_empty_database(
    empty_postgres_url: str, sqlite_url: str, runner: asyncio.Runner
) -> None:
    async def start(url: str) -> list[bool]:
        nodes = [open_at(url) for _ in range(4)]
        await asyncio.gather(*(node.open() for node in nodes))
        asked: list[Any] = [node.write(*append("a", 1)) for node in nodes]
        answers = await asyncio.gather(*asked)
        for node in nodes:
            await node.close()
        return list(answers)

    assert sum(runner.run(start(empty_postgres_url))) == 1
    assert sum(runner.run(start(sqlite_url))) == 1
