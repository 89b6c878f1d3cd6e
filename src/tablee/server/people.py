"""People: a name, a language and secrets of which the house keeps only hashes."""

import hashlib
from dataclasses import dataclass

from tablee.kernel.record import LONGEST_NAME
from tablee.server.lettering import looks, on_one_line, shows
from tablee.server.refusals import Declined

LONGEST_OWN_NAME = 24  # leaves room to tell two of the same name apart


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the door. A bot from outside is a person with a mark."""

    id: str
    name: str
    language: str
    bot: bool = False


def clean_name(text: str) -> str:
    """A name as it may stand on a screen: trimmed, one line, of letters and signs that show."""
    name = on_one_line(text)
    if not 0 < len(name) <= LONGEST_OWN_NAME or not shows(name):
        raise Declined("wrong_name", longest=LONGEST_OWN_NAME)
    return name


def distinct(name: str, taken: list[str]) -> str:
    """The name, numbered if somebody at the table has one that looks the same."""
    number, wanted = 1, name
    seen = set[str]().union(*map(looks, taken))
    while not seen.isdisjoint(looks(name)):
        number += 1
        name = f"{wanted[: LONGEST_NAME - 4]} {number}"
    return name


def hashed(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(b"tablee key\0" + secret.encode()).hexdigest()
