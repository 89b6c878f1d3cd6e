"""Loops over a game's rules, written to be linked (compile.py); interpreted they do the same."""

from collections.abc import Callable
from typing import Any

from tablee.kernel.chance import seed_words
from tablee.kernel.game import Game
from tablee.kernel.offers import any_of, clear


def random_games(game: Game) -> Callable[..., int]:
    """Whole games of uniformly random choices."""
    rules = game.rules
    deal, owes, options, resolve = rules.deal, rules.owes, rules.options, rules.resolve

    def play(states: Any, first: int, seed: int, words: Any, offers: Any, choices: Any) -> int:
        """Deal and play each state, game `first` and on; returns how many choices were made.

        `words`, `offers` and `choices` are working space.
        """
        made = 0
        for index in range(len(states)):
            state = states[index]
            seed_words(words, seed, first + index)
            deal(state, words)
            owing = owes(state)
            while owing:
                for seat in range(state.seats):
                    choices[seat] = -1
                    if (owing >> seat) & 1:
                        clear(offers)
                        options(state, seat, offers)
                        choices[seat] = any_of(offers, words)
                        made += 1
                resolve(state, choices, None)
                owing = owes(state)
        return made

    return play


def traced_game(game: Game) -> Callable[..., int]:
    """One game of random choices, with every state and choice it went through."""
    rules = game.rules
    owes, options, resolve = rules.owes, rules.options, rules.resolve

    def play(state: Any, chance: Any, offers: Any, trace: Any, chosen: Any) -> int:
        """Play a dealt state to its end; returns the number of turns."""
        turns = 0
        owing = owes(state)
        while owing:
            choices = chosen[turns]
            for seat in range(state.seats):
                choices[seat] = -1
                if (owing >> seat) & 1:
                    clear(offers)
                    options(state, seat, offers)
                    choices[seat] = any_of(offers, chance)
            resolve(state, choices, None)
            trace[turns] = state
            turns += 1
            owing = owes(state)
        return turns

    return play


def tally(game: Game) -> Callable[..., None]:
    """Wins and scores of finished games."""
    score, winners, seats_at_most = game.rules.score, game.rules.winners, game.rules.SEATS

    def add(states: Any, sums: Any) -> None:
        """Add to `sums` the wins of each seat (ties split), then from SEATS on their scores."""
        for index in range(len(states)):
            state = states[index]
            won = winners(state)
            shared = 0
            for seat in range(state.seats):
                shared += (won >> seat) & 1
            for seat in range(state.seats):
                sums[seat] += ((won >> seat) & 1) / shared
                sums[seats_at_most + seat] += score(state, seat)

    return add


def guesses(game: Game) -> Callable[..., None]:
    """What every seat may suppose of one position."""
    guess = game.sight.guess

    def suppose(states: Any, seed: int, words: Any) -> None:
        """Each state is the same position; the one at `seat` becomes a guess of that seat."""
        for seat in range(len(states)):
            seed_words(words, seed, seat)
            guess(states[seat], seat, words)

    return suppose
