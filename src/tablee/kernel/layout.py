"""One declaration of a game's state, used four ways: Python object, bytes, NumPy record, batch.

    class State(Layout):
        seats: int = i8()
        hands: list[int] = i64(5)
        boats: list[list[int]] = i8(7, 6)

`State()` is a plain object of Python ints and lists (never interpret over a NumPy record: shifts
wrap silently there and it is slow). `State.batch(n)` is one NumPy array of n records with the same
bytes as `pack()`, for compiled code.
"""

import hashlib
import struct
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    import numpy as np

    Batch = np.ndarray[Any, np.dtype[np.void]]

Value = int | list[int] | list[list[int]]


@dataclass(frozen=True)
class Field:
    """A named integer, or a fixed array of them in one or two dimensions."""

    code: str  # as in the struct module
    shape: tuple[int, ...]

    @property
    def width(self) -> int:
        return struct.calcsize(f"<{self.code}")

    def zero(self) -> Value:
        if not self.shape:
            return 0
        if len(self.shape) == 1:
            return [0] * self.shape[0]
        return [[0] * self.shape[1] for _ in range(self.shape[0])]


def i8(*shape: int) -> Any:
    """Numbers from -128 to 127."""
    return Field("b", shape)


def i16(*shape: int) -> Any:
    """Numbers from -32768 to 32767."""
    return Field("h", shape)


def i64(*shape: int) -> Any:
    """Sets of up to 62 cards, or large numbers."""
    return Field("q", shape)


class LayoutType(type):
    """Turns declared fields into slots, widest first, so that records are aligned without gaps."""

    fields: dict[str, Field]
    packing: struct.Struct

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> "LayoutType":
        declared = {key: value for key, value in body.items() if isinstance(value, Field)}
        fields = dict(sorted(declared.items(), key=lambda item: -item[1].width))
        for key in declared:
            del body[key]
        body["__slots__"] = tuple(declared)
        made = super().__new__(cls, name, bases, body)
        made.fields = fields
        codes = "".join(f"{prod(field.shape)}{field.code}" for field in fields.values())
        size = struct.calcsize(f"<{codes}")
        widest = max((field.width for field in fields.values()), default=1)
        made.packing = struct.Struct(f"<{codes}{-size % widest}x")
        return made


class Layout(metaclass=LayoutType):
    """The base of every game's State."""

    def __init__(self) -> None:
        for name, field in type(self).fields.items():
            setattr(self, name, field.zero())

    def copy(self) -> Self:
        """Another state of the same content that shares nothing with this one."""
        other = type(self).__new__(type(self))
        for name, field in type(self).fields.items():
            value = getattr(self, name)
            if field.shape:
                value = list(value) if len(field.shape) == 1 else [list(row) for row in value]
            setattr(other, name, value)
        return other

    def pack(self) -> bytes:
        """The content as bytes: the same as a record of `batch` has."""
        numbers: list[int] = []
        for name, field in type(self).fields.items():
            value = getattr(self, name)
            if not field.shape:
                numbers.append(value)
            elif len(field.shape) == 1:
                numbers += value
            else:
                for row in value:
                    numbers += row
        return type(self).packing.pack(*numbers)

    @classmethod
    def unpack(cls, data: bytes) -> Self:
        """The state that was packed."""
        state = cls()
        numbers = list(cls.packing.unpack(data))
        start = 0
        for name, field in cls.fields.items():
            end = start + prod(field.shape)
            part = numbers[start:end]
            start = end
            if not field.shape:
                setattr(state, name, part[0])
            elif len(field.shape) == 1:
                setattr(state, name, part)
            else:
                across = field.shape[1]
                setattr(state, name, [part[i : i + across] for i in range(0, len(part), across)])
        return state

    def digest(self) -> str:
        """A short fingerprint of the whole content."""
        return hashlib.sha256(self.pack()).hexdigest()[:32]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Layout) or type(self) is not type(other):
            return NotImplemented
        return self.pack() == other.pack()

    def __repr__(self) -> str:
        content = ", ".join(f"{name}={getattr(self, name)!r}" for name in type(self).fields)
        return f"{type(self).__name__}({content})"

    @classmethod
    def dtype(cls) -> "np.dtype[np.void]":
        """The same layout as a NumPy record."""
        import numpy as np

        codes = {"b": "<i1", "h": "<i2", "q": "<i8"}
        columns = [(name, codes[field.code], field.shape) for name, field in cls.fields.items()]
        return np.dtype(columns, align=True)

    @classmethod
    def batch(cls, size: int, start: "Layout | None" = None) -> "Batch":
        """An array of states for compiled code, empty or each a copy of `start`."""
        import numpy as np

        content = (start or cls()).pack()
        return np.frombuffer(bytearray(content * size), cls.dtype())


def copy_state(states: "list[Layout]", source: int, target: int) -> None:
    """Make one of these states equal to another (compiled: one record over another)."""
    states[target] = states[source].copy()


def wipe(numbers: list[int]) -> None:
    """Set all numbers of an array to 0."""
    for place in range(len(numbers)):
        numbers[place] = 0
