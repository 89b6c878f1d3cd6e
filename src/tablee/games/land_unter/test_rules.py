"""Land Unter, clause by clause."""

from typing import Any

import pytest

from tablee.catalogue import load
from tablee.games.land_unter import rules
from tablee.games.land_unter.parts import ALL_CARDS, HALF_BUOYS, SEATS, WHOLE_BUOYS
from tablee.games.land_unter.state import Asked, State, Told
from tablee.games.land_unter.view import view
from tablee.kernel.chance import Random
from tablee.kernel.errors import IllegalChoice, NotOwed
from tablee.kernel.events import Event
from tablee.kernel.match import Match
from tablee.kernel.record import play_turn
from tablee.kernel.sets import from_members, members

GAME = load("land-unter")


def position(
    *,
    flood: tuple[int, int] = (3, 9),
    level: list[int],
    buoys: list[int],
    trick: int = 1,
    round_number: int = 1,
    **fields: Any,
) -> State:
    """A position before a trick; the hands are filled by `trick`."""
    state = State()
    state.seats = len(level)
    state.loss_passes_on = state.two_left_pay = 1
    state.rounds_done = round_number - 1
    state.tricks_done = trick - 1
    pile = state.water[state.rounds_done]
    pile[2 * state.tricks_done], pile[2 * state.tricks_done + 1] = flood
    pad = [0] * (SEATS - state.seats)
    state.level = level + pad
    state.buoys = buoys + pad
    for name, value in fields.items():
        setattr(state, name, value)
    return state


def play(state: State, *cards: int) -> list[Event]:
    """One trick in which these cards are laid (0: this seat is out)."""
    for seat, card in enumerate(cards):
        if card:
            state.held[seat] |= 1 << card
    events: list[Event] = []
    resolve_open(state, list(cards), events)
    return events


def resolve_open(state: State, cards: list[int], events: list[Event]) -> None:
    if not state.open_play:
        rules.resolve(state, [card or -1 for card in cards], events)
        return
    for _ in [card for card in cards if card]:
        (seat,) = members(rules.owes(state))
        choices = [cards[seat] if other == seat else -1 for other in range(state.seats)]
        rules.resolve(state, choices, events)


def told(events: list[Event], *kinds: int) -> list[tuple[int, ...]]:
    """The numbers of the events of these kinds."""
    return [event[1:] for event in events if event[0] in kinds]


def dealt(players: int = 4, seed: int = 1, **switches: bool) -> Match:
    return Match(GAME, GAME.dealt(players, switches, Random(seed)))


def by_hand(hands: list[list[int]], water: list[int], **switches: bool) -> Match:
    """A game from written hands, with the same beginning of the water pile in every round."""
    state = GAME.blank(len(hands), switches)
    GAME.notation.read_deal(state, {"hands": hands, "water": [[*water, "*"]] * len(hands)})
    return Match(GAME, state)


# Material


def test_LU_1_sixty_weather_cards_each_once() -> None:
    assert members(ALL_CARDS) == list(range(1, 61))
    match = dealt(5)
    assert sorted(card for hand in match.state.hands for card in members(hand)) == [*range(1, 61)]


def test_LU_1_an_option_is_the_number_of_a_card_or_none() -> None:
    assert rules.OPTIONS == 1 + 60


def test_LU_2_buoys_on_the_cards() -> None:
    halves = [
        1 if HALF_BUOYS >> card & 1 else 2 * (WHOLE_BUOYS >> card & 1) for card in range(1, 61)
    ]
    assert halves == [0] * 12 + [1] * 12 + [2] * 12 + [1] * 12 + [0] * 12
    assert sum(halves) / 2 == 24


def test_LU_3_two_water_cards_of_each_level() -> None:
    state = dealt(5).state
    for pile in state.water:
        assert sorted(pile) == sorted([*range(1, 13)] * 2)


# Set-up


@pytest.mark.parametrize(("players", "out"), [(3, 24), (4, 12), (5, 0)])
def test_LU_4_twelve_cards_each_the_rest_stays_out(players: int, out: int) -> None:
    state = dealt(players).state
    hands = [members(hand) for hand in state.hands[:players]]
    assert [len(hand) for hand in hands] == [12] * players
    assert len(set(range(1, 61)).difference(*hands)) == out
    assert state.hands[players:] == [0] * (5 - players)
    assert state.held == state.hands


def test_LU_4_every_card_can_go_everywhere() -> None:
    places: dict[int, set[int]] = {card: set() for card in range(1, 61)}
    for seed in range(120):
        state = dealt(3, seed).state
        for card in places:
            places[card].add(next((s for s in range(3) if state.hands[s] >> card & 1), -1))
    assert all(found == {-1, 0, 1, 2} for found in places.values())


