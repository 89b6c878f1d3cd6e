"""Every schema there ever was becomes the newest, with its rows; the newest is schema.py.

After a change of the schema and a migration for it, `python -m tests.server.test_migration` writes
migrations/newest.sql anew.
"""

import asyncio
import re
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, create_engine
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from tablee.server.store.addresses import sqlite_path
from tablee.server.store.database import WrongDatabase
from tablee.server.store.migration import (
    ADVISORY_LOCK,
    HEAD,
    NEWEST,
    configuration,
    make_file,
    migrate_postgres,
    migrate_sqlite,
    sqlite_version,
    upgrade_sqlite,
)
from tablee.server.store.schema import metadata
from tests.server.postgresql import sql
from tests.waiting import asked_until

HOUSES = Path(__file__).parent / "old_houses"  # one house for each schema there ever was, with rows
FIRST = "0001"


def newest(path: Path) -> str:
    """What newest.sql must hold, read off a file that went through all migrations."""
    connection = sqlite3.connect(path)
    try:
        made = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid"
        statements = [text.strip() for (text,) in connection.execute(made)]
    finally:
        connection.close()
    statements.append(f"INSERT INTO alembic_version VALUES ('{HEAD}')")
    text = ";\n".join(statements).replace("\t", "    ")
    return re.sub(r"\s+\n", "\n", text) + ";\n"


def through_all_migrations(path: Path) -> None:
    make_file(path)
    upgrade_sqlite(path, HEAD)


def differences(connection: Connection) -> list[Any]:
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def sqlite_differences(path: Path) -> list[Any]:
    engine = create_engine(f"sqlite:///{path}", poolclass=NullPool)
    with engine.connect() as connection:
        return differences(connection)


def postgres_differences(url: str) -> list[Any]:
    async def compare() -> list[Any]:
        engine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: asyncpg.connect(url),
            poolclass=NullPool,
        )
        try:
            async with engine.connect() as connection:
                return await connection.run_sync(differences)
        finally:
            await engine.dispose()

    return asyncio.run(compare())


def test_the_newest_schema_is_known_by_its_number() -> None:
    scripts = ScriptDirectory.from_config(configuration())
    assert scripts.get_heads() == [HEAD]
    numbers = [script.revision for script in scripts.walk_revisions()]
    assert numbers == sorted(numbers, reverse=True)
    assert all(re.fullmatch("[0-9]{4}", number) for number in numbers)


def test_an_empty_sqlite_file_becomes_the_schema(tmp_path: Path) -> None:
    for path, make in (
        (tmp_path / "at once.db", migrate_sqlite),
        (tmp_path / "by migrations.db", through_all_migrations),
    ):
        make(path)
        assert sqlite_version(path) == HEAD
        assert sqlite_differences(path) == []


def test_newest_sql_is_what_the_migrations_lead_to(tmp_path: Path) -> None:
    through_all_migrations(tmp_path / "house.db")
    assert NEWEST.read_text("utf-8") == newest(tmp_path / "house.db"), (
        "after a change of the schema: python -m tests.server.test_migration"
    )


def test_an_empty_postgres_database_becomes_the_schema(empty_postgres_url: str) -> None:
    migrate_postgres(empty_postgres_url)
    assert postgres_differences(empty_postgres_url) == []


def test_the_comparison_finds_a_difference(tmp_path: Path, postgres_url: str) -> None:
    """Or the tests above would prove nothing."""
    migrate_sqlite(tmp_path / "house.db")
    change = ["ALTER TABLE tables ADD COLUMN colour TEXT", "DROP INDEX tables_by_due"]
    connection = sqlite3.connect(tmp_path / "house.db")
    for statement in change:
        connection.execute(statement)
    connection.close()
    sql(postgres_url, *change)
    for found in (
        sqlite_differences(tmp_path / "house.db"),
        postgres_differences(postgres_url),
    ):
        assert sorted(difference[0] for difference in found) == ["add_index", "remove_column"]


def rows_of_sqlite(path: Path) -> dict[str, list[dict[str, Any]]]:
    connection = sqlite3.connect(path)
    connection.row_factory = sqlite3.Row
    try:
        return {
            name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")]
            for name in metadata.tables
        }
    finally:
        connection.close()


def rows_of_postgres(url: str) -> dict[str, list[dict[str, Any]]]:
    async def fetch() -> dict[str, list[dict[str, Any]]]:
        connection = await asyncpg.connect(url)
        try:
            return {
                name: [dict(row) for row in await connection.fetch(f"SELECT * FROM {name}")]
                for name in metadata.tables
            }
        finally:
            await connection.close()

    return asyncio.run(fetch())


def statements_of(house: str) -> list[str]:
    text = (HOUSES / f"house_{house}.sql").read_text("utf-8")
    return [statement for statement in text.split(";\n") if statement.strip()]


