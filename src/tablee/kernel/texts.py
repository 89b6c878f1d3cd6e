"""Every message of a game in French, English and German, read from its texts.toml.

A template names what it tells: `{seat}` is a player's name, a name that stands under `[words]`
is looked up there, anything else is a number. `{buoys:buoy|buoys}` chooses between singular and
plural by the number `buoys`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablee.kernel.events import Event
from tablee.kernel.kinds import Kind

LANGUAGES = ("fr", "en", "de")


@dataclass(frozen=True)
class Question:
    """What a seat is asked, and the clause that asks it."""

    name: str
    clause: str
    sentence: Mapping[str, str]


class Number(int):
    """An integer whose format spec is "singular|plural"; without a spec, its digits."""

    def __new__(cls, value: int, zero_is_singular: bool) -> "Number":
        made = super().__new__(cls, value)
        made.zero_is_singular = zero_is_singular
        return made

    zero_is_singular: bool

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(int(self))
        singular, plural = spec.split("|")
        alone = abs(self) <= 1 if self.zero_is_singular else abs(self) == 1
        return singular if alone else plural


class Texts:
    """The texts of one edition of one game."""

    def __init__(self, content: Mapping[str, Any], told: type[Kind], asked: type[Kind]):
        """`told` and `asked` number the events and the questions of the game."""
        self.content = content
        self._events = {int(kind): content["events"][kind.name.lower()] for kind in told}
        self._questions = {
            int(kind): Question(
                name := kind.name.lower(),
                content["questions"][name]["clause"],
                {language: content["questions"][name][language] for language in LANGUAGES},
            )
            for kind in asked
        }

    def question(self, number: int) -> Question:
        """The question a game asks under this number."""
        return self._questions[number]

    def sentence(self, event: Event, names: Sequence[str], language: str) -> str:
        """An event as a sentence."""
        kind, *numbers = event
        entry = self._events[kind]
        words = {
            name: self.word(name, number, names, language)
            for name, number in zip(entry["tells"], numbers, strict=True)
        }
        template: str = entry[language]
        return template.format(**words)

    def word(self, name: str, number: int, names: Sequence[str], language: str) -> object:
        """What a number told under this name reads like."""
        if name.startswith("seat"):
            return names[number]
        words = self.content.get("words", {})
        longest = max((word for word in words if name.startswith(word)), key=len, default="")
        if longest:
            return words[longest][language][number]
        return Number(number, zero_is_singular=language == "fr")

    def label(self, name: str, language: str, /, **what: object) -> str:
        """A short text of the table itself (headings, captions)."""
        template: str = self.content["labels"][name][language]
        return template.format(**what)

    def forbidden(self, clause: str, language: str) -> str:
        """Why a choice is refused, by the clause that refuses it."""
        entry = self.content["forbids"].get(clause)
        return entry[language] if entry else clause
