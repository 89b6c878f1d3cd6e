"""How fast the bots are, side by side with OpenSpiel: `make bench-bots`.

Measures everything in one run, prints the tables and writes docs/bots/speed.md. `--quick` measures
less of each, `--only` some of it; no page is written then. Exit status 1: a bar is missed.
"""

import argparse
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean

from bench.bot_house import CORES, LEVEL, PAUSE, evening
from bench.bot_speed import (
    NETWORK,
    PEER_GAMES,
    PEER_ITERATIONS,
    PLAYERS,
    best_of,
    choice_times,
    our_pass,
    our_tree_pass,
    peer_pass,
    peer_states,
    positions,
)
from bench.duel import CONSTANTS, UCT, Allowance, Duel, duel
from bench.report import Row, bars, machine, write
from bench.server.driver import SEATS, Load
from bench.server.figures import HEADS, percentile
from tablee import catalogue
from tablee.bots.players import LADDER
from tablee.markdown import table

SEARCH_BARS = {"land-unter": 8.0}
SEARCH_BAR = 2.0
CHOICE_BARS = dict(zip((*LADDER, NETWORK), (2, 2, 20, 200, 300, 1), strict=True))  # milliseconds
BOT_TABLES = 100
HOUSE_BAR = 250  # milliseconds
DUEL_BAR = 60  # per cent


@dataclass(frozen=True)
class Scale:
    """How much is measured."""

    games: int  # of which every position is searched
    peer_games: int
    rounds: int
    choice_games: int
    choice_rounds: int
    evenings: int
    people: Load
    pairs: int
    equal_pairs: int  # at equal iterations
    thinking: float  # seconds a choice
    iterations: int


FULL = Scale(
    games=2,
    peer_games=8,
    rounds=5,
    choice_games=4,
    choice_rounds=4,
    evenings=3,
    people=Load(tables=25, warm_up=10, seconds=40, rate=25),
    pairs=40,
    equal_pairs=6,
    thinking=0.05,
    iterations=100,
)
QUICK = Scale(
    games=1,
    peer_games=2,
    rounds=1,
    choice_games=1,
    choice_rounds=2,
    evenings=1,
    people=Load(tables=5, warm_up=3, seconds=10, rate=10),
    pairs=2,
    equal_pairs=2,
    thinking=0.03,
    iterations=30,
)

Part = tuple[list[Row], str]  # figures held to their bars, and what is told of them

PAGE = """# How fast the bots are

Measured by `make bench-bots`, which writes this page: {machine}.

{bars}

{parts}"""

SEARCH = """## Search

OpenSpiel's C++ `ISMCTSBot`, with {iterations} iterations a choice, guesses a world for each
iteration, goes down its tree and plays on at random to the end. Held against it is our tree search
(`bots/tree.py`), which does the same with as many iterations, to the horizon of a search: the end
of the round in Land Unter and Diabolo, four rounds in Lifeboats. Beside it the flat search of level
4, in which everybody plays on by the heuristic: slower for an iteration, stronger for the time.
Both sides search every choice between several options of whole {players}-player games ({games} of
ours played by sailors, {peer_games} of theirs played at random), all of them in turn, best of
{rounds} rounds, processor time of one core. A game is held against the faster of OpenSpiel's two.

In hearts no cards are passed on: OpenSpiel's search crashes when it guesses hands after some were.

{table}
"""

CHOICES = """## A choice

Processor time of one core for one choice between several options, in {games} whole games of four
bots of the level; what the bot is given (a guessed state; to levels 1 and 2 also the numbers of
their character) is part of it. *network*: what a game's network thinks best, without a search and
with NumPy alone. The same games are played {rounds} times and every choice counts with its shortest
time. Held to the bar: what 99 of 100 choices stay under. The network's are longest where counters
are placed in Kilimanjaro, with up to 279 options.

{table}
"""

