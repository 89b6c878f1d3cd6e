"""How the players of Lifeboats that are not people see it: clear choices, characters, numbers."""

import pytest

from tablee.catalogue import load
from tablee.games.lifeboats import bots, observe
from tablee.games.lifeboats.bots import CHARACTERS
from tablee.games.lifeboats.feelings import BALLOTS, FEELINGS, VOTE
from tablee.games.lifeboats.notation import COLOURS, read, say
from tablee.games.lifeboats.rules import State, Told
from tablee.games.lifeboats.stakes import landing
from tablee.games.lifeboats.state import HAT, OFFERS, By, Phase
from tablee.games.lifeboats.test_rules import B, G, K, R, Y, at_sea, begun, turns
from tablee.kernel.chance import Random, below
from tablee.kernel.match import Match

GAME = load("lifeboats")


def character(name: str = "even", **feelings: int) -> list[int]:
    """A character that has these feelings for the colours."""
    numbers = list(CHARACTERS[name])
    for colour, feeling in feelings.items():
        numbers[FEELINGS + COLOURS.index(colour)] = feeling
    return numbers


def rated(match: Match, seat: int, temper: list[int] | None = None) -> dict[str, float]:
    """The options of a seat, as they are written, and what they promise."""
    options = match.options(seat)
    rates = [0.0] * OFFERS
    bots.rate(match.state, seat, temper or character(), options, rates)
    return dict(zip(map(say, options), rates, strict=False))


def choice(match: Match, seat: int, temper: list[int] | None = None) -> str:
    """The option that promises most."""
    rates = rated(match, seat, temper)
    return max(rates, key=rates.__getitem__)


def decided_by(match: Match, seat: int, by: int = By.HAT) -> Match:
    """The same vote, to be settled by one seat alone."""
    match.state.by, match.state.turn = by, seat
    return match


# The even player


def test_boats_are_launched_towards_the_best_island() -> None:
    rates = rated(begun(4), 0)
    assert max(rates.values()) == rates["1"] == rates["2"] > rates["7"] > rates["3"]


def test_a_boat_is_as_good_as_its_race_against_the_leaks() -> None:
    state: State = at_sea({"R": "rrrrr", "Y": "yyy", "G": "ggg~", "B": "b"}, rows="2000000").state
    assert landing(state, R, 0, 0, 0) > landing(state, Y, 0, 0, 0) > landing(state, G, 0, 0, 0)
    assert landing(state, R, 0, 0, 1) == 1.0
    assert landing(state, R, -2, 0, 0) == landing(state, R, 0, 0, 0)  # three bear three leaks too
    assert landing(state, B, 0, 2, 0) == 0.0
    assert landing(state, B, 1, 0, 0) > landing(state, B, 0, 0, 0)


def test_whoever_decides_alone_hits_the_rivals_and_helps_its_own() -> None:
    boats = {"R": "rrr", "Y": "yyy", "K": "ggbb"}
    for seat, own in ((R, "R"), (Y, "Y"), (G, "K")):
        leak = rated(decided_by(at_sea(boats), seat), seat)
        assert min(leak, key=leak.__getitem__) == own
        assert choice(decided_by(at_sea(boats, phase=Phase.ADVANCE), seat), seat) == own


def test_a_ballot_goes_where_it_can_carry() -> None:
    # Red alone likes its own boat best; green and blue will vote black, where red sits as well.
    boats = {"R": "rrr", "Y": "yyyy", "K": "rrggbb"}
    match = at_sea(boats, phase=Phase.ADVANCE, hats="0333")
    alone = rated(decided_by(at_sea(boats, phase=Phase.ADVANCE), R), R)
    voting = rated(match, R)
    assert voting["K"] - voting["R"] > alone["K"] - alone["R"]


def test_no_hat_is_spent_on_trifles_but_one_on_the_whole_crew() -> None:
    match = at_sea({"R": "r", "Y": "yyg", "K": "ggb"})
    assert choice(match, R) != "hat"
    rotten = {"R": "RRr~~~", "Y": "Yyg~~~", "K": "bb"}
    match = at_sea(rotten, phase=Phase.ADVANCE, rows="2200000")
    assert choice(match, R) == "hat"
    match = at_sea(rotten, phase=Phase.ADVANCE, rows="2200000", hats="0333")
    assert choice(match, R) == "R"


