"""Lifeboats, clause by clause.

Crews are written by letters: "RRy~" is two red officers, a yellow sailor and a leak.
"""

import pytest

from tablee.catalogue import load
from tablee.games.lifeboats import rules
from tablee.games.lifeboats.notation import COLOURS, read, say
from tablee.games.lifeboats.parts import (
    BLACK,
    BOATS,
    HATS,
    LOST,
    OFFICERS,
    SHIP,
    WATER,
    sailors_of,
)
from tablee.games.lifeboats.rules import Asked, State, Told
from tablee.games.lifeboats.state import NONE, By, Phase, crew_at_sea, free_seats
from tablee.games.lifeboats.view import sound, view
from tablee.kernel.chance import Random, below
from tablee.kernel.errors import IllegalChoice, NotOwed
from tablee.kernel.events import Event
from tablee.kernel.match import Match
from tablee.kernel.record import play_turn
from tablee.kernel.sets import from_members, members

GAME = load("lifeboats")
R, Y, G, B, W, O, K = range(7)  # noqa: E741
LEAK, OVERBOARD, ADVANCE = range(3)  # as the votes are numbered in the state


def begun(players: int = 4, start: int = 0, **switches: bool) -> Match:
    """A game before the first choice."""
    state = GAME.blank(players, switches)
    GAME.notation.read_deal(state, {"start": start})
    return Match(GAME, state)


def at_sea(
    boats: dict[str, str],
    *,
    players: int = 4,
    phase: int = Phase.LEAK,
    start: int = 0,
    lanes: str = "1234567",
    rows: str = "0000000",
    hats: str = "333333",
    landed: str = "",
    **switches: bool,
) -> Match:
    """A position in which these boats are at sea.

    The boats landed did so in that order, empty; all others have sunk, and whoever is in no
    boat is lost.
    """
    state: State = begun(players, start, **switches).state
    state.rounds = 1
    for boat in (*range(players), BLACK):
        state.lane[boat], state.row[boat] = int(lanes[boat]), int(rows[boat])
    state.at_sea = from_members([COLOURS.index(boat) for boat in boats])
    for name in landed:
        put_ashore(state, COLOURS.index(name))
    for seat in range(players):
        state.hats[seat] = int(hats[seat])
        for name, crew in boats.items():
            boat = COLOURS.index(name)
            state.sailors[boat][seat] = crew.count(COLOURS[seat].lower())
            state.officers[boat][seat] = crew.count(COLOURS[seat])
            state.leaks[boat] = crew.count("~")
        aboard = sum(state.sailors[boat][seat] for boat in range(BOATS))
        state.sailors[SHIP][seat], state.sailors[LOST][seat] = 0, sailors_of(players) - aboard
        aboard = sum(state.officers[boat][seat] for boat in range(BOATS))
        state.officers[SHIP][seat], state.officers[LOST][seat] = 0, OFFICERS - aboard
    state.crew = [sum(state.sailors[p]) + sum(state.officers[p]) for p in range(len(state.crew))]
    state.phase = phase
    state.possible = state.at_sea
    if phase == Phase.JUMP:
        state.possible = 0
        rules.change_boats(state, None)
    assert sound(state)
    return Match(GAME, state)


def put_ashore(state: State, boat: int) -> None:
    """This boat has landed, after those that did before it."""
    state.landings += 1
    state.landed[boat] = state.landings
    state.row[boat] = 3


def crew_of(state: State, boat: int) -> str:
    """Who sits in a boat, and its leaks, as these tests write it."""
    signs = ""
    for seat in range(state.seats):
        letter = COLOURS[seat]
        signs += letter * state.officers[boat][seat] + letter.lower() * state.sailors[boat][seat]
    assert state.crew[boat] == len(signs)
    return signs + "~" * state.leaks[boat]


def turns(match: Match, *texts: str) -> list[Event]:
    """Play these turns; the events of the last."""
    events: list[Event] = []
    for text in texts:
        events = play_turn(match, text)
        assert sound(match.state)
    return events


def may(match: Match, seat: int) -> str:
    """What a seat may choose, as it is written."""
    return " ".join(map(say, match.options(seat)))


def refused(match: Match, seat: int, text: str) -> str:
    """The clause that forbids this choice; its message exists in all languages."""
    option = read(text)
    assert option is not None
    before = match.state.pack()
    with pytest.raises(IllegalChoice) as refusal:
        match.choose(seat, option)
    assert match.state.pack() == before
    clause = refusal.value.clause
    for language in ("fr", "en", "de"):
        assert GAME.texts.forbidden(clause, language) != clause
    return clause


def asked(match: Match) -> tuple[int, list[int]]:
    """What is asked, and of whom."""
    return rules.asks(match.state), match.waiting_for


def random_choice(match: Match, seat: int, chance: Random) -> int:
    options = match.options(seat)
    return options[below(chance, len(options))]


# Material


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_LB_1_a_boat_for_each_player_and_a_black_one(players: int) -> None:
    match = begun(players)
    turns(match, *(str(lane) for lane in range(1, players + 2)))
    assert members(match.state.at_sea) == [*range(players), BLACK]
    boats = match.view(0)["boats"]
    assert [boat["owner"] for boat in boats] == [*range(players), None]
    assert [boat["boat"] for boat in boats] == [*range(players), 6]


def test_LB_1_no_boat_of_a_colour_that_does_not_play() -> None:
    match = begun(3)
    turns(match, "1", "2", "3", "4")
    assert refused(match, 0, "sB") == "LB-1"
    assert refused(match, 0, "oO") == "LB-1"
    match = at_sea({"R": "r", "K": "g"}, players=3)
    assert refused(match, 0, "W") == "LB-1"
    assert refused(match, 0, "G") == "LB-16"  # that one has sunk


def test_LB_2_six_seats_in_every_boat() -> None:
    match = begun(4)
    turns(match, "1", "2", "3", "4", "5", *["sK"] * 5)
    assert free_seats(match.state, BLACK) == 1
    assert may(match, 1) == "sR sY sG sB sK oR oY oG oB oK"
    turns(match, "oK")
    assert free_seats(match.state, BLACK) == 0
    assert [free_seats(match.state, boat) for boat in range(4)] == [6, 6, 6, 6]
    assert may(match, 2) == "sR sY sG sB oR oY oG oB"
    assert refused(match, 2, "sK") == "LB-8"


@pytest.mark.parametrize(("players", "sailors"), [(3, 5), (4, 5), (5, 4), (6, 4)])
def test_LB_3_crews_and_hats(players: int, sailors: int) -> None:
    state = begun(players).state
    out = [0] * (6 - players)
    assert state.sailors[SHIP] == [sailors] * players + out
    assert state.officers[SHIP] == [2] * players + out
    assert state.hats == [3] * players + out
    assert state.crew == [0] * 7 + [players * (sailors + 2), 0, 0]
    assert [player["hats"] for player in view(state, None)["players"]] == [3] * players


