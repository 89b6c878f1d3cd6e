"""Diabolo drawn in a terminal, from a view."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablee.games.diabolo.notation import LETTERS, card_name
from tablee.games.diabolo.parts import COLOUR_OF, VALUES
from tablee.games.diabolo.state import DISCARD, DOUBLE, KEEP
from tablee.kernel.game import View
from tablee.kernel.texts import Texts

INKS = ("red", "yellow", "green", "bright_blue", "magenta")


def table(view: View, names: list[str], texts: Texts, language: str) -> RenderableType:
    """What everybody sees: the rows between hell and heaven, and what lies before the players."""

    def label(name: str, **what: object) -> str:
        return texts.label(name, language, **what)

    state = [
        label("round", **view),
        label("dealer", player=names[view["dealer"]]),
        label("pile", cards=view["pile"]),
    ]
    lines: list[RenderableType] = [Text(" · ".join(state), "bold"), Text()]
    lines += [rows(view, texts, language), Text()]
    if view["discards"]:
        lines += [cards(label("discards"), view["discards"]), Text()]
    return Group(*lines, players(view, names, texts, language))


def rows(view: View, texts: Texts, language: str) -> Table:
    """The five rows, hell on the left, heaven on the right; an arrow marks the one being scored."""
    drawn = Table(box=None, padding=(0, 1), header_style="dim")
    drawn.add_column("")
    drawn.add_column(texts.label("hell", language), justify="right")
    drawn.add_column(texts.label("row", language), justify="center")
    drawn.add_column(texts.label("heaven", language))
    for colour, row in enumerate(view["rows"]):
        name = f"{LETTERS[colour]} {texts.word('colour', colour, language)}"
        closed = f" ({texts.label('closed', language)})" if row["closed"] else ""
        drawn.add_row(
            "▸" if view["scoring"] == colour else "✓" if row["scored"] else "",
            side(row["hell"], colour, sum_first=True),
            Text(name + closed, f"bold {INKS[colour]}"),
            side(row["heaven"], colour, sum_first=False),
        )
    return drawn


def side(values: list[int], colour: int, *, sum_first: bool) -> Text:
    """The cards of one side, the first one next to the row, and their sum at the outer end."""
    if not values:
        return Text("–", "dim")
    numbers = [VALUES * colour + value for value in values]
    lying = Text(" ").join(face(card) for card in (reversed(numbers) if sum_first else numbers))
    total = sum(values)
    if sum_first:
        return Text(" ").join([Text(f"{total} =", "dim"), lying])
    return Text(" ").join([lying, Text(f"= {total}", "dim")])


def players(view: View, names: list[str], texts: Texts, language: str) -> Table:
    """The players; the arrow marks whose turn it is, and known cards of a hand are laid open."""
    drawn = Table(box=None, padding=(0, 1), header_style="dim")
    for heading in ("", "player", "doubler", "cards", "this_round", "score"):
        numeric = heading in ("this_round", "score")
        title = texts.label(heading, language) if heading else ""
        drawn.add_column(title, justify="right" if numeric else "left")
    for seat, player in enumerate(view["players"]):
        known = [] if seat == view["seat"] else player["known"]
        drawn.add_row(
            "▸" if seat == view["turn"] else "",
            Text(names[seat], "bold" if seat == view["seat"] else ""),
            "×2" if player["doubler"] else "–",
            cards(str(player["cards"]), known),
            str(player["points"][-1]),
            str(player["score"]),
        )
    return drawn


def hand(view: View, name: str, texts: Texts, language: str) -> RenderableType:
    """The cards of the seat's hand, and the one just drawn."""
    line = cards(texts.label("hand", language, name=name), view["hand"])
    if view["drawn"]:
        line.append(f"  {texts.label('drawn', language, card=card_name(view['drawn']))}", "dim")
    return line


def cards(heading: str, numbers: list[int]) -> Text:
    """A heading and some cards after it."""
    return Text(" ").join([Text(heading), *(face(card) for card in numbers)])


def face(card: int) -> Text:
    """A card, with its colour's letter."""
    return Text(f" {card_name(card)} ", f"reverse {INKS[COLOUR_OF[card]]}")


def phrase(option: int, texts: Texts, language: str) -> str:
    """An option in words, beside its notation."""
    if option in (KEEP, DOUBLE):
        return texts.label("double" if option == DOUBLE else "keep", language)
    card = option - DISCARD if option > DISCARD else option // 2
    what = {"card": texts.word("card", card, language)}
    if option > DISCARD:
        return texts.label("discard", language, **what)
    return texts.label("place", language, **what, side=texts.word("side", option % 2, language))
