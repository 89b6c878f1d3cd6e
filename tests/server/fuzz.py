"""Random requests, random messages and random evenings, for as long as one likes.

python -m tests.server.fuzz --minutes 10
"""

import argparse
import itertools
import logging
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import structlog
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from structlog.typing import EventDict, WrappedLogger

GRAVE = ("error", "critical", "exception")

texts = st.text(max_size=60) | st.sampled_from(
    [
        "",
        "\0",
        "\n",
        "\u202e",
        "\ud7ff",
        "👩‍👩‍👧",
        "x" * 3000,
        "<b>",
        "' OR 1=1 --",
        "../..",
        "{why}",
        "%s",
    ]
)
numbers = st.integers(-3, 70) | st.integers() | st.sampled_from([2**31, 2**53, 2**63, 10**40, -1])
values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=8,
)


@st.composite
def mutated(draw: st.DrawFn, value: Any, times: int = 2) -> Any:
    """A value of JSON in which something is another, too much or missing."""
    for _ in range(draw(st.integers(0, times))):
        value = draw(once_mutated(value))
    return value


@st.composite
def once_mutated(draw: st.DrawFn, value: Any) -> Any:
    inner: list[Any] = []
    if isinstance(value, dict):
        inner = sorted(value)
    elif isinstance(value, list):
        inner = list(range(len(value)))
    if not inner or draw(st.integers(0, 4)) == 0:
        return draw(values)
    place = draw(st.sampled_from(inner))
    changed: Any = dict(value) if isinstance(value, dict) else list(value)
    match draw(st.sampled_from(["deeper", "deeper", "less", "more"])):
        case "deeper":
            changed[place] = draw(once_mutated(value[place]))
        case "less":
            del changed[place]
        case "more" if isinstance(changed, dict):
            changed[draw(texts)] = draw(values)
        case _:
            changed.append(draw(values))
    return changed


def budget(examples: int, seed: int | None = None, **more: Any) -> settings:
    """So many examples: the same every time, or with a seed others."""
    return settings(
        max_examples=examples,
        derandomize=seed is None,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate, Phase.shrink),
        **more,
    )


@contextmanager
def quiet_log() -> Iterator[list[str]]:
    """Fails if the house, the framework or the server around it logs an error in this block."""
    grave: list[str] = []

    def note(_logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
        if method in GRAVE:
            grave.append(repr(event))
        raise structlog.DropEvent

    class Note(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            grave.append(self.format(record))

    before = structlog.get_config()
    structlog.configure(processors=[structlog.processors.format_exc_info, note])
    handler = Note(logging.ERROR)
    logging.getLogger().addHandler(handler)
    try:
        yield grave
    finally:
        logging.getLogger().removeHandler(handler)
        structlog.configure(**before)
    assert not grave, "\n".join(grave)


Round = Callable[[str, int], str]


def run(rounds: dict[str, Round], until: float) -> None:
    """Round after round, each kind with a new seed, until the time is up."""
    began = time.monotonic()
    for seed in itertools.count(time.time_ns() % 1_000_000):
        for name, fuzz in rounds.items():
            if time.monotonic() >= until:
                return
            with tempfile.TemporaryDirectory() as folder:
                done = fuzz(f"sqlite:///{Path(folder)}/house.db", seed)
            spent = time.monotonic() - began
            print(f"{spent:6.0f} s  seed {seed}  {name}: {done}", flush=True)


def main() -> int:
    """What is found stops the run with its smallest example."""
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--only", choices=["http", "wire", "house"])
    asked = parser.parse_args()
    until = time.monotonic() + 60 * asked.minutes
    from tests.server import house_machine, http_fuzz, wire_fuzz  # they import this module

    # Rounds are short, for the time is looked at between them; of HTTP also within.
    rounds: dict[str, Round] = {
        "http": partial(http_fuzz.round, until=until),
        "wire": wire_fuzz.round,
        "house": house_machine.round,
    }
    run({asked.only: rounds[asked.only]} if asked.only else rounds, until)
    print("nothing found")
    return 0


if __name__ == "__main__":
    sys.exit(main())
