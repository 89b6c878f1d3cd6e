"""The ladder of bots, measured and held to its bars: `make bots`.

Results are kept by pairing under build/ladder/: it can be stopped at any time and goes on where it
was. What was measured with other sources of its bots is played again. Writes the pages, in
docs/bots/, of the games that were measured to the end.
"""

import argparse
import hashlib
import json
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bench import ladder_pages
from tablee import catalogue
from tablee.bots import tournament
from tablee.bots.bulletin import Results
from tablee.bots.clock import Clock
from tablee.bots.ladder import rung
from tablee.bots.players import LADDER
from tablee.bots.tournament import Deal, Pairing, Table
from tablee.kernel.errors import TableeError
from tablee.kernel.game import Game
from tablee.terminal.progress import Progress

ROOT = Path(__file__).resolve().parents[1]
HOUSE = ROOT / "src" / "tablee"
WORK = ROOT / "build" / "ladder"
SAVE_EVERY = 30.0  # seconds
USUAL_PLAYERS = 4

# Modules of bots/ that measure, teach or advise; how bots play depends on all the others.
MEASURING = {
    *("arena", "bulletin", "clock", "coaching", "command_line", "plots", "ratings", "tournament"),
    *("company", "learning", "selfplay", "training", "tree"),
    *("analysis", "hints", "par"),
}
AT_OTHER_TABLES = [
    Pairing("sailor", "random"),
    Pairing("captain", "sailor"),
    Pairing("champion", "captain"),
]


