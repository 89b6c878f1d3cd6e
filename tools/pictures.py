"""Draws the pictures of the documentation: each game in the terminal, as SVG.

.venv/bin/python tools/pictures.py
"""

import io
import re
from pathlib import Path

from rich.console import Console
from rich.text import Text

from tablee.bots.players import bot
from tablee.catalogue import games
from tablee.kernel.chance import Random
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tablee.terminal.sitting import Sitting

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
LANGUAGE = {"land-unter": "fr", "diabolo": "en", "kilimanjaro": "en", "lifeboats": "de"}
TURNS = {"land-unter": 6, "diabolo": 15, "kilimanjaro": 34, "lifeboats": 39}


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    for game in games():
        path = PICTURES / f"{game.id}.svg"
        path.write_text(draw(game, LANGUAGE.get(game.id, "en"), TURNS.get(game.id, 10)), "utf-8")
        print(path.relative_to(PICTURES.parents[1]))


def draw(game: Game, language: str, turns: int) -> str:
    """What Anna sees after some turns of a game with bots."""
    players = min(4, game.players[-1])
    match = Match(game, game.dealt(players, {}, Random(2)))
    console = Console(
        file=io.StringIO(), record=True, width=96, color_system="truecolor", force_terminal=True
    )
    sitting = Sitting(
        match,
        ["Anna", "Ben", "Chloé", "David"][:players],
        [bot("sailor", game)] * players,
        language=language,
        open_table=False,
        console=console,
        seed=2,
    )
    sitting.people = [0]  # nobody presses Enter between the turns
    while turns > 0 or 0 not in match.waiting_for:
        for seat in match.waiting_for:
            sitting.take_turn(seat)
        turns -= 1
    sitting.read_up_to[0] = max(0, len(sitting.log) - 8)
    sitting.show_table(0, Text())
    svg = console.export_svg(title=f"tablee play {game.id}", unique_id=game.id)
    return re.sub(r"@font-face \{.*?\}", "", svg, flags=re.DOTALL)  # no font from elsewhere


if __name__ == "__main__":
    main()