def test_LB_3_nobody_has_a_third_officer() -> None:
    match = begun(3)
    turns(match, "1", "2", "3", "4", "oR", "oR", "oR", "oY", "oY", "oY")
    assert may(match, 0) == "sR sY sG sK"
    assert refused(match, 0, "oG") == "LB-3"
    turns(match, *["sG"] * 6, *["sK"] * 6)
    match.state.sailors[SHIP][0] = 0  # as if this last one were an officer
    match.state.officers[SHIP][0] = 1
    assert may(match, 0) == "oR oY"
    assert refused(match, 0, "sR") == "LB-3"


def test_LB_4_seven_lanes_straight_on_and_the_third_move_lands() -> None:
    match = begun(3)
    assert may(match, 0) == "1 2 3 4 5 6 7"
    match = at_sea({"R": "", "Y": ""}, players=3, phase=Phase.ADVANCE)
    for row in (1, 2, 3):
        match.state.phase, match.state.possible = Phase.ADVANCE, match.state.at_sea
        match = Match(GAME, match.state)
        turns(match, "R R R")
        assert match.state.row == [row, 0, 0, 0, 0, 0, 0]
        assert match.state.lane == [1, 2, 3, 0, 0, 0, 7]
        assert bool(match.state.landed[R]) == (row == 3)
        assert (R in members(match.state.at_sea)) == (row < 3)


@pytest.mark.parametrize(
    ("lane", "island"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 2), (6, 2), (7, 2)]
)
def test_LB_5_lanes_lead_to_islands(lane: int, island: int) -> None:
    lanes = str(lane) + "1234567".replace(str(lane), "1")[1:]
    match = at_sea({"R": "r", "K": "y"}, phase=Phase.ADVANCE, lanes=lanes, rows="2000000")
    events = turns(match, "R R R R")
    assert events[5:7] == [(Told.LANDS, R, island, 1), (Told.SAILORS_LAND, 0, 1)]
    assert view(match.state, 0)["boats"][0]["island"] == island
    assert [i["boats"] for i in view(match.state, 0)["islands"]][island] == [R]


def test_LB_6_leaks_never_run_out() -> None:
    crews = ("rryy~~", "yygg~~", "ggbb~~", "bbww~~", "wwoo~~", "oorr~~", "RYG~~~")
    match = at_sea(dict(zip(COLOURS, crews, strict=True)), players=6)
    assert sum(match.state.leaks) == 15
    turns(match, "R R R R R R", "Y Y")
    assert sum(match.state.leaks) == 16


# Set-up


def test_LB_7_boats_are_placed_clockwise_then_the_black_one() -> None:
    match = begun(4, start=2)
    assert asked(match) == (Asked.PLACE_BOAT, [2])
    assert turns(match, "3") == [(Told.LAUNCHES, 2, G, 3)]
    assert match.waiting_for == [3]
    assert may(match, 3) == "1 2 4 5 6 7"
    assert refused(match, 3, "3") == "LB-7"
    assert refused(match, 3, "R") == "LB-7"
    turns(match, "1")
    assert match.waiting_for == [0]
    turns(match, "7")
    assert asked(match) == (Asked.PLACE_BOAT, [1])
    turns(match, "4")
    assert asked(match) == (Asked.PLACE_BLACK, [2])
    assert may(match, 2) == "2 5 6"
    assert refused(match, 2, "7") == "LB-7"
    assert turns(match, "6") == [(Told.LAUNCHES, 2, BLACK, 6)]
    assert match.state.lane == [7, 4, 3, 1, 0, 0, 6]
    assert match.state.row == [0] * 7
    assert asked(match) == (Asked.SEAT_CREW, [2])


def test_LB_7_with_six_players_one_lane_is_left_for_the_black_boat() -> None:
    match = begun(6, start=5)
    turns(match, "2", "3", "4", "5", "6", "7")
    assert may(match, 5) == "1"
    assert match.forced(5) == read("1")


def test_LB_7_chance_only_says_who_starts() -> None:
    for players in (3, 4, 5, 6):
        seen = set()
        for seed in range(60):
            state = GAME.dealt(players, {}, Random(seed))
            assert state.turn == state.start
            assert state == begun(players, state.start).state
            seen.add(state.start)
        assert seen == set(range(players))


def test_LB_8_one_figure_each_clockwise_until_all_are_seated() -> None:
    match = begun(3, start=1)
    turns(match, "1", "2", "3", "4")
    assert asked(match) == (Asked.SEAT_CREW, [1])
    assert may(match, 1) == "sR sY sG sK oR oY oG oK"
    assert refused(match, 1, "3") == refused(match, 1, "hat") == refused(match, 1, "K") == "LB-8"
    assert turns(match, "oK") == [(Told.SEATS, 1, 1, BLACK)]
    assert turns(match, "sR") == [(Told.SEATS, 2, 0, R)]
    assert match.waiting_for == [0]
    turns(match, "sR")
    assert match.waiting_for == [1]
    assert [crew_of(match.state, boat) for boat in (R, Y, G, BLACK)] == ["rg", "", "", "Y"]
    turns(match, *["sY"] * 6, *["sG"] * 6, "sR", "oR", "oR", "oR", "oK")
    assert match.state.crew[SHIP] == 1
    assert asked(match) == (Asked.SEAT_CREW, [0])
    assert (may(match, 0), match.state.rounds) == ("oK", 0)
    assert match.forced(0) == read("oK")
    assert turns(match, "oK") == [(Told.SEATS, 0, 1, BLACK), (Told.ROUND_BEGINS, 1, 1)]
    assert asked(match) == (Asked.LEAK_VOTE, [0, 1, 2])
    assert match.state.start == 1


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_LB_8_everybody_finds_a_seat(players: int) -> None:
    for seed in range(20):
        match = begun(players, seed % players)
        chance = Random(seed)
        for _ in range(players + 1 + players * (sailors_of(players) + 2)):
            assert match.state.rounds == 0
            (seat,) = match.waiting_for
            match.choose(seat, random_choice(match, seat, chance))
        assert match.state.rounds == 1
        assert match.state.crew[SHIP] == 0
        assert sum(match.state.crew[:7]) == players * (sailors_of(players) + 2)
        assert match.state.start == seed % players


# The round


def test_LB_9_leak_advance_change_boats_and_again() -> None:
    match = at_sea({"R": "rr", "Y": "yy", "K": "gb"})
    assert asked(match) == (Asked.LEAK_VOTE, [0, 1, 2, 3])
    turns(match, "K K K K")
    assert asked(match) == (Asked.ADVANCE_VOTE, [0, 1, 2, 3])
    turns(match, "R R R R")
    assert asked(match) == (Asked.JUMP, [0])
    turns(match, "sR", "sY", "sK")
    assert asked(match) == (Asked.CLIMB, [2])
    turns(match, "Y", "K")
    events = turns(match, "K")
    assert events == [(Told.CLIMBS, 0, 0, K), (Told.ROUND_BEGINS, 2, 1)]
    assert asked(match) == (Asked.LEAK_VOTE, [0, 1, 2, 3])
    assert (match.state.rounds, match.state.start) == (2, 1)


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_LB_9_until_every_boat_has_landed_or_sunk(players: int) -> None:
    order = [Phase.LEAK, Phase.OVERBOARD, Phase.ADVANCE, Phase.JUMP, Phase.CLIMB]
    for seed in range(12):
        match = Match(GAME, GAME.dealt(players, {}, Random(seed)))
        chance = Random(seed, 1)
        was = (0, -1)
        while not match.over:
            state = match.state
            if state.rounds:
                assert state.at_sea
                now = (state.rounds, order.index(Phase(state.phase)))
                assert now >= was
                was = now
            for seat in match.waiting_for:
                match.choose(seat, random_choice(match, seat, chance))
            assert sound(match.state)
        assert match.state.at_sea == 0
        boats = match.view(None)["boats"]
        assert all(boat["sunk"] or boat["landed"] for boat in boats)
        assert match.state.rounds <= 3 * len(boats)


