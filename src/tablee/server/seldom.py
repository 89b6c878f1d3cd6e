"""Seldom: what happens again and again, or is done on purpose, must not fill the log."""

import asyncio
from math import inf

PAUSE = 60.0  # seconds between two lines


class Seldom:
    """Whether something is to be said once more."""

    def __init__(self) -> None:
        self.again_at = -inf

    def is_time(self) -> bool:
        now = asyncio.get_running_loop().time()
        if now < self.again_at:
            return False
        self.again_at = now + PAUSE
        return True
