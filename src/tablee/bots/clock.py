"""How long bots take to choose: the mean, and the time 99 of 100 choices stay under."""

import time
from collections import Counter
from dataclasses import dataclass, field
from math import log10

from tablee.bots.players import Bot
from tablee.bots.position import Position
from tablee.kernel.chance import Random

STEPS = 50  # of a histogram, to a factor of ten: 5 % each
SHORTEST = 1e-7  # seconds; a clock may not have moved at all


@dataclass
class Clock:
    """Times of choices, kept as a histogram: millions of them fit."""

    choices: int = 0
    seconds: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)

    def note(self, seconds: float) -> None:
        """One more choice."""
        self.choices += 1
        self.seconds += seconds
        self.steps[round(STEPS * log10(max(seconds, SHORTEST)))] += 1

    def take_in(self, other: "Clock") -> None:
        """The choices of another clock too."""
        self.choices += other.choices
        self.seconds += other.seconds
        self.steps.update(other.steps)

    @property
    def mean(self) -> float:
        """Seconds a choice."""
        return self.seconds / max(self.choices, 1)

    @property
    def p99(self) -> float:
        """Seconds that 99 of 100 choices stay under, to about 5 %."""
        longer = self.choices // 100
        for step in sorted(self.steps, reverse=True):
            longer -= self.steps[step]
            if longer < 0:
                return float(10 ** (step / STEPS))
        return 0.0


def timed(player: Bot, clock: Clock) -> Bot:
    """The same bot; its choices are timed, by what its own thread computes."""

    def choose(position: Position, chance: Random) -> int:
        began = time.thread_time()
        choice = player(position, chance)
        clock.note(time.thread_time() - began)
        return choice

    return choose
