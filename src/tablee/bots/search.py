"""Search for the best option by playing on, written to be linked; interpreted it does the same.

A *world* is a guess of the seat: everything hidden dealt anew, in accord with all it knows. In
every world each option still in question is tried, with the same luck for all of them; the others,
who choose at the same time, choose without knowing of it. Then all play on by the heuristic until
the game's horizon. In some worlds the others choose anything at all, since not everybody plays
well. After each round of worlds the worse half of the options is given up. A search may be stopped
at any time, from another thread: the best found so far is taken.
"""

from collections.abc import Callable
from math import log
from typing import Any

from tablee.bots.choosing import empty
from tablee.bots.network import UNIT, rating, see
from tablee.kernel.chance import WORD
from tablee.kernel.game import Game
from tablee.kernel.layout import copy_state
from tablee.kernel.offers import any_of, clear, how_many, option_at

ROOT, WORLD, TRIAL = 0, 1, 2  # the states of a search: as it is, a guess of it, an option tried
TRIES = 16  # so many guesses at most for one world; most worlds need two or three

Policy = Callable[..., int]


def drawing(game: Game) -> Callable[..., None]:
    """Deal a world anew: a guess, or another one if it does not explain what the others did."""
    guess, plausible = game.sight.guess, getattr(game.bots, "plausible", None)
    if plausible is None:
        return guess

    def draw_world(state: Any, seat: int, chance: Any) -> None:
        guess(state, seat, chance)
        for _ in range(TRIES - 1):
            if chance.word() / WORD < plausible(state, seat):
                return
            guess(state, seat, chance)

    return draw_world


def judging(game: Game) -> Callable[..., None]:
    """Where everybody stands."""
    standing = game.bots.standing

    def judge(state: Any, standings: Any) -> None:
        for seat in range(state.seats):
            standings[seat] = standing(state, seat)

    return judge


def lead(standings: Any, seats: int, me: int) -> float:
    """My standing less that of the others: half the best of them, half their mean."""
    best, total = -1e300, 0.0
    for seat in range(seats):
        if seat != me:
            best = max(best, standings[seat])
            total += standings[seat]
    ahead: float = standings[me] - 0.5 * best - 0.5 * total / (seats - 1)
    return ahead


def heuristic_policy(game: Game) -> Policy:
    """Choose as the game's heuristic does, with some wavering."""
    rate = game.bots.rate

    def choose(state: Any, seat: int, offers: Any, mind: Any, chance: Any) -> int:
        """The place of the option chosen; `mind`: character, wavering in points, room for rates."""
        character, wavering, rates = mind
        rate(state, seat, character, offers, rates)
        best, most = 0, -1e300
        for place in range(how_many(offers)):
            luck = wavering * (chance.word() / WORD)
            if rates[place] + luck > most:
                best, most = place, rates[place] + luck
        return best

    return choose


def learned_policy(game: Game) -> Policy:
    """Choose as the game's network does: each option as often as it says."""
    observe, effect = game.observation.observe, game.observation.effect

    def choose(state: Any, seat: int, offers: Any, mind: Any, chance: Any) -> int:
        """The place of the option chosen; `mind`: weights, warmth, and room for every layer."""
        weights, warmth, sight, deed, seen, one, two = mind
        observe(state, seat, empty(sight))
        see(weights, sight, seen)
        best, most = 0, -1e300
        for place in range(how_many(offers)):
            effect(state, seat, option_at(offers, place), empty(deed))
            luck = -log(-log((chance.word() + 0.5) / (WORD + 1)))
            worth = rating(weights, seen, deed, one, two) / UNIT + warmth * luck
            if worth > most:
                best, most = place, worth
        return best

    return choose


def deciding(game: Game, choose: Policy) -> Callable[..., int]:
    """What a seat chooses: by the policy, or anything at all."""
    options = game.rules.options

    def decide(state: Any, seat: int, anything: bool, offers: Any, mind: Any, chance: Any) -> int:
        clear(offers)
        options(state, seat, offers)
        if anything:
            lot: int = any_of(offers, chance)
            return lot
        place = choose(state, seat, offers, mind, chance) if how_many(offers) > 1 else 0
        option: int = option_at(offers, place)
        return option

    return decide


