"""Why the house does not do what it was asked: a code for programs, a sentence for people."""

from collections.abc import Iterator
from contextlib import contextmanager

from tablee.kernel.errors import (
    Refused,
    TableeError,
    UnknownGame,
    WrongOption,
    WrongPlayers,
    WrongRecord,
)
from tablee.kernel.game import Game
from tablee.kernel.record import IllegalRecord
from tablee.server.texts import say

STATUS = {
    "unknown": 404,
    "who_are_you": 401,
    "not_host": 403,
    "not_seated": 403,
    "needs_invitation": 403,
    "foreign_origin": 403,
    "wrong_name": 400,
    "wrong_mail": 400,
    "wrong_plan": 400,
    "wrong_record": 400,
    "wrong_message": 400,
    "too_large": 413,
    "too_fast": 429,
    "too_many": 429,
    "not_stored": 503,
    "closing": 503,
}
CONFLICT = 409  # every other refusal: asked for at the wrong moment


class Declined(TableeError):
    """Not done, and nothing has changed."""

    def __init__(
        self, code: str, *, clause: str = "", legal: tuple[str, ...] = (), **words: object
    ):
        super().__init__(say(f"refusals.{code}", "en", **words))
        self.code = code
        self.words = words
        self.clause = clause
        self.legal = legal

    def sentence(self, language: str) -> str:
        """Why not, in the reader's language."""
        return say(f"refusals.{self.code}", language, **self.words)

    @property
    def status(self) -> int:
        """The status of an HTTP answer."""
        return STATUS.get(self.code, CONFLICT)


@contextmanager
def playable() -> Iterator[None]:
    """Refuse a record that cannot be played again."""
    try:
        yield
    except IllegalRecord as error:
        raise Declined("wrong_record", why=error, clause=error.clause, legal=error.legal) from None
    except (WrongRecord, UnknownGame, WrongPlayers, WrongOption) as error:
        raise Declined("wrong_record", why=error) from None


class AgainstTheRules(Declined):
    """A choice the rules do not allow now."""

    def __init__(self, game: Game, refusal: Refused):
        code = "illegal_choice" if refusal.legal else "not_owed"
        super().__init__(code, clause=refusal.clause, legal=refusal.legal)
        self.game = game

    def sentence(self, language: str) -> str:
        why = self.game.texts.forbidden(self.clause, language)
        return why if self.legal and why != self.clause else super().sentence(language)
