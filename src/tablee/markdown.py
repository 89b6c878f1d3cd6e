"""Tables in Markdown, the same on the screen and on a page."""

from collections.abc import Sequence


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table with aligned columns, so that it can be read as plain text too."""
    lines = [heads, *rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    padded = [
        "| "
        + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        + " |"
        for line in lines
    ]
    padded.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return "\n".join(padded)
