"""Questions that are asked at most once a second, however many want to know."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

A_SECOND = 1.0

Answer = TypeVar("Answer")


class Lately(Generic[Answer]):
    """What the answer to a question was within the last second."""

    def __init__(self, ask: Callable[[], Coroutine[Any, Any, Answer]], clock: Callable[[], float]):
        self.ask = ask
        self.clock = clock
        self.asked_at = 0.0
        self.asking: asyncio.Future[Answer] | None = None

    async def answer(self) -> Answer:
        """The same for all who want to know at this moment."""
        now = self.clock()
        if self.asking is None or (self.asking.done() and now - self.asked_at >= A_SECOND):
            self.asked_at = now
            self.asking = asyncio.ensure_future(self.ask())
        return await asyncio.shield(self.asking)
