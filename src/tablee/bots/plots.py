"""Drawings of measurements: ratings with their intervals, curves of learning. Plain SVG."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import floor, log10

from tablee.bots.ratings import Estimate

WIDTH = 720
LEFT, RIGHT = 120, 40  # room for names, and for the last number
ROW = 34
PANEL = 150  # the height of a panel of curves
TICKS = 6  # on an axis, at most

# The colours of the house, by day and by night.
STYLE = """
  svg { --paper: #fffdf8; --ink: #1b2b36; --soft: #51626d; --line: #d3c8b4; --accent: #0b5d86; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #1a262e; --ink: #ece7da; --soft: #a9b6bd; --line: #33444f; --accent: #7cc4ee; }
  }
  text { font: 14px Palatino, "URW Palladio L", Georgia, serif; fill: var(--ink); }
  .title { font-size: 18px; font-weight: bold; }
  .soft { font-size: 12px; fill: var(--soft); }
  .paper { fill: var(--paper); }
  .grid { stroke: var(--line); }
  .mark { stroke: var(--accent); stroke-width: 2; fill: none; }
  .dot { fill: var(--accent); }
"""


@dataclass(frozen=True)
class Axis:
    """Numbers laid out between two places of a drawing."""

    low: float
    high: float
    first: float
    last: float

    def place(self, number: float) -> float:
        part = (number - self.low) / (self.high - self.low)
        return self.first + part * (self.last - self.first)

    def ticks(self) -> list[float]:
        """Round numbers along the axis."""
        step = round_step((self.high - self.low) / TICKS)
        first = -floor(-self.low / step)
        return [step * number for number in range(first, floor(self.high / step) + 1)]


def round_step(least: float) -> float:
    """The smallest of 1, 2, 5, 10, 20, 50, ... (or parts) that is not less."""
    power = 10.0 ** floor(log10(least))
    return float(next(power * step for step in (1, 2, 5, 10) if power * step >= least))


def axis(numbers: Sequence[float], first: float, last: float) -> Axis:
    """An axis all these numbers fit on, even if they are all the same."""
    low, high = min(numbers), max(numbers)
    spare = 0.05 * (high - low) or 0.5 * abs(high) or 1.0
    return Axis(low - spare, high + spare, first, last)


def rating_plot(title: str, note: str, ratings: Mapping[str, Estimate]) -> str:
    """A row for each bot, the strongest on top: a dot for its rating in its 95 % interval."""
    ends = [end for rating in ratings.values() for end in (rating.low, rating.high)]
    scale = axis(ends, LEFT, WIDTH - RIGHT)
    bottom = 60 + ROW * len(ratings)
    parts = [line("grid", (x := scale.place(tick), 50), (x, bottom)) for tick in scale.ticks()]
    parts += [
        text(f"{tick:.0f}", scale.place(tick), bottom + 18, "soft", "middle")
        for tick in scale.ticks()
    ]
    for row, name in enumerate(sorted(ratings, key=lambda name: -ratings[name].value)):
        rating, y = ratings[name], 74 + ROW * row
        low, high = scale.place(rating.low), scale.place(rating.high)
        parts += [
            text(name, LEFT - 12, y + 5, "", "end"),
            line("mark", (low, y), (high, y)),
            line("mark", (low, y - 5), (low, y + 5)),
            line("mark", (high, y - 5), (high, y + 5)),
            dot(scale.place(rating.value), y),
            text(f"{rating.value:.0f}", scale.place(rating.value), y - 9, "soft", "middle"),
        ]
    return drawing(title, note, bottom + 30, parts)


def curve_plot(title: str, note: str, curves: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """A panel for each curve, all along the same axis."""
    steps = [x for points in curves.values() for x, _ in points]
    along = axis(steps, LEFT, WIDTH - RIGHT)
    parts = []
    for number, (name, points) in enumerate(curves.items()):
        top = 60 + PANEL * number
        up = axis([y for _, y in points], top + PANEL - 30, top)
        parts.append(text(name, 16, top + 12))
        for tick in up.ticks():
            y = up.place(tick)
            parts.append(line("grid", (LEFT, y), (WIDTH - RIGHT, y)))
            parts.append(text(f"{tick:.4g}", LEFT - 8, y + 4, "soft", "end"))
        path = " ".join(f"{along.place(x):.1f},{up.place(y):.1f}" for x, y in points)
        parts.append(f'<polyline class="mark" points="{path}"/>')
        parts.append(dot(along.place(points[-1][0]), up.place(points[-1][1])))
    bottom = 60 + PANEL * len(curves)
    parts += [
        text(f"{tick:.4g}", along.place(tick), bottom - 10, "soft", "middle")
        for tick in along.ticks()
    ]
    return drawing(title, note, bottom, parts)


def drawing(title: str, note: str, height: float, parts: Sequence[str]) -> str:
    """A whole picture on paper, with a title and a note under it."""
    inner = [
        f'<rect class="paper" width="{WIDTH}" height="{height + 24:.0f}" rx="10"/>',
        text(title, 16, 30, "title"),
        *parts,
        text(note, 16, height + 8, "soft"),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height + 24:.0f}" '
        f'role="img">\n<title>{escape(title)}</title>\n<style>{STYLE}</style>\n'
        + "\n".join(inner)
        + "\n</svg>\n"
    )


def text(words: str, x: float, y: float, kind: str = "", anchor: str = "start") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text class="{kind}" {place}>{escape(words)}</text>'


def dot(x: float, y: float) -> str:
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="5"/>'


def line(kind: str, begin: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = begin, end
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'
