"""A simple honest player for Diabolo: it sees a view, nothing else."""

from tablee.kernel.chance import Chance, below
from tablee.kernel.game import View


def heuristic(view: View, options: list[int], chance: Chance) -> int:
    return options[below(chance, len(options))]
