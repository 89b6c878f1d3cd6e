"""What each command does, given what was asked on the command line."""

import argparse
import io
import json
import os
import secrets
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from tablee import catalogue, files
from tablee.bots import command_line as bot_line
from tablee.kernel import fair, record, witness
from tablee.kernel.errors import UnfairDeal, WrongCompany, WrongOption, WrongRecord
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tablee.server.running import command_line
from tablee.terminal.texts import say, usual_language

if TYPE_CHECKING:
    from rich.console import Console

    from tablee.terminal.sitting import Sitting

USUAL_PLAYERS = 4
LARGEST_SEED = (1 << 62) - 1


def run(asked: argparse.Namespace) -> None:
    """Carry out the command that was asked for."""
    {
        "games": games,
        "play": play,
        "export": export,
        "replay": replay,
        "verify": verify,
        "simulate": simulate,
        "arena": arena,
        "train": bot_line.train,
        "serve": command_line.serve,
        "backup": command_line.backup,
        "restore": command_line.restore,
        "admin": command_line.admin,
    }[asked.command](asked)


def games(asked: argparse.Namespace) -> None:
    """List the shelf."""
    language = asked.lang or usual_language()
    for title in catalogue.titles():
        print(f"{title:<20} {catalogue.load(title).name(language)}")
        print(f"{'':<20} {about(title, language)}")
        for name, option in catalogue.titles()[title]["box"].get("options", {}).items():
            state = "on" if option["default"] else "off"
            print(f"{'':<20} --option {name}=on|off ({state}): {option[language]}")


def about(title: str, language: str) -> str:
    """Players and minutes of a game, in words."""
    game = catalogue.load(title)
    shortest, longest = game.minutes
    return say(
        "players",
        language,
        low=game.players[0],
        high=game.players[-1],
        minutes=str(longest) if shortest == longest else f"{shortest}-{longest}",
    )


def play(asked: argparse.Namespace) -> None:
    """A game in the terminal."""
    from rich.console import Console

    from tablee.bots.players import check_bots
    from tablee.terminal.sitting import Stopped

    language = asked.lang or usual_language()
    console = Console(highlight=False, markup=False)
    check_bots(asked.bots or [])
    if asked.record:
        files.check(asked.record)  # now, not after the game, is the time to find that it cannot be
    try:
        sitting, fairness = lay_table(asked, console, language)
        try:
            with signals_break_off():
                sitting.play()
        finally:
            if asked.record and (sitting.match.sizes or not asked.record.exists()):
                kept = record.write(sitting.match, sitting.names, fairness)
                files.write(asked.record, record.dump(kept))
                console.print(say("saved", language, file=asked.record))
    except Stopped:
        console.print(say("goodbye", language))