def test_who_is_outvoted_aboard_spends_a_hat_to_stay() -> None:
    match = at_sea({"R": "Rygggg", "Y": "b"})
    turns(match, "R R R R")
    assert match.state.phase == Phase.OVERBOARD
    assert choice(match, Y) == "hat"
    assert choice(match, G) in ("R", "Y")
    match = at_sea({"R": "Rygggg", "Y": "b"}, hats="3033")
    turns(match, "R R R R")
    assert choice(match, Y) in ("R", "G")


@pytest.mark.parametrize("colours", ["RY", "RYG"])
def test_nobody_throws_their_own_overboard(colours: str) -> None:
    crew = {"RY": "rrryyy", "RYG": "rryygg"}[colours]
    match = at_sea({"R": crew, "Y": "b"})
    turns(match, "R R R R")
    for colour in colours:
        rates = rated(match, COLOURS.index(colour))
        assert min(rates, key=rates.__getitem__) == colour


def test_a_figure_leaves_the_rotten_boat_and_climbs_into_the_sound_one() -> None:
    boats = {"R": "ryg~~~", "Y": "ryyy", "K": "yggb"}
    match = at_sea(boats, phase=Phase.JUMP, rows="0200000")
    assert choice(match, R) == "sR"
    turns(match, "sR", "sY", "sK")  # blue's only boat is left already
    while match.state.turn != R:
        turns(match, choice(match, match.state.turn))
    assert choice(match, R) == "Y"


def test_an_officer_goes_before_a_sailor_to_safety() -> None:
    match = at_sea({"R": "Rr~~", "Y": "yyy", "K": "b"}, phase=Phase.JUMP, rows="0200000")
    rates = rated(match, R)
    assert rates["oR"] > rates["sR"]


# Characters


def test_all_characters_agree_until_something_happened() -> None:
    match = at_sea({"R": "rrr", "Y": "yyy", "K": "ggbb"})
    assert rated(match, R, character("loyal")) == rated(match, R)
    assert rated(match, R, character("grudge")) == rated(match, R)


def test_the_loyal_one_spares_friends_and_the_even_one_does_not_care() -> None:
    boats = {"R": "rrr", "Y": "yyy", "G": "ggg", "K": "bbb"}
    for friend, seat in (("Y", Y), ("G", G)):
        even = rated(decided_by(at_sea(boats), R), R, character("even", **{friend: 100}))
        loyal = rated(decided_by(at_sea(boats), R), R, character("loyal", **{friend: 100}))
        assert loyal[friend] < even[friend]
        assert loyal["K"] == even["K"]
        assert say(seat) == friend


def test_the_grudge_holder_pays_back() -> None:
    boats = {"R": "rrr", "Y": "yyy", "G": "ggg", "K": "bbb"}
    lanes = "1357264"  # the foe's boat is worth no more than the others
    for foe in "GYK":
        temper = character("grudge", **{"B" if foe == "K" else foe: -100})
        assert choice(decided_by(at_sea(boats, lanes=lanes), R), R, temper) == foe


def test_the_opportunist_votes_with_the_others() -> None:
    boats = {"R": "rrr", "Y": "y", "K": "ryggbb"}
    match = at_sea(boats, phase=Phase.ADVANCE, hats="0333")
    assert choice(match, R) == "R"
    assert choice(match, R, character("opportunist")) == "K"


