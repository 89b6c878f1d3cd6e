"""Logs: one JSON object a line; what happened and where, never a secret or what a seat holds."""

import logging
import sys
from contextlib import suppress
from typing import TextIO, cast

import structlog
from structlog.typing import EventDict, WrappedLogger

from tablee.server.bots.faults import SHOWN_OF_AN_ID, lines_through
from tablee.server.settings import LogLevel

# Ids that open something or stand for somebody: enough of them to tell lines of one from another.
IDS = ("table", "person")
# Below this, other programs' lines tell paths and addresses of people.
OTHERS = logging.WARNING


def place_of_error(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """An exception as its kind and the lines it came through; its words may tell of a hand."""
    raised = event.pop("exc_info", None)
    if raised is True:
        raised = sys.exc_info()
    if isinstance(raised, BaseException):
        raised = (type(raised), raised, raised.__traceback__)
    if isinstance(raised, tuple) and raised[0] is not None:
        event["error"] = raised[0].__name__
        event["through"] = lines_through(raised[1])
    return event


def shorten(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Ids by their beginning; of an error its first line, for a database adds whole rows to it."""
    for name in IDS:
        if isinstance(event.get(name), str):
            event[name] = event[name][:SHOWN_OF_AN_ID]
    if isinstance(event.get("error"), str):
        event["error"] = event["error"].partition("\n")[0]
    return event


class Steady:
    """A stream that may fail without harm: the disk that is full may be the one of the log."""

    def __init__(self, stream: TextIO):
        self.stream = stream

    def write(self, text: str) -> None:
        with suppress(OSError):
            self.stream.write(text)

    def flush(self) -> None:
        with suppress(OSError):
            self.stream.flush()


class Passing(logging.Handler):
    """Lines of the libraries below us, in the form of ours."""

    def emit(self, record: logging.LogRecord) -> None:
        # Only the first line: asyncio's others repeat the words of an exception.
        first, *_ = record.getMessage().splitlines() or [""]
        structlog.get_logger(record.name).log(
            record.levelno, first, by=record.name, exc_info=record.exc_info
        )


def configure(stream: TextIO | None = sys.stderr, level: LogLevel = "") -> None:
    """From here on everything is logged like that; nowhere if there is no stream."""
    least = level or ("warning" if stream and stream.isatty() else "info")
    number = logging.getLevelNamesMapping()[least.upper()]
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            place_of_error,
            shorten,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=(
            structlog.WriteLoggerFactory(cast(TextIO, Steady(stream)))
            if stream
            else structlog.ReturnLoggerFactory()
        ),
        cache_logger_on_first_use=False,
    )
    root = logging.getLogger()
    if not any(isinstance(handler, Passing) for handler in root.handlers):
        root.addHandler(Passing())
    root.setLevel(max(number, OTHERS))
