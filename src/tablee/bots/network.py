"""A learned network at play: whole numbers, so that every machine gets the same sums.

Weights are multiples of 1/1024, what a layer hands on is a multiple of 1/64 between 0 and 32. All
sums fit into 32 bits and are exact, in whatever order they are added: NumPy and compiled code give
the same.
"""

import io
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from tablee.catalogue import SHELF
from tablee.kernel.game import Game

WEIGHT = 1024  # parts of 1 in a weight
SIGNAL = 64  # parts of 1 in what a layer hands on
HIGHEST = 32 * SIGNAL - 1
FIRST_SHIFT = 4  # from parts of WEIGHT to parts of SIGNAL
INNER_SHIFT = 10  # from parts of WEIGHT * SIGNAL
UNIT = WEIGHT * SIGNAL  # parts of 1 in a rating

Array = Any


@dataclass(frozen=True, eq=False)
class Network:
    """Weights of three layers, in the order of their use."""

    sight: Array
    effect: Array
    bias: Array
    inner: Array
    inner_bias: Array
    outer: Array
    outer_bias: Array

    @property
    def weights(self) -> tuple[Array, ...]:
        return (
            self.sight,
            self.effect,
            self.bias,
            self.inner,
            self.inner_bias,
            self.outer,
            self.outer_bias,
        )

    @cached_property
    def doubles(self) -> tuple[Array, ...]:
        """The same as NumPy multiplies it fastest, in what the next layer is handed on: exact."""
        first, second = 1 << FIRST_SHIFT, 1 << INNER_SHIFT
        parts = (first, first, first, second, second, 1, 1)
        return tuple(layer / part for layer, part in zip(self.weights, parts, strict=True))

    def ratings(self, sight: Array, effects: Array) -> Array:
        """A rating for each row of effects, in parts of UNIT."""
        rows, effect_rows, bias, inner, inner_bias, outer, outer_bias = self.doubles
        told = effects.any(axis=0)  # where there are many options, most numbers are zero in all
        one = effects[:, told].astype(np.float64) @ effect_rows[told]
        one += sight @ rows + bias
        two = clipped(one) @ inner
        two += inner_bias
        return (clipped(two) @ outer + outer_bias).astype(np.int64)


def clipped(sums: Array) -> Array:
    """What a layer hands on, in the place of its sums."""
    np.floor(sums, out=sums)
    return np.clip(sums, 0, HIGHEST, out=sums)


def weights_file(game: Game) -> Path:
    """Where the learned weights of a game lie."""
    return SHELF / game.folder / "learned.npz"


@cache
def network(game: Game) -> Network:
    """The network that comes with a game."""
    with np.load(weights_file(game)) as content:
        return Network(*(content[name].astype(np.int32) for name in Network.__annotations__))


def whole_network(layers: dict[str, Array], scales: tuple[Array, Array]) -> bytes:
    """A network that was learned, as a file of whole numbers; inputs are scaled no more."""
    whole = {
        "sight": parts(layers["sight"] * scales[0][:, None], WEIGHT),
        "effect": parts(layers["effect"] * scales[1][:, None], WEIGHT),
        "bias": parts(layers["sight_bias"], WEIGHT),
        "inner": parts(layers["inner"], WEIGHT),
        "inner_bias": parts(layers["inner_bias"], UNIT),
        "outer": parts(layers["outer"][:, 0], WEIGHT),
        "outer_bias": parts(layers["outer_bias"], UNIT),
    }
    file = io.BytesIO()
    np.savez_compressed(file, **whole)
    return file.getvalue()


def parts(weights: Array, unit: int) -> Array:
    """Weights as whole numbers of parts; 16 bits are enough but for the biases."""
    whole = np.round(weights * unit).astype(np.int32)
    return whole if unit == UNIT else np.clip(whole, -32767, 32767).astype(np.int16)


def see(weights: Any, sight: Any, seen: Any) -> None:
    """Compiled: the first layer of what a seat knows, shared by all its options."""
    rows, bias = weights[0], weights[2]
    for unit in range(len(seen)):
        seen[unit] = bias[unit]
    for slot in range(len(sight)):
        value = np.int32(sight[slot])
        if value != 0:
            row = rows[slot]
            for unit in range(len(seen)):
                seen[unit] += value * row[unit]


def rating(weights: Any, seen: Any, effect: Any, one: Any, two: Any) -> int:
    """Compiled: the rating of an option, in parts of UNIT; `one` and `two` are working space."""
    rows, inner, inner_bias, outer = weights[1], weights[3], weights[4], weights[5]
    for unit in range(len(one)):
        one[unit] = seen[unit]
    for slot in range(len(effect)):
        value = np.int32(effect[slot])
        if value != 0:
            row = rows[slot]
            for unit in range(len(one)):
                one[unit] += value * row[unit]
    for unit in range(len(two)):
        two[unit] = inner_bias[unit]
    for unit in range(len(one)):
        signal = min(max(one[unit] >> FIRST_SHIFT, 0), HIGHEST)
        if signal != 0:
            row = inner[unit]
            for other in range(len(two)):
                two[other] += signal * row[other]
    total: int = weights[6][0]
    for unit in range(len(two)):
        total += min(max(two[unit] >> INNER_SHIFT, 0), HIGHEST) * outer[unit]
    return total