def test_LU_4_the_same_chance_gives_the_same_deal_for_good() -> None:
    state = dealt(3, 1).state  # or else fair deals of old records could not be verified
    assert members(state.hands[0]) == [5, 7, 8, 10, 16, 28, 29, 40, 45, 46, 47, 57]
    assert [pile[:4] for pile in state.water[:3:2]] == [[7, 5, 8, 9], [9, 4, 5, 12]]


@pytest.mark.parametrize(
    ("cards", "buoys"),
    [
        ([25, 26, 27, 28, 29, *range(1, 8)], 5),  # 5 gives 5
        ([25, 26, 27, 13, *range(1, 9)], 3),  # 3.5 gives 3
        ([30, 31, 32, 33, 34, 35, 48, *range(50, 55)], 6),  # 6.5 gives 6
        ([13, 24, 37, 48, *range(1, 9)], 2),
        ([12, 49, 36, 25, *range(1, 9)], 2),
        ([*range(1, 13)], 0),
    ],
)
def test_LU_5_buoys_of_a_hand_are_rounded_down(cards: list[int], buoys: int) -> None:
    assert rules.buoys_of(from_members(cards)) == buoys


def test_LU_5_the_count_is_public() -> None:
    state = dealt(4).state
    counts = [rules.buoys_of(hand) for hand in state.hands[:4]]
    assert state.announced[:4] == state.buoys[:4] == counts
    assert [player["buoys"] for player in view(state, None)["players"]] == counts
    assert [player["announced"] for player in view(state, 2)["players"]] == counts


def test_LU_6_the_water_pile_is_shuffled_for_every_round() -> None:
    state = dealt(4).state
    piles = {tuple(pile) for pile in state.water[:4]}
    assert len(piles) == 4
    assert state.water[4] == [0] * 24


# A trick


def test_LU_7_two_water_cards_are_revealed() -> None:
    match = dealt(3)
    first, second, third, fourth = match.state.water[0][:4]
    assert rules.flood(match.state) == (min(first, second), max(first, second))
    assert match.view(0)["water"] == sorted((first, second))
    play_turn(match, " ".join(str(match.options(seat)[0]) for seat in range(3)))
    assert match.view(None)["water"] == sorted((third, fourth))
    assert match.view(None)["water_seen"] == [first, second]


def test_LU_8_all_choose_in_secret_and_reveal_at_once() -> None:
    match = dealt(3)
    assert match.waiting_for == [0, 1, 2]
    before = [match.view(seat) for seat in (0, 1, 2, None)]
    assert match.choose(1, match.options(1)[0]) is None
    assert [match.view(seat) for seat in (0, 1, 2, None)] == before
    assert match.waiting_for == [0, 2]
    match.choose(0, match.options(0)[0])
    assert match.choose(2, match.options(2)[0])


def test_LU_8_any_card_of_the_hand_and_no_other() -> None:
    match = dealt(4)
    hand = members(match.state.held[2])
    assert match.options(2) == hand
    stranger = next(card for card in range(1, 61) if card not in hand)
    with pytest.raises(IllegalChoice) as refusal:
        match.choose(2, stranger)
    assert refusal.value.clause == "LU-8"
    assert match.options(2) == hand
    with pytest.raises(IllegalChoice) as refusal:
        match.choose(2, 0)
    assert refusal.value.clause == "LU-1"


def test_LU_8_who_is_out_owes_nothing() -> None:
    state = position(level=[0, 4, 5, 6], buoys=[0, 1, 1, 1], out=[1, 0, 0, 0, 0])
    assert members(rules.owes(state)) == [1, 2, 3]
    match = Match(GAME, state)
    with pytest.raises(NotOwed) as refusal:
        match.choose(0, 7)
    assert refusal.value.clause == "LU-8"
    assert rules.asks(state) == Asked.CARD_IN_SECRET


def test_LU_9_highest_takes_the_lower_water_second_the_other() -> None:
    state = position(flood=(9, 3), level=[0, 0, 0, 0], buoys=[3, 3, 3, 3])
    events = play(state, 17, 60, 1, 59)
    assert state.level[:4] == [0, 3, 0, 9]
    assert told(events, Told.TAKES) == [(1, 3), (3, 9)]
    assert told(events, Told.PLAYS) == [(0, 17), (1, 60), (2, 1), (3, 59)]


def test_LU_9_the_first_seat_may_be_highest_or_second() -> None:
    state = position(flood=(3, 9), level=[0, 0, 0], buoys=[3, 3, 3])
    play(state, 2, 1, 60)
    assert state.level[:3] == [9, 0, 3]
    state = position(flood=(3, 9), level=[0, 0, 0], buoys=[3, 3, 3])
    play(state, 60, 1, 2)
    assert state.level[:3] == [3, 0, 9]


def test_LU_9_equal_water_goes_to_both() -> None:
    state = position(flood=(7, 7), level=[0, 0, 0, 0], buoys=[3, 3, 3, 3])
    play(state, 30, 20, 10, 40)
    assert state.level[:4] == [7, 0, 0, 7]
    assert state.buoys[:4] == [2, 3, 3, 2]


