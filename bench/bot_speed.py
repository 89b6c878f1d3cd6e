"""How fast bots are on one core: iterations of a search beside OpenSpiel's, and whole choices."""

import dataclasses
import random
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, cycle, islice
from types import SimpleNamespace
from typing import Any, cast

import pyspiel

from tablee.bots.personas import TEMPERED
from tablee.bots.players import bot
from tablee.bots.position import EVEN, Position, suppose
from tablee.bots.search import Policy
from tablee.bots.searcher import Searcher, effort, network_ratings
from tablee.bots.tree import TreeSearcher
from tablee.kernel.chance import Random, below
from tablee.kernel.compile import load_numba, teach
from tablee.kernel.game import Game, Heuristics
from tablee.kernel.match import Match
from tablee.kernel.offers import how_many

PLAYERS = 4
LEVEL = "captain"  # level 4
NETWORK = "network"  # alone, without a search
PEER_ITERATIONS = 600
NODES = 1 << 12  # of our tree: an iteration adds one for each seat at most
# OpenSpiel's games, and how their chance begins: in hearts, no cards are passed on, because the
# search crashes (OpenSpiel 2.0.2) when it guesses hands after some were.
PEER_GAMES: dict[str, tuple[str, list[int]]] = {
    "oh hell": (f"oh_hell(players={PLAYERS})", []),
    "hearts": ("hearts", [0]),
}
UCT = 2.0  # as in OpenSpiel's own tests; it does not change how fast an iteration is

now = time.process_time
Pass = Callable[[], tuple[int, float]]  # searches all positions once: iterations, seconds


def best_of(passes: Mapping[str, Pass], rounds: int) -> dict[str, float]:
    """The best speed of every pass, in iterations a second; all of them in turn in every round.

    A pass is whole: its positions differ, and the best of single ones would be the easiest.
    """
    best = dict.fromkeys(passes, 0.0)
    for _ in range(rounds):
        for name, go in passes.items():
            iterations, seconds = go()
            best[name] = max(best[name], iterations / seconds)
    return best


# Ours


def positions(game: Game, games: int) -> list[Position]:
    """Every choice between several options in some games of sailors."""
    found: list[Position] = []
    sailor = bot("sailor", game)
    for seed in range(games):
        match = Match(game, game.dealt(PLAYERS, {}, Random(seed)))
        luck = [Random(seed, 1 + seat) for seat in range(PLAYERS)]
        while not match.over:
            for seat in match.waiting_for:
                position = suppose(match, seat)
                if len(position.options) > 1:
                    found.append(position)
                match.choose(seat, sailor(position, luck[seat]))
    return found


def our_tree_pass(game: Game, known: Sequence[Position]) -> Pass:
    """Our tree search with random playouts: for every iteration a guess, as in OpenSpiel's."""
    guessing = SimpleNamespace(**{**vars(game.bots), "plausible": None})  # any world that fits
    plain = dataclasses.replace(game, bots=cast(Heuristics, guessing))
    searcher = TreeSearcher(plain, nodes=NODES, playing=at_random)
    searcher.choose(known[0], PEER_ITERATIONS, UCT, Random(0))

    def go() -> tuple[int, float]:
        chance, began = Random(1), now()
        for position in known:
            searcher.choose(position, PEER_ITERATIONS, UCT, chance)
        return PEER_ITERATIONS * len(known), now() - began

    return go


def our_pass(game: Game, known: Sequence[Position]) -> Pass:
    """The search of level 4 in these positions. An iteration is a playout: an option in a world."""
    tried = effort(LEVEL, game)
    searcher = Searcher(game, tried.answers)
    searcher.findings(known[0], tried, Random(0))  # compiled, or read from where it is kept

    def go() -> tuple[int, float]:
        chance, iterations, began = Random(1), 0, now()
        for position in known:
            findings = searcher.findings(position, tried, chance)
            iterations += sum(finding.visits for finding in findings)
        return iterations, now() - began

    return go


def at_random(_game: Game) -> Policy:
    """A policy that takes any option, each as likely."""

    def choose(_state: Any, _seat: int, offers: Any, _mind: Any, chance: Any) -> int:
        return below(chance, how_many(offers))

    load_numba()
    teach(choose)
    return choose


# OpenSpiel's


def peer_states(name: str, games: int) -> list[Any]:
    """Of some games played at random: every state with a choice between several options."""
    string, beginning = PEER_GAMES[name]
    game, draw = pyspiel.load_game(string), random.Random(1)
    found = []
    for _ in range(games):
        state = game.new_initial_state()
        for action in beginning:
            state.apply_action(action)
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, likely = zip(*state.chance_outcomes())
                state.apply_action(draw.choices(outcomes, likely)[0])
                continue
            options = state.legal_actions()
            if len(options) > 1:
                found.append(state.clone())
            state.apply_action(draw.choice(options))
    return found


def peer_pass(states: Sequence[Any]) -> Pass:
    """OpenSpiel's C++ search in these states, with one random rollout for each iteration."""

    rollouts = pyspiel.RandomRolloutEvaluator(1, 1)  # a search does not keep it alive

    def go() -> tuple[int, float]:
        search = pyspiel.ISMCTSBot(
            1,
            rollouts,
            UCT,
            PEER_ITERATIONS,
            final_policy_type=pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        )
        began = now()
        for state in states:
            search.step(state)
        return PEER_ITERATIONS * len(states), now() - began

    return go


# Whole choices


def network_player(position: Position, _chance: Random) -> int:
    """What the network thinks best."""
    rates = network_ratings(position)
    return position.options[rates.index(max(rates))]


def choice_times(level: str, game: Game, games: int, rounds: int) -> list[float]:
    """The seconds a level takes for each choice between several options, itself in all four seats.

    The same games are played in every round, and each choice counts with its shortest time.
    """
    played = [
        [*chain(*(game_times(level, game, seed) for seed in range(games)))] for _ in range(rounds)
    ]
    return [min(times) for times in zip(*played, strict=True)]


def game_times(level: str, game: Game, seed: int) -> list[float]:
    """The same in one game.

    What a bot is given is part of it: the guessed state, and for those who have a character what
    moved it so far.
    """
    player, times = (network_player if level == NETWORK else bot(level, game)), list[float]()
    tempers = list(game.bots.CHARACTERS) if level in TEMPERED else [EVEN]
    characters = list(islice(cycle(tempers), PLAYERS))
    match = Match(game, game.dealt(PLAYERS, {}, Random(seed)))
    luck = [Random(seed, 1 + seat) for seat in range(PLAYERS)]
    while not match.over:
        for seat in match.waiting_for:
            began = now()
            position = suppose(match, seat, characters[seat])
            choice = player(position, luck[seat])
            if len(position.options) > 1:
                times.append(now() - began)
            match.choose(seat, choice)
    return times
