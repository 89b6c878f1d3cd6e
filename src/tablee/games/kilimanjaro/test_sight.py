"""What a seat of Kilimanjaro sees and may guess, how games are written down, how the bot plays."""

from collections import Counter
from typing import Any

import pytest

from tablee.catalogue import load
from tablee.games.kilimanjaro.notation import read, say
from tablee.games.kilimanjaro.parts import BANANA, EXCHANGE, LION
from tablee.games.kilimanjaro.rules import owner
from tablee.games.kilimanjaro.state import GO, OPTIONS, STAY, State
from tablee.games.kilimanjaro.view import cards_of, guess, sound, view
from tablee.kernel.chance import Random, below
from tablee.kernel.errors import WrongRecord
from tablee.kernel.match import Match
from tablee.kernel.record import play_turn

GAME = load("kilimanjaro")


def dealt(players: int = 3, seed: int = 1) -> Match:
    return Match(GAME, GAME.dealt(players, {}, Random(seed)))


def advance(match: Match, choices: int, seed: int = 1) -> None:
    """Make that many random choices, or play to the end."""
    chance = Random(seed, 1)
    for _ in range(choices):
        if match.over:
            break
        (seat,) = match.waiting_for
        legal = match.options(seat)
        match.choose(seat, legal[below(chance, len(legal))])


def guesses(state: State, seat: int, many: int) -> list[State]:
    made = []
    for number in range(many):
        made.append(state.copy())
        guess(made[-1], seat, Random(7, number))
    return made


# Views


def test_KI_11_public_memory_counts_what_nobody_has_seen() -> None:
    match = dealt(3)
    advance(match, 26)
    state = match.state
    for seat in range(3):
        seen = view(state, seat)
        others = [c for other in range(3) if other != seat for c in cards_of(state, other)]
        unseen = Counter(others + state.pile[state.drawn :])
        assert seen["unseen"] == [unseen[kind] for kind in range(28)]
        hidden = [
            state.counters[number]
            for number in range(16)
            if owner(state, number) != seat and not state.turned >> number & 1
        ]
        assert seen["unknown_counters"] == [hidden.count(kind) for kind in range(3)]
    spectator = view(state, None)
    assert spectator["hand"] is spectator["counters"] is None
    assert sum(spectator["unseen"]) == 56 - sum(state.seen)
    assert sum(spectator["unknown_counters"]) == 16 - state.turned.bit_count()


def test_KI_6_a_view_shows_all_that_lies_open() -> None:
    match = dealt(4, 2)
    advance(match, 16)
    state = match.state
    seen = view(state, 3)
    assert (seen["seat"], seen["seats"], seen["over"], seen["asks"]) == (3, 4, False, 1)
    assert (seen["dealer"], seen["turn"], seen["gentle_exchange"]) == (
        state.dealer,
        state.turn,
        False,
    )
    assert seen["hand"] == cards_of(state, 3)
    assert [player["stacks"] for player in seen["players"]] == state.tops
    assert [player["cards"] for player in seen["players"]] == [3, 3, 3, 3]
    assert [player["counters"] for player in seen["players"]] == [0, 0, 0, 0]
    assert [player["position"] for player in seen["players"]] == [0, 0, 0, 0]
    assert seen["pile"] == 32


# Guesses


def test_KI_5_a_guess_keeps_what_the_seat_knows_of_the_counters() -> None:
    for choices in (0, 5, 16, 40):
        match = dealt(3, 4)
        advance(match, choices, 9)
        state = match.state
        known = [n for n in range(16) if owner(state, n) == 1 or state.turned >> n & 1]
        hidden = [n for n in range(16) if n not in known]
        made = guesses(state, 1, 300)
        for other in made:
            assert [other.counters[n] for n in known] == [state.counters[n] for n in known]
            assert Counter(other.counters) == {BANANA: 8, LION: 4, EXCHANGE: 4}
            assert other.track == state.track
        kinds = {state.counters[n] for n in hidden}
        for number in hidden:
            assert {other.counters[number] for other in made} == kinds


