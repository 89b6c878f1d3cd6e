"""How a house is run: everything a host can set; where it is set from: sources.py."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Language = Literal["fr", "en", "de"]
LogLevel = Literal["", "debug", "info", "warning", "error"]
Port = Annotated[int, Meta(ge=0, le=65_535)]
AtLeastOne = Annotated[int, Meta(ge=1)]


class Limits(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What one person, one address or one message may take up."""

    tables_per_person: Annotated[
        AtLeastOne, Meta(description="tables of one person that are not over")
    ] = 30
    bots_per_person: Annotated[
        int, Meta(ge=0, description="bots of one person, at tables that are not over")
    ] = 60
    new_people_per_hour: Annotated[
        AtLeastOne, Meta(description="new people from one address in an hour")
    ] = 300
    requests_per_minute: Annotated[
        AtLeastOne,
        Meta(
            description="HTTP requests in a minute of all strangers at one address; "
            "as many more of the people the house knows there"
        ),
    ] = 6_000
    requests_per_person: Annotated[
        AtLeastOne, Meta(description="HTTP requests of one person in a minute")
    ] = 600
    connections_per_address: Annotated[
        AtLeastOne,
        Meta(
            description="open sockets of all strangers at one address; "
            "as many more of the people the house knows there"
        ),
    ] = 500
    connections_per_person: Annotated[
        AtLeastOne, Meta(description="open sockets of one person")
    ] = 20
    tcp_connections: Annotated[
        AtLeastOne,
        Meta(description="TCP connections in all; fewer where the system allows fewer files"),
    ] = 10_000
    tcp_connections_per_address: Annotated[
        AtLeastOne,
        Meta(description="TCP connections from one address that is no proxy; half of all at most"),
    ] = 1_000
    commands_per_second: Annotated[
        AtLeastOne,
        Meta(
            description="messages of one person, on all their sockets, on average; "
            "three seconds' worth at once"
        ),
    ] = 10
    extras_per_person: Annotated[
        AtLeastOne,
        Meta(
            description="in a minute, by one person at one table: lines of talk, signs, choices "
            "made once more, wishes to undo, votes, changes of the table"
        ),
    ] = 60
    extras_per_table: Annotated[
        AtLeastOne, Meta(description="the same in a minute, by all people at one table")
    ] = 240
    extras_per_game: Annotated[
        AtLeastOne,
        Meta(description="the same at one table in all; a sixth of it is for one person"),
    ] = 6_000
    hints_per_minute: Annotated[
        AtLeastOne, Meta(description="hints for one person in a minute")
    ] = 20
    analyses_per_hour: Annotated[
        AtLeastOne, Meta(description="games analysed for one person in an hour")
    ] = 60
    replays_per_minute: Annotated[
        AtLeastOne,
        Meta(
            description="games played again for one person (or for all strangers at one address) "
            "in a minute: records, finished tables, lessons"
        ),
    ] = 20
    bot_queue: Annotated[AtLeastOne, Meta(description="choices that wait for a bot")] = 1_000


class Mail(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """The mail server that carries notices; without a host there are none."""

    host: Annotated[str, Meta(description="mail server; without one, no mail is sent")] = ""
    port: Annotated[Port, Meta(description="its port")] = 587
    user: Annotated[str, Meta(description="name to log in with; without one, no login")] = ""
    password: Annotated[str, Meta(description="password to log in with")] = ""
    sender: Annotated[str, Meta(description="address the mails come from")] = ""
    starttls: Annotated[bool, Meta(description="encrypt the way to the mail server")] = True

    def __repr__(self) -> str:
        """No password gets into a log or a traceback."""
        return f"Mail(host={self.host!r})"


class Settings(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True):
    """Everything a host can set."""

    address: Annotated[
        str, Meta(description="where to listen; 0.0.0.0 lets the whole network in")
    ] = "127.0.0.1"
    port: Annotated[Port, Meta(description="port to listen on; 0 takes any that is free")] = 8420
    database: Annotated[
        str, Meta(description="database URL; usual: a SQLite file in the user's data folder")
    ] = ""
    base_url: Annotated[
        str, Meta(description="address as players see it; usual: made of address and port")
    ] = ""
    hosts: Annotated[
        tuple[str, ...],
        Meta(description="more names the house answers to on plain HTTP, such as games.lan"),
    ] = ()
    languages: Annotated[
        tuple[Language, ...],
        Meta(description="languages offered; the first is for visitors who prefer none of them"),
    ] = ("fr", "en", "de")
    bots: Annotated[bool, Meta(description="bots may take empty chairs")] = True
    bot_pause: Annotated[
        float, Meta(ge=0, le=60, description="seconds a bot takes, so that people can follow")
    ] = 0.8
    bot_workers: Annotated[
        int,
        Meta(ge=0, le=64, description="processes strong bots think in; 0: a core less than all"),
    ] = 0
    bot_warm_up: Annotated[
        bool, Meta(description="make strong bots ready in the background when the house opens")
    ] = True
    proxies: Annotated[
        tuple[str, ...],
        Meta(description="addresses or networks of proxies whose X-Forwarded-For is believed"),
    ] = ()
    webhook: Annotated[
        str, Meta(description="URL that is told when it is somebody's turn at a slow table")
    ] = ""
    log_level: Annotated[
        LogLevel,
        Meta(description="least grave events to log; usual: info, at a terminal: warning"),
    ] = ""
    mail: Mail = Mail()
    limits: Limits = Limits()

    def spoken(self, *wanted: str | None) -> str:
        """The first of the languages wanted that the house offers; else the one it offers first."""
        return next((one for one in wanted if one in self.languages), self.languages[0])

    def __repr__(self) -> str:
        """No password gets into a log or a traceback: the address of a database may hold one."""
        return f"Settings(address={self.address!r}, port={self.port})"
