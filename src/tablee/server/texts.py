"""What the house itself says, in French, English and German, from texts.toml."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any


@cache
def content() -> dict[str, Any]:
    """All texts: a section, a name in it, a language."""
    return tomllib.loads((Path(__file__).parent / "texts.toml").read_text("utf-8"))


def say(path: str, language: str, /, **words: object) -> str:
    """The text at `section.name` in a language."""
    section, name = path.split(".")
    template: str = content()[section][name][language]
    return template.format(**words)