def test_KI_5_every_hidden_counter_is_as_likely_everywhere() -> None:
    match = dealt(2, 3)
    advance(match, 7)
    state = match.state
    hidden = [n for n in range(16) if owner(state, n) != 0]
    share = sum(state.counters[n] == BANANA for n in hidden) / 8
    made = guesses(state, 0, 2000)
    for number in hidden:
        bananas = sum(other.counters[number] == BANANA for other in made) / 2000
        assert bananas == pytest.approx(share, abs=0.05)


def test_KI_6_a_guess_deals_the_unseen_cards_anew() -> None:
    match = dealt(3, 5)
    advance(match, 30)
    state = match.state
    made = guesses(state, 2, 400)
    unseen = {kind for kind, many in enumerate(view(state, 2)["unseen"]) if many}
    for other in made:
        assert sound(other)
        assert cards_of(other, 2) == cards_of(state, 2)
        assert other.drawn == state.drawn
        assert (other.tops, other.seen) == (state.tops, state.seen)
        assert view(other, 2) == view(state, 2)
    for seat in (0, 1):
        assert {card for other in made for card in cards_of(other, seat)} == unseen
    assert {other.pile[55] for other in made} == unseen
    assert {other.pile[state.drawn] for other in made} == unseen


def test_KI_6_before_the_cards_are_dealt_one_guesses_even_the_own_hand() -> None:
    match = dealt(3, 5)
    advance(match, 9)
    made = guesses(match.state, 0, 400)
    for place in (0, 9, 20, 55):  # a stack of seat 0, its hand, the pile
        assert {other.pile[place] for other in made} == set(range(28))
    assert all(sound(other) and other.drawn == 0 for other in made)


def test_KI_10_a_guess_after_the_last_draw_moves_only_hands() -> None:
    match = dealt(4, 6)
    place = [f"{'BLE'[match.state.counters[n]]}{(3 * n + 1)}" for n in range(16)]
    place = [text if text[1:] != "40" else text[0] + "41" for text in place]
    for text in place:
        play_turn(match, text)
    match.state.track = [0] * 101
    for _ in range(33):
        match.state.position = [0] * 4
        play_turn(match, say(match.options(match.waiting_for[0])[0]))
    state = match.state
    assert state.drawn == 56
    for other in guesses(state, 3, 50):
        assert sound(other)
        assert [len(cards_of(other, seat)) for seat in range(4)] == [
            len(cards_of(state, seat)) for seat in range(4)
        ]


def spoilt(match: Match, **fields: Any) -> State:
    state: State = match.state.copy()
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def test_KI_1_and_KI_2_sound_notices_what_is_missing_or_twice_there() -> None:
    match = dealt(3, 5)
    advance(match, 30)
    state = match.state
    assert sound(state)
    assert not sound(spoilt(match, drawn=state.drawn + 1))
    assert not sound(spoilt(match, hands=[0, *state.hands[1:]]))
    assert not sound(spoilt(match, hands=[state.hands[1], *state.hands[1:]]))
    assert not sound(spoilt(match, counters=[0] * 16))
    assert not sound(spoilt(match, tops=[[kind, kind, kind] for kind in range(4)]))
    assert not sound(spoilt(match, placed=3))
    twice = list(state.track)
    twice[next(space for space in range(101) if not twice[space])] = max(twice)
    assert not sound(spoilt(match, track=twice))
    village = [number if space != 20 else 0 for space, number in enumerate(state.track)]
    moved = max(range(101), key=lambda space: village[space])
    village[20], village[moved] = village[moved], 0
    assert not sound(spoilt(match, track=village))
    beside = [0] * 101
    beside[33], beside[34] = 1, 2
    assert not sound(spoilt(match, track=beside))


# Notation


