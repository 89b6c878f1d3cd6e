"""Why the house does not do what it was asked: a code for programs, a sentence for people."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tablee.kernel.errors import (
    Refused,
    TableeError,
    UnknownGame,
    WrongCompany,
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
    "unknown_host": 403,
    "wrong_name": 400,
    "wrong_mail": 400,
    "wrong_plan": 400,
    "wrong_record": 400,
    "wrong_message": 400,
    "too_large": 413,
    "work_failed": 500,
    "too_fast": 429,
    "too_many": 429,
    "no_room": 429,
    "not_stored": 503,
    "closing": 503,
}
CONFLICT = 409  # every other refusal: asked for at the wrong moment
CAUSES = {UnknownGame: "unknown_game", WrongOption: "wrong_option", WrongCompany: "unknown_bot"}


class Declined(TableeError):
    """Not done, and nothing has changed.

    `cause` names another sentence that says more; `numbers` are what the sentences count, so that
    nothing in them is of another language; `detail` is for whoever wrote the program that asked.
    """

    def __init__(
        self,
        code: str,
        *,
        cause: str = "",
        clause: str = "",
        legal: tuple[str, ...] = (),
        detail: str = "",
        **numbers: int,
    ):
        self.code = code
        self.cause = cause
        self.clause = clause
        self.legal = legal
        self.detail = detail
        self.numbers = numbers
        super().__init__(f"{Declined.sentence(self, 'en')} {detail}".rstrip())

    def __reduce__(self) -> tuple[Any, ...]:
        """It may come from another process."""
        why = self.code, self.cause, self.clause, self.legal, self.detail, self.numbers
        return declined, why

    def sentence(self, language: str) -> str:
        """Why not, in the reader's language."""
        refusal = say(f"refusals.{self.code}", language, **self.numbers)
        if not self.cause:
            return refusal
        return f"{refusal} {say(f'causes.{self.cause}', language, **self.numbers)}"

    @property
    def status(self) -> int:
        """The status of an HTTP answer."""
        return STATUS.get(self.code, CONFLICT)


def declined(
    code: str,
    cause: str,
    clause: str,
    legal: tuple[str, ...],
    detail: str,
    numbers: dict[str, int],
) -> Declined:
    return Declined(code, cause=cause, clause=clause, legal=legal, detail=detail, **numbers)


@contextmanager
def layable() -> Iterator[None]:
    """Refuse a table for which there is no such game, option or bot."""
    try:
        yield
    except (UnknownGame, WrongOption, WrongCompany) as error:
        raise Declined("wrong_plan", cause=CAUSES[type(error)], detail=str(error)) from None


@contextmanager
def playable() -> Iterator[None]:
    """Refuse a record that cannot be played again."""
    try:
        yield
    except IllegalRecord as error:
        raise Declined(
            "wrong_record",
            cause="illegal_turn",
            clause=error.clause,
            legal=error.legal,
            detail=str(error),
            turn=error.turn,
        ) from None
    except (WrongRecord, UnknownGame, WrongPlayers, WrongOption) as error:
        cause = CAUSES.get(type(error), "")
        raise Declined("wrong_record", cause=cause, detail=str(error)) from None


class AgainstTheRules(Declined):
    """A choice the rules do not allow now."""

    def __init__(self, game: Game, refusal: Refused):
        code = "illegal_choice" if refusal.legal else "not_owed"
        super().__init__(code, clause=refusal.clause, legal=refusal.legal)
        self.game = game

    def sentence(self, language: str) -> str:
        why = self.game.texts.forbidden(self.clause, language)
        return why if self.legal and why != self.clause else super().sentence(language)
