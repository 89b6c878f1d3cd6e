"""The clock of the house: it goes while the house is open, never back, and nobody sets it."""

from collections.abc import Callable

BEAT = 1_000  # milliseconds between two signs of life
GONE = 6 * BEAT  # without a sign for so long the house was closed, though processes were there


class Hours:
    """For how long the house has been open, as far as this process knows.

    It goes by a clock that nobody sets from one sign of life to the next, and stops where none
    comes. What happened before, or through another process, is never later than it is now.
    """

    def __init__(self, steady: Callable[[], int]):
        self.steady = steady
        self.told = 0  # the time at `at`
        self.at = self.beaten_at = steady()

    def tick(self) -> int:
        """Milliseconds on the clock of the house."""
        now = min(self.steady(), self.beaten_at + GONE)
        if now > self.at:
            self.told += now - self.at
            self.at = now
        return self.told

    def hear(self, tick: int) -> None:
        """Something happened at this time."""
        self.told = max(self.tick(), tick)

    @property
    def silence(self) -> int:
        """Milliseconds since the last sign of life."""
        return self.steady() - self.beaten_at

    def resume(self) -> int:
        """The time for a sign of life: after a longer silence the house was closed meanwhile."""
        if self.silence > GONE:
            self.at = self.steady()
        return self.tick()
