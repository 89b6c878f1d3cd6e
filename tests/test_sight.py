"""Views and guesses of every game: what a seat sees, and what it may suppose."""

import json

import pytest

from tablee.kernel.chance import Random, below
from tablee.kernel.compile import link
from tablee.kernel.playout import guesses
from tests.repeats import long_or
from tests.tables import Table, every_count, every_table, random_play

POSITIONS = long_or(1_000, 10_000)


@pytest.mark.parametrize("table", every_count(), ids=str)
def test_a_guess_cannot_be_told_from_the_truth(table: Table) -> None:
    """The view and the options of a guess are those of the truth, and it is a legal position."""
    game, rules, sight = table.game, table.game.rules, table.game.sight
    chance = Random(1)
    checked = seed = 0
    while checked < POSITIONS:
        seed += 1
        match = table.match(seed)
        for _ in random_play(match, seed):
            seat = below(chance, table.players)
            guess = match.state.copy()
            sight.guess(guess, seat, chance)
            assert sight.sound(guess)
            assert sight.view(guess, seat) == match.view(seat)
            assert rules.owes(guess) == match.owed
            if match.options(seat):
                again = type(match)(game, guess)
                assert again.options(seat) == match.options(seat)
            checked += 1


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_a_guess_follows_from_what_the_seat_knows_alone(table: Table) -> None:
    """Two worlds that look the same to a seat lead it, with the same chance, to the same guess."""
    guess = table.game.sight.guess
    for seed in range(4):
        match = table.match(seed)
        for turn, _ in enumerate(random_play(match, seed)):
            seat = turn % table.players
            truth, other = match.state.copy(), match.state.copy()
            guess(other, seat, Random(seed, 1))
            guess(truth, seat, Random(seed, 2))
            guess(other, seat, Random(seed, 2))
            assert truth == other


@pytest.mark.parametrize("table", every_count(), ids=str)
def test_the_truth_is_among_the_guesses(table: Table) -> None:
    """Every number of the state, bit by bit, takes the value it really has in some guess."""
    for seed in range(3):
        match = table.match(seed)
        turns = sum(1 for _ in random_play(table.match(seed), seed))
        for turn, _ in enumerate(random_play(match, seed)):
            if turn == turns * (seed + 1) // 4:
                break
        seat = seed % table.players
        truth = int.from_bytes(match.state.pack(), "little")
        ones = zeros = 0
        for number in range(1000):
            guess = match.state.copy()
            table.game.sight.guess(guess, seat, Random(seed, number))
            bits = int.from_bytes(guess.pack(), "little")
            ones |= bits
            zeros |= ~bits
        assert truth & ~ones == 0
        assert ~truth & ~zeros == 0


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_views_are_plain_json_and_say_whose_they_are(table: Table) -> None:
    match = table.match(3)
    for _ in random_play(match, 3):
        for seat in (None, *range(table.players)):
            view = match.view(seat)
            assert json.loads(json.dumps(view)) == view
            assert view["seat"] == seat
            assert view["seats"] == table.players == len(view["players"])
            assert view["over"] == match.over
            assert [player["score"] for player in view["players"]] == match.scores()


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_a_view_is_a_copy(table: Table) -> None:
    """Whoever gets a view cannot change the game through it."""
    match = table.match(4)
    for _ in random_play(match, 4):
        before = match.state.pack()
        for seat in (None, *range(table.players)):
            spoil(match.view(seat))
        assert match.state.pack() == before


def spoil(value: object) -> None:
    """Overwrite everything in a view."""
    if isinstance(value, dict):
        for key in value:
            spoil(value[key])
            value[key] = None
    elif isinstance(value, list):
        for entry in value:
            spoil(entry)
        value.clear()


@pytest.mark.bounds
@pytest.mark.parametrize("table", every_count(), ids=str)
def test_compiled_guesses_are_the_interpreted_ones(table: Table) -> None:
    import numpy as np

    game = table.game
    guess_all = link(guesses, game)
    for seed in range(6):
        match = table.match(seed)
        for _ in random_play(match, seed):
            batch = game.rules.State.batch(table.players, match.state)
            guess_all(batch, seed, np.array(Random(0)))
            for seat in range(table.players):
                guess = match.state.copy()
                game.sight.guess(guess, seat, Random(seed, seat))
                assert batch[seat].tobytes() == guess.pack()
