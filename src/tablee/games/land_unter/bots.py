"""A simple honest player for Land Unter: it sees a view, nothing else."""

from tablee.games.land_unter.parts import CARDS
from tablee.kernel.chance import Chance, below
from tablee.kernel.game import View

LEVEL_COST = 0.12  # points a level before me is worth, for the tricks to come
LAST_BUOY_COST = 2.0  # going under costs more than a buoy
CARD_COST = 0.3  # what playing the very lowest or highest card costs later


def heuristic(view: View, options: list[int], chance: Chance) -> int:
    """The card that costs least: take low water, dodge high water, save the extreme cards."""
    me = my_seat(view)
    costs = {card: expected_cost(view, me, card) for card in options}
    least = min(costs.values())
    best = [card for card in options if costs[card] <= least + 1e-9]
    return best[below(chance, len(best))]


def my_seat(view: View) -> int:
    """The seat whose hand this is."""
    seat: int = view["seat"]
    return seat


def expected_cost(view: View, me: int, card: int) -> float:
    """Weigh the three places the card may come in: first, second, or below."""
    first, second = 1.0, 0.0
    for seat, player in enumerate(view["players"]):
        if seat != me and not player["out"]:
            higher = chance_of_higher(view, player, card)
            first, second = first * (1 - higher), second * (1 - higher) + first * higher
    lower_water, higher_water = view["water"]
    mine = view["players"][me]["level"]
    others = max((p["level"] for s, p in enumerate(view["players"]) if s != me), default=0)
    cost = first * cost_of(view, me, lower_water, max(higher_water, others))
    cost += second * cost_of(view, me, higher_water, max(lower_water, others))
    cost += (1 - first - second) * cost_of(view, me, mine, max(higher_water, others))
    return cost + CARD_COST * abs(2 * card - CARDS - 1) / CARDS


def chance_of_higher(view: View, player: View, card: int) -> float:
    """How likely this player lays a higher card, if any card they may hold is as likely."""
    if player["card"]:
        return float(player["card"] > card)
    hidden = player["cards"] - len(player["known"])
    unknown = view["unknown"]
    higher_unknown = sum(other > card for other in unknown) / max(1, len(unknown))
    higher_known = sum(other > card for other in player["known"])
    return float((higher_known + hidden * higher_unknown) / max(1, player["cards"]))


def cost_of(view: View, me: int, level: int, highest_other: int) -> float:
    """What it costs to show this level while the others show up to `highest_other`."""
    cost = LEVEL_COST * level
    if level >= highest_other and level > 0:
        cost += 1.0 if view["players"][me]["buoys"] else LAST_BUOY_COST
    return cost