def test_LU_10_only_the_newest_water_counts() -> None:
    state = position(flood=(2, 5), level=[11, 12, 8, 6], buoys=[3, 3, 3, 3])
    play(state, 60, 59, 2, 1)
    assert state.level[:4] == [2, 5, 8, 6]
    assert state.buoys[:4] == [3, 3, 2, 3]


def test_LU_11_highest_level_loses_a_buoy_also_without_taking() -> None:
    state = position(flood=(2, 5), level=[0, 0, 12, 6], buoys=[3, 3, 3, 3])
    events = play(state, 60, 59, 2, 1)
    assert state.buoys[:4] == [3, 3, 2, 3]
    assert told(events, Told.PAYS) == [(2, 2)]


@pytest.mark.parametrize("payer", range(4))
def test_LU_11_anybody_can_be_the_highest(payer: int) -> None:
    level, cards = [0] * 4, [10, 20, 30, 40]
    level[payer], cards[payer] = 12, 1
    events = play(position(flood=(1, 2), level=level, buoys=[3, 3, 3, 3]), *cards)
    assert told(events, Told.PAYS) == [(payer, 2)]


def test_LU_11_two_at_the_same_highest_level_both_lose_one() -> None:
    state = position(flood=(2, 9), level=[9, 0, 0, 8], buoys=[3, 3, 3, 3])
    events = play(state, 2, 60, 59, 1)
    assert state.level[:4] == [9, 2, 9, 8]
    assert state.buoys[:4] == [2, 3, 2, 3]
    assert told(events, Told.PAYS) == [(0, 2), (2, 2)]


def test_LU_12_played_cards_are_discarded_water_stays() -> None:
    match = dealt(4, 3)
    hands = [members(match.state.held[seat]) for seat in range(4)]
    play_turn(match, " ".join(str(hand[5]) for hand in hands))
    for seat, hand in enumerate(hands):
        assert members(match.state.held[seat]) == hand[:5] + hand[6:]
        assert members(match.state.shown[seat]) == [hand[5]]
    assert match.state.table == [0] * 5
    assert match.state.tricks_done == 1
    shown = sorted(match.state.level[:4])
    assert shown[:2] == [0, 0]
    assert tuple(shown[2:]) == tuple(sorted(match.state.water[0][:2]))


# Going under


def test_LU_13_losing_the_last_buoy_does_not_eliminate() -> None:
    state = position(level=[0, 0, 12, 6], buoys=[3, 3, 1, 3])
    events = play(state, 60, 59, 2, 1)
    assert (state.buoys[2], state.out[2], state.level[2]) == (0, 0, 12)
    assert told(events, Told.GOES_UNDER) == []


def test_LU_13_having_none_left_to_lose_does() -> None:
    state = position(level=[0, 0, 12, 6], buoys=[3, 3, 0, 3])
    state.hands[2] = state.held[2] = from_members([2, 31, 44])
    events = play(state, 60, 59, 2, 1)
    assert (state.buoys[2], state.out[2], state.level[2]) == (0, 1, 0)
    assert told(events, Told.GOES_UNDER) == [(2,)]
    for seat in (0, 1, 3, None):  # the cards left are never seen
        assert view(state, seat)["players"][2]["known"] == []
        assert {31, 44} <= set(view(state, seat)["unknown"])
    assert view(state, 0)["players"][2]["cards"] == 2


def test_LU_14_the_loss_passes_on_until_somebody_pays() -> None:
    state = position(flood=(1, 2), level=[0, 12, 11, 10, 9], buoys=[1, 0, 0, 4, 1])
    events = play(state, 60, 3, 2, 1, 59)
    assert told(events, Told.GOES_UNDER, Told.PAYS) == [(1,), (2,), (3, 3)]
    assert state.out == [0, 1, 1, 0, 0]
    assert state.buoys == [1, 0, 0, 3, 1]


def test_LU_14_two_tied_go_under_and_the_loss_passes_on() -> None:
    state = position(flood=(1, 2), level=[0, 12, 12, 10, 9], buoys=[1, 0, 0, 4, 1])
    events = play(state, 60, 3, 2, 1, 59)
    assert told(events, Told.GOES_UNDER, Told.PAYS) == [(1,), (2,), (3, 3)]


def test_LU_14_a_tie_further_down_counts_as_one_at_the_top() -> None:
    state = position(flood=(1, 2), level=[0, 12, 10, 10, 9], buoys=[1, 0, 2, 4, 1])
    events = play(state, 60, 3, 2, 1, 59)
    assert told(events, Told.GOES_UNDER, Told.PAYS) == [(1,), (2, 1), (3, 3)]


