"""Land Unter drawn in a terminal, from a view."""

from collections.abc import Callable

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablee.games.land_unter.parts import HALF_BUOYS, WHOLE_BUOYS
from tablee.kernel.game import View
from tablee.kernel.sets import has
from tablee.kernel.texts import Texts


def table(view: View, names: list[str], texts: Texts, language: str) -> RenderableType:
    """What everybody sees: the flood of this trick and what lies before the players."""

    def label(name: str, /, **what: object) -> str:
        return texts.label(name, language, **what)

    players = Table(box=None, padding=(0, 2), header_style="dim")
    for heading in ("player", "buoys", "water", "cards", "score"):
        players.add_column(label(heading), justify="right" if heading == "score" else "left")
    for seat, player in enumerate(view["players"]):
        players.add_row(
            Text(names[seat], "bold" if seat == view["seat"] else ""),
            Text(label("under"), "red") if player["out"] else Text("◍ " * player["buoys"], "red"),
            sea(player["level"]),
            f"▸ {player['card']}" if player["card"] else str(player["cards"]),
            str(player["score"]),
        )
    lines: list[RenderableType] = [Text(label("round", **view), "bold")]
    if view["water"]:
        flood = Text(label("flood") + "  ")
        flood.append_text(Text("   ").join(sea(level) for level in view["water"]))
        lines.append(flood)
    return Group(*lines, Text(), players, *memory(view, names, label))


def memory(view: View, names: list[str], label: Callable[..., str]) -> list[Text]:
    """What the seat knows of the hands of others, from earlier rounds."""
    return [
        Text(label("known", name=names[seat], cards=" ".join(map(str, player["known"]))), "dim")
        for seat, player in enumerate(view["players"])
        if seat != view["seat"] and player["known"]
    ]


def hand(view: View, name: str, texts: Texts, language: str) -> RenderableType:
    """The cards of the seat's hand, sun to storm, with the buoys printed on them."""
    line = Text(texts.label("hand", language, name=name) + "  ")
    for card in view["hand"]:
        colour = "yellow" if card <= 20 else "white" if card <= 40 else "bright_blue"
        buoys = "●" if has(WHOLE_BUOYS, card) else "◖" if has(HALF_BUOYS, card) else ""
        line.append(f" {card}{buoys} ", f"reverse {colour}")
        line.append(" ")
    return line.append(texts.label("legend", language), "dim")


def sea(level: int) -> Text:
    """A water level as a bar of waves, darker the higher it stands."""
    colour = "cyan" if level <= 4 else "dodger_blue1" if level <= 8 else "blue"
    return Text(f"{level:>2} " + "≈" * level if level else " –", colour)


def phrase(option: int, texts: Texts, language: str) -> str:
    """An option in words, beside its notation; a card's number needs none."""
    return ""
