"""A simple honest player for Kilimanjaro: it sees a view, nothing else."""

from tablee.kernel.chance import Chance, below
from tablee.kernel.game import View


def heuristic(view: View, options: list[int], chance: Chance) -> int:
    """x"""
    return options[below(chance, len(options))]