def test_LU_15_one_of_two_tied_paid_so_nothing_passes_on() -> None:
    for payer, broke in ((1, 2), (2, 1)):
        buoys = [4, 0, 0, 4]
        buoys[payer] = 1
        state = position(flood=(1, 2), level=[0, 12, 12, 10], buoys=buoys)
        play(state, 60, 3, 2, 59)
        assert (state.buoys[payer], state.out[payer]) == (0, 0)
        assert state.out[broke] == 1
        assert (state.buoys[0], state.buoys[3]) == (4, 4)


def test_LU_16_nobody_left_with_water_nobody_pays() -> None:
    state = position(flood=(12, 12), level=[0, 0, 0, 0, 0], buoys=[3, 3, 3, 0, 0])
    events = play(state, 1, 2, 3, 59, 60)
    assert told(events, Told.NOBODY_PAYS) == [()]
    assert state.out == [0, 0, 0, 1, 1]
    assert state.buoys == [3, 3, 3, 0, 0]
    assert state.rounds_done == 0


def test_LU_17_without_the_option_a_loss_never_passes_on() -> None:
    state = position(level=[0, 12, 11, 10], buoys=[3, 0, 3, 3], loss_passes_on=0)
    play(state, 60, 3, 2, 59)
    assert state.out[:4] == [0, 1, 0, 0]
    assert state.buoys[:4] == [3, 0, 3, 3]


def test_LU_17_a_tied_player_with_a_buoy_still_pays() -> None:
    state = position(level=[0, 12, 12, 10], buoys=[3, 0, 3, 3], loss_passes_on=0)
    play(state, 60, 3, 2, 59)
    assert state.out[:4] == [0, 1, 0, 0]
    assert state.buoys[:4] == [3, 0, 2, 3]


def test_LU_17_is_on_unless_switched_off() -> None:
    assert GAME.switches == {"loss_passes_on": True, "two_left_pay": True, "open_play": False}


def test_LU_17_has_no_effect_on_three_where_two_left_do_not_pay() -> None:
    for level, flood, buoys in (
        ([0, 12, 11], (1, 2), [3, 0, 3]),
        ([0, 12, 0], (1, 12), [3, 0, 0]),
        ([0, 12, 0], (1, 12), [3, 0, 2]),
    ):
        ends = []
        for loss_passes_on in (0, 1):
            fields: dict[str, Any] = {"loss_passes_on": loss_passes_on, "two_left_pay": 0}
            state = position(flood=flood, level=[*level], buoys=[*buoys], **fields)
            ends.append((play(state, 60, 3, 59), state.points))
        assert ends[0] == ends[1]


# End of a round


def test_LU_18_a_round_ends_after_twelve_tricks() -> None:
    state = position(level=[0, 0, 0], buoys=[3, 3, 3], trick=11)
    play(state, 1, 2, 3)
    assert (state.rounds_done, state.tricks_done) == (0, 11)
    state = position(level=[0, 0, 0], buoys=[3, 3, 3], trick=12)
    events = play(state, 1, 2, 3)
    assert (state.rounds_done, state.tricks_done) == (1, 0)
    assert told(events, Told.ROUND_ENDS) == [(1,)]


def test_LU_18_the_last_two_pay_before_the_round_ends() -> None:
    state = position(flood=(1, 2), level=[0, 12, 11], buoys=[3, 0, 3])
    events = play(state, 60, 3, 59)  # levels 1, out, 2
    assert told(events, Told.GOES_UNDER, Told.PAYS) == [(1,), (2, 2)]
    assert state.rounds_done == 1
    assert state.points[0][:3] == [4, -1, 2]


def test_LU_18_the_loss_passes_on_even_if_fewer_than_two_are_left() -> None:
    state = position(flood=(1, 2), level=[5, 12, 11], buoys=[3, 0, 0])
    events = play(state, 1, 60, 59)  # levels 5, 1, 2
    assert told(events, Told.PAYS) == [(0, 2)]
    state = position(flood=(12, 12), level=[5, 0, 0], buoys=[3, 0, 0])
    events = play(state, 1, 60, 59)
    assert told(events, Told.GOES_UNDER, Told.PAYS) == [(1,), (2,), (0, 2)]
    assert state.rounds_done == 1
    assert state.points[0][:3] == [3, -1, -1]


def test_LU_18_with_nobody_left_nobody_gets_the_point_for_the_lowest_water() -> None:
    state = position(flood=(12, 12), level=[5, 0, 0], buoys=[0, 0, 0])
    events = play(state, 1, 60, 59)
    assert told(events, Told.GOES_UNDER) == [(1,), (2,), (0,)]
    assert told(events, Told.NOBODY_PAYS) == [()]
    assert told(events, Told.LOWEST) == []
    assert told(events, Told.ROUND_ENDS) == [(1,)]
    assert state.points[0][:3] == [-1, -1, -1]


def test_LU_18_the_last_one_without_water_does_not_pay() -> None:
    state = position(flood=(12, 12), level=[0, 0, 0], buoys=[3, 0, 0])
    events = play(state, 1, 60, 59)
    assert told(events, Told.NOBODY_PAYS) == [()]
    assert state.points[0][:3] == [4, -1, -1]


