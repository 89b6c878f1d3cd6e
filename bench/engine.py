"""How fast the engine is, side by side with OpenSpiel: `make bench-engine`.

Measures everything in one run, prints the table and writes docs/engine-speed.md. With names of
games as arguments, only those are measured and no page is written. Exit status 1: a bar is missed.
"""

import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import harmonic_mean

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench import fresh, ours, peer
from bench.report import Row, bars, machine, speed, write
from tablee import catalogue
from tablee.kernel.game import Game
from tablee.markdown import table
from tablee.simulation import CHUNK

ROUNDS = 15
SLICE = 0.2  # seconds of processor time a loop gets in each round
COMPILED_BARS = {"land-unter": 12.0}
COMPILED_BAR = 4.0
INTERPRETED_BAR = 3.0
CORES_BAR = 1.6
IMPORTS = 10  # fresh processes for each import
CORES_ROUNDS = 5
CORES_SECONDS = 1.5  # about how long one core is given in each round

PAGE = """# How fast the engine is

Measured by `make bench-engine`, which writes this page: {machine}.

{bars}

"Measured" and "against" are the best of {rounds} rounds in one run ({cores_rounds} for both cores),
ours and the peer's in turn.
All tables have {players} players. A move is one choice of one seat, on both sides: when four seats
choose at once, that is four moves. One-core figures count the processor time of the process;
all others are by the clock.

- **Compiled random play**: `Simulator.chunk`, deals, scores and winners included, against
  OpenSpiel's C++ loop: `pyspiel.evaluate_bots` with its uniform random bots on
  `{goofspiel}`.
  It takes simultaneous games as they are; of {variants} variants (three kinds of returns, with and
  without hidden bids, simultaneous and turn-based) this was the fastest. The last card, which
  goofspiel plays without asking anybody, is counted for it. With the prizes in a fixed order, so
  without any chance node, it reaches {descending}.
- **Interpreted**: whole games through `Match`, `options` then `choose`, which checks again, against
  OpenSpiel's games written in Python, stepped in the same way with the same random numbers: all
  of them, and those that are of our kind, several people with hidden hands. Both sides together
  play the same number of moves of each game (the harmonic mean of the speeds). Game by game, our
  speed over theirs is:

{python_games}

- **Both cores**: `simulate(cores=2)` against `simulate(cores=1)`.
- **Import**: a fresh process, best of {imports}; neither Numba nor NumPy is loaded after it.
- **Memory**: {matches} live matches, each {choices} choices in: growth of the resident set.
- **Compilation**: linking the random playout and calling it once, in a fresh process, first with an
  empty cache, then with a full one. Importing Numba and the game comes on top: "with imports".
  Byte code is already written, and SciPy is hidden: Numba would load it, only OpenSpiel needs it.
"""

Loop = Callable[[], int]


def rate(loop: Loop) -> float:
    """Moves per second of processor time, over one slice; reads the clock ever more rarely."""
    moves, calls = 0, 1
    began = time.process_time()
    while (spent := time.process_time() - began) < SLICE:
        for _ in range(calls):
            moves += loop()
        calls *= 2
    return moves / spent


def interleaved(own: Mapping[str, Loop], others: Mapping[str, Loop]) -> dict[str, float]:
    """The best speed of every loop over all rounds, one of ours and one of theirs in turn.

    The shorter side starts again from its first loop until the longer one is through.
    """
    loops = {**own, **others}
    best = dict.fromkeys(loops, 0.0)
    mine, theirs = list(own), list(others)
    for _ in range(ROUNDS):
        for turn in range(max(len(mine), len(theirs))):
            for name in (mine[turn % len(mine)], theirs[turn % len(theirs)]):
                best[name] = max(best[name], rate(loops[name]))
    return best


def fastest_goofspiel(points_order: str) -> tuple[str, Loop, float]:
    """The variant the peer is fastest at: its name, its loop, its speed in one slice."""
    variants = peer.goofspiel_variants(points_order)
    loops = {name: peer.cpp_loop(game) for name, game in variants.items()}
    speeds = {name: rate(loop) for name, loop in loops.items()}
    name = max(speeds, key=lambda name: speeds[name])
    return name, loops[name], speeds[name]


def compiled_rows(games: list[Game], goofspiel: Loop) -> list[Row]:
    """Random play on one core against the C++ loop."""
    own = {game.id: ours.compiled(game) for game in games}
    best = interleaved(own, {"goofspiel": goofspiel})
    theirs = best["goofspiel"]
    return [
        Row(
            f"compiled random play, {name}",
            speed(best[name]),
            speed(theirs),
            best[name] / theirs,
            COMPILED_BARS.get(name, COMPILED_BAR),
            "×",
        )
        for name in own
    ]


