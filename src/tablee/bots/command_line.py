"""What a bot builder asks on the command line: arena, train."""

import argparse
import json
import os
import shlex
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from tablee import catalogue, files
from tablee.kernel.errors import WrongOption
from tablee.terminal.progress import Progress

if TYPE_CHECKING:
    Verbs = argparse._SubParsersAction[argparse.ArgumentParser]
    from tablee.bots.bulletin import Bulletin, Results
    from tablee.bots.tournament import Table, Task

MOST_GAMES = 10_000_000
MOST_MINUTES = 1_000_000


def add_arena(verbs: "Verbs") -> argparse.ArgumentParser:
    """What can be asked of an arena, but for the table to lay."""
    arena = verbs.add_parser(
        "arena",
        help="let bots play each other and rate them",
        description="Each bot plays among copies of each other one, the same deals from every "
        "seat: win shares, points, ratings (Bradley-Terry) with 95 % intervals, time per choice.",
    )
    arena.add_argument("game", help="id of the game")
    arena.add_argument("--bots", nargs="+", required=True, metavar="BOT", help="two or more")
    arena.add_argument(
        "--games", type=int, default=200, metavar="N", help="of each pairing, at least (usual: 200)"
    )
    arena.add_argument("--workers", type=int, metavar="W", help="processes (usual: all cores)")
    arena.add_argument(
        "--out", type=Path, metavar="FOLDER", help="write GAME.md, GAME.svg and GAME.json there"
    )
    return arena


def add_train(verbs: "Verbs") -> None:
    """What can be asked of a training."""
    train = verbs.add_parser(
        "train",
        help="let a network learn a game by playing itself",
        description="Learning goes on where the kept file stands, if there is one. Ctrl-C keeps "
        "everything and stops.",
    )
    train.add_argument("game", help="id of the game")
    train.add_argument(
        "--course",
        type=Path,
        metavar="FILE",
        help="how to learn (usual: learning.toml of the game)",
    )
    train.add_argument("--device", choices=("cpu", "gpu"), default="cpu", help="usual: cpu")
    train.add_argument(
        "--keep", type=Path, metavar="FILE", help="kept every minute (usual: GAME-training.npz)"
    )
    train.add_argument("--minutes", type=float, metavar="M", help="stop after so long")
    train.add_argument(
        "--set",
        nargs="+",
        default=[],
        metavar="KEY=VALUE",
        help="change the course: --set games=512 'hidden=[128, 32]'",
    )
    train.add_argument(
        "--export",
        type=Path,
        metavar="FILE",
        help="where the network to play with goes in the end (usual: beside the kept file)",
    )


def arena(asked: argparse.Namespace, table: "Table") -> None:
    """Everybody against everybody; what was measured so far is told even if it is interrupted."""
    from tablee.bots import bulletin
    from tablee.bots.tournament import all_pairings

    pairings = all_pairings(table.game, asked.bots, table.players)
    check_number("--games", asked.games, MOST_GAMES)
    workers = check_number("--workers", asked.workers or os.cpu_count() or 1, 1024)
    if asked.out:
        check_folder(asked.out, table.game)
    deals = -(-asked.games // table.players)
    tasks = [(pairing, number) for number in range(deals) for pairing in pairings]
    results = bulletin.Results(table)
    interrupted = not play_out(results, tasks, workers)
    told = bulletin.bulletin(results, asked.bots, command_of(asked, table))
    if told is None:
        print("tablee: stopped before every pairing had finished a deal.", file=sys.stderr)
        raise KeyboardInterrupt
    print(told.page(), end="")
    if asked.out:
        publish(told, asked.out)
    if interrupted:
        raise KeyboardInterrupt


def play_out(results: "Results", tasks: "list[Task]", workers: int) -> bool:
    """Play all these deals; False if somebody stopped it."""
    from tablee.bots.tournament import play

    progress = Progress(len(tasks), "deals")
    try:
        with closing(play(results.table, tasks, workers)) as played:
            for deal in played:
                results.take_in(deal)
                progress.step()
    except KeyboardInterrupt:
        return False
    finally:
        progress.end()
    return True


def publish(told: "Bulletin", folder: Path) -> None:
    """Write the page, the picture and the numbers."""
    from tablee.bots.plots import rating_plot

    name = told.table.game
    picture = rating_plot(told.title, f"Ratings with 95 % intervals: {told.command}", told.ratings)
    numbers = json.dumps(told.numbers()) + "\n"
    pages = dict(zip(pages_in(folder, name), (told.page(f"{name}.svg"), picture, numbers)))
    for path, content in pages.items():
        files.write(path, content.encode())
    print(f"written: {', '.join(map(str, pages))}")


def pages_in(folder: Path, game: str) -> list[Path]:
    """The page, the picture and the numbers of a game."""
    return [folder / f"{game}{ending}" for ending in (".md", ".svg", ".json")]


def command_of(asked: argparse.Namespace, table: "Table") -> str:
    """The command that measures the same again."""
    words = ["tablee", "arena", table.game, "--bots", *asked.bots, "--games", str(asked.games)]
    words += ["--players", str(table.players), "--seed", str(table.seed)]
    for name, value in table.switches:
        words += ["--option", f"{name}={'on' if value else 'off'}"]
    return shlex.join(words)


def train(asked: argparse.Namespace) -> None:
    """Learn, and write the network down in the end."""
    from tablee.bots.coaching import Coaching, course_of

    game = catalogue.load(asked.game)
    course = course_of(game, asked.course, asked.set)
    keep = asked.keep or Path(f"{game.id}-training.npz")
    if asked.minutes is not None and not 0 <= asked.minutes <= MOST_MINUTES:
        raise WrongOption(f"--minutes is a number from 0 to {MOST_MINUTES}, not {asked.minutes}.")
    coaching = Coaching(game, course, asked.device, keep, asked.export)
    coaching.run(asked.minutes)
    if coaching.stopping:
        raise KeyboardInterrupt


def check_number(flag: str, number: int, most: int) -> int:
    """A number from 1 on."""
    if not 1 <= number <= most:
        raise WrongOption(f"{flag} is a number from 1 to {most}, not {number}.")
    return number


def check_folder(path: Path, game: str) -> None:
    """Now, not after hours of play, is the time to find that nothing can be written there."""
    with files.named(path):
        path.mkdir(parents=True, exist_ok=True)
    for page in pages_in(path, game):
        files.check(page)
