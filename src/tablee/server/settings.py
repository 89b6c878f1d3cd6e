"""How a house is run: flags win over environment variables, and these over one TOML file."""

import msgspec

from tablee.kernel.texts import LANGUAGES


class Limits(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What one person, one address or one message may take up."""

    tables_per_person: int = 30  # not over
    bots_per_person: int = 60  # at tables that are not over
    new_people_per_hour: int = 60  # of one address
    requests_per_minute: int = 600  # of one address
    connections_per_address: int = 50
    commands_per_second: int = 10  # of one connection, on average; bursts of three seconds' worth
    bot_queue: int = 1_000  # choices waiting for a bot


class Mail(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The mail server that carries notices; without a host there are none."""

    host: str = ""
    port: int = 587
    user: str = ""
    password: str = ""
    sender: str = ""
    starttls: bool = True


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Everything a host can set."""

    address: str = "127.0.0.1"
    port: int = 8420
    database: str = ""  # URL; usual: a SQLite file in the user's data folder
    base_url: str = ""  # as players see it; usual: http://address:port
    languages: tuple[str, ...] = LANGUAGES
    bots: bool = True
    bot_pause: float = 0.8  # seconds a bot takes, so that people can follow
    bot_workers: int = 1  # processes
    proxies: str = ""  # addresses of proxies whose X-Forwarded-For is believed, comma-separated
    webhook: str = ""  # URL that is told when it is somebody's turn at a slow table
    mail: Mail = Mail()
    limits: Limits = Limits()
