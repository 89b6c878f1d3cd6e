"""The clauses common to all games, and the match that keeps them."""

from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.catalogue import load
from tablee.kernel.chance import Random, below
from tablee.kernel.errors import IllegalChoice, NotOwed
from tablee.kernel.match import Match
from tablee.kernel.record import dump, write
from tests.tables import Table, every_table, random_play

GAME = load("land-unter")


def dealt(players: int = 3, **switches: bool) -> Match:
    return Match(GAME, GAME.dealt(players, switches, Random(1)))


def test_G_1_seats_are_numbered_and_left_is_the_next_one() -> None:
    match = dealt(3)
    assert match.waiting_for == [0, 1, 2]
    for seat in (-1, 3):
        with pytest.raises(NotOwed, match="the seats are 0 to 2") as refusal:
            match.choose(seat, 1)
        assert refusal.value.clause == "G-1"
    hands = match.state.hands[:3]
    match.state.tricks_done = 11
    for seat in range(3):
        match.choose(seat, match.options(seat)[0])
    assert match.state.held[:3] == [hands[2], hands[0], hands[1]]  # passed to the left


@pytest.mark.parametrize("seat", [-1, 3, 1.0, "0", True, [0]])
def test_G_1_there_is_nothing_for_a_seat_that_is_not_there(seat: Any) -> None:
    match = dealt(3)
    for ask in (match.view, match.options, match.forced):
        with pytest.raises(NotOwed, match="the seats are 0 to 2"):
            ask(seat)
    for ask_with in (match.choose, match.check, match.read):
        with pytest.raises(NotOwed, match="the seats are 0 to 2"):
            ask_with(seat, cast(Any, "1"))
    assert match.committed == {}


def test_a_choice_of_the_wrong_type_is_refused_and_the_match_goes_on() -> None:
    match = dealt(3)
    card = match.options(0)[0]
    for wrong in (float(card), str(card), None, [card], True):
        with pytest.raises(IllegalChoice):
            match.choose(0, cast(Any, wrong))
    with pytest.raises(IllegalChoice):
        match.read(0, cast(Any, None))
    assert match.waiting_for == [0, 1, 2]
    match.choose(0, card)


def test_G_2_an_unbroken_tie_is_a_shared_victory() -> None:
    state = GAME.blank(3, {})
    state.rounds_done = 3
    state.points[0][:3] = [4, 1, 4]
    match = Match(GAME, state)
    assert match.over
    assert match.winners() == [0, 2]


def test_G_3_owing_seats_commit_in_any_order_and_a_second_choice_is_refused_unless_meant() -> None:
    match = dealt(3)
    before = match.state.pack()
    assert match.choose(2, match.options(2)[3]) is None
    assert match.waiting_for == [0, 1]
    with pytest.raises(NotOwed) as refusal:
        match.choose(2, match.options(2)[0])
    assert refusal.value.clause == "G-3"
    assert match.choose(0, match.options(0)[0]) is None
    assert match.state.pack() == before  # nothing is shown until the last one commits
    card = match.options(2)[3]
    events = match.choose(1, match.options(1)[0])
    assert events is not None
    assert (0, 2, card) in events  # the first commitment counted, not the refused one
    assert match.waiting_for == [0, 1, 2]


