"""How good the heuristic bots are against random players: `make heuristics`.

Every game with every number of players, and every option of the table the other way round.
Each deal is played once from every seat. Prints the table and writes docs/heuristics.md; with
names of games as arguments, only those are played and no page is written.
"""

import math
import os
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.report import machine, table, write
from tablee import catalogue
from tablee.bots.arena import play_game
from tablee.bots.players import Bot, bot
from tablee.kernel.chance import Chance
from tablee.kernel.game import Game, View

GAMES = 2_000  # at least, for every kind of table
USUAL_PLAYERS = 4
DEALS_A_TASK = 50

PAGE = """# How good the heuristic bots are

Measured by `make heuristics`, which writes this page: {machine}.

One heuristic bot sits among random players. Every deal is played once from every seat, at least
{games:,} games for each kind of table; a shared win counts in parts. The interval (95 %) is over
deals, because the games of one deal are not independent. A fair share is what one more random
player would win. Time is that of the bot itself, without the view it is given.

{table}
"""


@dataclass(frozen=True)
class Company:
    """One kind of table: the game, the number of players, the option that is not as usual."""

    game: str
    players: int
    switches: dict[str, bool]

    @property
    def deals(self) -> int:
        return math.ceil(GAMES / self.players)


@dataclass(frozen=True)
class Share:
    """What the heuristic won in some deals, and what it took."""

    by_deal: list[float]  # mean over the seats it was played from
    choices: int
    seconds: float


class Timed:
    """A bot that counts its choices and the time they take."""

    def __init__(self, player: Bot):
        self.player = player
        self.choices = 0
        self.seconds = 0.0

    def __call__(self, view: View, options: list[int], chance: Chance) -> int:
        began = time.thread_time()
        choice = self.player(view, options, chance)
        self.seconds += time.thread_time() - began
        self.choices += 1
        return choice


def companies(game: Game) -> list[Company]:
    """Every number of players as usual, then every option the other way round."""
    usual = min(game.players, key=lambda players: abs(players - USUAL_PLAYERS))
    found = [Company(game.id, players, {}) for players in game.players]
    return found + [
        Company(game.id, usual, {name: not default}) for name, default in game.switches.items()
    ]


def portions(deals: int) -> list[range]:
    """The deals in tasks for one process each."""
    starts = range(0, deals, DEALS_A_TASK)
    return [range(first, min(first + DEALS_A_TASK, deals)) for first in starts]


def play_deals(company: Company, deals: range) -> Share:
    """Play these deals, each from every seat."""
    game = catalogue.load(company.game)
    heuristic, others = Timed(bot("heuristic", game)), bot("random", game)
    by_deal = []
    for deal in deals:
        share = 0.0
        for seat in range(company.players):
            bots: list[Bot] = [others] * company.players
            bots[seat] = heuristic
            winners = play_game(game, bots, company.switches, deal).winners()
            share += (seat in winners) / len(winners)
        by_deal.append(share / company.players)
    return Share(by_deal, heuristic.choices, heuristic.seconds)


def line(company: Company, parts: list[Share]) -> list[str]:
    """A line of the table."""
    by_deal = [share for part in parts for share in part.by_deal]
    margin = 1.96 * statistics.stdev(by_deal) / math.sqrt(len(by_deal))
    seconds, choices = sum(part.seconds for part in parts), sum(part.choices for part in parts)
    switched = [f"{name} {'on' if value else 'off'}" for name, value in company.switches.items()]
    return [
        company.game,
        str(company.players),
        ", ".join(switched) or "as usual",
        f"{len(by_deal) * company.players:,}",
        f"{statistics.mean(by_deal):.1%} ± {margin:.1%}",
        f"{1 / company.players:.1%}",
        f"{seconds / choices * 1e6:.0f} µs",
    ]


def main(*names: str) -> None:
    games = [catalogue.load(name) for name in names] or catalogue.games()
    found = [company for game in games for company in companies(game)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        tasks = [
            [pool.submit(play_deals, company, deals) for deals in portions(company.deals)]
            for company in found
        ]
        lines = []
        for company, parts in zip(found, tasks, strict=True):
            lines.append(line(company, [part.result() for part in parts]))
            print("  ".join(lines[-1]), flush=True)
    heads = ["game", "players", "options", "games", "wins", "fair share", "time per choice"]
    page = PAGE.format(machine=machine(), games=GAMES, table=table(heads, lines))
    print(f"\n{page}")
    if not names:
        write("heuristics.md", page)


if __name__ == "__main__":
    main(*sys.argv[1:])
