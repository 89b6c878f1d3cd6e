"""What results say about bots: win shares and ratings, each with its 95 % interval.

Ratings are a Bradley-Terry fit: a bot of strength a, alone among n copies of one of strength b,
wins with the chance a / (a + n b). They are told on the scale of Elo: 400 more is ten times the
strength. Intervals are by the bootstrap over deals: the games of one deal belong together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tablee.bots.tournament import Pairing

SAMPLES = 1000  # of the bootstrap
ELO = 400 / np.log(10)
FAIR_GAMES = 1.0  # added to each pairing with a fair result: a bot that never wins has a rating too

Array = Any


@dataclass(frozen=True)
class Estimate:
    """A measured number and its 95 % interval."""

    value: float
    low: float
    high: float


def resampled(rows: Array) -> Array:
    """The sum of each row, a column for each deal, in every sample; the same samples every time."""
    draw = np.random.default_rng(1)
    deals = rows.shape[1]
    even = np.full(deals, 1 / deals)
    return np.array([rows @ draw.multinomial(deals, even) for _ in range(SAMPLES)])


def estimated(value: float, samples: Array) -> Estimate:
    low, high = np.percentile(samples, [2.5, 97.5])
    return Estimate(float(value), float(low), float(high))


def means_of(*by_deal: Sequence[float]) -> list[Estimate]:
    """The mean over deals of each of some numbers."""
    rows = np.array(by_deal, float)
    samples = resampled(rows) / rows.shape[1]
    return [estimated(row.mean(), samples[:, place]) for place, row in enumerate(rows)]


def rate(
    names: Sequence[str],
    pairings: Sequence[Pairing],
    shares: Sequence[Sequence[float]],
    players: int,
) -> dict[str, Estimate]:
    """Ratings from the win shares of each pairing, deal by deal from the first on.

    "random" is 0, or the weakest if it does not play: there is no interval around that one.
    """
    played = np.zeros((2, len(shares), max(map(len, shares))))
    for place, row in enumerate(shares):
        played[:, place, : len(row)] = row, np.ones(len(row))
    played *= players
    sums = resampled(played.reshape(2 * len(shares), -1))
    wins, games = sums[:, : len(shares)], sums[:, len(shares) :]
    all_wins, all_games = played.sum(2)
    pairs = [(names.index(pair.challenger), names.index(pair.others)) for pair in pairings]
    fitted = strengths(len(names), pairs, all_wins[None], all_games[None], players)[0]
    sampled = strengths(len(names), pairs, wins, games, players)
    zero = names.index("random") if "random" in names else int(fitted.argmin())
    fitted, sampled = fitted - fitted[zero], sampled - sampled[:, [zero]]
    return {
        name: estimated(ELO * fitted[place], ELO * sampled[:, place])
        for place, name in enumerate(names)
    }


def strengths(
    bots: int, pairs: Sequence[tuple[int, int]], wins: Array, games: Array, players: int
) -> Array:
    """The most likely logarithms of strength, the first bot's 0, for each row of wins and games."""
    if not linked(bots, pairs):
        raise ValueError("Bots that share no games, not even through others, cannot be compared.")
    sides = np.zeros((len(pairs), bots))
    for row, (challenger, other) in enumerate(pairs):
        sides[row, challenger], sides[row, other] = 1, -1
    sides = sides[:, 1:]
    wins, games = wins + FAIR_GAMES / players, games + FAIR_GAMES
    found = np.zeros((len(wins), bots - 1))
    for _ in range(200):  # Newton's method, in steps that cannot overshoot by much
        chance = 1 / (1 + (players - 1) * np.exp(-found @ sides.T))
        slope = (wins - games * chance) @ sides
        bend = np.einsum("pi,sp,pj->sij", sides, games * chance * (1 - chance), sides)
        step = np.clip(np.linalg.solve(bend, slope[..., None])[..., 0], -1, 1)
        found += step
        if np.abs(step).max() < 1e-9:
            break
    return np.hstack([np.zeros((len(found), 1)), found])


def linked(bots: int, pairs: Sequence[tuple[int, int]]) -> bool:
    """Whether games lead from the first bot to every other."""
    reached = {0}
    for _ in range(bots):
        reached |= {bot for pair in pairs if reached & set(pair) for bot in pair}
    return len(reached) == bots