# Votes


def test_LB_10_everybody_votes_even_with_nobody_at_sea() -> None:
    for phase, question in ((Phase.LEAK, Asked.LEAK_VOTE), (Phase.ADVANCE, Asked.ADVANCE_VOTE)):
        match = at_sea({"R": "rr", "Y": "rr"}, players=5, phase=phase)
        assert asked(match) == (question, [0, 1, 2, 3, 4])
        assert may(match, 4) == "R Y hat"


def test_LB_10_ballots_are_secret_and_shown_at_once() -> None:
    match = at_sea({"R": "rr", "Y": "yy", "K": "gb"})
    before = [match.view(seat) for seat in (None, 0, 1, 2, 3)]
    assert match.choose(2, R) is None
    assert match.choose(0, R) is None
    assert match.choose(3, Y) is None
    assert [match.view(seat) for seat in (None, 0, 1, 2, 3)] == before
    with pytest.raises(NotOwed) as refusal:
        match.choose(2, Y)
    assert refusal.value.clause == "G-3"
    events = match.choose(1, R)
    assert events is not None
    assert events[:5] == [
        (Told.VOTES, 0, R),
        (Told.VOTES, 1, R),
        (Told.VOTES, 2, R),
        (Told.VOTES, 3, Y),
        (Told.CARRIES, R, 3),
    ]
    vote = match.view(None)["votes"][LEAK]
    assert vote == {"round": 1, "ballots": [R, R, R, Y], "by": 0, "decider": None, "outcome": R}
    assert match.state.ballots[LEAK] == [R, R, R, Y, NONE, NONE]


def test_LB_10_impossible_colours_are_refused() -> None:
    match = at_sea({"R": "rr", "Y": "yy", "K": "gb"}, landed="G")
    assert may(match, 0) == "R Y K hat"
    assert refused(match, 0, "G") == "LB-16"  # landed
    assert refused(match, 0, "B") == "LB-16"  # sunk
    assert refused(match, 0, "1") == refused(match, 0, "sR") == "LB-16"
    turns(match, "K K K K")
    assert refused(match, 0, "G") == refused(match, 1, "B") == "LB-22"


def test_LB_11_most_votes_win() -> None:
    match = at_sea({"R": "rr", "Y": "yy", "G": "g", "K": "gb"}, players=5)
    events = turns(match, "Y K G K R")
    assert events[5:] == [(Told.CARRIES, K, 2), (Told.LEAKS, K, 1)]
    assert match.state.leaks == [0, 0, 0, 0, 0, 0, 1]


def test_LB_11_the_start_player_decides_among_those_tied() -> None:
    match = at_sea({"R": "rr", "B": "bb", "G": "g", "K": "gb"}, start=1)
    events = turns(match, "B K B K")
    assert events[4:] == [(Told.TIE, 1)]
    assert asked(match) == (Asked.LEAK_IN_TIE, [1])
    assert may(match, 1) == "B K"
    assert refused(match, 1, "R") == refused(match, 1, "hat") == refused(match, 1, "2") == "LB-11"
    vote = match.view(2)["votes"][LEAK]
    assert vote == {"round": 1, "ballots": [B, K, B, K], "by": 2, "decider": 1, "outcome": None}
    assert match.view(2)["possible"] == [B, K]
    events = turns(match, "B")
    assert events == [(Told.DECIDES, 1, B), (Told.LEAKS, B, 1)]
    assert match.view(2)["votes"][LEAK]["outcome"] == B
    assert match.state.by == By.BALLOTS
    assert asked(match) == (Asked.ADVANCE_VOTE, [0, 1, 2, 3])
    assert may(match, 0) == "R G B K hat"


def test_LB_11_a_tie_behind_the_winner_is_none() -> None:
    match = at_sea({"R": "rr", "Y": "yy", "K": "gb"}, players=6)
    assert turns(match, "R R Y Y K K")[6:] == [(Told.TIE, 0)]
    match = at_sea({"R": "rr", "Y": "yy", "K": "gb"}, players=6)
    assert turns(match, "R Y Y K K K")[6] == (Told.CARRIES, K, 3)
    match = at_sea({"R": "rr", "Y": "yy", "K": "gb"}, players=6)
    assert turns(match, "R R R Y Y K")[6] == (Told.CARRIES, R, 3)


def test_LB_12_a_hat_instead_of_a_colour_as_long_as_there_is_one() -> None:
    match = at_sea({"R": "rr", "Y": "yy", "K": "gb"}, hats="1032")
    assert may(match, 0) == may(match, 2) == may(match, 3) == "R Y K hat"
    assert may(match, 1) == "R Y K"
    assert refused(match, 1, "hat") == "LB-12"
    events = turns(match, "hat R hat R")
    assert events[:5] == [
        (Told.VOTES_HAT, 0, 0),
        (Told.VOTES, 1, R),
        (Told.VOTES_HAT, 2, 2),
        (Told.VOTES, 3, R),
        (Told.HATS_CANCEL, 2),
    ]
    assert match.state.hats == [0, 0, 2, 2, 0, 0]
    assert may(match, 0) == "R Y K"
    assert [player["hats"] for player in match.view(0)["players"]] == [0, 0, 2, 2]


def test_LB_13_one_hat_names_any_possible_colour() -> None:
    match = at_sea({"R": "rr", "Y": "yy", "B": "b", "K": "gb"}, start=2)
    events = turns(match, "R hat R R")
    assert events[4:] == [(Told.ONE_HAT, 1)]
    assert match.state.hats[:4] == [3, 2, 3, 3]
    assert asked(match) == (Asked.LEAK_BY_HAT, [1])
    assert may(match, 1) == "R Y B K"
    assert refused(match, 1, "hat") == "LB-13"
    assert refused(match, 1, "G") == "LB-16"
    vote = match.view(0)["votes"][LEAK]
    assert vote == {"round": 1, "ballots": [R, 7, R, R], "by": 1, "decider": 1, "outcome": None}
    events = turns(match, "Y")
    assert events == [(Told.DECIDES, 1, Y), (Told.LEAKS, Y, 1)]
    assert match.state.hats[:4] == [3, 2, 3, 3]
    turns(match, "R hat R R")
    assert asked(match) == (Asked.ADVANCE_BY_HAT, [1])
    assert refused(match, 1, "G") == "LB-22"
    turns(match, "K")
    assert match.state.row == [0, 0, 0, 0, 0, 0, 1]