def test_LU_18_of_four_two_go_under_one_by_one_and_the_third_pays() -> None:
    state = position(flood=(1, 2), level=[0, 12, 11, 6], buoys=[3, 0, 0, 2])
    events = play(state, 60, 3, 2, 59)  # levels 1, 12, 11, 2
    assert told(events, Told.GOES_UNDER, Told.PAYS) == [(1,), (2,), (3, 1)]
    assert state.points[0][:4] == [4, -1, -1, 1]


def test_LU_18_where_losses_do_not_pass_on_two_left_pay_nothing() -> None:
    for two_left_pay in (0, 1):
        fields: dict[str, Any] = {"loss_passes_on": 0, "two_left_pay": two_left_pay}
        state = position(flood=(1, 2), level=[0, 12, 11], buoys=[3, 0, 3], **fields)
        events = play(state, 60, 3, 59)
        assert told(events, Told.PAYS, Told.NOBODY_PAYS) == []
        assert state.points[0][:3] == [4, -1, 3]


@pytest.mark.parametrize("round_number", [1, 3])
def test_LU_18_in_open_play_nobody_leads_if_nobody_is_left(round_number: int) -> None:
    fields: dict[str, Any] = {"open_play": 1, "leader": 2, "round_number": round_number}
    state = position(flood=(12, 12), level=[5, 0, 0], buoys=[0, 0, 0], **fields)
    play(state, 1, 60, 59)
    assert state.rounds_done == round_number
    assert state.leader == (round_number + 1) % 3 if round_number < 3 else 2


def test_LU_18_in_open_play_the_last_one_left_would_lead() -> None:
    fields: dict[str, Any] = {"open_play": 1, "leader": 2, "round_number": 3}
    state = position(flood=(12, 12), level=[5, 0, 0], buoys=[3, 0, 0], **fields)
    play(state, 1, 60, 59)
    assert (state.rounds_done, state.leader) == (3, 0)


def test_LU_18_switched_off_two_left_end_it_before_a_loss_passes_on() -> None:
    state = position(flood=(1, 2), level=[0, 12, 11], buoys=[3, 0, 3], two_left_pay=0)
    events = play(state, 60, 3, 59)
    assert state.rounds_done == 1
    assert told(events, Told.PAYS) == []
    assert state.points[0][:3] == [4, -1, 3]


@pytest.mark.parametrize("sunk", range(3))
def test_LU_18_switched_off_whoever_goes_under_of_three_ends_the_round(sunk: int) -> None:
    level, cards, buoys = [0] * 3, [10, 20, 30], [3, 3, 3]
    level[sunk], cards[sunk], buoys[sunk] = 12, 1, 0
    state = position(flood=(1, 2), level=level, buoys=buoys, two_left_pay=0)
    events = play(state, *cards)
    assert state.rounds_done == 1
    assert told(events, Told.PAYS) == []


def test_LU_18_switched_off_two_tied_go_under_together_leaving_one() -> None:
    state = position(flood=(1, 12), level=[0, 12, 0], buoys=[3, 0, 0], two_left_pay=0)
    play(state, 60, 3, 59)
    assert state.rounds_done == 1
    assert state.points[0][:3] == [4, -1, -1]


def test_LU_18_switched_off_a_loss_passes_on_while_three_are_left() -> None:
    fields: dict[str, Any] = {"flood": (1, 2), "two_left_pay": 0, "level": [0, 12, 11, 6]}
    state = position(buoys=[3, 0, 2, 3], **fields)
    events = play(state, 60, 3, 2, 59)  # levels 1, 12, 11, 2
    assert told(events, Told.GOES_UNDER, Told.PAYS) == [(1,), (2, 1)]
    assert state.rounds_done == 0
    state = position(buoys=[3, 0, 0, 3], **fields)
    events = play(state, 60, 3, 2, 59)
    assert told(events, Told.GOES_UNDER, Told.PAYS) == [(1,), (2,)]
    assert state.points[0][:4] == [4, -1, -1, 3]


@pytest.mark.parametrize("two_left_pay", [0, 1])
def test_LU_18_what_a_tied_player_paid_stays_paid(two_left_pay: int) -> None:
    fields: dict[str, Any] = {"two_left_pay": two_left_pay}
    state = position(flood=(1, 12), level=[0, 12, 0], buoys=[3, 0, 2], **fields)
    play(state, 60, 3, 59)
    assert state.rounds_done == 1
    assert state.points[0][:3] == [4, -1, 1]


def test_LU_18_three_left_play_on() -> None:
    state = position(flood=(1, 2), level=[0, 12, 11, 5], buoys=[3, 0, 3, 3])
    play(state, 60, 3, 59, 58)
    assert (state.rounds_done, state.tricks_done) == (0, 1)


