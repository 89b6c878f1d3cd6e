"""Tree search, written to be linked: the rival of the flat search in search.py.

Every seat learns its own answers, turn by turn. What a seat may answer with is kept by its own
choices since the root, and by nothing it could not have seen: of the others' choices and cards it
knows nothing in the tree (open-loop search with a tree for each seat). Simultaneous choices are
therefore hidden by themselves.
"""

from collections.abc import Callable
from math import log, sqrt
from typing import Any

import numpy as np

from tablee.bots.position import Position
from tablee.bots.search import ROOT, TRIAL, heuristic_policy
from tablee.kernel.chance import Random, below
from tablee.kernel.compile import available, link
from tablee.kernel.game import Game
from tablee.kernel.layout import copy_state
from tablee.kernel.offers import clear, how_many, option_at

MIX = 0x9E3779B1
BITS = 31
DEEPEST = 64  # choices in the tree, of all seats together


def tree_searching(game: Game) -> Callable[..., int]:
    """A tree search in which everybody plays on by the heuristic beyond the tree."""
    rules, horizon = game.rules, game.bots.horizon
    owes, options, resolve = rules.owes, rules.options, rules.resolve
    guess, standing = game.sight.guess, game.bots.standing
    choose = heuristic_policy(game)

    def ahead(state: Any, me: int) -> float:
        best, total = -1e300, 0.0
        for seat in range(state.seats):
            if seat != me:
                other = standing(state, seat)
                best = max(best, other)
                total += other
        lead: float = standing(state, me) - 0.5 * best - 0.5 * total / (state.seats - 1)
        return lead

    def slot_of(keys: Any, key: int) -> int:
        """Where this key is kept, or the free place for it."""
        place = key % len(keys)
        while keys[place] != 0 and keys[place] != key:
            place = (place + 1) % len(keys)
        return place

    def pick(offers: Any, past: int, daring: float, store: Any, chance: Any) -> int:
        """The place of the option with the highest hope; any of those never tried."""
        keys, visits, totals, _, _ = store
        tried, fresh = 0, 0
        for place in range(how_many(offers)):
            slot = slot_of(keys, mixed(past, option_at(offers, place)))
            if keys[slot] == 0 or visits[slot] == 0:
                fresh += 1
            else:
                tried += visits[slot]
        if fresh:
            skip = below(chance, fresh)
            for place in range(how_many(offers)):
                slot = slot_of(keys, mixed(past, option_at(offers, place)))
                if keys[slot] == 0 or visits[slot] == 0:
                    if skip == 0:
                        return place
                    skip -= 1
        best, most = 0, -1e300
        for place in range(how_many(offers)):
            slot = slot_of(keys, mixed(past, option_at(offers, place)))
            hope = totals[slot] / visits[slot] + daring * sqrt(log(tried + 1) / visits[slot])
            if hope > most:
                best, most = place, hope
        return best

    def search(
        states: Any,
        me: int,
        iterations: int,
        daring: float,
        space: Any,
        mind: Any,
        store: Any,
        chance: Any,
    ) -> int:
        """The place of the option chosen most often.

        `store`: keys, visits and totals of what was tried, and room for a path of slots and seats.
        """
        keys, visits, totals, path, walkers = store
        offers, choices, pasts = space
        for place in range(len(keys)):
            keys[place] = 0
            visits[place] = 0
            totals[place] = 0.0
        for _ in range(iterations):
            copy_state(states, ROOT, TRIAL)
            state = states[TRIAL]
            guess(state, me, chance)
            end = horizon(state)
            for seat in range(state.seats):
                pasts[seat] = 1 + seat
            steps, in_tree = 0, True
            owing = owes(state)
            while owing and (horizon(state) == end or steps == 0):
                grown = False
                for seat in range(state.seats):
                    choices[seat] = -1
                    if (owing >> seat) & 1:
                        clear(offers)
                        options(state, seat, offers)
                        place = 0
                        if how_many(offers) > 1:
                            if in_tree and steps < len(path):
                                place = pick(offers, pasts[seat], daring, store, chance)
                                key = mixed(pasts[seat], option_at(offers, place))
                                slot = slot_of(keys, key)
                                if keys[slot] == 0:
                                    keys[slot] = key
                                    grown = True
                                path[steps] = slot
                                walkers[steps] = seat
                                steps += 1
                                pasts[seat] = key
                            else:
                                place = choose(state, seat, offers, mind, chance)
                        choices[seat] = option_at(offers, place)
                in_tree = in_tree and not grown
                resolve(state, choices, None)
                owing = owes(state)
            for step in range(steps):
                totals[path[step]] += ahead(state, walkers[step])
                visits[path[step]] += 1
        copy_state(states, ROOT, TRIAL)
        clear(offers)
        options(states[TRIAL], me, offers)
        best, most = 0, -1
        for place in range(how_many(offers)):
            slot = slot_of(keys, mixed(1 + me, option_at(offers, place)))
            if keys[slot] and visits[slot] > most:
                best, most = place, visits[slot]
        return best

    return search


def mixed(past: int, option: int) -> int:
    """A key for this option after this past; never 0."""
    key = ((past * 31 + option + 1) * MIX) & ((1 << BITS) - 1)
    return (key ^ (key >> 13)) | (1 << BITS)


class TreeSearcher:
    """A tree search for one game, compiled where that is possible, with the room it works in."""

    def __init__(self, game: Game, compiled: bool | None = None, nodes: int = 1 << 14):
        self.game = game
        self.compiled = available() if compiled is None else compiled
        self.search = link(tree_searching, game, self.compiled)
        rules = game.rules
        self.states: Any = rules.State.batch(3) if self.compiled else [None] * 3
        offers = self._room(rules.OFFERS + 1) if self.compiled else []
        self.space = (offers, self._room(rules.SEATS), self._room(rules.SEATS))
        self.mind = (self._room(game.bots.TRAITS), 0.0, self._room(rules.OFFERS, 0.0))
        numbers = (self._room(nodes), self._room(nodes), self._room(nodes, 0.0))
        self.store = (*numbers, self._room(DEEPEST), self._room(DEEPEST))

    def choose(self, position: Position, iterations: int, daring: float, chance: Random) -> int:
        """The option the search chose most often; `daring` (points) is how far it looks around."""
        if self.compiled:
            self.states[0] = type(position.state).batch(1, position.state)[0]
        else:
            self.states[0] = position.state
        words = np.array(chance) if self.compiled else chance
        place = self.search(
            self.states,
            position.seat,
            iterations,
            daring,
            self.space,
            self.mind,
            self.store,
            words,
        )
        return position.options[place]

    def _room(self, size: int, filled_with: float = 0) -> Any:
        return np.full(size, filled_with) if self.compiled else [filled_with] * size
