"""What every game must be, whatever its rules are."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest

from tablee.catalogue import games
from tablee.kernel.chance import Random
from tablee.kernel.errors import IllegalChoice, NotOwed, WrongOption, WrongPlayers
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tests.repeats import long_or
from tests.tables import Table, every_table, random_play

every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)


@dataclass(frozen=True)
class Moment:
    """A position of a random game, and what each seat that owes a choice may choose."""

    seed: int
    turn: int
    state: Any
    options: dict[int, list[int]]


class Played:
    """Random games at a table, played once for all that is asked of them."""

    def __init__(self, table: Table):
        self.table = table
        self.moments: list[Moment] = []
        self.finished = [self.play(seed) for seed in range(20)]

    def play(self, seed: int) -> Match:
        match = self.table.match(seed)
        play = random_play(match, seed)
        for turn in count():
            options = {seat: match.options(seat) for seat in match.waiting_for}
            if not options:
                return match
            self.moments.append(Moment(seed, turn, match.state.copy(), options))
            next(play)
        raise AssertionError

    def matches(self, games: int) -> Iterator[tuple[Match, Moment]]:
        """The moments of so many games, to go on from."""
        for moment in self.moments:
            if moment.seed < games:
                yield Match(self.table.game, moment.state.copy()), moment


@pytest.fixture(scope="module")
def played(request: pytest.FixtureRequest) -> Played:
    return Played(request.param)


in_played_games = pytest.mark.parametrize(
    "played", every_table(), ids=str, indirect=True, scope="module"
)


@in_played_games
def test_a_game_ends_with_scores_and_winners(played: Played) -> None:
    table = played.table
    for match in played.finished:
        assert match.over
        assert match.waiting_for == []
        assert len(match.scores()) == table.players
        assert match.winners()
        assert all(match.options(seat) == [] for seat in range(table.players))
        with pytest.raises(NotOwed) as refusal:
            match.choose(0, 0)
        assert refusal.value.clause == "G-2"


@in_played_games
def test_the_game_is_a_function_of_the_deal_and_the_choices(played: Played) -> None:
    """Chance happens only in the deal."""
    first = played.finished[5]
    again = Match(first.game, first.rules.State.unpack(first.start))
    choices = iter(first.choices)
    while not again.over:
        for seat in again.waiting_for:
            again.choose(seat, next(choices))
    assert again.state == first.state
    assert next(choices, None) is None


@in_played_games
def test_options_are_offered_in_order_and_within_bounds(played: Played) -> None:
    rules = played.table.game.rules
    for moment in played.moments:
        for options in moment.options.values():
            assert options == sorted(set(options))
            assert 0 < len(options) <= rules.OFFERS
            assert 0 <= options[0] <= options[-1] < rules.OPTIONS


@in_played_games
def test_every_option_can_be_written_and_read(played: Played) -> None:
    notation = played.table.game.notation
    offered = {
        option
        for moment in played.moments
        for options in moment.options.values()
        for option in options
    }
    for option in offered:
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


@in_played_games
def test_what_is_not_offered_is_refused_and_changes_nothing(played: Played) -> None:
    game = played.table.game
    for match, moment in played.matches(long_or(1, 3)):
        if moment.turn % 5:
            continue
        for seat in range(played.table.players):
            legal = moment.options.get(seat, [])
            wrong = {*range(-1, game.rules.OPTIONS + 1)} - set(legal)
            for option in [*wrong, None, "x", [1], True, float(legal[0]) if legal else 1.5]:
                with pytest.raises((IllegalChoice, NotOwed)) as refusal:
                    match.choose(seat, option)
                if legal:
                    assert refusal.value.clause in str(refusal.value)
                    assert refusal.value.legal == tuple(map(game.notation.say, legal))
        assert match.state == moment.state
        assert match.committed == {}


@in_played_games
def test_every_refusal_has_its_sentence(played: Played) -> None:
    """Whatever clause a game refuses a choice by, texts.toml says it in three languages."""
    game = played.table.game
    clauses = {
        game.rules.forbids(match.state, seat, option)
        for match, moment in played.matches(5)
        for seat, legal in moment.options.items()
        for option in range(0, game.rules.OPTIONS, 1 + game.rules.OPTIONS // 60)
        if option not in legal
    }
    assert clauses
    assert clauses <= set(game.texts.content["forbids"])


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


@in_played_games
def test_g_4_an_obvious_choice_is_obvious_to_every_other_seat(played: Played) -> None:
    """Being forced may be shown only where it is the same in all worlds the others suppose."""
    game = played.table.game
    for match, moment in played.matches(4):
        for seat in moment.options:
            if match.forced(seat) is None:
                continue
            for other in range(played.table.players):
                world = moment.state.copy()
                game.sight.guess(world, other, Random(moment.seed, moment.turn))
                supposed = Match(game, world)
                assert len(supposed.options(seat)) == 1
                assert game.rules.obvious(world, seat)
