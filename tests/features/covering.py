"""Which tables a feature is tried at: every game, number of players, switch and edition."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement, product
from typing import Any

from tablee import catalogue
from tablee.kernel import fair, record
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tests.tables import Table, random_play
from tools.playthroughs import NAMES

Factors = Mapping[str, Sequence[Any]]


@dataclass(frozen=True)
class Laid(Table):
    """A table, and which kind of the feature is tried at it, such as the level of bots."""

    kind: str = ""

    def __str__(self) -> str:
        return "-".join(filter(None, [super().__str__(), self.kind]))

    @property
    def options(self) -> dict[str, bool]:
        return dict(self.switches)

    @property
    def names(self) -> list[str]:
        return NAMES[: self.players]

    @property
    def flags(self) -> list[str]:
        """The same table on the command line."""
        chosen = [f"{name}={'on' if value else 'off'}" for name, value in self.switches]
        options = [word for choice in chosen for word in ("--option", choice)]
        return [self.game.id, "--players", str(self.players), *options]

    def kept(self, seed: int) -> record.Record:
        """The record of a whole game of random choices, with a fair deal."""
        secrets = [fair.secret_from(seed, number) for number in range(self.players + 1)]
        stream = fair.Stream(secrets[0], secrets[1:])
        match = Match(self.game, self.game.dealt(self.players, self.options, stream))
        for _ in random_play(match, seed):
            pass
        return record.write(match, self.names, fair.commit(secrets[0], secrets[1:]))


def pairwise(factors: Factors) -> Iterator[dict[str, Any]]:
    """Few combinations, in which any two values of different factors are together once at least."""
    chosen = [[(name, value) for value in values] for name, values in factors.items()]
    pairs = {
        frozenset(pair): None
        for one, other in combinations_with_replacement(chosen, 2)
        for pair in (zip(one, other) if one is other else product(one, other))
    }
    while pairs:
        row = set(next(iter(pairs)))
        for values in chosen:
            if not row & set(values):
                row.add(
                    max(
                        values,
                        key=lambda value: sum(frozenset([value, one]) in pairs for one in row),
                    )
                )
        for one, other in product(row, row):
            pairs.pop(frozenset([one, other]), None)
        yield dict(row)


def editions(game: Game) -> list[str]:
    """The ids under which a game stands on the shelf."""
    return [id for id, title in catalogue.titles().items() if title["folder"] == game.folder]


def every_table(game: Game, kinds: Sequence[str] = ("",)) -> list[Laid]:
    """Its editions, numbers of players, switches and kinds of the feature, pair by pair."""
    switches = {name: (usual, not usual) for name, usual in game.switches.items()}
    factors = {"edition": editions(game), "players": game.players, "kind": kinds, **switches}
    return [
        Laid(
            catalogue.load(row["edition"]),
            row["players"],
            tuple((name, row[name]) for name in switches),
            row["kind"],
        )
        for row in pairwise(factors)
    ]


def smallest(game: Game, kinds: Sequence[str] = ("",)) -> list[Laid]:
    """Its table with the fewest players."""
    switches = tuple(game.switches.items())
    return [Laid(game, game.players[0], switches, kind) for kind in kinds]


def by_edition(game: Game) -> list[Laid]:
    """The same, in each of its editions."""
    return [
        replace(laid, game=catalogue.load(id)) for laid in smallest(game) for id in editions(game)
    ]
