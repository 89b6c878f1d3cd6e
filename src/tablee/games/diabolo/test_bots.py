"""How Diabolo's bots play positions where a good choice is clear, and what learners are told."""

from tablee.catalogue import load
from tablee.games.diabolo import bots, observe, rules
from tablee.games.diabolo.notation import read, say
from tablee.games.diabolo.parts import COLOURS, KINDS, SEATS
from tablee.games.diabolo.state import DOUBLE, KEEP, OFFERS, Asked, State
from tablee.games.diabolo.test_rules import CLOSED_RED, cards, position
from tablee.kernel.chance import Random, below

GAME = load("diabolo")
RED, YELLOW, GREEN, BLUE, PURPLE = range(COLOURS)
OTHERS = ("R2 R3 Y1 Y3 B2 B3", "R1 Y4 P1 P2 P3 G2", "Y1 B1 B2 P1 P4 Y2")


def rated(state: State, character: str = "even", seat: int = 0) -> dict[str, float]:
    """What each option promises, by its notation."""
    offers: list[int] = []
    rules.options(state, seat, offers)
    rates = [0.0] * OFFERS
    bots.rate(state, seat, list(bots.CHARACTERS[character]), offers, rates)
    return {say(option): rates[place] for place, option in enumerate(offers)}


def chosen(state: State, character: str = "even", seat: int = 0) -> str:
    """The most promising option; of several as good, the first."""
    rates = rated(state, character, seat)
    return max(rates, key=lambda text: rates[text])


def scoring(*hands: str, rows: str, dealer: int = 0) -> State:
    """The play of a round is over; scored up to the first decision."""
    state = position(*hands, rows=rows, dealer=dealer)
    rules.end_play(state, None)
    return state


# The even player


def test_pushes_the_colour_it_collects_to_heaven() -> None:
    state = position("G5 G5 G4 G1 R1 Y2 B1", *OTHERS, rows="G2- G1+ R1+")
    assert chosen(state) in ("G1+", "G4+", "G5+")
    assert rated(state)["G1+"] > rated(state)["G1-"]


def test_sends_a_colour_it_gives_up_to_hell() -> None:
    state = position("G5 G4 R1 B1 P1 P2 Y3", *OTHERS, rows="G3+ B2+ B3+ B5- Y1+")
    assert chosen(state) == "Y3-"


def test_saves_a_colour_it_leads_from_hell() -> None:
    state = position("G5 G4 R1 B1 P1 P2 Y3", *OTHERS, rows="G3- G2- G1+ B3+ Y1+ Y3- R2+")
    assert chosen(state) in ("G4+", "G5+")


def test_ends_the_round_while_its_colour_is_ahead() -> None:
    rows = f"{CLOSED_RED} G3+ G2+ G3- G2- Y1-"
    state = position("G5 G4 G1 B1 P1 P5 Y2", *OTHERS, rows=rows)
    assert chosen(state) == "G1+"


def test_does_not_end_the_round_while_it_would_lose_much() -> None:
    rows = f"{CLOSED_RED} G3- G2- G1+ G1+ P3- P2-"
    state = position("P5 P4 B5 B4 B1 G1 Y3", *OTHERS, rows=rows)
    rates = rated(state)
    assert chosen(state) == "P5+"
    assert rates["G1+"] < rates["P5+"]


def test_a_row_that_is_closed_counts_as_it_lies() -> None:
    plus = position("R5 R4 G1 G2 B1 B2 Y2", *OTHERS, rows="R1- R1- R3+ R2+ R2+")
    minus = position("R5 R4 G1 G2 B1 B2 Y2", *OTHERS, rows="R1+ R1+ R3- R2- R2-")
    assert max(rated(plus).values()) > 9 > -5 > max(rated(minus).values())


def test_somebody_who_showed_more_of_a_colour_is_known_to_lead() -> None:
    hands = ("R5 R2 G1 G2 B1 B2 Y2", "R4 R3 R2 R1 B3 B2", "Y4 P1 P2 P3 G2 P1", "Y1 B1 P4 P1 Y2 Y1")
    state = position(*hands, rows="R1- R1- R3+ R3+ R1+")
    hoping = max(rated(state).values())
    state.shown[1] = 1
    assert max(rated(state).values()) < hoping - 5


