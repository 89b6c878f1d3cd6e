"""A small network that rates options, and how it learns: plain arrays, by NumPy or by CuPy.

Its input is what a seat knows (`sight`) and what one option would do (`effect`); its output one
number. Two ways to learn are there, to be compared:

- *values* (deep Monte-Carlo, as in DouZero): the number is the result to expect after the option;
- *policy* (PPO): the softmax of the numbers is how often to choose each option. A second network,
  the critic, estimates the result from `sight` alone and is thrown away in the end.
"""

from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

Array = Any  # of NumPy or CuPy


def arrays(device: str) -> ModuleType:
    """The library that computes: "gpu" or "cpu"."""
    if device == "gpu":
        import cupy

        return cupy  # type: ignore[no-any-return]
    import numpy

    return numpy


def to_cpu(array: Array) -> Array:
    """The array as NumPy has it."""
    return array.get() if hasattr(array, "get") else array


@dataclass
class Layers:
    """Weights by name, the moments Adam keeps of them, and how often they were changed."""

    weights: dict[str, Array]
    first: dict[str, Array] = field(default_factory=dict)
    second: dict[str, Array] = field(default_factory=dict)
    steps: int = 0

    def improve(self, slopes: dict[str, Array], rate: float) -> None:
        """One step of Adam down these slopes, none longer than 1 in all."""
        length = sum(float((slope**2).sum()) for slope in slopes.values()) ** 0.5
        shrink = min(1.0, 1.0 / (length + 1e-9))
        self.steps += 1
        for name, slope in slopes.items():
            slope = slope * shrink
            mean = self.first.setdefault(name, slope * 0)
            square = self.second.setdefault(name, slope * 0)
            mean += 0.1 * (slope - mean)
            square += 0.01 * (slope**2 - square)
            step = rate / (1 - 0.9**self.steps)
            spread = (square / (1 - 0.99**self.steps)) ** 0.5
            self.weights[name] -= step * mean / (spread + 1e-8)


def new_layers(xp: ModuleType, sizes: dict[str, tuple[int, int]], seed: int) -> Layers:
    """Random weights for each pair of sizes (He's scale), biases zero; the last layer near zero."""
    import numpy

    draw = numpy.random.default_rng(seed)
    weights = {}
    for number, (name, (inputs, outputs)) in enumerate(sizes.items()):
        scale = (2 / inputs) ** 0.5 if number < len(sizes) - 1 else 0.01
        drawn = draw.normal(0, scale, (inputs, outputs))
        weights[name] = xp.asarray(drawn, dtype="float32")
        weights[name + "_bias"] = xp.zeros(outputs, dtype="float32")
    return Layers(weights)


class Rater:
    """The network that rates options: two hidden layers; the first adds sight and effect."""

    def __init__(self, xp: ModuleType, sight: int, effect: int, hidden: tuple[int, int], seed: int):
        self.xp = xp
        wide, narrow = hidden
        self.layers = new_layers(
            xp,
            {
                "sight": (sight, wide),
                "effect": (effect, wide),
                "inner": (wide, narrow),
                "outer": (narrow, 1),
            },
            seed,
        )

    def rate(self, sights: Array, effects: Array, owner: Array) -> tuple[Array, tuple[Array, ...]]:
        """A number for each row of effects; `owner` is the row of sights it belongs to."""
        w = self.layers.weights
        xp = self.xp
        seen = sights @ w["sight"] + w["sight_bias"]
        one = xp.maximum(seen[owner] + effects @ w["effect"], 0)
        two = xp.maximum(one @ w["inner"] + w["inner_bias"], 0)
        return (two @ w["outer"])[:, 0] + w["outer_bias"][0], (one, two)

    def slopes(
        self, sights: Array, effects: Array, owner: Array, kept: tuple[Array, ...], slope: Array
    ) -> dict[str, Array]:
        """The slope of every weight, given that of every number."""
        w = self.layers.weights
        one, two = kept
        back_two = (slope[:, None] * w["outer"][:, 0]) * (two > 0)
        back_one = (back_two @ w["inner"].T) * (one > 0)
        back_seen = added_by(self.xp, back_one, owner, len(sights))
        return {
            "outer": (slope @ two)[:, None],
            "outer_bias": slope.sum()[None],
            "inner": one.T @ back_two,
            "inner_bias": back_two.sum(0),
            "effect": effects.T @ back_one,
            "sight": sights.T @ back_seen,
            "sight_bias": back_seen.sum(0),
        }


