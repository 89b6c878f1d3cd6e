"""The pages of docs/bots/: the strength of every level in every game, held to its bars."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from bench.report import DOCS, machine
from tablee import catalogue
from tablee.bots.bulletin import FIT, READING, find, percent, rating_table
from tablee.bots.clock import Clock
from tablee.bots.plots import rating_plot
from tablee.bots.ratings import Estimate, linked, means_of, rate
from tablee.bots.tournament import Deal, Pairing, Table
from tablee.markdown import table as markdown

PAGES = DOCS / "bots"
LEVELS = ("random", "cadet", "sailor", "mate", "captain", "champion")
ENOUGH = 2000  # games, to say that a bar is met
UNKNOWN = "not measured yet"

# What the win share of one among three must reach, by game.
BARS = {
    Pairing("sailor", "random"): {
        "land-unter": 0.75,
        "diabolo": 0.80,
        "lifeboats": 0.90,
        "kilimanjaro": 0.75,
    },
    Pairing("captain", "random"): {
        "land-unter": 0.90,
        "diabolo": 0.88,
        "lifeboats": 0.96,
        "kilimanjaro": 0.90,
    },
    Pairing("captain", "sailor"): {
        "land-unter": 0.50,
        "diabolo": 0.40,
        "lifeboats": 0.45,
        "kilimanjaro": 0.45,
    },
    Pairing("champion", "captain"): dict.fromkeys(
        ("land-unter", "diabolo", "lifeboats", "kilimanjaro"), 0.32
    ),
}
# Each level among three of the level below: the whole interval is above this.
CLEARLY = 0.27
STEPS = [Pairing(one, below) for below, one in pairwise(LEVELS[1:])]
LADDER_PAIRINGS = [Pairing("cadet", "random"), *dict.fromkeys([*BARS, *STEPS])]

README = """# How strong the bots are

Measured by `make bots`, which writes these pages; the page of each game says when and where.

One bot sits among three of another.
{reading}

A bar is met when at least {enough:,} games were played and the win share (for steps of the ladder:
the whole interval) reaches it; a fair share is 25 %.

## The bars

{bars}

## Each level among three of the level below

The bar: the interval is above {clearly:.0%}.

{steps}

## By game

{games}

[How fast they are](speed.md), and [why they search flat](trees.md).

The same for any bots: `tablee arena GAME --bots A B C ... --games N`.
"""

PAGE = """# Bots of {name}

Measured by `make bots`: {machine}. [All games](README.md).

{reading}

{pairings}