def test_LU_19_points_of_a_round() -> None:
    state = position(
        flood=(3, 9), level=[0, 5, 0, 7], buoys=[2, 0, 0, 5], trick=12, out=[0, 0, 1, 0, 0]
    )
    events = play(state, 60, 1, 0, 59)  # levels 3, 5, out, 9: seat 3 pays
    assert state.points[0][:4] == [3, 0, -1, 4]
    assert told(events, Told.SCORES) == [(0, 3), (1, 0), (2, -1), (3, 4)]


def test_LU_20_the_lowest_level_gets_a_point() -> None:
    state = position(flood=(3, 9), level=[0, 4, 5, 7], buoys=[2, 2, 2, 5], trick=12)
    events = play(state, 60, 1, 2, 59)
    assert state.points[0][:4] == [3, 2, 2, 4]
    assert told(events, Told.LOWEST) == [(0,)]


@pytest.mark.parametrize("lowest", range(4))
def test_LU_20_anybody_can_be_the_lowest(lowest: int) -> None:
    level, cards = [6] * 4, [10, 20, 30, 40]
    level[lowest], cards[lowest] = 5, 1
    events = play(position(flood=(7, 8), level=level, buoys=[3, 3, 3, 3], trick=12), *cards)
    assert told(events, Told.LOWEST) == [(lowest,)]


def test_LU_20_no_water_card_is_lowest_and_all_tied_get_it() -> None:
    state = position(flood=(1, 9), level=[0, 0, 0, 0], buoys=[2, 2, 2, 5], trick=12)
    events = play(state, 60, 1, 2, 59)
    assert state.points[0][:4] == [2, 3, 3, 4]
    assert told(events, Told.LOWEST) == [(1,), (2,)]


def test_LU_20_the_highest_of_all_levels_can_be_the_lowest_too() -> None:
    state = position(flood=(12, 12), level=[0, 0, 0, 0], buoys=[2, 0, 0, 2], trick=12)
    state.out = [0, 1, 1, 0, 0]
    play(state, 60, 0, 0, 59)
    assert state.points[0][:4] == [2, -1, -1, 2]


def test_LU_20_whoever_went_under_never_gets_it() -> None:
    state = position(flood=(2, 3), level=[0, 12, 4, 5], buoys=[2, 0, 2, 5], trick=12)
    play(state, 60, 1, 59, 2)
    assert state.out[:4] == [0, 0, 0, 0]  # a new round has begun
    assert state.points[0][:4] == [3, -1, 2, 4]  # the loss passed on to seat 3's level 5


def test_LU_20_whoever_went_under_is_not_one_without_water() -> None:
    state = position(level=[0] * 4, buoys=[2, 2, 0, 5], trick=12, out=[0, 0, 1, 0, 0])
    play(state, 60, 1, 0, 59)  # levels 3, none, out, 9: seat 3 pays
    assert state.points[0][:4] == [2, 3, -1, 4]


# Next round and end


def four_hands() -> list[list[int]]:
    return [[*range(first, first + 12)] for first in (1, 13, 25, 37)]


def play_lowest_round(match: Match) -> None:
    begun = match.state.rounds_done
    while match.state.rounds_done == begun:
        play_turn(match, " ".join(str(match.options(s)[0]) for s in match.waiting_for))


def test_LU_21_hands_and_their_buoys_pass_to_the_left() -> None:
    match = by_hand(four_hands(), [1, 2])
    hands = match.state.hands[:4]
    assert match.state.buoys[:4] == [0, 6, 12, 6]
    play_lowest_round(match)
    assert match.state.held[:4] == [hands[3], hands[0], hands[1], hands[2]]
    assert match.state.buoys[:4] == [6, 0, 6, 12]
    assert match.state.level == match.state.out == match.state.table == [0] * 5
    play_lowest_round(match)
    assert match.state.buoys[:4] == [12, 6, 0, 6]


def test_LU_21_the_next_round_has_a_pile_of_its_own() -> None:
    match = dealt(3)
    match.state.tricks_done = 11
    play_turn(match, " ".join(str(match.options(seat)[0]) for seat in range(3)))
    assert rules.flood(match.state) == tuple(sorted(match.state.water[1][:2]))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_LU_22_as_many_rounds_as_players_and_most_points_win(players: int) -> None:
    match = dealt(players, 7)
    for number in range(players):
        assert match.state.rounds_done == number
        assert not match.over
        assert match.winners() == []
        play_lowest_round(match)
    assert match.over
    points = match.state.points
    assert match.scores() == [sum(row[seat] for row in points) for seat in range(players)]
    best = max(match.scores())
    assert match.winners() == [s for s in range(players) if match.scores()[s] == best]
    assert match.options(0) == []


def test_LU_22_after_the_last_round_no_other_begins() -> None:
    state = position(level=[0, 0, 0], buoys=[3, 3, 3], trick=12, round_number=3)
    play(state, 60, 1, 59)
    assert rules.owes(state) == 0
    assert (state.level[:3], state.buoys[:3]) == ([3, 0, 9], [3, 3, 2])  # all can still see why


