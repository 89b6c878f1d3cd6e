"""Learning by self-play: `tablee train GAME`.

Every iteration plays a batch of whole games with the present network in every chair and then learns
from all choices made in them. Rules, sights and effects run compiled on all cores; the network runs
in plain arrays, on a GPU if there is one.
"""

import io
import time
import tomllib
from ast import literal_eval
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from tablee import files
from tablee.bots.company import Company
from tablee.bots.learning import (
    Array,
    Critic,
    Rater,
    arrays,
    drawn,
    owners_of,
    softmax,
    to_cpu,
)
from tablee.bots.network import whole_network
from tablee.kernel.game import Game

CHECK_EVERY = 10  # iterations between two measurements against the heuristic


@dataclass(frozen=True)
class Course:
    """How to learn: `learning.toml` of a game."""

    method: str = "policy"  # or "values"
    hidden: tuple[int, int] = (256, 64)
    games: int = 4096  # of each iteration
    iterations: int = 300
    until: int = 0  # stop after so many of them, because no more is gained; 0: not before the end
    epochs: int = 1  # how often each choice is learned from
    minibatch: int = 32768  # questions
    rate: float = 1e-3  # falls to a tenth towards the end
    entropy: float = 0.02  # falls to a tenth as well
    clip: float = 0.2
    trust: float = 0.9  # how far later expectations count (lambda)
    margin: float = 0.5  # what the spread of points counts, where a win counts 1
    warmth: float = 0.05  # values: options this much worse are chosen e times less often
    guests: float = 0.1  # share of games in which the heuristic plays some chairs
    players: Mapping[str, float] = field(default_factory=dict)  # how often, by number of players
    switched: float = 0.15  # how often a switch of the table is the other way round
    seed: int = 1

    @property
    def last(self) -> int:
        """The iteration it ends with."""
        return self.until or self.iterations


def read_course(path: Path, changes: Mapping[str, object]) -> Course:
    """The course in a file, with some things changed."""
    content = tomllib.loads(files.read(path).decode()) | dict(changes)
    entries: dict[str, Any] = {
        name: tuple(entry) if isinstance(entry, list) else entry for name, entry in content.items()
    }
    return Course(**entries)


@dataclass
class Choices:
    """All questions of a batch of games with the answers given, step after step."""

    sights: Array
    effects: Array
    first: Array
    chosen: Array
    often: Array  # how often the chosen option was to be chosen
    expected: Array
    results: Array
    gains: Array  # what the choice brought beyond what was expected