def test_the_doubler_goes_to_the_colour_with_the_most_to_win() -> None:
    rows = "R1- R1- R3+ R2+ R2+ B1+ B2- B3+ G2+ G1-"
    first = scoring("R5 R4 B5 B1 G1 G2", *OTHERS, rows=rows)
    assert (first.asked, first.row) == (Asked.DOUBLER, RED)
    assert chosen(first) == say(DOUBLE)
    later = scoring("R4 B5 B4 B1 G1 G3", *OTHERS, rows=rows)
    assert chosen(later) == say(KEEP)


def test_a_doubler_is_worth_nothing_without_a_card_of_the_colour() -> None:
    state = scoring("Y5 Y4 P5 P1 G1 G2", *OTHERS, rows="R1- R1- R3+ R2+ R2+")
    assert rated(state) == {say(KEEP): 0.0, say(DOUBLE): 0.0}


def test_a_stuck_hand_discards_what_would_cost_it_points() -> None:
    rows = "R1+ R1+ R3- R2- R2- B1- B1- B3+ B2+ B1+"
    others = ("Y1 Y1 G1 G2 P1 P2", "Y2 Y2 G1 G2 P1 P2", "Y1 Y3 G3 G3 P1 P3", "Y3 Y4 G1 G4 P3 P4")
    state = position("R5 R4 B5 B4 B3 B2 R1", *others, rows=rows)
    state.asked, state.drawn, state.shown[0] = Asked.DISCARD, 0, 1
    assert chosen(state) == "R5x"


def test_wins_most_games_against_random_players() -> None:
    assert sum(game_won(seed) for seed in range(24)) >= 18


def game_won(seed: int) -> bool:
    """Whether an even player wins alone among three random ones."""
    chance = Random(seed, 1)
    state: State = GAME.dealt(4, {}, chance)
    while owing := rules.owes(state):
        choices = [-1] * SEATS
        for seat in range(state.seats):
            if owing >> seat & 1:
                offers: list[int] = []
                rules.options(state, seat, offers)
                rates = [0.0] * OFFERS
                bots.rate(state, seat, [0] * bots.TRAITS, offers, rates)
                place = max(range(len(offers)), key=lambda place: rates[place])
                choices[seat] = offers[place if seat == 0 else below(chance, len(offers))]
        rules.resolve(state, choices, None)
    return rules.winners(state) == 1


# The characters


def test_the_cautious_one_drops_a_burden_while_the_greedy_one_builds() -> None:
    rows = "G1+ G1- Y1- Y1- B5+ B3+ B1-"
    state = position("G5 G4 G1 G2 B1 P3 Y5", *OTHERS, rows=rows)
    assert chosen(state, "cautious") == "Y5-"
    assert chosen(state, "greedy") in ("G1+", "G2+")


def test_the_cautious_one_fears_minus_points_more() -> None:
    rows = f"{CLOSED_RED} G3- G2- G1+ G1+ B3+ P3- P2- Y1+ Y5+"
    state = position("P5 P4 B5 B4 B1 G1 Y3", *OTHERS, rows=rows)
    even, cautious = rated(state), rated(state, "cautious")
    assert cautious["P5+"] - cautious["G1+"] > 2 * (even["P5+"] - even["G1+"]) > 0


def test_the_spiteful_one_gives_up_points_to_spoil_what_others_collect() -> None:
    state = position("G5 G4 G1 R1 B1 P1 P2", *OTHERS, rows="G2+ G3- Y4+ Y2+ Y1- B2+ B3+ B1+ B4-")
    assert chosen(state) in ("G1+", "G4+")
    assert chosen(state, "spiteful") == "P2-"


