"""What is worked out in other processes about single positions: advice and judgements."""

from dataclasses import dataclass

from tablee.bots.analysis import Judgement
from tablee.bots.position import Packed, Position, unpack
from tablee.kernel.chance import Random

Weighed = tuple[int, float, int]  # an option, its value in points, how often it was played on


@dataclass(frozen=True)
class Advice:
    """What the captain found out for a seat that owes a choice."""

    turn: int
    position: Position
    weighed: list[Weighed]


def advise(packed: Packed, seed: int) -> list[Weighed]:
    """What the captain finds out about the options of a position, the best first."""
    from tablee.bots import hints

    found = hints.advise(unpack(packed), Random(seed, 0))
    return [(one.option, one.value, one.visits) for one in found]


def judge(packed: Packed, turn: int, chosen: int, seed: int) -> Judgement:
    """A decision against the best one: both are played on once more, beside each other."""
    from tablee.bots import hints

    position, chance = unpack(packed), Random(seed, 0)
    best = hints.advise(position, chance)[0]
    if best.option == chosen:
        return Judgement(turn, chosen, chosen, best.value, 0.0)
    values = {
        one.option: one.value for one in hints.compare(position, [best.option, chosen], chance)
    }
    cost = values[best.option] - values[chosen]
    if cost <= 0:
        return Judgement(turn, chosen, chosen, values[chosen], 0.0)
    return Judgement(turn, chosen, best.option, values[best.option], cost)
