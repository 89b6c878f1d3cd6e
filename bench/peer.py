"""The peer's side of the comparison: OpenSpiel's C++ loop, and its games written in Python.

A move is one choice of one seat on both sides; chance nodes are nobody's choice.
"""

from collections.abc import Callable
from importlib import import_module
from itertools import product
from random import random
from typing import Any

import pyspiel

CARDS = 12
PLAYERS = 4

# All games that OpenSpiel ships in Python and that need nothing else installed; those that are not
# of our kind, several people with hidden hands, say why.
PYTHON_GAMES = {
    "liars_poker": "",
    "block_dominoes": "",
    "team_dominoes": "",
    "kuhn_poker": "",
    "tic_tac_toe": "nothing hidden",
    "hangman": "one player",
    "iterated_prisoners_dilemma": "nothing hidden",
    "dynamic_routing": "a traffic model",
    "ant_foraging": "a swarm model",
}


def goofspiel_variants(points_order: str) -> dict[str, Any]:
    """Goofspiel in all the ways that may differ in speed, by a description."""
    found = {}
    returns = ("win_loss", "point_difference", "total_points")
    for kind, hidden in product(returns, (False, True)):
        settings = f"players={PLAYERS},num_cards={CARDS},points_order={points_order}"
        name = f"goofspiel({settings},returns_type={kind},imp_info={hidden})"
        found[name] = pyspiel.load_game(name)
        found[f"{name} made turn-based"] = pyspiel.load_game_as_turn_based(name)
    return found


def cpp_loop(game: Any) -> Callable[[], int]:
    """One game of goofspiel between uniformly random C++ bots at each call; returns its moves.

    Goofspiel plays everybody's last card by itself. It is counted all the same: ours count too.
    """
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(PLAYERS)]
    seed = 0

    def play() -> int:
        nonlocal seed
        pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        seed += 1
        return PLAYERS * CARDS

    return play


def python_game(name: str) -> Callable[[], int]:
    """One whole game written in Python at each call, played from Python; returns its moves."""
    import_module(f"open_spiel.python.games.{name}")
    game = pyspiel.load_game(f"python_{name}")
    seats = range(game.num_players())

    def play() -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes()))
            elif state.is_simultaneous_node():
                offers = [state.legal_actions(seat) for seat in seats]
                moves += sum(map(bool, offers))
                state.apply_actions(
                    [options[pick(options)] if options else 0 for options in offers]
                )
            else:
                options = state.legal_actions()
                state.apply_action(options[pick(options)])
                moves += 1
        return moves

    return play


def pick(options: list[int]) -> int:
    """Any place of the list, each as likely."""
    return int(random() * len(options))


def drawn(outcomes: list[tuple[int, float]]) -> int:
    """One of the outcomes of chance, by their probabilities."""
    mark = random()
    for action, probability in outcomes:
        mark -= probability
        if mark < 0:
            return action
    return outcomes[-1][0]
