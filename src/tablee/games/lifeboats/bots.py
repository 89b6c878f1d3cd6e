"""A simple honest player for Lifeboats: it sees a view, nothing else."""

from tablee.games.lifeboats.parts import OFFICER_POINTS, ROWS, SAILOR_POINTS, island_of
from tablee.games.lifeboats.state import HAT, LANE, OFFICER_IN, Phase, boat_of
from tablee.kernel.chance import Chance, below
from tablee.kernel.game import View

HAT_COST = 2.0  # the gain that makes it worth spending a hat


def heuristic(view: View, options: list[int], chance: Chance) -> int:
    """The option with the most gain: points likely to come ashore, mine less the others' mean."""
    gains = {option: gain(view, option) for option in options if option != HAT}
    most = max(gains.values())
    if HAT in options and most > HAT_COST:
        return HAT
    best = [option for option in gains if gains[option] > most - 1e-9]
    return best[below(chance, len(best))]


def gain(view: View, option: int) -> float:
    """What is gained if this option comes true."""
    phase = view["phase"]
    if phase in (Phase.PLACE_BOATS, Phase.PLACE_BLACK):
        return SAILOR_POINTS[island_of(option - LANE + 1)]
    if phase == Phase.OVERBOARD:
        return gain_overboard(view, option)
    boat = boat_numbered(view, boat_of(option))
    if phase == Phase.LEAK:
        return changed(view, boat, margin=-1 if boat["free"] else -2)
    if phase == Phase.ADVANCE:
        return changed(view, boat, rows=1)
    if phase == Phase.JUMP:
        points = points_of(boat, option >= OFFICER_IN)
        return changed(view, boat, -1, points=-points) + refuge(view, boat, option >= OFFICER_IN)
    officer = option >= OFFICER_IN or view["players"][view["seat"]]["swims"] == "officer"
    return changed(view, boat, 1, points=points_of(boat, officer))


def boat_numbered(view: View, number: int) -> View:
    """The boat of a colour; the black one is the last of the list."""
    boats: list[View] = view["boats"]
    return boats[min(number, len(boats) - 1)]


def points_of(boat: View, officer: bool) -> int:
    """What a figure is worth on the island this boat heads for."""
    return (OFFICER_POINTS if officer else SAILOR_POINTS)[boat["island"]]


def interest(view: View, boat: View) -> float:
    """The points I have in this boat, less the mean of the others'."""
    me = view["seat"]
    sailors, officers = boat["sailors"], boat["officers"]
    points = [
        points_of(boat, False) * sailors[seat] + points_of(boat, True) * officers[seat]
        for seat in range(view["seats"])
    ]
    return float(points[me] - (sum(points) - points[me]) / (view["seats"] - 1))


def chance_to_land(boat: View, margin: int, rows: int) -> float:
    """How likely a boat lands: the more its crew exceeds its leaks and the shorter its way."""
    afloat = sum(boat["sailors"]) + sum(boat["officers"]) - boat["leaks"] + margin
    way = ROWS - boat["row"] - rows
    return 0.0 if afloat < 0 else (afloat + 1) / (afloat + 1 + way)


def changed(view: View, boat: View, margin: int = 0, rows: int = 0, points: int = 0) -> float:
    """The gain of a change in a boat's crew less leaks, its rows, and my points aboard."""
    mine = interest(view, boat)
    after = chance_to_land(boat, margin, rows) * (mine + points)
    return after - chance_to_land(boat, 0, 0) * mine


def refuge(view: View, left: View, officer: bool) -> float:
    """The best gain of climbing into another boat; 0 if none has a free seat."""
    gains = [
        changed(view, boat, 1, points=points_of(boat, officer))
        for boat in view["boats"]
        if boat["at_sea"] and boat["free"] and boat is not left
    ]
    return max(gains, default=0.0)


def gain_overboard(view: View, seat: int) -> float:
    """A figure of mine lost, or one of another's: that is shared by all who compete with them."""
    boat = boat_numbered(view, view["leaking"])
    points = points_of(boat, not boat["sailors"][seat])
    return float(-points if seat == view["seat"] else points / (view["seats"] - 1))