def test_KI_7_every_option_has_a_text_of_its_own() -> None:
    spoken = {}
    for option in range(OPTIONS):
        text = say(option)
        assert text.isascii()
        assert " " not in text
        assert read(text) == option
        spoken[text] = option
    assert len(spoken) == OPTIONS
    assert (spoken["go"], spoken["stay"]) == (GO, STAY)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "j5@0.2",
        "J8@0.0",
        "J0@0.0",
        "J5@4.0",
        "J5@0.3",
        "J5",
        "J5@0.2.",
        "X5@0.1",
        "J5@0.٢",
        "B",
        "B100",
        "B07",
        "B-1",
        "B+1",
        "b7",
        "B00",
        "swap",
        "swap4",
        "Go",
        "stay1",
    ],
)
def test_KI_7_other_texts_are_no_options(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize("players", [2, 3, 4])
def test_KI_4_a_deal_written_down_and_read_again_is_the_same(players: int) -> None:
    for seed in range(5):
        state = dealt(players, seed).state
        deal = GAME.notation.write_deal(state)
        again = GAME.blank(players, {})
        GAME.notation.read_deal(again, deal)
        assert again == state
    first = (state.dealer + 1) % players
    assert len(deal["counters"][first]) == {2: 8, 3: 6, 4: 4}[players]
    assert [len(deal[part]) for part in ("stacks", "hands")] == [players, players]
    assert len(deal["pile"]) == 56 - 6 * players


def test_KI_6_the_unseen_end_of_the_pile_may_be_left_out() -> None:
    state = dealt(3).state
    deal = GAME.notation.write_deal(state)
    deal["pile"] = [*deal["pile"][:4], "*"]
    again = GAME.blank(3, {})
    GAME.notation.read_deal(again, deal)
    assert again.pile[:22] == state.pile[:22]
    assert sorted(again.pile) == sorted(state.pile)


def with_part(name: str, change: Any) -> dict[str, Any]:
    """A deal for three of which one part was changed."""
    deal: dict[str, Any] = GAME.notation.write_deal(dealt(3, 1).state)
    deal[name] = change(deal[name]) if callable(change) else change
    return deal


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("dealer", 3),
        ("dealer", -1),
        ("dealer", None),
        ("dealer", True),
        ("dealer", "0"),
        ("luck", 1),
        ("counters", None),
        ("counters", [["B"] * 5] * 2),
        ("counters", lambda all_of: [letters[:4] for letters in all_of]),
        ("counters", lambda all_of: [["L"] * len(letters) for letters in all_of]),
        ("counters", lambda all_of: [["X", *letters[1:]] for letters in all_of]),
        ("counters", lambda all_of: all_of[::-1]),
        ("stacks", lambda all_of: all_of[:2]),
        ("stacks", lambda all_of: [["C1", "C1", "C1"], *all_of[1:]]),
        ("stacks", lambda all_of: [["C1", "C2"], *all_of[1:]]),
        ("stacks", lambda all_of: [["C8", "C1", "M1"], *all_of[1:]]),
        ("hands", lambda all_of: [all_of[0], all_of[0], all_of[0]]),
        ("hands", "C1"),
        ("hands", lambda all_of: [[1, 2, 3], *all_of[1:]]),
        ("pile", None),
        ("pile", lambda cards: cards[:-1]),
        ("pile", lambda cards: [*cards, "C1"]),
        ("pile", lambda cards: [cards[1], *cards[1:]] if cards.count(cards[1]) == 2 else ["C9"]),
        ("pile", lambda cards: ["*", *cards]),
    ],
)
def test_KI_4_a_wrong_deal_is_refused(name: str, change: Any) -> None:
    with pytest.raises(WrongRecord, match=rf"^deal\.{name}.*\.$"):
        GAME.notation.read_deal(GAME.blank(3, {}), with_part(name, change))


def test_KI_4_a_missing_part_is_refused() -> None:
    for name in ("dealer", "counters", "stacks", "hands", "pile"):
        deal = GAME.notation.write_deal(dealt(3, 1).state)
        del deal[name]
        with pytest.raises(WrongRecord, match=name):
            GAME.notation.read_deal(GAME.blank(3, {}), deal)
