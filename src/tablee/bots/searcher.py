"""Search as bots use it: the linked loop of search.py with the room it works in."""

from dataclasses import dataclass
from functools import cache, partial
from typing import Any

import numpy as np

from tablee.bots.network import has_network, network
from tablee.bots.players import Bot
from tablee.bots.position import Position
from tablee.bots.search import heuristic_policy, learned_policy, searching
from tablee.kernel.chance import Random
from tablee.kernel.compile import available, link
from tablee.kernel.game import Game


@dataclass(frozen=True)
class Effort:
    """How hard to search: how many games to play on, of how many options, how unsteadily."""

    playouts: int
    width: int  # so many options at most, the most promising
    wavering: float = 0.0  # of the policy: points (heuristic), or warmth of the softmax (learned)


@dataclass(frozen=True)
class Finding:
    """What search found out about an option: how far it leads ahead, in points, and how surely."""

    option: int
    value: float
    visits: int


class Searcher:
    """A search for one game, compiled where that is possible. One at a time may use it."""

    def __init__(self, game: Game, learned: bool, compiled: bool | None = None):
        self.game = game
        self.learned = learned
        self.compiled = available() if compiled is None else compiled
        policy = learned_policy if learned else heuristic_policy
        self.search = link(partial(searching, policy=policy), game, self.compiled)
        rules, observation = game.rules, game.observation
        self.states: Any = rules.State.batch(3) if self.compiled else [None] * 3
        self.offers = self._offers([])
        self.choices = self._room(rules.SEATS)
        self.order, self.visits = self._room(rules.OFFERS), self._room(rules.OFFERS)
        self.values, self.rates = self._room(rules.OFFERS, 0.0), self._room(rules.OFFERS, 0.0)
        self.luck = self._room(4)
        self.even = self._room(game.bots.TRAITS)
        if learned:
            wide, narrow = network(game).inner.shape
            self.senses = (self._room(observation.SIGHT), self._room(observation.EFFECT))
            self.layers = tuple(np.zeros(size, np.int32) for size in (wide, wide, narrow))

    def findings(self, position: Position, effort: Effort, chance: Random) -> list[Finding]:
        """What search found out about the most promising options, the best first."""
        options = self._promising(position, effort.width)
        if self.compiled:
            self.states[0] = type(position.state).batch(1, position.state)[0]
        else:
            self.states[0] = position.state
        words = np.array(chance) if self.compiled else chance
        self.search(
            self.states,
            position.seat,
            self._offers(options),
            self.order,
            self.values,
            self.visits,
            effort.playouts,
            (self.offers, self.choices),
            self._mind(effort.wavering),
            self.luck,
            words,
        )
        return [
            Finding(options[place], float(self.values[place]), int(self.visits[place]))
            for place in self.order[: len(options)]
        ]

    def _promising(self, position: Position, width: int) -> list[int]:
        """The options the heuristic rates highest."""
        options = position.options
        if len(options) <= width:
            return options
        rates = [0.0] * len(options)
        even = [0] * self.game.bots.TRAITS
        self.game.bots.rate(position.state, position.seat, even, options, rates)
        best = sorted(range(len(options)), key=lambda place: -rates[place])[:width]
        return [options[place] for place in best]

    def _mind(self, wavering: float) -> tuple[Any, ...]:
        """What the policy thinks with."""
        if self.learned:
            return (network(self.game).weights, wavering, *self.senses, *self.layers)
        return (self.even, wavering, self.rates)

    def _room(self, size: int, filled_with: float = 0) -> Any:
        return np.full(size, filled_with) if self.compiled else [filled_with] * size

    def _offers(self, options: list[int]) -> Any:
        """Offers as kernel/offers.py has them."""
        if not self.compiled:
            return list(options)
        room = np.zeros(self.game.rules.OFFERS + 1, np.int64)
        room[0] = len(options)
        room[1 : len(options) + 1] = options
        return room


EFFORTS = {
    "mate": Effort(playouts=60, width=6),
    "captain": Effort(playouts=600, width=12),
    "champion": Effort(playouts=200, width=4, wavering=1.0),
}


@cache
def searcher(game: Game, learned: bool) -> Searcher:
    """The one search of this process for a game."""
    return Searcher(game, learned)


def searching_bot(level: str, game: Game) -> Bot:
    """The bot of this level."""
    learned = level == "champion" and has_network(game)
    return partial(search, searcher(game, learned), EFFORTS[level])


def search(searcher: Searcher, effort: Effort, position: Position, chance: Random) -> int:
    """The option that led furthest ahead."""
    if len(position.options) == 1:
        return position.options[0]
    return searcher.findings(position, effort, chance)[0].option
