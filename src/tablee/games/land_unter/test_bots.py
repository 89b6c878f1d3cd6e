"""The heuristic of Land Unter on positions where a good choice is clear, and what learners see."""

from typing import Any

import pytest

from tablee.catalogue import load
from tablee.games.land_unter import observe
from tablee.games.land_unter.bots import (
    CHARACTERS,
    horizon,
    places,
    plausible,
    prospects,
    rate,
    standing,
)
from tablee.games.land_unter.parts import ALL_CARDS, CARDS, HAND
from tablee.games.land_unter.state import State
from tablee.kernel.chance import Random, below
from tablee.kernel.match import Match
from tablee.kernel.sets import from_members, members

GAME = load("land-unter")


def position(
    *,
    mine: list[int],
    flood: tuple[int, int],
    level: list[int],
    buoys: tuple[int, ...] = (4, 4, 4, 4),
    others: tuple[list[int], ...] = (),
    **fields: Any,
) -> State:
    """Seat 0 is to lay one of these cards; of the others it knows the cards given, if any."""
    state = State()
    state.seats = len(level)
    state.loss_passes_on = 1
    state.tricks_done = HAND - len(mine)
    pile = state.water[0]
    pile[2 * state.tricks_done : 2 * state.tricks_done + 2] = list(flood)
    taken = from_members([*mine, *(card for hand in others for card in hand)])
    free = [card for card in members(ALL_CARDS) if not taken >> card & 1]
    for seat, number in enumerate(buoys[: state.seats]):
        state.level[seat] = level[seat]
        state.buoys[seat] = number
        hand = mine if seat == 0 else others[seat - 1] if others else free[seat :: CARDS // HAND]
        state.held[seat] = from_members(hand[: len(mine)])
        state.hands[seat] = state.held[seat]
    if others:  # as in the last round: every hand has been held
        state.rounds_done = state.seats - 1
        state.water[state.rounds_done], state.water[0] = state.water[0], state.water[3]
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def rates(state: State, name: str = "even", seat: int = 0) -> dict[int, float]:
    options = members(state.held[seat])
    found = [0.0] * len(options)
    rate(state, seat, CHARACTERS[name], options, found)
    return dict(zip(options, found, strict=True))


def pick(state: State, name: str = "even") -> int:
    found = rates(state, name)
    return max(found, key=lambda card: found[card])


def test_the_deepest_takes_low_water_with_the_highest_card() -> None:
    assert pick(position(mine=[2, 30, 60], flood=(1, 7), level=[11, 3, 2, 0])) == 60


def test_high_water_is_left_to_others() -> None:
    assert pick(position(mine=[2, 30, 45, 60], flood=(11, 12), level=[1, 3, 2, 4])) == 2


def test_a_low_level_is_not_given_up_for_a_higher_one() -> None:
    assert pick(position(mine=[3, 4, 5, 45, 50, 59], flood=(6, 9), level=[0, 10, 5, 4])) <= 5


def test_who_lays_last_pays_no_more_than_it_takes() -> None:
    """In open play the last player sees what lies there."""
    state = position(
        mine=[5, 41, 60],
        flood=(1, 8),
        level=[11, 3, 2, 0],
        open_play=1,
        leader=1,
        table=[0, 40, 20, 10, 0],
    )
    assert pick(state) == 41


def test_known_hands_are_reckoned_with() -> None:
    """Whoever held all hands knows that 38 beats everything, and 60 would be wasted."""
    others = ([37, 20, 1], [36, 21, 2], [35, 22, 3])
    state = position(mine=[10, 38, 60], flood=(1, 9), level=[11, 3, 2, 0], others=others)
    found = rates(state)
    assert found[38] == pytest.approx(found[60])
    assert found[38] > found[10] + 1
    assert places(state, 0, 38, 0, 0.0, 11) == (1.0, 0.0)
    assert places(state, 0, 10, 0, 0.0, 11) < (0.1, 0.3)


def test_a_seat_without_buoys_fears_the_deepest_place_more() -> None:
    gains = []
    for buoys in (3, 1, 0):
        state = position(mine=[2, 60], flood=(1, 7), level=[11, 3, 2, 0], buoys=(buoys, 4, 4, 4))
        found = rates(state)
        gains.append(found[60] - found[2])
    assert gains[0] < gains[1] < gains[2]


def test_of_three_players_two_take_water_whenever_the_third_does_not() -> None:
    """Both others get new levels, whatever they show now; of four, one may stay the deepest."""
    for level in ([8, 0, 0], [8, 12, 12]):
        state = position(mine=[1, 60], flood=(2, 9), level=level)
        assert prospects(state, 0, CHARACTERS["even"])[2] > -1.2
        state = position(mine=[1, 60], flood=(2, 7), level=level)
        assert prospects(state, 0, CHARACTERS["even"])[2] < -1.5
    state = position(mine=[1, 60], flood=(2, 7), level=[8, 12, 12, 0])
    assert prospects(state, 0, CHARACTERS["even"])[2] > -1.2


def test_the_lowest_level_counts_at_the_end_of_a_round() -> None:
    """The last trick but one: staying at 0 is worth more to who is the lowest alone."""
    lowest = position(mine=[1, 60], flood=(2, 9), level=[1, 10, 9, 4])
    not_lowest = position(mine=[1, 60], flood=(2, 9), level=[1, 10, 9, 0])
    assert rates(lowest)[1] > rates(not_lowest)[1]


def test_the_greedy_think_of_this_trick_alone() -> None:
    """Sure not to pay either way, the even player saves the high card, the greedy does not mind."""
    state = position(mine=[20, 30, 60], flood=(3, 4), level=[2, 12, 3, 1])
    even, greedy = rates(state, "even"), rates(state, "greedy")
    assert even[60] - even[20] < greedy[60] - greedy[20]


def test_the_cautious_shrink_from_deep_water_and_going_under() -> None:
    state = position(mine=[1, 40, 60], flood=(2, 11), level=[4, 10, 3, 1])
    first, second, _ = prospects(state, 0, CHARACTERS["even"])
    cautious_first, cautious_second, _ = prospects(state, 0, CHARACTERS["cautious"])
    assert cautious_first - cautious_second > first - second + 0.5
    state.buoys[0] = 0
    assert prospects(state, 0, CHARACTERS["cautious"])[1] < cautious_second - 3


def test_the_spiteful_take_water_the_deepest_could_have_used() -> None:
    state = position(mine=[1, 30, 60], flood=(3, 6), level=[4, 12, 3, 1])
    even, spiteful = rates(state, "even"), rates(state, "spiteful")
    assert spiteful[60] - spiteful[1] > even[60] - even[1] + 0.4
    # there is nobody to spite when I am the deepest myself
    mine = position(mine=[1, 30, 60], flood=(3, 6), level=[12, 4, 3, 1])
    assert rates(mine, "spiteful") == rates(mine, "even")


def test_every_temper_sometimes_chooses_otherwise_than_an_even_player() -> None:
    """And each of the others, in a few games of all four against each other."""
    chosen: dict[str, list[int]] = {name: [] for name in CHARACTERS}
    for seed in range(3):
        match = Match(GAME, GAME.dealt(4, {}, Random(seed)))
        while not match.over:
            for name, choices in chosen.items():
                choices.append(pick(match.state, name))
            for seat, name in zip(range(4), CHARACTERS, strict=True):
                if seat in match.waiting_for:
                    found = rates(match.state, name, seat)
                    match.choose(seat, max(found, key=lambda card: found[card]))
    names = list(CHARACTERS)
    for place, name in enumerate(names):
        for other in names[:place]:
            pairs = zip(chosen[name], chosen[other], strict=True)
            assert sum(one != two for one, two in pairs) > 5, (name, other)


def test_standing_is_the_score_when_the_game_is_over() -> None:
    match = Match(GAME, GAME.dealt(3, {}, Random(5)))
    chance = Random(5, 1)
    horizons = set()
    while not match.over:
        horizons.add(horizon(match.state))
        for seat in match.waiting_for:
            options = match.options(seat)
            match.choose(seat, options[below(chance, len(options))])
    assert horizons == {0, 1, 2}
    assert [standing(match.state, seat) for seat in range(3)] == match.scores()


def test_standing_counts_buoys_levels_and_the_hands_to_come() -> None:
    state = position(mine=[1, 60], flood=(3, 9), level=[4, 4, 8, 4], buoys=(3, 2, 3, 0))
    here = [standing(state, seat) for seat in range(4)]
    assert here[0] == here[1] + 1
    assert here[0] > here[2] > here[3]
    state.announced[3] = 6  # the hand that seat 0 plays in the next round
    assert standing(state, 0) == here[0] + 6
    state.out[0] = 1
    assert standing(state, 0) < here[3] + 6


# What learners see


def seen(state: State, seat: int = 0) -> list[int]:
    numbers = [0] * observe.SIGHT
    observe.observe(state, seat, numbers)
    return numbers


def test_what_is_seen_of_the_table_and_of_the_water() -> None:
    state = position(mine=[2, 31, 60], flood=(3, 9), level=[1, 10, 9, 0])
    state.water[0][:2] = [9, 12]
    state.tricks_done = 1
    state.water[0][2:4] = [3, 9]
    numbers = [0] * observe.SIGHT
    end = observe.table(state, 0, numbers, 0)
    assert end == observe.ABOUT_TABLE
    assert numbers[:end] == [0, 1, 0, 1, 0, 0, 4, 1, 0, 0, 3, 0, 10]
    after = observe.water(state, numbers, end)
    told = numbers[end:after]
    assert told[:12] == [1] * 3 + [0] * 9
    assert told[12:24] == [1] * 9 + [0] * 3
    assert told[24:] == [2, 2, 1, 2, 2, 2, 2, 2, 0, 2, 2, 1]
    assert numbers[after:] == [0] * (observe.SIGHT - after)


def test_cards_are_seen_in_groups() -> None:
    numbers = [0] * 13
    assert observe.cards(from_members([1, 5, 6, 60]), 12, numbers, 0) == 12
    assert numbers == [2, 1, *[0] * 9, 1, 0]


def test_players_are_seen_from_my_seat_on_and_absent_ones_not_at_all() -> None:
    state = position(
        mine=[2, 31], flood=(3, 9), level=[1, 10, 9], buoys=(4, 0, 2), out=[0, 0, 1, 0, 0]
    )
    seat_0, me, nobody = ([0] * observe.ABOUT_PLAYER for _ in range(3))
    observe.player(state, 1, 2, 0, seat_0, 0)  # two to the left of seat 1 of three
    assert seat_0[:8] == [1, 0, 4, 0, 0, 0, 1, 0]
    assert seat_0[13:] == [1, 0, 0, 0, 0, 0]
    observe.player(state, 1, 0, 0, me, 0)
    assert me[:8] == [1, 0, 0, 1, 0, 0, 10, 1]
    observe.player(state, 1, 3, 0, nobody, 0)
    assert nobody == [0] * observe.ABOUT_PLAYER


def test_only_known_cards_of_others_are_seen() -> None:
    hidden = position(mine=[2, 31, 60], flood=(3, 9), level=[1, 10, 9, 0])
    other = hidden.copy()
    other.held[1], other.held[2] = hidden.held[2], hidden.held[1]
    other.hands[1], other.hands[2] = hidden.hands[2], hidden.hands[1]
    assert seen(hidden) == seen(other)
    others = ([37, 20, 1], [36, 21, 3], [35, 22, 4])
    known = position(mine=[10, 38, 60], flood=(1, 9), level=[1, 3, 2, 0], others=others)
    groups = seen(known)[-4 * observe.GROUPS :]
    assert groups[:12] == [1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0]
    assert groups[36:] == [0] * 12  # nobody sits there


def test_an_effect_tells_cards_apart_and_where_they_come_in() -> None:
    others = ([37, 20, 1], [36, 21, 3], [35, 22, 4])
    state = position(mine=[10, 38, 60], flood=(1, 9), level=[11, 3, 2, 0], others=others)
    found = {}
    for card in (10, 38, 60):
        numbers = [0] * observe.EFFECT
        observe.effect(state, 0, card, numbers)
        found[card] = numbers
    assert len({tuple(numbers) for numbers in found.values()}) == 3
    assert found[60][:3] == found[38][:3] == [64, 0, 0]
    assert found[10][0] < found[10][1] < found[10][2]
    assert found[38][3:6] == [0, 1, 1]  # with 1 it is not the deepest, with 9 or 11 it is
    assert found[38][9:12] == [38, 1, 1]
    assert found[10][14:22] == [2, 1, 2, 1, 2, 1, 0, 0]


def test_a_hand_is_thought_to_keep_few_cards_below_all_it_has_shown() -> None:
    shown = [0, 1 << 20, 1 << 30, 1 << 40]
    dealt = {"low": [7, 9, 11, 52], "high": [45, 47, 49, 52], "other": [23, 25, 51, 53]}

    def world(first: str, second: str) -> float:
        hands = [[10, 38, 60], dealt[first], dealt[second], [54, 55, 56]]
        state = position(mine=hands[0], flood=(1, 9), level=[0, 3, 2, 0], shown=list(shown))
        for hand, cards in enumerate(hands):
            state.hands[hand] = from_members(cards) | shown[hand]
        return plausible(state, 0)

    assert world("low", "other") < world("high", "other")
    assert world("low", "other") < world("other", "high")


def test_nothing_shown_tells_nothing() -> None:
    assert plausible(GAME.dealt(4, {}, Random(1)), 0) == 1.0