def old_sqlite(path: Path, house: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        for statement in statements_of(house):
            connection.execute(statement)
    connection.close()


def old_postgres(url: str, house: str) -> None:
    migrate_postgres(url, house)
    rows = [text for text in statements_of(house) if text.startswith("INSERT")]
    sql(url, *(row for row in rows if "alembic_version" not in row))


def carried_over(rows: dict[str, list[dict[str, Any]]]) -> None:
    """What stood in the house of the first schema, where the newest schema has it.

    A migration that moves or removes something changes the lines about it here.
    """
    events = sorted(rows["events"], key=lambda row: (row["table_id"], row["seq"]))
    assert [(row["table_id"], row["seq"], row["command"]) for row in events] == [
        ("tA", 1, "create"),
        ("tA", 2, "c-1"),
        ("tB", 1, "create"),
    ]
    assert events[0]["body"] == '{"act":"create","name":"Chez Zoé, l\'étage"}'
    assert [(row["at"], row["tick"]) for row in events][1] == (1700000001000, 1000)
    tables = {row["id"]: row for row in rows["tables"]}
    assert tables["tA"]["code"] == "BOOT"
    assert (tables["tA"]["seq"], tables["tA"]["status"]) == (2, "playing")
    assert (tables["tA"]["public"], tables["tB"]["public"]) == (True, False)
    assert (tables["tA"]["due"], tables["tB"]["due"]) == (86400000, None)
    assert {(row["person_id"], row["table_id"]) for row in rows["members"]} == {
        ("p1", "tA"),
        ("p2", "tA"),
    }
    assert rows["records"][0]["body"] == '{"format":1,"game":"lifeboats"}'
    people = {row["id"]: (row["name"], row["language"], row["bot"]) for row in rows["people"]}
    assert people == {"p1": ("Zoé", "fr", False), "p2": ("Automat 🂡", "de", True)}
    keys = {row["hash"]: (row["person_id"], row["kind"], row["expires_at"]) for row in rows["keys"]}
    assert keys == {"aa11": ("p1", "device", None), "bb22": ("p1", "link", 1790000000000)}
    assert rows["notices"][0]["mail"] == "zoe@example.org"
    (house,) = rows["house"]
    assert house["alive_at"] - house["downtime"] == 1700000002000 - 3600000  # its clock


def test_there_is_a_house_of_every_schema_that_was() -> None:
    scripts = ScriptDirectory.from_config(configuration())
    numbers = {script.revision for script in scripts.walk_revisions()}
    assert {path.stem.removeprefix("house_") for path in HOUSES.glob("*.sql")} == numbers


def test_the_first_sqlite_house_is_carried_over(tmp_path: Path) -> None:
    path = tmp_path / "house.db"
    old_sqlite(path, FIRST)
    migrate_sqlite(path)
    assert sqlite_version(path) == HEAD
    assert sqlite_differences(path) == []
    carried_over(rows_of_sqlite(path))


def test_the_first_postgres_house_is_carried_over(empty_postgres_url: str) -> None:
    old_postgres(empty_postgres_url, FIRST)
    migrate_postgres(empty_postgres_url)
    assert postgres_differences(empty_postgres_url) == []
    carried_over(rows_of_postgres(empty_postgres_url))


def test_of_several_postgres_nodes_one_migrates_while_the_others_wait(
    empty_postgres_url: str,
) -> None:
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"

    async def scenario() -> None:
        other_node = await asyncpg.connect(empty_postgres_url)
        try:
            await other_node.execute("SELECT pg_advisory_lock($1)", ADVISORY_LOCK)
            migrating = asyncio.create_task(asyncio.to_thread(migrate_postgres, empty_postgres_url))

            async def waits() -> bool:
                assert not migrating.done(), "it did not wait"
                return bool(await other_node.fetchval(waiting))

            await asked_until(waits)
            await other_node.execute("SELECT pg_advisory_unlock($1)", ADVISORY_LOCK)
            await migrating
        finally:
            await other_node.close()

    asyncio.run(scenario())
    assert postgres_differences(empty_postgres_url) == []


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_nothing_heavy_is_imported_when_nothing_is_to_be_done(
    request: pytest.FixtureRequest, kind: str
) -> None:
    url = request.getfixturevalue(f"{kind}_url")
    if kind == "sqlite":
        migrate_sqlite(sqlite_path(url))
    code = (
        "import asyncio, sys; from tablee.server.store.addresses import open_at;"
        "database = open_at(sys.argv[1]); runner = asyncio.Runner(); runner.run(database.open());"
        "runner.run(database.close()); runner.close();"
        "print([name for name in ('alembic', 'sqlalchemy') if name in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, url], capture_output=True, text=True, check=False
    )
    assert run.stdout == "[]\n", run.stderr


def test_a_migration_that_fails_leaves_the_house_as_it_was(tmp_path: Path) -> None:
    """A table in the way of the first migration: no half of it is kept."""
    path = tmp_path / "house.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    connection.execute("CREATE TABLE lookers (other)")
    connection.close()
    with pytest.raises(WrongDatabase, match="could not be brought up to date"):
        upgrade_sqlite(path, HEAD)
    connection = sqlite3.connect(path)
    try:
        rows = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        assert {name for (name,) in rows} == {"alembic_version", "lookers"}
    finally:
        connection.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        through_all_migrations(Path(folder) / "house.db")
        NEWEST.write_text(newest(Path(folder) / "house.db"), "utf-8")
