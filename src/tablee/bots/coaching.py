"""A course of learning watched over: kept every minute, told, drawn, and taken up again."""

import signal
import sys
import time
import tomllib
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from tablee import files
from tablee.bots.network import weights_file
from tablee.bots.plots import curve_plot
from tablee.bots.training import Course, Training, read_course
from tablee.kernel.deals import shown
from tablee.kernel.errors import WrongOption
from tablee.kernel.game import Game
from tablee.terminal.progress import duration

KEEP_EVERY = 60.0  # seconds
RECENT = 10  # iterations that tell how long the others will take
CURVES = ("wins", "entropy", "error", "seconds")
METHODS = ("policy", "values")
# From where to where each number of a course may go.
BOUNDS: dict[str, tuple[float, float]] = {
    **dict.fromkeys(("games", "iterations", "minibatch"), (1, 1_000_000)),
    "hidden": (1, 4096),
    "epochs": (1, 1000),
    **dict.fromkeys(("rate", "entropy", "clip", "trust", "guests", "switched"), (0, 1)),
    "margin": (0, 100),
    "warmth": (0.001, 100),
    "players": (0, 1000),
    "seed": (0, 2**32 - 1),
}


class Coaching:
    """A training and the files that come of it."""

    def __init__(self, game: Game, course: Course, device: str, keep: Path, export: Path | None):
        if keep.resolve() == weights_file(game).resolve():
            raise WrongOption(f"--keep {keep} is the network {game.id} plays with; name another.")
        files.check(keep)  # now, not after the learning, is the time to find that it cannot be
        self.game, self.keep_file = game, keep
        self.curve_file = keep.with_suffix(".svg")
        self.export_file = export or keep.with_suffix(".learned.npz")
        files.check(self.curve_file)
        files.check(self.export_file)
        written = (self.keep_file, self.curve_file, self.export_file)
        if len({path.resolve() for path in written}) < len(written):
            raise WrongOption(f"{', '.join(map(str, written))} must be three files.")
        self.stopping = False
        self.training = begin(game, course, device)
        if keep.exists():
            take_up(self.training, keep)
            print(f"going on after iteration {self.training.iteration} of {keep}", file=sys.stderr)

    def run(self, minutes: float | None) -> None:
        """Learn to the end of the course, or of the time, or until somebody stops it."""
        began = kept = time.monotonic()
        with self.told_to_stop():
            for told in self.training.run():
                print(self.line(told), file=sys.stderr, flush=True)
                now = time.monotonic()
                if now - kept > KEEP_EVERY:
                    self.keep()
                    kept = now
                if self.stopping or (minutes is not None and now - began > 60 * minutes):
                    break
        self.keep()
        files.write(self.export_file, self.training.network())
        print(f"written: {self.keep_file}, {self.curve_file}, {self.export_file}")

    @contextmanager
    def told_to_stop(self) -> Iterator[None]:
        """Ctrl-C ends the learning after the iteration; a second one at once, and loses it."""

        def stop(*_: Any) -> None:
            self.stopping = True
            print("stopping after this iteration", file=sys.stderr, flush=True)
            signal.signal(signal.SIGINT, signal.default_int_handler)

        before = signal.signal(signal.SIGINT, stop)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def line(self, told: dict[str, float]) -> str:
        """One iteration in a line; the wins are measured now and then only."""
        last = self.training.course.last
        recent = [past["seconds"] for past in self.training.curve[-RECENT:]]
        left = sum(recent) / len(recent) * (last - told["iteration"])
        parts = [f"{told['iteration']:.0f} of {last}", f"{told['choices']:,.0f} choices"]
        parts += [f"{name} {told[name]:.4f}" for name in ("entropy", "error") if name in told]
        if "wins" in told:
            parts.append(f"wins: a fair share {100 * told['wins']:+.1f} %")
        return ", ".join([*parts, f"{duration(left)} left"])

    def keep(self) -> None:
        """Write down everything needed to go on, and draw the curves so far."""
        files.write(self.keep_file, self.training.kept())
        told = self.training.curve
        curves = {
            name: [(one["iteration"], one[name]) for one in told if name in one] for name in CURVES
        }
        title = f"Learning {self.game.name('en')}"
        note = "By iteration. Wins: one learner among heuristics, above a fair share."
        drawn = {name: points for name, points in curves.items() if points}
        if drawn:
            files.write(self.curve_file, curve_plot(title, note, drawn).encode())


