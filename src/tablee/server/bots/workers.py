"""Processes that work for the house, so that its own is free for people."""

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from multiprocessing.connection import Connection, wait
from typing import ParamSpec, TypeVar

from tablee.server.bots.faults import Failed
from tablee.server.refusals import Declined

# Before its workers end, a pool must have forgotten the work that was cancelled: else its own
# thread fails over it (Python 3.11). It forgets nothing once nobody holds it.
A_MOMENT = 0.3  # seconds

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Busy(Exception):
    """Too much is waiting already, or the workers were sent home."""


def attempt(work: Callable[..., Result], *args: object, **more: object) -> Result:
    """In a worker: what raises there is told to the house line by line."""
    try:
        return work(*args, **more)
    except Declined:  # what was asked for cannot be: nothing has failed
        raise
    except Exception as error:
        raise Failed.by(error) from error


def prepare(closing: Connection, niceness: int) -> None:
    """A worker ends with the house, however that ends, and not by Ctrl-C in its terminal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(niceness)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # NumPy, not yet loaded here, leaves cores to others
    threading.Thread(target=end_with_the_house, args=[closing], daemon=True).start()


def end_with_the_house(closing: Connection) -> None:
    """The pipe ends when the house closes, whatever is being thought about by then."""
    house = multiprocessing.parent_process()
    wait([closing] if house is None else [closing, house.sentinel])
    os._exit(0)


def end_workers(_pool: Executor, closing: Connection) -> None:
    """Close the pipe they watch; until then the pool was held."""
    closing.close()


class Workers:
    """A pool of processes with a queue that is not endless; they start when there is work."""

    def __init__(self, number: int, most: int, niceness: int = 0):
        self.number = number
        self.most = most
        self.niceness = niceness  # by how much they step back where people wait for the machine
        self.waiting = 0
        self.pool: Executor | None = None
        self.killed: Executor | None = None  # the last pool of which a worker was killed
        self.closing: Connection | None = None

    async def run(
        self, work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs
    ) -> Result:
        """What a function of a module comes to in another process."""
        if self.waiting >= self.most:
            raise Busy("too much is waiting")
        self.waiting += 1
        pool: Executor | None = None
        try:
            pool = self._pool()
            future: Future[Result] = pool.submit(partial(attempt, work, *args, **more))
            return await asyncio.wrap_future(future)
        except BrokenProcessPool:
            if pool is self.pool:  # a worker was killed: the next work gets new ones
                self.killed = pool
                self.close()
            if pool is self.killed:
                raise Failed("a worker was killed", []) from None
            raise Busy("a worker was killed") from None
        except OSError as error:  # no files or no memory are left for a process; soon, perhaps
            self.close()
            raise Busy(f"no worker can be started: {error.strerror}") from None
        finally:
            self.waiting -= 1

    def _pool(self) -> Executor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            theirs, self.closing = context.Pipe(duplex=False)
            self.pool = ProcessPoolExecutor(
                self.number, context, initializer=prepare, initargs=(theirs, self.niceness)
            )
        return self.pool

    def close(self) -> None:
        """Send the workers home, whatever they are doing."""
        if self.pool is not None and self.closing is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            end = threading.Timer(A_MOMENT, end_workers, [self.pool, self.closing])
            end.daemon = True
            end.start()
        self.pool = self.closing = None