def searching(game: Game, replying: Callable[[Game], Policy]) -> Callable[..., int]:
    """A search in which the others choose by this policy now, and by the heuristic later."""
    rules, horizon = game.rules, game.bots.horizon
    owes, resolve = rules.owes, rules.resolve
    draw_world, judge = drawing(game), judging(game)
    reply, decide = deciding(game, replying(game)), deciding(game, heuristic_policy(game))

    def others_reply(
        state: Any, me: int, careless: bool, space: Any, mind: Any, chance: Any
    ) -> None:
        """Everybody else who owes a choice makes it."""
        offers, choices, _ = space
        owing = owes(state)
        for seat in range(state.seats):
            choices[seat] = -1
            if seat != me and (owing >> seat) & 1:
                choices[seat] = reply(state, seat, careless, offers, mind, chance)

    def play_on(
        state: Any, me: int, owing: int, careless: bool, space: Any, mind: Any, chance: Any
    ) -> None:
        """Everybody who owes a choice makes it."""
        offers, choices, _ = space
        for seat in range(state.seats):
            choices[seat] = -1
            if (owing >> seat) & 1:
                anything = careless and seat != me
                choices[seat] = decide(state, seat, anything, offers, mind, chance)
        resolve(state, choices, None)

    def lead_after(
        state: Any,
        me: int,
        mine: int,
        far: bool,
        careless: bool,
        space: Any,
        minds: Any,
        chance: Any,
    ) -> float:
        """Choose this option, play on to the horizon or the end, and see how far I am ahead."""
        end = horizon(state)
        others_reply(state, me, careless, space, minds[0], chance)
        space[1][me] = mine
        resolve(state, space[1], None)
        owing = owes(state)
        while owing and (far or horizon(state) == end):
            play_on(state, me, owing, careless, space, minds[1], chance)
            owing = owes(state)
        judge(state, space[2])
        return lead(space[2], state.seats, me)

    def search(
        states: Any,
        me: int,
        candidates: Any,
        priors: Any,
        order: Any,
        values: Any,
        visits: Any,
        playouts: int,
        far: bool,
        doubt: float,
        space: Any,
        minds: Any,
        luck: Any,
        stopped: Any,
        chance: Any,
    ) -> int:
        """The place of the best candidate; `values` and `visits` get what was found out of each.

        `priors` are points each candidate is thought to be ahead before anything is tried; `far`:
        play on to the end of the game; `doubt`: the part of the worlds with careless others.
        `states` holds the supposed position and room for two more, `luck` room for four words.
        Whoever sets `stopped[0]` has the best found so far after the world being tried.
        """
        alive = how_many(candidates)
        for place in range(alive):
            order[place] = place
            values[place] = 0.0
            visits[place] = 0
        rounds = 0
        while (1 << rounds) < alive:
            rounds += 1
        while alive > 1 and stopped[0] == 0:
            for _ in range(max(1, playouts // (rounds * alive))):
                copy_state(states, ROOT, WORLD)
                draw_world(states[WORLD], me, chance)
                careless = chance.word() / WORD < doubt
                for word in range(4):
                    luck[word] = chance[word]
                for rank in range(alive):
                    place = order[rank]
                    copy_state(states, WORLD, TRIAL)
                    for word in range(4):
                        chance[word] = luck[word]
                    option = option_at(candidates, place)
                    values[place] += lead_after(
                        states[TRIAL], me, option, far, careless, space, minds, chance
                    )
                    visits[place] += 1
                if stopped[0] != 0:
                    break
            best_first(order, values, visits, priors, alive)
            alive = (alive + 1) // 2
        for place in range(how_many(candidates)):
            values[place] /= max(1, visits[place])
        best: int = order[0]
        return best

    return search


def best_first(order: Any, values: Any, visits: Any, priors: Any, number: int) -> None:
    """Put the first so many places in the order of their mean values and priors together."""
    for end in range(1, number):
        place = order[end]
        mean = values[place] / visits[place] + priors[place]
        rank = end
        while rank > 0:
            before = order[rank - 1]
            if values[before] / visits[before] + priors[before] >= mean:
                break
            order[rank] = before
            rank -= 1
        order[rank] = place