def test_feelings_follow_what_was_done_and_fade() -> None:
    match = at_sea({"R": "rrry", "Y": "yyy", "K": "ggbb"})
    temper = character("grudge")
    bots.feel(temper, match.state, R, Told.ROUND_BEGINS, (1, 0))
    for voter, colour in ((R, Y), (Y, R), (G, Y), (B, K)):
        bots.feel(temper, match.state, R, Told.VOTES, (voter, colour))
    harm = temper[FEELINGS + Y]
    assert harm < 0
    assert [temper[FEELINGS + other] for other in (R, G, B)] == [0, 0, 0]
    bots.feel(temper, match.state, R, Told.SINKS, (R,))
    bots.feel(temper, match.state, R, Told.SAILORS_DROWN, (R, 3))
    assert temper[FEELINGS + Y] < harm
    assert temper[FEELINGS + G] == 0
    bots.feel(temper, match.state, R, Told.LEAKS, (R, 1))
    bots.feel(temper, match.state, R, Told.VOTES, (G, R))
    assert temper[FEELINGS + G] > 0
    bots.feel(temper, match.state, R, Told.ADVANCES, (R, 1))
    assert temper[BALLOTS : BALLOTS + 4] == [0, 0, 0, 0]
    before = temper[FEELINGS : FEELINGS + 4]
    bots.feel(temper, match.state, R, Told.ROUND_BEGINS, (2, 1))
    after = temper[FEELINGS : FEELINGS + 4]
    assert after[Y] > before[Y]
    assert 0 <= after[G] < before[G]


def test_going_overboard_is_remembered() -> None:
    match = at_sea({"R": "rrryyg", "Y": "b"})
    temper = character("grudge")
    for told in ((Told.ROUND_BEGINS, 1, 0), (Told.FULL, R)):
        bots.feel(temper, match.state, R, told[0], told[1:])
    assert temper[VOTE] == Phase.OVERBOARD
    bots.feel(temper, match.state, R, Told.VOTES_WITH_WEIGHT, (Y, R, 2))
    bots.feel(temper, match.state, R, Told.VOTES_WITH_WEIGHT, (G, Y, 1))
    blamed = temper[FEELINGS + Y]
    bots.feel(temper, match.state, R, Told.GOES_OVERBOARD, (R, 0, R))
    assert temper[FEELINGS + Y] < blamed < 0
    assert temper[FEELINGS + G] == 0


def test_feelings_know_bounds_and_ballots_of_unknown_votes_leave_them_alone() -> None:
    match = at_sea({"R": "rrr", "Y": "yyy", "K": "ggbb"})
    temper = character("loyal")
    bots.feel(temper, match.state, R, Told.VOTES, (Y, R))
    assert temper[FEELINGS + Y] == 0
    bots.feel(temper, match.state, R, Told.LEAKS, (K, 1))
    for _ in range(50):
        bots.feel(temper, match.state, R, Told.VOTES, (Y, R))
    assert temper[FEELINGS + Y] == 100


# For search


def test_the_standing_is_the_score_and_what_is_likely_to_come() -> None:
    match = at_sea({"R": "rr", "Y": "yy"}, rows="2000000")
    assert 0 < bots.standing(match.state, Y) < bots.standing(match.state, R) < 12
    turns(match, "Y Y Y Y", "R R R R")
    while not match.over:
        for seat in match.waiting_for:
            match.choose(seat, match.options(seat)[0])
    for seat in range(4):
        assert bots.standing(match.state, seat) == GAME.rules.score(match.state, seat)


