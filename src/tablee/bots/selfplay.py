"""Many games at once for a learner, written to be linked: what is asked, and what was answered.

A *question* is one seat that has more than one option. Its row of `sights` is what the seat knows;
the rows of `effects` from `first` on are what its options would do. Whoever has one option only is
not asked, nor are the seats that the heuristic plays.
"""

from collections.abc import Callable
from typing import Any

from tablee.bots.choosing import empty, highest
from tablee.kernel.chance import seed_words
from tablee.kernel.game import Game
from tablee.kernel.offers import clear, how_many, option_at, thin


def dealing(game: Game) -> Callable[..., None]:
    """New games in the place of old ones."""
    deal = game.rules.deal

    def deal_all(states: Any, begun: Any, seed: int, first: int, words: Any) -> None:
        """Each state becomes a copy of `begun` (seats and switches set), dealt by its number."""
        for index in range(len(states)):
            states[index] = begun[index]
            seed_words(words, seed, first + index)
            deal(states[index], words)

    return deal_all


def asking(game: Game) -> Callable[..., int]:
    """The questions of a step in all games that are not over."""
    owes, options, resolve = game.rules.owes, game.rules.options, game.rules.resolve
    observe, effect = game.observation.observe, game.observation.effect
    rate = game.bots.rate

    def ask(
        states: Any,
        guests: Any,
        choices: Any,
        even: Any,
        rates: Any,
        offers: Any,
        most: int,
        words: Any,
        sights: Any,
        effects: Any,
        first: Any,
        asked: Any,
        offered: Any,
    ) -> int:
        """Fill in the questions and return how many there are.

        `asked` gets game and seat of each, `first` where its options begin, `offered` the options;
        `choices` those of the seats that have no choice and of the `guests` (a set for each game),
        for whom the heuristic plays with an `even` temper; `rates` and `offers` are working space.
        Of more than `most` options so many are drawn.
        """
        questions, rows = 0, 0
        for index in range(len(states)):
            state = states[index]
            mine = choices[index]
            owing = owes(state)
            open_questions = 0
            while owing and open_questions == 0:
                for seat in range(state.seats):
                    mine[seat] = -1
                    if (owing >> seat) & 1:
                        clear(offers)
                        options(state, seat, offers)
                        if how_many(offers) == 1:
                            mine[seat] = option_at(offers, 0)
                            continue
                        if (guests[index] >> seat) & 1:
                            rate(state, seat, even, offers, rates)
                            mine[seat] = option_at(offers, highest(rates, how_many(offers)))
                            continue
                        open_questions += 1
                        thin(offers, most, words)
                        observe(state, seat, empty(sights[questions]))
                        asked[questions, 0] = index
                        asked[questions, 1] = seat
                        first[questions] = rows
                        for place in range(how_many(offers)):
                            option = option_at(offers, place)
                            effect(state, seat, option, empty(effects[rows]))
                            offered[rows] = option
                            rows += 1
                        questions += 1
                if open_questions == 0:
                    resolve(state, mine, None)
                    owing = owes(state)
        first[questions] = rows
        return questions

    return ask


def answering(game: Game) -> Callable[..., int]:
    """The answers of a step go into their games."""
    owes, resolve = game.rules.owes, game.rules.resolve

    def answer(states: Any, choices: Any, asked: Any, offered: Any, chosen: Any) -> int:
        """Resolve one turn of every game; returns how many are still going on."""
        for question in range(len(chosen)):
            choices[asked[question, 0], asked[question, 1]] = offered[chosen[question]]
        going = 0
        for index in range(len(states)):
            state = states[index]
            if owes(state):
                resolve(state, choices[index], None)
                going += owes(state) != 0
        return going

    return answer


def judging(game: Game) -> Callable[..., None]:
    """How finished games ended."""
    score, winners = game.rules.score, game.rules.winners

    def judge(states: Any, shares: Any, margins: Any) -> None:
        """For each seat its share of the win less a fair one, and its points above the mean."""
        for index in range(len(states)):
            state = states[index]
            won = winners(state)
            shared, total = 0, 0
            for seat in range(state.seats):
                shared += (won >> seat) & 1
                total += score(state, seat)
            for seat in range(state.seats):
                shares[index, seat] = ((won >> seat) & 1) / shared - 1 / state.seats
                margins[index, seat] = score(state, seat) - total / state.seats

    return judge