def test_LB_13_the_next_vote_knows_nothing_of_the_hat() -> None:
    match = at_sea({"R": "rr", "Y": "", "K": ""}, players=3)
    turns(match, "hat R R", "R", "K K K", "sR", "Y")
    assert match.view(0)["votes"][LEAK]["by"] == By.HAT
    turns(match, "R R R")
    vote = match.view(0)["votes"][LEAK]
    assert vote == {"round": 2, "ballots": [R, R, R], "by": 0, "decider": None, "outcome": R}


def test_LB_14_several_hats_cancel_each_other() -> None:
    match = at_sea({"R": "rr", "Y": "yy", "B": "b", "K": "gb"}, players=5)
    events = turns(match, "hat hat B B R")
    assert events[5:] == [(Told.HATS_CANCEL, 2), (Told.CARRIES, B, 2), (Told.LEAKS, B, 1)]
    assert match.state.hats == [2, 2, 3, 3, 3, 0]
    events = turns(match, "hat hat hat hat R")
    assert events[5:7] == [(Told.HATS_CANCEL, 4), (Told.CARRIES, R, 1)]


def test_LB_14_all_hats_let_the_start_player_choose_freely() -> None:
    match = at_sea({"R": "rr", "Y": "yy", "K": "gb"}, start=3)
    events = turns(match, "hat hat hat hat")
    assert events[4:] == [(Told.ALL_HATS, 3)]
    assert match.state.hats == [2, 2, 2, 2, 0, 0]
    assert asked(match) == (Asked.LEAK_FREELY, [3])
    assert may(match, 3) == "R Y K"
    assert refused(match, 3, "hat") == "LB-14"
    assert refused(match, 3, "G") == "LB-16"
    vote = match.view(0)["votes"][LEAK]
    assert vote == {"round": 1, "ballots": [7] * 4, "by": 3, "decider": 3, "outcome": None}
    turns(match, "R", "hat hat hat hat")
    assert asked(match) == (Asked.ADVANCE_FREELY, [3])
    turns(match, "Y")
    assert match.state.row[Y] == 1


def test_LB_14_all_hats_aboard_let_the_start_player_choose_a_colour_aboard() -> None:
    match = at_sea({"R": "", "Y": "yyyGg~"}, start=3)
    turns(match, "Y Y Y Y", "hat hat")
    assert asked(match) == (Asked.OVERBOARD_FREELY, [3])
    assert may(match, 3) == "Y G"
    assert refused(match, 3, "B") == refused(match, 3, "K") == "LB-18"
    assert refused(match, 3, "hat") == "LB-14"
    turns(match, "Y")
    assert crew_of(match.state, Y) == "yyGg~~"
    assert match.state.hats == [3, 2, 2, 3, 0, 0]


def test_LB_15_hats_cancel_and_the_rest_ties() -> None:
    match = at_sea({"R": "rr", "Y": "yy", "B": "b", "K": "gb"}, start=1)
    events = turns(match, "hat hat B K")
    assert events[4:] == [(Told.HATS_CANCEL, 2), (Told.TIE, 1)]
    assert asked(match) == (Asked.LEAK_IN_TIE, [1])
    assert may(match, 1) == "B K"
    assert refused(match, 1, "R") == "LB-11"
    turns(match, "K")
    assert match.state.leaks[K] == 1


# Phase 1


def test_LB_16_all_vote_for_any_boat_at_sea() -> None:
    match = at_sea({"Y": "yy", "B": "", "O": "o", "K": "gb"}, players=6, landed="R", hats="000000")
    assert asked(match) == (Asked.LEAK_VOTE, [0, 1, 2, 3, 4, 5])
    for seat in range(6):
        assert may(match, seat) == "Y B O K"


def test_LB_17_a_leak_takes_a_free_seat_for_good() -> None:
    match = at_sea({"R": "rryyg", "K": "gb"})
    events = turns(match, "R R R R")
    assert events[4:] == [(Told.CARRIES, R, 4), (Told.LEAKS, R, 1)]
    assert crew_of(match.state, R) == "rryyg~"
    assert free_seats(match.state, R) == 0
    assert (match.state.leaking, match.state.crew[LOST]) == (R, 4 * 7 - 7)
    turns(match, "K K K K", "sR", "sK")
    assert free_seats(match.state, R) == 1
    assert may(match, 2) == "R"
    turns(match, "R")
    assert crew_of(match.state, R) == "ryygg~"
    assert may(match, 0) == "K"


def test_LB_18_a_full_boat_votes_who_goes_overboard() -> None:
    match = at_sea({"K": "RryyG~", "B": "bbb"}, start=3)
    events = turns(match, "K K K K")
    assert events[4:] == [(Told.CARRIES, K, 4), (Told.FULL, K)]
    assert asked(match) == (Asked.OVERBOARD_VOTE, [0, 1, 2])
    assert match.view(3)["leaking"] == K
    for seat in (0, 1, 2):
        assert may(match, seat) == "R Y G hat"
    assert refused(match, 0, "B") == refused(match, 0, "K") == refused(match, 0, "3") == "LB-18"
    events = turns(match, "G R R")
    assert events[:4] == [
        (Told.VOTES_WITH_WEIGHT, 0, G, 3),
        (Told.VOTES_WITH_WEIGHT, 1, R, 2),
        (Told.VOTES_WITH_WEIGHT, 2, R, 2),
        (Told.CARRIES, R, 4),
    ]
    assert events[4:] == [(Told.GOES_OVERBOARD, 0, 0, K), (Told.LEAKS, K, 2)]
    assert crew_of(match.state, K) == "RyyG~~"
    vote = match.view(0)["votes"][OVERBOARD]
    assert vote == {
        "round": 1,
        "ballots": [G, R, R, None],
        "by": 0,
        "decider": None,
        "outcome": R,
    }
    assert match.view(0)["leaking"] is None


def test_LB_18_a_hat_counts_once_and_names_any_colour_aboard() -> None:
    for colour, rest in (("R", "RyyG~~"), ("Y", "RryG~~"), ("G", "Rryy~~")):
        match = at_sea({"K": "RryyG~", "B": "bbb"}, start=3)
        turns(match, "K K K K")
        events = turns(match, "hat R R")
        assert events[0] == (Told.VOTES_HAT, 0, 2)
        assert events[3:] == [(Told.ONE_HAT, 0)]
        assert asked(match) == (Asked.OVERBOARD_BY_HAT, [0])
        assert may(match, 0) == "R Y G"
        assert refused(match, 0, "B") == "LB-18"
        assert refused(match, 0, "hat") == "LB-13"
        turns(match, colour)
        assert crew_of(match.state, K) == rest
        assert match.state.hats[:4] == [2, 3, 3, 3]


def test_LB_18_two_hats_cancel_whatever_their_crew() -> None:
    match = at_sea({"K": "RrryyG", "B": "bbb"}, start=3)
    turns(match, "K K K K")
    events = turns(match, "hat hat R")
    assert events[3:5] == [(Told.HATS_CANCEL, 2), (Told.CARRIES, R, 2)]
    assert crew_of(match.state, K) == "RryyG~"