def test_one_even_player_beats_three_random_ones() -> None:
    won = 0.0
    for game in range(80):
        match = Match(GAME, GAME.dealt(4, {}, Random(game // 4)))
        chance = Random(game, 1)
        while not match.over:
            for seat in match.waiting_for:
                options = match.options(seat)
                if seat == game % 4:
                    option = read(choice(match, seat))
                    assert option is not None
                else:
                    option = options[below(chance, len(options))]
                match.choose(seat, option)
        winners = match.winners()
        won += (game % 4 in winners) / len(winners)
    assert won / 80 > 0.85


# Numbers for learners


def seen(state: State, seat: int) -> list[int]:
    """All numbers a learner gets of a position."""
    numbers = [0] * observe.SIGHT
    observe.observe(state, seat, numbers)
    return numbers


def done(state: State, seat: int, text: str) -> list[int]:
    """All numbers a learner gets of an option."""
    numbers = [0] * observe.EFFECT
    option = read(text)
    assert option is not None
    observe.effect(state, seat, option, numbers)
    return numbers


def test_the_table_is_seen_from_the_seat() -> None:
    state: State = at_sea({"R": "rr"}, players=5, start=1, end_when_sea_empty=True).state
    numbers = [0] * observe.SIGHT
    assert observe.observe_table(state, 2, numbers, 0) == observe.TABLE
    assert numbers[: observe.TABLE] == [
        *(0, 0, 1, 0),  # five play
        1,
        *(0, 0, 0, 0, 0, 1, 0, 0),  # the leak vote
        *(1, 0, 0, 0),  # by ballots
        *(0, 0, 0, 0, 1, 0),  # the log is four to the left
        0,
        1,
    ]


def test_players_and_boats_are_seen_from_the_seat() -> None:
    state: State = at_sea(
        {"R": "Rrg~", "Y": "yy", "K": "b"}, landed="G", rows="1000000", hats="3210"
    ).state
    left, nobody = ([0] * observe.PLAYER for _ in range(2))
    assert observe.observe_player(state, Y, 1, left, 0) == observe.PLAYER
    assert left == [1, 0, 0, 0, 0, 0]
    observe.observe_player(state, Y, 4, nobody, 0)
    assert nobody == [0] * observe.PLAYER
    assert observe.boat_at(state, Y, 3) == R
    red, green = ([0] * observe.BOAT for _ in range(2))
    assert observe.observe_boat(state, R, red, 0) == observe.BOAT
    assert red == [1, 0, 0, 1, 1, 0, 1, 1, 2, 0, 0, 1]
    observe.observe_boat(state, G, green, 0)
    assert green == [0, 1, 0, 3, 0, 1, 3, 0, 0, 0, 0, 0]
    crew = [0] * observe.CREW
    assert observe.observe_crew(state, Y, R, crew, 0) == observe.CREW
    assert crew == [0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0]


def test_the_last_vote_is_seen_from_the_seat() -> None:
    match = at_sea({"R": "rrg", "Y": "yy", "K": "b"})
    turns(match, "Y hat K Y", "K")
    numbers = [0] * observe.SIGHT
    assert observe.observe_vote(match.state, Y, 0, numbers, 0) == observe.VOTE
    assert numbers[: observe.VOTE] == [8, 7, 1, 1, 0, 0, 0, By.HAT, 1, 7]


def test_who_looks_sees_the_table_from_its_own_seat() -> None:
    state: State = at_sea(
        {"R": "rr", "Y": "yy", "G": "gg", "B": "bb", "K": ""}, lanes="1234567"
    ).state
    assert len({tuple(seen(state, seat)) for seat in range(4)}) == 4


def test_an_effect_says_what_becomes_of_the_boat() -> None:
    state: State = at_sea({"R": "rrygbb", "Y": "yy~", "K": "b"}, rows="0200000").state
    fate = [0] * observe.FATE
    assert observe.effect_fate(state, R, fate, 0) == observe.FATE
    assert fate == [5, 1, 4, 0, 3, 0, 0, 1]  # full: somebody has to go
    observe.effect_fate(state, Y, fate, 0)
    assert fate == [2, 2, 0, 2, 1, 0, 0, 0]
    state.phase = Phase.ADVANCE
    observe.effect_fate(state, Y, fate, 0)
    assert fate == [2, 1, 1, 3, 0, 1, 0, 0]


def test_effects_tell_options_apart() -> None:
    match = at_sea({"R": "Rr", "Y": "Yr", "K": "b"}, phase=Phase.JUMP)
    effects = [tuple(done(match.state, R, say(option))) for option in match.options(R)]
    assert len(set(effects)) == len(match.options(R)) == 3
    match = at_sea({"R": "rryygg", "Y": "b"})
    turns(match, "R R R R")
    effects = [tuple(done(match.state, R, say(option))) for option in match.options(R)]
    assert len(set(effects)) == len(match.options(R)) == 4
    victim = effects[0][-observe.VICTIM :]
    assert victim == (1, 0, 2, 2, 6, 6)
    assert effects[match.options(R).index(HAT)][-observe.VICTIM :] == (0,) * observe.VICTIM