@contextmanager
def signals_break_off() -> Iterator[None]:
    """A signal that would end the program ends the game, so that what was played can be kept."""

    def leave(number: int, _: object) -> None:
        if number == signal.SIGHUP:
            drop_output()  # there is no terminal any more
        sys.exit(128 + number)

    before = {number: signal.signal(number, leave) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def lay_table(
    asked: argparse.Namespace, console: "Console", language: str
) -> tuple["Sitting", fair.Fairness]:
    """The table that was asked for, with everybody seated and the cards dealt."""
    from tablee.bots.players import bot
    from tablee.terminal.sitting import Sitting

    game = catalogue.load(asked.game or choose_game(console, language))
    players = number_of_players(game, asked.players)
    bots = asked.bots if asked.bots is not None else ["sailor"] * (players - 1)
    if len(bots) > players:
        raise WrongCompany(f"{len(bots)} bots do not fit on {players} chairs.")
    people = players - len(bots)
    names = name_seats(asked.names, people, players, language)
    match, fairness = fresh_match(game, players, switches(asked.option), asked.seed)
    sitting = Sitting(
        match,
        names,
        [None] * people + [bot(name, game) for name in bots],
        language=language,
        open_table=asked.open_table,
        console=console,
        seed=bot_seed(asked.seed),
        automatic=not asked.ask_all,
    )
    sitting.log.append(say("commitment", language, commitment=fairness.seed_commitment))
    return sitting, fairness


def export(asked: argparse.Namespace) -> None:
    """The record of a game of bots, with a fair deal."""
    from tablee.bots.arena import finish
    from tablee.bots.players import bot

    game = catalogue.load(asked.game)
    players = number_of_players(game, asked.players)
    match, fairness = fresh_match(game, players, switches(asked.option), asked.seed)
    finish(match, [bot(asked.bot, game)] * players, bot_seed(asked.seed))
    data = record.dump(record.write(match, list(NAMES[:players]), fairness))
    if asked.output:
        files.write(asked.output, data)
    else:
        sys.stdout.write(data.decode())


def replay(asked: argparse.Namespace) -> None:
    """Play a record again."""
    language = asked.lang or usual_language()
    kept = record.parse(load_file(asked.file))
    game = catalogue.load(kept.game)
    match = record.begin(game, kept)
    digests = [match.state.digest()]
    for step in record.replay(match, kept):
        digests.append(match.state.digest())
        if not asked.json:
            print(f"{step.turn:>4}  {kept.turns[step.turn - 1]}")
            for event in step.events:
                print(f"{'':6}{game.texts.sentence(event, kept.seats, language)}")
    scores, winners = match.scores(), match.winners()
    if asked.json:
        content = {"over": match.over, "scores": scores, "winners": winners, "digests": digests}
        print(json.dumps(content))
        return
    for name, score in zip(kept.seats, scores, strict=True):
        print(f"{name:<20} {score:>4}")
    names = [kept.seats[seat] for seat in winners]
    verdict = "not_over" if not names else "wins" if len(names) == 1 else "share"
    print(say(verdict, language, names=", ".join(names)))


def verify(asked: argparse.Namespace) -> None:
    """Check what a record, and a witness if there is one, prove about the deal."""
    kept = record.parse(load_file(asked.file))
    seen = witness.parse(load_file(asked.seen)) if asked.seen else None
    found = witness.statements(catalogue.load(kept.game), kept, seen)
    for one in found:
        print(f"{one.state:<13} {one.sentence}")
    states = {one.state for one in found}
    if "contradicted" in states:
        raise UnfairDeal("The record is not the one of the table the witness saw.")
    print()
    if "not proved" in states:
        print(
            "What is not proved takes a witness: somebody who saw the table before the deal.\n"
            "The page of the table saves what its browser saw: tablee verify RECORD --seen FILE"
        )
    elif any(one.claim == "late" for one in found):
        print("Nobody chose this deal, unless the house and a late player are in league.")
    else:
        print("Nobody chose this deal.")


def simulate(asked: argparse.Namespace) -> None:
    """Many random games, and what they tell about the seats."""
    from tablee.simulation import simulate as play_many

    game = catalogue.load(asked.game)
    players = number_of_players(game, asked.players)
    chosen = switches(asked.option)
    seed = bot_seed(asked.seed)
    outcome = play_many(game, players, chosen, asked.games, seed, compiled=not asked.interpreted)
    print(f"{outcome.games} games, {outcome.choices} choices, {outcome.speed / 1e6:.2f} million/s")
    for seat in range(players):
        print(f"seat {seat}: wins {outcome.wins[seat]:6.2%}, mean score {outcome.means[seat]:6.2f}")


def arena(asked: argparse.Namespace) -> None:
    """Bots against bots at the table that was asked for."""
    from tablee.bots.tournament import Table

    game = catalogue.load(asked.game)
    players = number_of_players(game, asked.players)
    chosen = game.check_switches(switches(asked.option))
    unusual = {name: value for name, value in chosen.items() if value != game.switches[name]}
    bot_line.arena(asked, Table(game.id, players, tuple(unusual.items()), bot_seed(asked.seed)))


# What the commands share

NAMES = ("Anna", "Basile", "Clara", "David", "Emil", "Fanny")


def choose_game(console: "Console", language: str) -> str:
    """Ask which game to play."""
    from tablee.terminal.sitting import ask_line

    titles = list(catalogue.titles())
    numbers = [str(number + 1) for number in range(len(titles))]
    for number, title in zip(numbers, titles, strict=True):
        console.print(number, catalogue.load(title).name(language), style="bold green")
        console.print(f"  {about(title, language)}", style="dim")
    while True:
        answer = ask_line(console, say("which_game", language)).strip()
        if answer in titles:
            return answer
        if answer in numbers:
            return titles[numbers.index(answer)]
        console.print(say("no_such_number", language, high=len(titles)))


def name_seats(given: Sequence[str] | None, people: int, players: int, language: str) -> list[str]:
    """Names for the people as they gave them, and for the bots."""
    if given is not None and len(given) != people:
        raise WrongCompany(f"--names: expected one for each of {people} people, got {len(given)}.")
    own = given or [say("person", language, number=number + 1) for number in range(people)]
    free = [name for name in NAMES if name not in own]
    names = [*own, *free[: players - people]]
    record.check_names(names, players)
    return names


def number_of_players(game: Game, asked: int | None) -> int:
    """As many as asked for, or four where the game allows it."""
    usual = min(max(USUAL_PLAYERS, game.players[0]), game.players[-1])
    return game.check_players(usual if asked is None else asked)


def switches(given: Sequence[str]) -> dict[str, object]:
    """Table options written as name=on or name=off."""
    chosen: dict[str, object] = {}
    for text in given:
        name, _, value = text.partition("=")
        if value not in ("on", "off"):
            raise WrongOption(f"--option {text}: expected NAME=on or NAME=off.")
        chosen[name] = value == "on"
    return chosen


def bot_seed(asked: int | None) -> int:
    """A seed for the bots' chance: a fresh one, or the one asked for."""
    if asked is None:
        return secrets.randbelow(LARGEST_SEED)
    if not 0 <= asked <= LARGEST_SEED:
        raise WrongOption(f"--seed is a number from 0 to {LARGEST_SEED}, not {asked}.")
    return asked


def fresh_match(
    game: Game, players: int, chosen: dict[str, object], seed: int | None
) -> tuple[Match, fair.Fairness]:
    """A fairly dealt game; at one keyboard the house draws the nonces for the seats.

    With a seed of one's own the same game is dealt again, and nothing about it is secret.
    """
    if seed is None:
        drawn = [secrets.token_bytes(fair.SECRET_BYTES) for _ in range(players + 1)]
    else:
        drawn = [fair.secret_from(bot_seed(seed), number) for number in range(players + 1)]
    state = game.dealt(players, chosen, fair.Stream(drawn[0], drawn[1:]))
    return Match(game, state), fair.commit(drawn[0], drawn[1:])


def load_file(path: Path) -> bytes:
    """The bytes of a file, or of standard input for "-"."""
    try:
        if str(path) == "-":
            if sys.stdin is None:
                raise WrongRecord("There is no standard input to read.")
            return sys.stdin.buffer.read(record.LARGEST + 1)
        with path.open("rb") as file:
            return file.read(record.LARGEST + 1)
    except OSError as error:
        raise WrongRecord(f"{path}: {error.strerror or error}.") from None


def drop_output() -> None:
    """What is still to be written goes nowhere, so that Python does not complain at its end."""
    with suppress(io.UnsupportedOperation):  # an output within this process
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