def test_the_greedy_one_doubles_where_the_others_wait() -> None:
    rows = "R1- R1- R3+ R2+ R2+ B1+ B2- B3+ G2+ G1-"
    state = scoring("R4 R5 B5 B4 G1 G3", *OTHERS, rows=rows)
    rates = rated(state)
    assert rated(state, "greedy")[say(DOUBLE)] > rates[say(DOUBLE)]
    assert rated(state, "greedy")[say(KEEP)] == rates[say(KEEP)]


# For search


def test_a_search_looks_to_the_end_of_the_round() -> None:
    state = position("G5 G4 R1 B1 P1 P2 Y3", *OTHERS, rows="", round_number=3)
    assert bots.horizon(state) == 2


def test_standing_counts_rows_as_they_lie_and_the_doubler() -> None:
    state = position("R5 R4 G1 G2 B1 B2 Y2", *OTHERS, rows="R1- R1- R3+ R2+ R2+")
    state.points[0][0] = 3
    assert bots.standing(state, 0) == 3 + 9 + 9
    assert bots.standing(state, 1) == 0
    state.doublers = 0
    assert bots.standing(state, 0) == 3 + 9


def test_standing_at_the_beginning_of_a_round_is_the_score() -> None:
    state: State = GAME.dealt(4, {}, Random(1))
    state.points[0][2] = -7
    assert [bots.standing(state, seat) for seat in range(4)] == [0, 0, -7, 0]


def test_standing_is_exact_when_the_game_is_over() -> None:
    state = position("R5 R4 G1 G2 B1 B2 Y2", *OTHERS, rows="R1- R1- R3+ R2+ R2+", round_number=4)
    state.rounds_done = 4
    state.points[3][0] = 5
    assert bots.standing(state, 0) == 5


# For learners


def observed(state: State, seat: int) -> list[int]:
    numbers = [0] * observe.SIGHT
    observe.observe(state, seat, numbers)
    return numbers


def test_observe_counts_the_cards_held_and_not_seen() -> None:
    state = position("G5 G5 R1 B1 P1 P2 Y3", *OTHERS, rows="G3- R1+")
    numbers = [0] * observe.SIGHT
    at = observe.table(state, 0, numbers, 0)
    end = observe.cards(state, 0, numbers, at)
    held, unseen = numbers[at : at + KINDS], numbers[at + KINDS : end]
    green_3, green_5, red_1 = (cards(name)[0] - 1 for name in ("G3", "G5", "R1"))
    assert (held[green_5], held[red_1], held[green_3]) == (2, 1, 0)
    assert (unseen[green_5], unseen[red_1], unseen[green_3]) == (0, 2, 2)
    assert sum(held) == 7
    assert sum(unseen) == 70 - 7 - 2


def test_observe_tells_a_row() -> None:
    state = position("G5 G5 R1 B1 P1 P2 Y3", *OTHERS, rows="G3- G1+ G4- R1+")
    numbers = [0] * observe.OF_A_ROW
    assert observe.row_and_colour(state, 0, GREEN, numbers, 0) == observe.OF_A_ROW
    assert numbers == [3, 4, 0, 1, 0, 0, -6, -1, 2, 1, 2, 0, 0, 10, 37 - 10 - 8]


def test_observe_tells_players_from_the_seat_that_looks() -> None:
    state = position("G5 G5 R1 B1 P1 P2 Y3", *OTHERS, rows="G3- G1+", dealer=1)
    state.placed_by[GREEN] = [3, 0, 0, 2, 0, 0]
    state.points[0] = [4, 0, 9, 0, 0]
    state.doublers = 0b0111
    left, me, nobody = ([0] * observe.OF_A_SEAT for _ in range(3))
    assert observe.player(state, 2, 1, left, 0) == observe.OF_A_SEAT
    assert left == [1, -9, 0, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, *[0] * COLOURS]
    observe.player(state, 2, 0, me, 0)
    assert me[:6] == [1, 9, 1, 0, 0, 6]
    assert me[-COLOURS:] == state.sums[2]
    observe.player(state, 2, 4, nobody, 0)
    assert nobody == [0] * observe.OF_A_SEAT


