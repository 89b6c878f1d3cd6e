"""What can go wrong, by name: each error says what was wrong, what was expected and what to do."""


class TableeError(Exception):
    """Anything a person may cause and can put right; its text is meant to be read by them."""


class UnknownGame(TableeError):
    """No game of that name is on the shelf."""


class WrongPlayers(TableeError):
    """The rule book does not allow that number of players."""


class WrongOption(TableeError):
    """No such switch at this table, or not a value it can have."""


class WrongRecord(TableeError):
    """A record that cannot be read, or that does not hold what a record holds."""


class WrongCompany(TableeError):
    """The bots or people asked for do not fit the chairs of the table."""


class UnfairDeal(TableeError):
    """The deal is not the one the published commitments lead to."""


class CompiledExtraMissing(TableeError):
    """The fast path was asked for, and Numba is not installed."""


class Refused(TableeError):
    """A choice the rules do not allow now; nothing has changed."""

    def __init__(self, message: str, *, seat: int, clause: str, legal: tuple[str, ...] = ()):
        super().__init__(message)
        self.seat = seat
        self.clause = clause
        self.legal = legal


class NotOwed(Refused):
    """That seat has nothing to choose at this moment."""


class IllegalChoice(Refused):
    """That option is not among those the seat has."""
