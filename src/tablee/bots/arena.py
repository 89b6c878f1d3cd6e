"""Bots against bots: whole games through the same door as people."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from tablee.bots.players import Bot
from tablee.bots.position import EVEN, suppose
from tablee.kernel.chance import Random
from tablee.kernel.game import Game
from tablee.kernel.match import Match

T = TypeVar("T")


def play_game(
    game: Game,
    bots: Sequence[Bot],
    switches: Mapping[str, bool],
    seed: int,
    characters: Sequence[str] = (),
) -> Match:
    """One game from its deal to its end."""
    match = Match(game, game.dealt(len(bots), switches, Random(seed)))
    finish(match, bots, seed, characters)
    return match


def finish(match: Match, bots: Sequence[Bot], seed: int, characters: Sequence[str] = ()) -> None:
    """Let bots play a match to its end; their chance is their own, not the deal's.

    Without characters, all have an even temper.
    """
    luck = [Random(seed, 1 + seat) for seat in range(len(bots))]
    characters = characters or [EVEN] * len(bots)
    while not match.over:
        for seat in match.waiting_for:
            position = suppose(match, seat, characters[seat])
            match.choose(seat, bots[seat](position, luck[seat]))


def win_share(game: Game, challenger: Bot, others: Bot, players: int, games: int) -> float:
    """The challenger's share of wins, ties split, over deals played from every seat in turn."""
    share = 0.0
    for number in range(games):
        seat = number % players
        match = play_game(game, seating(challenger, others, players, seat), {}, number // players)
        share += shared_win(match.winners(), seat)
    return share / games


def seating(challenger: T, others: T, players: int, seat: int) -> list[T]:
    """The challenger on this seat, another on all others."""
    return [challenger if other == seat else others for other in range(players)]


def shared_win(winners: Sequence[int], seat: int) -> float:
    """1 for a win, a part of it for a shared one."""
    return (seat in winners) / len(winners)
