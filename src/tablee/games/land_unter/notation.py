"""Land Unter in writing: a choice is the number of the card; a deal is hands and water piles."""

from typing import Any

from tablee.games.land_unter.parts import CARDS, HAND, WATER
from tablee.games.land_unter.rules import ready
from tablee.games.land_unter.state import State
from tablee.kernel import deals
from tablee.kernel.sets import from_members, members

WEATHER_CARDS = list(range(1, CARDS + 1))
WATER_CARDS = [place // 2 + 1 for place in range(WATER)]


def say(option: int) -> str:
    """The number of the card."""
    return str(option)


def read(text: str) -> int | None:
    """The card of that number, or None if this is no number of a card."""
    if len(text) > 2 or not text.isascii() or not text.isdigit() or text[0] == "0":
        return None
    card = int(text)
    return card if 1 <= card <= CARDS else None


def write_deal(state: State) -> dict[str, Any]:
    """The hands by seat, and the water pile of each round from top to bottom."""
    return {
        "hands": [members(state.hands[seat]) for seat in range(state.seats)],
        "water": [list(state.water[number]) for number in range(state.seats)],
    }


def read_deal(state: State, deal: dict[str, Any]) -> None:
    """Set up a blank state by a deal somebody wrote."""
    deals.allow(deal, "hands", "water")
    every_hand = []
    for seat, hand in enumerate(deals.part(deal, "hands", state.seats)):
        every_hand += deals.cards(hand, WEATHER_CARDS, HAND, f"deal.hands[{seat}]")
        state.hands[seat] = from_members(hand)
    deals.check_box(every_hand, WEATHER_CARDS, "deal.hands")
    for number, pile in enumerate(deals.part(deal, "water", state.seats)):
        state.water[number] = deals.pile(pile, WATER_CARDS, f"deal.water[{number}]")
    ready(state)
