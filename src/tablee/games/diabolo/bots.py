"""A simple honest player for Diabolo: it sees a view, nothing else."""

from math import exp

from tablee.games.diabolo.parts import COLOUR_OF, COLOURS, ROW, VALUE_OF
from tablee.games.diabolo.state import DISCARD, DOUBLE, KEEP, Asked
from tablee.kernel.chance import Chance, below
from tablee.kernel.game import View

SWING = 0.7  # how far each card yet to come may move a row, in points
PUSH = 0.15  # how far I shall push a row myself, for each point I hold of its colour
SPREAD = 2.0  # how far a hand may be from what is expected of it, in points


def heuristic(view: View, options: list[int], chance: Chance) -> int:
    """The card that leaves the most promising hand; the doubler where I expect the most."""
    rivals = [expected_sums(view, colour) for colour in range(COLOURS)]
    worth = [prospect(view, rivals, colour) for colour in range(COLOURS)]
    if view["asks"] == Asked.DOUBLER:
        return DOUBLE if worth[view["scoring"]] == max(worth[view["scoring"] :]) else KEEP
    values = {option: value_after(view, rivals, worth, option) for option in options}
    most = max(values.values())
    best = [option for option in options if values[option] >= most - 1e-9]
    return best[below(chance, len(best))]


def value_after(view: View, rivals: list[list[float]], worth: list[float], option: int) -> float:
    """What the whole hand is worth once this card is gone; my best colour counts double."""
    discarded = option > DISCARD
    card = option - DISCARD if discarded else option // 2
    step = 0 if discarded else VALUE_OF[card] * (1 if option % 2 else -1)
    after = list(worth)
    after[COLOUR_OF[card]] = prospect(view, rivals, COLOUR_OF[card], VALUE_OF[card], step)
    return sum(after) + max(0.0, *after)


def prospect(
    view: View, rivals: list[list[float]], colour: int, given: int = 0, step: int = 0
) -> float:
    """The points a colour promises once I have given away so much, and the row has moved a step."""
    mine = sum_of(view["hand"], colour) - given
    row = view["rows"][colour]
    margin = sum(row["heaven"]) - sum(row["hell"]) + step
    free = ROW - len(row["hell"]) - len(row["heaven"]) - (step != 0)
    if free == 0 or view["asks"] == Asked.DOUBLER:
        sign = float(margin > 0) - float(margin < 0)
    else:
        sign = 2 / (1 + exp(-(margin + PUSH * mine) / (SWING * free))) - 1
    for sum_of_rival in rivals[colour]:
        sign /= 1 + exp((sum_of_rival - mine) / SPREAD)
    return sign * mine


def expected_sums(view: View, colour: int) -> list[float]:
    """What each of the others holds of a colour, going by the cards known and not yet seen."""
    average = sum_of(view["unknown"], colour) / max(1, len(view["unknown"]))
    return [
        sum_of(player["known"], colour) + average * (player["cards"] - len(player["known"]))
        for seat, player in enumerate(view["players"])
        if seat != view["seat"]
    ]


def sum_of(cards: list[int], colour: int) -> int:
    """The sum of the cards of a colour."""
    return sum(VALUE_OF[card] for card in cards if COLOUR_OF[card] == colour)
