"""Where settings come from: flags win over environment variables, and these over one TOML file."""

import ipaddress
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from tablee import files
from tablee.kernel.errors import TableeError
from tablee.server.door.hosts import host_of
from tablee.server.settings import Settings
from tablee.server.store.addresses import is_postgres, sqlite_path
from tablee.server.store.database import WrongDatabase

PREFIX = "TABLEE_"
CONFIG = PREFIX + "CONFIG"
# Variables of ours that are not settings of a house.
OTHER_VARIABLES = frozenset({CONFIG, PREFIX + "CACHE"})
# Settings that may hold a password: no message repeats what was given for them.
SECRET = frozenset({"database", "webhook", "mail.password"})
# A flag can be read by everybody on the machine.
WITHOUT_FLAG = frozenset({"mail.password"})


class WrongSetting(TableeError):
    """Something was set that there is not, or to what it cannot be."""


@dataclass(frozen=True)
class Setting:
    """One setting, by the names it has in a file, in the environment and as a flag."""

    path: str
    kind: Any
    default: Any
    description: str

    @property
    def variable(self) -> str:
        return PREFIX + self.path.upper().replace(".", "_")

    @property
    def flag(self) -> str:
        return "--" + self.path.replace(".", "-").replace("_", "-")


@dataclass(frozen=True)
class Given:
    """What somebody wrote, and where."""

    value: object
    where: str
    as_text: bool = True  # flags and variables are texts, whatever they mean


def every_setting(struct: type = Settings, before: str = "") -> Iterator[Setting]:
    """All there are, those of a section as `section.name`."""
    for field in msgspec.structs.fields(struct):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from every_setting(field.type, f"{field.name}.")
        else:
            description = field.type.__metadata__[-1].description
            yield Setting(before + field.name, field.type, field.default, description)


