"""What lies in the box of Kilimanjaro: movement cards (KI-1), counters (KI-2), the track (KI-3)."""

SEATS = 4

# KI-1: canoe, mule, on foot, jeep; the values 1 to 7 of each type, two cards of every kind
TYPES = 4
VALUES = 7
KINDS = TYPES * VALUES
COPIES = 2
CARDS = KINDS * COPIES
STACKS = 3
HAND = 3

# KI-2: 8 bananas, 4 lions, 4 exchanges
BANANA = 0
LION = 1
EXCHANGE = 2
COUNTER_KINDS = 3
COUNTERS_OF = (8, 4, 4)
COUNTERS = 16

# KI-3: spaces 1 to 100; the start (0) and every twentieth space are villages, 100 is the base camp
CAMP = 100
VILLAGES_APART = 20


def type_of(card: int) -> int:
    """KI-1: 0 canoe, 1 mule, 2 on foot, 3 jeep."""
    return card // VALUES


def value_of(card: int) -> int:
    """KI-1: 1 to 7."""
    return card % VALUES + 1


def distance_of(first: int, second: int, third: int) -> int:
    """KI-8: the sum of the cards that share their type; if all types differ, the highest."""
    first_second = type_of(first) == type_of(second)
    first_third = type_of(first) == type_of(third)
    second_third = type_of(second) == type_of(third)
    shared = (
        value_of(first) * (first_second or first_third)
        + value_of(second) * (first_second or second_third)
        + value_of(third) * (first_third or second_third)
    )
    return shared if shared > 0 else max(value_of(first), value_of(second), value_of(third))


def village_behind(space: int) -> int:
    """KI-3: the nearest village at or before this space."""
    return space // VILLAGES_APART * VILLAGES_APART


def may_hold_a_counter(space: int) -> bool:
    """KI-5: no counter lies on the start, on a village or on the base camp."""
    return space % VILLAGES_APART != 0