HOUSE = """## A house full of bots

`tablee serve` on {cores} cores with {tables} tables of four bots of level 3 (`{level}`), all games
alike, `bot_pause` {pause} s, each with somebody looking on. Where all choose at once, four choices
are made in these two seconds. Meanwhile {people} people at {people_tables} other tables make
{rate:g} choices a second over their own sockets; the clients run on the same machine. A search
that has no time is replaced by a quick bot: *searched* is the share that was not. Best of
{evenings} runs.

{table}
"""

DUEL = """## Against OpenSpiel's search on the same game

Land Unter is registered in OpenSpiel as a game in Python around our interpreted rules
(`bench/open_spiel_land_unter.py`), searched by its own `ISMCTSBot` in Python: information states
are our views, worlds our guesses, the game ends with the round and counts as in our search; random
rollouts, the most visited choice, and the constant {uct:g} (of {constants}, the best against
sailors: `python -m bench.duel --tune`). Ours is the search of level 4 with as many playouts as fit.

Four players, two seats for each side, opposite each other; then the same deal with seats
exchanged. So both sides hold the same hands against the same company, and neither meets more of
its own kind. A pair is won by the side with more points in both games together, a tie is half.
Choices are counted with the processor time of the process, what is copied and guessed included.

{table}
"""


def search_part(scale: Scale) -> Part:
    """Iterations a second, against the C++ search."""
    games = catalogue.games()
    passes = {name: peer_pass(peer_states(name, scale.peer_games)) for name in PEER_GAMES}
    for game in games:
        known = positions(game, scale.games)
        passes[f"{game.id}, as level 4"] = our_pass(game, known)
        passes[f"{game.id}, tree"] = our_tree_pass(game, known)
    best = best_of(passes, scale.rounds)
    fastest = max(PEER_GAMES, key=lambda name: best[name])
    rows = []
    for game in games:
        ours = best[f"{game.id}, tree"]
        bar = SEARCH_BARS.get(game.id, SEARCH_BAR)
        against = f"{fastest} {thousands(best[fastest])}"
        what = f"tree search with random playouts, {game.id}"
        rows.append(Row(what, thousands(ours), against, ours / best[fastest], bar, "×"))
    lines = [
        [name, thousands(best[name]), *(f"{best[name] / best[peer]:.2f} ×" for peer in PEER_GAMES)]
        for name in passes
    ]
    told = SEARCH.format(
        iterations=PEER_ITERATIONS,
        players=PLAYERS,
        games=scale.games,
        peer_games=scale.peer_games,
        rounds=scale.rounds,
        table=table(["search", "iterations/s", *(f"to {peer}" for peer in PEER_GAMES)], lines),
    )
    return rows, told


def thousands(iterations: float) -> str:
    return f"{iterations / 1e3:,.0f} k/s"


def choices_part(scale: Scale) -> Part:
    """The cost of a choice, for every level and game."""
    rows, lines = [], []
    for place, level in enumerate(CHOICE_BARS, 1):
        for game in catalogue.games():
            times = choice_times(level, game, scale.choice_games, scale.choice_rounds)
            usual, longest = mean(times) * 1e3, percentile(times, 0.99) * 1e3
            who = "the network alone" if level == NETWORK else f"level {place}"
            what = f"a choice of {who}, {game.id}"
            measured, bar = f"mean {usual:.2f} ms", CHOICE_BARS[level]
            rows.append(Row(what, measured, "", longest, bar, "ms", at_least=False))
            figures = [mean(times), percentile(times, 0.5), percentile(times, 0.99), max(times)]
            lines.append([level, game.id, f"{len(times)}", *(f"{1e3 * t:.2f}" for t in figures)])
    heads = ["level", "game", "choices", "mean, ms", "p50", "p99", "longest"]
    games, rounds = scale.choice_games, scale.choice_rounds
    return rows, CHOICES.format(games=games, rounds=rounds, table=table(heads, lines))