{ratings}"""
TIMES = """\
Pairings are kept and may have been played on several machines; [speed.md](speed.md) has the times
of all levels side by side on one."""


HEADS = [
    "players",
    "options",
    "bot",
    "among",
    "games",
    "wins",
    "interval",
    "fair",
    "points",
    "lead",
]


@dataclass(frozen=True)
class Measured:
    """What was found out about one pairing at one table; no deals if it has not been played."""

    table: Table
    pairing: Pairing
    deals: Sequence[Deal]
    clocks: Mapping[str, Clock]

    @property
    def wins(self) -> Estimate | None:
        return means_of([deal.share for deal in self.deals])[0] if self.deals else None

    @property
    def games(self) -> int:
        return len(self.deals) * self.table.players

    def share_cells(self) -> list[str]:
        """The games, the win share and its interval."""
        if self.wins is None:
            return ["0", "", ""]
        interval = f"{percent(self.wins.low)} to {percent(self.wins.high)}"
        return [f"{self.games:,}", percent(self.wins.value), interval]


Line = Callable[[Pairing, str, Sequence[Measured]], list[str]]


def write(by_game: Mapping[str, Sequence[Measured]]) -> None:
    """Write the pages of these games; the page of all games keeps what it says of the others."""
    PAGES.mkdir(parents=True, exist_ok=True)
    summary = PAGES / "README.md"
    published = summary.read_text("utf-8") if summary.exists() else ""
    for name, all_measured in by_game.items():
        (PAGES / f"{name}.md").write_text(page(name, all_measured, PAGES), "utf-8")
    summary.write_text(readme(by_game, published), "utf-8")
    print(f"written: docs/bots/README.md and {', '.join(f'{name}.md' for name in by_game)}")


def readme(by_game: Mapping[str, Sequence[Measured]], published: str) -> str:
    """The strength table of all games; what was not measured stays as it was published."""
    games = catalogue.games()
    rows = [[cell.strip() for cell in row.strip("|").split("|")] for row in published.splitlines()]
    kept = {tuple(row[:4]): row for row in rows}

    def strengths(pairings: Iterable[Pairing], line: Line) -> str:
        heads = ["bot", "among three", "game", "bar", "games", "wins", "interval", ""]
        lines = [
            line(pair, game.id, by_game.get(game.id, [])) for pair in pairings for game in games
        ]
        lines = [kept.get(tuple(row[:4]), row) if row[-1] == UNKNOWN else row for row in lines]
        return markdown(heads, lines)

    return README.format(
        reading=READING,
        enough=ENOUGH,
        bars=strengths(BARS, bar_line),
        clearly=CLEARLY,
        steps=strengths(STEPS, step_line),
        games="\n".join(f"- [{game.name('en')}]({game.id}.md)" for game in games),
    )


def bar_line(pairing: Pairing, game: str, all_measured: Sequence[Measured]) -> list[str]:
    """A win share held to its bar."""
    found, bar = at_usual_table(pairing, all_measured), BARS[pairing][game]
    cells = [pairing.challenger, pairing.others, game, percent(bar)]
    return [*cells, *judged(found, lambda wins: wins.value >= bar)]


def step_line(pairing: Pairing, game: str, all_measured: Sequence[Measured]) -> list[str]:
    """A step of the ladder held to its bar."""
    found = at_usual_table(pairing, all_measured)
    cells = [pairing.challenger, pairing.others, game, f"> {percent(CLEARLY)}"]
    return [*cells, *judged(found, lambda wins: wins.low > CLEARLY)]


def at_usual_table(pairing: Pairing, all_measured: Sequence[Measured]) -> Measured | None:
    """The first table of the list is that of four players, all options as usual."""
    same = [one for one in all_measured if one.pairing == pairing]
    return next((one for one in same if one.table == all_measured[0].table), None)


def judged(found: Measured | None, reached: Callable[[Estimate], bool]) -> list[str]:
    """The games, the win share and its interval, and whether that is enough."""
    if found is None or found.wins is None:
        return ["0", "", "", UNKNOWN]
    verdict = "met" if reached(found.wins) else "**missed**"
    return [*found.share_cells(), verdict if found.games >= ENOUGH else f"{verdict} so far"]


def page(game: str, all_measured: Sequence[Measured], folder: Path) -> str:
    """Everything about one game."""
    return PAGE.format(
        name=catalogue.load(game).name("en"),
        machine=machine(),
        reading=READING,
        pairings=markdown(
            HEADS,
            [pairing_line(one) for one in all_measured],
        ),
        ratings=rating_part(game, all_measured, folder),
    )


def pairing_line(one: Measured) -> list[str]:
    switches = [f"{name} {'on' if value else 'off'}" for name, value in one.table.switches]
    cells = [str(one.table.players), ", ".join(switches) or "as usual"]
    cells += [one.pairing.challenger, one.pairing.others]
    if not one.deals:
        return [*cells, UNKNOWN, *[""] * 5]
    found = find(one.pairing, one.deals)
    points = [f"{found.points.value:.1f}", f"{found.lead.value:+.1f}"]
    return [*cells, *one.share_cells(), percent(1 / one.table.players), *points]


def rating_part(game: str, all_measured: Sequence[Measured], folder: Path) -> str:
    """Ratings and times of all bots that played at the usual table, with the picture of it."""
    usual = all_measured[0].table
    played = [one for one in all_measured if one.deals and one.table == usual]
    pairings = [one.pairing for one in played]
    names = [name for name in LEVELS if any(name in vars(pair).values() for pair in pairings)]
    pairs = [(names.index(pair.challenger), names.index(pair.others)) for pair in pairings]
    if not names or not linked(len(names), pairs):
        return "There are no ratings before all levels have played each other.\n"
    players = usual.players
    ratings = rate(names, pairings, [[d.share for d in one.deals] for one in played], players)
    clocks = {name: Clock() for name in names}
    for one in played:
        for name, clock in one.clocks.items():
            clocks[name].take_in(clock)
    title = f"{catalogue.load(game).name('en')}, {players} players"
    picture = rating_plot(title, "Ratings with 95 % intervals: make bots", ratings)
    (folder / f"{game}.svg").write_text(picture, "utf-8")
    zero = "random" if "random" in names else min(names, key=lambda name: ratings[name].value)
    explained = f"{FIT.format(zero=zero)}\n{TIMES}"
    return f"{explained}\n\n{rating_table(ratings, clocks)}\n\n![Ratings]({game}.svg)\n"