def test_G_3_a_commitment_may_be_changed_until_the_last_one_is_in() -> None:
    match = dealt(3)
    first, other = match.options(2)[3], match.options(2)[5]
    match.choose(2, first)
    before = match.state.pack()
    assert match.choose(2, other, again=True) is None
    assert match.waiting_for == [0, 1]
    assert match.state.pack() == before
    match.choose(0, match.options(0)[0], again=True)  # nothing was there to be changed
    events = match.choose(1, match.options(1)[0])
    assert events is not None
    assert (0, 2, other) in events
    assert (0, 2, first) not in events
    with pytest.raises(IllegalChoice):  # what lies on the table is changed no more
        match.choose(2, other, again=True)


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_G_3_a_refused_change_leaves_the_commitment_in_place(table: Table) -> None:
    match = table.match(1)
    chance = Random(1, 1)
    while not match.over:
        *early, last = match.waiting_for
        for seat in early:
            match.choose(seat, match.options(seat)[0])
        kept = dict(match.committed)
        for seat in early:
            legal = match.options(seat)
            wrong = {*range(-1, table.game.rules.OPTIONS + 1)} - set(legal)
            for option in [*wrong, None, "x", [1], True, float(legal[0])]:
                for attempt in (match.check, match.choose):
                    with pytest.raises(IllegalChoice):
                        attempt(seat, option, again=True)
            with pytest.raises(NotOwed):
                match.choose(seat, legal[0])
            match.check(seat, legal[-1], again=True)  # asking changes nothing either
        assert match.committed == kept
        options = match.options(last)
        match.choose(last, options[below(chance, len(options))])


@pytest.mark.parametrize("table", every_table(), ids=str)
@settings(max_examples=20)
@given(
    seed=st.integers(0, 1_000_000),
    whims=st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=12),
)
def test_G_3_only_the_last_choices_count(
    table: Table, seed: int, whims: list[tuple[int, int]]
) -> None:
    """However often those who wait change their minds, the game is that of their last choices."""
    steady, fickle = table.match(seed), table.match(seed)
    chance = Random(seed, 7)
    turn = 0
    while not steady.over:
        seats = steady.waiting_for
        options = {seat: steady.options(seat) for seat in seats}
        final = {seat: options[seat][below(chance, len(options[seat]))] for seat in seats}
        last = seats[turn % len(seats)]
        early = [seat for seat in seats if seat != last]
        for who, what in whims if early else []:
            seat = early[who % len(early)]
            option = options[seat][what % len(options[seat])]
            assert fickle.choose(seat, option, again=True) is None
        for seat in early:
            assert fickle.choose(seat, final[seat], again=True) is None
        told = fickle.choose(last, final[last], again=True)
        for seat in seats:
            events = steady.choose(seat, final[seat])
        assert told == events
        assert fickle.state == steady.state
        assert (fickle.choices, fickle.owed) == (steady.choices, steady.owed)
        turn += 1
    names = ["Anna", "Ben", "Chloé", "David", "Emma", "Finn"][: table.players]
    assert dump(write(fickle, names)) == dump(write(steady, names))


def test_G_3_a_commitment_is_not_in_any_view_or_record() -> None:
    worlds = []
    for option in (0, 11):
        match = dealt(3)
        match.choose(1, match.options(1)[option])
        names = ["Anna", "Ben", "Chloé"]
        worlds.append(
            [match.view(seat) for seat in (0, 1, 2, None)]
            + [match.waiting_for, match.options(0), dump(write(match, names))]
        )
    assert worlds[0] == worlds[1]


def test_G_4_only_what_everybody_can_see_is_played_by_itself() -> None:
    match = dealt(3)
    assert match.forced(0) is None
    match.state.held[0] = 1 << 31
    match = Match(GAME, match.state)
    assert match.forced(0) == 31


def test_what_is_written_is_read_or_refused_with_what_could_be_written() -> None:
    match = dealt(3)
    card = match.options(0)[4]
    assert match.read(0, str(card)) == card
    with pytest.raises(IllegalChoice) as refusal:
        match.read(0, "thunder")
    assert refusal.value.clause == "LU-8"
    assert refusal.value.legal == tuple(map(str, match.options(0)))
    assert "'thunder'" in str(refusal.value)


def test_the_choices_are_kept_in_the_order_of_turns_and_seats() -> None:
    match = dealt(3)
    first = [match.options(seat)[seat] for seat in range(3)]
    for seat in (2, 0, 1):
        match.choose(seat, first[seat])
    assert list(match.choices) == first


@pytest.mark.parametrize("table", every_table(), ids=str)
def test_views_built_together_are_those_built_one_by_one(table: Table) -> None:
    match = table.match(2)
    for _ in random_play(match, 2):
        see = match.views()
        for seat in (None, *range(table.players)):
            assert see(seat) == match.view(seat)
