"""Lifeboats in writing.

R Y G B W O are the colours by seat and K is black, for a boat or a ballot; "sR" and "oR" are a
sailor and an officer in boat R; lanes are 1 to 7. A deal says who starts.
"""

from typing import Any

from tablee.games.lifeboats.parts import LANES
from tablee.games.lifeboats.rules import ready
from tablee.games.lifeboats.state import State
from tablee.kernel import deals

COLOURS = "RYGBWOK"  # by seat; K is the black boat
TEXTS: tuple[str, ...] = (
    *COLOURS,
    "hat",
    *(str(lane) for lane in range(1, LANES + 1)),
    *(f"s{colour}" for colour in COLOURS),
    *(f"o{colour}" for colour in COLOURS),
)
IDS = {text: option for option, text in enumerate(TEXTS)}


def say(option: int) -> str:
    """A colour, a hat, a lane, or a figure and its boat."""
    return TEXTS[option]


def read(text: str) -> int | None:
    """The option written like this, or None if there is none."""
    return IDS.get(text)


def write_deal(state: State) -> dict[str, Any]:
    """Who starts: there is no other chance."""
    return {"start": state.start}


def read_deal(state: State, deal: dict[str, Any]) -> None:
    """Set up a blank state by a deal somebody wrote."""
    deals.allow(deal, "start")
    state.start = deals.number(deal.get("start"), 0, state.seats - 1, "deal.start")
    ready(state)
