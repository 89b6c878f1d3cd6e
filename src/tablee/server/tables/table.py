"""A table: everything that is so at this moment, made from the acts of its history in order."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from tablee import catalogue
from tablee.kernel import record
from tablee.kernel.events import Event as Told
from tablee.kernel.fair import Fairness, Stream, commit, nonce_commitment, seed_commitment
from tablee.kernel.game import Game
from tablee.kernel.match import Match
from tablee.server.refusals import Declined
from tablee.server.tables import acts
from tablee.server.tables.acts import Event
from tablee.server.tables.commands import Clock, Plan
from tablee.server.tables.extras import Extras
from tablee.server.tables.lines import Line
from tablee.server.tables.places import Place, seated_on

Status = Literal["waiting", "dealing", "playing", "over", "closed"]
Deal = Callable[[Game, int, dict[str, bool], Stream], Any]
A_DAY = Clock(kind="move", seconds=86_400)
TIME_TO_CONSENT = 30_000  # so long the bots wait for the answers to somebody who asks to undo
LEAST_BANK = 20_000  # what somebody has left whose bank ran out, to come back with


def fair_deal(game: Game, seats: int, options: dict[str, bool], stream: Stream) -> Any:
    """The beginning of a game, as the seed and the nonces have it."""
    return game.dealt(seats, options, stream)


@dataclass(slots=True)
class Table:
    """One table. Only `apply` changes it."""

    id: str
    deal: Deal = fair_deal
    seq: int = 0
    tick: int = 0  # of the last event
    company: int = 0  # seq of the last event that was no choice: who sits how may have changed
    code: str = ""
    host: str = ""
    before: str = ""
    after: str = ""
    plan: Plan = field(default_factory=lambda: Plan(game=""))
    places: list[Place] = field(default_factory=list)
    seed: bytes = b""
    seed_commitment: str = ""
    status: Status = "waiting"
    match: Match | None = None
    turn: int = 0  # counts every resolution and every undoing: a choice is for one of them
    sight: int = 0  # counts every change of what can be seen of the game
    rules_version: int = 0  # of the game begun here
    dealing_since: int = 0
    lines: list[Line] = field(default_factory=list)
    commands: dict[str, int] = field(default_factory=dict)
    by_table: list[bool] = field(default_factory=list)  # of each resolved turn: was it forced?
    agreed: set[int] = field(default_factory=set)  # to undo
    undo_asked: int | None = None
    undo_until: int = 0  # tick at which the bots stop waiting for the answers
    votes: set[int] = field(default_factory=set)  # for ending here
    hurried: bool = False  # bots answer at once
    extras: Extras = field(default_factory=Extras)

    # Reading

    @property
    def game(self) -> Game:
        return catalogue.load(self.plan.game)

    @property
    def names(self) -> list[str]:
        return [place.name for place in self.places]

    @property
    def clock(self) -> Clock:
        """A slow table without a clock of its own has a day for each choice."""
        untimed = self.plan.pace == "slow" and self.plan.clock.kind == "none"
        return A_DAY if untimed else self.plan.clock

    @property
    def playing(self) -> Match:
        """The match of a table at which there is one."""
        if self.match is None:
            raise LookupError("no game has begun at this table")
        return self.match

    @property
    def undoable(self) -> int | None:
        """The seat whose choice could be taken back; what the table chose for it stays."""
        return None if self.by_table and self.by_table[-1] else self.playing.undoable

    def seat_of(self, person: str) -> int | None:
        """Where this person sits."""
        if person:
            for seat, place in enumerate(self.places):
                if place.guest is not None and place.guest.person == person:
                    return seat
        return None

    @property
    def people(self) -> tuple[str, ...]:
        """The ids of those whose table this is: who sit here, and the host."""
        seated = [place.person for place in self.places if place.person]
        return tuple(dict.fromkeys([*seated, self.host]))

    def present_people(self) -> list[int]:
        """The seats of the people who have not left; bots from outside only where no person is."""
        there = [seat for seat, place in enumerate(self.places) if place.person and not place.kept]
        return [seat for seat in there if self.places[seat].human] or there

    @property
    def asleep(self) -> bool:
        """All people have left; the bots wait, so that whoever comes back finds all as it was."""
        people = [place for place in self.places if place.human]
        return bool(people) and all(place.kept for place in people)

    def is_away(self, seat: int) -> bool:
        """Does a bot keep this chair in a game that goes on?"""
        return self.places[seat].kept and self.status in ("dealing", "playing")

    def deadline(self, seat: int) -> int | None:
        """The tick at which a person's time for the choice owed runs out."""
        clock, place = self.clock, self.places[seat]
        if clock.kind == "none":
            return None
        return place.began + (clock.seconds * 1000 if clock.kind == "move" else place.bank)

    def bot_at(self, seat: int) -> str:
        """The name of the bot that chooses for a seat, its own or another's."""
        guest = self.places[seat].guest
        return guest.bot if guest is not None and guest.level else self.plan.keeper

    def fairness(self) -> Fairness:
        """Seed, nonces and their commitments; secret until the game is over."""
        nonces = [bytes.fromhex(place.nonce) for place in self.places]
        return commit(self.seed, nonces)

    def record(self) -> record.Record:
        """The record of the game; secret until it is over."""
        return record.write(self.playing, self.names, self.fairness())

    # History

    def apply(self, event: Event) -> None:
        """The next event of this table's history."""
        if event.seq != self.seq + 1:
            raise LookupError(f"event {event.seq} does not follow event {self.seq}")
        self.seq, self.tick = event.seq, event.tick
        self.commands[event.command] = event.seq
        if not isinstance(event.act, acts.Chose):
            self.company = event.seq
        self.extras.count(self, event)
        APPLY[type(event.act)](self, event, event.act)

    def _note(self, event: Event, what: str, seat: int | None = None) -> None:
        name = "" if seat is None else self.places[seat].name
        self.lines.append(Line(event.seq, event.at, "house", what, seat, name))

    def _laid(self, event: Event, act: acts.Laid) -> None:
        self.code, self.host, self.before = act.code, act.host, act.before
        self.seed = bytes.fromhex(act.seed)
        self.seed_commitment = seed_commitment(self.seed)
        self.plan = act.plan
        self.places = seated_on(act.chairs, [])

    def _changed(self, event: Event, act: acts.Changed) -> None:
        self.plan = act.plan
        self.places = seated_on(act.chairs, self.places)
        self._note(event, "changed")

    def _placed(self, event: Event, act: acts.Placed) -> None:
        before = self.places[act.seat].person
        self.places[act.seat] = Place(act.chair.guest, act.chair.invitation)
        if act.came_from is not None:
            self.places[act.came_from] = Place(invitation=self.places[act.came_from].invitation)
        if before == self.host:
            self._pass_host_on(event)

    def _pass_host_on(self, event: Event) -> None:
        """The host has left; the role goes to the first person who is there, if somebody is."""
        there = [seat for seat in self.present_people() if self.places[seat].human]
        if there:
            self._hosted(event, acts.Hosted(there[0]))

    def _committed(self, event: Event, act: acts.Committed) -> None:
        self.places[act.seat].commitment = act.commitment

    def _started(self, event: Event, act: acts.Started) -> None:
        if act.rules_version not in self.game.defaults:
            raise Declined("other_rules", version=act.rules_version, now=self.game.rules_version)
        self.places = seated_on(act.chairs, [])
        for place, nonce, commitment in zip(self.places, act.nonces, act.commitments, strict=True):
            place.nonce, place.commitment = nonce, commitment
        self.rules_version = act.rules_version
        self.status = "dealing"
        self.dealing_since = event.tick
        self._deal_when_complete(event)

    def _revealed(self, event: Event, act: acts.Revealed) -> None:
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
        nonces = [bytes.fromhex(place.nonce) for place in self.places]
        options = game.check_switches(self.plan.options, self.rules_version)
        state = self.deal(game, len(self.places), options, Stream(self.seed, nonces))
        self.match = Match(game, state)
        self.status = "playing"
        for place in self.places:
            place.bank = self.clock.seconds * 1000
        self._note(event, "dealt")
        self._next_turn(event)

    def _chose(self, event: Event, act: acts.Chose) -> None:
        match, place = self.playing, self.places[act.seat]
        if act.seat not in match.committed and not place.automatic:
            place.charge(event.tick)
            place.bank += self.clock.more * 1000
        if act.by == "person":
            place.news = event.seq
            place.notes.clear()
        else:
            self._note_bot(event, act)
        if act.by == "clock":
            place.kept = True
            place.bank = max(place.bank, min(LEAST_BANK, self.clock.seconds * 1000))
            self._note(event, "time_ran_out", act.seat)
        self._drop_undo(event, "undo_lapsed")
        told = match.choose(act.seat, match.read(act.seat, act.choice), again=True)
        if told is not None:
            self._tell(event, told, by_table=False)
            self._next_turn(event)
        if act.by == "clock":  # who is no longer there is no longer asked
            self._end_when_agreed(event)

    def _note_bot(self, event: Event, act: acts.Chose) -> None:
        """What is to be said of a bot's choice besides the choice: who made it, and why."""
        place = self.places[act.seat]
        place.keep_note(event.seq, act, self.bot_at(act.seat))
        if act.instead and not place.hasty:
            self._note(event, "bot_was_hasty", act.seat)
        place.hasty = bool(act.instead)

    def _tell(self, event: Event, told: list[Told], by_table: bool) -> None:
        self.by_table.append(by_table)
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
            self._tell(event, told, by_table=True)
            self._show(event)
        if match.over:
            self._finish(event, "game_over")

    def _show(self, event: Event) -> None:
        self.turn += 1
        self.sight += 1
        for seat in self.playing.waiting_for:
            self.places[seat].began = event.tick

    def _finish(self, event: Event, what: str) -> None:
        self._drop_undo(event, "undo_lapsed")
        self.status = "over"
        self.sight += 1
        self._note(event, what)

    def _said(self, event: Event, act: acts.Said) -> None:
        name = self.places[act.seat].name
        self.lines.append(Line(event.seq, event.at, "talk", act.text, act.seat, name))

    def _emoted(self, event: Event, act: acts.Emoted) -> None:
        name = self.places[act.seat].name
        self.lines.append(Line(event.seq, event.at, "sign", act.sign, act.seat, name))

    def _undo_asked(self, event: Event, act: acts.UndoAsked) -> None:
        self.undo_asked, self.undo_until = act.seat, event.tick + TIME_TO_CONSENT
        self.agreed = {act.seat}
        self._note(event, "undo_asked", act.seat)
        self._undo_when_agreed(event)

    def _undo_answered(self, event: Event, act: acts.UndoAnswered) -> None:
        if act.agree:
            self.agreed.add(act.seat)
            self._undo_when_agreed(event)
        else:
            self._drop_undo(event, "undo_declined", act.seat)

    def _drop_undo(self, event: Event, what: str, seat: int | None = None) -> None:
        """The question whether a choice may be taken back is settled, if there was one."""
        if self.undo_asked is not None:
            self._note(event, what, self.undo_asked if seat is None else seat)
            self.undo_asked, self.undo_until = None, 0
            self.agreed = set()

    def _undo_when_agreed(self, event: Event) -> None:
        if self.undo_asked is not None and self.agreed.issuperset(self.present_people()):
            self._drop_undo(event, "undone")
            notes = self.places[self.playing.undo()].notes
            del notes[-1:]  # there are some only until the person chooses: the bot's is undone
            self.by_table.pop()
            self._show(event)

    def _left(self, event: Event, act: acts.Left) -> None:
        place = self.places[act.seat]
        if self.status == "playing" and act.seat in self.playing.waiting_for:
            place.charge(event.tick)
            place.began = event.tick
        place.kept = True
        self.votes.discard(act.seat)
        self._note(event, "left" if act.asked_by is None else "put_aside", act.seat)
        if place.person == self.host:
            self._pass_host_on(event)
        if self.undo_asked == act.seat:
            self._drop_undo(event, "undo_lapsed")
        self._undo_when_agreed(event)
        self._end_when_agreed(event)

    def _came(self, event: Event, act: acts.Came) -> None:
        place = self.places[act.seat]
        place.kept = False
        place.began = event.tick
        self._note(event, "came", act.seat)
        host = self.seat_of(self.host)
        if host is not None and self.places[host].kept:
            self._pass_host_on(event)

    def _voted(self, event: Event, act: acts.Voted) -> None:
        if act.agree:
            self.votes.add(act.seat)
        else:
            self.votes.discard(act.seat)
        self._note(event, "votes_end" if act.agree else "votes_on", act.seat)
        self._end_when_agreed(event)

    def _end_when_agreed(self, event: Event) -> None:
        agreed = bool(self.votes) and self.votes.issuperset(self.present_people())
        if agreed and self.status == "playing":
            self._finish(event, "ended_early")

    def _hurried(self, event: Event, act: acts.Hurried) -> None:
        self.hurried = act.on
        self._note(event, "bots_hurry" if act.on else "bots_take_their_time", act.seat)

    def _hosted(self, event: Event, act: acts.Hosted) -> None:
        self.host = self.places[act.seat].person
        self._note(event, "hosts", act.seat)

    def _closed(self, event: Event, act: acts.Closed) -> None:
        self.status = "closed"
        self._note(event, "closed_by_house" if act.by_house else "closed")

    def _followed(self, event: Event, act: acts.Followed) -> None:
        self.after = act.table
        self._note(event, "rematch")


APPLY: dict[type[acts.Act], Callable[[Table, Event, Any], None]] = {
    acts.Laid: Table._laid,
    acts.Placed: Table._placed,
    acts.Changed: Table._changed,
    acts.Committed: Table._committed,
    acts.Started: Table._started,
    acts.Revealed: Table._revealed,
    acts.Chose: Table._chose,
    acts.Said: Table._said,
    acts.Emoted: Table._emoted,
    acts.UndoAsked: Table._undo_asked,
    acts.UndoAnswered: Table._undo_answered,
    acts.Left: Table._left,
    acts.Came: Table._came,
    acts.Voted: Table._voted,
    acts.Hurried: Table._hurried,
    acts.Hosted: Table._hosted,
    acts.Closed: Table._closed,
    acts.Followed: Table._followed,
}
