"""What lies in the box of Kilimanjaro: movement cards (KI-1), counters (KI-2), the track (KI-3)."""

SEATS = 4

# KI-1: canoe, mule, on foot, jeep; the values 1 to 7 of each type, two cards of every kind
TYPES = 4
VALUES = 7
KINDS = TYPES * VALUES
COPIES = 2
CARDS = KINDS * COPIES
TYPE_OF = tuple(kind // VALUES for kind in range(KINDS))
VALUE_OF = tuple(kind % VALUES + 1 for kind in range(KINDS))
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


def distance_of(first: int, second: int, third: int) -> int:
    """KI-8: the sum of the cards that share their type; if all types differ, the highest."""
    first_second = TYPE_OF[first] == TYPE_OF[second]
    first_third = TYPE_OF[first] == TYPE_OF[third]
    second_third = TYPE_OF[second] == TYPE_OF[third]
    shared = (
        VALUE_OF[first] * (first_second or first_third)
        + VALUE_OF[second] * (first_second or second_third)
        + VALUE_OF[third] * (first_third or second_third)
    )
    return shared if shared > 0 else max(VALUE_OF[first], VALUE_OF[second], VALUE_OF[third])


def village_behind(space: int) -> int:
    """KI-3: the nearest village at or before this space."""
    return space // VILLAGES_APART * VILLAGES_APART


def may_hold_a_counter(space: int) -> bool:
    """KI-5: no counter lies on the start, on a village or on the base camp."""
    return space % VILLAGES_APART != 0
