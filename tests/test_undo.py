"""Taking back a choice: only where nobody learned anything by it, and then all is as it was."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from tablee.catalogue import games, load, titles, undoable
from tablee.kernel.chance import Random, below
from tablee.kernel.errors import Refused
from tablee.kernel.events import Event
from tablee.kernel.game import Game
from tablee.kernel.match import NOBODY, Match
from tablee.kernel.record import dump, write
from tests.tables import Table, every_table, random_play

PLAYED = 10  # games on each table to check every position of, some eighty each
SEARCHED = 80  # games on each table to find every question in
GUESSES = 2  # for each viewer of a position

LIFEBOATS = load("lifeboats")
NAMES = ["Anna", "Ben", "Chloé", "David"]
every_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
on_every_table = pytest.mark.parametrize("table", every_table(), ids=str)


@dataclass(frozen=True)
class Turn:
    """A resolved turn: what was asked, who chose what, and the game before and after."""

    question: str
    before: Any
    chosen: dict[int, int]
    events: list[Event] | None
    after: Match

    @property
    def alone(self) -> bool:
        return len(self.chosen) == 1

    @property
    def declared(self) -> bool:
        return self.alone and self.question in self.after.game.undo


def turns(table: Table, seed: int) -> Iterator[Turn]:
    """Play by random choices; with odd seeds often the last option, so that hats meet hats."""
    match = table.match(seed)
    chance = Random(seed, 99)
    while not match.over:
        question, before, chosen = match.question.name, match.state.copy(), {}
        for seat in match.waiting_for:
            options = match.options(seat)
            last = seed % 2 and below(chance, 2)
            chosen[seat] = options[-1 if last else below(chance, len(options))]
            events = match.choose(seat, chosen[seat])
        yield Turn(question, before, chosen, events, match)


def somebody_learns(turn: Turn, chance: Random) -> bool:
    viewers = (None, *range(turn.before.seats))
    return any(learns(turn, viewer, chance) for viewer in viewers for _ in range(GUESSES))


def learns(turn: Turn, viewer: int | None, chance: Random) -> bool:
    """Whether a viewer (None: a spectator) can now rule out a world it supposed before."""
    game = turn.after.game
    world = turn.before.copy()
    # Every seat knows more than a spectator: what they suppose in turn, a spectator may.
    for seat in range(world.seats) if viewer is None else [viewer]:
        game.sight.guess(world, seat, chance)
    supposed = Match(game, world)
    for seat, option in turn.chosen.items():
        if option not in supposed.options(seat):
            return True
        events = supposed.choose(seat, option)
    return (
        events != turn.events
        or supposed.owed != turn.after.owed
        or supposed.view(viewer) != turn.after.view(viewer)
    )


@on_every_table
def test_nobody_learns_anything_by_a_choice_that_may_be_taken_back(table: Table) -> None:
    chance = Random(1, 2)
    for seed in range(PLAYED):
        for turn in turns(table, seed):
            assert not turn.declared or not somebody_learns(turn, chance), turn.question


@every_game
def test_somebody_learns_something_by_every_other_choice_of_one_seat(game: Game) -> None:
    """The test above would fail if any other question were declared, and none is left out."""
    chance = Random(1, 3)
    asked: set[str] = set()
    asked_alone: set[str] = set()
    caught: set[str] = set()
    for table in every_table():
        for seed in range(SEARCHED) if table.game is game else []:
            for turn in turns(table, seed):
                asked.add(turn.question)
                if turn.alone and turn.question not in caught:
                    asked_alone.add(turn.question)
                    if turn.question not in game.undo and somebody_learns(turn, chance):
                        caught.add(turn.question)
    assert asked == {kind.name.lower() for kind in game.rules.Asked}
    assert asked_alone - caught == game.undo


def seen(match: Match) -> list[object]:
    """All there is to see of a match, from every chair."""
    seats = range(match.state.seats)
    return [
        match.state.digest(),
        match.over or match.question,
        match.waiting_for,
        match.scores(),
        list(match.choices),
        match.undoable,
        [match.options(seat) for seat in seats],
        [match.forced(seat) for seat in seats],
        [match.view(viewer) for viewer in (None, *seats)],
    ]


@on_every_table
def test_undo_leaves_everything_as_it_was_before_the_choice(table: Table) -> None:
    match = table.match(5)
    before = seen(match)
    for turn in turns(table, 5):
        events = [match.choose(*choice) for choice in turn.chosen.items()]
        after = seen(match)
        if turn.declared and not match.over:
            ((seat, option),) = turn.chosen.items()
            assert match.undoable == seat
            assert match.undo() == seat
            assert seen(match) == before
            assert match.choose(seat, option) == events[0]
            assert seen(match) == after
        before = after


@on_every_table
def test_choices_are_taken_back_one_by_one_as_far_as_nothing_was_shown(table: Table) -> None:
    positions = [seen(table.match(6))]  # those that can be gone back to
    for number, turn in enumerate(turns(table, 6)):
        if turn.after.undoable is None:
            positions.clear()
        positions.append(seen(turn.after))
        if number % 10 == 0:
            again = played_again(turn.after)
            for position in reversed(positions[:-1]):
                again.undo()
                assert seen(again) == position
            assert again.undoable is None


def played_again(match: Match) -> Match:
    again = Match(match.game, match.game.rules.State.unpack(match.start))
    choices = iter(match.choices)
    while len(again.choices) < len(match.choices):
        for seat in again.waiting_for:
            again.choose(seat, next(choices))
    return again


def refused(match: Match) -> Refused:
    """The refusal to take anything back, which has changed nothing."""
    before, committed = seen(match), dict(match.committed)
    assert match.undoable is None
    with pytest.raises(Refused) as refusal:
        match.undo()
    assert (seen(match), match.committed) == (before, committed)
    return refusal.value


@on_every_table
def test_everything_else_stays_and_the_refusal_says_why(table: Table) -> None:
    assert "nothing to take back" in str(refused(table.match(8)))
    clauses = {
        name: entry["clause"] for name, entry in table.game.texts.content["questions"].items()
    }
    for turn in turns(table, 8):
        if turn.after.over:
            check_refusal(turn.after, NOBODY, "G-2", "The game is over")
        elif not turn.alone:
            check_refusal(turn.after, NOBODY, "G-3", "made by several together")
        elif not turn.declared:
            (seat,) = turn.chosen
            clause = clauses[turn.question]
            check_refusal(turn.after, seat, clause, f"seat {seat} ({clause}) may show or draw")


def check_refusal(match: Match, seat: int, clause: str, reason: str) -> None:
    refusal = refused(match)
    assert (refusal.seat, refusal.clause) == (seat, clause)
    assert reason in str(refusal)


def lifeboats(*undo: str) -> Table:
    """A table for four where other questions may be taken back."""
    return Table(replace(LIFEBOATS, undo=frozenset(undo)), 4, (("end_when_sea_empty", False),))


def test_only_what_is_declared_is_taken_back() -> None:
    for turn in turns(lifeboats("jump"), 9):
        if turn.alone and not turn.after.over:
            (seat,) = turn.chosen
            assert turn.after.undoable == (seat if turn.question == "jump" else None)
            if turn.question == "climb":
                check_refusal(turn.after, seat, "LB-25", "may show or draw something")


def test_what_several_chose_together_stays_even_if_declared() -> None:
    votes = 0
    for turn in turns(lifeboats("leak_vote"), 9):
        if turn.question == "leak_vote" and not turn.after.over:
            check_refusal(turn.after, NOBODY, "G-3", "made by several together")
            votes += 1
    assert votes > 3


def test_the_choice_that_ends_the_game_stays() -> None:
    ended = 0
    for seed in range(30):
        *_, turn = turns(lifeboats(*LIFEBOATS.undo), seed)
        if turn.declared:
            check_refusal(turn.after, NOBODY, "G-2", "The game is over")
            ended += 1
    assert ended > 2


def test_nothing_is_taken_back_once_somebody_has_chosen_since() -> None:
    match = Match(LIFEBOATS, LIFEBOATS.dealt(4, {}, Random(10)))
    found = 0
    for _ in random_play(match, 10):
        if match.undoable is not None and len(match.waiting_for) > 1:
            seat = match.waiting_for[-1]
            match.choose(seat, match.options(seat)[0])
            check_refusal(match, seat, "G-3", f"Seat {seat} has chosen since")
            found += 1
    assert found > 3


def test_the_record_knows_nothing_of_what_was_taken_back() -> None:
    match, other = (Match(LIFEBOATS, LIFEBOATS.dealt(4, {}, Random(7))) for _ in range(2))
    seat = match.waiting_for[0]
    first, second = match.options(seat)[:2]
    match.choose(seat, first)
    match.undo()
    assert dump(write(match, NAMES)) == dump(write(other, NAMES))
    match.choose(seat, second)
    other.choose(seat, second)
    assert dump(write(match, NAMES)) == dump(write(other, NAMES))


@every_game
def test_an_unknown_question_cannot_be_declared(game: Game) -> None:
    asked = game.rules.Asked
    names = [kind.name.lower() for kind in asked]
    assert undoable(game.folder, names, asked) == set(names)
    with pytest.raises(ValueError, match=f"{game.folder} names 'thunder'.*{names[0]}"):
        undoable(game.folder, [names[0], "thunder"], asked)


def test_every_edition_of_a_game_lets_the_same_be_taken_back() -> None:
    for name, title in titles().items():
        assert load(name).undo == set(title["box"]["undo"])
