"""The machine a house runs on: its clocks, its chance and its threads come from here alone."""

import asyncio
import base64
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Generic, Protocol, TypeVar

Item = TypeVar("Item")
StartThread = Callable[[Callable[[], None], str], None]  # what it does, and its name

SEEDS = 1 << 62


def wall_clock() -> int:
    """Milliseconds since 1970, as this machine has them."""
    return time.time_ns() // 1_000_000


def steady_clock() -> int:
    """Milliseconds on a clock that nobody can set; where the machine allows, it sleeps with it."""
    return time.monotonic_ns() // 1_000_000


def start_thread(work: Callable[[], None], name: str) -> None:
    """Run something in a thread that the process does not wait for when it ends."""
    threading.Thread(target=work, name=name, daemon=True).start()


class Batches(Protocol[Item]):
    """Whoever takes items in batches, beside the event loop."""

    def start(self) -> None:
        """From here on items are taken."""

    def put(self, items: list[Item]) -> None:
        """Hand over items; those handed over during one batch make the next."""

    async def finish(self) -> None:
        """Take what is left, and end."""


class BatchThread(Generic[Item]):
    """A thread that takes items in batches and looks around from time to time."""

    def __init__(
        self,
        name: str,
        take: Callable[[list[Item]], None],
        look: Callable[[], None],
        every: float,  # seconds between two looks
    ):
        self._take = take
        self._look = look
        self._every = every
        self._waiting: SimpleQueue[list[Item] | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def put(self, items: list[Item]) -> None:
        self._waiting.put(items)

    async def finish(self) -> None:
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        look_at = time.monotonic() + self._every
        going_on = True
        while going_on:
            batch, going_on = self._gather()
            if batch:
                self._take(batch)
            if time.monotonic() >= look_at:
                self._look()
                look_at = time.monotonic() + self._every

    def _gather(self) -> tuple[list[Item], bool]:
        """Everything put by now, and whether more may come; waits a while for the first."""
        batch: list[Item] = []
        try:
            items = self._waiting.get(timeout=self._every)
            while items is not None:
                batch += items
                items = self._waiting.get_nowait()
        except Empty:
            return batch, True
        return batch, False


class MakeBatches(Protocol):
    """Makes a `Batches`, still to be started."""

    def __call__(
        self,
        name: str,
        take: Callable[[list[Any]], None],
        look: Callable[[], None],
        every: float,
    ) -> Batches[Any]: ...


@dataclass(frozen=True)
class Machine:
    """Everything by which one run of a house differs from another, apart from its event loop."""

    wall: Callable[[], int] = wall_clock
    steady: Callable[[], int] = steady_clock
    seconds: Callable[[], float] = time.monotonic  # to measure what takes less than a millisecond
    draw: Callable[[int], bytes] = secrets.token_bytes  # so many random bytes
    thread: StartThread = start_thread
    batches: MakeBatches = BatchThread

    def new_id(self) -> str:
        """An id nobody can guess; without a dash, which a command line would take for a flag."""
        return self._text(16).replace("-", "_")

    def new_secret(self) -> str:
        """256 bits: too many to be guessed, so a fast hash keeps them well enough."""
        return self._text(32)

    def new_seed(self) -> int:
        """What the chance of a bot begins with."""
        return int.from_bytes(self.draw(8)) % SEEDS

    def _text(self, size: int) -> str:
        return base64.urlsafe_b64encode(self.draw(size)).rstrip(b"=").decode()


THIS_MACHINE = Machine()
