"""The table of figures, the same on the screen and on the page."""

import os
import platform
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

from tablee.markdown import table

DOCS = Path(__file__).resolve().parents[1] / "docs"


@dataclass(frozen=True)
class Row:
    """One figure held to its bar."""

    what: str
    measured: str
    against: str
    result: float
    bar: float
    unit: str  # of the result and the bar
    at_least: bool = True  # else the result has to stay under the bar

    @property
    def met(self) -> bool:
        return self.result >= self.bar if self.at_least else self.result < self.bar

    def cells(self) -> list[str]:
        bar = f"{'at least' if self.at_least else 'under'} {self.bar:g} {self.unit}"
        result = f"{self.result:.3g} {self.unit}"
        verdict = "met" if self.met else "**missed**"
        return [self.what, self.measured, self.against, result, bar, verdict]


def bars(rows: Sequence[Row]) -> str:
    """All figures with their bars."""
    heads = ["what", "measured", "against", "result", "bar", ""]
    return table(heads, [row.cells() for row in rows])


def machine(*packages: str) -> str:
    """Where this was measured, in general words, and the day."""
    parts = [f"{os.cpu_count()} cores", f"Python {platform.python_version()}"]
    parts += [f"{package} {version(package)}" for package in packages]
    return f"{', '.join(parts)}; {datetime.now(UTC):%Y-%m-%d}"


def write(name: str, page: str) -> None:
    """Put a page among the documents."""
    DOCS.mkdir(exist_ok=True)
    (DOCS / name).write_text(page, "utf-8")
    print(f"\nwritten: docs/{name}")


def speed(moves: float) -> str:
    """Moves a second as people say them."""
    return f"{moves / 1e6:.1f} M moves/s" if moves >= 1e6 else f"{moves / 1e3:.0f} k moves/s"
