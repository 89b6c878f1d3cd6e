"""What a host asks on the command line: serve, admin, backup, restore."""

import argparse
import os
import re
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from tablee.server.running.sources import WITHOUT_FLAG, Setting, every_setting, settings_of
from tablee.server.settings import Settings

STANDARD_ERROR = 2  # the number of the last standard stream
STATUS = ("waiting", "dealing", "playing", "over", "closed")
WORKS = ("bot", "hint", "analysis", "par")
A_TABLE = "its short code or its id"
A_PERSON = "the id, its beginning, or a name only one person has"


def add_verbs(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Everything that can be asked about a house."""
    serve = verbs.add_parser(
        "serve",
        help="open a house: a server for everybody's browser",
        description="Open a house. Every flag can also be set by a variable (--bot-pause: "
        "TABLEE_BOT_PAUSE) or in a TOML file (bot_pause = 2, and under [limits]: bot_queue = 9); "
        "a flag wins over a variable, and a variable over the file.",
    )
    add_settings(serve, lambda setting: setting.path not in WITHOUT_FLAG)
    serve.add_argument("--no-browser", action="store_true", help="do not open a browser")

    backup = verbs.add_parser("backup", help="copy a house into one file, also while it is open")
    backup.add_argument("file", type=Path, help="a file that is not there yet")
    add_settings(backup, is_database)

    restore = verbs.add_parser("restore", help="bring a house back from a backup")
    restore.add_argument("file", type=Path, help="a file made by `tablee backup`")
    restore.add_argument("--replace", action="store_true", help="even if that deletes a house")
    add_settings(restore, is_database)

    admin = verbs.add_parser("admin", help="look after a house, also while it is open")
    add_admin(admin)


def add_admin(admin: argparse.ArgumentParser) -> None:
    tasks = admin.add_subparsers(dest="task", required=True, metavar="TASK")

    def add(name: str, what: str) -> argparse.ArgumentParser:
        task = tasks.add_parser(name, help=what, description=what)
        add_settings(task, is_database)
        task.add_argument("--json", action="store_true", help="for programs")
        return task

    tables = add("tables", "list the tables, the newest first")
    tables.add_argument("--status", choices=STATUS, help="only those")
    tables.add_argument("--most", type=int, default=50, metavar="N", help="usual: 50")
    people = add("people", "list the people, the newest first")
    people.add_argument("--most", type=int, default=50, metavar="N", help="usual: 50")
    close = add("close", "close a table; its players are told that the house did")
    close.add_argument("table", help=A_TABLE)
    export = add("export", "write the record of a game that is over")
    export.add_argument("table", help=A_TABLE)
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="usual: standard output")
    export.add_argument(
        "--secret",
        action="store_true",
        help="instead, everything that happened at the table: also the seed, hidden hands and "
        "talk of a game still being played. Whoever reads it can no longer play there fairly",
    )
    repeat = add(
        "repeat",
        "do once more what failed behind the scenes, as the log says, and tell how it fails: in "
        "words that may name a card somebody holds",
    )
    repeat.add_argument("kind", choices=WORKS, help="what failed")
    repeat.add_argument("table", nargs="?", help="its short code, or the beginning of its id")
    repeat.add_argument("--record", type=Path, metavar="FILE", help="instead, a game in a file")
    repeat.add_argument(
        "--seq", type=int, default=0, metavar="N", help="after which event of the table"
    )
    repeat.add_argument("--turn", type=int, default=0, metavar="N", help="in which turn")
    repeat.add_argument("--seat", type=int, default=0, metavar="N", help="whose choice")
    repeat.add_argument("--bot", default="captain", help="who chose")
    repeat.add_argument("--seed", type=int, default=0, metavar="N", help="of its chance")
    keys = add("keys", "list the ways in of a person: devices, bots, open links")
    keys.add_argument("person", help=A_PERSON)
    revoke = add("revoke", "close a way in; whoever is inside by it is put out")
    revoke.add_argument("person", help=A_PERSON)
    revoke.add_argument("key", nargs="?", help="as `tablee admin keys` shows it")
    revoke.add_argument("--all", action="store_true", help="all of them: the person cannot return")


def is_database(setting: Setting) -> bool:
    return setting.path == "database"


def add_settings(verb: argparse.ArgumentParser, wanted: Callable[[Setting], bool]) -> None:
    """A flag for each of these settings."""
    verb.add_argument(
        "--config", type=Path, metavar="FILE", help="a TOML file with settings (or TABLEE_CONFIG)"
    )
    for setting in filter(wanted, every_setting()):
        text = f"{setting.description}{usual(setting)}".replace("%", "%%")
        if isinstance(setting.default, bool):
            verb.add_argument(
                setting.flag,
                action=argparse.BooleanOptionalAction,
                default=None,
                dest=setting.path,
                help=text,
            )
        else:
            number = isinstance(setting.default, int | float)
            metavar = "N" if number else re.split("[._]", setting.path)[-1].upper()
            verb.add_argument(setting.flag, metavar=metavar, dest=setting.path, help=text)


def usual(setting: Setting) -> str:
    """What a setting is when nobody sets it, unless its description says so already."""
    if setting.default in ("", ()):
        return ""
    if isinstance(setting.default, bool):
        return f" (usual: {'yes' if setting.default else 'no'})"
    value = setting.default
    return f" (usual: {','.join(value) if isinstance(value, tuple) else value})"


def settings_asked(asked: argparse.Namespace) -> Settings:
    """The settings, from everywhere they can come from."""
    flags = {setting.path: getattr(asked, setting.path, None) for setting in every_setting()}
    return settings_of(flags, os.environ, asked.config)


def hold_standard_streams() -> None:
    """Let no socket have the number of a closed standard stream: the event loop would abort."""
    handle = os.open(os.devnull, os.O_RDWR)
    while handle <= STANDARD_ERROR:
        handle = os.open(os.devnull, os.O_RDWR)
    os.close(handle)


def serve(asked: argparse.Namespace) -> None:
    """Serve until told to stop."""
    settings = settings_asked(asked)  # before the half second that the rest takes to import
    hold_standard_streams()

    from tablee.server.running import greeting, logs
    from tablee.server.running.serving import house_of, listen, server, spare_collections
    from tablee.terminal.texts import usual_language

    logs.configure(sys.stderr, settings.log_level)
    with listen(settings.address, settings.port) as door:
        port = door.getsockname()[1]
        url = settings.base_url.rstrip("/") or greeting.url_of(settings.address, port)
        house = house_of(msgspec.structs.replace(settings, port=port, base_url=url))

        def opened() -> None:
            with suppress(OSError):  # nobody reads it; the house is open all the same
                greeting.greet(url, settings.spoken(usual_language()), sys.stdout)
            if not asked.no_browser:
                greeting.show_in_browser(url)

        spare_collections()
        server(house, opened).run([door])


def backup(asked: argparse.Namespace) -> None:
    """Copy a house."""
    from tablee.server.store.backup import backup as copy

    copy(settings_asked(asked).database, asked.file)
    print(f"The house is in {asked.file}. It holds everything, also secrets: keep it safe.")


def restore(asked: argparse.Namespace) -> None:
    """Bring a house back."""
    from tablee.server.running.admin import check_closed
    from tablee.server.store.backup import restore as bring_back

    url = settings_asked(asked).database
    check_closed(url)
    bring_back(asked.file, url, asked.replace)
    print(f"The house is as it was when {asked.file} was made.")


def admin(asked: argparse.Namespace) -> None:
    """Look after a house."""
    from tablee.server.running import admin

    admin.run(asked, settings_asked(asked).database)
