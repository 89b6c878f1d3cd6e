"""What a seat of Diabolo can know, how far its guesses reach, and how the game is written down."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations
from math import comb
from typing import Any

import pytest

from tablee.catalogue import load
from tablee.games.diabolo import rules
from tablee.games.diabolo.notation import CARD_NAMES, card_name, read, say
from tablee.games.diabolo.parts import BOX, CARDS, COLOUR_OF, HAND
from tablee.games.diabolo.state import OPTIONS, Asked, State, Told
from tablee.games.diabolo.view import guess, sound, view
from tablee.kernel.chance import Random, below
from tablee.kernel.errors import WrongRecord
from tablee.kernel.match import Match
from tablee.kernel.record import play_turn
from tablee.kernel.texts import LANGUAGES

GAME = load("diabolo")
CLOSED_RED = [1, 1, 0, 1, 2, 3]
CLOSED_BLUE = [1, 1, 0, 1, 2, 3]


def cards(text: str) -> list[int]:
    return [CARD_NAMES[name] for name in text.split()]


def played(players: int, turns: int, seed: int = 1) -> State:
    """A position after some turns of random play."""
    chance = Random(seed)
    match = Match(GAME, GAME.dealt(players, {}, chance))
    for _ in range(turns):
        for seat in match.waiting_for:
            options = match.options(seat)
            match.choose(seat, options[below(chance, len(options))])
    state: State = match.state
    return state


def laid_out(*hands: str, rows: dict[int, list[int]], pile: str, turn: int = 1) -> State:
    """A position of the last round; what is neither in a hand, a row nor the pile is discarded."""
    state = State()
    state.seats = len(hands)
    state.rounds_done = state.seats - 1
    state.turn = turn
    state.doublers = (1 << state.seats) - 1
    for seat, hand in enumerate(hands):
        for card in cards(hand):
            rules.take(state, seat, card)
    for row, values in rows.items():
        state.rows[row] = list(values)
        state.closed |= (values.count(0) == 1) << row
    used = Counter(cards(" ".join([*hands, pile])))
    used.update(5 * row + value for row in rows for value in rows[row] if value)
    for card, copies in (Counter(BOX) - used).items():
        state.discards[card] = copies
    state.top = CARDS - len(cards(pile))
    state.decks[state.rounds_done] = [0] * state.top + cards(pile)
    if len(hands[turn].split()) == HAND:
        state.asked = Asked.DOUBLER
    else:
        state.drawn = cards(hands[turn])[-1]
    assert sum(used.values()) + sum(state.discards) == CARDS
    return state


def guesses(state: State, seat: int, number: int = 400) -> Iterator[State]:
    """Guesses, each found to look the same to the seat."""
    seen = view(state, seat)
    for stream in range(number):
        other = state.copy()
        guess(other, seat, Random(11, stream))
        assert view(other, seat) == seen
        assert sound(other)
        yield other


def held(state: State, seat: int) -> list[int]:
    return [card for card in state.hands[seat] if card]


def fits(found: Counter[Any], likely: dict[Any, float]) -> bool:
    """Whether frequencies are as expected (chi-square within four standard deviations)."""
    number = found.total()
    expected = {what: number * likely[what] / sum(likely.values()) for what in likely}
    distance = sum((found[what] - mean) ** 2 / mean for what, mean in expected.items())
    freedom = len(likely) - 1
    return set(found) <= set(likely) and distance < freedom + 4 * (2 * freedom) ** 0.5


# What a seat sees


def test_a_seat_sees_its_own_hand_and_what_lies_open() -> None:
    state = played(3, 4, seed=8)
    mine = view(state, state.turn)
    assert mine["hand"] == held(state, state.turn)
    assert len(mine["hand"]) == 7
    assert mine["drawn"] == state.drawn
    assert mine["pile"] == CARDS - 3 * 6 - 5
    assert len(mine["unknown"]) == CARDS - 7 - 4
    for seat in (None, (state.turn + 1) % 3):
        seen = view(state, seat)
        assert seen["drawn"] is None
        assert seen["players"][state.turn]["known"] == []
        assert seen["players"][state.turn]["cards"] == 7
        assert seen["rows"] == mine["rows"]
    assert view(state, None)["hand"] is None
    assert len(view(state, None)["unknown"]) == CARDS - 4


def test_placements_are_remembered_with_who_made_them() -> None:
    chance = Random(5)
    match = Match(GAME, GAME.dealt(4, {}, chance))
    made: list[list[int]] = [[], [], [], []]
    for _ in range(9):
        (seat,) = match.waiting_for
        options = match.options(seat)
        made[seat].append(options[below(chance, len(options))])
        match.choose(seat, made[seat][-1])
    seen = match.view(None)
    assert [Counter(player["placed"]) for player in seen["players"]] == list(map(Counter, made))
    lying = Counter(5 * row + v for row in range(5) for side in sides(seen, row) for v in side)
    assert lying == Counter(option // 2 for options in made for option in options)


def sides(seen: dict[str, Any], row: int) -> list[list[int]]:
    return [seen["rows"][row]["hell"], seen["rows"][row]["heaven"]]


def test_the_points_of_each_round_are_seen() -> None:
    state = played(3, 60, seed=2)
    assert state.rounds_done == 2
    for seat, player in enumerate(view(state, 0)["players"]):
        assert player["points"] == [state.points[number][seat] for number in range(3)]
        assert player["score"] == sum(player["points"])


# What a seat may guess


@pytest.mark.parametrize("players", [3, 4, 5])
def test_every_unknown_card_is_supposed_everywhere_it_could_be(players: int) -> None:
    state = played(players, 5)
    seat = (state.turn + 1) % players
    places: dict[int, set[int]] = {card: set() for card in view(state, seat)["unknown"]}
    drawn = set()
    for supposed in guesses(state, seat, 500):
        assert held(supposed, seat) == held(state, seat)
        drawn.add(supposed.drawn)
        for other in range(players):
            if other != seat:
                for card in held(supposed, other):
                    places[card].add(other)
        for card in supposed.decks[0][state.top :]:
            places[card].add(seat)  # stands for the pile
    assert all(found == set(range(players)) for found in places.values())
    assert drawn == set(places)


def test_every_place_of_the_pile_and_of_later_decks_is_unknown() -> None:
    state = played(3, 30)
    assert state.rounds_done == 1
    unknown = set(view(state, 0)["unknown"])
    made = list(guesses(state, 0, 400))
    for place in range(CARDS):
        assert {supposed.decks[0][place] for supposed in made} == {0}
        seen = {supposed.decks[1][place] for supposed in made}
        assert seen == (unknown if place >= state.top else {0})
        assert {supposed.decks[2][place] for supposed in made} == set(BOX)


def test_ones_own_draw_stays() -> None:
    state = played(4, 6)
    for supposed in guesses(state, state.turn, 50):
        assert supposed.drawn == state.drawn
        assert supposed.hands[state.turn] == state.hands[state.turn]


def test_two_worlds_that_look_the_same_give_the_same_guess() -> None:
    state = played(4, 6)
    seat = (state.turn + 2) % 4
    other = next(guesses(state, seat, 1))
    assert other != state
    guess(other, seat, Random(1))
    guess(state, seat, Random(1))
    assert other == state


def test_whoever_owes_a_placement_holds_a_card_of_an_open_colour() -> None:
    """DI-9: else the hand had been shown; five players, so that two colours can be closed."""
    hands = ["P1 P1 P2 P2 P3 P3", "Y1 R1 R2 R2 R3 R3 R4", "Y1 Y2 Y3 Y4 Y5 G1"]
    hands += ["R4 R5 R5 B1 B2 B2", "B3 B3 B4 B4 B5 B5"]
    state = laid_out(*hands, rows={0: CLOSED_RED, 3: CLOSED_BLUE}, pile="G2 G3 G4")
    assert sound(state)
    found: Counter[int] = Counter()
    for supposed in guesses(state, 0, 1500):
        found[sum(COLOUR_OF[card] in (1, 2) for card in held(supposed, 1))] += 1
    ways = {ones: float(comb(10, ones) * comb(18, 7 - ones)) for ones in range(1, 8)}
    assert fits(found, ways)


def test_of_a_shown_hand_only_a_card_of_an_open_colour_is_hidden() -> None:
    hands = ["Y1 Y2 Y3 G1 G2 G3", "B1 B2 B2 B3 B4 B5 R1", "P1 P2 P3 P4 P5 Y1"]
    state = laid_out(*hands, rows={3: CLOSED_BLUE}, pile="B3 B4 B5 R1 R1 G5")
    state.shown[1] = 1
    assert sound(state)
    assert view(state, 0)["players"][1]["known"] == cards("B1 B2 B2 B3 B4 B5")
    found: Counter[int] = Counter()
    for supposed in guesses(state, 0, 1500):
        assert held(supposed, 1) == sorted([*cards("B1 B2 B2 B3 B4 B5"), supposed.drawn])
        found[supposed.drawn] += 1
    copies = Counter(cards("P1 P2 P3 P4 P5 Y1 R1 R1 R1 G5"))
    assert fits(found, {card: float(copies[card]) for card in copies})


def test_a_hidden_card_of_an_open_colour_leaves_all_other_deals_as_likely() -> None:
    """Five players, the last of them with a shown hand and one hidden card."""
    hands = ["P1 P1 P2 P2 P3 P3", "R1 R2 R2 R3 R3 R4", "Y1 Y2 Y3 Y4 Y5 G1"]
    hands += ["B4 B4 B5 B5 G2 G3", "R4 R5 R5 B1 B2 B2 G4"]
    rows = {0: CLOSED_RED, 3: CLOSED_BLUE}
    state = laid_out(*hands, rows=rows, pile="B3 B3", turn=4)
    state.shown[4] = 1
    assert sound(state)
    found: Counter[int] = Counter()
    for supposed in guesses(state, 0, 1500):
        assert COLOUR_OF[supposed.drawn] in (1, 2)
        found[sum(COLOUR_OF[card] in (1, 2) for card in supposed.decks[4][-2:])] += 1
    assert fits(found, {ones: float(comb(8, ones) * comb(12, 2 - ones)) for ones in range(3)})


def test_a_hand_shown_when_stuck_is_not_guessed() -> None:
    hands = ["Y1 Y2 Y3 G1 G2 G3", "B1 B2 B2 B3 B4 B5 B5", "P1 P2 P3 P4 P5 Y1"]
    state = laid_out(*hands, rows={3: CLOSED_BLUE}, pile="B3 B4 R1 R1 G5")
    state.shown[1], state.drawn, state.asked = 1, 0, Asked.DISCARD
    assert sound(state)
    places = set()
    for supposed in guesses(state, 0, 200):
        assert (supposed.hands[1], supposed.drawn) == (state.hands[1], 0)
        places |= set(held(supposed, 2))
    assert places == set(cards("P1 P2 P3 P4 P5 Y1 B3 B4 R1 G5"))


def test_colours_shown_in_the_scoring_are_known_for_good_and_no_deal_is_favoured() -> None:
    """Red and blue were shown, yellow and green were equal; all deals counted one by one."""
    hands = ["P1 P2 P3 P4 P5 R1", "R2 R3 B1 B2 Y1 G1", "R4 R5 B4 B5 B2 Y1"]
    rows = {0: [1, 0, 0, 0, 0, 0], 1: [2, 0, 0, 2, 0, 0], 2: [0] * 6, 3: [0, 0, 0, 1, 0, 0]}
    state = laid_out(*hands, rows={**rows, 4: [0, 0, 0, 1, 0, 0]}, pile="Y1 R1 G5 B3 R2")
    state.row = 4
    assert sound(state)
    known = [player["known"] for player in view(state, 0)["players"]]
    assert known[1:] == [cards("R2 R3 B1 B2"), cards("R4 R5 B2 B4 B5")]
    pool = cards("Y1 Y1 Y1 G1 G5")
    likely: Counter[tuple[int, ...]] = Counter()
    for first in combinations(range(5), 2):
        for second in set(range(5)) - set(first):
            likely[*(pool[place] for place in first), pool[second]] += 1
    found: Counter[tuple[int, ...]] = Counter()
    for supposed in guesses(state, 0, 2000):
        first_hand, second_hand = ([c for c in held(supposed, s) if 5 < c < 16] for s in (1, 2))
        found[*first_hand, *second_hand] += 1
    assert fits(found, {world: float(likely[world]) for world in likely})


def test_after_the_game_the_last_hands_stay_secret_where_nothing_was_shown() -> None:
    state = played(3, 0, seed=3)
    match = Match(GAME, state)
    while not match.over:
        play_turn(match, " ".join(say(match.options(seat)[0]) for seat in match.waiting_for))
    assert [len(player["known"]) for player in view(state, None)["players"]] != [6, 6, 6]
    moved = {tuple(supposed.hands[1]) for supposed in guesses(state, 0, 50)}
    assert len(moved) > 1


# Sound positions


def spoil_hand(state: State) -> None:
    state.hands[0][3] = state.hands[0][3] % 25 + 1


def spoil_order(state: State) -> None:
    state.hands[2].reverse()


def spoil_size(state: State) -> None:
    state.top -= 1
    state.decks[0][state.top] = state.hands[0][1]
    rules.give(state, 0, state.hands[0][1])


def spoil_sum(state: State) -> None:
    state.sums[1][1] += 1


def spoil_pile(state: State) -> None:
    state.decks[0][-1] = state.decks[0][-1] % 25 + 1


def spoil_later_deck(state: State) -> None:
    state.decks[2][7] = state.decks[2][7] % 25 + 1


def spoil_earlier_place(state: State) -> None:
    state.decks[0][0] = 1


def spoil_closed(state: State) -> None:
    state.closed |= 1


def spoil_drawn(state: State) -> None:
    state.drawn = 0


def spoil_question(state: State) -> None:
    state.asked = Asked.DISCARD


def test_an_unsound_position_is_noticed() -> None:
    spoilers: list[Callable[[State], None]] = [
        spoil_hand,
        spoil_order,
        spoil_size,
        spoil_sum,
        spoil_pile,
        spoil_later_deck,
        spoil_earlier_place,
        spoil_closed,
        spoil_drawn,
        spoil_question,
    ]
    assert sound(played(3, 4))
    for spoil in spoilers:
        state = played(3, 4)
        spoil(state)
        assert not sound(state), spoil.__name__


# In writing


def test_every_option_has_one_text() -> None:
    texts = [say(option) for option in range(OPTIONS)]
    assert [read(text) for text in texts] == list(range(OPTIONS))
    assert len(set(texts)) == OPTIONS == 77
    assert texts[:6] == ["keep", "double", "R1-", "R1+", "R2-", "R2+"]
    assert texts[49:54] == ["P4+", "P5-", "P5+", "R1x", "R2x"]
    assert texts[-1] == "P5x"
    for text in ("", "R3", "r3+", "R6+", "R0-", "R3 +", "+R3", "Keep", "*", "R3++"):
        assert read(text) is None


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_deal_is_written_in_full_and_read_again(players: int) -> None:
    for seed in range(10):
        state = GAME.dealt(players, {}, Random(seed))
        deal = GAME.notation.write_deal(state)
        assert deal["dealer"] == state.dealer
        assert len(deal["rounds"]) == players
        for content in deal["rounds"]:
            names = [name for pile in [*content["hands"], content["pile"]] for name in pile]
            assert Counter(names) == Counter(map(card_name, BOX))
        again = GAME.blank(players, {})
        GAME.notation.read_deal(again, deal)
        assert again == state


def test_a_pile_may_end_with_cards_never_seen() -> None:
    deal = GAME.notation.write_deal(GAME.dealt(3, {}, Random(1)))
    seen = deal["rounds"][0]["pile"][:20]
    deal["rounds"][0]["pile"] = [*seen, "*"]
    state = GAME.blank(3, {})
    GAME.notation.read_deal(state, deal)
    assert [card_name(card) for card in state.decks[0][19:38]] == seen[1:]
    assert sound(state)


def test_a_wrong_deal_is_refused_with_one_clear_line() -> None:
    def change(path: list[Any], value: Any) -> dict[str, Any]:
        deal: Any = GAME.notation.write_deal(GAME.dealt(3, {}, Random(1)))
        part = deal
        for key in path[:-1]:
            part = part[key]
        part[path[-1]] = value
        return dict(deal)

    whole = GAME.notation.write_deal(GAME.dealt(3, {}, Random(1)))
    first = whole["rounds"][0]
    twice = [first["hands"][0], first["hands"][0], first["hands"][0]]
    wrong = {
        "deal.dealer": [change(["dealer"], 3), change(["dealer"], "1"), change(["dealer"], None)],
        "deal.water": [change(["water"], [])],
        "deal.rounds:": [change(["rounds"], whole["rounds"][:2]), change(["rounds"], {})],
        "deal.rounds[1]:": [change(["rounds", 1], []), change(["rounds", 1], None)],
        "deal.rounds[2].deck": [change(["rounds", 2, "deck"], [])],
        "deal.rounds[0].hands:": [
            change(["rounds", 0, "hands"], first["hands"][:2]),
            change(["rounds", 0, "hands"], None),
            change(["rounds", 0, "hands"], twice),
        ],
        "deal.rounds[0].hands[1]": [
            change(["rounds", 0, "hands", 1], first["hands"][1][:5]),
            change(["rounds", 0, "hands", 1, 0], "R6"),
            change(["rounds", 0, "hands", 1, 0], 7),
            change(["rounds", 0, "hands", 1, 0], ["R1"]),
            change(["rounds", 0, "hands", 1], ["R5"] * 6),
        ],
        "deal.rounds[0].pile": [
            change(["rounds", 0, "pile"], first["pile"][:-1]),
            change(["rounds", 0, "pile"], None),
            change(["rounds", 0, "pile", 3], "*"),
            change(["rounds", 0, "pile"], [*first["pile"], "R1"]),
        ],
    }
    for where, deals in wrong.items():
        for deal in deals:
            with pytest.raises(WrongRecord) as error:
                GAME.notation.read_deal(GAME.blank(3, {}), deal)
            assert str(error.value).startswith(where)
            assert "\n" not in str(error.value)


def test_cards_that_are_shown_read_as_numbers() -> None:
    """Those between them, of other colours, do not show."""
    shown = (Told.HOLDS, 1, 13, 0, 5, 5, 0, 3, 0)
    told = [GAME.texts.sentence(shown, ["Anna", "Clara"], language) for language in LANGUAGES]
    assert told == [
        "Clara montre 5, 5, 3, en tout 13.",
        "Clara shows 5, 5, 3, in all 13.",
        "Clara zeigt 5, 5, 3, zusammen 13.",
    ]
