"""Kinds: the numbered names a game gives its events, questions and phases."""

from enum import IntEnum


class Kind(IntEnum):
    """A name that is a number, also when compiled; as quick to read as any attribute."""

    def __init_subclass__(cls) -> None:
        # Before Python 3.12 every access to a member goes through a descriptor, four times slower.
        super().__init_subclass__()
        for member in cls:
            type.__setattr__(cls, member.name, member)
