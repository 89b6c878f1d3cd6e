"""Waiting in tests: until something is so, never for a time. Here are the only sleeps of the tests.

A test that sleeps is slow on a quick machine and wrong on a busy one (tests/test_house.py refuses
it). `asyncio.sleep(0)` waits for nothing: it lets others go on.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Page

PATIENCE = 120.0  # seconds after which something that must happen has not happened
AGAIN = 0.001  # seconds between two looks
ASKED_AGAIN = 0.02  # the same, where a look is a question to somebody else

So = TypeVar("So")


async def until(holds: Callable[[], object]) -> None:
    """Wait for something that must become so."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(AGAIN)


async def asked_until(ask: Callable[[], Awaitable[So]], so: Callable[[So], object] = bool) -> So:
    """Ask until the answer is so; returns it."""
    async with asyncio.timeout(PATIENCE):
        while not so(answer := await ask()):
            await asyncio.sleep(ASKED_AGAIN)
        return answer


async def until_it_stays(now: Callable[[], object], seconds: float = 1.0) -> None:
    """Wait until something is so, and no longer changes: where nobody can say what is to come."""
    async with asyncio.timeout(PATIENCE):
        before = None
        while not (found := now()) or found != before:
            before = found
            await asyncio.sleep(seconds)


def until_so(holds: Callable[[], object]) -> None:
    """The same without an event loop."""
    end = time.monotonic() + PATIENCE
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("it did not come about")
        time.sleep(ASKED_AGAIN)


def until_seen(page: "Page", holds: Callable[[], object], seconds: float = PATIENCE) -> None:
    """The same of a page in a browser, where things go on meanwhile."""
    end = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > end:
            raise TimeoutError("it did not come about")
        page.wait_for_timeout(ASKED_AGAIN * 1000)


async def pause(seconds: float) -> None:
    """Let time pass where that is what is tested, or so that things happen in any order."""
    await asyncio.sleep(seconds)
