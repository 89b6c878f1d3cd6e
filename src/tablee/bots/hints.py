"""Advice: what a bot would do with what a seat knows, how far that is ahead, and of what."""

from dataclasses import dataclass, replace

from tablee.bots.personas import QUICK
from tablee.bots.players import bot, ratings
from tablee.bots.position import Position
from tablee.bots.searcher import Effort, Finding, effort, searcher
from tablee.kernel.chance import Random
from tablee.kernel.game import Game

ADVISER = "captain"
PATIENCE = 400  # playouts at least: advice says how far options are apart, not only which is best
ALL = 1_000  # options weighed at most: every game has fewer at a time


@dataclass(frozen=True)
class Reasoned:
    """A choice, and by how many points it seemed better than the next best (None: no other)."""

    option: int
    lead: float | None
    playouts: int = 0


def patient(game: Game) -> Effort:
    """How hard the adviser searches: like the captain, who has time."""
    captain = effort(ADVISER, game)
    return replace(captain, playouts=max(captain.playouts, PATIENCE))


def weigh(position: Position, tried: Effort, chance: Random) -> list[Finding]:
    """What search finds out about the options worth a thought, the best first."""
    return searcher(position.game, tried.answers).findings(position, tried, chance)


def advise(position: Position, chance: Random) -> list[Finding]:
    """What the adviser finds out about the options worth a thought, the best first."""
    return weigh(position, patient(position.game), chance)


def compare(position: Position, options: list[int], chance: Random) -> list[Finding]:
    """What the adviser finds out about these options alone, the best first."""
    tried = replace(patient(position.game), width=ALL)
    return weigh(replace(position, options=options), tried, chance)


def reasoned(level: str, position: Position, chance: Random) -> Reasoned:
    """What a bot of a level chooses, and why."""
    if len(position.options) == 1:
        return Reasoned(position.options[0], None)
    if level in QUICK:
        option = bot(level, position.game)(position, chance)
        return Reasoned(option, rated_ahead(position, option))
    best, second, *_ = weigh(position, effort(level, position.game), chance)
    return Reasoned(best.option, best.value - second.value, best.visits)


def rated_ahead(position: Position, option: int) -> float:
    """How many points the heuristic sees between an option and the best of the others."""
    rates = ratings(position)
    place = position.options.index(option)
    return rates.pop(place) - max(rates)