class Training:
    """One course of learning; can be kept on disk after any iteration and taken up again."""

    def __init__(self, game: Game, course: Course, device: str):
        self.game, self.course = game, course
        self.xp = arrays(device)
        self.company = Company(game, course.games)
        sight, effect = game.observation.SIGHT, game.observation.EFFECT
        self.rater = Rater(self.xp, sight, effect, course.hidden, course.seed)
        self.critic = Critic(self.xp, sight, course.hidden, course.seed + 1)
        self.scales = (self.xp.ones(sight, "float32"), self.xp.ones(effect, "float32"))
        self.spread = 1.0
        self.iteration = 0
        self.curve: list[dict[str, float]] = []
        self.draw = self.xp.random.default_rng(course.seed)

    def run(self) -> Iterator[dict[str, float]]:
        """Go on to the end of the course, telling of every iteration."""
        if self.iteration == 0:
            self._measure_scales()
        while self.iteration < self.course.last:
            began = time.perf_counter()
            self.draw = self.xp.random.default_rng(self.course.seed * 1_000_003 + self.iteration)
            self._seat(self.course.guests)
            choices = self._play(1000 * self.course.seed + self.iteration)
            played = time.perf_counter()
            told = self._learn(choices)
            self.iteration += 1
            told |= {
                "iteration": self.iteration,
                "choices": len(choices.chosen),
                "seconds": time.perf_counter() - began,
                "playing": played - began,
            }
            if self.iteration % CHECK_EVERY == 0 or self.iteration == self.course.last:
                told["wins"] = self.check()
            self.curve.append(told)
            yield told

    def check(self, seed: int = 9) -> float:
        """The share of wins of one learner among heuristics, less a fair one."""
        self._seat(1.0, learners=1)
        self._play(seed)
        shares, _ = self.company.results()
        games = len(shares)
        learners = np.arange(games) % self.company.begun["seats"]
        return float(shares[np.arange(games), learners].mean())

    def _progress(self) -> float:
        """From 1 at the beginning to a tenth at the end."""
        return 1 - 0.9 * self.iteration / self.course.iterations

    def _seat(self, share: float, learners: int | None = None) -> None:
        """Players, switches and guests for every game of a batch."""
        game, course, begun = self.game, self.course, self.company.begun
        draw = np.random.default_rng((course.seed, self.iteration))
        often = {int(k): v for k, v in course.players.items()} or dict.fromkeys(game.players, 1.0)
        weights = np.array(list(often.values()))
        players = draw.choice(list(often), len(begun), p=weights / weights.sum())
        begun["seats"] = players
        for name, usual in game.switches.items():
            begun[name] = (draw.random(len(begun)) < course.switched) ^ usual
        if learners is None:
            some = 1 + draw.integers((1 << players) - 2)
            guests = np.where(draw.random(len(begun)) < share, some, 0)
        else:
            guests = ((1 << players) - 1) & ~(1 << (np.arange(len(begun)) % players))
        self.company.guests[:] = guests

    def _play(self, seed: int) -> Choices:
        """Whole games; all questions and answers."""
        xp, company = self.xp, self.company
        company.begin(seed)
        steps: list[dict[str, Array]] = []
        going = 1
        while going:
            questions = company.questions()
            sizes = [len(asked["asked"]) for asked in questions]
            rows = np.cumsum([0] + [len(asked["offered"]) for asked in questions])
            if not sum(sizes):
                going = company.answers(questions, np.zeros(0, np.int64))
                continue
            first = np.concatenate(
                [asked["first"][:-1] + start for asked, start in zip(questions, rows)] + [rows[-1:]]
            )
            sights = xp.concatenate([xp.asarray(asked["sights"]) for asked in questions])
            effects = xp.concatenate([xp.asarray(asked["effects"]) for asked in questions])
            step = self._answer(sights, effects, xp.asarray(first))
            keys = [
                (asked["games"] + asked["asked"][:, 0]) * self.game.rules.SEATS
                + asked["asked"][:, 1]
                for asked in questions
            ]
            step["keys"] = xp.asarray(np.concatenate(keys))
            starts = np.repeat(rows[:-1], sizes)
            going = company.answers(questions, to_cpu(step["chosen"]) - starts)
            steps.append(step)
        return self._remember(steps)

    def _answer(self, sights: Array, effects: Array, first: Array) -> dict[str, Array]:
        """Choose by the present network."""
        xp = self.xp
        owner = owners_of(xp, first)
        seen, done = sights * self.scales[0], effects * self.scales[1]
        numbers, _ = self.rater.rate(seen, done, owner)
        if self.course.method == "values":
            numbers = numbers / self.course.warmth
        often = softmax(xp, numbers, owner, len(sights))
        chosen = drawn(xp, often, first, self.draw.random(len(sights)))
        expected = self.critic.expect(seen)[0]
        return {
            "sights": sights,
            "effects": effects,
            "first": first,
            "chosen": chosen,
            "often": often[chosen],
            "expected": expected,
        }

    def _remember(self, steps: list[dict[str, Array]]) -> Choices:
        """Put all steps behind one another and find out what every choice brought."""
        xp = self.xp
        shares, margins = self.company.results()
        result = shares + self.course.margin * np.clip(margins / self.spread, -2, 2)
        result = xp.asarray(result.ravel(), dtype="float32")
        later, gained = result.copy(), result * 0
        for step in reversed(steps):
            keys = step["keys"]
            gain = later[keys] - step["expected"] + self.course.trust * gained[keys]
            step["gains"], step["results"] = gain, result[keys]
            gained[keys], later[keys] = gain, step["expected"]
        rows = np.cumsum([0] + [len(step["effects"]) for step in steps])
        together = {
            name: xp.concatenate([step[name] for step in steps])
            for name in ("sights", "effects", "often", "expected", "gains", "results")
        }
        first = [step["first"][:-1] + int(start) for step, start in zip(steps, rows)]
        return Choices(
            first=xp.concatenate([*first, xp.asarray(rows[-1:])]),
            chosen=xp.concatenate(
                [step["chosen"] + int(start) for step, start in zip(steps, rows)]
            ),
            **together,
        )

    def _learn(self, choices: Choices) -> dict[str, float]:
        """Go through all choices in random order."""
        number = len(choices.chosen)
        told: dict[str, float] = {}
        parts = 0
        for _ in range(self.course.epochs):
            order = self.xp.argsort(self.draw.random(number))
            for start in range(0, number, self.course.minibatch):
                some = order[start : start + self.course.minibatch]
                for name, value in self._improve(choices, some).items():
                    told[name] = told.get(name, 0.0) + value
                parts += 1
        return {name: float(value) / parts for name, value in told.items()}

    def _improve(self, choices: Choices, some: Array) -> dict[str, Any]:
        """Learn from some questions."""
        xp, course = self.xp, self.course
        sights = choices.sights[some] * self.scales[0]
        rate = course.rate * self._progress()
        if course.method == "values":
            owner = xp.arange(len(some))
            effects = choices.effects[choices.chosen[some]] * self.scales[1]
            numbers, kept = self.rater.rate(sights, effects, owner)
            wrong = numbers - choices.results[some]
            self.rater.layers.improve(
                self.rater.slopes(sights, effects, owner, kept, wrong / len(some)), rate
            )
            return {"error": (wrong**2).mean()}
        return self._improve_policy(choices, some, sights, rate)

    def _improve_policy(
        self, choices: Choices, some: Array, sights: Array, rate: float
    ) -> dict[str, Any]:
        """PPO: more of what brought more than expected, in small steps; the critic learns too."""
        xp, course = self.xp, self.course
        begins = choices.first[some]
        first = xp.zeros(len(some) + 1, "int64")
        first[1:] = xp.cumsum(choices.first[some + 1] - begins)
        owner = owners_of(xp, first)
        rows = xp.arange(len(owner)) + (begins - first[:-1])[owner]
        effects = choices.effects[rows] * self.scales[1]
        numbers, kept = self.rater.rate(sights, effects, owner)
        often = softmax(xp, numbers, owner, len(some))
        chosen = choices.chosen[some] - begins + first[:-1]
        gains = choices.gains[some]
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        ratio = often[chosen] / xp.maximum(choices.often[some], 1e-6)
        free = xp.where(gains > 0, ratio < 1 + course.clip, ratio > 1 - course.clip)
        push = gains * ratio * free
        logs = xp.log(xp.maximum(often, 1e-9))
        entropy = -xp.bincount(owner, weights=often * logs, minlength=len(some)).astype("float32")
        slope = push[owner] * often
        slope[chosen] -= push
        slope += course.entropy * self._progress() * often * (logs + entropy[owner])
        slopes = self.rater.slopes(sights, effects, owner, kept, slope / len(some))
        self.rater.layers.improve(slopes, rate)
        expected, kept = self.critic.expect(sights)
        wrong = expected - (choices.gains[some] + choices.expected[some])
        self.critic.layers.improve(self.critic.slopes(sights, kept, wrong / len(some)), rate)
        return {"entropy": entropy.mean(), "error": (wrong**2).mean()}

    def _measure_scales(self) -> None:
        """How much each number varies, and points among players, in games of the heuristic."""
        self._seat(1.0, learners=1)
        choices = self._play(7)
        _, margins = self.company.results()
        seated = np.arange(margins.shape[1]) < self.company.begun["seats"][:, None]
        self.spread = float(margins[seated].std())
        for numbers, scale in zip((choices.sights, choices.effects), self.scales):
            scale[:] = 1 / self.xp.maximum(numbers.astype("float32").std(0), 0.25)

    # What is kept

    def kept(self) -> bytes:
        """Everything that is needed to go on, as a file."""
        content: dict[str, Any] = {
            "iteration": self.iteration,
            "spread": self.spread,
            "sight_scale": to_cpu(self.scales[0]),
            "effect_scale": to_cpu(self.scales[1]),
            "curve": np.array(str([dict(told) for told in self.curve])),
        }
        for part, layers in (("rater", self.rater.layers), ("critic", self.critic.layers)):
            content[f"{part}.steps"] = layers.steps
            for kind in ("weights", "first", "second"):
                for name, array in getattr(layers, kind).items():
                    content[f"{part}.{kind}.{name}"] = to_cpu(array)
        file = io.BytesIO()
        np.savez(file, **content)
        return file.getvalue()

    def take_up(self, kept: bytes) -> None:
        """Go on from where a training was kept."""
        with np.load(io.BytesIO(kept)) as content:
            self.iteration = int(content["iteration"])
            self.spread = float(content["spread"])
            self.scales = tuple(
                self.xp.asarray(content[name]) for name in ("sight_scale", "effect_scale")
            )
            self.curve = literal_eval(str(content["curve"]))
            for part, layers in (("rater", self.rater.layers), ("critic", self.critic.layers)):
                layers.steps = int(content[f"{part}.steps"])
                for kind in ("weights", "first", "second"):
                    start = f"{part}.{kind}."
                    names = [name for name in content.files if name.startswith(start)]
                    arrays = {name[len(start) :]: self.xp.asarray(content[name]) for name in names}
                    setattr(layers, kind, arrays)

    def network(self) -> bytes:
        """The network as bots use it, as a file."""
        layers = {name: to_cpu(array) for name, array in self.rater.layers.weights.items()}
        return whole_network(layers, (to_cpu(self.scales[0]), to_cpu(self.scales[1])))
