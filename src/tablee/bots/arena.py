"""Bots against bots: whole games through the same door as people."""

from collections.abc import Mapping, Sequence

from tablee.bots.players import Bot
from tablee.kernel.chance import Random
from tablee.kernel.game import Game
from tablee.kernel.match import Match


def play_game(game: Game, bots: Sequence[Bot], switches: Mapping[str, bool], seed: int) -> Match:
    """One game from its deal to its end."""
    match = Match(game, game.dealt(len(bots), switches, Random(seed)))
    finish(match, bots, seed)
    return match


def finish(match: Match, bots: Sequence[Bot], seed: int) -> None:
    """Let bots play a match to its end; their chance is their own, not the deal's."""
    luck = [Random(seed, 1 + seat) for seat in range(len(bots))]
    while not match.over:
        for seat in match.waiting_for:
            match.choose(seat, bots[seat](match.view(seat), match.options(seat), luck[seat]))


def win_share(game: Game, challenger: Bot, others: Bot, players: int, games: int) -> float:
    """The challenger's share of wins, ties split, over deals played from every seat in turn."""
    share = 0.0
    for number in range(games):
        seat = number % players
        bots = [challenger if other == seat else others for other in range(players)]
        winners = play_game(game, bots, {}, number // players).winners()
        share += (seat in winners) / len(winners)
    return share / games
