"""Search as bots use it: the linked loop of search.py with the room it works in."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from threading import Timer
from typing import Any

import numpy as np

from tablee.bots.ladder import rung
from tablee.bots.network import UNIT, network
from tablee.bots.players import Bot, ratings
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
    wavering: float = 0.0  # how unsteady the others are thought to play, in points
    answers: bool = False  # the network says what the others choose now
    far: bool = False  # play on to the end of the game, not only to its horizon
    doubt: float = 0.0  # in what part of the worlds the others choose anything at all
    trust: float = 0.0  # points an option is thought to be ahead for each point of its rating
    faith: float = 0.0  # and for each step of the softmax in which the network prefers it


@dataclass(frozen=True)
class Finding:
    """What search found out about an option: how far it leads ahead, in points, and how surely."""

    option: int
    value: float
    visits: int


class Searcher:
    """A search for one game, compiled where that is possible. One at a time may use it."""

    def __init__(self, game: Game, answers: bool, compiled: bool | None = None):
        self.game = game
        self.answers = answers
        self.compiled = available() if compiled is None else compiled
        policy = learned_policy if answers else heuristic_policy
        self.search = link(partial(searching, replying=policy), game, self.compiled)
        rules, observation = game.rules, game.observation
        self.states: Any = rules.State.batch(3) if self.compiled else [None] * 3
        self.offers = self._offers([])
        self.choices, self.standings = self._room(rules.SEATS), self._room(rules.SEATS, 0.0)
        self.order, self.visits = self._room(rules.OFFERS), self._room(rules.OFFERS)
        self.values, self.rates = self._room(rules.OFFERS, 0.0), self._room(rules.OFFERS, 0.0)
        self.priors = self._room(rules.OFFERS, 0.0)
        self.luck, self.stopped = self._room(4), self._room(1)
        self.even = self._room(game.bots.TRAITS)
        if answers:
            wide, narrow = network(game).inner.shape
            self.senses = (self._room(observation.SIGHT), self._room(observation.EFFECT))
            self.layers = tuple(np.zeros(size, np.int32) for size in (wide, wide, narrow))

    def findings(self, position: Position, effort: Effort, chance: Random) -> list[Finding]:
        """What search found out about the most promising options, the best first."""
        options = self._promising(position, effort)
        if self.compiled:
            self.states[0] = type(position.state).batch(1, position.state)[0]
        else:
            self.states[0] = position.state
        words = np.array(chance) if self.compiled else chance
        self.stopped[0] = 0
        self.search(
            self.states,
            position.seat,
            self._offers(options),
            self.priors,
            self.order,
            self.values,
            self.visits,
            effort.playouts,
            effort.far,
            effort.doubt,
            (self.offers, self.choices, self.standings),
            self._minds(effort.wavering),
            self.luck,
            self.stopped,
            words,
        )
        return [
            Finding(options[place], float(self.values[place]), int(self.visits[place]))
            for place in self.order[: len(options)]
        ]

    def stop(self) -> None:
        """Have what is being searched come to its end, from another thread."""
        self.stopped[0] = 1

    def _promising(self, position: Position, effort: Effort) -> list[int]:
        """The options thought to be furthest ahead, the best first; their priors are noted."""
        options, rates = position.options, ratings(position)
        priors = [effort.trust * rate for rate in rates]
        if effort.faith:
            learned = network_ratings(position)
            priors = [prior + effort.faith * rate for prior, rate in zip(priors, learned)]
        best = sorted(range(len(options)), key=lambda place: (-priors[place], -rates[place]))
        for rank, place in enumerate(best[: effort.width]):
            self.priors[rank] = priors[place] - priors[best[0]]
        return [options[place] for place in best[: effort.width]]

    def _minds(self, wavering: float) -> tuple[Any, ...]:
        """What the others think with now, and what all think with later."""
        later = (self.even, wavering, self.rates)
        if self.answers:
            return (network(self.game).weights, 1.0, *self.senses, *self.layers), later
        return later, later

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


def network_ratings(position: Position) -> list[float]:
    """What the game's network thinks of each option, in steps of the softmax."""
    observation = position.game.observation
    sight: Any = np.zeros(observation.SIGHT, np.int8)
    observation.observe(position.state, position.seat, sight.data)
    effects = np.zeros((len(position.options), observation.EFFECT), np.int8)
    room: Any = effects.reshape(-1).data  # what Python writes into faster than into an array
    for row, option in enumerate(position.options):
        first = row * observation.EFFECT
        deed = room[first : first + observation.EFFECT]
        observation.effect(position.state, position.seat, option, deed)
    found = network(position.game).ratings(sight, effects)
    rates: list[float] = (found / UNIT).tolist()
    return rates


@cache
def effort(level: str, game: Game) -> Effort:
    """How hard a level searches: `ladder.toml` of the game."""
    return Effort(**rung(level, game))


@cache
def searcher(game: Game, answers: bool) -> Searcher:
    """The one search of its kind in this process for a game."""
    return Searcher(game, answers)


@contextmanager
def no_longer_than(seconds: float, level: str, game: Game) -> Iterator[None]:
    """A search of this level has so much time; then the best found so far is taken."""
    end = Timer(seconds, searcher(game, effort(level, game).answers).stop)
    end.start()
    try:
        yield
    finally:
        end.cancel()


def searching_bot(level: str, game: Game) -> Bot:
    """The bot of this level."""
    tried = effort(level, game)
    return partial(search, searcher(game, tried.answers), tried)


def search(searcher: Searcher, effort: Effort, position: Position, chance: Random) -> int:
    """The option that led furthest ahead."""
    if len(position.options) == 1:
        return position.options[0]
    return searcher.findings(position, effort, chance)[0].option
