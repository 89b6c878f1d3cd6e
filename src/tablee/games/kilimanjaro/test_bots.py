"""What players of Kilimanjaro choose where the choice is clear, and what learners are told."""

from typing import Any

from tablee.catalogue import load
from tablee.games.kilimanjaro import observe as sight
from tablee.games.kilimanjaro import rules
from tablee.games.kilimanjaro.bots import (
    CHARACTERS,
    LION_STEPS,
    TRAITS,
    horizon,
    rate,
    rate_option,
    standing,
)
from tablee.games.kilimanjaro.notation import COUNTER_LETTERS, KIND_NAMES, read, say
from tablee.games.kilimanjaro.parts import BANANA, EXCHANGE, KINDS, LION
from tablee.games.kilimanjaro.state import OFFERS, Asked, State
from tablee.kernel.chance import Random, below

GAME = load("kilimanjaro")
EVEN = CHARACTERS["even"]


def kinds(cards: str) -> list[int]:
    """The kinds of cards written like "C2 J7"."""
    return [KIND_NAMES.index(card) for card in cards.split()]


def race(
    stacks: list[str],
    hand: str,
    at: list[int],
    track: dict[int, str] | None = None,
    **fields: Any,
) -> State:
    """Seat 0 is to play. A capital letter is a counter face up; "b" is a hidden banana of somebody
    else, "b*" one of its own.
    """
    state = State()
    state.seats, state.placed, state.asked = len(stacks), 16, Asked.CARD
    state.dealer = state.seats - 1  # so that seat 0 owns the first counter
    state.counters = [BANANA] * 8 + [LION] * 4 + [EXCHANGE] * 4
    for seat in range(state.seats):
        state.tops[seat] = kinds(stacks[seat])
        state.position[seat] = at[seat]
        for card in state.tops[seat]:
            state.seen[card] += 1
        state.hands[seat] = 0b10101 if seat else 0
    for card in kinds(hand):
        state.hands[0] |= 1 << 2 * card
    own = [number for number in range(16) if rules.owner(state, number) == 0]
    others = [number for number in range(16) if number not in own]
    for space, letter in (track or {}).items():
        number = (own if letter.endswith("*") else others).pop(0)
        kind = COUNTER_LETTERS.index(letter[0].upper())
        swapped = max(n for n in [*own, *others, number] if state.counters[n] == kind)
        state.counters[swapped] = state.counters[number]
        state.counters[number] = kind
        state.track[space] = number + 1
        state.turned |= letter.isupper() << number
    state.drawn = 30
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def rated(state: State, character: str = "even") -> dict[str, float]:
    """What the character sees in each option of the seat whose turn it is."""
    offers: list[int] = []
    rules.options(state, state.turn, offers)
    rates = [0.0] * OFFERS
    rate(state, state.turn, CHARACTERS[character], offers, rates)
    return {say(option): value for option, value in zip(offers, rates, strict=False)}


def choice(state: State, character: str = "even") -> str:
    """The option this character likes best (the first of equals)."""
    rates = rated(state, character)
    return max(rates, key=lambda text: rates[text])


def after(state: State, text: str) -> State:
    """The position when the seat whose turn it is has chosen so."""
    result = state.copy()
    choices = [-1] * 4
    choices[state.turn] = read(text) or 0
    rules.resolve(result, choices, None)
    return result


SLOW = "C1 M1 F1"


# The even player


def test_it_takes_the_winning_move() -> None:
    state = race(["C5 C6 M7", SLOW], "C2 F1 J7", [87, 99])
    assert choice(state) == "C2@0.2"
    assert all(choice(state, character) == "C2@0.2" for character in CHARACTERS)


def test_it_gathers_one_type() -> None:
    assert choice(race(["C5 M4 F6", SLOW], "C6 J7", [0, 0])) in ("C6@0.1", "C6@0.2")


def test_it_avoids_a_lion_it_sees_and_one_it_placed() -> None:
    stacks, hand = ["C5 M4 F6", SLOW], "C6 C3"
    assert choice(race(stacks, hand, [60, 3])).startswith("C6")
    assert choice(race(stacks, hand, [60, 3], {71: "L"})).startswith("C3")
    assert choice(race(stacks, hand, [60, 3], {71: "l*"})).startswith("C3")


def test_it_does_not_see_what_others_hide() -> None:
    stacks, hand = ["C5 M4 F6", SLOW], "C6 C3"
    assert rated(race(stacks, hand, [60, 3], {71: "l"})) == rated(
        race(stacks, hand, [60, 3], {71: "b"})
    )


