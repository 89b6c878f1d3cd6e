"""What a seat sees of Land Unter, and what it may guess."""

from collections.abc import Callable
from math import comb

from tablee.games.land_unter.parts import ALL_CARDS, CARDS, HALF_BUOYS, HAND, WATER, WHOLE_BUOYS
from tablee.games.land_unter.rules import asks, buoys_of, flood, hand_of
from tablee.games.land_unter.state import State
from tablee.kernel.chance import Chance, below, shuffle
from tablee.kernel.game import View
from tablee.kernel.seats import around
from tablee.kernel.sets import count, members, nth

NO_BUOYS = ALL_CARDS & ~WHOLE_BUOYS & ~HALF_BUOYS
KIND = 31  # cards of one kind are counted in five bits
ANYTHING = 64 << 13  # a need for no cards, with any number of half buoys
CHOICES = 25  # there are at most 24 cards of a kind: half buoys, or no buoy
CHOOSE = tuple(float(comb(cards, number)) for cards in range(CHOICES) for number in range(CHOICES))


def known(state: State, seat: int | None, hand: int) -> int:
    """LU-23: what this seat knows of a hand: all, if it ever held it, else the cards played."""
    if seat is not None and (seat - hand) % state.seats <= state.rounds_done:
        return state.hands[hand]
    return state.shown[hand]


def all_known(state: State, seat: int | None) -> int:
    """All cards this seat knows the place of."""
    cards = 0
    for hand in range(state.seats):
        cards |= known(state, seat, hand)
    return cards


def view(state: State, seat: int | None) -> View:
    """Everything this seat may know (None: a spectator)."""
    return views(state)(seat)


def views(state: State) -> Callable[[int | None], View]:
    """The views of all who look at this state; what everybody sees is built once."""
    table = seen_by_all(state)

    def view_of(seat: int | None) -> View:
        remembered = all_known(state, seat)
        players = [
            {**player, "known": members(held & remembered)}
            for player, held in zip(table["players"], state.held)
        ]
        return {
            "seat": seat,
            **table,
            "hand": None if seat is None else players[seat]["known"],
            "unknown": members(ALL_CARDS & ~remembered),
            "players": players,
        }

    return view_of


def seen_by_all(state: State) -> View:
    """What lies on the table, and whose it is."""
    over = state.rounds_done == state.seats
    return {
        "seats": state.seats,
        "over": over,
        "asks": int(asks(state)),
        "open_play": bool(state.open_play),
        "loss_passes_on": bool(state.loss_passes_on),
        "two_left_pay": bool(state.two_left_pay),
        "round": min(state.rounds_done + 1, state.seats),
        "trick": min(state.tricks_done + 1, HAND),
        "water": [] if over else list(flood(state)),
        "water_seen": [] if over else state.water[state.rounds_done][: 2 * state.tricks_done],
        "leader": state.leader if state.open_play else None,
        "players": [player(state, seat) for seat in range(state.seats)],
    }


def player(state: State, seat: int) -> View:
    """What everybody sees of a player."""
    hand = hand_of(state, seat)
    points = [state.points[number][seat] for number in range(state.rounds_done)]
    return {
        "buoys": state.buoys[seat],
        "level": state.level[seat],
        "out": bool(state.out[seat]),
        "card": state.table[seat],
        "cards": count(state.held[seat]),
        "hand": hand,
        "announced": state.announced[hand],
        "score": sum(points),
        "points": points,
    }


def guess(state: State, seat: int, chance: Chance) -> None:
    """Deal anew what this seat cannot know; every deal that fits what it knows is as likely."""
    guess_hands(state, seat, chance)
    for holder in range(state.seats):
        hand = hand_of(state, holder)
        shown = state.shown[hand]
        state.held[holder] = (state.held[holder] & shown) | (state.hands[hand] & ~shown)
    for number in range(state.rounds_done, state.seats):
        seen = 2 * state.tricks_done + 2 if number == state.rounds_done else 0
        guess_water(state.water[number], chance, seen)


def guess_hands(state: State, seat: int, chance: Chance) -> None:
    """Draw how many buoys the unseen cards of each hand show, then cards that show them.

    A seat knows its own hand and those it held before, its right neighbours' (LU-21), so at most
    four hands are to be dealt, or three and the box. The buoys are drawn for two and two together,
    then for each of the two.
    """
    unseen = ALL_CARDS & ~all_known(state, seat)
    unknown = state.seats - 1 - state.rounds_done
    first = need(state, seat, 1) if unknown > 0 else 0
    second = need(state, seat, 2) if unknown > 1 else 0
    third = need(state, seat, 3) if unknown > 2 else 0
    fourth = need(state, seat, 4) if unknown > 3 else ANYTHING + CARDS - HAND * state.seats
    pool = kinds(count(unseen & WHOLE_BUOYS), count(unseen & HALF_BUOYS), count(unseen & NO_BUOYS))
    pair = draw_buoys(first, second, third, fourth, pool, chance)
    part = draw_buoys(first, 0, second, 0, pair, chance)
    if unknown > 0:
        unseen = take(state, seat, 1, unseen, part, chance)
    if unknown > 1:
        unseen = take(state, seat, 2, unseen, pair - part, chance)
    part = draw_buoys(third, 0, fourth, 0, pool - pair, chance)
    if unknown > 2:
        unseen = take(state, seat, 3, unseen, part, chance)
    if unknown > 3:
        take(state, seat, 4, unseen, pool - pair - part, chance)


