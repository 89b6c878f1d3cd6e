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


@dataclass(frozen=True, slots=True)
class Blank:
    """A place in a template that the numbers of an event fill."""

    seat: bool  # the number of a seat, whose player's name is to be read
    words: Sequence[str] | None  # to choose from by number
    plural: bool  # the template chooses between singular and plural by it


@dataclass(frozen=True, slots=True)
class Template:
    """The sentence of a kind of event in one language."""

    text: str  # the blanks in it are numbered
    blanks: tuple[Blank, ...]


class Texts:
    """The texts of one edition of one game."""

    def __init__(self, content: Mapping[str, Any], told: type[Kind], asked: type[Kind]):
        """`told` and `asked` number the events and the questions of the game."""
        self.content = content
        self.told = {int(kind): kind.name.lower() for kind in told}
        self._templates = {
            language: {kind: self._template(name, language) for kind, name in self.told.items()}
            for language in LANGUAGES
        }
        self._questions = {
            int(kind): Question(
                name := kind.name.lower(),
                content["questions"][name]["clause"],
                {language: content["questions"][name][language] for language in LANGUAGES},
            )
            for kind in asked
        }

    def _template(self, event: str, language: str) -> Template:
        entry = self.content["events"][event]
        text: str = entry[language]
        blanks = []
        for number, name in enumerate(entry["tells"]):
            plural = f"{{{name}:" in text
            blanks.append(Blank(name.startswith("seat"), self._words(name, language), plural))
            text = text.replace(f"{{{name}}}", f"{{{number}}}")
            text = text.replace(f"{{{name}:", f"{{{number}:")
        return Template(text, tuple(blanks))

    def _words(self, name: str, language: str) -> Sequence[str] | None:
        """What a number told under this name reads like, if it stands for a word."""
        words = self.content.get("words", {})
        longest = max((word for word in words if name.startswith(word)), key=len, default="")
        return words[longest][language] if longest else None

    def question(self, number: int) -> Question:
        """The question a game asks under this number."""
        return self._questions[number]

    def sentence(self, event: Event, names: Sequence[str], language: str) -> str:
        """An event as a sentence."""
        template = self._templates[language][event[0]]
        words: list[object] = []
        for blank, number in zip(template.blanks, event[1:], strict=True):
            if blank.seat:
                words.append(names[number])
            elif blank.words is not None:
                words.append(blank.words[number])
            elif blank.plural:
                words.append(Number(number, zero_is_singular=language == "fr"))
            else:
                words.append(number)
        return template.text.format(*words)

    def word(self, name: str, number: int, language: str) -> str:
        """The word a number stands for under this name."""
        words = self._words(name, language)
        if words is None:
            raise LookupError(f"no words are called {name!r}")
        return words[number]

    def label(self, name: str, language: str, /, **what: object) -> str:
        """A short text of the table itself (headings, captions)."""
        template: str = self.content["labels"][name][language]
        return template.format(**what)

    def forbidden(self, clause: str, language: str) -> str:
        """Why a choice is refused, by the clause that refuses it."""
        entry = self.content["forbids"].get(clause)
        return entry[language] if entry else clause