def house_part(scale: Scale) -> Part:
    """What people notice of a hundred tables of bots."""
    evenings = [evening(BOT_TABLES, scale.people) for _ in range(scale.evenings)]
    best = min(evenings, key=lambda one: one.people.confirmed_p99)
    longest = best.people.confirmed_p99 * 1e3
    searched, pace = best.share_searched * 100, best.pace
    tables = f"{BOT_TABLES} tables of bots"
    rows = [
        Row(
            f"{tables}: people's acknowledgements, p99",
            f"p50 {best.people.confirmed_p50 * 1e3:.1f} ms",
            "",
            longest,
            HOUSE_BAR,
            "ms",
            at_least=False,
        ),
        Row(f"{tables}: choices a table in 2 s", f"{best.choices:,} in all", "", pace, 1, ""),
        Row(f"{tables}: searched by level 3", "", "", searched, 99, "%"),
    ]
    lines = [
        [f"{one.choices / one.seconds:.0f}", f"{one.share_searched:.1%}", *one.people.line()[:2]]
        for one in evenings
    ]
    told = HOUSE.format(
        cores=CORES,
        tables=BOT_TABLES,
        level=LEVEL,
        pause=PAUSE,
        people=scale.people.tables * SEATS,
        people_tables=scale.people.tables,
        rate=scale.people.rate,
        evenings=scale.evenings,
        table=table(["bots' choices/s", "searched", f"people's {HEADS[0]}", HEADS[1]], lines),
    )
    return rows, told


def duel_part(scale: Scale) -> Part:
    """Head to head with OpenSpiel's Python search."""
    workers = os.cpu_count() or 1
    timed = duel(Allowance(seconds=scale.thinking), scale.pairs, workers)
    counted = duel(Allowance(iterations=scale.iterations), scale.equal_pairs, workers)
    what = f"pairs won against OpenSpiel's search, {scale.thinking * 1e3:.0f} ms a choice each"
    rows = [
        Row(what, share(timed), f"{timed.pairs} pairs", timed.won.value * 100, DUEL_BAR, "%"),
    ]
    lines = [duel_line("equal time", timed), duel_line("equal iterations", counted)]
    told = DUEL.format(
        uct=UCT,
        constants=", ".join(f"{constant:g}" for constant in CONSTANTS),
        table=table(["", "pairs", "won by ours", "points ahead", "ours", "theirs"], lines),
    )
    return rows, told


def share(result: Duel) -> str:
    won = result.won
    return f"{won.value:.0%} ({won.low:.0%} to {won.high:.0%})"


def duel_line(what: str, result: Duel) -> list[str]:
    lead = result.lead
    ahead = f"{lead.value:+.1f} ({lead.low:+.1f} to {lead.high:+.1f}) a seat and game"
    return [what, f"{result.pairs}", share(result), ahead, result.ours.said, result.theirs.said]


PARTS: dict[str, Callable[[Scale], Part]] = {
    "search": search_part,
    "choices": choices_part,
    "house": house_part,
    "duel": duel_part,
}


def main() -> None:
    asking = argparse.ArgumentParser(prog="make bench-bots", description=__doc__)
    asking.add_argument("--quick", action="store_true", help="a small run, for trying it out")
    asking.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART")
    asked = asking.parse_args()
    rows: list[Row] = []
    told = []
    for name in asked.only:
        print(f"bench: {name} ...", file=sys.stderr, flush=True)
        held, text = PARTS[name](QUICK if asked.quick else FULL)
        print(bars(held), flush=True)
        rows += held
        told.append(text)
    page = PAGE.format(
        machine=machine("numba", "open_spiel"), bars=bars(rows), parts="\n".join(told)
    )
    print(page)
    if set(asked.only) == set(PARTS) and not asked.quick:
        write("bots/speed.md", page)
    missed = [row.what for row in rows if not row.met]
    if missed:
        sys.exit(f"bench: bars missed: {'; '.join(missed)}")


if __name__ == "__main__":
    main()
