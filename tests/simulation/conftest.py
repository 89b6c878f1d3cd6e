"""The PostgreSQL of the tests of the server, to compare with."""

from tests.server.conftest import postgres_home, postgres_url

__all__ = ["postgres_home", "postgres_url"]