def settings_of(
    flags: Mapping[str, object], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """The settings of a house; `flags` by path, None where a flag was not given."""
    known = {setting.path: setting for setting in every_setting()}
    named = file or (Path(environment[CONFIG]) if environment.get(CONFIG) else None)
    given = from_file(named, known) if named else {}
    given |= from_environment(environment, known)
    given |= {
        path: Given(value, known[path].flag) for path, value in flags.items() if value is not None
    }
    chosen: dict[str, Any] = {"mail": {}, "limits": {}}
    for path, one in given.items():
        section, _, name = path.rpartition(".")
        (chosen[section] if section else chosen)[name] = understood(known[path], one)
    settings = msgspec.convert(chosen, Settings)
    if settings.mail.host and not settings.mail.sender:
        raise WrongSetting(
            f"{given['mail.host'].where}: mails need a sender. Expected mail.sender to be set too, "
            "such as tablee@example.org."
        )
    if not settings.database:
        settings = msgspec.structs.replace(settings, database=usual_database())
    return settings


def usual_database() -> str:
    """A file in the folder where this user's programs keep their data."""
    from platformdirs import user_data_path

    return f"sqlite:///{user_data_path('tablee', appauthor=False) / 'house.db'}"


def from_file(file: Path, known: Mapping[str, Setting]) -> dict[str, Given]:
    """What a TOML file sets."""
    try:
        content = tomllib.loads(files.read(file).decode())
    except OSError as error:
        raise WrongSetting(
            f"The settings {file} cannot be read: {error.strerror or error}."
        ) from None
    except ValueError as error:  # not TOML, or not even UTF-8
        raise WrongSetting(f"{file} is not a TOML file: {error}.") from None
    sections = {path.partition(".")[0] for path in known if "." in path}
    found: dict[str, Given] = {}
    for name, value in content.items():
        if name not in sections:
            found[name] = Given(value, f"{name} in {file}", as_text=False)
        elif isinstance(value, dict):
            found |= {
                f"{name}.{key}": Given(one, f"{name}.{key} in {file}", as_text=False)
                for key, one in value.items()
            }
        else:
            raise WrongSetting(f"{name} in {file}: expected a section, [{name}] on its own line.")
    for path in found:
        if path not in known:
            raise WrongSetting(f"{file}: there is no setting {path!r}; {instead(path, known)}")
    return found


def from_environment(
    environment: Mapping[str, str], known: Mapping[str, Setting]
) -> dict[str, Given]:
    """What variables set; an empty one sets nothing."""
    settings = {setting.variable: setting.path for setting in known.values()}
    found: dict[str, Given] = {}
    for name, value in environment.items():
        if not name.startswith(PREFIX) or name in OTHER_VARIABLES or not value:
            continue
        if name not in settings:
            raise WrongSetting(f"{name} is the variable of no setting; {instead(name, settings)}")
        found[settings[name]] = Given(value, name)
    return found


def instead(name: str, known: Mapping[str, object]) -> str:
    close = get_close_matches(name, known, n=1, cutoff=0.7)
    return f"did you mean {close[0]}?" if close else "docs/hosting.md lists all there are."


def understood(setting: Setting, given: Given) -> object:
    """The value of a setting, or what was expected instead."""
    value = given.value
    if given.as_text and isinstance(value, str) and isinstance(setting.default, tuple):
        value = [part.strip() for part in value.split(",") if part.strip()]
    try:
        meant: object = msgspec.convert(value, setting.kind, strict=not given.as_text)
        CHECKS.get(setting.path, accept)(meant)
    except msgspec.ValidationError:
        raise refusal(setting, given, expectation(setting.kind)) from None
    except Unfit as error:
        raise refusal(setting, given, str(error)) from None
    except WrongDatabase as error:
        raise WrongSetting(f"{given.where}: {error}") from None
    return meant


def refusal(setting: Setting, given: Given, expected: str) -> WrongSetting:
    got = "" if setting.path in SECRET else f", not {given.value!r}"
    return WrongSetting(f"{given.where}: expected {expected}{got}.")


def expectation(kind: Any) -> str:
    """In words, what a value of this type is."""
    from msgspec import inspect

    return in_words(inspect.type_info(kind))


def in_words(kind: Any) -> str:
    from msgspec import inspect

    if isinstance(kind, inspect.Metadata):
        return in_words(kind.type)
    if isinstance(kind, inspect.VarTupleType):
        return f"a list, each {in_words(kind.item_type)}"
    if isinstance(kind, inspect.LiteralType):
        return "one of " + ", ".join(str(value) for value in kind.values if value)
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        number = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
        return f"{number} from {kind.ge}" + ("" if kind.le is None else f" to {kind.le}")
    return {inspect.BoolType: "true or false"}.get(type(kind), "a text")


class Unfit(Exception):
    """A value of the right type that cannot be used; the text says what was expected."""


def accept(_: Any) -> None:
    """Whatever the type allows."""


def check_address(address: str) -> None:
    if not address or any(sign in address for sign in "/@[] ") or address.count(":") == 1:
        raise Unfit("an address to listen on, such as 127.0.0.1, 0.0.0.0 or ::1, without a port")


def check_database(url: str) -> None:
    if not is_postgres(url):
        sqlite_path(url)


def check_base_url(url: str) -> None:
    """Only where a site begins: pages of the house lie under it, and browsers name it as origin."""
    if url and (not is_web_address(url) or urlsplit(url).path.strip("/") or set(url) & set("?#@")):
        raise Unfit("the beginning of a web address, such as https://games.example.org")


def check_webhook(url: str) -> None:
    if url and not is_web_address(url):
        raise Unfit("a web address, such as https://chat.example.org/hooks/tablee")


def is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        whole = parts.port is None or parts.port > 0
    except ValueError:
        return False
    return whole and parts.scheme in ("http", "https") and bool(parts.hostname) and " " not in url


def check_hosts(hosts: tuple[str, ...]) -> None:
    for host in hosts:
        if host_of(f"//{host}") != host.lower():
            raise Unfit("names without a port, such as games.lan")


def check_languages(languages: tuple[str, ...]) -> None:
    if not languages or len(set(languages)) < len(languages):
        raise Unfit("at least one language and each once, such as fr,de")


def check_proxies(proxies: tuple[str, ...]) -> None:
    for proxy in proxies:
        try:
            ipaddress.ip_network(proxy)
        except ValueError:
            raise Unfit(
                "addresses or networks of proxies, such as 127.0.0.1 or 172.28.0.0/24"
            ) from None


CHECKS: dict[str, Callable[[Any], None]] = {
    "address": check_address,
    "base_url": check_base_url,
    "database": check_database,
    "hosts": check_hosts,
    "languages": check_languages,
    "proxies": check_proxies,
    "webhook": check_webhook,
}
