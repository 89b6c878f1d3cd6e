"""Diabolo, clause by clause."""

from collections import Counter
from typing import Any

import pytest

from tablee.catalogue import load
from tablee.games.diabolo import parts, rules
from tablee.games.diabolo.notation import CARD_NAMES, card_name, read, say
from tablee.games.diabolo.parts import BOX, CARDS, COLOUR_OF, VALUE_OF
from tablee.games.diabolo.state import DOUBLE, HEAVEN, HELL, Asked, State, Told
from tablee.games.diabolo.view import sound, view
from tablee.kernel.chance import Random, below
from tablee.kernel.errors import IllegalChoice, NotOwed
from tablee.kernel.events import Event
from tablee.kernel.match import Match
from tablee.kernel.record import play_turn
from tablee.kernel.sets import has, members

GAME = load("diabolo")
RED, YELLOW, GREEN, BLUE, PURPLE = range(5)
CLOSED_RED = "R1- R1- R1- R3+ R2+"
CLOSED_BLUE = "B3- B5- B3+ B2+ B2+"


def cards(text: str) -> list[int]:
    return [CARD_NAMES[name] for name in text.split()]


def position(
    *hands: str,
    rows: str = "",
    pile: str = "",
    discards: str = "",
    dealer: int = 0,
    turn: int = 0,
    round_number: int = 1,
) -> State:
    """A position in which `turn` has drawn, the last card of its hand; `rows` are placements.

    The pile begins with the cards given; below them lies all that is nowhere else.
    """
    state = State()
    state.seats = len(hands)
    state.rounds_done = round_number - 1
    state.dealer, state.turn = dealer, turn
    state.doublers = (1 << state.seats) - 1
    for seat, hand in enumerate(hands):
        for card in cards(hand):
            rules.take(state, seat, card)
    state.drawn = cards(hands[turn])[-1] if len(hands[turn].split()) == 7 else 0
    state.asked = Asked.CARD if state.drawn else Asked.DOUBLER
    lying = [read(text) or 0 for text in rows.split()]
    for option in lying:
        side = state.rows[COLOUR_OF[option // 2]]
        side[side.index(0, 3 * (option % 2))] = VALUE_OF[option // 2]
    for row in range(5):
        state.closed |= (state.rows[row].count(0) == 1) << row
    for card in cards(discards):
        state.discards[card] += 1
    used = Counter(cards(" ".join([*hands, pile, discards])) + [option // 2 for option in lying])
    assert not used - Counter(BOX)
    deck = cards(pile) + list((Counter(BOX) - used).elements())
    state.top = CARDS - len(deck)
    state.decks[state.rounds_done] = [0] * state.top + deck
    for later in range(round_number, state.seats):
        state.decks[later] = list(BOX)
    return state


def scored(*hands: str, rows: str, dealer: int = 0) -> tuple[Match, list[Event]]:
    """The play of a round is over; scored as far as it goes without a decision."""
    state = position(*hands, rows=rows, dealer=dealer)
    events: list[Event] = []
    rules.end_play(state, events)
    return Match(GAME, state), events


def told(events: list[Event], *kinds: int) -> list[tuple[int, ...]]:
    """The numbers of the events of these kinds."""
    return [event[1:] for event in events if event[0] in kinds]


def dealt(players: int = 4, seed: int = 1) -> Match:
    return Match(GAME, GAME.dealt(players, {}, Random(seed)))


def choices(match: Match, seat: int) -> str:
    return " ".join(map(say, match.options(seat)))


def hand_of(state: State, seat: int) -> str:
    return " ".join(card_name(card) for card in state.hands[seat] if card)


def play_round(match: Match) -> None:
    """Everybody takes the first option until the round is over."""
    number = match.state.rounds_done
    while match.state.rounds_done == number:
        play_turn(match, " ".join(say(match.options(seat)[0]) for seat in match.waiting_for))


def refused(match: Match, seat: int, text: str) -> str:
    """The clause that refuses a choice; nothing must have changed."""
    before = match.state.pack()
    with pytest.raises(IllegalChoice) as refusal:
        match.choose(seat, match.read(seat, text))
    assert match.state.pack() == before
    return refusal.value.clause


# Material


def test_DI_1_seventy_cards_fourteen_in_each_colour() -> None:
    names = Counter(map(card_name, BOX))
    assert len(BOX) == CARDS == sum(names.values()) == 70
    for letter in "RYGBP":
        assert [names[f"{letter}{value}"] for value in range(1, 6)] == [4, 3, 3, 2, 2]
    assert list(BOX) == sorted(BOX)


def test_DI_1_a_card_has_a_colour_and_a_value() -> None:
    assert list(COLOUR_OF) == [-1] + [colour for colour in range(5) for _ in range(5)]
    assert list(VALUE_OF) == [0] + [1, 2, 3, 4, 5] * 5


def test_DI_2_a_row_for_each_colour_and_a_doubler_for_each_player() -> None:
    assert (parts.COLOURS, parts.SEATS) == (5, 5)
    for players in (3, 4, 5):
        state = dealt(players).state
        assert members(state.doublers) == list(range(players))
        assert len(view(state, 0)["rows"]) == 5


# Set-up of a round


def test_DI_3_the_rows_lie_in_a_fixed_order() -> None:
    named = [GAME.texts.word("colour", row, "en") for row in range(5)]
    assert named == ["red", "yellow", "green", "blue", "purple"]
    assert [card_name(card)[0] for card in (1, 6, 11, 16, 21)] == list("RYGBP")


def test_DI_3_every_round_begins_open_and_with_all_doublers() -> None:
    match = dealt(3, 4)
    begun = match.state
    for number in range(3):
        assert begun.rounds_done == number
        assert begun.rows == begun.placed_by == [[0] * 6 for _ in range(5)]
        assert (begun.closed, begun.row, members(begun.doublers)) == (0, 0, [0, 1, 2])
        assert begun.shown == [0] * 5
        assert begun.discards == [0] * 26
        assert sound(begun)
        begun.shown[1] = 1  # as if they had been stuck, discarded and doubled
        begun.doublers = 0b001
        begun.placed_by[4][5] = 2
        begun.discards[25] = begun.discards[0] = 1
        play_round(match)


@pytest.mark.parametrize(("players", "pile"), [(3, 52), (4, 46), (5, 40)])
def test_DI_4_six_cards_each_the_rest_is_the_pile(players: int, pile: int) -> None:
    match = dealt(players)
    state = match.state
    first = (state.dealer + 1) % players
    sizes = [6 - state.hands[seat].count(0) + 1 for seat in range(players)]
    assert sizes == [6 + (seat == first) for seat in range(players)]
    assert view(state, None)["pile"] == pile - 1  # the first player has drawn
    assert state.hands[players:] == [[0] * 7] * (5 - players)
    assert all(sorted(deck) == list(BOX) for deck in state.decks[1:players])
    assert state.decks[players:] == [[0] * 70] * (5 - players)
    assert len({tuple(deck) for deck in state.decks[1:players]}) == players - 1
    assert sound(state)


def test_DI_4_the_first_dealer_is_drawn_by_lot_and_every_card_can_go_everywhere() -> None:
    for players in (3, 4, 5):
        assert {dealt(players, seed).state.dealer for seed in range(40)} == set(range(players))
    places: dict[int, set[int]] = {card: set() for card in range(1, 26)}
    for seed in range(60):
        state = dealt(3, seed).state
        for seat in range(3):
            for card in filter(None, state.hands[seat]):
                places[card].add(seat)
        places[state.decks[0][-1]].add(-1)
        places[state.decks[2][0]].add(-2)
    assert all({0, 1, 2} <= found for found in places.values())
    assert sum(-1 in found for found in places.values()) > 15
    assert sum(-2 in found for found in places.values()) > 15


def test_DI_4_the_hands_come_off_the_deck_in_the_order_of_the_seats() -> None:
    written = GAME.notation.write_deal(dealt(3, 2).state)
    state = GAME.blank(3, {})
    GAME.notation.read_deal(state, written | {"dealer": 1})
    hands = written["rounds"][0]["hands"]
    drawn = written["rounds"][0]["pile"][0]
    assert hand_of(state, 0).split() == sorted(hands[0], key=CARD_NAMES.__getitem__)
    assert hand_of(state, 1).split() == sorted(hands[1], key=CARD_NAMES.__getitem__)
    assert Counter(hand_of(state, 2).split()) == Counter([*hands[2], drawn])
    assert (state.top, state.decks[0][:19]) == (19, [0] * 19)
    assert [card_name(card) for card in state.decks[0][19:]] == written["rounds"][0]["pile"][1:]


# A turn


@pytest.mark.parametrize("players", [3, 4, 5])
def test_DI_5_the_dealers_left_begins_then_clockwise(players: int) -> None:
    for seed in range(8):
        match = dealt(players, seed)
        for step in range(1, 8):
            turn = (match.state.dealer + step) % players
            assert match.waiting_for == [turn]
            assert view(match.state, 0)["turn"] == turn
            with pytest.raises(NotOwed):
                match.choose((turn + 1) % players, 2)
            match.choose(turn, match.options(turn)[0])


HANDS = ("R1 R3 Y2 G5 B4 P1 P1", "R1 R2 Y1 Y3 G1 G2", "B1 B2 B5 P2 P3 P4")


def test_DI_6_draw_one_then_place_one_beside_its_own_colour() -> None:
    match = Match(GAME, position(*HANDS, pile="Y5 G3"))
    assert sound(match.state)
    assert match.question.name == "card"
    assert choices(match, 0) == "R1- R1+ R3- R3+ Y2- Y2+ G5- G5+ B4- B4+ P1- P1+"
    assert play_turn(match, "R3+") == [(Told.PLACES, 0, CARD_NAMES["R3"], HEAVEN)]
    state = match.state
    assert state.rows == [[0, 0, 0, 3, 0, 0], *[[0] * 6] * 4]
    assert hand_of(state, 0) == "R1 Y2 G5 B4 P1 P1"
    assert hand_of(state, 1) == "R1 R2 Y1 Y3 Y5 G1 G2"
    assert state.hands[0][0] == 0
    assert (state.turn, state.drawn, state.asked) == (1, CARD_NAMES["Y5"], Asked.CARD)
    assert play_turn(match, "G2-") == [(Told.PLACES, 1, CARD_NAMES["G2"], HELL)]
    assert state.rows[GREEN] == [2, 0, 0, 0, 0, 0]
    assert (state.placed_by[RED][3], state.placed_by[GREEN][0]) == (0, 1)
    assert hand_of(state, 2) == "G3 B1 B2 B5 P2 P3 P4"
    assert match.waiting_for == [2]
    assert sound(state)


def test_DI_6_cards_leave_and_enter_a_hand_in_order() -> None:
    for first, second in (("R1", "P4"), ("P4", "R1"), ("G3", "G3"), ("G2", "G4"), ("Y1", "B5")):
        state = position("R2 R4 G3 B1 P5 P5", HANDS[1], HANDS[2])
        for name in (first, second):
            held = sorted([*filter(None, state.hands[0]), CARD_NAMES[name]])
            before = sum(map(sum, state.sums))
            rules.take(state, 0, CARD_NAMES[name])
            assert state.hands[0] == held
            assert sum(map(sum, state.sums)) == before + VALUE_OF[CARD_NAMES[name]]
            rules.give(state, 0, CARD_NAMES[name])
            held.remove(CARD_NAMES[name])
            assert state.hands[0] == [0, *held]
            assert sum(map(sum, state.sums)) == before
    assert state.sums[0] == [6, 0, 3, 1, 10]


def test_DI_6_only_cards_of_the_hand() -> None:
    match = Match(GAME, position(*HANDS))
    assert refused(match, 0, "R2+") == "DI-6"
    assert refused(match, 0, "P5-") == refused(match, 0, "P5+") == "DI-6"
    assert refused(match, 0, "double") == refused(match, 0, "keep") == "DI-13"
    assert refused(match, 0, "R1x") == refused(match, 0, "P5x") == "DI-9"
    with pytest.raises(IllegalChoice) as refusal:
        match.read(0, "R6+")
    assert refusal.value.clause == "DI-6"


def test_DI_6_equal_cards_are_offered_once_and_placed_one_at_a_time() -> None:
    match = Match(GAME, position("R1 R1 R1 Y1 Y1 Y2 Y2", "G1 G2 G3 G4 G5 P1", HANDS[2]))
    assert choices(match, 0) == "R1- R1+ Y1- Y1+ Y2- Y2+"
    play_turn(match, "Y1-")
    assert hand_of(match.state, 0) == "R1 R1 R1 Y1 Y2 Y2"


def test_DI_6_fourteen_choices_at_most() -> None:
    match = Match(GAME, position("R1 R2 Y3 G4 B5 P1 P2", *HANDS[1:]))
    assert len(match.options(0)) == 14 == rules.OFFERS


def test_DI_7_three_on_a_side_then_only_the_other() -> None:
    hands = ("Y1 Y2 Y3 R1 G1 G2 G5", *HANDS[1:])
    yellow = "Y5- Y4- Y4- Y2+"  # the book's example: three in hell, one in heaven
    match = Match(GAME, position(*hands, rows=yellow))
    assert choices(match, 0) == "R1- R1+ Y1+ Y2+ Y3+ G1- G1+ G2- G2+ G5- G5+"
    assert refused(match, 0, "Y3-") == "DI-7"
    match = Match(GAME, position(*hands, rows="Y5+ Y4+ Y4+ Y2-"))
    assert choices(match, 0) == "R1- R1+ Y1- Y2- Y3- G1- G1+ G2- G2+ G5- G5+"
    assert refused(match, 0, "Y3+") == "DI-7"
    match = Match(GAME, position(*hands, rows="Y5+ Y4+ Y4- Y2-"))
    assert choices(match, 0) == "R1- R1+ Y1- Y1+ Y2- Y2+ Y3- Y3+ G1- G1+ G2- G2+ G5- G5+"


def test_DI_7_an_open_row_always_has_room_on_one_side() -> None:
    for hell in range(4):
        for heaven in range(4):
            state = position(*HANDS)
            state.rows[GREEN] = [1] * hell + [0] * (3 - hell) + [1] * heaven + [0] * (3 - heaven)
            placements = rules.room(state)
            green = [CARD_NAMES[f"G{value}"] for value in range(1, 6)]
            room = [all(has(placements, 2 * card + side) for card in green) for side in (0, 1)]
            assert room == [hell < 3, heaven < 3]
            assert any(room) or hell + heaven >= 5


def test_DI_8_the_fifth_card_closes_a_row() -> None:
    for first, last in (("Y5- Y4- Y4- Y2+", "Y1+"), ("Y5+ Y4+ Y4- Y2-", "Y1-")):
        state = position("Y1 Y2 Y3 R1 G1 G2 G5", *HANDS[1:], rows=first)
        match = Match(GAME, state)
        events = play_turn(match, last)
        assert told(events, Told.CLOSES) == [(YELLOW,)]
        assert members(state.closed) == [YELLOW]
        assert [row["closed"] for row in match.view(2)["rows"]] == [False, True, *[False] * 3]
        assert choices(match, 1).startswith("R1- R1+")
        assert "Y" not in choices(match, 1)
        assert refused(match, 1, "Y3+") == refused(match, 1, "Y3-") == "DI-8"
    assert state.rows[YELLOW] == [4, 2, 1, 5, 4, 0]


def test_DI_8_a_row_of_four_is_open() -> None:
    for row in ("Y5- Y4- Y4-", "Y5+ Y4+ Y4+", "Y5+ Y4- Y4-"):
        match = Match(GAME, position("Y1 Y2 Y3 R1 G1 G2 G5", *HANDS[1:], rows=row))
        events = play_turn(match, "Y1-" if row.count("-") < 3 else "Y1+")
        assert told(events, Told.CLOSES) == []
        assert match.state.closed == 0


BLUES = "B1 B1 B1 B1 B2 B4"


def chloe(drawn: str, pile: str, rows: str = CLOSED_BLUE) -> Match:
    """Ben places, then Chloé draws the first card of the pile."""
    hands = ("R1 R2 Y1 Y3 G1 G2", "R1 R3 Y2 G5 P1 P1 P2", drawn)
    return Match(GAME, position(*hands, rows=rows, pile=pile, turn=1))


def test_DI_9_the_books_example() -> None:
    match = chloe(BLUES, "B5 B4 R2 G3")
    state = match.state
    events = play_turn(match, "R3+")
    shown = tuple(cards("B1 B1 B1 B1 B2 B4 B5"))
    assert events == [(Told.PLACES, 1, CARD_NAMES["R3"], HEAVEN), (Told.SHOWS, 2, *shown)]
    assert (state.asked, state.drawn, state.shown) == (Asked.DISCARD, 0, [0, 0, 1, 0, 0])
    assert match.waiting_for == [2]
    assert (match.question.name, match.question.clause) == ("discard", "DI-9")
    assert choices(match, 2) == "B1x B2x B4x B5x"
    assert match.view(0)["players"][2]["known"] == list(shown)

    events = play_turn(match, "B1x")
    shown = tuple(cards("B1 B1 B1 B2 B4 B4 B5"))
    assert events == [(Told.DISCARDS, 2, CARD_NAMES["B1"]), (Told.SHOWS, 2, *shown)]
    assert match.waiting_for == [2]
    assert match.view(1)["discards"] == cards("B1")

    events = play_turn(match, "B5x")
    assert events == [(Told.DISCARDS, 2, CARD_NAMES["B5"])]
    assert (state.asked, state.drawn) == (Asked.CARD, CARD_NAMES["R2"])
    assert choices(match, 2) == "R2- R2+"
    assert match.view(None)["discards"] == cards("B1 B5")
    known = cards("B1 B1 B1 B2 B4 B4")
    assert match.view(0)["players"][2]["known"] == known  # not the card just drawn
    assert match.view(2)["drawn"] == CARD_NAMES["R2"]
    assert match.view(0)["drawn"] is None

    assert told(play_turn(match, "R2-"), Told.PLACES) == [(2, CARD_NAMES["R2"], HELL)]
    assert match.waiting_for == [0]
    assert match.view(1)["players"][2] == match.view(2)["players"][2]
    assert match.view(1)["players"][2]["known"] == known
    assert sound(state)


def test_DI_9_one_card_of_an_open_colour_is_enough() -> None:
    for pile in ("P2", "R1"):  # the last and the first card of the hand
        match = chloe(BLUES, pile)
        assert told(play_turn(match, "R3+"), Told.SHOWS) == []
        assert (match.state.asked, match.state.shown) == (Asked.CARD, [0] * 5)
        assert choices(match, 2) == f"{pile}- {pile}+"
        assert match.view(0)["players"][2]["known"] == []


def test_DI_9_whoever_was_stuck_may_be_so_again() -> None:
    match = chloe(BLUES, "B5 R2 G3 G3 B4 P3")
    for text in ("R3+", "B5x", "R2-", "G1-", "G5-"):
        play_turn(match, text)
    assert match.waiting_for == [2]
    assert match.state.asked == Asked.DISCARD
    assert choices(match, 2) == "B1x B2x B4x"
    assert match.view(0)["players"][2]["known"] == cards("B1 B1 B1 B1 B2 B4 B4")
    assert match.state.discards[CARD_NAMES["B5"]] == 1
    play_turn(match, "B4x")
    assert match.waiting_for == [2]
    assert match.view(0)["discards"] == cards("B4 B5")


def test_DI_9_discarding_is_for_those_who_cannot_place() -> None:
    match = chloe(BLUES, "B5 R2")
    assert refused(match, 1, "R3x") == refused(match, 1, "B1x") == "DI-9"
    play_turn(match, "R3+")
    assert refused(match, 2, "B1+") == refused(match, 2, "B5-") == "DI-8"
    assert refused(match, 2, "R2+") == refused(match, 2, "P5x") == "DI-6"
    assert refused(match, 2, "keep") == refused(match, 2, "double") == "DI-13"


def test_DI_9_with_two_closed_colours_seven_cards_of_both_are_stuck() -> None:
    hands = ["Y1 Y2 G1 G2 G5 P5", "Y1 Y2 Y3 G1 G2 P2 P1", "B1 B4 R1 R2 R3 R4"]
    hands += ["P3 P3 P4 P4 G3 G3", "P1 P1 P2 Y3 Y3 Y4"]
    state = position(*hands, rows=f"{CLOSED_RED} {CLOSED_BLUE}", pile="R5 G4", turn=1)
    match = Match(GAME, state)
    events = play_turn(match, "Y1+")
    assert told(events, Told.SHOWS) == [(2, *cards("R1 R2 R3 R4 R5 B1 B4"))]
    assert state.asked == Asked.DISCARD
    assert choices(match, 2) == "R1x R2x R3x R4x R5x B1x B4x"


# End of a round


@pytest.mark.parametrize("players", [3, 4])
def test_DI_10_two_closed_rows_end_the_round_at_once(players: int) -> None:
    hands = ["B4 G1 G2 G3 G4 G5 B1", "Y1 Y1 Y1 Y2 Y2 Y3", "P1 P1 P1 P2 P2 P3", "P3 P4 P4 P5 P5 Y3"]
    rows = "R1- R2- R1+ R5+ B3- B3+ B2+ B2+"
    match = Match(GAME, position(*hands[:players], rows=rows + " R3+"))
    state = match.state
    left = state.top
    events = play_turn(match, "B4-")
    assert told(events, Told.CLOSES, Told.PLAY_ENDS) == [(BLUE,), (2,)]
    assert members(state.closed) == [RED, BLUE]
    assert (state.asked, state.drawn, state.top) == (Asked.DOUBLER, 0, left)
    assert match.waiting_for == list(range(players))
    assert match.view(0)["turn"] is None
    one_closed = Match(GAME, position(*hands[:players], rows=rows))
    assert told(play_turn(one_closed, "B4-"), Told.CLOSES, Told.PLAY_ENDS) == [(BLUE,)]
    assert one_closed.waiting_for == [1]


def test_DI_10_five_players_close_three() -> None:
    hands = ["B4 G1 G2 G3 G4 G5 B1", "Y1 Y1 Y1 Y2 Y2 Y3", "P1 P1 P1 P2 P2 P3"]
    hands += ["P3 P4 P4 P5 P5 Y3", "Y5 Y5 G1 G1 G2 G2"]
    rows = "R1- R2- R1+ R5+ R3+ B3- B3+ B2+ B2+"
    match = Match(GAME, position(*hands, rows=rows))
    assert told(play_turn(match, "B4-"), Told.CLOSES, Told.PLAY_ENDS) == [(BLUE,)]
    assert match.waiting_for == [1]
    hands[3] = "R3 R4 R4 R5 R1 Y3"
    state = position(*hands, rows=rows + " P3- P3+ P4- P4+ P5+")
    match = Match(GAME, state)
    assert members(state.closed) == [RED, PURPLE]
    assert told(play_turn(match, "B4-"), Told.CLOSES, Told.PLAY_ENDS) == [(BLUE,), (3,)]
    assert state.asked == Asked.DOUBLER


# Scoring a round

ANNA = "R4 R2 Y5 G1 B1 P3"
BEN = "R5 R1 Y3 Y2 G4 B2"
CHLOE = "R3 Y1 B5 B1 P5 P2"
ROUND = "R5+ R3+ R2- R1- R1- Y3- Y3- Y2+ Y2+ G2- G2+ B4+ B2-"


def test_DI_11_all_rows_are_scored_from_top_to_bottom() -> None:
    # only red and yellow are closed; nobody has a doubler, so that nothing is asked
    state = position(ANNA, BEN, f"{CHLOE} Y1", rows=ROUND, turn=2)
    state.doublers = 0
    match = Match(GAME, state)
    events = play_turn(match, "Y1-")
    assert told(events, Told.ROW) == [(0, 8, 4), (1, 4, 7), (2, 2, 2), (3, 4, 2), (4, 0, 0)]
    assert told(events, Told.SCORES, Told.LOSES) == [(1, 6), (1, 5), (2, 6)]
    assert state.points[0] == [0, 1, 6, 0, 0]
    assert state.rounds_done == 1


def test_DI_11_the_whole_round_of_the_book() -> None:
    match = Match(GAME, position(ANNA, BEN, f"{CHLOE} Y1", rows=ROUND, turn=2))
    events = play_turn(match, "Y1-")
    assert told(events, Told.ROW) == [(RED, 8, 4)]
    assert match.waiting_for == [0, 1, 2]
    assert (match.question.name, match.view(0)["scoring"]) == ("doubler", RED)
    events = play_turn(match, "keep double double")
    assert events == [
        (Told.DOUBLES, 1),
        (Told.DOUBLES, 2),
        (Told.HOLDS, 1, 6, 0, 0, 0, 0, 5, 1),
        (Told.HOLDS, 2, 3, 0, 0, 0, 0, 0, 3),
        (Told.HOLDS, 0, 6, 0, 0, 0, 0, 4, 2),
        (Told.SCORES, 1, 12),
        (Told.ROW, YELLOW, 4, 7),
        (Told.HOLDS, 1, 5, 0, 0, 3, 2, 0, 0),
        (Told.HOLDS, 2, 1, 0, 0, 0, 0, 1, 0),
        (Told.HOLDS, 0, 5, 0, 0, 0, 5, 0, 0),
        (Told.LOSES, 1, 5),
        (Told.ROW, GREEN, 2, 2),
        (Told.EQUAL, GREEN),
        (Told.ROW, BLUE, 4, 2),
    ]
    assert match.waiting_for == [0]  # only Anna still has her doubler
    assert match.view(1)["scoring"] == BLUE
    assert [player["doubler"] for player in match.view(1)["players"]] == [True, False, False]
    assert [row["scored"] for row in match.view(1)["rows"]] == [True, True, True, False, False]
    assert match.scores() == [0, 7, 0]
    events = play_turn(match, "keep")
    assert events == [
        (Told.HOLDS, 1, 2, 2, 0, 0, 0, 0, 0),
        (Told.HOLDS, 2, 6, 0, 0, 5, 1, 0, 0),
        (Told.HOLDS, 0, 1, 0, 1, 0, 0, 0, 0),
        (Told.SCORES, 2, 6),
        (Told.ROW, PURPLE, 0, 0),
        (Told.EQUAL, PURPLE),
        (Told.ROUND_POINTS, 0, 0),
        (Told.ROUND_POINTS, 1, 7),
        (Told.ROUND_POINTS, 2, 6),
        (Told.ROUND_ENDS, 1),
        (Told.DEALS, 1, 2),
    ]
    assert match.state.points == [[0, 7, 6, 0, 0], *[[0] * 5] * 4]
    assert match.scores() == [0, 7, 6]


def test_DI_12_the_two_sides_of_a_row_are_added_up() -> None:
    state = position(*HANDS, rows="R5+ R3+ R2- R1- R1- P4- P3+ P5+ P5+ P2-")
    assert [rules.side_sum(state, RED, side) for side in (HEAVEN, HELL)] == [8, 4]
    assert [rules.side_sum(state, PURPLE, side) for side in (HEAVEN, HELL)] == [13, 6]
    assert [rules.margin(state, row) for row in range(5)] == [4, 0, 0, 0, 7]


def green(*hands: str, side: str = "+", dealer: int = 0) -> tuple[Match, list[Event]]:
    """These hold so much green, filled up by cards that do not count; green is plus or minus."""
    others = [card_name(card) for card in BOX if COLOUR_OF[card] != GREEN]
    filled = []
    for hand in hands:
        held = hand.split()
        filled.append(" ".join(held + [others.pop(0) for _ in range(6 - len(held))]))
    return scored(*filled, rows=f"G1{side}", dealer=dealer)


def test_DI_13_the_largest_sum_scores_as_held() -> None:
    match, _ = green("G5", "G4 G2", "")  # the book's example
    events = play_turn(match, "double keep keep")
    assert told(events, Told.DOUBLES) == [(0,)]
    assert told(events, Told.SCORES) == [(1, 6)]
    assert match.state.points[0] == [0, 6, 0, 0, 0]
    match, _ = green("G5", "G4 G2", "")
    events = play_turn(match, "double double keep")
    assert told(events, Told.DOUBLES) == [(0,), (1,)]
    assert told(events, Told.SCORES) == [(1, 12)]
    assert match.state.points[0] == [0, 12, 0, 0, 0]


@pytest.mark.parametrize("best", [0, 1, 2])
def test_DI_13_whoever_it_is(best: int) -> None:
    hands = ["G2", "G2", "G2"]
    hands[best] = "G3"
    for choice, points in (("keep", 3), ("double", 6)):
        match, _ = green(*hands)
        events = play_turn(match, " ".join(["keep"] * best + [choice] + ["keep"] * (2 - best)))
        assert told(events, Told.SCORES) == [(best, points)]
        assert match.scores() == [points * (seat == best) for seat in range(3)]


def test_DI_13_all_who_have_a_doubler_decide_secretly_and_at_once() -> None:
    match, events = green("G5", "", "G4 G2", "")
    assert told(events, Told.ROW) == [(0, 0, 0), (1, 0, 0), (2, 1, 0)]
    assert match.waiting_for == [0, 1, 2, 3]  # also those without green
    assert [choices(match, seat) for seat in range(4)] == ["keep double"] * 4
    before = [match.view(seat) for seat in (0, 1, 2, 3, None)]
    for seat in (3, 0, 1):
        assert match.choose(seat, DOUBLE) is None
        assert [match.view(seat) for seat in (0, 1, 2, 3, None)] == before
    assert all(player["known"] == [] for player in before[4]["players"])  # nothing is shown yet
    assert match.waiting_for == [2]
    assert told(match.choose(2, DOUBLE) or [], Told.SCORES) == [(2, 12)]


def test_DI_13_nothing_else_is_decided_then() -> None:
    match, _ = green("G5", "", "G4 G2")
    for seat, text in ((0, "G5+"), (0, "G5x"), (1, "P5-"), (2, "R1x")):
        assert refused(match, seat, text) == "DI-13"


def test_DI_13_everybody_shows_the_colour() -> None:
    match, _ = green("G5", "G1 G1", "G4 G2", "")
    match.state.rows[BLUE][3] = 1  # one more plus row, so that scoring stops again
    events = play_turn(match, "keep keep keep double")
    shown = told(events, Told.HOLDS)
    assert [numbers[:2] for numbers in shown] == [(1, 2), (2, 6), (0, 5)]
    assert [[v for v in numbers[2:] if v] for numbers in shown] == [[1, 1], [4, 2], [5]]
    assert match.waiting_for == [0, 1, 2]
    for seat in (3, None):
        known = [player["known"] for player in match.view(seat)["players"]]
        assert known[:3] == [cards("G5"), cards("G1 G1"), cards("G2 G4")]


def test_DI_13_six_cards_of_a_colour_are_told_highest_first() -> None:
    _, events = green("G5 G4 G3 G3 G2 G1", "", "", side="-")
    assert told(events, Told.HOLDS) == [(0, 18, 5, 4, 3, 3, 2, 1)]


def test_DI_14_a_used_doubler_is_gone_for_the_round() -> None:
    match, _ = green("G5", "G4 G2", "", "G3")
    match.state.rows[BLUE][3] = match.state.rows[PURPLE][3] = 1
    play_turn(match, "double double keep keep")
    assert (match.waiting_for, match.state.row) == ([2, 3], BLUE)
    assert members(match.state.doublers) == [2, 3]
    assert [player["doubler"] for player in match.view(0)["players"]] == [False, False, True, True]
    with pytest.raises(NotOwed):
        match.choose(1, DOUBLE)
    play_turn(match, "keep double")
    assert (match.waiting_for, match.state.row) == ([2], PURPLE)
    play_turn(match, "double")
    assert match.state.rounds_done == 1
    assert members(match.state.doublers) == [0, 1, 2, 3]  # back for the next round


def test_DI_14_a_plus_row_without_doublers_is_scored_at_once() -> None:
    match, _ = green("G5 B2", "G4 G2", "B1")
    match.state.rows[BLUE][3] = 1
    events = play_turn(match, "double double double")
    assert told(events, Told.SCORES) == [(1, 12), (0, 2)]  # the second row is not doubled
    assert match.state.rounds_done == 1


def test_DI_14_it_is_gone_also_if_it_won_nothing() -> None:
    match, _ = green("", "", "")
    match.state.rows[BLUE][3] = 1
    play_turn(match, "double keep keep")
    assert match.waiting_for == [1, 2]


def test_DI_15_the_largest_sum_loses_on_a_minus_row() -> None:
    match, events = green("G5", "G3", "", side="-")  # the book's example, in green
    assert told(events, Told.LOSES, Told.SCORES) == [(0, 5)]
    assert match.state.points[0] == [-5, 0, 0, 0, 0]
    assert match.scores() == [-5, 0, 0]
    assert match.state.rounds_done == 1  # no doubler was asked for


def test_DI_15_everybody_shows_the_colour() -> None:
    _, events = green("G5", "G3", "", side="-")
    assert [numbers[:2] for numbers in told(events, Told.HOLDS)] == [(1, 3), (0, 5)]
    state = position("G5 R1 R1 R2 R2 R3", "G3 Y1 Y1 Y2 Y2 Y3", HANDS[2], rows="G1- B1+")
    rules.end_play(state, None)
    assert state.row == BLUE
    assert [player["known"] for player in view(state, 2)["players"]][:2] == [[15], [13]]


def test_DI_16_equal_sides_score_nothing_and_show_nothing() -> None:
    hands = ("G5 R1 R1 R2 R2 R3", "G3 Y1 Y1 Y2 Y2 Y3", "P1 P1 P2 P2 P3 B1")
    match, events = scored(*hands, rows="G1- G1- G2+ B1+")
    assert told(events, Told.EQUAL) == [(RED,), (YELLOW,), (GREEN,)]  # two of them empty
    assert told(events, Told.HOLDS, Told.SCORES, Told.LOSES, Told.NOBODY_HOLDS) == []
    assert match.view(2)["scoring"] == BLUE
    assert [player["known"] for player in match.view(2)["players"]][:2] == [[], []]
    assert match.scores() == [0, 0, 0]


@pytest.mark.parametrize("side", ["+", "-"])
def test_DI_17_among_equals_the_first_from_the_dealers_left(side: str) -> None:
    def scorer(*hands: str, dealer: int) -> int:
        match, events = green(*hands, side=side, dealer=dealer)
        if side == "+":
            events = play_turn(match, " ".join(["keep"] * (len(hands) - 1) + ["double"]))
        ((seat, points),) = told(events, Told.SCORES, Told.LOSES)
        assert points == (14 if side == "+" and seat == len(hands) - 1 else 7)
        return seat

    four = ("G2", "G5 G2", "G1", "G4 G3")
    assert scorer(*four, dealer=3) == 1  # the book's example
    assert [scorer(*four, dealer=dealer) for dealer in range(4)] == [1, 3, 3, 1]
    three = ("G5 G2", "G2", "G4 G3")
    assert [scorer(*three, dealer=dealer) for dealer in range(3)] == [2, 2, 0]
    five = ("G4 G3", "G5 G2", "G1", "", "")
    assert [scorer(*five, dealer=dealer) for dealer in range(5)] == [1, 0, 0, 0, 0]


def test_DI_17_the_dealer_alone_may_have_the_most() -> None:
    for dealer in range(3):
        hands = ["G2", "G2", "G2"]
        hands[dealer] = "G3"
        _, events = green(*hands, side="-", dealer=dealer)
        assert told(events, Told.LOSES) == [(dealer, 3)]


@pytest.mark.parametrize("side", ["+", "-"])
def test_DI_18_where_nobody_holds_the_colour_nobody_scores(side: str) -> None:
    match, events = green("", "", "", side=side)
    if side == "+":
        events = play_turn(match, "double keep keep")  # the book's example
        assert told(events, Told.DOUBLES) == [(0,)]
    assert told(events, Told.NOBODY_HOLDS) == [(GREEN,)]
    assert told(events, Told.HOLDS, Told.SCORES, Told.LOSES) == []
    assert match.scores() == [0, 0, 0]
    assert match.state.rounds_done == 1


# Next round and end of the game


@pytest.mark.parametrize("players", [3, 4, 5])
def test_DI_19_the_deal_passes_to_the_left_for_as_many_rounds_as_players(players: int) -> None:
    match = dealt(players, 6)
    first = match.state.dealer
    for number in range(players):
        assert match.state.rounds_done == number
        assert match.view(0)["round"] == number + 1
        assert not match.over
        assert match.winners() == []
        assert match.state.dealer == (first + number) % players
        assert match.waiting_for == [(first + number + 1) % players]
        play_round(match)
        assert match.state.decks[number] == [0] * CARDS or number == players - 1
    assert match.over
    assert match.options(0) == []
    assert match.view(0)["round"] == players
    assert match.state.dealer == (first + players - 1) % players
    points = match.state.points
    assert match.scores() == [sum(row[seat] for row in points) for seat in range(players)]
    best = max(match.scores())
    assert match.winners() == [s for s in range(players) if match.scores()[s] == best]


def test_DI_19_the_last_round_stays_on_the_table() -> None:
    match = dealt(3, 6)
    while not match.over:
        play_round(match)
    assert (match.state.row, match.state.asked) == (5, Asked.DOUBLER)
    assert [player["cards"] for player in match.view(0)["players"]] == [6, 6, 6]
    assert sound(match.state)


def test_DI_19_most_points_win_and_a_tie_is_shared() -> None:
    state = position(*HANDS, round_number=1)
    state.points[0][:3] = [2, 3, -1]
    state.points[2][:3] = [4, 2, 7]
    assert [rules.score(state, seat) for seat in range(3)] == [6, 5, 6]
    assert members(rules.winners(state)) == [0, 2]
    state.points[1][1] = 2
    assert members(rules.winners(state)) == [1]
    state.points[1][:3] = [-20, -20, -20]
    assert members(rules.winners(state)) == [0, 2]
    for seat in range(3):
        state = position(*HANDS)
        state.points[0] = [-9] * 5
        state.points[1][seat] = 1
        assert members(rules.winners(state)) == [seat]


@pytest.mark.parametrize(("players", "most"), [(3, 25), (4, 25), (5, 35)])
def test_DI_20_the_pile_cannot_run_out(players: int, most: int) -> None:
    # Cards placed: the rows that end the round are full, the others have one free place at least.
    state = State()
    state.seats = players
    closing = rules.rows_to_close(state)
    placed = closing * parts.ROW + (parts.COLOURS - closing) * (parts.ROW - 1)
    # Cards discarded are of closed colours, and whoever discards keeps six such cards.
    left_over = (closing - 1) * (CARDS // parts.COLOURS - parts.ROW)
    assert placed + left_over - parts.HAND == most
    assert most < CARDS - players * parts.HAND


@pytest.mark.parametrize(("players", "most"), [(3, 25), (4, 25), (5, 35)])
def test_DI_20_nor_does_it_when_rounds_are_drawn_out(players: int, most: int) -> None:
    """Everybody holds on to closed colours and fills the emptiest row."""
    longest = 0
    for seed in range(30):
        match = dealt(players, seed)
        chance = Random(seed)
        while match.state.rounds_done == 0:
            longest = max(longest, match.state.top - players * parts.HAND)
            for seat in match.waiting_for:
                options = match.options(seat)
                start = below(chance, len(options))
                match.choose(seat, min(options[start:] + options[:start], key=fullness(match)))
    assert 20 <= longest <= most


def fullness(match: Match) -> Any:
    """How full the row of a placement is already."""
    rows = match.state.rows
    return lambda option: 6 - rows[COLOUR_OF[option // 2]].count(0) if 2 <= option < 52 else 0


# Automatic play


def test_G_4_a_forced_placement_still_looks_like_a_choice() -> None:
    match = chloe(BLUES, "B5 R2", rows=f"{CLOSED_BLUE} R4- R4- R5-")
    play_turn(match, "R3+")
    play_turn(match, "B5x")
    assert choices(match, 2) == "R2+"
    assert match.forced(2) is None
    assert not rules.obvious(match.state, 2)