def interpreted_rows(games: list[Game]) -> tuple[list[Row], str]:
    """Random play through `Match` against games written in Python; and the table of those."""
    own = {game.id: ours.interpreted(game) for game in games}
    best = interleaved(own, {name: peer.python_game(name) for name in peer.PYTHON_GAMES})
    alike = [name for name, other in peer.PYTHON_GAMES.items() if not other]
    mine = harmonic_mean([best[name] for name in own])
    rows = []
    for names, kind in ((list(peer.PYTHON_GAMES), "in Python"), (alike, "with hidden hands")):
        theirs = harmonic_mean([best[name] for name in names])
        what = f"interpreted, our {len(own)} games against OpenSpiel's {len(names)} {kind}"
        rows.append(Row(what, speed(mine), speed(theirs), mine / theirs, INTERPRETED_BAR, "×"))
    heads = ["OpenSpiel in Python", "speed", *own, "not of our kind"]
    lines = [
        [name, speed(best[name]), *(f"{best[mine] / best[name]:.1f} ×" for mine in own), other]
        for name, other in sorted(peer.PYTHON_GAMES.items(), key=lambda entry: -best[entry[0]])
    ]
    return rows, table(heads, lines)


def cores_row(game: Game) -> Row:
    """Two cores against one."""
    trial = ours.on_cores(game, CHUNK, cores=1)
    chunks = max(1, round(CORES_SECONDS / trial.seconds / 2)) * 2
    best = {1: 0.0, 2: 0.0}
    for _ in range(CORES_ROUNDS):
        for cores in best:
            best[cores] = max(best[cores], ours.on_cores(game, chunks * CHUNK, cores).speed)
    what = f"both cores, {game.id}"
    return Row(what, speed(best[2]), speed(best[1]), best[2] / best[1], CORES_BAR, "×")


def import_rows() -> list[Row]:
    """The package alone, then with every game on the shelf."""
    statements = {
        "`import tablee`": "import tablee",
        "the same, and all games loaded": "from tablee import catalogue; catalogue.games()",
    }
    rows = []
    for what, statement in statements.items():
        seconds = fresh.import_seconds(statement, IMPORTS)
        rows.append(Row(what, f"{seconds * 1e3:.1f} ms", "", seconds, 0.1, "s", at_least=False))
    return rows


def memory_row(game: Game) -> Row:
    """Many tables at once, interpreted."""
    megabytes = fresh.megabytes_of_matches(game.id, ours.PLAYERS)
    each = f"{megabytes * 1e6 / fresh.LIVE_MATCHES / 1e3:.1f} kB each"
    what = f"{fresh.LIVE_MATCHES:,} live matches, {game.id}"
    return Row(what, each, "", megabytes, 200, "MB", at_least=False)


def compile_rows(game: Game) -> list[Row]:
    """The first compilation of a playout, and every later start."""
    first, cached, imports = fresh.compile_seconds(game.id, ours.PLAYERS)
    rows = []
    for what, seconds, bar in (("first compile", first, 10), ("from the cache", cached, 0.5)):
        whole = f"{seconds + imports:.1f} s with imports"
        rows.append(Row(f"{what}, {game.id}", whole, "", seconds, bar, "s", at_least=False))
    return rows


def main(*names: str) -> None:
    games = [catalogue.load(name) for name in names] or catalogue.games()
    name, loop, _ = fastest_goofspiel("random")
    _, _, descending = fastest_goofspiel("descending")
    rows = compiled_rows(games, loop)
    interpreted, python_games = interpreted_rows(games)
    rows += interpreted
    rows += [cores_row(game) for game in games]
    rows += import_rows()
    rows += [memory_row(game) for game in games]
    rows += [row for game in games for row in compile_rows(game)]
    page = PAGE.format(
        machine=machine("numba", "open_spiel"),
        bars=bars(rows),
        rounds=ROUNDS,
        cores_rounds=CORES_ROUNDS,
        players=ours.PLAYERS,
        goofspiel=name,
        variants=len(peer.goofspiel_variants("random")),
        descending=speed(descending),
        python_games=python_games,
        imports=IMPORTS,
        matches=f"{fresh.LIVE_MATCHES:,}",
        choices=fresh.CHOICES_IN,
    )
    print(page)
    if not names:
        write("engine-speed.md", page)
    missed = [row.what for row in rows if not row.met]
    if missed:
        sys.exit(f"bench: under the bar: {'; '.join(missed)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
