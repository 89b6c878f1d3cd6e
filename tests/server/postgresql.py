"""A PostgreSQL of our own for the tests: made for one run, on a socket, gone when nobody uses it.

`python -m tests.server.postgresql FOLDER` is the keeper: it makes the cluster, waits until no test
process holds the lock of its users any more (also one that was killed), and removes everything.
"""

import asyncio
import contextlib
import fcntl
import os
import pwd
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import asyncpg

from tablee.server.store.migration import migrate_postgres
from tests.waiting import until_so

ROOT = Path(__file__).parents[2]
USER = "tablee"  # the superuser of the cluster
TEMPLATE = "migrated"  # a database at the newest schema, to copy

# Houses are killed in tests, but never the machine below PostgreSQL: nothing has to reach a disk.
SETTINGS = {
    "fsync": "off",
    "full_page_writes": "off",
    "listen_addresses": "",
    "max_connections": "300",
    "shared_buffers": "64MB",
}


class NoPostgres(Exception):
    """There is no PostgreSQL to test with."""


def programs() -> Path:
    """The folder of initdb and postgres; installed first if missing and allowed."""
    found = find_programs()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        install()
        found = find_programs()
    if found is None:
        raise NoPostgres(
            "The tests need PostgreSQL's programs (initdb, postgres): looked on the PATH, in "
            "/usr/lib/postgresql/*/bin and where pg_config says. Install the server "
            "(Debian, Ubuntu: apt install postgresql; macOS: brew install postgresql)."
        )
    return found


def find_programs() -> Path | None:
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if on_path := shutil.which("initdb"):
        places.insert(0, Path(on_path).resolve().parent)
    if pg_config := shutil.which("pg_config"):
        says = subprocess.run([pg_config, "--bindir"], capture_output=True, text=True, check=True)
        places.append(Path(says.stdout.strip()))
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    return None


def install() -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update", "-qq"], ["install", "-qq", "--no-install-recommends", "postgresql"]):
        subprocess.run(["apt-get", "-y", *command], env=environment, check=True)


def unprivileged() -> dict[str, Any]:
    """How to start a program that refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    account = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": account.pw_uid, "group": account.pw_gid, "extra_groups": []}


def make_cluster(home: Path) -> None:
    """Fill a folder with a new cluster that anyone who can enter the folder may use."""
    subprocess.run(
        [
            *(programs() / "initdb", "--pgdata", home / "data", "--username", USER),
            *("--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"),
        ],
        cwd=home,
        stdout=subprocess.DEVNULL,
        check=True,
        **unprivileged(),
    )


def start_cluster(home: Path, settings: dict[str, str]) -> "subprocess.Popen[bytes]":
    options = {**settings, "unix_socket_directories": str(home)}
    with (home / "log").open("wb") as log:
        return subprocess.Popen(
            [
                *(programs() / "postgres", "-D", home / "data"),
                *(part for name, value in options.items() for part in ("-c", f"{name}={value}")),
            ],
            cwd=home,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **unprivileged(),
        )


def stop_cluster(server: "subprocess.Popen[bytes]") -> None:
    """Fast: sessions are ended, what is committed is kept."""
    server.send_signal(2)
    server.wait()


@contextlib.contextmanager
def folder(place: Path | None = None) -> Iterator[Path]:
    """A new folder of the cluster's user, with a name short enough for a socket in it."""
    with tempfile.TemporaryDirectory("", "tablee-pg-", place, ignore_cleanup_errors=True) as name:
        if who := unprivileged():
            os.chown(name, who["user"], who["group"])
        yield Path(name)


def url_of(home: Path, database: str) -> str:
    return f"postgresql://{USER}@/{database}?host={home}"


def wait_for(home: Path, server: "subprocess.Popen[bytes]") -> None:
    def answers() -> bool:
        if server.poll() is not None:
            raise NoPostgres(f"PostgreSQL did not start:\n{(home / 'log').read_text()}")
        try:
            sql(url_of(home, "postgres"), "SELECT 1")
        except (OSError, asyncpg.PostgresError):
            return False
        return True

    until_so(answers)


def sql(url: str, *statements: str) -> None:
    async def run() -> None:
        connection = await asyncpg.connect(url)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()

    asyncio.run(run())


@contextlib.contextmanager
def locked(path: Path, how: int) -> Iterator[IO[bytes]]:
    with path.open("ab") as file:
        fcntl.flock(file, how)
        yield file


def keep(shared: Path) -> None:
    """Make a cluster, say where it is, and remove it when its last user is gone."""
    with running(SETTINGS) as (home, _):
        sql(url_of(home, "postgres"), f"CREATE DATABASE {TEMPLATE}")
        migrate_postgres(url_of(home, TEMPLATE))
        ready = shared / "home"
        (shared / "home.new").write_text(str(home))
        (shared / "home.new").rename(ready)
        wait_until_unused(shared)


@contextlib.contextmanager
def running(settings: dict[str, str], place: Path | None = None) -> Iterator[tuple[Path, int]]:
    """A new cluster that answers, in a folder of this place: its home, and the server's process."""
    with folder(place) as home:
        make_cluster(home)
        server = start_cluster(home, settings)
        try:
            wait_for(home, server)
            yield home, server.pid
        finally:
            stop_cluster(server)


def wait_until_unused(shared: Path) -> None:
    while True:
        with locked(shared / "users", fcntl.LOCK_EX):
            pass
        # Whoever joins holds this lock until they are among the users.
        with (
            locked(shared / "joining", fcntl.LOCK_EX),
            contextlib.suppress(BlockingIOError),
            locked(shared / "users", fcntl.LOCK_EX | fcntl.LOCK_NB),
        ):
            (shared / "home").unlink()
            return


@contextlib.contextmanager
def cluster(shared: Path) -> Iterator[Path]:
    """The home of the cluster all processes with this folder share."""
    shared.mkdir(exist_ok=True)
    programs()  # complains here, where it is read
    with contextlib.ExitStack() as stack:
        with locked(shared / "joining", fcntl.LOCK_EX):
            if not (shared / "home").exists():
                start_keeper(shared)
            home = Path((shared / "home").read_text())
            stack.enter_context(locked(shared / "users", fcntl.LOCK_SH))
        yield home


def start_keeper(shared: Path) -> None:
    with (shared / "keeper.log").open("wb") as log:
        keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.server.postgresql", str(shared)],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )

    def is_there() -> bool:
        if keeper.poll() is not None:
            raise NoPostgres(f"PostgreSQL did not start:\n{(shared / 'keeper.log').read_text()}")
        return (shared / "home").exists()

    until_so(is_there)
    # It outlives this process where others still need it, so nobody waits for it.
    keeper.returncode = 0


@contextlib.contextmanager
def fresh_database(home: Path, template: str = TEMPLATE) -> Iterator[str]:
    """The address of a database nobody else uses."""
    name = f"test_{secrets.token_hex(6)}"
    server = url_of(home, "postgres")
    sql(server, f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield url_of(home, name)
    finally:
        sql(server, f"DROP DATABASE {name} WITH (FORCE)")


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
