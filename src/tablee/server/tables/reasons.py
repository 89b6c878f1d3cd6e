"""Why a bot would choose so, in the reader's language, built from what it found out."""

from tablee.bots.personas import level_name
from tablee.server.tables.places import Errand
from tablee.server.texts import say

CLOSE = 0.1  # points; less than this is no difference


def points(number: float, language: str) -> str:
    """A number of points as it is written in a language."""
    text = f"{number:.1f}"
    written = text if language == "en" else text.replace(".", ",")
    return say("points.few" if float(text) < 2 else "points.many", language, number=written)


def why(done: Errand, language: str) -> str:
    """What a bot did for somebody who was away."""
    note = done.note
    kind = "only" if note.options == 1 else "best" if note.lead >= CLOSE else "close"
    return say(
        f"away.{kind}",
        language,
        choice=done.choice,
        level=level_name(done.level, language),
        options=note.options,
        lead=points(note.lead, language),
    )


def hint(found: list[tuple[str, float, int]], language: str) -> str:
    """Why the captain would choose so: what was found out of each option, the best first."""
    best, value, visits = found[0]
    if len(found) == 1:
        return say("hints.only", language, best=best)
    other, less, _ = found[1]
    lead = value - less
    kind = "best" if lead >= CLOSE else "close"
    return say(
        f"hints.{kind}",
        language,
        best=best,
        next=other,
        visits=visits,
        lead=points(lead, language),
    )


def turning_point(kind: str, size: float, language: str, **words: object) -> str:
    """What a decision cost, or how it went on after it."""
    text = "cost" if kind == "cost" else "up" if size > 0 else "down"
    return say(f"turning.{text}", language, points=points(abs(size), language), **words)