class Critic:
    """The network that expects a result from what a seat knows."""

    def __init__(self, xp: ModuleType, sight: int, hidden: tuple[int, int], seed: int):
        self.xp = xp
        sizes = {"sight": (sight, hidden[0]), "inner": hidden, "outer": (hidden[1], 1)}
        self.layers = new_layers(xp, sizes, seed)

    def expect(self, sights: Array) -> tuple[Array, tuple[Array, ...]]:
        """The result to expect in each row."""
        w = self.layers.weights
        one = self.xp.maximum(sights @ w["sight"] + w["sight_bias"], 0)
        two = self.xp.maximum(one @ w["inner"] + w["inner_bias"], 0)
        return (two @ w["outer"])[:, 0] + w["outer_bias"][0], (one, two)

    def slopes(self, sights: Array, kept: tuple[Array, ...], slope: Array) -> dict[str, Array]:
        """The slope of every weight, given that of every result."""
        w = self.layers.weights
        one, two = kept
        back_two = (slope[:, None] * w["outer"][:, 0]) * (two > 0)
        back_one = (back_two @ w["inner"].T) * (one > 0)
        return {
            "outer": (slope @ two)[:, None],
            "outer_bias": slope.sum()[None],
            "inner": one.T @ back_two,
            "inner_bias": back_two.sum(0),
            "sight": sights.T @ back_one,
            "sight_bias": back_one.sum(0),
        }


def owners_of(xp: ModuleType, first: Array) -> Array:
    """For each row the number of its owner; every owner has some rows, from `first` on."""
    begins = xp.zeros(int(first[-1]), "int64")
    begins[first[1:-1]] = 1
    return xp.cumsum(begins)


def added_by(xp: ModuleType, rows: Array, owner: Array, owners: int) -> Array:
    """The sum of the rows of each owner; every owner has some, and they lie together in order."""
    if xp.__name__ == "numpy":
        first = xp.searchsorted(owner, xp.arange(owners))
        return xp.add.reduceat(rows, first, axis=0)
    import cupyx

    sums = xp.zeros((owners, rows.shape[1]), dtype=rows.dtype)
    cupyx.scatter_add(sums, owner, rows)
    return sums


def highest(xp: ModuleType, numbers: Array, owner: Array, owners: int) -> Array:
    """The highest number of each owner."""
    most = xp.full(owners, -xp.inf, numbers.dtype)
    if xp.__name__ == "numpy":
        xp.maximum.at(most, owner, numbers)
    else:
        import cupyx

        cupyx.scatter_max(most, owner, numbers)
    return most


def softmax(xp: ModuleType, numbers: Array, owner: Array, owners: int) -> Array:
    """How often to choose each row among those of its owner."""
    raised = xp.exp(numbers - highest(xp, numbers, owner, owners)[owner])
    return raised / xp.bincount(owner, weights=raised, minlength=owners).astype("float32")[owner]


def drawn(xp: ModuleType, often: Array, first: Array, luck: Array) -> Array:
    """One row for each owner, as often as it should be; `first`: where an owner's rows begin."""
    sums = xp.cumsum(often, dtype="float64")
    before = sums[first[:-1]] - often[first[:-1]]
    total = sums[first[1:] - 1] - before
    rows = xp.searchsorted(sums, before + luck * total)
    return xp.minimum(xp.maximum(rows, first[:-1]), first[1:] - 1)
