"""The command line: `tablee serve, play, games, export, replay, verify` and what else there is."""

import argparse
import io
import sys
from collections.abc import Sequence
from pathlib import Path

from tablee import __version__, commands
from tablee.bots import command_line as bot_line
from tablee.kernel.errors import TableeError, UnfairDeal, WrongOption
from tablee.kernel.texts import LANGUAGES
from tablee.server.running import command_line
from tablee.server.store.database import StoreFailed

UNFAIR = 1
WRONG_INPUT = 2
TRY_LATER = 75  # a database that does not answer or write: nobody has to change anything
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; what goes wrong is said in one line on stderr."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a letter either side lacks is no reason to stop
            stream.reconfigure(errors="replace")
    asked = parser().parse_args(arguments)
    try:
        check_text(asked)
        commands.run(asked)
        print(end="", flush=True)
    except TableeError as error:
        complain(str(error))
        return exit_code(error)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader of our output left, as `head` does
        commands.drop_output()
    except OSError as error:
        commands.drop_output()
        complain(f"{error.filename or 'the output cannot be written'}: {error.strerror}.")
        return WRONG_INPUT
    return 0


def exit_code(error: TableeError) -> int:
    """What a program is told of what went wrong."""
    if isinstance(error, UnfairDeal):
        return UNFAIR
    return TRY_LATER if isinstance(error, StoreFailed) else WRONG_INPUT


def complain(text: str) -> None:
    """One line on stderr, whatever stands in the names that are quoted in it."""
    line = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    print(f"tablee: {line}", file=sys.stderr)


def check_text(asked: argparse.Namespace) -> None:
    """Refuse bytes that are no text in any word but the name of a file."""
    for name, given in vars(asked).items():
        for word in given if isinstance(given, list) else [given]:
            if isinstance(word, str) and not word.isascii():
                try:
                    word.encode()
                except UnicodeEncodeError:
                    raise WrongOption(f"{name}: {word!r} is no text in UTF-8.") from None


def parser() -> argparse.ArgumentParser:
    """What can be asked."""
    top = argparse.ArgumentParser(
        prog="tablee", description="Old table games, playable by anyone, exactly by the book."
    )
    top.add_argument("--version", action="version", version=f"tablee {__version__}")
    verbs = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    verbs.add_parser("games", help="list the games").add_argument("--lang", choices=LANGUAGES)

    play = verbs.add_parser("play", help="play in this terminal")
    play.add_argument("game", nargs="?", help="id of the game; asked for if left out")
    add_table(play)
    play.add_argument(
        "--bots",
        nargs="*",
        metavar="BOT",
        help="bots in the last chairs (cadet, sailor, mate, captain, champion); the other chairs "
        "are people's. Usual: one person, the rest sailors. As many bots as players: watch them",
    )
    play.add_argument("--names", nargs="+", metavar="NAME", help="names of the people")
    play.add_argument("--open-table", action="store_true", help="all hands lie open")
    play.add_argument("--ask-all", action="store_true", help="ask even if there is only one choice")
    play.add_argument("--lang", choices=LANGUAGES, help="usual: the language of the environment")
    play.add_argument("--record", type=Path, metavar="FILE", help="write the record of the game")

    export = verbs.add_parser("export", help="write the record of a fresh random game")
    export.add_argument("game", help="id of the game")
    add_table(export)
    export.add_argument("--bot", default="random", help="who chooses (usual: random)")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="usual: standard output")

    replay = verbs.add_parser("replay", help="play a record again and tell it")
    replay.add_argument("file", type=Path, help="a record, or - for standard input")
    replay.add_argument(
        "--json", action="store_true", help="scores, winners, digest of every state"
    )
    replay.add_argument("--lang", choices=LANGUAGES)

    verify = verbs.add_parser("verify", help="check that the deal of a record was fair")
    verify.add_argument("file", type=Path, help="a record, or - for standard input")
    verify.add_argument(
        "--seen", type=Path, metavar="FILE", help="what a witness saw, as saved by a table's page"
    )

    simulate = verbs.add_parser("simulate", help="play many random games, as fast as it goes")
    simulate.add_argument("game", help="id of the game")
    add_table(simulate)
    simulate.add_argument("--games", type=int, default=100_000, help="how many (usual: 100000)")
    simulate.add_argument("--interpreted", action="store_true", help="do without compiled rules")

    add_table(bot_line.add_arena(verbs))
    bot_line.add_train(verbs)
    command_line.add_verbs(verbs)
    return top


def add_table(verb: argparse.ArgumentParser) -> None:
    """The flags that say what table to lay."""
    verb.add_argument("--players", type=int, metavar="N", help="usual: 4, or what the game allows")
    verb.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=on|off",
        help="a switch of the table; see `tablee games`",
    )
    verb.add_argument("--seed", type=int, help="the same seed deals the same game again")


if __name__ == "__main__":
    sys.exit(main())
