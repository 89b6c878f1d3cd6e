"""Lifeboats drawn in a terminal, from a view."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tablee.games.lifeboats.notation import COLOURS
from tablee.games.lifeboats.parts import BLACK, ROWS
from tablee.games.lifeboats.state import HAT, LANE, OFFICER_IN, SAILOR_IN, boat_of
from tablee.kernel.game import View
from tablee.kernel.texts import Texts

STYLES = ("red", "yellow", "green", "bright_blue", "bright_white", "dark_orange", "grey50")


def table(view: View, names: list[str], texts: Texts, language: str) -> RenderableType:
    """What everybody sees: the boats on their lanes, and what the players have left."""

    def label(name: str, **what: object) -> str:
        return texts.label(name, language, **what)

    def where(boat: View) -> str:
        if boat["sunk"]:
            return label("sunk")
        if boat["landed"]:
            return label("landed", order=boat["landed"])
        row: int = boat["row"]
        return "·" * row + "▸" + "·" * (ROWS - row)

    sea = Table(box=None, padding=(0, 2), header_style="dim")
    for heading in ("lane", "boat", "way", "seats", "goal"):
        sea.add_column(label(heading))
    for boat in sorted(view["boats"], key=lambda boat: boat["lane"] or 0):
        if boat["lane"]:
            island = view["islands"][boat["island"]]
            goal = texts.word("island", boat["island"], language)
            sea.add_row(
                str(boat["lane"]),
                painted(boat["boat"], texts, language),
                where(boat),
                crew(boat),
                f"{goal} ({island['sailor']}/{island['officer']})",
            )
    players = Table(box=None, padding=(0, 2), header_style="dim")
    for heading in ("player", "hats", "water", "lost", "score"):
        players.add_column(label(heading), justify="right" if heading == "score" else "left")
    for seat, player in enumerate(view["players"]):
        swims = {"officer": figures(seat, 0, 1), "sailor": figures(seat, 1, 0)}
        players.add_row(
            Text(f"{COLOURS[seat]} {names[seat]}", STYLES[seat]),
            str(player["hats"]),
            swims.get(player["swims"], Text("–")),
            figures(seat, player["sailors_lost"], player["officers_lost"]),
            str(player["score"]),
        )
    phase = "round" if view["round"] else "setting_out"
    heading = label(phase, round=view["round"], start=names[view["start"]])
    legend = Text(label("legend"), "dim")
    return Group(Text(heading, "bold"), Text(), sea, legend, Text(), players)


def hand(view: View, name: str, texts: Texts, language: str) -> RenderableType:
    """The seat's colour, its hats and whom it has still to seat."""
    seat = view["seat"]
    player = view["players"][seat]
    colour = texts.word("colour", seat, language)
    line = Text(
        texts.label("hand", language, name=name, colour=colour, hats=player["hats"]), STYLES[seat]
    )
    waiting = figures(seat, player["sailors_to_seat"], player["officers_to_seat"])
    if waiting:
        line.append(", " + texts.label("to_seat", language, figures=waiting.plain))
    return line


def painted(boat: int, texts: Texts, language: str) -> Text:
    """The letter and the colour of a boat."""
    return Text(f"{COLOURS[boat]} {texts.word('colour', boat, language)}", STYLES[boat])


def crew(boat: View) -> Text:
    """The seats of a boat, one sign each: figures by their letter, then leaks, then free seats."""
    line = Text()
    for seat, (sailors, officers) in enumerate(zip(boat["sailors"], boat["officers"], strict=True)):
        line.append_text(figures(seat, sailors, officers))
    if boat["at_sea"]:
        line.append("≈" * boat["leaks"], "blue")
        line.append("·" * boat["free"], STYLES[BLACK])
    return line


def figures(seat: int, sailors: int, officers: int) -> Text:
    """Officers as capitals, sailors as small letters."""
    letter = COLOURS[seat]
    return Text(letter * officers + letter.lower() * sailors, f"bold {STYLES[seat]}")


def phrase(option: int, texts: Texts, language: str) -> str:
    """An option in words, beside its notation."""
    if option == HAT:
        return texts.label("hat", language)
    if LANE <= option < SAILOR_IN:
        return ""
    if option < HAT:
        return texts.word("colour", option, language)
    figure = texts.word("figure", int(option >= OFFICER_IN), language)
    return f"{figure}, {texts.word('boat', boat_of(option), language)}"
