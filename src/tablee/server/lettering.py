"""How writing looks: what of a text shows on a screen, and which names are read the same."""

import json
import re
import unicodedata
from functools import cache
from importlib.resources import files

MOST_MARKS = 3  # above and below one letter
# Unicode's Default_Ignorable_Code_Point: of every category, and nothing of them is drawn.
IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3"
    "\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
BLANK = "\u115f\u1160\u2800\u3164\uffa0\U0001d159"  # letters and signs drawn as nothing
UNSEEN = ("Cc", "Cf", "Co", "Cs")  # categories of characters that show nothing, or turn the text
MARKS = ("Mn", "Me")
JOINERS = "\u200c\u200d"  # unseen, but they make one letter or one emoji of several
SELECTORS = "\ufe0e\ufe0f"  # unseen, but they choose how the sign before them is drawn
JOINED = ("Lo", "Mc", "Mn", "Sk", "So")  # Arabic and Indic letters, emoji
SELECTED = ("N", "P", "S")
BINDERS = JOINERS + SELECTORS
LOOSE_JOINERS = re.compile(f"[{JOINERS}]+(?= |$)")

LEFT_TO_RIGHT = r"\u200e"  # keeps the package's list in order on a page; as its file writes it


def on_one_line(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_drawn(sign: str) -> bool:
    """Whether something of a character is seen."""
    unseen = unicodedata.category(sign) in UNSEEN
    return not unseen and sign not in BLANK and not IGNORABLE.match(sign)


def shows(name: str) -> bool:
    """No control, format or private characters (they could hide or turn text), and some letter."""
    return (
        name.isprintable()
        and all(unicodedata.category(sign)[0] != "C" for sign in name)
        and not any(sign in BLANK for sign in name)
        and any(sign.isalnum() for sign in name)
        and few_marks(name) == name
    )


def few_marks(text: str) -> str:
    """The text without marks that stand so high on others that they would cover other lines."""
    kept: list[str] = []
    marks = 0
    for sign in unicodedata.normalize("NFD", text):
        if sign not in BINDERS:
            marks = marks + 1 if unicodedata.category(sign) in MARKS else 0
        if marks <= MOST_MARKS:
            kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept))


def readable(text: str) -> str:
    """What was said as it may stand on a screen: one line of characters that show."""
    drawn = (sign for sign in text if sign.isspace() or sign in BINDERS or is_drawn(sign))
    shown: list[str] = []
    for sign in few_marks(on_one_line("".join(drawn))):
        before = unicodedata.category(shown[-1]) if shown else ""
        if (sign in JOINERS and before not in JOINED) or (
            sign in SELECTORS and before[:1] not in SELECTED
        ):
            continue
        shown.append(sign)
    return LOOSE_JOINERS.sub("", "".join(shown))


def looks(name: str) -> set[str]:
    """What a name shares with all that are read the same: its skeletons, whatever the case."""
    plain = unicodedata.normalize("NFKC", name)
    return {skeleton(plain).casefold(), skeleton(plain.casefold())}


def skeleton(text: str) -> str:
    """The text with each letter as the one it looks like (Unicode Technical Standard 39)."""
    seen = IGNORABLE.sub("", unicodedata.normalize("NFD", text))
    for _ in range(2):  # what looks like several may look like several that look like others
        seen = unicodedata.normalize("NFD", seen.translate(prototypes()))
    return seen


@cache
def prototypes() -> dict[int, str]:
    """For each character that looks like another or like several, which.

    The package lists for each those it looks like, both ways round: all that look the same lead to
    one, their prototype, and it leads to all of them.
    """
    content = files("confusable_homoglyphs").joinpath("confusables.json").read_text("utf-8")
    listed = json.loads(content.replace(LEFT_TO_RIGHT, ""))

    def rank(sign: str) -> tuple[int, int, str]:
        """The prototype is above all others: most look like it, or it alone is of several."""
        return len(listed[sign]), len(sign), sign

    pairs = ((sign, others[0]["c"]) for sign, others in listed.items() if len(others) == 1)
    return {
        ord(sign): other for sign, other in pairs if len(sign) == 1 and rank(other) > rank(sign)
    }
