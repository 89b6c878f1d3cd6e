"""What every game must be, whatever its rules are."""

import pytest

from tablee.catalogue import games
from tablee.kernel.chance import Random
from tablee.kernel.errors import IllegalChoice, NotOwed, WrongOption, WrongPlayers
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tests.tables import Table, every_table, random_play

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
on_every_table = pytest.mark.parametrize("table", every_table(), ids=str)


@on_every_table
def test_a_game_ends_with_scores_and_winners(table: Table) -> None:
    for seed in range(20):
        match = table.finished(seed)
        assert match.over
        assert match.waiting_for == []
        assert len(match.scores()) == table.players
        assert match.winners()
        assert all(match.options(seat) == [] for seat in range(table.players))
        with pytest.raises(NotOwed) as refusal:
            match.choose(0, 0)
        assert refusal.value.clause == "G-2"


@on_every_table
def test_the_game_is_a_function_of_the_deal_and_the_choices(table: Table) -> None:
    """Chance happens only in the deal."""
    first = table.finished(5)
    again = Match(table.game, table.game.rules.State.unpack(first.start))
    choices = iter(first.choices)
    while not again.over:
        for seat in again.waiting_for:
            again.choose(seat, next(choices))
    assert again.state == first.state
    assert next(choices, None) is None


@on_every_table
def test_options_are_offered_in_order_and_within_bounds(table: Table) -> None:
    rules = table.game.rules
    for seed in range(10):
        match = table.match(seed)
        for _ in random_play(match, seed):
            for seat in match.waiting_for:
                options = match.options(seat)
                assert options == sorted(set(options))
                assert 0 < len(options) <= rules.OFFERS
                assert 0 <= options[0] <= options[-1] < rules.OPTIONS


@on_every_table
def test_every_option_can_be_written_and_read(table: Table) -> None:
    notation = table.game.notation
    for seed in range(10):
        match = table.match(seed)
        for _ in random_play(match, seed):
            for seat in match.waiting_for:
                for option in match.options(seat):
                    text = notation.say(option)
                    assert notation.read(text) == option
                    assert text.isascii()
                    assert text.split() == [text]


@every_game
def test_notation_is_inverse_for_every_option(game: Game) -> None:
    texts = [game.notation.say(option) for option in range(game.rules.OPTIONS)]
    readable = {text: game.notation.read(text) for text in texts}
    for option, text in enumerate(texts):
        assert readable[text] in (option, None)
    assert sum(option is not None for option in readable.values()) >= game.rules.OPTIONS - 2
    for nonsense in (
        "",
        " ",
        "x",
        "-1",
        "0x1",
        "1.5",
        "٣",
        "99999999999999999999",
        "hat hat",
        "\0",
    ):
        assert game.notation.read(nonsense) is None


@on_every_table
def test_what_is_not_offered_is_refused_and_changes_nothing(table: Table) -> None:
    rules = table.game.rules
    for seed in range(3):
        match = table.match(seed)
        for turn, _ in enumerate(random_play(match, seed)):
            if turn % 5:
                continue
            before = match.state.pack()
            for seat in range(table.players):
                legal = match.options(seat)
                wrong = {*range(-1, rules.OPTIONS + 1)} - set(legal)
                for option in [*wrong, None, "x", [1], True, float(legal[0]) if legal else 1.5]:
                    with pytest.raises((IllegalChoice, NotOwed)) as refusal:
                        match.choose(seat, option)
                    if legal:
                        assert refusal.value.clause in str(refusal.value)
                        assert refusal.value.legal == tuple(map(table.game.notation.say, legal))
            assert match.state.pack() == before
            assert match.committed == {}


@on_every_table
def test_every_refusal_has_its_sentence(table: Table) -> None:
    """Whatever clause a game refuses a choice by, texts.toml says it in three languages."""
    rules = table.game.rules
    clauses = set()
    for seed in range(5):
        match = table.match(seed)
        for _ in random_play(match, seed):
            for seat in match.waiting_for:
                legal = set(match.options(seat))
                for option in range(0, rules.OPTIONS, 1 + rules.OPTIONS // 60):
                    if option not in legal:
                        clauses.add(rules.forbids(match.state, seat, option))
    assert clauses
    assert clauses <= set(table.game.texts.content["forbids"])


@every_game
def test_wrong_numbers_of_players_are_refused(game: Game) -> None:
    for players in (-1, 0, game.players[0] - 1, game.players[-1] + 1, 1000, "4", None, 3.0, True):
        with pytest.raises(WrongPlayers) as error:
            game.blank(players, {})
        assert f"{game.players[0]} to {game.players[-1]}" in str(error.value)


@every_game
def test_wrong_switches_are_refused(game: Game) -> None:
    with pytest.raises(WrongOption, match="no option 'wings'"):
        game.blank(game.players[0], {"wings": True})
    for name in game.switches:
        with pytest.raises(WrongOption, match="on or off"):
            game.blank(game.players[0], {name: 1})


@every_game
def test_g_4_what_is_played_by_itself_was_the_only_choice(game: Game) -> None:
    for seed in range(10):
        match = Match(game, game.dealt(game.players[-1], {}, Random(seed)))
        for _ in random_play(match, seed):
            for seat in match.waiting_for:
                forced = match.forced(seat)
                assert forced is None or match.options(seat) == [forced]


@on_every_table
def test_g_4_an_obvious_choice_is_obvious_to_every_other_seat(table: Table) -> None:
    """Being forced may be shown only where it is the same in all worlds the others suppose."""
    rules, guess = table.game.rules, table.game.sight.guess
    for seed in range(4):
        match = table.match(seed)
        for turn, _ in enumerate(random_play(match, seed)):
            for seat in match.waiting_for:
                if match.forced(seat) is None:
                    continue
                for other in range(table.players):
                    world = match.state.copy()
                    guess(world, other, Random(seed, turn))
                    supposed = Match(table.game, world)
                    assert len(supposed.options(seat)) == 1
                    assert rules.obvious(world, seat)