def test_LB_18_the_start_player_breaks_the_tie_with_nobody_aboard() -> None:
    match = at_sea({"K": "yyyGg~", "B": "bbb"}, start=3)
    turns(match, "K K K K")
    assert match.waiting_for == [1, 2]
    events = turns(match, "G Y")
    assert events[2:] == [(Told.TIE, 3)]
    assert asked(match) == (Asked.OVERBOARD_IN_TIE, [3])
    assert may(match, 3) == "Y G"
    assert refused(match, 3, "B") == refused(match, 3, "R") == "LB-11"
    turns(match, "G")
    assert crew_of(match.state, K) == "yyyG~~"


def test_LB_18_elsewhere_every_vote_weighs_the_same() -> None:
    match = at_sea({"R": "RRrr", "K": "g"}, players=3)
    assert turns(match, "K R R")[3] == (Told.CARRIES, R, 2)
    assert turns(match, "K R R")[3] == (Told.CARRIES, R, 2)


def test_LB_19_an_officer_goes_only_if_no_sailor_is_aboard() -> None:
    match = at_sea({"K": "yyyG~~", "B": "bbb"})
    turns(match, "K K K K")
    events = turns(match, "G Y")
    assert events[2:] == [
        (Told.CARRIES, G, 3),
        (Told.GOES_OVERBOARD, 2, 1, K),
        (Told.LEAKS, K, 3),
    ]
    assert crew_of(match.state, K) == "yyy~~~"
    assert K in members(match.state.at_sea)
    assert match.state.officers[LOST][2] == 2
    assert match.view(0)["players"][2]["officers_lost"] == 2


def test_LB_19_a_sailor_in_another_boat_does_not_save_the_officer() -> None:
    match = at_sea({"K": "yyyG~~", "B": "ggg"})
    turns(match, "K K K K", "G Y")
    assert crew_of(match.state, K) == "yyy~~~"
    assert crew_of(match.state, B) == "ggg"


def test_LB_20_more_leaks_than_crew_sinks_a_boat() -> None:
    match = at_sea({"K": "Ry~~", "B": "bbb", "G": "g~"})
    events = turns(match, "K K K K")
    assert events[4:] == [
        (Told.CARRIES, K, 4),
        (Told.LEAKS, K, 3),
        (Told.SINKS, K),
        (Told.OFFICERS_DROWN, 0, 1),
        (Told.SAILORS_DROWN, 1, 1),
    ]
    assert members(match.state.at_sea) == [G, B]  # as many leaks as crew still floats
    assert crew_of(match.state, K) == "~~~"
    assert match.state.officers[LOST][:4] == [2, 2, 2, 2]
    assert match.state.sailors[LOST][:4] == [5, 5, 4, 2]
    assert match.state.crew[LOST] == 28 - 4
    assert match.view(0)["boats"][4]["sunk"]
    assert may(match, 0) == "G B hat"


def test_LB_20_an_empty_boat_floats_until_its_first_leak() -> None:
    match = at_sea({"K": "", "B": "bbb", "G": "g"})
    assert may(match, 0) == "G B K hat"
    events = turns(match, "K K K K")
    assert events[5:] == [(Told.LEAKS, K, 1), (Told.SINKS, K)]
    match = at_sea({"K": "", "B": "bbb"}, phase=Phase.ADVANCE)
    turns(match, "K K K K")
    assert match.state.row[K] == 1


def test_LB_20_sinking_is_not_checked_during_phase_3() -> None:
    match = at_sea({"R": "r~", "Y": "yy"}, phase=Phase.JUMP)
    turns(match, "sR")
    assert crew_of(match.state, R) == "~"
    assert members(match.state.at_sea) == [R, Y]
    turns(match, "sY")
    assert asked(match) == (Asked.CLIMB, [1])
    assert may(match, 1) == "R"
    turns(match, "R")
    assert crew_of(match.state, R) == "y~"
    events = turns(match, "Y")
    assert events == [(Told.CLIMBS, 0, 0, Y), (Told.ROUND_BEGINS, 2, 1)]
    assert members(match.state.at_sea) == [R, Y]


def test_LB_21_one_colour_aboard_loses_a_figure_without_a_vote() -> None:
    match = at_sea({"K": "yyy~~~", "B": "bb", "G": "g"})
    events = turns(match, "K K K K")
    assert events[4:] == [
        (Told.CARRIES, K, 4),
        (Told.FULL, K),
        (Told.NO_VOTE, Y),
        (Told.GOES_OVERBOARD, 1, 0, K),
        (Told.LEAKS, K, 4),
        (Told.SINKS, K),
        (Told.SAILORS_DROWN, 1, 2),
    ]
    assert asked(match) == (Asked.ADVANCE_VOTE, [0, 1, 2, 3])
    vote = match.view(0)["votes"][OVERBOARD]
    assert vote == {
        "round": 1,
        "ballots": [None] * 4,
        "by": 0,
        "decider": None,
        "outcome": Y,
    }


def test_LB_21_the_last_boat_leaks_and_advances_by_itself() -> None:
    match = at_sea({"K": "rrbb~~", "Y": ""}, phase=Phase.ADVANCE, rows="0200000")
    events = turns(match, "Y Y Y Y")
    assert events[4:] == [
        (Told.CARRIES, Y, 4),
        (Told.LANDS, Y, 0, 1),
        (Told.ROUND_BEGINS, 2, 1),
        (Told.NO_VOTE, K),
        (Told.FULL, K),
    ]
    assert asked(match) == (Asked.OVERBOARD_VOTE, [0, 3])
    assert may(match, 0) == "R B hat"
    events = turns(match, "B B")
    assert events[2:] == [
        (Told.CARRIES, B, 4),
        (Told.GOES_OVERBOARD, 3, 0, K),
        (Told.LEAKS, K, 3),
        (Told.NO_VOTE, K),
        (Told.ADVANCES, K, 1),
        (Told.ROUND_BEGINS, 3, 2),
        (Told.NO_VOTE, K),
        (Told.FULL, K),
    ]
    votes = match.view(0)["votes"]
    assert [vote["round"] for vote in votes] == [3, 2, 2]
    assert [vote["ballots"] for vote in votes] == [[None] * 4, [B, None, None, B], [None] * 4]
    assert [vote["outcome"] for vote in votes] == [K, B, K]
    assert match.state.hats == [3, 3, 3, 3, 0, 0]


def test_LB_21_a_lone_colour_in_the_last_boat_needs_no_choice_at_all() -> None:
    match = at_sea({"K": "rr", "Y": ""}, phase=Phase.ADVANCE, rows="0200000", start=3)
    events = turns(match, "Y Y Y Y")
    assert events[5:] == [
        (Told.LANDS, Y, 0, 1),
        (Told.ROUND_BEGINS, 2, 0),
        (Told.NO_VOTE, K),
        (Told.LEAKS, K, 1),
        (Told.NO_VOTE, K),
        (Told.ADVANCES, K, 1),
        (Told.ROUND_BEGINS, 3, 1),
        (Told.NO_VOTE, K),
        (Told.LEAKS, K, 2),
        (Told.NO_VOTE, K),
        (Told.ADVANCES, K, 2),
        (Told.ROUND_BEGINS, 4, 2),
        (Told.NO_VOTE, K),
        (Told.LEAKS, K, 3),
        (Told.SINKS, K),
        (Told.SAILORS_DROWN, 0, 2),
        (Told.ALL_BOATS_IN,),
        (Told.SCORES, 0, 0),
        (Told.SCORES, 1, 0),
        (Told.SCORES, 2, 0),
        (Told.SCORES, 3, 0),
    ]
    assert match.over
    assert match.winners() == [1]