def test_LU_22_a_tie_is_shared() -> None:
    state = position(level=[0, 0, 0, 0], buoys=[0, 0, 0, 0], round_number=5)
    state.points[0][:4] = [2, 3, -1, 3]
    state.points[3][:4] = [4, 2, 0, 2]
    assert [rules.score(state, seat) for seat in range(4)] == [6, 5, -1, 5]
    assert members(rules.winners(state)) == [0]
    state.points[2][3] = 1
    assert members(rules.winners(state)) == [0, 3]


@pytest.mark.parametrize("winner", range(4))
def test_LU_22_anybody_can_win(winner: int) -> None:
    state = position(level=[0] * 4, buoys=[0] * 4, round_number=5)
    state.points[1][winner] = 1
    assert members(rules.winners(state)) == [winner]


def test_LU_22_every_hand_is_played_by_everybody_once() -> None:
    state = dealt(5).state
    played = []
    for done in range(5):
        state.rounds_done = done
        played.append([rules.hand_of(state, seat) for seat in range(5)])
    for seat in range(5):
        assert sorted(row[seat] for row in played) == [0, 1, 2, 3, 4]
    state.rounds_done = 5
    assert [rules.hand_of(state, seat) for seat in range(5)] == played[-1]


def test_LU_23_a_seat_knows_the_hands_it_held() -> None:
    match = by_hand(four_hands(), [1, 2])
    while match.state.rounds_done == 0 and match.state.tricks_done < 3:
        play_turn(match, " ".join(str(match.options(s)[0]) for s in match.waiting_for))
    match.state.tricks_done = 11  # the round is cut short: nine cards of each hand stay unseen
    play_turn(match, " ".join(str(match.options(s)[0]) for s in match.waiting_for))
    assert match.state.rounds_done == 1
    seen = match.view(1)["players"]
    assert seen[1]["known"] == [*range(1, 13)]  # the hand I hold
    assert seen[2]["known"] == [*range(13, 25)]  # the hand I passed on
    assert seen[3]["known"] == [25, 26, 27, 28]  # only what was played
    assert seen[0]["known"] == [37, 38, 39, 40]
    assert match.view(1)["unknown"] == [*range(29, 37), *range(41, 61)]
    assert [p["known"] for p in match.view(None)["players"]][1] == [1, 2, 3, 4]


# Open play


def test_LU_24_cards_are_played_face_up_clockwise() -> None:
    match = dealt(4, open_play=True)
    first = match.state.leader
    order = []
    while match.state.tricks_done == 0:
        (seat,) = match.waiting_for
        order.append(seat)
        card = match.options(seat)[0]
        events = match.choose(seat, card)
        assert events is not None
        assert told(events, Told.PLAYS) == [(seat, card)]
        if match.state.tricks_done == 0:
            assert match.view(None)["players"][seat]["card"] == card
    assert order == [(first + step) % 4 for step in range(4)]
    assert rules.asks(match.state) == Asked.CARD_IN_TURN


def test_LU_24_out_of_turn_is_refused() -> None:
    match = dealt(3, open_play=True)
    with pytest.raises(NotOwed) as refusal:
        match.choose((match.state.leader + 1) % 3, 5)
    assert refusal.value.clause == "LU-24"


def test_LU_24_who_is_out_is_passed_over() -> None:
    state = position(level=[0] * 4, buoys=[3] * 4, open_play=1, leader=3, out=[0, 1, 0, 0, 0])
    order = []
    for card in (10, 20, 30):
        (seat,) = members(rules.owes(state))
        order.append(seat)
        state.held[seat] = 1 << card
        rules.resolve(state, [card if other == seat else -1 for other in range(4)], None)
    assert order == [3, 0, 2]
    assert state.tricks_done == 1
    assert state.level[:4] == [9, 0, 3, 0]


@pytest.mark.parametrize(
    ("buoys", "round_number", "leader"),
    [
        ([3, 5, 4, 2], 1, 1),
        ([5, 5, 5, 5], 1, 1),  # the dealer of round 1 is seat 0
        ([5, 2, 3, 5], 1, 3),
        ([5, 5, 2, 5], 2, 3),  # the dealer of round 2 is seat 1, so 3 comes before 0
        ([5, 5, 2, 4], 2, 0),
        ([5, 5, 2, 2], 4, 0),  # the dealer of round 4 is seat 3
        ([2, 2, 2, 6], 4, 3),
    ],
)
def test_LU_25_the_most_buoys_lead_first(buoys: list[int], round_number: int, leader: int) -> None:
    state = position(level=[0] * 4, buoys=buoys, round_number=round_number)
    assert rules.most_buoys(state) == leader


