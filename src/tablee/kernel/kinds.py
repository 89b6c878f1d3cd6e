"""Kinds: the numbered names a game gives its events, questions and phases."""

from collections.abc import Iterator


class KindType(type):
    """Makes a class of kinds something to go through and to count."""

    names: dict[int, str]

    def __iter__(cls) -> Iterator["Kind"]:
        return map(cls, cls.names)

    def __len__(cls) -> int:
        return len(cls.names)


class Kind(int, metaclass=KindType):
    """`Told.PLAYS` is a plain number, also when compiled; `Told(number).name` is "PLAYS".

    Not an IntEnum: before Python 3.12 a member of one takes longer to read than a call.
    """

    def __init_subclass__(cls) -> None:
        cls.names = {number: name for name, number in vars(cls).items() if name.isupper()}

    @property
    def name(self) -> str:
        return type(self).names[self]
