"""Kilimanjaro in writing: "J5@0.2" lays jeep 5 on a stack, "B37" places a banana, "go", "swap1".

A deal is the dealer, the counters of each seat, the cards before it and in its hand, and the pile.
"""

import re
from collections import Counter
from typing import Any

from tablee.games.kilimanjaro.parts import (
    CAMP,
    COPIES,
    COUNTERS,
    COUNTERS_OF,
    HAND,
    KINDS,
    SEATS,
    STACKS,
    TYPE_OF,
    VALUE_OF,
)
from tablee.games.kilimanjaro.rules import owner, ready
from tablee.games.kilimanjaro.state import ALL_STACKS, GO, PLACE, STAY, SWAP, State
from tablee.kernel import deals

TYPES = "CMFJ"  # canoe, mule, on foot, jeep
COUNTER_LETTERS = "BLE"  # banana, lion, exchange
KIND_NAMES = [f"{TYPES[TYPE_OF[kind]]}{VALUE_OF[kind]}" for kind in range(KINDS)]
CARD_BOX = KIND_NAMES * COPIES
COUNTER_BOX = [letter for letter, many in zip(COUNTER_LETTERS, COUNTERS_OF) for _ in range(many)]
ANSWERS = {"go": GO, "stay": STAY} | {f"swap{seat}": SWAP + seat for seat in range(SEATS)}
CARD_ON_STACK = re.compile(r"([CMFJ][1-7])@([0-3])\.([0-2])")
COUNTER_ON_SPACE = re.compile(r"([BLE])(0|[1-9][0-9]?)")


def say(option: int) -> str:
    """A card on a stack ("J5@seat.stack"), a counter on a space, or an answer to a counter."""
    if option < PLACE:
        place = option % ALL_STACKS
        return f"{KIND_NAMES[option // ALL_STACKS]}@{place // STACKS}.{place % STACKS}"
    if option < GO:
        kind, space = divmod(option - PLACE, CAMP)
        return f"{COUNTER_LETTERS[kind]}{space}"
    return next(text for text, answer in ANSWERS.items() if answer == option)


def read(text: str) -> int | None:
    """The option of that text, or None; "B20" is one, so that it can be refused by its clause."""
    if card := CARD_ON_STACK.fullmatch(text):
        kind, seat, stack = card.groups()
        return KIND_NAMES.index(kind) * ALL_STACKS + int(seat) * STACKS + int(stack)
    if counter := COUNTER_ON_SPACE.fullmatch(text):
        letter, space = counter.groups()
        return PLACE + COUNTER_LETTERS.index(letter) * CAMP + int(space)
    return ANSWERS.get(text)


def write_deal(state: State) -> dict[str, Any]:
    """All that chance decided, by seat; the pile from top to bottom."""
    cards = [KIND_NAMES[kind] for kind in state.pile]
    threes = [cards[place : place + HAND] for place in range(0, 2 * HAND * state.seats, HAND)]
    counters: list[list[str]] = [[] for _ in range(state.seats)]
    for number, kind in enumerate(state.counters):
        counters[owner(state, number)].append(COUNTER_LETTERS[kind])
    return {
        "dealer": state.dealer,
        "counters": counters,
        "stacks": threes[: state.seats],
        "hands": threes[state.seats :],
        "pile": cards[2 * HAND * state.seats :],
    }


def read_deal(state: State, deal: dict[str, Any]) -> None:
    """Set up a blank state by a deal somebody wrote."""
    deals.allow(deal, "dealer", "counters", "stacks", "hands", "pile")
    state.dealer = deals.number(deal.get("dealer"), 0, state.seats - 1, "deal.dealer")
    read_counters(state, deal)
    dealt: list[str] = []
    for part in ("stacks", "hands"):
        for seat, cards in enumerate(deals.part(deal, part, state.seats)):
            dealt += deals.cards(cards, CARD_BOX, HAND, f"deal.{part}[{seat}]")
        deals.check_box(dealt, CARD_BOX, f"deal.{part}")
    rest = list((Counter(CARD_BOX) - Counter(dealt)).elements())
    pile = deals.pile(deal.get("pile"), rest, "deal.pile")
    state.pile = [KIND_NAMES.index(card) for card in dealt + pile]
    ready(state)


def read_counters(state: State, deal: dict[str, Any]) -> None:
    """KI-4: the counters of each seat, in any order."""
    owners = [owner(state, number) for number in range(COUNTERS)]
    every_counter: list[str] = []
    for seat, counters in enumerate(deals.part(deal, "counters", state.seats)):
        where = f"deal.counters[{seat}]"
        letters = deals.cards(counters, COUNTER_BOX, owners.count(seat), where)
        numbers = [number for number in range(COUNTERS) if owners[number] == seat]
        for number, letter in zip(numbers, letters, strict=True):
            state.counters[number] = COUNTER_LETTERS.index(letter)
        every_counter += letters
    deals.check_box(every_counter, COUNTER_BOX, "deal.counters")