def test_LU_25_the_leader_of_a_round_is_found_when_it_begins() -> None:
    match = by_hand(four_hands(), [1, 2], open_play=True)
    assert match.state.leader == 2
    begun = match.state
    while begun.rounds_done == 0:
        play_turn(match, str(match.options(match.waiting_for[0])[0]))
    assert begun.leader == 3


def leader_after(cards: list[int], **fields: Any) -> int:
    state = position(open_play=1, **fields)
    play(state, *cards)
    assert state.rounds_done == 0
    return state.leader


def test_LU_26_the_loser_plays_last() -> None:
    buoys = [3, 3, 3, 3]
    assert leader_after([60, 59, 2, 1], level=[0, 0, 12, 6], buoys=buoys, leader=1) == 3
    assert leader_after([60, 59, 2, 1], level=[0, 0, 6, 12], buoys=buoys, leader=1) == 0
    # who played last loses and plays last again
    assert leader_after([60, 59, 2, 1], level=[0, 0, 12, 6], buoys=buoys, leader=3) == 3
    # the left neighbour is out: the next one still in
    out = [1, 0, 0, 0, 0]
    assert leader_after([0, 60, 59, 1], level=[0, 0, 0, 12], buoys=buoys, leader=1, out=out) == 1


def test_LU_26_nobody_leads_where_all_choose_at_once() -> None:
    state = position(level=[0, 0, 12, 6], buoys=[3, 3, 3, 3], leader=1)
    play(state, 60, 59, 2, 1)
    assert state.buoys[:4] == [3, 3, 2, 3]
    assert state.leader == 1


def test_LU_27_of_two_losers_the_one_with_fewer_buoys_counts() -> None:
    for buoys, leader in (([3, 3, 2, 4], 3), ([3, 3, 4, 2], 0)):
        fields = {"level": [0, 0, 12, 12], "buoys": buoys, "leader": 1}
        assert leader_after([60, 59, 2, 1], **fields) == leader


def test_LU_27_equal_losers_the_first_clockwise_from_the_leader_counts() -> None:
    fields: dict[str, Any] = {"level": [0, 12, 0, 12], "buoys": [3, 3, 3, 3]}
    for begins, leader in ((1, 2), (2, 0), (3, 0), (0, 2)):
        assert leader_after([60, 1, 59, 2], leader=begins, **fields) == leader
    fields["level"] = [12, 0, 12, 0]
    for begins, leader in ((0, 1), (1, 3), (2, 3), (3, 1)):
        assert leader_after([1, 60, 2, 59], leader=begins, **fields) == leader


def test_LU_27_where_one_paid_and_one_went_under_the_payer_counts() -> None:
    level = [0, 12, 0, 12]
    assert leader_after([60, 1, 59, 2], level=level, buoys=[3, 0, 3, 3], leader=1) == 0
    assert leader_after([60, 1, 59, 2], level=level, buoys=[3, 3, 3, 0], leader=3) == 2


def test_LU_27_if_nobody_paid_the_last_who_went_under_counts() -> None:
    fields: dict[str, Any] = {"loss_passes_on": 0, "flood": (1, 2)}
    level = [0, 12, 0, 3]
    assert leader_after([60, 1, 59, 2], level=level, buoys=[3, 0, 3, 3], leader=0, **fields) == 2
    # others without a buoy have lost nothing now
    level = [0, 0, 12, 3]
    assert leader_after([60, 59, 1, 2], level=level, buoys=[0, 0, 0, 0], leader=3, **fields) == 3
    # two together: the one met first clockwise from the leader, the leader included
    fields |= {"level": [0, 12, 0, 12, 5], "buoys": [3, 0, 3, 0, 3]}
    for begins, leader in ((1, 2), (2, 4), (3, 4), (4, 2), (0, 2)):
        assert leader_after([60, 1, 59, 2, 3], leader=begins, **fields) == leader


def test_LU_27_passing_on_to_nobody_the_last_who_went_under_counts() -> None:
    # seats 3 and 4 take both twelves, go under together, and nobody else shows water
    fields: dict[str, Any] = {"flood": (12, 12), "level": [0] * 5, "buoys": [3, 3, 3, 0, 0]}
    assert leader_after([1, 2, 3, 59, 60], leader=4, **fields) == 0
    assert leader_after([1, 2, 3, 59, 60], leader=3, **fields) == 0


def test_LU_27_after_a_chain_the_last_payer_counts() -> None:
    fields: dict[str, Any] = {"flood": (1, 2), "level": [0, 12, 11, 10, 9]}
    assert leader_after([60, 3, 2, 1, 59], buoys=[1, 0, 0, 4, 1], leader=0, **fields) == 4


# Automatic play


def test_G_4_the_last_card_is_obvious_and_no_other() -> None:
    for cards, forced in (([7], 7), ([7, 9], None), ([3, 7, 9], None)):
        state = dealt(3).state
        state.held[0] = from_members(cards)
        assert Match(GAME, state).forced(0) == forced
        assert rules.obvious(state, 0) == (forced is not None)
