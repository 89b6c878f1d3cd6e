"""Records told again: what happened in each turn, and what a viewer saw after it."""

from dataclasses import dataclass
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from tablee import catalogue
from tablee.kernel import record
from tablee.kernel.events import Event
from tablee.kernel.match import Match
from tablee.kernel.record import Record
from tablee.server.api.pages import Outcome, Seats, Told
from tablee.server.refusals import Declined, playable

# Run by a worker, which should not have to import a web server.


class Sentence(msgspec.Struct):
    """An event of the game."""

    event: Told
    text: Annotated[str, Meta(description="In the reader's language.")]


class Step(msgspec.Struct, kw_only=True):
    """One turn: the choices, what came of them, and what is asked next. Turn 0 is the deal."""

    turn: int
    choices: Annotated[dict[int, str], Meta(description="By seat, in the notation of the game.")]
    told: list[Sentence]
    view: Annotated[dict[str, Any], Meta(description="What the viewer saw then.")]
    open: Annotated[
        list[dict[str, Any]], Meta(description="What each seat saw then, if `open` was asked for.")
    ]
    question: Annotated[str, Meta(description="What is asked next; empty at the end.")]
    sentence: Annotated[str, Meta(description="The same, in the reader's language.")]
    clause: str
    waiting_for: Seats


class Replay(msgspec.Struct, kw_only=True):
    """A game from its deal to its end, or to where its record stops."""

    game: str
    seats: list[str]
    steps: list[Step]
    result: Annotated[Outcome, Meta(description="Scores at the end of the record.")]


def replay(kept: Record, seat: int | None, all_open: bool, language: str) -> Replay:
    """A record told again, as a seat or a spectator saw it."""
    with playable():
        match = record.begin(catalogue.load(kept.game), kept)
        if seat is not None and seat >= match.state.seats:
            raise Declined("no_such_seat", seats=match.state.seats)
        reader = Reader(match, kept, seat, all_open, language)
        steps = [reader.step(0, {}, [])]
        owing = match.waiting_for
        for played in record.replay(match, kept):
            choices = dict(zip(owing, kept.turns[played.turn - 1].split(), strict=True))
            steps.append(reader.step(played.turn, choices, played.events))
            owing = match.waiting_for
    result = Outcome(finished=match.over, scores=match.scores(), winners=match.winners())
    return Replay(game=kept.game, seats=kept.seats, steps=steps, result=result)


@dataclass(frozen=True)
class Reader:
    """Tells a game to one viewer in one language."""

    match: Match
    record: Record
    seat: int | None
    all_open: bool
    language: str

    def step(self, turn: int, choices: dict[int, str], events: list[Event]) -> Step:
        """The turn that was just played."""
        match = self.match
        asked = None if match.over else match.question
        return Step(
            turn=turn,
            choices=choices,
            told=[self.sentence(event) for event in events],
            view=match.view(self.seat),
            open=[match.view(seat) for seat in range(match.state.seats)] if self.all_open else [],
            question=asked.name if asked else "",
            sentence=asked.sentence[self.language] if asked else "",
            clause=asked.clause if asked else "",
            waiting_for=match.waiting_for,
        )

    def sentence(self, event: Event) -> Sentence:
        game = self.match.game
        kind, *numbers = event
        text = game.texts.sentence(event, self.record.seats, self.language)
        return Sentence([game.rules.Told(kind).name.lower(), *numbers], text)


def told(kept: Record, seat: int | None, all_open: bool, language: str) -> bytes:
    """The same as JSON."""
    return msgspec.json.encode(replay(kept, seat, all_open, language))
