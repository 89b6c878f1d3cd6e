"""Databases for the tests of the server: a SQLite file, a PostgreSQL cluster made for the run."""

import asyncio
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tablee.server.store.addresses import open_at
from tablee.server.store.database import Database
from tests.repeats import LONG
from tests.server.postgresql import cluster, fresh_database

STORES = ("sqlite", "postgres")
# Tests of what stands above the store and speaks no SQL run on SQLite alone, all others on both
# databases; in `make test-long` these, too.
ABOVE_SQL = (
    *("test_api_docs", "test_bots_at_tables", "test_canaries", "test_choices", "test_coaching"),
    *("test_doors", "test_fair_deals", "test_faults", "test_leaving", "test_log"),
    *("test_openapi", "test_pages", "test_playing", "test_rematch", "test_short_way"),
    *("test_undo_at_table",),
)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """On which databases a test runs."""
    module = metafunc.module.__name__.rpartition(".")[2]
    stores = STORES[:1] if module in ABOVE_SQL and not LONG else STORES
    for name in ("database_url", "shared_url", "two_urls"):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, stores, indirect=True)


@pytest.fixture(scope="session")
def postgres_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of the cluster, one for all processes of this run."""
    base = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    with cluster(base / "postgresql") as home:
        yield home


@pytest.fixture
def postgres_url(postgres_home: Path) -> Iterator[str]:
    """A PostgreSQL database of its own, at the newest schema and without rows."""
    with fresh_database(postgres_home) as url:
        yield url


@pytest.fixture
def empty_postgres_url(postgres_home: Path) -> Iterator[str]:
    """A PostgreSQL database of its own, without any schema."""
    with fresh_database(postgres_home, "template0") as url:
        yield url


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    """The address of a SQLite file that is not there yet."""
    return f"sqlite:///{tmp_path}/house.db"


@pytest.fixture
def database_url(request: pytest.FixtureRequest) -> str:
    """The address of an empty house, on each of the two databases."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture(scope="module")
def shared_url(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The same, of one house for all tests of a module."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db"
    else:
        with fresh_database(request.getfixturevalue("postgres_home")) as url:
            yield url


@pytest.fixture
def two_urls(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[list[str]]:
    """The addresses of two empty houses, on each of the two databases."""
    if request.param == "sqlite":
        yield [f"sqlite:///{tmp_path}/{name}.db" for name in "ab"]
    else:
        home = request.getfixturevalue("postgres_home")
        with fresh_database(home) as one, fresh_database(home) as other:
            yield [one, other]


@pytest.fixture
def runner() -> Iterator[asyncio.Runner]:
    """One event loop for a test and for what it has opened."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.fixture
def opened(runner: asyncio.Runner) -> Iterator[Callable[[str], Database]]:
    """Opens databases by their address, and closes them after the test."""
    databases: list[Database] = []

    def open_one(url: str) -> Database:
        database = open_at(url)
        runner.run(database.open())
        databases.append(database)
        return database

    yield open_one
    for database in databases:
        runner.run(database.close())


@pytest.fixture
def database(opened: Callable[[str], Database], database_url: str) -> Database:
    """An open and empty database, of each of the two kinds."""
    return opened(database_url)
