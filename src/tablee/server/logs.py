"""Logs: one JSON object a line; what happened and where, never a secret or what a seat holds."""

import logging
import sys
import traceback
from typing import TextIO

import structlog
from structlog.typing import EventDict, WrappedLogger


def place_of_error(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """An exception as its kind and the lines it came through; its words may tell of a hand."""
    raised = event.pop("exc_info", None)
    if raised is True:
        raised = sys.exc_info()
    if isinstance(raised, BaseException):
        raised = (type(raised), raised, raised.__traceback__)
    if isinstance(raised, tuple) and raised[0] is not None:
        frames = traceback.extract_tb(raised[2])
        event["error"] = raised[0].__name__
        event["through"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]
    return event


def configure(stream: TextIO = sys.stderr, level: int = logging.INFO) -> None:
    """From here on everything is logged like that."""
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            place_of_error,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.WriteLoggerFactory(file=stream),
        cache_logger_on_first_use=False,
    )
