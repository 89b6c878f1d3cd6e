"""The terminal's own sentences, in the reader's language."""

import locale
import os
import tomllib
from functools import cache
from pathlib import Path

from tablee.kernel.texts import LANGUAGES


@cache
def entries() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_name("texts.toml").read_text("utf-8"))


def say(name: str, language: str, /, **what: object) -> str:
    """One sentence of the terminal."""
    return entries()[name][language].format(**what)


def usual_language() -> str:
    """The language of the environment if we speak it, else English."""
    named = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG")
    code = (named or locale.getlocale()[0] or "")[:2].lower()
    return code if code in LANGUAGES else "en"
