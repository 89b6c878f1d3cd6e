"""How names and talk look: nobody is taken for another, and what shows nothing is not sent."""

import unicodedata
from typing import Any

import pytest

from tablee.server.lettering import looks, readable
from tablee.server.people import clean_name, distinct
from tablee.server.tables.seating import BOT_NAMES, bot_guest
from tests.server.company import company, lay, spend
from tests.server.houses import Serving, house_at

ANNAS = [
    "Anna",
    "ANNA",
    "Ａｎｎａ",
    "\u0410nna",  # Cyrillic
    "Ann\u03b1",  # Greek
    "\U0001d400nna",  # a letter of formulas
    "Anna\ufe0f",
    "Anna\U000e0100",
    "An\u034fna",
    "An\u180bna",
    "An\u17b5na",
]
ALIKE = [
    *(("Anna", other) for other in ANNAS),
    ("Ian", "lan"),
    ("Ian", "1an"),
    ("Bob", "B0b"),
    ("Marnie", "Mamie"),
    ("анна", "АННА"),
    ("Zoë", "Zoe\u0308"),
]
APART = [("Anna", "Hanna"), ("Anna", "Annä"), ("Anna", "Ana"), ("Anna", "Ben"), ("李雷", "李電")]


@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_the_second_of_two_names_that_look_the_same_is_numbered(name: str, other: str) -> None:
    assert distinct(clean_name(other), [name]) == clean_name(other) + " 2"
    assert distinct(clean_name(name), [clean_name(other)]) == name + " 2"


@pytest.mark.parametrize(("name", "other"), APART)
def test_names_that_look_different_stay_as_written(name: str, other: str) -> None:
    assert (distinct(other, [name]), distinct(name, [other])) == (other, name)


def test_no_number_makes_a_name_look_like_another() -> None:
    taken: list[str] = []
    for _ in range(30):
        taken.append(distinct("Anna", [*taken, "Anna l1"]))
    assert len({look for name in taken for look in looks(name)}) >= len(set(taken)) == 30


@pytest.mark.parametrize("name", ["\u0412asile", "BASILE", "Basile\ufe0f"])
def test_a_bot_has_no_name_that_looks_like_one_at_the_table(name: str) -> None:
    nobody: Any = None  # a bot without a character needs no chance
    assert bot_guest(nobody, "land-unter", "random", [name]).name in BOT_NAMES[1:]


def test_look_alikes_are_numbered_at_a_table_and_stay_as_written(database_url: str) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna", "\u0410nna", "Anna\ufe0f") as three:
            anna, cyrillic, _ = three
            table = await lay([*three], "land-unter", "open", "open")
            page = await anna.wait(table, lambda page: page["common"]["chairs"][2]["name"] != "")
            names = [chair["name"] for chair in page["common"]["chairs"][:3]]
            assert names == ["Anna", "\u0410nna 2", "Anna\ufe0f 3"]
            assert (await cyrillic.get("/people/me"))["name"] == "\u0410nna"

    spend(house_at(database_url), evening)


SAID = {
    "Z" + "\u0310\u0311\u0312\u0313\u0314\u0315\u0316": "Z\u0316\u0310\u0311",
    "e" + "\u0301" * 50: "é\u0301\u0301",
    "e\u0301\u200b\u0301\u200b\u0301\u034f\u0301\u0301": "é\u0301\u0301",
    "e\u0301\u200d\u0301\u200d\u0301\u200d\u0301": "é\u0301\u200d\u0301",
    "xin chào, Việt": "xin chào, Việt",
    "שָׁלוֹם": "שָׁלוֹם",
    "नमस्ते क्\u200dष": "नमस्ते क्\u200dष",
    "می\u200cخواهم": "می\u200cخواهم",
    "a\ufe0f\u034fb\U000e0100\u180bc\u17b5": "abc",
    "a\u200d\u200d\u200cb": "ab",
    "\U0001f3f4\U000e0067\U000e0062\U000e007f": "\U0001f3f4",
    "1\ufe0f\u20e3 ❤\ufe0f\ufe0f\u200d🔥\u200d": "1\ufe0f\u20e3 ❤\ufe0f\u200d🔥",
    "a \u200b \u2060 b": "a b",
}
NOTHING = [
    "\u034f",
    "\ufe0f\ufe0f",
    "\u17b4\u17b5",
    "\u180b \U000e0100",
    "\u2800\u3164\uffa0\u115f",
]


@pytest.mark.parametrize("text", SAID)
def test_talk_has_three_marks_on_a_letter_and_nothing_that_shows_nothing(text: str) -> None:
    assert readable(text) == SAID[text] == unicodedata.normalize("NFC", SAID[text])
    assert readable(SAID[text]) == SAID[text]


@pytest.mark.parametrize("text", NOTHING)
def test_whoever_says_nothing_that_shows_has_said_nothing(text: str) -> None:
    assert readable(text) == ""
