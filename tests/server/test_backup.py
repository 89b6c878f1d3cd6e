"""A backup is the whole house at one moment; a restored house is that house, or the old one."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tablee.server.store.addresses import is_postgres, open_at, sqlite_path
from tablee.server.store.backup import WrongBackup, backup, restore
from tablee.server.store.database import EVERYTHING, Database, Statement, StoreFailed, WrongDatabase
from tablee.server.store.migration import migrate_sqlite
from tablee.server.store.schema import metadata
from tests.server.appends import append, events_of
from tests.server.test_migration import (
    FIRST,
    carried_over,
    old_postgres,
    old_sqlite,
    rows_of_postgres,
    rows_of_sqlite,
)
from tests.waiting import until

Opened = Callable[[str], Database]
PAIRS = [("sqlite", "sqlite"), ("sqlite", "postgres"), ("postgres", "sqlite"), ("postgres",) * 2]


def rows_at(url: str) -> dict[str, list[tuple[Any, ...]]]:
    """Everything in a house, in an order of its own; and what its clock shows."""
    found = (
        rows_of_postgres(url) if url.startswith("postgres") else rows_of_sqlite(sqlite_path(url))
    )
    for row in found["house"]:  # a restored one never gave a sign of life
        row["tick"] = row.pop("alive_at") - row.pop("downtime")
    return {
        name: sorted((tuple(row.values()) for row in rows), key=repr)
        for name, rows in found.items()
    }


def fill(url: str) -> None:
    """A house with something in every table."""
    if is_postgres(url):
        old_postgres(url, FIRST)
    else:
        old_sqlite(sqlite_path(url), FIRST)


@pytest.fixture
def urls(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """The address of a full house, and of none."""
    first, second = request.param
    source = request.getfixturevalue("postgres_url") if first == "postgres" else ""
    source = source or f"sqlite:///{tmp_path}/source.db"
    target = request.getfixturevalue("empty_postgres_url") if second == "postgres" else ""
    target = target or f"sqlite:///{tmp_path}/target.db"
    fill(source)
    return source, target


@pytest.mark.parametrize("urls", PAIRS, indirect=True)
def test_a_house_moves_whole(urls: tuple[str, str], tmp_path: Path) -> None:
    source, target = urls
    file = tmp_path / "backup.db"
    backup(source, file)
    assert file.stat().st_mode & 0o777 == 0o600
    restore(file, target)
    rows = rows_at(target)
    assert set(rows) == set(metadata.tables)
    assert all(rows.values()), "a table without a row proves nothing"
    assert rows == rows_at(source)
    assert sorted(path.name for path in tmp_path.glob("*backup*")) == ["backup.db"]


def test_a_backup_under_load_is_one_moment(
    database_url: str, opened: Opened, tmp_path: Path, runner: asyncio.Runner
) -> None:
    """No event without its table standing at it, and nothing acknowledged before is missing."""
    database = opened(database_url)
    kept: dict[str, int] = {}

    async def play(table: str, stop: asyncio.Event) -> None:
        seq = 0
        while not stop.is_set():
            assert await database.write(*append(table, seq, body="x" * 300))
            kept[table] = seq
            seq += 1

    async def scenario() -> list[dict[str, int]]:
        stop = asyncio.Event()
        playing = [asyncio.ensure_future(play(f"t{number}", stop)) for number in range(10)]
        kept_before = []
        for number in range(5):
            await until(lambda: sum(kept.values()) > 50 * (number + 1))  # noqa: B023
            kept_before.append(dict(kept))
            await asyncio.to_thread(backup, database_url, tmp_path / f"{number}.db")
        stop.set()
        await asyncio.gather(*playing)
        return kept_before

    for number, kept_before in enumerate(runner.run(scenario())):
        header = (tmp_path / f"{number}.db").read_bytes()[:20]
        assert header[18:] == b"\1\1", "a file that needs no log beside it"
        with closing(sqlite3.connect(tmp_path / f"{number}.db")) as copy:
            assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
            standing = dict(copy.execute("SELECT id, seq FROM tables").fetchall())
            last = dict(
                copy.execute("SELECT table_id, max(seq) FROM events GROUP BY table_id").fetchall()
            )
            count = copy.execute("SELECT count(*) FROM events").fetchone()[0]
        assert standing == last
        assert count == sum(seq + 1 for seq in last.values())
        assert all(last[table] >= seq for table, seq in kept_before.items())


@pytest.mark.parametrize("urls", PAIRS, indirect=True)
def test_a_house_in_use_is_replaced_only_when_asked_for(
    urls: tuple[str, str], opened: Opened, tmp_path: Path, runner: asyncio.Runner
) -> None:
    source, target = urls
    backup(source, tmp_path / "backup.db")
    database = opened(target)
    told: list[str] = []
    database.told = told.append
    assert runner.run(database.write(*append("old", 1)))
    before = rows_at(target)
    with pytest.raises(WrongBackup, match="There is a house at that address already"):
        restore(tmp_path / "backup.db", target)
    assert rows_at(target) == before
    restore(tmp_path / "backup.db", target, replace=True)
    assert rows_at(target) == rows_at(source)

    async def heard() -> None:
        await until(lambda: EVERYTHING in told)
        assert await database.write(*append("new", 1))
        assert await events_of(database, "new") == [1]

    runner.run(heard())


@pytest.mark.parametrize("urls", [PAIRS[0], PAIRS[1]], indirect=True)
def test_a_house_that_was_only_opened_is_empty(
    urls: tuple[str, str], opened: Opened, tmp_path: Path, runner: asyncio.Runner
) -> None:
    source, target = urls
    backup(source, tmp_path / "backup.db")
    born = Statement("INSERT INTO house (id, alive_at, downtime) VALUES (1, 5, 0)", {})
    assert runner.run(opened(target).write(born))
    restore(tmp_path / "backup.db", target)
    assert rows_at(target) == rows_at(source)


@pytest.mark.parametrize("urls", [PAIRS[0], PAIRS[1]], indirect=True)
def test_a_restore_that_fails_midway_changes_nothing(
    urls: tuple[str, str], tmp_path: Path, runner: asyncio.Runner
) -> None:
    """A backup whose last table holds a row the target does not take."""
    source, target = urls
    backup(source, tmp_path / "backup.db")
    restore(tmp_path / "backup.db", target)
    before = rows_at(target)
    with closing(sqlite3.connect(tmp_path / "backup.db")) as broken, broken:
        broken.execute("DELETE FROM events")
        broken.execute("DROP TABLE house")
        broken.execute("CREATE TABLE house (id, alive_at, downtime)")
        broken.execute("INSERT INTO house VALUES (1, NULL, NULL)")
    with pytest.raises(StoreFailed, match="Nothing was restored"):
        restore(tmp_path / "backup.db", target, replace=True)
    assert rows_at(target) == before


def test_a_backup_of_the_first_schema_is_brought_up(tmp_path: Path, postgres_url: str) -> None:
    old_sqlite(tmp_path / "old.db", FIRST)
    restore(tmp_path / "old.db", f"sqlite:///{tmp_path}/house.db")
    carried_over(rows_of_sqlite(tmp_path / "house.db"))
    restore(tmp_path / "old.db", postgres_url)
    carried_over(rows_of_postgres(postgres_url))


def changed(file: Path, statement: str) -> Path:
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(statement)
    return file


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    target = f"sqlite:///{tmp_path}/house.db"
    (tmp_path / "text").write_text("not a backup at all\n" * 100)
    with pytest.raises(WrongBackup, match="not a backup"):
        restore(tmp_path / "text", target)
    with pytest.raises(WrongBackup, match="There is no file"):
        restore(tmp_path / "nothing", target)
    with pytest.raises(WrongBackup, match="There is no file"):
        restore(tmp_path, target)
    (tmp_path / "empty").touch()
    with pytest.raises(WrongBackup, match="another program"):
        restore(tmp_path / "empty", target)
    other = changed(tmp_path / "other", "CREATE TABLE recipes (name)")
    with pytest.raises(WrongBackup, match="another program"):
        restore(other, target)
    old_sqlite(tmp_path / "newer", FIRST)
    newer = changed(tmp_path / "newer", "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(WrongDatabase, match="made by a newer Tablée"):
        restore(newer, target)
    assert not (tmp_path / "house.db").exists()


def test_a_damaged_backup_is_refused(tmp_path: Path) -> None:
    old_sqlite(tmp_path / "backup.db", FIRST)
    whole = (tmp_path / "backup.db").read_bytes()
    for start in range(4096, len(whole), 4096):
        damaged = whole[:start] + b"\xff" * 4096 + whole[start + 4096 :]
        (tmp_path / "backup.db").write_bytes(damaged)
        with pytest.raises(WrongBackup, match="damaged"):
            restore(tmp_path / "backup.db", f"sqlite:///{tmp_path}/house.db")
    (tmp_path / "backup.db").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(WrongBackup, match="damaged"):
        restore(tmp_path / "backup.db", f"sqlite:///{tmp_path}/house.db")
    assert not (tmp_path / "house.db").exists()


def test_backups_that_cannot_be_made_are_refused_and_leave_nothing(
    tmp_path: Path, empty_postgres_url: str
) -> None:
    house = f"sqlite:///{tmp_path}/house.db"
    with pytest.raises(WrongBackup, match="nothing to back up"):
        backup(house, tmp_path / "copy.db")
    with pytest.raises(WrongBackup, match="nothing to back up"):
        backup(empty_postgres_url, tmp_path / "copy.db")
    migrate_sqlite(tmp_path / "house.db")
    with pytest.raises(WrongBackup, match="there already"):
        backup(house, tmp_path / "house.db")
    with pytest.raises(WrongBackup, match="cannot be written"):
        backup(house, tmp_path / "missing" / "copy.db")
    with pytest.raises(WrongDatabase, match="not the address"):
        backup("house.db", tmp_path / "copy.db")
    assert [path.name for path in tmp_path.iterdir()] == ["house.db"]


def test_a_file_in_use_can_be_restored_from(
    opened: Opened, tmp_path: Path, runner: asyncio.Runner
) -> None:
    """Its log counts, though it stands in another file."""
    database = opened(f"sqlite:///{tmp_path}/house.db")
    assert runner.run(database.write(*append("a", 1)))
    restore(tmp_path / "house.db", f"sqlite:///{tmp_path}/copy.db")
    copy = open_at(f"sqlite:///{tmp_path}/copy.db")
    runner.run(copy.open())
    assert runner.run(events_of(copy, "a")) == [1]
    runner.run(copy.close())
