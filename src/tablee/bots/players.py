"""The bots there are: by name, each a function of a view, the options and a source of chance."""

from collections.abc import Callable, Sequence

from tablee.kernel.chance import Chance, below
from tablee.kernel.errors import WrongCompany
from tablee.kernel.game import Game, View

Bot = Callable[[View, list[int], Chance], int]
NAMES = ("random", "heuristic")


def random(view: View, options: list[int], chance: Chance) -> int:
    """Any option, each as likely."""
    return options[below(chance, len(options))]


def check_bots(names: Sequence[str]) -> None:
    """Refuse bots that do not exist."""
    for name in names:
        if name not in NAMES:
            raise WrongCompany(f"There is no bot {name!r}; there are {', '.join(NAMES)}.")


def bot(name: str, game: Game) -> Bot:
    """The bot of that name for a game."""
    check_bots([name])
    return random if name == "random" else game.bots.heuristic
