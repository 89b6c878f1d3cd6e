"""What a seat of Land Unter can know, and how far its guesses reach."""

from collections import Counter
from itertools import combinations

import pytest

from tablee.catalogue import load
from tablee.games.land_unter.rules import buoys_of, ready
from tablee.games.land_unter.state import State
from tablee.games.land_unter.view import guess, sound, view
from tablee.kernel.chance import Random
from tablee.kernel.match import Match
from tablee.kernel.record import play_turn
from tablee.kernel.sets import from_members, has, members

GAME = load("land-unter")


def after(turns: int, players: int, seed: int = 1, **switches: bool) -> State:
    """A position after some turns in which everybody laid their lowest card."""
    match = Match(GAME, GAME.dealt(players, switches, Random(seed)))
    for _ in range(turns):
        play_turn(match, " ".join(str(match.options(seat)[0]) for seat in match.waiting_for))
    state: State = match.state
    return state


def guesses(state: State, seat: int, number: int = 1200) -> list[State]:
    made = []
    for stream in range(number):
        other = state.copy()
        guess(other, seat, Random(7, stream))
        made.append(other)
    return made


def place_of(state: State, card: int) -> int:
    """The hand a card belongs to, or -1 if it stayed out."""
    return next((hand for hand in range(state.seats) if has(state.hands[hand], card)), -1)


@pytest.mark.parametrize(("players", "out"), [(3, {-1}), (4, {-1}), (5, set())])
def test_every_unknown_card_is_supposed_in_every_hand_it_could_be_in(
    players: int, out: set[int]
) -> None:
    state = after(2, players)
    unknown = view(state, 1)["unknown"]
    places: dict[int, set[int]] = {card: set() for card in unknown}
    for supposed in guesses(state, 1):
        for card in unknown:
            places[card].add(place_of(supposed, card))
    others = {hand for hand in range(players) if hand != 1}
    assert all(found == others | out for found in places.values())


def test_every_hidden_water_card_is_supposed_in_every_place() -> None:
    state = after(3, 3)
    piles = guesses(state, 0, 600)
    for place in range(24):
        seen = {supposed.water[0][place] for supposed in piles}
        if place < 8:  # three tricks are over, and the fourth lies open
            assert seen == {state.water[0][place]}
        else:
            assert seen == set(state.water[0][8:])
    for number in (1, 2):  # nothing is known of the piles of later rounds
        for place in range(24):
            assert {supposed.water[number][place] for supposed in piles} == {*range(1, 13)}


def test_what_the_seat_knows_stays_where_it_is() -> None:
    state = after(30, 4)
    assert state.rounds_done >= 1
    seat = 2
    for supposed in guesses(state, seat, 200):
        assert supposed.held[seat] == state.held[seat]
        for hand in range(4):
            assert state.shown[hand] & ~supposed.hands[hand] == 0
            if (seat - hand) % 4 <= state.rounds_done:
                assert supposed.hands[hand] == state.hands[hand]


def test_announced_buoys_are_respected_and_no_deal_is_favoured() -> None:
    """Against all deals of a small remainder, counted one by one."""
    state = State()
    state.seats = 3
    state.loss_passes_on = 1
    # Seat 0 knows its own hand, and of the others everything but one card each.
    state.hands[0] = sum(1 << card for card in range(1, 13))
    state.hands[1] = sum(1 << card for card in [*range(49, 60), 25])
    state.hands[2] = sum(1 << card for card in [*range(14, 25), 13])
    state.shown[1] = sum(1 << card for card in range(49, 60))
    state.shown[2] = sum(1 << card for card in range(14, 25))
    state.announced[:3] = [0, 1, 6]
    state.held = list(state.hands)
    state.water = [[place // 2 + 1 for place in range(24)] for _ in range(5)]
    unseen = [13, *range(25, 49), 60]
    halves = {card: 2 if 25 <= card <= 36 else 0 if card == 60 else 1 for card in unseen}
    worlds = {
        (first, second)
        for first in unseen
        for second in unseen
        if first != second and halves[first] // 2 == 1 and (11 + halves[second]) // 2 == 6
    }
    found: Counter[tuple[int, int]] = Counter()
    for supposed in guesses(state, 0, 20_000):
        first = (supposed.hands[1] & ~state.shown[1]).bit_length() - 1
        second = (supposed.hands[2] & ~state.shown[2]).bit_length() - 1
        found[first, second] += 1
    assert set(found) == worlds
    mean = 20_000 / len(worlds)
    # about 280 degrees of freedom, so a standard deviation of 24: the seed is fixed
    assert abs(sum((found[w] - mean) ** 2 / mean for w in worlds) - len(worlds)) < 100


def test_four_hands_are_dealt_as_their_announcements_make_likely() -> None:
    """Two tricks before the end of the first round of five, against all 2,520 deals there are."""
    state = after(10, 5, seed=4)
    unseen = view(state, 0)["unknown"]
    worlds = {deal for deal in deals_of_two(unseen, 4) if fits(state, deal)}
    assert 100 < len(worlds) < 1000
    number = 20 * len(worlds)
    found: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for supposed in guesses(state, 0, number):
        hidden = (supposed.hands[hand] & ~state.shown[hand] for hand in range(1, 5))
        found[tuple(tuple(members(cards)) for cards in hidden)] += 1
    assert set(found) == worlds
    spread = sum((found[world] - 20) ** 2 / 20 for world in worlds)
    assert abs(spread - len(worlds)) < 4 * (2 * len(worlds)) ** 0.5


def deals_of_two(cards: list[int], hands: int) -> list[tuple[tuple[int, ...], ...]]:
    """Every way to deal the cards out, two to each hand."""
    if hands == 0:
        return [()]
    return [
        (hand, *rest)
        for hand in combinations(cards, 2)
        for rest in deals_of_two([card for card in cards if card not in hand], hands - 1)
    ]


def fits(state: State, deal: tuple[tuple[int, ...], ...]) -> bool:
    """Whether the hands of seats 1 and on, completed so, show the buoys they announced."""
    return all(
        buoys_of(state.shown[hand] | from_members(list(cards))) == state.announced[hand]
        for hand, cards in enumerate(deal, 1)
    )


@pytest.mark.parametrize("seat", range(3))
def test_a_deal_nobody_would_believe_is_guessed_at_once(seat: int) -> None:
    """One hand of all the whole buoys, two of none: one of the rarest announcements there is."""
    state = State()
    state.seats = 3
    state.hands[:3] = [from_members(list(range(first, first + 12))) for first in (1, 49, 25)]
    state.water = [[place // 2 + 1 for place in range(24)] for _ in range(5)]
    ready(state)
    assert state.announced[:3] == [0, 0, 12]
    for supposed in guesses(state, seat, 200):
        assert sound(supposed)
        assert view(supposed, seat) == view(state, seat)
        assert supposed.hands[2] == state.hands[2]  # only these twelve show so much


def test_an_unsound_position_is_noticed() -> None:
    assert sound(after(5, 4))
    for spoil in (two_in_one_place, card_missing, wrong_water, wrong_announcement, foreign_card):
        state = after(5, 4)
        spoil(state)
        assert not sound(state)


def two_in_one_place(state: State) -> None:
    state.hands[1] = state.hands[0]


def card_missing(state: State) -> None:
    state.hands[1] &= state.hands[1] - 1


def wrong_water(state: State) -> None:
    state.water[2][5] = state.water[2][5] % 12 + 1


def wrong_announcement(state: State) -> None:
    state.announced[3] += 1


def foreign_card(state: State) -> None:
    state.held[0] |= state.held[1]