@dataclass(frozen=True)
class Fixture:
    """One pairing at one table."""

    table: Table
    pairing: Pairing
    games: int

    @property
    def deals(self) -> int:
        return -(-self.games // self.table.players)

    @property
    def file(self) -> Path:
        """Where its results are kept."""
        switches = [f"{name}-{'on' if value else 'off'}" for name, value in self.table.switches]
        words = [self.table.game, str(self.table.players), *switches]
        return WORK / f"{'_'.join([*words, self.pairing.challenger, self.pairing.others])}.json"

    def sources(self) -> str:
        """A digest of everything the play of these bots depends on."""
        game = catalogue.load(self.table.game)
        folder = HOUSE / "games" / game.folder
        paths = [path for path in (HOUSE / "bots").glob("*.py") if path.stem not in MEASURING]
        paths += [path for path in folder.glob("*.py") if not path.name.startswith("test_")]
        paths += (HOUSE / "kernel").glob("*.py")
        rungs = [
            rung(name, game)
            for name in (self.pairing.challenger, self.pairing.others)
            if name in LADDER
        ]
        if any(entries.get("faith") or entries.get("answers") for entries in rungs):
            paths.append(folder / "learned.npz")
        digest = hashlib.sha256(json.dumps(rungs).encode())
        for path in sorted(paths):
            digest.update(path.relative_to(HOUSE).as_posix().encode() + b"\0" + path.read_bytes())
        return digest.hexdigest()

    def load(self, trusting: bool) -> Results:
        """What was measured so far; nothing if the sources have changed since."""
        results = Results(self.table)
        results.deals[self.pairing] = {}
        try:
            kept = json.loads(self.file.read_text("utf-8"))
        except FileNotFoundError:
            return results
        if trusting or kept["sources"] == self.sources():
            for number, deal in kept["deals"].items():
                results.deals[self.pairing][int(number)] = Deal(**deal)
            for name, clock in kept["clocks"].items():
                steps = Counter({int(step): times for step, times in clock["steps"].items()})
                results.clocks[name] = Clock(clock["choices"], clock["seconds"], steps)
        return results

    def save(self, results: Results) -> None:
        """Keep what was measured so far."""
        deals = results.deals[self.pairing]
        content = {
            "sources": self.sources(),
            "deals": {number: vars(deals[number]) for number in sorted(deals)},
            "clocks": {name: vars(clock) for name, clock in results.clocks.items()},
        }
        WORK.mkdir(parents=True, exist_ok=True)
        beside = self.file.with_suffix(".new")
        beside.write_text(json.dumps(content), "utf-8")
        beside.replace(self.file)


def fixtures(game: Game, games: int, games_per_pair: int) -> Iterator[Fixture]:
    """The ladder at four players, and some of it at all other tables."""
    usual = min(game.players, key=lambda players: abs(players - USUAL_PLAYERS))
    for pairing in ladder_pages.LADDER_PAIRINGS:
        yield Fixture(Table(game.id, usual), pairing, games)
    tables = [Table(game.id, players) for players in game.players if players != usual]
    tables += [
        Table(game.id, usual, ((name, not default),)) for name, default in game.switches.items()
    ]
    for table in tables:
        for pairing in AT_OTHER_TABLES:
            yield Fixture(table, pairing, games_per_pair)


def measure(fixture: Fixture, workers: int, trusting: bool) -> None:
    """Play the deals that are missing; whatever stops it, those that were played are kept."""
    results = fixture.load(trusting)
    done = results.deals[fixture.pairing]
    tasks = [(fixture.pairing, number) for number in range(fixture.deals) if number not in done]
    if not tasks:
        return
    print(f"{fixture.file.stem}: {len(tasks)} of {fixture.deals} deals to play", file=sys.stderr)
    progress = Progress(len(tasks), "deals")
    saved = time.monotonic()
    try:
        with closing(tournament.play(fixture.table, tasks, workers)) as played:
            for deal in played:
                results.take_in(deal)
                progress.step()
                if time.monotonic() - saved > SAVE_EVERY:
                    fixture.save(results)
                    saved = time.monotonic()
    finally:
        progress.end()
        if progress.done:
            fixture.save(results)


def measured(found: Sequence[Fixture], trusting: bool) -> list[ladder_pages.Measured]:
    """What is known of these fixtures."""
    known = []
    for fixture in found:
        results = fixture.load(trusting)
        deals = results.deals[fixture.pairing]
        in_order = [deals[number] for number in sorted(deals)]
        known.append(
            ladder_pages.Measured(fixture.table, fixture.pairing, in_order, results.clocks)
        )
    return known


def publish(found: Mapping[str, Sequence[Fixture]], trusting: bool) -> None:
    """Write the pages of the games that were measured to the end; all others stay as they are."""
    complete = {}
    for name, some in found.items():
        known = measured(some, trusting)
        missing = sum(
            len(one.deals) < fixture.deals for fixture, one in zip(some, known, strict=True)
        )
        if missing:
            print(f"docs/bots/{name}.md stays: {missing} of {len(some)} pairings lack games")
        else:
            complete[name] = known
    if complete:
        ladder_pages.write(complete)


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # `timeout` stops it like Ctrl-C
    chosen = [game for game in catalogue.games() if game.id in (asked.only or [game.id])]
    found = {game.id: list(fixtures(game, asked.games, asked.games_per_pair)) for game in chosen}
    try:
        for fixture in [] if asked.pages_only else [one for some in found.values() for one in some]:
            try:
                measure(fixture, asked.workers, asked.trust)
            except TableeError as error:  # a bot that is not there yet
                print(f"{fixture.file.stem}: {error}", file=sys.stderr)
    except KeyboardInterrupt:
        print("stopped; what was played is kept, and `make bots` goes on from here")
    publish(found, asked.trust)


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    names = [game.id for game in catalogue.games()]
    top.add_argument("--only", nargs="+", choices=names, metavar="GAME", help="measure only these")
    top.add_argument("--games", type=int, default=2000, help="of each pairing of the ladder")
    top.add_argument(
        "--games-per-pair", type=int, default=400, help="of each pairing at other tables"
    )
    top.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    top.add_argument("--trust", action="store_true", help="keep results of changed sources")
    top.add_argument("--pages-only", action="store_true", help="play nothing, write the pages")
    return top


if __name__ == "__main__":
    main()
