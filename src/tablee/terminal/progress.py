"""How far something long has come, on stderr: one line that moves, or a few where nothing can."""

import sys
import time

WIDTH = 30
LINES = 10  # where the output is no terminal
A_MOMENT = 0.2  # seconds between two pictures of the line


class Progress:
    """Counts what is done of a known number of things."""

    def __init__(self, total: int, what: str):
        self.total, self.what = total, what
        self.done = 0
        self.began = time.monotonic()
        self.shown = 0.0  # when, on a terminal
        self.written = 0  # lines, elsewhere
        self.moving = sys.stderr.isatty()

    def step(self) -> None:
        """One more is done."""
        self.done += 1
        if self.moving:
            self._move()
        elif self.done * LINES // self.total > self.written:
            self.written = self.done * LINES // self.total
            print(f"{self._told()}", file=sys.stderr, flush=True)

    def end(self) -> None:
        """What is written next begins a line."""
        if self.moving and self.done:
            print(file=sys.stderr, flush=True)

    def _move(self) -> None:
        now = time.monotonic()
        if now - self.shown > A_MOMENT or self.done == self.total:
            self.shown = now
            full = WIDTH * self.done // self.total
            bar = "█" * full + "·" * (WIDTH - full)
            print(f"\r{bar} {self._told()}\033[K", end="", file=sys.stderr, flush=True)

    def _told(self) -> str:
        seconds = (time.monotonic() - self.began) / self.done * (self.total - self.done)
        return f"{self.done} of {self.total} {self.what}, {duration(seconds)} left"


def duration(seconds: float) -> str:
    """A time to wait, in words short enough for a line."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"