# Phase 2


def test_LB_22_a_boat_advances_one_row() -> None:
    match = at_sea({"Y": "Yr", "K": "gb"}, phase=Phase.ADVANCE, rows="0100000")
    events = turns(match, "K Y Y Y")
    assert events[4:] == [(Told.CARRIES, Y, 3), (Told.ADVANCES, Y, 2)]
    assert match.state.row == [0, 2, 0, 0, 0, 0, 0]
    assert match.state.outcome == [NONE, NONE, Y]
    assert members(match.state.at_sea) == [Y, K]


def test_LB_22_the_third_move_lands_and_the_order_is_kept() -> None:
    match = at_sea({"Y": "YYyg", "G": "b", "K": "gb"}, phase=Phase.ADVANCE, rows="0200002")
    events = turns(match, "Y Y Y Y")
    assert events[5:] == [
        (Told.LANDS, Y, 0, 1),
        (Told.SAILORS_LAND, 1, 1),
        (Told.OFFICERS_LAND, 1, 2),
        (Told.SAILORS_LAND, 2, 1),
    ]
    assert crew_of(match.state, Y) == "YYyg"
    assert match.state.landed == [0, 1, 0, 0, 0, 0, 0]
    assert match.scores() == [0, 22, 6, 0]
    assert members(match.state.at_sea) == [G, K]
    turns(match, "sK", "sG", "K", "G", "G G G G")
    events = turns(match, "K K K K")
    assert events[5] == (Told.LANDS, K, 2, 2)
    assert match.state.landed == [0, 1, 0, 0, 0, 0, 2]
    assert match.view(0)["landed"] == [Y, K]
    assert match.view(0)["boats"][1]["landed"] == 1


def test_LB_22_a_landed_boat_is_out_of_all_that_follows() -> None:
    match = at_sea({"Y": "yg", "G": "b", "K": "gb"}, phase=Phase.ADVANCE, rows="0200000")
    turns(match, "Y Y Y Y")
    match.state.leaks[Y] = 5
    assert asked(match) == (Asked.JUMP, [2])  # yellow has nobody else, red has nobody
    assert may(match, 2) == "sK"
    turns(match, "sK")
    assert may(match, 3) == "sG"
    turns(match, "sG")
    assert may(match, 3) == "K"
    turns(match, "K")
    assert may(match, 2) == "G"
    turns(match, "G")
    assert match.state.landed[Y] == 1
    assert crew_of(match.state, Y) == "yg~~~~~"
    assert may(match, 0) == "G K hat"


# Phase 3


def test_LB_23_not_with_fewer_than_two_boats() -> None:
    match = at_sea({"Y": "ry", "K": "gb"}, phase=Phase.ADVANCE, rows="0200000")
    events = turns(match, "Y Y Y Y")
    assert (Told.ROUND_BEGINS, 2, 1) in events
    assert not [event for event in events if event[0] in (Told.JUMPS, Told.STAYS)]
    match = at_sea({"Y": "ry", "G": "g", "K": "gb"}, phase=Phase.ADVANCE, rows="0200000")
    turns(match, "Y Y Y Y")
    assert asked(match)[0] == Asked.JUMP


def example_of_the_rule_book() -> Match:
    """Three boats, Anna starts."""
    return at_sea({"R": "rG~~", "Y": "Ryb~~~", "K": "Yyb~~~"}, phase=Phase.JUMP)


def test_LB_24_each_takes_one_figure_out_and_no_boat_is_left_twice() -> None:
    match = example_of_the_rule_book()
    assert asked(match) == (Asked.JUMP, [0])
    assert may(match, 0) == "sR oY"
    assert refused(match, 0, "sY") == refused(match, 0, "oK") == refused(match, 0, "sG") == "LB-24"
    assert refused(match, 0, "R") == "LB-24"
    assert turns(match, "sR") == [(Told.JUMPS, 0, 0, R)]
    assert match.state.left == [R, NONE, NONE, NONE, NONE, NONE]
    assert match.state.sailors[WATER] == [1, 0, 0, 0, 0, 0]
    player = match.view(1)["players"][0]
    assert (player["swims"], player["left"]) == ("sailor", R)
    assert [boat["left"] for boat in match.view(1)["boats"]] == [True, False, False, False, False]
    assert asked(match) == (Asked.JUMP, [1])
    assert may(match, 1) == "sY sK oK"
    events = turns(match, "sK")
    assert events == [(Told.JUMPS, 1, 0, K), (Told.STAYS, 2)]
    assert asked(match) == (Asked.JUMP, [3])
    assert may(match, 3) == "sY"
    assert refused(match, 3, "sK") == "LB-24"
    assert match.forced(3) == read("sY")
    assert turns(match, "sY") == [(Told.JUMPS, 3, 0, Y)]
    assert match.state.crew[WATER] == 3
    assert asked(match) == (Asked.CLIMB, [3])


def test_LB_24_the_start_player_begins() -> None:
    match = at_sea({"R": "rygb", "Y": "rygb", "G": "rygb", "B": "rygb"}, phase=Phase.JUMP, start=2)
    order = []
    for boat in "RYGB":
        order += match.waiting_for
        turns(match, f"s{boat}")
    assert order == [2, 3, 0, 1]
    order = []
    for boat in "RYGB":
        order += match.waiting_for
        turns(match, boat)
    assert order == [1, 0, 3, 2]


def test_LB_24_a_jump_is_compulsory_even_with_no_seat_to_be_found() -> None:
    match = at_sea({"R": "RR", "K": "Yyyyyy"}, players=3, phase=Phase.JUMP)
    assert may(match, 0) == "oR"
    events = turns(match, "oR")
    assert events == [(Told.JUMPS, 0, 1, R)]
    assert match.view(0)["players"][0]["swims"] == "officer"
    turns(match, "sK")
    assert match.waiting_for == [1]
    turns(match, "R")
    assert match.waiting_for == [0]  # the seat of the jumper is free


def test_LB_24_who_has_nobody_at_sea_is_passed_over() -> None:
    match = at_sea({"G": "gg", "K": "g"}, phase=Phase.JUMP)
    assert asked(match) == (Asked.JUMP, [2])
    assert turns(match, "sK") == [(Told.JUMPS, 2, 0, K)]
    match = at_sea({"G": "", "K": ""}, phase=Phase.ADVANCE)
    events = turns(match, "G G G G")
    assert events[5:] == [(Told.ADVANCES, G, 1), (Told.ROUND_BEGINS, 2, 1)]