def take(state: State, seat: int, steps: int, unseen: int, part: int, chance: Chance) -> int:
    """Deal cards of these kinds to the hand so many steps to the left; returns what is left."""
    hand = around(seat + steps, state.seats)
    cards = draw(unseen & WHOLE_BUOYS, part & KIND, chance)
    cards |= draw(unseen & HALF_BUOYS, (part >> 5) & KIND, chance)
    cards |= draw(unseen & NO_BUOYS, part >> 10, chance)
    state.hands[hand] = state.shown[hand] | cards
    return unseen & ~cards


def kinds(whole: int, half: int, other: int) -> int:
    """Numbers of cards that show a whole buoy, half of one, or none, in one number."""
    return whole | half << 5 | other << 10


def halves(pool: int) -> int:
    """The half buoys on so many cards of each kind."""
    return 2 * (pool & KIND) + ((pool >> 5) & KIND)


def need(state: State, seat: int, steps: int) -> int:
    """What the hand so many steps to the left needs: cards, and how many half buoys on them.

    Announced buoys were rounded down (LU-5): so many half buoys, or one less. The number holds the
    cards, the fewest and the most half buoys; the sum of two is what two hands need together.
    """
    hand = around(seat + steps, state.seats)
    shown = state.shown[hand]
    most = 2 * (state.announced[hand] - count(shown & WHOLE_BUOYS)) - count(shown & HALF_BUOYS) + 1
    return (HAND - count(shown)) | max(0, most - 1) << 6 | most << 13


def draw_buoys(first: int, second: int, third: int, fourth: int, pool: int, chance: Chance) -> int:
    """The kinds of cards that two hands get together, where two others get the rest of the pool.

    Each possibility is weighed by the number of deals in which everybody gets what they need, so
    no deal is favoured. Weights have 15 digits; they are exact as long as they have no more.
    """
    cards, fewest, most = limits(first + second, third + fourth, pool)
    drawn = 0
    total = 0.0
    for whole in range(min(pool & KIND, cards, most // 2) + 1):
        low, high = range_of_half(whole, cards, fewest, most, pool)
        for half in range(low, high + 1):
            part = kinds(whole, half, cards - whole - half)
            ways = splits(first, second, part) * splits(third, fourth, pool - part)
            if ways > 0.0:
                ways *= choices(pool, part)
                total += ways
                if fraction(chance) * total < ways:
                    drawn = part
    return drawn


def splits(first: int, second: int, pool: int) -> float:
    """In how many ways the pool can be dealt out to two hands that each get what they need."""
    if second == 0:
        return 1.0
    cards, fewest, most = limits(first, second, pool)
    total = 0.0
    for whole in range(min(pool & KIND, cards, most // 2) + 1):
        low, high = range_of_half(whole, cards, fewest, most, pool)
        for half in range(low, high + 1):
            total += choices(pool, kinds(whole, half, cards - whole - half))
    return total


def limits(mine: int, theirs: int, pool: int) -> tuple[int, int, int]:
    """How many cards of the pool I get, and the fewest and most half buoys on them.

    What I leave is what they need.
    """
    fewest = max((mine >> 6) & 127, halves(pool) - (theirs >> 13))
    most = min(mine >> 13, halves(pool) - ((theirs >> 6) & 127))
    return mine & 63, fewest, most


def range_of_half(whole: int, cards: int, fewest: int, most: int, pool: int) -> tuple[int, int]:
    """The fewest and the most cards with half a buoy beside so many with a whole one."""
    low = max(0, fewest - 2 * whole, cards - whole - (pool >> 10))
    return low, min((pool >> 5) & KIND, most - 2 * whole, cards - whole)


def choices(pool: int, part: int) -> float:
    """In how many ways so many cards of each kind can be chosen."""
    whole = choose(pool & KIND, part & KIND)
    half = choose((pool >> 5) & KIND, (part >> 5) & KIND)
    return whole * half * choose(pool >> 10, part >> 10)


def choose(cards: int, number: int) -> float:
    """In how many ways so many of the cards can be chosen."""
    return CHOOSE[cards * CHOICES + number]


def fraction(chance: Chance) -> float:
    """A number from 0 to 1, less than 1, of 53 random bits."""
    return (chance.word() << 21 | chance.word() >> 11) / (1 << 53)


def guess_water(pile: list[int], chance: Chance, seen: int) -> None:
    """Put the water cards that were not seen in any order (LU-6)."""
    left = 0
    for level in range(1, WATER // 2 + 1):
        left += 2 << (2 * level)
    for place in range(seen):
        left -= 1 << (2 * pile[place])
    level = 1
    for place in range(seen, WATER):
        while (left >> (2 * level)) & 3 == 0:
            level += 1
        left -= 1 << (2 * level)
        pile[place] = level
    shuffle(pile, chance, seen)


def draw(cards: int, number: int, chance: Chance) -> int:
    """That many of the cards, any as likely."""
    drawn = 0
    for _ in range(number):
        card = 1 << nth(cards, below(chance, count(cards)))
        drawn |= card
        cards &= ~card
    return drawn


def sound(state: State) -> bool:
    """Whether every card is in one place, every pile complete, every announcement true."""
    dealt = 0
    for hand in range(state.seats):
        cards = state.hands[hand]
        if count(cards) != HAND or cards & ~ALL_CARDS or cards & dealt:
            return False
        if state.shown[hand] & ~cards or state.announced[hand] != buoys_of(cards):
            return False
        dealt |= cards
    piles = [sorted(state.water[number]) for number in range(state.seats)]
    held = all(
        state.held[seat] & ~state.hands[hand_of(state, seat)] == 0 for seat in range(state.seats)
    )
    return held and all(pile == [place // 2 + 1 for place in range(WATER)] for pile in piles)
