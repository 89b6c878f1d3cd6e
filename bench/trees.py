"""Tree search against flat search at equal time, in every game: `make trees`.

A flat searcher with the captain's effort sits among three tree searchers that get the same time,
and the other way round. Writes docs/bots/trees.md.
"""

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.report import machine, write
from tablee import catalogue
from tablee.bots.arena import play_game, seating, shared_win
from tablee.bots.players import Bot
from tablee.bots.position import Position, suppose
from tablee.bots.searcher import effort, search, searcher
from tablee.bots.tree import TreeSearcher
from tablee.kernel.chance import Random
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tablee.markdown import table

PLAYERS = 4
DARING = {"land-unter": 1.0, "diabolo": 6.0, "lifeboats": 4.0, "kilimanjaro": 10.0}  # in points
LEAST = 100  # playouts of the flat search, where the captain has fewer
TRIED = 200  # iterations by which a tree's speed is found out

PAGE = """# Tree search or flat search

Measured by `make trees`, which writes this page: {machine}.

The captain's flat search (bots/search.py; at least {least} playouts, no worlds of careless others)
and an open-loop tree search (bots/tree.py) with the same heuristic and, by the number of
iterations, the same time for a choice. One of the first kind sits among three of the other; a fair
share is 25 %. Every deal is played from every seat; intervals (95 %) are over deals.

{table}
"""


@cache
def tree(game: Game) -> TreeSearcher:
    return TreeSearcher(game)


def flat_bot(game: Game) -> Bot:
    """The captain's search, without doubt: a tree has none, either."""
    captain = effort("captain", game)
    tried = replace(captain, playouts=max(captain.playouts, LEAST), doubt=0.0)
    return partial(search, searcher(game, tried.answers), tried)


@cache
def iterations(game: Game) -> int:
    """So many that a tree takes as long as the captain, in positions of a game."""
    flat, match = flat_bot(game), Match(game, game.dealt(PLAYERS, {}, Random(77)))
    times = [0.0, 0.0]
    chance = Random(1)
    while not match.over:
        for seat in match.waiting_for:
            position = suppose(match, seat)
            option = position.options[0]
            if len(position.options) > 1:
                began = time.thread_time()
                option = flat(position, chance)
                times[0] += time.thread_time() - began
                began = time.thread_time()
                tree(game).choose(position, TRIED, DARING[game.id], chance)
                times[1] += time.thread_time() - began
            match.choose(seat, option)
    return max(10, round(TRIED * times[0] / times[1]))


def tree_bot(number: int, position: Position, chance: Random) -> int:
    if len(position.options) == 1:
        return position.options[0]
    game = position.game
    return tree(game).choose(position, number, DARING[game.id], chance)


def share(name: str, number: int, flat_first: bool, deal: int) -> float:
    """What one of a kind wins of a deal played from every seat."""
    game = catalogue.load(name)
    bots: list[Bot] = [flat_bot(game), partial(tree_bot, number)]
    one, others = bots if flat_first else bots[::-1]
    played = [
        shared_win(play_game(game, seating(one, others, PLAYERS, seat), {}, deal).winners(), seat)
        for seat in range(PLAYERS)
    ]
    return sum(played) / PLAYERS


def main(deals: str = "40", *names: str) -> None:
    lines = []
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for game in [catalogue.load(name) for name in names] or catalogue.games():
            iterations(game)  # once for the compiler
            iterations.cache_clear()
            number = iterations(game)
            for flat_first in (True, False):
                play = partial(share, game.id, number, flat_first)
                shares = np.array(list(pool.map(play, range(int(deals)))))
                margin = 1.96 * shares.std() / len(shares) ** 0.5
                kinds = ("flat", "tree") if flat_first else ("tree", "flat")
                line = [game.id, *kinds, f"{number:,}", f"{PLAYERS * len(shares):,}"]
                lines.append([*line, f"{shares.mean():.1%} ± {margin:.1%}"])
                print("  ".join(lines[-1]), flush=True)
    heads = ["game", "one", "among three", "iterations of the tree", "games", "wins"]
    page = PAGE.format(machine=machine(), least=LEAST, table=table(heads, lines))
    if not names:
        write("bots/trees.md", page)


if __name__ == "__main__":
    main(*sys.argv[1:])
