"""Kilimanjaro, clause by clause."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from tablee.catalogue import load
from tablee.games.kilimanjaro import parts, rules
from tablee.games.kilimanjaro.notation import COUNTER_LETTERS, KIND_NAMES, read, say
from tablee.games.kilimanjaro.state import GO, PLACE, STAY, SWAP, Asked, State, Told
from tablee.games.kilimanjaro.view import cards_of, sound, view
from tablee.kernel.chance import Random, below
from tablee.kernel.errors import IllegalChoice, NotOwed
from tablee.kernel.events import Event
from tablee.kernel.match import Match
from tablee.kernel.record import play_turn
from tablee.kernel.sets import members

GAME = load("kilimanjaro")
SPACES = [space for space in range(1, 100) if space not in (20, 40, 60, 80)]


def dealt(players: int = 4, seed: int = 1, **switches: bool) -> Match:
    return Match(GAME, GAME.dealt(players, switches, Random(seed)))


def kinds(cards: str) -> list[int]:
    """The kinds of cards written like "C2 J7"."""
    return [KIND_NAMES.index(card) for card in cards.split()]


def race(
    stacks: list[str],
    hands: list[str],
    at: list[int],
    track: dict[int, str] | None = None,
    pile: str = "C1 C1 C1",
    **fields: Any,
) -> State:
    """A position during the race; `track` says which counter lies on which space, face down."""
    state = State()
    state.seats = len(stacks)
    state.placed = 16
    state.asked = Asked.CARD
    for seat in range(state.seats):
        state.tops[seat] = kinds(stacks[seat])
        state.position[seat] = at[seat]
        for card in kinds(hands[seat]):
            copy = 1 << 2 * card
            state.hands[seat] |= copy | (state.hands[seat] & copy) << 1
    for number, (space, letter) in enumerate((track or {}).items()):
        state.track[space] = number + 1
        state.counters[number] = COUNTER_LETTERS.index(letter)
    state.drawn = 56 - len(pile.split())
    state.pile[state.drawn :] = kinds(pile)
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def alone(distance: int, at: int, track: dict[int, str] | None = None, **fields: Any) -> State:
    """A race of two in which seat 0 will move this far by playing F1 on its right stack."""
    low = {6: "C6 M2 F3", 9: "C4 C5 F3", 14: "C7 C7 F3", 1: "C1 M1 F3"}[distance]
    return race([low, "J1 J1 J2"], ["F1 M5", "C4 C4"], [at, 3], track, **fields)


def play(state: State, *texts: str) -> list[Event]:
    """Choices, each of the seat whose turn it is; the events of all of them."""
    events: list[Event] = []
    for text in texts:
        (seat,) = members(rules.owes(state))
        option = read(text)
        assert option in options(state), f"{text} is not offered"
        rules.resolve(state, [option if s == seat else -1 for s in range(state.seats)], events)
    return events


def options(state: State) -> list[int]:
    (seat,) = members(rules.owes(state))
    offers: list[int] = []
    rules.options(state, seat, offers)
    return offers


def texts(state: State) -> list[str]:
    return [say(option) for option in options(state)]


def told(events: list[Event], *wanted: int) -> list[tuple[int, ...]]:
    """The numbers of the events of these kinds."""
    return [event[1:] for event in events if event[0] in wanted]


def written(counters: list[str], dealer: int = 0, **parts_of_deal: Any) -> Match:
    """A game from a written deal, with the same stacks and hands unless said otherwise."""
    seats = len(counters)
    stacks = [["C1", "M1", "F1"], ["C1", "M1", "F1"], ["C2", "M2", "F2"], ["C2", "M2", "F2"]]
    hands = [["J1", "J2", "J3"], ["J1", "J2", "J3"], ["J4", "J5", "J6"], ["J4", "J5", "J6"]]
    state = GAME.blank(seats, {})
    deal: dict[str, Any] = {
        "dealer": dealer,
        "counters": [list(letters) for letters in counters],
        "stacks": stacks[:seats],
        "hands": hands[:seats],
        "pile": ["*"],
    }
    GAME.notation.read_deal(state, deal | parts_of_deal)
    return Match(GAME, state)


def refused(match: Match, text: str) -> str:
    """The clause by which a choice is refused; nothing must have changed."""
    before = match.state.pack()
    (seat,) = match.waiting_for
    with pytest.raises(IllegalChoice) as refusal:
        match.choose(seat, match.read(seat, text))
    assert match.state.pack() == before
    return refusal.value.clause


# Material


def test_KI_1_four_types_of_seven_values_two_cards_of_each() -> None:
    assert (parts.TYPES, parts.VALUES, parts.KINDS, parts.COPIES, parts.CARDS) == (4, 7, 28, 2, 56)
    faces = list(zip(parts.TYPE_OF, parts.VALUE_OF, strict=True))
    assert faces == [(kind, value) for kind in range(4) for value in range(1, 8)]
    assert [f"{letter}{value}" for letter in "CMFJ" for value in range(1, 8)] == KIND_NAMES
    assert Counter(dealt().state.pile) == Counter(dict.fromkeys(range(28), 2))


def test_KI_2_eight_bananas_four_lions_four_exchanges() -> None:
    assert (parts.BANANA, parts.LION, parts.EXCHANGE) == (0, 1, 2)
    assert (parts.COUNTERS, parts.COUNTERS_OF, parts.COUNTER_KINDS) == (16, (8, 4, 4), 3)
    assert Counter(dealt().state.counters) == {0: 8, 1: 4, 2: 4}


def test_KI_3_the_track_its_villages_and_the_start() -> None:
    assert (parts.CAMP, parts.VILLAGES_APART) == (100, 20)
    assert [space for space in range(101) if not parts.may_hold_a_counter(space)] == [
        *(0, 20, 40, 60, 80, 100)
    ]
    behind = {0: 0, 1: 0, 19: 0, 20: 20, 21: 20, 39: 20, 40: 40, 59: 40, 60: 60, 79: 60, 80: 80}
    assert {space: parts.village_behind(space) for space in behind} == behind
    assert parts.village_behind(99) == 80
    for players in (2, 3, 4):
        assert dealt(players).state.position == [0, 0, 0, 0]


# Set-up


@pytest.mark.parametrize(
    ("players", "dealer", "many"),
    [
        (2, 0, [8, 8]),
        (2, 1, [8, 8]),
        (3, 0, [5, 6, 5]),  # left of the dealer: 6
        (3, 1, [5, 5, 6]),
        (3, 2, [6, 5, 5]),
        (4, 3, [4, 4, 4, 4]),
    ],
)
def test_KI_4_all_counters_are_dealt_out(players: int, dealer: int, many: list[int]) -> None:
    seed = next(s for s in range(99) if dealt(players, s).state.dealer == dealer)
    match = dealt(players, seed)
    assert [player["counters"] for player in match.view(None)["players"]] == many
    for seat in range(players):
        own = [match.state.counters[n] for n in range(16) if rules.owner(match.state, n) == seat]
        assert match.view(seat)["counters"] == [own.count(kind) for kind in range(3)]


def test_KI_4_every_counter_can_come_to_every_seat_and_every_seat_can_deal() -> None:
    dealers = Counter(dealt(4, seed).state.dealer for seed in range(60))
    assert sorted(dealers) == [0, 1, 2, 3]
    for number in range(16):
        assert {dealt(4, seed).state.counters[number] for seed in range(60)} == {0, 1, 2}


def test_KI_4_the_same_chance_gives_the_same_deal_for_ever() -> None:
    deal = GAME.notation.write_deal(dealt(3, 1).state)
    assert deal["dealer"] == 2
    assert ["".join(letters) for letters in deal["counters"]] == ["EELLBB", "LBEBL", "BBBBE"]
    assert deal["stacks"] == [["F4", "J2", "C5"], ["F5", "F7", "J1"], ["J4", "C3", "F5"]]
    assert deal["hands"] == [["F6", "J7", "J4"], ["F3", "M3", "M1"], ["J2", "C3", "M4"]]
    assert deal["pile"][:4] + deal["pile"][-2:] == ["J7", "M2", "M5", "C6", "J5", "F1"]


def test_KI_4_only_counters_one_has_can_be_placed() -> None:
    match = written(["BBBBBBBB", "LLLLEEEE"], dealer=1)
    assert texts(match.state) == [f"B{space}" for space in SPACES]
    assert refused(match, "L1") == "KI-4"
    assert refused(match, "E99") == "KI-4"
    play_turn(match, "B1")
    assert texts(match.state) == [
        f"{letter}{space}" for letter in "LE" for space in SPACES if space > 2
    ]
    assert refused(match, "B7") == refused(match, "B0") == "KI-4"


def test_KI_4_the_last_counter_of_a_kind_is_gone_when_placed() -> None:
    match = written(["BLEB", "BBBB", "BLLL", "BEEE"], dealer=3)
    play_turn(match, "E5")
    assert match.state.counters[0] == parts.EXCHANGE
    assert match.view(0)["counters"] == [2, 1, 0]
    for text in ("B10", "L15", "E25"):
        play_turn(match, text)
    assert {text[0] for text in texts(match.state)} == {"B", "L"}
    assert refused(match, "E50") == "KI-4"
    for text in ("B30", "B33", "L36", "E39", "L45"):
        play_turn(match, text)
    assert match.view(0)["counters"] == [1, 0, 0]
    assert [rules.owner(match.state, n) for n in (0, 4, 8, 12)] == [0, 0, 0, 0]
    assert [match.state.counters[n] for n in (0, 4, 8, 12)] == [2, 0, 1, 0]


def test_KI_5_one_counter_each_in_turn_until_all_lie() -> None:
    for players in (2, 3, 4):
        match = dealt(players, 5)
        first = (match.state.dealer + 1) % players
        order = []
        while rules.asks(match.state) == Asked.COUNTER:
            (seat,) = match.waiting_for
            order.append(seat)
            option = match.options(seat)[0]
            space = (option - PLACE) % 100
            events = match.choose(seat, option)
            assert events is not None
            assert events[0] == (Told.PLACES, seat, space)  # where, never what
            assert match.state.track[space] == match.state.placed == len(order)
        assert order == [(first + step) % players for step in range(16)]
        assert sorted(match.state.track) == [0] * 85 + list(range(1, 17))


def test_KI_5_never_on_or_next_to_a_counter() -> None:
    match = written(["BBBBBBBL", "BLLLEEEE"], dealer=1)
    play_turn(match, "B33")
    for text in ("B32", "B33", "B34"):
        assert refused(match, text) == "KI-5"
    assert {"B31", "B35"} <= set(texts(match.state))
    assert texts(match.state)[:92] == [f"B{s}" for s in SPACES if s not in (32, 33, 34)]
    play_turn(match, "L1")
    play_turn(match, "B99")
    assert not {"B1", "B2", "B98", "B99"} & set(texts(match.state))
    assert {"B3", "B97"} <= set(texts(match.state))


def test_KI_5_never_on_a_village_the_start_or_the_camp() -> None:
    match = dealt(2)
    for text in ("B0", "B20", "L40", "E60", "B80", "B100"):
        assert refused(match, text) == "KI-5"
    spaces = {(option - PLACE) % 100 for option in options(match.state)}
    assert spaces == set(SPACES)
    assert {19, 21} <= spaces  # beside a village is allowed


def test_KI_5_every_space_blocks_exactly_itself_and_its_neighbours() -> None:
    for space in SPACES:
        match = written(["BBBBBBBB", "LLLLEEEE"], dealer=0)
        play_turn(match, f"L{space}")
        open_now = [int(text[1:]) for text in texts(match.state)]
        assert open_now == [s for s in SPACES if abs(s - space) > 1]


def test_KI_5_there_is_always_a_free_space() -> None:
    """Fifteen counters block at most 45 of the 95 spaces; here they block as many as they can."""
    match = written(["BBBBBBBB", "LLLLEEEE"], dealer=1)
    wide = [space for start in range(0, 100, 20) for space in range(start + 2, start + 19, 3)]
    assert len(wide) > 15
    for number, space in enumerate(wide[:15]):
        letter = "B" if number % 2 == 0 else "L" if number < 8 else "E"
        play_turn(match, f"{letter}{space}")
    assert len(texts(match.state)) == 95 - 45
    assert rules.OFFERS == 3 * 95
    assert len(texts(dealt(2).state)) == rules.OFFERS


def test_KI_5_the_free_spaces_are_kept_in_two_halves() -> None:
    state = dealt(2).state
    assert members(state.free[0]) == [space for space in SPACES if space < 52]
    assert members(state.free[1]) == [space - 52 for space in SPACES if space >= 52]


def test_KI_5_other_choices_are_refused_while_placing() -> None:
    match = dealt(3)
    for text in ("C1@0.0", "go", "stay", "swap1"):
        assert refused(match, text) == "KI-5"
    other = (match.waiting_for[0] + 1) % 3
    with pytest.raises(NotOwed) as refusal:
        match.choose(other, PLACE + 1)
    assert refusal.value.clause == "KI-5"


def test_KI_5_everybody_knows_what_they_placed_and_no_more() -> None:
    match = written(["BBBBBBBB", "LLLLEEEE"], dealer=1)
    play_turn(match, "B33")
    play_turn(match, "E50")
    faces = {seat: [c["counter"] for c in match.view(seat)["track"]] for seat in (0, 1, None)}
    assert faces == {0: [0, None], 1: [None, 2], None: [None, None]}
    assert [(c["space"], c["seat"]) for c in match.view(None)["track"]] == [(33, 0), (50, 1)]


def place_all(match: Match) -> list[Event]:
    """Place all counters on 1, 3, 5, ... in the order of their numbers."""
    events: list[Event] = []
    for number in range(16):
        kind = match.state.counters[number]
        space = [s for s in SPACES if s % 2][number]
        events = play_turn(match, f"{COUNTER_LETTERS[kind]}{space}")
    return events


@pytest.mark.parametrize(
    ("players", "dealer", "pile"), [(2, 0, 44), (2, 1, 44), (3, 1, 38), (3, 2, 38), (4, 3, 32)]
)
def test_KI_6_three_cards_before_and_three_in_hand(players: int, dealer: int, pile: int) -> None:
    seed = next(s for s in range(99) if dealt(players, s).state.dealer == dealer)
    match = dealt(players, seed)
    cards = list(match.state.pile)
    first = (dealer + 1) % players
    assert match.waiting_for == [first]  # the same player starts placing
    assert match.view(0)["hand"] == match.view(0)["players"][1]["stacks"] == []
    events = place_all(match)
    state = match.state
    assert match.waiting_for == [first]
    assert rules.asks(state) == Asked.CARD
    assert view(state, None)["pile"] == pile
    for seat in range(players):
        stacks = cards[3 * seat : 3 * seat + 3]
        assert state.tops[seat] == stacks
        assert told(events, Told.LAYS_OUT)[seat] == (seat, *stacks)
        begin = 3 * players + 3 * seat
        assert cards_of(state, seat) == sorted(cards[begin : begin + 3])
    assert state.tops[players:] == [[0, 0, 0]] * (4 - players)
    assert state.pile == [0] * 6 * players + cards[6 * players :]
    assert state.drawn == 6 * players
    assert [state.seen[kind] for kind in range(28)] == [
        cards[: 3 * players].count(kind) for kind in range(28)
    ]


def test_KI_6_nobody_sees_a_card_before_all_counters_lie() -> None:
    match = written(["BBBBBBBB", "LLLLEEEE"], dealer=1)
    assert match.view(0)["unseen"] == [2] * 28
    place_all(match)
    assert match.view(0)["hand"] == kinds("J1 J2 J3")
    assert match.view(0)["players"][1]["stacks"] == kinds("C1 M1 F1")


def test_KI_6_two_cards_of_a_kind_fit_into_a_hand() -> None:
    match = written(
        ["BBBBBBBB", "LLLLEEEE"], dealer=1, hands=[["J7", "C3", "J7"], ["F3", "F2", "F3"]]
    )
    place_all(match)
    assert cards_of(match.state, 0) == kinds("C3 J7 J7")
    assert cards_of(match.state, 1) == kinds("F2 F3 F3")
    assert match.state.hands[0] == 1 << 2 * 2 | 0b11 << 2 * 27


# A turn


def test_KI_7_on_own_stacks_or_those_of_a_player_ahead() -> None:
    stacks = ["C2 C3 J6", "M1 M2 M3", "J4 J5 M6"]
    state = race(stacks, ["F1 C7", "C4", "C5"], [34, 34, 41])
    mine = [f"{card}@0.{stack}" for card in ("C7", "F1") for stack in range(3)]
    theirs = [f"{card}@2.{stack}" for card in ("C7", "F1") for stack in range(3)]
    assert texts(state) == [*mine[:3], *theirs[:3], *mine[3:], *theirs[3:]]
    state.position = [41, 34, 41, 0]  # equal is not ahead
    assert texts(state) == mine
    state.position = [33, 34, 32, 0]
    assert texts(state) == [
        f"{card}@{s}.{n}" for card in ("C7", "F1") for s in (0, 1) for n in range(3)
    ]


def test_KI_7_the_last_seat_may_cover_all_others_and_the_leader_none() -> None:
    stacks = ["C1 M1 F1"] * 4
    state = race(stacks, ["C2", "C3", "C4", "J7"], [9, 10, 11, 8], turn=3)
    assert texts(state) == [f"J7@{seat}.{stack}" for seat in range(4) for stack in range(3)]
    state.turn = 2
    assert texts(state) == ["C4@2.0", "C4@2.1", "C4@2.2"]


def test_KI_7_the_same_card_twice_is_offered_once() -> None:
    state = race(["C1 M1 F1"] * 2, ["J7 J7 C1", "C4"], [0, 0])
    assert texts(state) == ["C1@0.0", "C1@0.1", "C1@0.2", "J7@0.0", "J7@0.1", "J7@0.2"]
    play(state, "J7@0.1")
    assert cards_of(state, 0) == kinds("C1 C1 J7")  # one is left, and a C1 was drawn
    assert state.hands[0] == 0b11 | 1 << 2 * 27
    state = race(["C1 M1 F1"] * 2, ["J6 J7 C1", "C4"], [0, 0])
    play(state, "J6@0.1")
    assert cards_of(state, 0) == kinds("C1 C1 J7")


def test_KI_7_the_card_lies_on_top_of_the_stack() -> None:
    state = race(["C2 C3 J6", "J4 J5 M6"], ["F1 C7", "C4"], [34, 41])
    events = play(state, "C7@0.2")
    assert state.tops[0] == kinds("C2 C3 C7")
    assert state.tops[1] == kinds("J4 J5 M6")
    assert told(events, Told.PLAYS) == [(0, *kinds("C7"), 2, *kinds("J6"))]
    assert told(events, Told.COVERS) == []
    state = race(["C2 C3 J6", "J4 J5 M6"], ["F1 C7", "C4"], [34, 41])
    events = play(state, "C7@1.1")
    assert state.tops[:2] == [kinds("C2 C3 J6"), kinds("J4 C7 M6")]
    assert told(events, Told.COVERS) == [(0, *kinds("C7"), 1, 1, *kinds("J5"))]
    assert told(events, Told.PLAYS) == []
    assert state.seen[kinds("C7")[0]] == 1
    assert sum(state.seen) == 1


def test_KI_7_refusals() -> None:
    match = written(["BBBBBBBB", "LLLLEEEE"], dealer=1)
    place_all(match)
    for text in ("C7@0.0", "J1@1.0", "J1@3.0", "B50", "go", "stay", "swap1"):
        assert refused(match, text) == "KI-7"
    with pytest.raises(NotOwed) as refusal:
        match.choose(1, 0)
    assert refusal.value.clause == "KI-7"


@pytest.mark.parametrize(
    ("stacks", "distance"),
    [
        ("C2 C4 C7", 13),  # the three examples of the rule book
        ("J1 J5 M7", 6),
        ("J4 C6 M3", 6),
        ("J1 M7 J5", 6),
        ("M7 J1 J5", 6),
        ("C6 J4 M3", 6),
        ("J3 M3 C6", 6),
        ("C1 M1 F1", 1),
        ("C7 C7 C6", 20),
        ("F1 F1 C7", 2),
        ("M7 C1 C2", 3),
        ("J5 J5 J1", 11),
        ("C7 M1 F1", 7),  # neighbouring kinds, different types
        ("M7 F1 J1", 7),
    ],
)
def test_KI_8_only_the_top_cards_count(stacks: str, distance: int) -> None:
    state = race(["C1 C1 C1", stacks], ["", ""], [0, 0])
    assert rules.distance(state, 1) == distance
    assert parts.distance_of(*kinds(stacks)) == distance
    assert view(state, None)["players"][1]["distance"] == distance


def test_KI_8_the_view_says_which_stacks_count() -> None:
    state = race(["C2 C4 C7", "J1 M7 J5", "J4 C6 M3", "M1 C2 C2"], [""] * 4, [0] * 4)
    counting = [player["counting"] for player in view(state, None)["players"]]
    assert counting == [[0, 1, 2], [0, 2], [1], [1, 2]]


def test_KI_9_the_pawn_moves_exactly_that_far() -> None:
    state = race(["C2 C4 J6", "J4 J5 M6"], ["C7 F1", "C4"], [34, 41])
    events = play(state, "C7@0.2")
    assert state.position[:2] == [47, 41]
    assert told(events, Told.MOVES) == [(0, 13, 47)]
    assert state.stride == 13


def test_KI_9_also_after_covering_the_card_of_somebody_else() -> None:
    state = race(["C2 C3 J6", "M1 M2 M3", "J4 J5 M6"], ["F1 C7", "C4", "C5"], [34, 34, 41])
    assert rules.distance(state, 2) == 9
    events = play(state, "F1@2.1")
    assert rules.distance(state, 2) == 6
    assert state.position[:3] == [39, 34, 41]
    assert told(events, Told.MOVES) == [(0, 5, 39)]


def test_KI_9_pawns_may_share_a_space() -> None:
    state = race(["C6 M2 F3", "J1 J1 J2"], ["F1", "C4"], [34, 40])
    play(state, "F1@0.2")
    assert state.position[:2] == [40, 40]


def test_KI_10_then_a_card_is_drawn_and_the_next_player_is_due() -> None:
    state = race(["C6 M2 F3"] * 3, ["F1 M2 C3", "C4", "C5"], [0, 0, 0], pile="J7 F5 M6", turn=0)
    for turn, (text, card, left) in enumerate(
        [("F1@0.2", "J7", 2), ("C4@1.0", "F5", 1), ("C5@2.0", "M6", 0)]
    ):
        assert rules.owes(state) == 1 << turn
        events = play(state, text)
        assert told(events, Told.DRAWS) == [(turn, left)]
        assert kinds(card)[0] in cards_of(state, turn)
        assert 56 - state.drawn == left == view(state, None)["pile"]
        assert state.pile[state.drawn - 1] == 0  # the pile keeps no trace of it
    assert rules.owes(state) == 1
    assert cards_of(state, 0) == kinds("C3 M2 J7")
    assert told(play(state, "J7@0.0"), Told.DRAWS) == []  # nothing is left to draw
    assert cards_of(state, 0) == kinds("C3 M2")
    assert state.drawn == 56


def test_KI_10_a_counter_is_settled_before_the_card_is_drawn() -> None:
    state = alone(6, 21, {27: "B"}, pile="J7 J7")
    events = play(state, "F1@0.2")
    assert rules.owes(state) == 1
    assert (told(events, Told.DRAWS), cards_of(state, 0)) == ([], kinds("M5"))
    events = play(state, "stay")
    assert [event[0] for event in events] == [Told.STAYS, Told.DRAWS]
    assert cards_of(state, 0) == kinds("M5 J7")
    assert rules.owes(state) == 2


def test_KI_10_nothing_is_drawn_after_the_winning_move() -> None:
    state = alone(6, 94)
    events = play(state, "F1@0.2")
    assert told(events, Told.DRAWS) == []
    assert cards_of(state, 0) == kinds("M5")
    assert state.drawn == 53


@pytest.mark.parametrize(
    ("players", "turns"), [(2, [25, 25]), (3, [16, 16, 15]), (4, [11, 11, 11, 11])]
)
def test_KI_10_nobody_is_due_with_an_empty_hand(players: int, turns: list[int]) -> None:
    finished = 0
    for seed in range(12):
        match = dealt(players, seed)
        first = (match.state.dealer + 1) % players
        place_all(match)
        match.state.track = [0] * 101
        played = [0] * players
        chance = Random(seed, 1)
        while not match.over:
            (seat,) = match.waiting_for
            assert match.state.hands[seat] > 0
            match.state.position = [0] * 4  # nobody ever gets far
            legal = match.options(seat)
            match.choose(seat, legal[below(chance, len(legal))])
            played[(seat - first) % players] += 1
        assert played == turns
        assert match.state.drawn == 56
        assert match.state.hands == [0] * 4
        finished += 1
    assert finished == 12


# Counters


@pytest.mark.parametrize(("letter", "kind"), [("B", 0), ("L", 1), ("E", 2)])
def test_KI_11_whoever_ends_a_move_on_a_counter_turns_it_up(letter: str, kind: int) -> None:
    state = alone(6, 21, {30: "B", 27: letter, 28: "B"})
    assert [c["counter"] for c in view(state, None)["track"]] == [None] * 3
    events = play(state, "F1@0.2")
    assert told(events, Told.TURNS_UP) == [(0, kind)]
    assert told(events, Told.MEETS) == []
    assert state.turned == 1 << 1
    faces = {c["space"]: c["counter"] for c in view(state, None)["track"]}
    assert faces == {27: kind, 28: None, 30: None}


@pytest.mark.parametrize(("letter", "kind"), [("B", 0), ("L", 1), ("E", 2)])
def test_KI_11_face_up_counters_work_for_everybody(letter: str, kind: int) -> None:
    state = alone(6, 21, {27: letter}, turned=1)
    events = play(state, "F1@0.2")
    assert told(events, Told.MEETS) == [(0, kind)]
    assert told(events, Told.TURNS_UP) == []
    assert state.turned == 1
    if letter == "L":
        assert state.position[0] == 20
    else:
        assert rules.owes(state) == 1
        assert rules.asks(state) == (Asked.BANANA if letter == "B" else Asked.EXCHANGE)


def test_KI_11_bananas_and_lions_stay_a_used_exchange_goes() -> None:
    for letter, answer, stays in (("B", "stay", 1), ("B", "go", 1), ("E", "swap1", 0)):
        state = alone(6, 21, {27: letter})
        play(state, "F1@0.2", answer)
        assert state.track[27] == stays
    state = alone(6, 21, {27: "L"})
    play(state, "F1@0.2")
    assert state.track[27] == 1


def test_KI_11_passing_over_a_counter_does_nothing() -> None:
    state = alone(6, 21, {22: "L", 26: "L", 28: "L"})
    events = play(state, "F1@0.2")
    assert state.position[0] == 27
    assert state.turned == 0
    assert told(events, Told.TURNS_UP, Told.MEETS, Told.FLEES) == []
    assert rules.asks(state) == Asked.CARD


def test_KI_12_a_banana_lets_the_move_be_made_again() -> None:
    state = alone(6, 21, {27: "B"})
    play(state, "F1@0.2")
    assert rules.asks(state) == Asked.BANANA
    assert texts(state) == ["go", "stay"]
    assert view(state, 1)["stride"] == 6
    events = play(state, "go")
    assert state.position[0] == 33
    assert told(events, Told.MOVES) == [(0, 6, 33)]
    assert (rules.asks(state), rules.owes(state)) == (Asked.CARD, 2)
    assert view(state, 1)["stride"] == 0


def test_KI_12_one_may_stay() -> None:
    state = alone(6, 21, {27: "B"})
    play(state, "F1@0.2")
    events = play(state, "stay")
    assert state.position[0] == 27
    assert told(events, Told.STAYS) == [(0,)]
    assert (rules.asks(state), rules.owes(state)) == (Asked.CARD, 2)


def test_KI_12_a_chain_of_counters_each_with_the_same_number() -> None:
    state = alone(6, 25, {31: "B", 37: "B", 43: "L"})
    play(state, "F1@0.2")
    play(state, "go")
    assert state.position[0] == 37
    assert (rules.asks(state), rules.owes(state)) == (Asked.BANANA, 1)
    events = play(state, "go")
    assert state.position[0] == 40
    assert told(events, Told.MOVES) == [(0, 6, 43)]
    assert told(events, Told.TURNS_UP) == [(0, 1)]
    assert told(events, Told.FLEES) == [(0, 2)]
    assert told(events, Told.DRAWS) == [(0, 2)]
    assert rules.owes(state) == 2
    state = alone(6, 25, {31: "B", 37: "E"})
    play(state, "F1@0.2", "go")
    assert rules.asks(state) == Asked.EXCHANGE


def test_KI_12_a_banana_can_win() -> None:
    state = alone(6, 88, {94: "B"})
    events = play(state, "F1@0.2", "go")
    assert (state.over, state.position[0]) == (1, 100)
    assert told(events, Told.ARRIVES) == [(0,)]
    assert told(events, Told.DRAWS) == []


def test_KI_12_refusals() -> None:
    state = alone(6, 21, {27: "B"})
    play(state, "F1@0.2")
    match = Match(GAME, state)
    for text in ("swap1", "M5@0.0", "B50"):
        assert refused(match, text) == "KI-12"


@pytest.mark.parametrize(
    ("at", "lion", "village"), [(15, 21, 20), (73, 79, 60), (8, 14, 0), (13, 19, 0), (93, 99, 80)]
)
def test_KI_13_a_lion_drives_back_to_the_village_behind(at: int, lion: int, village: int) -> None:
    state = alone(6, at, {lion: "L"})
    events = play(state, "F1@0.2")
    assert state.position[:2] == [village, 3]
    assert told(events, Told.MOVES) == [(0, 6, lion)]
    assert told(events, Told.FLEES) == [(0, village // 20)]
    assert (rules.asks(state), rules.owes(state)) == (Asked.CARD, 2)
    assert told(events, Told.DRAWS) == [(0, 2)]


def exchange(at: list[int], **fields: Any) -> State:
    """Seat 1 has ended its move on an exchange."""
    seats = len(at)
    hands = ["C3 C4", "F1 M5", "C5 C6", "C6 M6"][:seats]
    start = [at[0], at[1] - 6, *at[2:]]
    track = {at[1]: "E", 67: "B", 38: "L"}
    state = race(["C6 M2 F3"] * seats, hands, start, track, turn=1, **fields)
    play(state, "F1@1.2")
    assert state.position[:seats] == at
    return state


def test_KI_14_one_may_change_places_with_anybody() -> None:
    for chosen, after in ((0, [52, 67, 38]), (2, [67, 38, 52])):
        state = exchange([67, 52, 38])
        assert rules.asks(state) == Asked.EXCHANGE
        assert texts(state) == ["stay", "swap0", "swap2"]
        events = play(state, f"swap{chosen}")
        assert state.position[:3] == after
        assert told(events, Told.SWAPS) == [(1, chosen, after[1], 52)]
        assert state.track[52] == 0
        # changing places is no move: neither the banana on 67 nor the lion on 38 takes effect
        assert told(events, Told.TURNS_UP, Told.MEETS, Told.MOVES) == []
        assert state.turned == 1
        assert (rules.asks(state), rules.owes(state)) == (Asked.CARD, 4)
        assert told(events, Told.DRAWS) == [(1, 2)]


def test_KI_14_an_unused_exchange_stays_face_up() -> None:
    state = exchange([67, 52, 38])
    events = play(state, "stay")
    assert state.position[:3] == [67, 52, 38]
    assert told(events, Told.LEAVES) == [(1,)]
    assert told(events, Told.STAYS) == []
    assert state.track[52] == 1
    assert state.turned == 1
    assert (rules.asks(state), rules.owes(state)) == (Asked.CARD, 4)


def test_KI_14_on_the_same_space_nothing_moves_but_the_counter_is_used() -> None:
    state = exchange([52, 52, 38, 0])
    assert texts(state) == ["stay", "swap0", "swap2", "swap3"]
    events = play(state, "swap0")
    assert state.position == [52, 52, 38, 0]
    assert state.track[52] == 0
    assert told(events, Told.SWAPS) == [(1, 0, 52, 52)]


def test_KI_14_a_pawn_at_the_start_can_be_chosen() -> None:
    state = exchange([0, 52])
    assert texts(state) == ["stay", "swap0"]
    play(state, "swap0")
    assert state.position[:2] == [52, 0]


def test_KI_14_refusals() -> None:
    match = Match(GAME, exchange([67, 52, 38]))
    for text in ("swap1", "swap3", "go", "M5@1.0", "B50"):
        assert refused(match, text) == "KI-14"


def test_KI_15_gentle_exchange_sends_an_opponent_back() -> None:
    for chosen, after, village in ((0, [60, 52, 38], 3), (2, [67, 52, 20], 1)):
        state = exchange([67, 52, 38], gentle_exchange=1)
        assert rules.asks(state) == Asked.GENTLE_EXCHANGE
        assert texts(state) == ["swap0", "swap2"]  # one must
        events = play(state, f"swap{chosen}")
        assert state.position[:3] == after
        assert told(events, Told.SENDS_BACK) == [(1, chosen, village)]
        assert told(events, Told.SWAPS, Told.IS_SAFE) == []
        assert state.track[52] == 0
        assert (rules.asks(state), rules.owes(state)) == (Asked.CARD, 4)
        assert told(events, Told.DRAWS) == [(1, 2)]


@pytest.mark.parametrize("at", [0, 20, 60, 80])
def test_KI_15_whoever_is_in_a_village_stays_there(at: int) -> None:
    state = exchange([at, 52, 38], gentle_exchange=1)
    events = play(state, "swap0")
    assert state.position[:3] == [at, 52, 38]
    assert told(events, Told.IS_SAFE) == [(1, 0)]
    assert told(events, Told.SENDS_BACK) == []
    assert state.track[52] == 0  # used all the same


def test_KI_15_is_an_option_off_by_default_and_a_must() -> None:
    assert GAME.switches == {"gentle_exchange": False}
    assert dealt(2, gentle_exchange=True).state.gentle_exchange == 1
    match = Match(GAME, exchange([67, 52, 38], gentle_exchange=1))
    for text in ("stay", "swap1", "go"):
        assert refused(match, text) == "KI-15"


# End


@pytest.mark.parametrize(("at", "space"), [(93, 99), (94, 100), (99, 100)])
def test_KI_16_reaching_or_passing_the_camp_wins_at_once(at: int, space: int) -> None:
    state = alone(6, at)
    events = play(state, "F1@0.2")
    assert state.position[0] == rules.score(state, 0) == space
    assert told(events, Told.MOVES) == [(0, space - at, space)]
    if space == 100:
        assert (state.over, rules.owes(state)) == (1, 0)
        assert told(events, Told.ARRIVES) == [(0,)]
        assert told(events, Told.CARDS_OUT) == []
        assert rules.winners(state) == 1
    else:
        assert (state.over, rules.owes(state)) == (0, 2)
        assert told(events, Told.ARRIVES) == []


def test_KI_16_the_winner_shows_100_and_the_others_their_space() -> None:
    state = race(["C7 C4 F3", "J7 J7 J6", "C1 M1 F1"], ["F1", "C1", "C1"], [92, 99, 88])
    match = Match(GAME, state)
    assert match.winners() == []
    play_turn(match, "F1@0.2")
    assert match.over
    assert match.scores() == [100, 99, 88]
    assert match.winners() == [0]
    assert match.view(None)["turn"] is None
    assert match.options(1) == []


def test_KI_16_the_longest_move_of_all() -> None:
    state = race(["C7 C6 F3", "J1 J1 J2"], ["C7", "C4"], [99, 0])
    events = play(state, "C7@0.2")
    assert state.position[0] == 100
    assert told(events, Told.MOVES) == [(0, 1, 100)]
    assert state.stride == 20


def last_cards(at: list[int], stacks: list[str]) -> State:
    """Only the last seat has a card left: a jeep 1 for its left stack. The pile is empty."""
    hands = [""] * (len(at) - 1) + ["J1"]
    return race(stacks, hands, at, pile="", turn=len(at) - 1)


def test_KI_17_when_all_cards_are_played_the_furthest_wins() -> None:
    state = last_cards([71, 88, 70], ["C6 M5 F2", "C1 M1 F1", "J7 M5 F2"])
    assert rules.owes(state) == 4
    events = play(state, "J1@2.0")
    assert (state.over, rules.owes(state)) == (1, 0)
    assert told(events, Told.CARDS_OUT) == [()]
    assert told(events, Told.DRAWS, Told.ARRIVES) == []
    assert state.position[:3] == [71, 88, 75]
    assert members(rules.winners(state)) == [1]
    assert [rules.score(state, seat) for seat in range(3)] == [71, 88, 75]


def test_KI_17_not_before_everybody_has_played() -> None:
    state = race(["C6 M5 F2"] * 2, ["J1", "J2"], [0, 0], pile="")
    events = play(state, "J1@0.0")
    assert (state.over, rules.owes(state)) == (0, 2)
    assert told(events, Told.CARDS_OUT) == []
    events = play(state, "J2@1.0")
    assert (state.over, rules.owes(state)) == (1, 0)


def test_KI_17_a_last_counter_is_settled_before_the_end() -> None:
    state = last_cards([50, 45], ["C1 M1 F1", "J7 M5 F2"])
    state.track[50] = 1
    play(state, "J1@1.0")
    assert not state.over
    assert rules.asks(state) == Asked.BANANA
    play(state, "go")
    assert (state.over, state.position[1]) == (1, 55)


def test_KI_18_of_equals_whoever_would_move_furthest_wins() -> None:
    stacks = ["C6 M5 F2", "J3 J4 M6", "C1 M1 F1", "C7 C7 C6"]
    state = race(stacks, [""] * 4, [88, 88, 71, 87], {94: "B"})
    assert members(rules.winners(state)) == [1]  # 7 against 6; the banana on 94 does not help
    state.tops[0] = kinds("C7 M5 F2")
    assert members(rules.winners(state)) == [0, 1]  # still equal: shared
    state.tops[0] = kinds("C7 C1 F2")
    assert members(rules.winners(state)) == [0]
    state.position = [88, 88, 89, 87]
    assert members(rules.winners(state)) == [2]
    state.position = [88, 88, 89, 90]
    assert members(rules.winners(state)) == [3]


def test_KI_18_all_may_share() -> None:
    state = race(["C1 M1 F1"] * 4, [""] * 4, [0] * 4)
    assert members(rules.winners(state)) == [0, 1, 2, 3]
    state.seats = 3
    assert members(rules.winners(state)) == [0, 1, 2]


# Automatic play, numbers, whole games


def test_G_4_only_a_gentle_exchange_of_two_is_obvious() -> None:
    state = exchange([67, 52], gentle_exchange=1)
    match = Match(GAME, state)
    assert match.forced(1) == read("swap0")
    state = exchange([67, 52, 38], gentle_exchange=1)
    assert not rules.obvious(state, 1)
    state = exchange([67, 52])
    assert not rules.obvious(state, 1)
    assert Match(GAME, state).forced(1) is None
    assert not rules.obvious(dealt(2).state, 0)


def test_KI_5_and_KI_7_the_numbers_of_the_options() -> None:
    assert (PLACE, GO, STAY, SWAP) == (336, 636, 637, 638)
    assert (rules.OPTIONS, rules.OFFERS, parts.SEATS) == (642, 285, 4)
    assert read("J7@3.2") == 335
    assert read("C1@0.0") == 0
    assert read("M1@1.2") == 7 * 12 + 5
    assert read("E99") == 635
    assert list(Told) == list(range(16))
    assert list(Asked) == list(range(5))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("gentle", [False, True])
def test_KI_10_whole_games_stay_sound(players: int, gentle: bool) -> None:
    for seed in range(6):
        match = dealt(players, seed, gentle_exchange=gentle)
        chance = Random(seed, 1)
        while not match.over:
            (seat,) = match.waiting_for
            legal = match.options(seat)
            assert len(legal) <= rules.OFFERS
            assert all(low < high for low, high in pairwise(legal))
            match.choose(seat, legal[below(chance, len(legal))])
            assert sound(match.state)
            assert sum(match.view(seat)["unseen"]) == 56 - sum(match.state.seen) - len(
                match.view(seat)["hand"]
            )
        assert match.winners()