def test_observe_knows_a_shown_hand_in_closed_colours_only() -> None:
    state = position("G5 G5 R1 B1 P1 P2 Y3", *OTHERS, rows="R1- R1- R3+ R2+ R2+")
    before = observed(state, 0)
    state.shown[1] = 1
    numbers = [0] * observe.OF_A_SEAT
    observe.player(state, 0, 1, numbers, 0)
    assert numbers[4:6] == [1, 2]
    assert numbers[-COLOURS:] == [5, 0, 0, 0, 0]
    assert sum(observed(state, 0)) != sum(before)


def test_observe_does_not_see_what_is_hidden() -> None:
    state = position("G5 G5 R1 B1 P1 P2 Y3", *OTHERS, rows="G3- G1+")
    other = position("G5 G5 R1 B1 P1 P2 Y3", OTHERS[2], *OTHERS[:2], rows="G3- G1+")
    assert observed(state, 0) == observed(other, 0)
    assert observed(state, 1) != observed(other, 1)


def test_effect_tells_what_closing_the_last_row_does() -> None:
    state = position("G5 G4 G1 B1 P1 P5 Y2", *OTHERS, rows=f"{CLOSED_RED} G5+ G3+ G3- G2-")
    numbers = [0] * observe.EFFECT
    observe.effect(state, 0, read("G1+") or 0, numbers)
    at = observe.OF_A_QUESTION
    assert numbers[:at] == [1, 0, 0, 0, 0]
    end = at + observe.OF_A_CARD
    assert numbers[at:end] == [0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1]
    assert numbers[end : end + observe.OF_A_MOVE] == [10, 9, 6, 3, 4, 1, 0, 1, 0, 0, 0, 1, 1]


def test_effect_tells_the_doubler_used_from_kept() -> None:
    state = scoring("R5 R4 B5 B1 G1 G2", *OTHERS, rows="R1- R1- R3+ R2+ R2+ B1+")
    kept, used = [0] * observe.EFFECT, [0] * observe.EFFECT
    observe.effect(state, 0, KEEP, kept)
    observe.effect(state, 0, DOUBLE, used)
    assert kept[: observe.OF_A_QUESTION] == [0, 0, 1, 1, 0]
    assert used[: observe.OF_A_QUESTION] == [0, 0, 1, 0, 1]
    assert used[-observe.OF_A_RATING] > kept[-observe.OF_A_RATING] >= 0


# Guesses


def told(state: State, *placements: tuple[int, int]) -> State:
    """The same position; a seat placed all cards of a colour."""
    for colour, seat in placements:
        state.placed_by[colour] = [seat] * len(state.placed_by[colour])
    return state


def test_who_sends_a_colour_to_heaven_is_thought_to_hold_it() -> None:
    mine, green, mixed = "G1 R1 R2 Y1 B1 P1 P2", "G5 G5 G4 G3 B2 B3", "R3 R4 B4 P3 P4 Y2"
    for rows, likely in (("G2+ G1+ G2+", True), ("G2- G1- G2-", False)):
        collects = told(position(mine, green, mixed, rows=rows), (GREEN, 1))
        gives_up = told(position(mine, mixed, green, rows=rows), (GREEN, 1))
        first, second = bots.plausible(collects, 0), bots.plausible(gives_up, 0)
        assert first > second if likely else first < second


def test_a_colour_in_heaven_is_thought_to_be_held_by_somebody() -> None:
    mine, green, mixed = "G1 R1 R2 Y1 B1 P1 P2", "G5 G5 G4 G3 B2 B3", "R3 R4 B4 P3 P4 Y2"
    other = "Y3 Y4 B4 B5 P1 R5"
    held = position(mine, green, mixed, rows="G2+ G1+ G2+")
    in_the_pile = position(mine, other, mixed, rows="G2+ G1+ G2+")
    assert bots.plausible(held, 0) > bots.plausible(in_the_pile, 0)


def test_nothing_placed_tells_nothing() -> None:
    assert bots.plausible(position("G5 G5 R1 B1 P1 P2 Y3", *OTHERS), 0) == 1.0
