"""Addresses of databases: `sqlite:///path` and `postgresql://...`."""

from pathlib import Path

from tablee.server.machine import THIS_MACHINE, Machine
from tablee.server.store.database import Database, WrongDatabase

SQLITE = "sqlite:///"
POSTGRES = ("postgresql://", "postgres://")


def open_at(url: str, machine: Machine = THIS_MACHINE) -> Database:
    """The database of an address, still to be opened."""
    # Each kind is imported when it is asked for: the other's driver costs time at every start.
    if is_postgres(url):
        from tablee.server.store.postgres import Postgres

        return Postgres(url, machine)

    from tablee.server.store.sqlite import Sqlite

    return Sqlite(sqlite_path(url), machine)


def is_postgres(url: str) -> bool:
    return url.startswith(POSTGRES)


def sqlite_path(url: str) -> Path:
    """The file of an address; three slashes before a relative path, four before an absolute one."""
    path = url.removeprefix(SQLITE)
    if path == url or path in ("", ":memory:"):
        # An address may hold a password: no part of it is repeated.
        raise WrongDatabase(
            "That is not the address of a database. Expected sqlite:///tablee.db (a file in this "
            "folder), sqlite:////var/lib/tablee.db (an absolute path) or "
            "postgresql://user:password@host/database."
        )
    return Path(path)
