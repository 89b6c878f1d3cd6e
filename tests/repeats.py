"""How often what is random is repeated: some times in every run, the rest in `make test-long`."""

import os
from typing import TypeVar

Value = TypeVar("Value")

LONG = os.environ.get("TABLEE_LONG") == "1"


def long_or(usual: Value, long: Value) -> Value:
    """The first in `make test`, the second in `make test-long`."""
    return long if LONG else usual
