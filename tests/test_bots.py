"""What every game's bots owe the house: they know what their seat knows, compiled or not."""

from threading import Timer
from typing import Any

import numpy as np
import pytest

from tablee.bots.hints import advise, compare
from tablee.bots.network import Network, clipped, network, rating, see
from tablee.bots.position import suppose
from tablee.bots.search import drawing, learned_policy
from tablee.bots.searcher import Effort, Searcher, network_ratings
from tablee.bots.selfplay import asking
from tablee.bots.tree import TreeSearcher
from tablee.kernel.chance import Random
from tablee.kernel.compile import link
from tablee.kernel.game import Game
from tests.loops import asked
from tests.repeats import long_or
from tests.tables import Table, every_count, every_table, questions


def rates(game: Game, state: Any, seat: int, options: list[int], character: Any) -> list[float]:
    found = [0.0] * len(options)
    game.bots.rate(state, seat, list(character), options, found)
    return found


def numbers(game: Game, state: Any, seat: int, options: list[int]) -> list[list[int]]:
    """What the seat knows, and what each of its options would do."""
    sight = [0] * game.observation.SIGHT
    game.observation.observe(state, seat, sight)
    effects = []
    for option in options:
        effect = [0] * game.observation.EFFECT
        game.observation.effect(state, seat, option, effect)
        effects.append(effect)
    return [sight, *effects]


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_ratings_and_numbers_follow_from_what_the_seat_knows_alone(table: Table) -> None:
    game = table.game
    for turn, (match, seat) in enumerate(questions(table, 5)):
        other = match.state.copy()
        game.sight.guess(other, seat, Random(5, turn))
        options = match.options(seat)[:40]
        for character in game.bots.CHARACTERS.values():
            mine = rates(game, match.state, seat, options, character)
            assert mine == rates(game, other, seat, options, character)
        mine_too = numbers(game, match.state, seat, options)
        assert mine_too == numbers(game, other, seat, options)


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_every_number_fits_into_eight_bits(table: Table) -> None:
    for match, seat in questions(table, 6):
        found = numbers(table.game, match.state, seat, match.options(seat)[:40])
        assert all(-127 <= number <= 127 for row in found for number in row)


@pytest.mark.parametrize("table", every_count(), ids=str)
def test_effects_tell_options_apart(table: Table) -> None:
    """Nearly always: two options that do the same may look the same."""
    different = same = 0
    for match, seat in questions(table, 7):
        _, *effects = numbers(table.game, match.state, seat, match.options(seat)[:40])
        different += len(set(map(tuple, effects)))
        same += len(effects)
    assert different > 0.9 * same


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_compiled_questions_are_the_interpreted_ones(table: Table) -> None:
    """The same ratings (by what the heuristic chooses), sights and effects."""
    game = table.game
    states = [match.state.copy() for match, _ in questions(table, 8)][:: long_or(3, 1)]
    for guests in (0, 0b010101):
        compiled = asked(game, states, guests, link(asking, game))
        interpreted = asked(game, states, guests, asking(game))
        for one, other in zip(compiled, interpreted, strict=True):
            assert np.array_equal(one, other)


@pytest.mark.parametrize("table", every_count(), ids=str)
def test_a_question_is_the_numbers_of_its_seat_alone(table: Table) -> None:
    """Whatever stood in the room they are written into."""
    match, _ = next(questions(table, 8))
    _, sights, effects, first, who, offered = asked(
        table.game, [match.state], 0, asking(table.game)
    )
    rows = slice(first[0], first[1])
    found = [sights[0].tolist(), *effects[rows].tolist()]
    assert found == numbers(table.game, match.state, int(who[0][1]), offered[rows].tolist())


@pytest.mark.parametrize("table", every_count(), ids=str)
def test_who_answers_by_the_network_answers_what_it_rates_highest(table: Table) -> None:
    """Question after question in the same room, without any warmth."""
    game = table.game
    learned, choose = network(game), learned_policy(game)
    room = ([0] * game.observation.SIGHT, [0] * game.observation.EFFECT)
    wide, narrow = learned.inner.shape
    layers = (np.zeros(size, np.int32) for size in (wide, wide, narrow))
    mind = (learned.weights, 0.0, *room, *layers)
    for number, (match, seat) in enumerate(questions(table, 9)):
        if number % 8 == 0:
            position = suppose(match, seat)
            rates = network_ratings(position)
            answer = choose(position.state, seat, position.options, mind, Random(number))
            assert answer == rates.index(max(rates))


