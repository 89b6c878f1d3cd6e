"""Diabolo in writing: "R3+" places the red 3 in heaven, "R3-" in hell, "R3x" discards it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tablee.games.diabolo.parts import BOX, COLOUR_OF, HAND, KINDS, VALUE_OF
from tablee.games.diabolo.rules import begin_round
from tablee.games.diabolo.state import DISCARD, DOUBLE, KEEP, OPTIONS, State
from tablee.kernel import deals
from tablee.kernel.errors import WrongRecord

LETTERS = "RYGBP"  # red, yellow, green, blue, purple


def card_name(card: int) -> str:
    """A card as its colour's letter and its number."""
    return f"{LETTERS[COLOUR_OF[card]]}{VALUE_OF[card]}"


CARD_NAMES = {card_name(card): card for card in range(1, KINDS + 1)}
NAMED_BOX = [card_name(card) for card in BOX]


def say(option: int) -> str:
    """The option in a word."""
    if option in (KEEP, DOUBLE):
        return "double" if option == DOUBLE else "keep"
    if option > DISCARD:
        return card_name(option - DISCARD) + "x"
    return card_name(option // 2) + "-+"[option % 2]


MEANINGS = {say(option): option for option in range(OPTIONS)}


def read(text: str) -> int | None:
    """The option somebody wrote, or None if it is none."""
    return MEANINGS.get(text)


def write_deal(state: State) -> dict[str, Any]:
    """The first dealer, and for each round the hands by seat and the pile from top to bottom."""
    decks = [list(deck) for deck in state.decks[: state.seats]]
    decks[0][: state.top] = first_cards(state)
    rounds = [split_deck([card_name(card) for card in deck], state.seats) for deck in decks]
    return {"dealer": state.dealer, "rounds": rounds}


def first_cards(state: State) -> list[int]:
    """The cards that have left the deck of the first round: six for each, and the first draw."""
    hands = [[card for card in hand if card] for hand in state.hands[: state.seats]]
    hands[state.turn].remove(state.drawn)
    return [card for hand in hands for card in hand] + [state.drawn]


def split_deck(deck: list[str], seats: int) -> dict[str, Any]:
    """A deck as the hands dealt from it and the pile that is left."""
    hands = [deck[HAND * seat : HAND * seat + HAND] for seat in range(seats)]
    return {"hands": hands, "pile": deck[HAND * seats :]}


def read_deal(state: State, deal: dict[str, Any]) -> None:
    """Set up a blank state by a deal somebody wrote."""
    deals.allow(deal, "dealer", "rounds")
    state.dealer = deals.number(deal.get("dealer"), 0, state.seats - 1, "deal.dealer")
    for number, content in enumerate(deals.part(deal, "rounds", state.seats)):
        deck = read_round(content, state.seats, f"rounds[{number}]")
        state.decks[number] = [CARD_NAMES[name] for name in deck]
    begin_round(state, None)


def read_round(content: Any, seats: int, where: str) -> list[str]:
    """The deck of one round: its hands, then its pile."""
    if not isinstance(content, Mapping):
        raise WrongRecord(f"deal.{where}: expected hands and a pile, got {deals.shown(content)}.")
    parts = {f"{where}.{name}": value for name, value in content.items()}
    deals.allow(parts, f"{where}.hands", f"{where}.pile")
    dealt: list[str] = []
    for seat, hand in enumerate(deals.part(parts, f"{where}.hands", seats)):
        dealt += deals.cards(hand, NAMED_BOX, HAND, f"deal.{where}.hands[{seat}]")
    deals.check_box(dealt, NAMED_BOX, f"deal.{where}.hands")
    rest = list((Counter(NAMED_BOX) - Counter(dealt)).elements())
    return dealt + deals.pile(parts.get(f"{where}.pile"), rest, f"deal.{where}.pile")
