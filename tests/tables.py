"""Every table there can be: each game, number of players and setting of the switches."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tablee.catalogue import games
from tablee.kernel.chance import Random, below
from tablee.kernel.events import Event
from tablee.kernel.game import Game
from tablee.kernel.match import Match


@dataclass(frozen=True)
class Table:
    """One kind of table, and games of random choices on it."""

    game: Game
    players: int
    switches: tuple[tuple[str, bool], ...]

    def __str__(self) -> str:
        on = [name for name, value in self.switches if value != self.game.switches[name]]
        return "-".join([self.game.id, str(self.players), *on])

    def match(self, seed: int) -> Match:
        return Match(self.game, self.game.dealt(self.players, dict(self.switches), Random(seed)))

    def finished(self, seed: int) -> Match:
        match = self.match(seed)
        for _ in random_play(match, seed):
            pass
        return match


def random_play(match: Match, seed: int) -> Iterator[list[Event]]:
    """Play on by random choices; stops after every turn, with its events."""
    chance = Random(seed, 99)
    while not match.over:
        events = None
        for seat in match.waiting_for:
            options = match.options(seat)
            events = match.choose(seat, options[below(chance, len(options))])
        yield events or []


def questions(table: Table, seed: int) -> Iterator[tuple[Match, int]]:
    """Every moment of a random game at which a seat has a choice."""
    match = table.match(seed)
    for _ in random_play(match, seed):
        for seat in match.waiting_for:
            if len(match.options(seat)) > 1:
                yield match, seat


def every_table() -> list[Table]:
    """All games, numbers of players and switches."""
    return [
        Table(game, players, tuple(zip(game.switches, values, strict=True)))
        for game in games()
        for players in game.players
        for values in product(*([usual, not usual] for usual in game.switches.values()))
    ]


def every_count() -> list[Table]:
    """All games and numbers of players, with the usual switches."""
    return [table for table in every_table() if dict(table.switches) == table.game.switches]
