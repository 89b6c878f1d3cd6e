"""A real fault in all that judges positions, in the processes of a house, while a file says so.

It writes down what it was asked about, so that a test can tell whether something was repeated.
"""

import hashlib
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path

from tablee.bots import players
from tablee.bots.players import Judgement, judge, ratings
from tablee.bots.position import Position
from tablee.kernel.chance import Random
from tablee.server.bots.workers import prepare

FILE = "FAULT_OF_A_TEST"  # the variable that names the file
SECRET = "Anna holds the 37"
RAISES, KILLS = "raises", "kills"


def faulty_ratings(position: Position) -> list[float]:
    """In place of the ratings of options."""
    file = Path(os.environ[FILE])
    if file.exists():
        with file.with_suffix(".asked").open("a") as asked:
            digest = hashlib.sha256(repr(position.pack()).encode()).hexdigest()
            print(position.seat, digest, file=asked)
        if file.read_text() == KILLS:
            os.kill(os.getpid(), signal.SIGKILL)
        raise IndexError(SECRET)
    return ratings(position)


def faulty_judge(judgement: Judgement, position: Position, chance: Random) -> int:
    """In place of how a bot without search chooses."""
    faulty_ratings(position)
    return judge(judgement, position, chance)


def break_here() -> None:
    """From now on this process is faulty."""
    from tablee.bots import searcher

    players.judge = faulty_judge
    searcher.ratings = faulty_ratings  # type: ignore[attr-defined]


def prepare_faulty(closing: Connection, niceness: int) -> None:
    """A worker of a house, and faulty."""
    prepare(closing, niceness)
    break_here()