def test_it_steps_on_its_own_banana() -> None:
    stacks, hand = ["C5 M4 F6", SLOW], "C6 C3"
    assert choice(race(stacks, hand, [60, 3], {68: "b*"})).startswith("C3")


def test_it_stops_whoever_would_arrive() -> None:
    state = race(["C5 M4 F6", "J7 J6 C2", SLOW], "C1 M2", [60, 90, 4])
    assert choice(state) in ("C1@1.0", "M2@1.0", "C1@1.1", "M2@1.1")


def test_it_covers_the_stack_that_hurts() -> None:
    state = race(["C7 C6 C5", "J7 J6 C2", SLOW], "M1 F1", [40, 50, 4])
    assert choice(state) in ("M1@1.0", "F1@1.0")


def test_it_goes_on_from_a_banana_but_not_to_a_lion() -> None:
    stacks = ["C5 M4 F6", SLOW]
    safe = race(stacks, "C1", [60, 99], {66: "B"})
    assert choice(after(safe, "C1@0.1")) == "go"
    lion = race(stacks, "C1", [60, 99], {66: "B", 72: "L"})
    assert choice(after(lion, "C1@0.1")) == "stay"


def test_it_changes_places_with_whoever_is_furthest_ahead() -> None:
    stacks = ["C5 M4 F6", SLOW, SLOW]
    ahead = race(stacks, "C1", [60, 70, 90], {66: "E"})
    assert choice(after(ahead, "C1@0.1")) == "swap2"
    leading = race(stacks, "C1", [60, 3, 50], {66: "E"})
    assert choice(after(leading, "C1@0.1")) == "stay"


def test_a_gentle_exchange_sends_back_whoever_falls_furthest() -> None:
    stacks = ["C5 M4 F6", SLOW, SLOW]
    state = race(stacks, "C1", [60, 79, 81], {66: "E"}, gentle_exchange=1)
    assert choice(after(state, "C1@0.1")) == "swap1"


def test_it_puts_lions_where_they_cost_most() -> None:
    state = GAME.dealt(2, {}, Random(1))
    state.counters = [LION] * 4 + [BANANA] * 8 + [EXCHANGE] * 4
    rates = rated(state)
    best = {text for text, worth in rates.items() if worth == max(rates.values())}
    assert {"L19", "L39", "L59", "L79", "L99"} <= best
    assert all(text[0] == "L" and int(text[1:]) % 20 >= LION_STEPS for text in best)


def test_it_beats_random_players() -> None:
    won = 0.0
    for seed in range(24):
        state = GAME.dealt(4, {}, Random(seed))
        chance = Random(seed, 2)
        while not state.over:
            offers: list[int] = []
            rules.options(state, state.turn, offers)
            text = say(offers[below(chance, len(offers))])
            state = after(state, choice(state) if state.turn == seed % 4 else text)
        won += rules.winners(state) == 1 << seed % 4
    assert won >= 0.6 * 24


# Characters


def test_there_are_four_characters_of_three_traits() -> None:
    assert set(CHARACTERS) == {"even", "cautious", "greedy", "spiteful"}
    assert all(len(character) == TRAITS for character in CHARACTERS.values())
    assert EVEN == (0, 0, 0)


def test_the_cautious_one_shuns_hidden_counters() -> None:
    state = race(["C5 M4 F6", SLOW], "C6 M6", [42, 3], {53: "b"})
    assert choice(state).startswith("C6")
    assert choice(state, "cautious").startswith("M6")


def test_the_greedy_one_runs_where_others_hinder() -> None:
    state = race(["C5 M4 J2", "J7 J6 C2", SLOW], "M1 C7", [40, 50, 4])
    assert choice(state) == "M1@1.0"
    assert choice(state, "greedy") in ("C7@0.1", "C7@0.2")


def test_the_spiteful_one_hinders_where_others_run() -> None:
    state = race(["C5 C4 J2", "J7 J6 C2", SLOW], "M3 C4", [80, 85, 4])
    assert choice(state) == "C4@0.2"
    assert choice(state, "spiteful") == "M3@1.0"


# Search


def test_standing_is_the_score_in_the_end() -> None:
    state = race(["C5 C6 M7", "C1 M1 F3"], "C2", [87, 40])
    assert standing(state, 1) > 40
    assert not horizon(state)
    over = after(state, "C2@0.2")
    assert horizon(over)
    assert [standing(over, seat) for seat in range(2)] == [100, 40]


# Numbers for learners


def seen(state: State, seat: int = 0) -> list[int]:
    numbers = [0] * sight.SIGHT
    sight.observe(state, seat, numbers)
    return numbers


