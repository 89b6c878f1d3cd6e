"""Random evenings in a house: people come, play, leave, return; clocks run; the house restarts."""

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

import msgspec
from hypothesis import seed
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tablee import catalogue
from tablee.kernel import record
from tablee.kernel.fair import nonce_commitment
from tablee.server.tables import commands
from tablee.server.tables.commands import Clock, Command, NewTable, Plan
from tablee.server.tables.due import due
from tablee.server.tables.page import Pages, Present
from tablee.server.tables.table import Table
from tests.server.fuzz import budget, quiet_log
from tests.server.steady_house import Ground, Seer, SteadyHouse, new_file

PEOPLE = 4
people = st.integers(0, PEOPLE - 1)
seats = st.integers(0, 5)
chairs = st.sampled_from(["open", "open", "friend", "random"])
clocks = st.sampled_from([Clock(), Clock("move", 20), Clock("bank", 30, 5)])

UNDOABLE = "lifeboats"  # some of its choices can be taken back
AT_ANY_TIME: list[Command] = [
    commands.Choose(1, "1"),
    commands.Choose(2, "?"),
    commands.Commit("0" * 64),
    commands.Consent(agree=True),
    commands.Emote("wow"),
    commands.End(),
    commands.Host(1),
    commands.Keep(0),
    commands.Leave(),
    commands.Place(1, "sailor"),
    commands.Return(),
    commands.Reveal("0" * 64),
    commands.Say("So what?"),
    commands.Sit(),
    commands.Stand(),
    commands.Start(),
    commands.Undo(),
]

Step = TypeVar("Step", bound=Callable[..., None])


def while_waiting(step: Step) -> Step:
    return precondition(lambda self: self.status == "waiting")(step)


def while_playing(step: Step) -> Step:
    return precondition(lambda self: self.status == "playing")(step)


