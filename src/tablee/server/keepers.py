"""The bots of the house: they choose in processes of their own, from what their seat sees."""

import asyncio
import multiprocessing
import os
import secrets
import signal
import threading
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.process import BaseProcess

from tablee import catalogue
from tablee.bots.players import bot
from tablee.kernel.chance import Random
from tablee.kernel.game import View

SEEDS = 1 << 62


class Busy(Exception):
    """Too many choices are waiting already."""


def think(game: str, level: str, view: View, options: list[int], seed: int) -> int:
    """What a bot chooses; all it knows is given here."""
    return bot(level, catalogue.load(game))(view, options, Random(seed, 0))


def prepare() -> None:
    """A worker ends with the house, however that ends, and not by Ctrl-C in its terminal."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with, args=[multiprocessing.parent_process()], daemon=True).start()


def end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(0)


class Keepers:
    """A pool of workers with a queue that is not endless."""

    def __init__(self, workers: int, most: int):
        self.workers = workers
        self.most = most
        self.waiting = 0
        self.pool: Executor | None = None

    async def choose(self, game: str, level: str, view: View, options: list[int]) -> int:
        """The choice of a bot of this level."""
        if self.waiting >= self.most:
            raise Busy
        self.waiting += 1
        try:
            seed = secrets.randbelow(SEEDS)
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._pool(), think, game, level, view, options, seed)
        except BrokenProcessPool:  # a worker was killed: the next choice gets new ones
            self.close()
            raise Busy from None
        finally:
            self.waiting -= 1

    def _pool(self) -> Executor:
        if self.pool is None:
            context = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.workers, context, initializer=prepare)
        return self.pool

    def close(self) -> None:
        """Send the workers home."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None