def begin(game: Game, course: Course, device: str) -> Training:
    """A training at its beginning, on that device."""
    try:
        return Training(game, course, device)
    except ModuleNotFoundError as missing:
        raise WrongOption(
            f"--device {device}: there is no {missing.name} here; learn with --device cpu."
        ) from None
    except MemoryError:
        raise WrongOption(
            f"There is no room for {course.games} games at once; take fewer (--set games=N)."
        ) from None


def take_up(training: Training, path: Path) -> None:
    """Go on from a kept file, if it is one of this game and course."""
    fresh = {name: array.shape for name, array in training.rater.layers.weights.items()}
    with files.named(path):
        content = files.read(path)
    try:
        training.take_up(content)
    except Exception:  # noqa: BLE001 what is damaged or something else raises anything
        raise WrongOption(f"{path} holds no training; name another file by --keep.") from None
    kept = {name: array.shape for name, array in training.rater.layers.weights.items()}
    if kept != fresh:
        raise WrongOption(
            f"{path} holds a training of another game or course; name another file by --keep."
        )


def course_of(game: Game, path: Path | None, changes: Sequence[str]) -> Course:
    """The course in a file, the game's own if none is named, with what was asked changed."""
    source = path or weights_file(game).with_name("learning.toml")
    try:
        course = read_course(source, dict(map(change, changes)))
    except OSError as error:
        raise WrongOption(f"The course {source} cannot be read: {error.strerror}.") from None
    except UNREADABLE as error:
        raise WrongOption(f"The course {source} is no TOML: {error}.") from None
    except TypeError:
        known = ", ".join(one.name for one in fields(Course))
        raise WrongOption(f"A course has only these settings: {known}.") from None
    check_course(game, course)
    return course


# What tomllib raises: also where a number is too long, or brackets go too deep.
UNREADABLE = (ValueError, RecursionError)


def change(text: str) -> tuple[str, object]:
    """A setting written as key=value, the value as in TOML; plain words need no quotes."""
    key, equals, value = text.partition("=")
    if not equals:
        raise WrongOption(f"--set {shown(text)}: expected KEY=VALUE.")
    try:
        return key, tomllib.loads(f"value = {value}")["value"]
    except UNREADABLE:
        return key, value


def check_course(game: Game, course: Course) -> None:
    """Refuse what cannot be learned by."""
    usual = Course()
    for one in fields(Course):
        value, example = getattr(course, one.name), getattr(usual, one.name)
        if not alike(value, example):
            raise WrongOption(f"{one.name} of a course is such as {example!r}, not {shown(value)}.")
    if course.method not in METHODS:
        methods = " or ".join(METHODS)
        raise WrongOption(f"The method of a course is {methods}, not {shown(course.method)}.")
    for name, (low, high) in BOUNDS.items():
        if not all(low <= number <= high for number in numbers_of(getattr(course, name))):
            raise WrongOption(f"{name} of a course goes from {low} to {high}.")
    if not 0 <= course.until <= course.iterations:
        raise WrongOption(
            f"A course of {course.iterations} iterations cannot go until {shown(course.until)}."
        )
    known = {str(players): 1.0 for players in game.players}
    if course.players and not (
        course.players.keys() <= known.keys() and any(course.players.values())
    ):
        raise WrongOption(f"players of a course is such as {known}, one of them more than 0.")


def alike(value: object, example: object) -> bool:
    """Whether a setting is of the kind it should be; a whole number will do for any number."""
    if isinstance(example, float):
        return type(value) in (int, float)
    if isinstance(example, tuple):
        return isinstance(value, tuple) and [type(one) for one in value] == [int] * len(example)
    if isinstance(example, Mapping):
        return isinstance(value, dict) and all(alike(one, 1.0) for one in value.values())
    return type(value) is type(example)


def numbers_of(value: Any) -> Collection[float]:
    """The numbers in a setting."""
    if isinstance(value, Mapping):
        return value.values()
    return value if isinstance(value, tuple) else (value,)
