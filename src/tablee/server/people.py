"""People: a name, a language and secrets of which the house keeps only hashes."""

import hashlib
import secrets
import unicodedata
from dataclasses import dataclass

from tablee.kernel.record import LONGEST_NAME
from tablee.server.refusals import Declined

LONGEST_OWN_NAME = 24  # leaves room to tell two of the same name apart
MOST_MARKS = 3  # above and below one letter
INVISIBLE = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # letters and signs that show nothing


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the door. A bot from outside is a person with a mark."""

    id: str
    name: str
    language: str
    bot: bool = False


def clean_name(text: str) -> str:
    """A name as it may stand on a screen: trimmed, one line, of letters and signs that show."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not 0 < len(name) <= LONGEST_OWN_NAME or not shows(name):
        raise Declined("wrong_name", longest=LONGEST_OWN_NAME)
    return name


def shows(name: str) -> bool:
    """No control, format or private characters (they could hide or turn text), and some letter."""
    return (
        name.isprintable()
        and all(unicodedata.category(sign)[0] != "C" for sign in name)
        and INVISIBLE.isdisjoint(name)
        and any(sign.isalnum() for sign in name)
        and not piled_up(name)
    )


def piled_up(name: str) -> bool:
    """Whether marks stand on marks, so many that they would cover other lines."""
    marks = 0
    for sign in name:
        marks = marks + 1 if unicodedata.category(sign) in ("Mn", "Me") else 0
        if marks > MOST_MARKS:
            return True
    return False


def distinct(name: str, taken: list[str]) -> str:
    """The name, numbered if somebody at the table has the same."""
    number, wanted = 1, name
    folded = {look(other) for other in taken}
    while look(name) in folded:
        number += 1
        name = f"{wanted[: LONGEST_NAME - 4]} {number}"
    return name


def look(name: str) -> str:
    """What two names have in common that are read the same."""
    return unicodedata.normalize("NFKC", name).casefold()


def new_id() -> str:
    """An id nobody can guess; without a dash, which a command line would take for a flag."""
    return secrets.token_urlsafe(16).replace("-", "_")


def new_secret() -> str:
    """256 bits: too many to be guessed, so a fast hash keeps them well enough."""
    return secrets.token_urlsafe(32)


def hashed(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(b"tablee key\0" + secret.encode()).hexdigest()
