"""Kilimanjaro drawn in a terminal, from a view."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablee.games.kilimanjaro.notation import COUNTER_LETTERS, KIND_NAMES
from tablee.games.kilimanjaro.parts import CAMP, TYPE_OF, VILLAGES_APART
from tablee.games.kilimanjaro.state import GO, STAY, SWAP
from tablee.kernel.game import View
from tablee.kernel.texts import Texts

TYPE_COLOURS = ("dodger_blue1", "yellow", "green", "red")
WIDE = 3  # columns for a space of the track


def table(view: View, names: list[str], texts: Texts, language: str) -> RenderableType:
    """What everybody sees: the track, and the stacks before the players."""

    def label(name: str, **what: object) -> str:
        return texts.label(name, language, **what)

    players = Table(box=None, padding=(0, 2), header_style="dim")
    for heading in ("player", "space", "stacks", "distance", "cards", "counters"):
        players.add_column(label(heading))
    for seat, player in enumerate(view["players"]):
        stacks = [
            card(kind, counts=stack in player["counting"])
            for stack, kind in enumerate(player["stacks"])
        ]
        players.add_row(
            Text(f"{seat} {names[seat]}", "bold" if seat == view["seat"] else ""),
            str(player["position"]),
            Text(" ").join(stacks),
            str(player["distance"] or ""),
            str(player["cards"]),
            str(player["counters"] or ""),
        )
    rows = [line for row in range(0, CAMP, VILLAGES_APART) for line in stretch(view, row)]
    legend = Text(label("legend"), "dim")
    return Group(Text(label("pile", **view), "bold"), *rows, legend, Text(), players)


def stretch(view: View, start: int) -> list[RenderableType]:
    """The track from a village to the next: a line of pawns, and one of counters below it."""
    counters = {counter["space"]: counter["counter"] for counter in view["track"]}
    spaces = range(start, start + VILLAGES_APART + 1)
    line = Text(f"{start:>3} ")
    pawns = " " * (len(line) + WIDE * len(spaces))
    for place, space in enumerate(spaces):
        here = [seat for seat, pawn in enumerate(view["players"]) if stands_on(pawn, space, start)]
        text = "".join(map(str, here))
        column = 4 + WIDE * place
        pawns = pawns[:column] + text + pawns[column + len(text) :]
        if space % VILLAGES_APART == 0:
            line.append("▲" if space == CAMP else "⌂", "bold")
        elif space in counters:
            kind = counters[space]
            line.append("?" if kind is None else COUNTER_LETTERS[kind], "bold magenta")
        else:
            line.append("·", "dim")
        line.append(" " * (WIDE - 1))
    line.append(f"{spaces[-1]}")
    return [Text(pawns.rstrip(), "bold cyan"), line]


def stands_on(player: View, space: int, start: int) -> bool:
    """Whether a pawn is drawn here; on a village only once, where a stretch begins."""
    return player["position"] == space and (space < start + VILLAGES_APART or space == CAMP)


def card(kind: int, counts: bool = True) -> Text:
    """A card by its letter and value, in the colour of its type; pale where it does not count."""
    colour = TYPE_COLOURS[TYPE_OF[kind]]
    return Text(f" {KIND_NAMES[kind]} ", f"reverse {colour}" if counts else f"dim {colour}")


def hand(view: View, name: str, texts: Texts, language: str) -> RenderableType:
    """The cards of the seat's hand, or the counters it is yet to place."""
    line = Text(texts.label("hand", language, name=name) + "  ")
    for kind, many in enumerate(view["counters"]):
        line.append(f" {COUNTER_LETTERS[kind]} " * many, "reverse magenta")
    return line.append_text(Text(" ").join(card(kind) for kind in view["hand"]))


def phrase(option: int, texts: Texts, language: str) -> str:
    """An answer to a counter in words; cards and counters are read off their notation."""
    if option == GO:
        return texts.label("go", language)
    if option == STAY:
        return texts.label("stay", language)
    return texts.label("name", language, seat=option - SWAP) if option >= SWAP else ""