def test_LB_24_the_next_phase_begins_with_no_boat_left() -> None:
    match = at_sea({"R": "rr", "Y": "yy"}, phase=Phase.JUMP)
    turns(match, "sR", "sY", "R", "Y", "R Y Y R", "R", "Y Y Y Y")
    assert asked(match) == (Asked.JUMP, [1])
    assert may(match, 1) == "sR sY"
    assert [boat["left"] for boat in match.view(1)["boats"]] == [False] * 5


def test_LB_25_swimmers_climb_in_reverse_order() -> None:
    match = example_of_the_rule_book()
    turns(match, "sR", "sK", "sY")
    assert asked(match) == (Asked.CLIMB, [3])
    assert may(match, 3) == "R K"
    assert refused(match, 3, "Y") == refused(match, 3, "G") == refused(match, 3, "sR") == "LB-25"
    assert turns(match, "K") == [(Told.CLIMBS, 3, 0, K)]
    assert match.state.left == [R, K, NONE, NONE, NONE, NONE]
    assert asked(match) == (Asked.CLIMB, [1])
    assert may(match, 1) == "R Y"
    events = turns(match, "Y")
    assert events[:2] == [(Told.CLIMBS, 1, 0, Y), (Told.FINDS_NO_SEAT, 0, 0)]
    assert crew_of(match.state, Y) == "Ryy~~~"
    assert crew_of(match.state, K) == "Ybb~~~"
    assert match.state.sailors[LOST][0] == 5
    assert match.state.left == [NONE] * 6
    assert match.state.crew[WATER] == 0


def test_LB_25_an_officer_too_can_be_lost_in_the_water() -> None:
    match = at_sea({"R": "RR", "K": "yyy~~~", "B": "bbb~~~"}, phase=Phase.JUMP, start=1)
    turns(match, "sK", "sB", "oR")
    assert asked(match) == (Asked.CLIMB, [0])
    assert may(match, 0) == "B K"
    turns(match, "B")
    assert may(match, 3) == "R K"
    turns(match, "K")
    assert may(match, 1) == "R"
    assert match.forced(1) == R
    assert [rules.obvious(match.state, seat) for seat in range(4)] == [False, True, False, False]
    match = at_sea({"R": "RR", "K": "yyy~~~"}, phase=Phase.JUMP, start=0)
    match.state.deserted = 1 << K  # as if yellow could not jump
    events = turns(match, "oR")
    assert events[:3] == [(Told.JUMPS, 0, 1, R), (Told.STAYS, 1), (Told.FINDS_NO_SEAT, 0, 1)]
    assert match.state.officers[LOST][0] == 1
    assert crew_of(match.state, R) == "R"


def test_LB_26_boats_sink_when_all_have_climbed() -> None:
    match = example_of_the_rule_book()
    turns(match, "sR", "sK", "sY", "K")
    events = turns(match, "Y")
    assert events[2:] == [
        (Told.SINKS, R),
        (Told.OFFICERS_DROWN, 2, 1),
        (Told.ROUND_BEGINS, 2, 1),
    ]
    assert members(match.state.at_sea) == [Y, K]
    # Had Ben climbed into red, it would float, and Anna would have found a seat.
    match = example_of_the_rule_book()
    turns(match, "sR", "sK", "sY", "K", "R")
    assert may(match, 0) == "Y"
    events = turns(match, "Y")
    assert events == [(Told.CLIMBS, 0, 0, Y), (Told.ROUND_BEGINS, 2, 1)]
    assert crew_of(match.state, R) == "yG~~"
    assert members(match.state.at_sea) == [R, Y, K]


def test_LB_26_phase_3_always_leaves_crew_at_sea() -> None:
    for seed in range(40):
        players = 3 + seed % 4
        match = Match(GAME, GAME.dealt(players, {}, Random(seed)))
        chance = Random(seed, 2)
        while not match.over:
            changing = match.state.phase in (Phase.JUMP, Phase.CLIMB)
            for seat in match.waiting_for:
                match.choose(seat, random_choice(match, seat, chance))
            if changing:
                assert not match.over
                assert any(crew_at_sea(match.state, seat) for seat in range(players))


# End and score


def test_LB_27_the_game_ends_at_once_in_phase_1() -> None:
    match = at_sea({"K": "r~", "Y": "y"}, phase=Phase.ADVANCE, rows="0200000")
    events = turns(match, "Y Y Y Y")
    assert events[5:] == [
        (Told.LANDS, Y, 0, 1),
        (Told.SAILORS_LAND, 1, 1),
        (Told.ROUND_BEGINS, 2, 1),
        (Told.NO_VOTE, K),
        (Told.LEAKS, K, 2),
        (Told.SINKS, K),
        (Told.SAILORS_DROWN, 0, 1),
        (Told.ALL_BOATS_IN,),
        (Told.SCORES, 0, 0),
        (Told.SCORES, 1, 6),
        (Told.SCORES, 2, 0),
        (Told.SCORES, 3, 0),
    ]
    assert match.over
    assert match.state.over == 1
    assert rules.owes(match.state) == 0
    assert (match.state.rounds, match.state.start, match.state.possible) == (2, 1, 0)
    assert match.view(None)["over"]
    assert match.view(None)["owing"] == []
    with pytest.raises(NotOwed):
        match.choose(0, K)


def test_LB_27_the_game_ends_at_once_in_phase_2() -> None:
    match = at_sea({"K": "rryybb"}, phase=Phase.OVERBOARD, rows="0000002")
    match.state.leaking, match.state.possible = K, from_members([R, Y, B])
    match = Match(GAME, match.state)
    events = turns(match, "Y Y Y")
    assert events[3:] == [
        (Told.CARRIES, Y, 6),
        (Told.GOES_OVERBOARD, 1, 0, K),
        (Told.LEAKS, K, 1),
        (Told.NO_VOTE, K),
        (Told.LANDS, K, 2, 1),
        (Told.SAILORS_LAND, 0, 2),
        (Told.SAILORS_LAND, 1, 1),
        (Told.SAILORS_LAND, 3, 2),
        (Told.ALL_BOATS_IN,),
        (Told.SCORES, 0, 10),
        (Told.SCORES, 1, 5),
        (Told.SCORES, 2, 0),
        (Told.SCORES, 3, 10),
    ]
    assert match.over
    assert match.state.rounds == 1


def finished(boats: dict[str, str], landed: str, lanes: str = "1234567") -> State:
    """All these boats have landed in that order, the others have sunk."""
    state: State = at_sea(boats, lanes=lanes).state
    state.at_sea = state.possible = 0
    state.over = 1
    for name in landed:
        put_ashore(state, COLOURS.index(name))
    return state


def won(state: State) -> list[int]:
    return members(rules.winners(state))


def test_LB_28_points_of_the_islands() -> None:
    state = finished({"R": "Rr", "G": "r", "K": "r", "Y": "Yyyy"}, landed="KGR")
    assert [rules.score(state, seat) for seat in range(4)] == [8 + 6 + 4 + 5, 0, 0, 0]
    assert won(state) == [0]
    for lane, sailor, officer in ((1, 6, 8), (2, 6, 8), (3, 4, 6), (4, 4, 6), (5, 5, 7), (7, 5, 7)):
        state = finished({"B": "GGb"}, landed="B", lanes=f"000{lane}000")
        assert [rules.score(state, seat) for seat in range(4)] == [0, 0, 2 * officer, sailor]


