"""The bots there are, by name: each a function of a position and a source of chance."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tablee.bots.ladder import rung
from tablee.bots.position import Position
from tablee.kernel.chance import WORD, Random, below
from tablee.kernel.errors import WrongCompany
from tablee.kernel.game import Game

Bot = Callable[[Position, Random], int]

LADDER = ("cadet", "sailor", "mate", "captain", "champion")  # from the weakest to the strongest
JUDGING = LADDER[:2]  # who choose without search
NAMES = ("random", *LADDER)


def check_bots(names: Sequence[str]) -> None:
    """Refuse bots that do not exist."""
    for name in names:
        if name not in NAMES:
            raise WrongCompany(f"There is no bot {name!r}; there are {', '.join(NAMES)}.")


def bot(name: str, game: Game) -> Bot:
    """The bot of that name for a game."""
    check_bots([name])
    if name == "random":
        return random
    if name in JUDGING:
        return partial(judge, Judgement(**rung(name, game)))
    from tablee.bots.searcher import searching_bot  # needs NumPy; the others do not

    return searching_bot(name, game)


def random(position: Position, chance: Random) -> int:
    """Any option, each as likely."""
    return position.options[below(chance, len(position.options))]


@dataclass(frozen=True)
class Judgement:
    """How well a player without search judges: `ladder.toml` of a game."""

    unsure: float  # how far it misjudges options, as a share of what is at stake
    overlooked: float = 0.0  # how often it does not see an option at all


def judge(judgement: Judgement, position: Position, chance: Random) -> int:
    """The option that seems to promise most; what matters more is misjudged less often."""
    rates = ratings(position)
    most = judgement.unsure * (max(rates) - sum(rates) / len(rates))
    felt = [rate + most * part(chance) for rate in rates]
    seen = [place for place in range(len(felt)) if part(chance) >= judgement.overlooked]
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