def done(state: State, text: str) -> list[int]:
    numbers = [0] * sight.EFFECT
    sight.effect(state, state.turn, read(text) or 0, numbers)
    return numbers


def test_the_table_is_seen_from_the_seat() -> None:
    state = race([SLOW] * 4, "C7", [0, 1, 2, 3], drawn=50)
    table = [4, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 6, 0, 0]
    assert seen(state)[: sight.TABLE] == table
    assert seen(state, 1)[7:15] == [0, 0, 1, 0, 0, 0, 0, 1]


def test_players_are_seen_clockwise_and_absent_ones_are_zero() -> None:
    state = race(["C5 C4 J2", "J7 M6 C2"], "C7", [10, 30])
    players = seen(state, 1)[sight.TABLE : sight.TABLE + 4 * sight.PLAYER]
    assert players[:16] == [30, 0, 7, 3, 0, 0, 0, 7, 0, 6, 0, 0, 2, 0, 0, 0]
    assert players[16:32] == [10, -20, 9, 1, 5, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 2]
    assert players[32:] == [0] * 32


def test_the_hand_and_what_may_come_are_seen_by_kind() -> None:
    state = race(["C5 C4 J2", "J7 M6 C2"], "C7 C5", [10, 30])
    first = sight.TABLE + 4 * sight.PLAYER
    hand, unseen = seen(state)[first : first + KINDS], seen(state)[first + KINDS :][:KINDS]
    assert [kind for kind in range(KINDS) if hand[kind]] == kinds("C5 C7")
    assert (unseen[kinds("C5")[0]], unseen[kinds("C7")[0]], unseen[kinds("M1")[0]]) == (0, 1, 2)


def test_the_track_is_seen_as_far_as_it_is_known() -> None:
    state = race([SLOW] * 4, "C7", [60, 0, 0, 0], {61: "B", 63: "l*", 70: "b", 80 - 1: "E"})
    first = sight.SIGHT - sight.PAIRS - sight.NEAR_TRACK
    near = seen(state)[first : first + sight.NEAR_TRACK]
    steps = {step: near[3 * step - 3 : 3 * step] for step in range(1, 21)}
    assert {step: values for step, values in steps.items() if any(values)} == {
        1: [1, 0, 0],
        3: [0, 3, 0],
        10: [0, 0, 1],
        19: [0, 0, 2],
    }
    pairs = seen(state)[-sight.PAIRS :]
    assert [pair for pair in range(sight.PAIRS) if pairs[pair]] == [30, 31, 34, 39]
    assert pairs[34] < 0 < pairs[30]


def test_an_effect_says_what_the_card_does() -> None:
    state = race(["C5 M4 F6", "J7 J6 C2", SLOW], "C6 M1", [60, 90, 4], {71: "L"})
    own, cover = done(state, "C6@0.2"), done(state, "M1@1.0")
    start = sight.QUESTIONS
    assert own[:start] == cover[:start] == [0, 1, 0, 0, 0]
    assert own[start : start + 8] == [6, 0, 0, 0, 2, 11, 5, 11]
    assert cover[start : start + 8] == [0, 1, 0, 0, 0, 6, 0, 11]
    hit = start + sight.PLAYED
    assert own[hit : hit + 12] == [0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0]
    assert cover[hit : hit + 12] == [1, 0, 0, 0, 0, 0, 7, 30, 13, 7, 1, 1]
    lands = hit + sight.HIT
    assert own[lands : lands + 9] == [11, 0, 11, 2, 0, 0, 1, 0, 11]


def test_an_effect_says_what_a_counter_or_an_answer_does() -> None:
    placing = GAME.dealt(4, {}, Random(1))
    placing.counters[0] = LION
    placed = sight.EFFECT - 2 - sight.ANSWERED - sight.PLACED
    assert done(placing, "L39")[placed : placed + 6] == [0, 1, 0, 1, 19, 39]
    state = race(["C5 M4 F6", SLOW, SLOW], "C1", [60, 70, 90], {66: "E"})
    named = done(after(state, "C1@0.1"), "swap2")
    answered = sight.EFFECT - 2 - sight.ANSWERED
    assert named[answered : answered + 4] == [0, 0, 24, -24]
    assert done(after(state, "C1@0.1"), "stay")[answered : answered + 4] == [0, 1, 0, 0]


def test_an_effect_ends_with_the_rating() -> None:
    state = race(["C5 M4 F6", "J7 J6 C2"], "C6 M1", [60, 90])
    for text, rating in rated(state).items():
        option = read(text) or 0
        assert rate_option(state, 0, EVEN, option) == rating
        assert done(state, text)[-2] == int(rating)
