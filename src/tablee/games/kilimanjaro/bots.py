"""A simple honest player for Kilimanjaro: it sees a view, nothing else."""

from functools import cache

from tablee.games.kilimanjaro.parts import (
    BANANA,
    CAMP,
    LION,
    STACKS,
    distance_of,
    village_behind,
)
from tablee.games.kilimanjaro.state import ALL_STACKS, GO, PLACE, STAY, SWAP, Asked
from tablee.kernel.chance import Chance, below
from tablee.kernel.game import View

WIN = 1000.0
NEXT_MOVE = 1.0  # what a space I could move next turn is worth now
HINDER = 0.5  # what a space a player ahead will move less is worth
swift = cache(distance_of)


def heuristic(view: View, options: list[int], chance: Chance) -> int:
    """The option that leads furthest, now and next turn, and holds up those ahead."""
    rate = {Asked.COUNTER: rate_counter, Asked.CARD: rate_card}.get(view["asks"], rate_answer)
    rates = {option: rate(view, option) for option in options}
    highest = max(rates.values())
    best = [option for option in options if rates[option] >= highest - 1e-9]
    return best[below(chance, len(best))]


def rate_counter(view: View, option: int) -> float:
    """Lions go where they cost most; I shall remember them, the others will not see them."""
    kind, space = divmod(option - PLACE, CAMP)
    return space - village_behind(space) if kind == LION else 0


def rate_card(view: View, option: int) -> float:
    """Where the move ends, how far the next could go, and what a player ahead loses by the card."""
    me = view["players"][view["seat"]]
    card, place = divmod(option, ALL_STACKS)
    seat, stack = divmod(place, STACKS)
    player = view["players"][seat]
    covered = [card if other == stack else top for other, top in enumerate(player["stacks"])]
    stacks = covered if seat == view["seat"] else me["stacks"]
    distance = swift(*stacks)
    rest = list(view["hand"])
    rest.remove(card)
    rate = expected_space(view, me["position"] + distance, distance)
    rate += NEXT_MOVE * best_next(stacks, rest)
    if player is not me:
        rate += HINDER * (player["distance"] - swift(*covered))
    return rate


def best_next(stacks: list[int], cards: list[int]) -> int:
    """The longest move that one more card on these stacks would allow."""
    first, second, third = stacks
    return max(
        (
            max(swift(card, second, third), swift(first, card, third), swift(first, second, card))
            for card in cards
        ),
        default=swift(first, second, third),
    )


def expected_space(view: View, space: int, stride: int) -> float:
    """Where a move to this space leads, with the counter that lies there, known or not."""
    if space >= CAMP:
        return WIN
    counter = next((c for c in view["track"] if c["space"] == space), None)
    if counter is None:
        return space
    if counter["counter"] is not None:
        return outcome(view, counter["counter"], space, stride)
    unknown: list[int] = view["unknown_counters"]
    weighed = [many * outcome(view, kind, space, stride) for kind, many in enumerate(unknown)]
    return sum(weighed) / sum(unknown)


def outcome(view: View, kind: int, space: int, stride: int) -> float:
    """What a counter of this kind does for whoever comes to it."""
    if kind == BANANA:
        return max(space, expected_space(view, space + stride, stride))
    if kind == LION:
        return village_behind(space)
    return max(rate_exchange(view, seat, space) for seat in range(view["seats"]))


def rate_exchange(view: View, seat: int, space: int) -> float:
    """Where an exchange with this seat leads (with myself: none)."""
    if seat == view["seat"]:
        return space
    other: int = view["players"][seat]["position"]
    if view["gentle_exchange"]:
        return space + HINDER * (other - village_behind(other))
    return other


def rate_answer(view: View, option: int) -> float:
    """On a banana or an exchange: stay, go on, or name somebody."""
    space: int = view["players"][view["seat"]]["position"]
    if option == STAY:
        return space
    if option == GO:
        return expected_space(view, space + view["stride"], view["stride"])
    return rate_exchange(view, option - SWAP, space)
