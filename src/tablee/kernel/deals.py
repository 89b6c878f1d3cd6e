"""Reading a deal that somebody wrote: every list checked against the box it must come from."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from tablee.kernel.errors import WrongRecord

REST = "*"  # at the end of a pile: the other cards were never seen, in any order


def part(deal: Mapping[str, Any], name: str, length: int) -> list[Any]:
    """A list of the deal that must have this many entries."""
    value = deal.get(name)
    if not isinstance(value, list):
        raise WrongRecord(f"deal.{name}: expected a list of {length}, got {shown(value)}.")
    if len(value) != length:
        raise WrongRecord(f"deal.{name}: expected {length} entries, got {len(value)}.")
    return value


def allow(deal: Mapping[str, Any], *names: str) -> None:
    """Refuse a deal with parts this game does not have."""
    for name in deal:
        if name not in names:
            found = shown(name).strip("'")
            raise WrongRecord(f"deal.{found}: no such part; a deal has {', '.join(names)}.")


def number(value: Any, low: int, high: int, where: str) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise WrongRecord(f"{where}: expected a number from {low} to {high}, got {shown(value)}.")
    return value


def cards(value: Any, box: Sequence[Any], length: int, where: str) -> list[Any]:
    """Exactly this many cards, all of them from the box."""
    if not isinstance(value, list) or len(value) != length:
        got = f"{len(value)} entries" if isinstance(value, list) else shown(value)
        raise WrongRecord(f"{where}: expected a list of {length} cards, got {got}.")
    check_box(value, box, where)
    return value


def pile(value: Any, box: Sequence[Any], where: str) -> list[Any]:
    """All cards of the box in the order given; a final "*" stands for those never seen."""
    if not isinstance(value, list):
        raise WrongRecord(f"{where}: expected a list of cards, got {shown(value)}.")
    seen = value[:-1] if value and value[-1] == REST else value
    check_box(seen, box, where)
    if seen is value and len(seen) != len(box):
        raise WrongRecord(
            f"{where}: expected all {len(box)} cards, got {len(seen)}; "
            f'end the list with "{REST}" if the others were never seen.'
        )
    rest = Counter(box) - Counter(seen)
    return seen + list(rest.elements())


def check_box(given: Sequence[Any], box: Sequence[Any], where: str) -> None:
    """Refuse a card that is not in the box, or more copies of one than the box holds."""
    left = Counter(box)
    for card in given:
        if isinstance(card, bool) or not isinstance(card, int | str) or card not in left:
            raise WrongRecord(f"{where}: there is no card {shown(card)}.")
        if left[card] == 0:
            raise WrongRecord(f"{where}: {shown(card)} is there more often than in the box.")
        left[card] -= 1


def shown(value: object) -> str:
    """A value as it may be quoted in a message: short, on one line."""
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