class Evening(SteadyHouse):
    """One table after the other, in one house."""

    # Coming

    @initialize(
        game=st.sampled_from([*catalogue.titles(), UNDOABLE, UNDOABLE]),
        others=st.lists(chairs, min_size=1, max_size=4),
        clock=clocks,
        automatic=st.booleans(),
        sitting=people,
    )
    def lay(
        self, game: str, others: list[str], clock: Clock, automatic: bool, sitting: int
    ) -> None:
        for name in ("Anna", "Ben", "Cleo", "Dora")[:PEOPLE]:
            self.people.append(self.run(self.house.desk.welcome(name, "en"))[0])
        most, least = catalogue.load(game).players[-1], catalogue.load(game).players[0]
        wanted = (["me", *others] + ["open"] * least)[: max(least, min(most, len(others) + 1))]
        plan = Plan(game=game, clock=clock, automatic=automatic)
        live = self.run(self.house.lay(self.people[0], "t1", NewTable("t1", plan, wanted)))
        self.id = live.table.id
        for who in range(sitting):
            self.sit(who, None, True)
            self.watch(who)

    @rule(who=people)
    def watch(self, who: int) -> None:
        self.seers.setdefault(who, Seer(self.people[who]))
        self.run(self.house.watch(self.seers[who], self.id, 0))

    @rule(who=people)
    def look_away(self, who: int) -> None:
        if who in self.seers:
            self.run(self.house.unwatch(self.seers.pop(who), self.id))

    @while_waiting
    @rule(who=people, seat=st.none() | seats, invited=st.booleans())
    def sit(self, who: int, seat: int | None, invited: bool) -> None:
        invitations = [place.invitation for place in self.table.places if place.invitation]
        self.act(who, commands.Sit(seat, invitations[0] if invited and invitations else None))

    @while_waiting
    @rule(who=people)
    def stand(self, who: int) -> None:
        self.act(self.player(who), commands.Stand())

    @while_waiting
    @rule(who=people, seat=seats, chair=chairs)
    def place(self, who: int, seat: int, chair: str) -> None:
        self.act(who, commands.Place(seat, chair))

    @while_waiting
    @rule(who=people, number=st.integers(2, 6), talk=st.booleans())
    def change(self, who: int, number: int, talk: bool) -> None:
        table = self.table
        plan = msgspec.structs.replace(table.plan, talk=talk)
        self.act(who, commands.Change(plan, number))

    @rule(who=people, seat=seats)
    def hand_on(self, who: int, seat: int) -> None:
        self.act(self.player(who), commands.Host(seat))

    # Dealing

    @while_waiting
    @rule(who=people)
    def commit(self, who: int) -> None:
        who = self.player(who)
        seat = self.table.seat_of(self.people[who].id)
        self.act(who, commands.Commit(nonce_commitment(seat or 0, nonce(who))))

    @while_waiting
    @rule()
    def start(self) -> None:
        host = self.table.host
        self.act([person.id for person in self.people].index(host), commands.Start())

    @precondition(lambda self: self.status == "dealing")
    @rule(wrong=st.none() | people)
    def reveal(self, wrong: int | None) -> None:
        """Everybody shows their nonce; somebody shows another."""
        for who in range(PEOPLE):
            self.act(who, commands.Reveal(nonce(who + (who == wrong)).hex()))

    # Playing

    @property
    def status(self) -> str:
        return self.table.status

    @while_playing
    @rule(number=st.integers(0, 60), changed=st.booleans(), turns=st.integers(1, 4))
    def choose(self, number: int, changed: bool, turns: int) -> None:
        """Everybody who owes a choice makes one; somebody thinks again."""
        for _ in range(turns):
            table = self.table
            for who, person in enumerate(self.people):
                seat = table.seat_of(person.id)
                if seat is None or table.match is None or self.status != "playing":
                    continue
                options = self.live.pages.own(seat, "", "en")["options"]
                for pick in options[number % len(options) :][: 1 + changed] if options else ():
                    self.act(who, commands.Choose(self.table.turn, pick))

    @rule(who=people, command=st.sampled_from(AT_ANY_TIME))
    def ask_for_anything(self, who: int, command: Command) -> None:
        self.act(who, command)

    @while_playing
    @rule(who=people)
    def undo(self, who: int) -> None:
        may = self.table.playing.undoable
        able = [n for n, one in enumerate(self.people) if self.table.seat_of(one.id) == may]
        self.act(able[0] if able and may is not None else who, commands.Undo())

    @while_playing
    @rule(who=people, agree=st.booleans())
    def consent(self, who: int, agree: bool) -> None:
        self.act(self.player(who), commands.Consent(agree))

    @while_playing
    @rule(who=people)
    def leave(self, who: int) -> None:
        self.act(self.player(who), commands.Leave())

    @while_playing
    @rule(who=people)
    def come_back(self, who: int) -> None:
        self.act(self.player(who), commands.Return())

    @while_playing
    @rule(who=people, seat=seats)
    def keep(self, who: int, seat: int) -> None:
        self.act(self.player(who), commands.Keep(seat))

    @while_playing
    @rule(who=people, agree=st.booleans())
    def vote(self, who: int, agree: bool) -> None:
        self.act(self.player(who), commands.End(agree))

    @precondition(lambda self: self.status == "over")
    @rule(who=people)
    def rematch(self, who: int) -> None:
        self.act(self.player(who), commands.Rematch())
        if after := self.table.after:
            for seer in self.seers.values():
                self.run(self.house.unwatch(seer, self.id))
            self.seers.clear()
            self.id = after
            self.last = None

    # Time

    @rule(beats=st.integers(1, 20))
    def time_passes(self, beats: int) -> None:
        self.run(self.tick_on(beats))

    @rule(closed=st.integers(0, 100_000))
    def restart(self, closed: int) -> None:
        """The house closes for a while and opens again; time at the tables stands still."""
        before = self.house.store.tick()
        self.runner.run(self.house.close())
        self.time += closed
        self.house = self.run(self.opened())
        assert self.house.store.tick() == before
        for seer in self.seers.values():
            seer.shown = None
            self.run(self.house.watch(seer, self.id, 0))

    @precondition(lambda self: self.last is not None)
    @rule()
    def say_it_again(self) -> None:
        """A retry gets the first answer."""
        assert self.last is not None
        who, id, command, seq = self.last
        again = self.run(self.house.act(self.people[who], self.id, id, command))
        assert again == seq

    # What is always so

    @invariant()
    def the_table_is_what_its_history_says(self) -> None:
        if not self.id:
            return
        live = self.live
        read = Table(self.id, self.house.deal)
        for event in self.runner.run(self.house.store.events(self.id)):
            read.apply(event)
        present = Present(self.house.store.tick(), live.people())
        again = Pages(read)
        for seat in (None, *range(len(read.places))):
            guest = None if seat is None else read.places[seat].guest
            person = guest.person if guest else ""
            assert live.pages.own(seat, person, "en") == again.own(seat, person, "en")
            assert live.pages.view(seat) == again.view(seat)
        for language in ("fr", "en", "de"):
            assert live.pages.common(present, language) == again.common(present, language)
            all_lines = range(len(read.lines))
            assert live.pages.lines(all_lines, language) == again.lines(all_lines, language)
        assert live.table.commands == read.commands
        assert due(live.table, 0) == due(read, 0)

    @invariant()
    def everybody_is_shown_the_newest(self) -> None:
        for seer in self.seers.values():
            shown = seer.shown
            assert shown is not None
            seat = self.table.seat_of(seer.person.id)
            assert shown.seq == self.table.seq
            assert shown.own == self.live.pages.own(seat, seer.person.id, "en")
            assert shown.view == self.live.pages.view(seat)

    @invariant()
    def exactly_those_who_owe_have_options(self) -> None:
        if not self.id or self.status != "playing":
            return
        table = self.table
        for seat, place in enumerate(table.places):
            assert place.guest is not None
            options = self.live.pages.own(seat, "", "en")["options"]
            assert bool(options) == bool(table.playing.owed >> seat & 1)

    @invariant()
    def the_house_has_done_what_was_due(self) -> None:
        at = due(self.table, 0) if self.id else None
        assert at is None or at > self.house.store.tick()

    @invariant()
    def everybody_sits_once(self) -> None:
        if not self.id:
            return
        table = self.table
        guests = [place.guest for place in table.places if place.guest]
        sitting = [guest.person for guest in guests if guest.person]
        assert len(sitting) == len(set(sitting))
        assert len({guest.name for guest in guests}) == len(guests)
        assert table.host in {person.id for person in self.people}

    @invariant()
    def the_record_is_there_when_the_game_is_over(self) -> None:
        if not self.id:
            return
        kept = self.runner.run(self.house.store.record(self.id))
        assert (kept is not None) == (self.status == "over")
        if kept is not None:
            table = self.table
            read = record.parse(kept.encode())
            assert record.verify(table.game, read) == table.seed_commitment
            assert list(record.replay(record.begin(table.game, read), read)) is not None


def nonce(who: int) -> bytes:
    return bytes([who]) * 32


def round(
    _database: str,
    number: int | None = None,
    examples: int = 10,
    steps: int = 60,
    ground: Ground = new_file,
) -> str:
    """So many evenings, each on ground of its own; says what happened most."""
    machine: type[Evening] = type("Evening", (Evening,), {"ground": staticmethod(ground)})
    if number is not None:
        machine = seed(number)(machine)
    machine.outcomes.clear()
    with quiet_log():
        run_state_machine_as_test(
            machine, settings=budget(examples, number, stateful_step_count=steps)
        )
    outcomes: Counter[str] = machine.outcomes
    return ", ".join(f"{what}: {count}" for what, count in outcomes.most_common(20))