@pytest.mark.parametrize("table", every_count(), ids=str)
def test_compiled_search_finds_what_the_interpreted_one_finds(table: Table) -> None:
    compiled, interpreted = (Searcher(table.game, False, way) for way in (True, False))
    effort = Effort(playouts=12, width=4, wavering=0.5, doubt=0.5)
    every = 1 + sum(1 for _ in questions(table, 9)) // 4
    for number, (match, seat) in enumerate(questions(table, 9)):
        if number % every == 0:
            position = suppose(match, seat)
            one = compiled.findings(position, effort, Random(number))
            assert one == interpreted.findings(position, effort, Random(number))


@pytest.mark.parametrize("table", every_count(), ids=str)
def test_advice_is_patient(table: Table) -> None:
    """Points are told of every option, so all are tried often, however quick the captain is."""
    match, seat = next(questions(table, 9))
    position = suppose(match, seat)
    found = advise(position, Random(1))
    assert sum(one.visits for one in found) > 200
    two = [found[0].option, found[-1].option]
    assert all(one.visits > 100 for one in compare(position, two, Random(2)))


@pytest.mark.parametrize(("compiled", "playouts"), [(True, 3_000_000), (False, 200_000)])
def test_a_search_can_be_stopped_at_any_time(compiled: bool, playouts: int) -> None:
    """By another thread, which a compiled search therefore lets work."""
    for table in every_count():
        searcher = Searcher(table.game, False, compiled)
        match, seat = next(questions(table, 9))
        position = suppose(match, seat)
        searcher.findings(position, Effort(8, 4), Random(1))  # compiles
        stop = Timer(0.05, searcher.stop)
        stop.start()
        found = searcher.findings(position, Effort(playouts, 4), Random(1))
        stop.join()
        assert 0 < sum(one.visits for one in found) < playouts // 2
        assert found[0].visits == max(one.visits for one in found)


def test_compiled_trees_choose_what_interpreted_ones_choose() -> None:
    table = next(table for table in every_count() if str(table) == "land-unter-3")
    compiled, interpreted = (TreeSearcher(table.game, way, nodes=1 << 10) for way in (True, False))
    for number, (match, seat) in enumerate(questions(table, 9)):
        if number % 12 == 0:
            position = suppose(match, seat)
            one = compiled.choose(position, 40, 1.0, Random(number))
            assert one == interpreted.choose(position, 40, 1.0, Random(number))


@pytest.mark.parametrize("table", every_count(), ids=str)
def test_a_search_draws_worlds_that_explain_what_others_did_more_often(table: Table) -> None:
    game = table.game
    plausible = getattr(game.bots, "plausible", None)
    if plausible is None:
        assert drawing(game) is game.sight.guess  # one guess for a world, no chance used beside it
        return
    drawn = guessed = 0.0
    for number, (match, seat) in enumerate(questions(table, 10)):
        if number % 5 == 0:
            worlds = [match.state.copy(), match.state.copy()]
            drawing(game)(worlds[0], seat, Random(number))
            game.sight.guess(worlds[1], seat, Random(number))
            for world in worlds:
                assert game.sight.view(world, seat) == game.sight.view(match.state, seat)
                assert 0.0 < plausible(world, seat) <= 1.0
            drawn += plausible(worlds[0], seat)
            guessed += plausible(worlds[1], seat)
    assert drawn > guessed


def test_a_network_adds_up_the_same_in_numpy_and_by_hand() -> None:
    draw = np.random.default_rng(1)
    sizes = ((30, 16), (12, 16), (16,), (16, 8), (8,), (8,), (1,))
    network = Network(*(draw.integers(-900, 900, size).astype(np.int32) for size in sizes))
    for _ in range(50):
        sight = draw.integers(-20, 20, 30) * draw.integers(0, 2, 30)
        effects = draw.integers(-20, 20, (5, 12))
        seen, one, two = (np.zeros(size, np.int32) for size in (16, 16, 8))
        see(network.weights, sight, seen)
        by_hand = [int(rating(network.weights, seen, effect, one, two)) for effect in effects]
        assert by_hand == network.ratings(sight, effects).tolist()
    assert clipped(np.array([-0.3, 2.1, 1e9])).tolist() == [0, 2, 2047]
