"""Tree search, written to be linked: the rival of the flat search in search.py.

Every seat learns its own answers, turn by turn. What a seat may answer with is kept by its own
choices since the root, and by nothing it could not have seen: of the others' choices and cards it
knows nothing in the tree (open-loop search with a tree for each seat). Simultaneous choices are
therefore hidden by themselves.
"""

from collections.abc import Callable
from functools import partial
from math import log, sqrt
from typing import Any

import numpy as np

from tablee.bots.position import Position
from tablee.bots.search import ROOT, TRIAL, Policy, drawing, heuristic_policy, judging, lead
from tablee.kernel.chance import Random, below
from tablee.kernel.compile import available, link
from tablee.kernel.game import Game
from tablee.kernel.layout import copy_state
from tablee.kernel.offers import clear, how_many, option_at

MIX = 0x9E3779B1
BITS = 31
DEEPEST = 64  # choices in the tree, of all seats together


def tree_searching(game: Game, playing: Callable[[Game], Policy]) -> Callable[..., int]:
    """A tree search in which everybody plays on by this policy beyond the tree."""
    rules, horizon = game.rules, game.bots.horizon
    owes, options, resolve = rules.owes, rules.options, rules.resolve
    draw_world, judge = drawing(game), judging(game)
    choose = playing(game)

    def slot_of(keys: Any, key: int) -> int:
        """Where this key is kept, or the free place for it."""
        last = len(keys) - 1  # a power of two less one
        place = key & last
        while keys[place] != 0 and keys[place] != key:
            place = (place + 1) & last
        return place

    def pick(offers: Any, past: int, daring: float, store: Any, chance: Any) -> int:
        """The place of the option with the highest hope; any of those never tried."""
        keys, visits, totals, slots, _, _ = store
        number, tried, fresh = how_many(offers), 0, 0
        for place in range(number):
            slot = slot_of(keys, mixed(past, option_at(offers, place)))
            slots[place] = slot
            tried += visits[slot]
            fresh += visits[slot] == 0
        if fresh:
            skip = below(chance, fresh)
            for place in range(number):
                if visits[slots[place]] == 0:
                    if skip == 0:
                        return place
                    skip -= 1
        best, most, curious = 0, -1e300, daring * sqrt(log(tried + 1))
        for place in range(number):
            slot = slots[place]
            hope = totals[slot] / visits[slot] + curious / sqrt(visits[slot])
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

        `space`: room for offers and, by seat, for choices, pasts, standings and leads. `store`:
        keys, visits and totals of what was tried; room for the slots of all options, for a path of
        slots and the seats that went it.
        """
        keys, visits, totals, slots, path, walkers = store
        offers, choices, pasts, standings, leads = space
        for place in range(len(keys)):
            keys[place] = 0
            visits[place] = 0
            totals[place] = 0.0
        for _ in range(iterations):
            copy_state(states, ROOT, TRIAL)
            state = states[TRIAL]
            draw_world(state, me, chance)
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
                                slot = slots[place]
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
            judge(state, standings)
            for seat in range(state.seats):
                leads[seat] = lead(standings, state.seats, seat)
            for step in range(steps):
                totals[path[step]] += leads[walkers[step]]
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

    def __init__(
        self,
        game: Game,
        compiled: bool | None = None,
        nodes: int = 1 << 14,
        playing: Callable[[Game], Policy] = heuristic_policy,
    ):
        self.game = game
        self.compiled = available() if compiled is None else compiled
        self.search = link(partial(tree_searching, playing=playing), game, self.compiled)
        rules = game.rules
        self.states: Any = rules.State.batch(3) if self.compiled else [None] * 3
        offers = self._room(rules.OFFERS + 1) if self.compiled else []
        by_seat = (self._room(rules.SEATS, filled) for filled in (0, 0, 0.0, 0.0))
        self.space = (offers, *by_seat)
        self.mind = (self._room(game.bots.TRAITS), 0.0, self._room(rules.OFFERS, 0.0))
        numbers = (self._room(nodes), self._room(nodes), self._room(nodes, 0.0))
        self.store = (*numbers, *(self._room(size) for size in (rules.OFFERS, DEEPEST, DEEPEST)))

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
