"""A table: everything that is so at this moment, made from the acts of its history in order."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from tablee import catalogue
from tablee.kernel import record
from tablee.kernel.errors import WrongRecord
from tablee.kernel.events import Event as Told
from tablee.kernel.fair import Fairness, Stream, commit, nonce_commitment, seed_commitment
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tablee.server.acts import (
    Act,
    Came,
    Chair,
    Changed,
    Chose,
    Closed,
    Committed,
    Emoted,
    Event,
    Followed,
    Guest,
    Hosted,
    Laid,
    Left,
    Placed,
    Revealed,
    Said,
    Started,
    UndoAnswered,
    UndoAsked,
    Voted,
)
from tablee.server.commands import Clock, Plan

Status = Literal["waiting", "dealing", "playing", "over", "closed"]
Deal = Callable[[Game, int, dict[str, bool], Stream], Any]
A_DAY = Clock(kind="move", seconds=86_400)
TIME_TO_REVEAL = 15_000


def fair_deal(game: Game, seats: int, options: dict[str, bool], stream: Stream) -> Any:
    """The beginning of a game, as the seed and the nonces have it."""
    return game.dealt(seats, options, stream)


@dataclass(slots=True)
class Place:
    """A chair, and how its guest stands."""

    guest: Guest | None = None
    invitation: str = ""
    kept: bool = False  # the person is away, a bot chooses
    commitment: str = ""
    nonce: str = ""
    began: int = 0  # tick since when a choice has been owed
    bank: int = 0  # milliseconds left
    news: int = 0  # seq of the guest's last own choice: what came later is news

    @property
    def automatic(self) -> bool:
        """Does a bot of the house choose here?"""
        return self.kept or (self.guest is not None and bool(self.guest.level))


@dataclass(slots=True, frozen=True)
class Line:
    """A line of the log: an event of the game, a message of the house, talk or a sign."""

    seq: int
    at: int
    kind: Literal["game", "house", "talk", "sign"]
    what: str = ""  # the name of the message, the text, or the sign
    seat: int | None = None
    told: Told = ()


@dataclass(slots=True)
class Table:
    """One table. Only `apply` changes it."""

    id: str
    deal: Deal = fair_deal
    seq: int = 0
    code: str = ""
    host: str = ""
    before: str = ""
    after: str = ""
    plan: Plan = field(default_factory=lambda: Plan(game=""))
    rules_version: int = 0
    places: list[Place] = field(default_factory=list)
    seed: bytes = b""
    status: Status = "waiting"
    match: Match | None = None
    turn: int = 0  # counts every resolution and every undoing: a choice is for one of them
    sight: int = 0  # counts every change of what can be seen of the game
    dealing_since: int = 0
    lines: list[Line] = field(default_factory=list)
    commands: dict[str, int] = field(default_factory=dict)
    agreed: set[int] = field(default_factory=set)  # to undo
    undo_asked: int | None = None
    votes: set[int] = field(default_factory=set)  # for ending here

    # Reading

    @property
    def game(self) -> Game:
        return catalogue.load(self.plan.game)

    @property
    def names(self) -> list[str]:
        return [place.guest.name if place.guest else "" for place in self.places]

    @property
    def clock(self) -> Clock:
        """A slow table without a clock of its own has a day for each choice."""
        return (
            A_DAY
            if self.plan.pace == "slow" and self.plan.clock.kind == "none"
            else self.plan.clock
        )

    @property
    def playing(self) -> Match:
        """The match of a table at which there is one."""
        if self.match is None:
            raise LookupError("no game has begun at this table")
        return self.match

    def seat_of(self, person: str) -> int | None:
        """Where this person sits."""
        for seat, place in enumerate(self.places):
            if place.guest and place.guest.person and place.guest.person == person:
                return seat
        return None

    def present_people(self) -> list[int]:
        """The seats of people (and bots from outside) who have not left."""
        return [
            seat
            for seat, place in enumerate(self.places)
            if place.guest and place.guest.person and not place.kept
        ]

    def deadline(self, seat: int) -> int | None:
        """The tick at which a person's time for the choice owed runs out."""
        clock, place = self.clock, self.places[seat]
        if clock.kind == "none":
            return None
        return place.began + (clock.seconds * 1000 if clock.kind == "move" else place.bank)

    def due(self, pause: int) -> int | None:
        """The tick at which the house itself has to do something, if it has to."""
        if self.status == "dealing":
            return self.dealing_since + TIME_TO_REVEAL
        if self.status != "playing":
            return None
        times = [
            self.places[seat].began + pause if self.places[seat].automatic else self.deadline(seat)
            for seat in self.playing.waiting_for
        ]
        return min((time for time in times if time is not None), default=None)

    def fairness(self) -> Fairness:
        """Seed, nonces and their commitments; secret until the game is over."""
        nonces = [bytes.fromhex(place.nonce) for place in self.places]
        return commit(self.seed, nonces)

    @property
    def seed_commitment(self) -> str:
        return seed_commitment(self.seed)

    def record(self) -> record.Record:
        """The record of the game; secret until it is over."""
        return record.write(self.playing, self.names, self.fairness())

    # History

    def apply(self, event: Event) -> None:
        """The next event of this table's history."""
        if event.seq != self.seq + 1:
            raise LookupError(f"event {event.seq} does not follow event {self.seq}")
        self.seq = event.seq
        self.commands[event.command] = event.seq
        APPLY[type(event.act)](self, event, event.act)

    def _note(self, event: Event, what: str, seat: int | None = None) -> None:
        self.lines.append(Line(event.seq, event.at, "house", what, seat))

    def _laid(self, event: Event, act: Laid) -> None:
        self.code, self.host, self.before = act.code, act.host, act.before
        self.rules_version = act.rules_version
        self.seed = bytes.fromhex(act.seed)
        self._changed(event, Changed(act.plan, act.chairs))

    def _changed(self, event: Event, act: Changed) -> None:
        self.plan = act.plan
        self._seat(act.chairs)

    def _seat(self, chairs: list[Chair]) -> None:
        self.places = [Place(chair.guest, chair.invitation) for chair in chairs]

    def _placed(self, event: Event, act: Placed) -> None:
        before, after = self.places[act.seat].guest, act.chair.guest
        self.places[act.seat] = Place(after, act.chair.invitation)
        if before and before.person == self.host and self.present_people():
            self.host = self._person(self.present_people()[0])

    def _person(self, seat: int) -> str:
        guest = self.places[seat].guest
        return guest.person if guest else ""

    def _committed(self, event: Event, act: Committed) -> None:
        self.places[act.seat].commitment = act.commitment

    def _started(self, event: Event, act: Started) -> None:
        self._seat(act.chairs)
        for place, nonce, commitment in zip(self.places, act.nonces, act.commitments, strict=True):
            place.nonce, place.commitment = nonce, commitment
        self.status = "dealing"
        self.dealing_since = event.tick
        self._deal_when_complete(event)

    def _revealed(self, event: Event, act: Revealed) -> None:
        place = self.places[act.seat]
        place.nonce = act.nonce
        if act.drawn:
            place.commitment = nonce_commitment(act.seat, bytes.fromhex(act.nonce))
            self._note(event, "nonce_drawn", act.seat)
        self._deal_when_complete(event)

    def _deal_when_complete(self, event: Event) -> None:
        if not all(place.nonce for place in self.places):
            return
        game = self.game
        if self.rules_version != game.rules_version:
            raise WrongRecord(f"{game.id}: no rules of version {self.rules_version} here.")
        nonces = [bytes.fromhex(place.nonce) for place in self.places]
        options = game.check_switches(self.plan.options)
        state = self.deal(game, len(self.places), options, Stream(self.seed, nonces))
        self.match = Match(game, state)
        self.status = "playing"
        for place in self.places:
            place.bank = self.clock.seconds * 1000
        self._note(event, "dealt")
        self._next_turn(event)

    def _chose(self, event: Event, act: Chose) -> None:
        match, place = self.playing, self.places[act.seat]
        if act.seat not in match.committed and not place.automatic:
            place.bank -= event.tick - place.began
            place.bank += self.clock.more * 1000
        if act.by == "person":
            place.news = event.seq
        elif act.by == "clock":
            place.kept = True
            place.bank = max(place.bank, 0)
            self._note(event, "time_ran_out", act.seat)
        self.undo_asked = None
        told = match.choose(act.seat, match.read(act.seat, act.choice), again=True)
        if told is not None:
            self._tell(event, told)
            self._next_turn(event)

    def _tell(self, event: Event, told: list[Told]) -> None:
        for one in told:
            self.lines.append(Line(event.seq, event.at, "game", told=one))

    def _next_turn(self, event: Event) -> None:
        """G-4: what everybody can see to be the only choice may be played by the table."""
        match = self.playing
        self._show(event)
        while self.plan.automatic and not match.over:
            forced = {seat: match.forced(seat) for seat in match.waiting_for}
            told: list[Told] | None = None
            for seat, option in forced.items():
                if option is not None:
                    if not self.places[seat].automatic:
                        self._note(event, "forced", seat)
                    told = match.choose(seat, option)
            if told is None:
                break
            self._tell(event, told)
            self._show(event)
        if match.over:
            self._finish(event, "game_over")

    def _show(self, event: Event) -> None:
        self.turn += 1
        self.sight += 1
        for seat in self.playing.waiting_for:
            self.places[seat].began = event.tick

    def _finish(self, event: Event, what: str) -> None:
        self.status = "over"
        self.sight += 1
        self._note(event, what)

    def _said(self, event: Event, act: Said) -> None:
        self.lines.append(Line(event.seq, event.at, "talk", act.text, act.seat))

    def _emoted(self, event: Event, act: Emoted) -> None:
        self.lines.append(Line(event.seq, event.at, "sign", act.sign, act.seat))

    def _undo_asked(self, event: Event, act: UndoAsked) -> None:
        self.undo_asked = act.seat
        self.agreed = {act.seat}
        self._note(event, "undo_asked", act.seat)
        self._undo_when_agreed(event)

    def _undo_answered(self, event: Event, act: UndoAnswered) -> None:
        if not act.agree:
            self.undo_asked = None
            self._note(event, "undo_declined", act.seat)
            return
        self.agreed.add(act.seat)
        self._undo_when_agreed(event)

    def _undo_when_agreed(self, event: Event) -> None:
        if self.undo_asked is not None and self.agreed.issuperset(self.present_people()):
            self._note(event, "undone", self.undo_asked)
            self.undo_asked = None
            self.playing.undo()
            self._show(event)

    def _left(self, event: Event, act: Left) -> None:
        self.places[act.seat].kept = True
        self.votes.discard(act.seat)
        self._note(event, "left" if act.asked_by is None else "put_aside", act.seat)
        if self._person(act.seat) == self.host and self.present_people():
            self.host = self._person(self.present_people()[0])
        if self.status == "playing":
            self._undo_when_agreed(event)
            self._end_when_agreed(event)

    def _came(self, event: Event, act: Came) -> None:
        place = self.places[act.seat]
        place.kept = False
        place.began = event.tick
        self._note(event, "came", act.seat)

    def _voted(self, event: Event, act: Voted) -> None:
        if act.agree:
            self.votes.add(act.seat)
        else:
            self.votes.discard(act.seat)
        self._note(event, "votes_end" if act.agree else "votes_on", act.seat)
        self._end_when_agreed(event)

    def _end_when_agreed(self, event: Event) -> None:
        if self.votes and self.votes.issuperset(self.present_people()):
            self._finish(event, "ended_early")

    def _hosted(self, event: Event, act: Hosted) -> None:
        self.host = self._person(act.seat)
        self._note(event, "hosts", act.seat)

    def _closed(self, event: Event, act: Closed) -> None:
        self.status = "closed"
        self._note(event, "closed_by_house" if act.by_house else "closed")

    def _followed(self, event: Event, act: Followed) -> None:
        self.after = act.table
        self._note(event, "rematch")


APPLY: dict[type[Act], Callable[[Table, Event, Any], None]] = {
    Laid: Table._laid,
    Placed: Table._placed,
    Changed: Table._changed,
    Committed: Table._committed,
    Started: Table._started,
    Revealed: Table._revealed,
    Chose: Table._chose,
    Said: Table._said,
    Emoted: Table._emoted,
    UndoAsked: Table._undo_asked,
    UndoAnswered: Table._undo_answered,
    Left: Table._left,
    Came: Table._came,
    Voted: Table._voted,
    Hosted: Table._hosted,
    Closed: Table._closed,
    Followed: Table._followed,
}