def test_LB_28_most_points_win() -> None:
    state = finished({"R": "y", "G": "b", "B": "Bg"}, landed="RGB")
    assert [rules.score(state, seat) for seat in range(4)] == [0, 6, 4, 10]
    assert won(state) == [3]
    assert won(finished({"R": "r", "Y": "G"}, landed="RY")) == [2]
    assert [island["sailors"] for island in view(state, 0)["islands"]] == [
        [0, 1, 0, 0],
        [0, 0, 1, 1],
        [0, 0, 0, 0],
    ]


def test_LB_29_a_tie_goes_to_the_boat_that_landed_first() -> None:
    tied = {"R": "Rr", "G": "r", "K": "ryyY", "Y": "y"}
    state = finished({**tied, "B": ""}, landed="KGYRB", lanes="1235007")
    assert [rules.score(state, seat) for seat in range(4)] == [23, 23, 0, 0]
    assert won(state) == [1]
    state = finished({**tied, "B": ""}, landed="RYKGB", lanes="1235007")
    assert won(state) == [0]
    state = finished({"K": "rgb", "B": "", "G": ""}, landed="BGK")
    assert won(state) == [3]
    state = finished({"K": "rgb", "B": "", "G": ""}, landed="KGB")
    assert won(state) == [2]


def test_LB_29_an_empty_landing_counts_and_beats_a_sunk_boat() -> None:
    state = finished({"K": "rgb"}, landed="K")
    assert won(state) == [0, 2, 3]  # all of their boats have sunk
    assert won(finished({"K": "rgb", "B": ""}, landed="KB")) == [3]
    assert won(finished({"K": "rgb", "R": "", "Y": ""}, landed="YKR")) == [0]
    assert won(finished({"K": "rgb", "Y": ""}, landed="YK")) == [0, 2, 3]  # yellow is not tied


def test_LB_29_nobody_ashore_is_a_tie_of_all() -> None:
    assert won(finished({}, landed="")) == [0, 1, 2, 3]
    assert won(finished({"G": ""}, landed="G")) == [2]


def test_LB_30_the_log_passes_to_the_left_every_round() -> None:
    match = at_sea({"R": "", "Y": "yr"}, start=3, phase=Phase.ADVANCE)
    for number, start in ((2, 0), (3, 1)):
        events = turns(match, "Y Y Y Y")
        while match.state.phase in (Phase.JUMP, Phase.CLIMB):
            (seat,) = match.waiting_for
            events = turns(match, say(match.options(seat)[0]))
        assert events[-1] == (Told.ROUND_BEGINS, number, start)
        assert match.state.start == start
        match.state.phase = Phase.ADVANCE
    match = at_sea({"R": "", "Y": "yyyy"}, start=3, phase=Phase.ADVANCE, rows="2000000")
    events = turns(match, "R R R R")  # phase 3 is not played
    begun_rounds = [event[1:] for event in events if event[0] == Told.ROUND_BEGINS]
    assert begun_rounds == [(2, 0), (3, 1), (4, 2)]


def test_LB_31_with_the_option_an_empty_sea_ends_the_game() -> None:
    boats = {"R": "", "K": "", "Y": "yg"}
    match = at_sea(boats, phase=Phase.ADVANCE, rows="2200000", end_when_sea_empty=True)
    events = turns(match, "Y Y Y Y")
    assert events[5:] == [
        (Told.LANDS, Y, 0, 1),
        (Told.SAILORS_LAND, 1, 1),
        (Told.SAILORS_LAND, 2, 1),
        (Told.SEA_EMPTY,),
        (Told.SCORES, 0, 0),
        (Told.SCORES, 1, 6),
        (Told.SCORES, 2, 6),
        (Told.SCORES, 3, 0),
    ]
    assert match.over
    assert match.state.landed == [0, 1, 0, 0, 0, 0, 0]
    assert match.winners() == [1]


def test_LB_31_with_the_option_it_may_end_after_phase_1() -> None:
    match = at_sea({"R": "", "K": "", "Y": "y~"}, end_when_sea_empty=True, landed="B")
    events = turns(match, "Y Y Y Y")
    assert events[5:9] == [
        (Told.LEAKS, Y, 2),
        (Told.SINKS, Y),
        (Told.SAILORS_DROWN, 1, 1),
        (Told.SEA_EMPTY,),
    ]
    assert match.over
    assert match.winners() == [3]


def test_LB_31_an_empty_sea_of_six() -> None:
    match = at_sea({"R": "", "K": "", "O": "o~"}, players=6, end_when_sea_empty=True)
    turns(match, "O O O O O O")
    assert match.over


def test_LB_31_somebody_at_sea_keeps_it_going() -> None:
    for crew in ("r", "b", "B"):
        match = at_sea({"R": "", "K": crew, "Y": "y~"}, end_when_sea_empty=True)
        turns(match, "Y Y Y Y")
        assert not match.over
        assert sum(crew_at_sea(match.state, seat) for seat in range(4)) == 1
        assert asked(match) == (Asked.ADVANCE_VOTE, [0, 1, 2, 3])


def test_LB_31_without_the_option_the_votes_go_on() -> None:
    assert GAME.switches == {"end_when_sea_empty": False}
    boats = {"R": "", "K": "", "Y": "yg"}
    match = at_sea(boats, phase=Phase.ADVANCE, rows="2200000")
    events = turns(match, "Y Y Y Y")
    assert events[-1] == (Told.ROUND_BEGINS, 2, 1)  # nobody can jump
    assert may(match, 0) == "R K hat"
    events = turns(match, "K K K K")
    assert events[4:8] == [
        (Told.CARRIES, K, 4),
        (Told.LEAKS, K, 1),
        (Told.SINKS, K),
        (Told.NO_VOTE, R),
    ]
    assert events[8:10] == [(Told.LANDS, R, 0, 2), (Told.ALL_BOATS_IN,)]
    assert match.over


# Customs of the house


def test_LB_10_there_are_always_two_choices_in_a_vote() -> None:
    """G-4: so a ballot is never made by the table itself."""
    for seed in range(12):
        match = Match(GAME, GAME.dealt(3 + seed % 4, {}, Random(seed)))
        chance = Random(seed, 3)
        while not match.over:
            for seat in match.waiting_for:
                options = match.options(seat)
                assert rules.obvious(match.state, seat) == (len(options) == 1)
                assert options == sorted(set(options))
                assert len(options) <= rules.OFFERS
                if match.state.phase >= Phase.LEAK:
                    assert len(options) >= 2
                match.choose(seat, random_choice(match, seat, chance))


def test_LB_8_fourteen_choices_at_most() -> None:
    match = begun(6)
    turns(match, *"1234567")
    assert len(match.options(0)) == rules.OFFERS == 14
    assert rules.OPTIONS == 29
    assert HATS == 3
