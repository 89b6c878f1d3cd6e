"""The bots there are, by name: each a function of a position and a source of chance."""

from collections.abc import Callable, Sequence

from tablee.bots.position import Position
from tablee.kernel.chance import WORD, Random, below
from tablee.kernel.errors import WrongCompany
from tablee.kernel.game import Game

Bot = Callable[[Position, Random], int]

LADDER = ("cadet", "sailor", "mate", "captain", "champion")  # from the weakest to the strongest
NAMES = ("random", *LADDER)


def check_bots(names: Sequence[str]) -> None:
    """Refuse bots that do not exist."""
    for name in names:
        if name not in NAMES:
            raise WrongCompany(f"There is no bot {name!r}; there are {', '.join(NAMES)}.")


def bot(name: str, game: Game) -> Bot:
    """The bot of that name for a game."""
    check_bots([name])
    if name in PLAIN:
        return PLAIN[name]
    from tablee.bots.searcher import searching_bot  # needs NumPy; the plain bots do not

    return searching_bot(name, game)


def random(position: Position, chance: Random) -> int:
    """Any option, each as likely."""
    return position.options[below(chance, len(position.options))]


def cadet(position: Position, chance: Random) -> int:
    """A beginner: overlooks some options and misjudges the others, the less the more it matters."""
    return judged(position, chance, VERY_UNSURE, OVERLOOKED)


def sailor(position: Position, chance: Random) -> int:
    """A sound player: the option that promises most, give or take a little."""
    return judged(position, chance, UNSURE)


def judged(position: Position, chance: Random, unsure: float, overlooked: float = 0) -> int:
    """The option that promises most to a player who misjudges by a share of what is at stake."""
    rates = ratings(position)
    most = unsure * (max(rates) - sum(rates) / len(rates))
    felt = [rate + most * part(chance) for rate in rates]
    seen = [place for place in range(len(felt)) if part(chance) >= overlooked]
    return position.options[max(seen or range(len(felt)), key=lambda place: felt[place])]


def ratings(position: Position) -> list[float]:
    """What each option promises, as the bot's character sees it."""
    options, bots = position.options, position.game.bots
    rates = [0.0] * len(options)
    character = list(position.character) or [0] * bots.TRAITS
    bots.rate(position.state, position.seat, character, options, rates)
    return rates


def part(chance: Random) -> float:
    """A number from 0 to 1."""
    return chance.word() / WORD


OVERLOOKED = 0.25  # how often a beginner does not see an option
VERY_UNSURE = 2.0  # how far a beginner misjudges options, as a share of what is at stake
UNSURE = 0.5  # and a sound player
PLAIN: dict[str, Bot] = {"random": random, "cadet": cadet, "sailor": sailor}
