"""What lies in the box of Lifeboats: boats, crews, hats, lanes, islands.

LB-1: the boat of a seat has the seat's number, the last one is black and belongs to nobody.
A colour is the number of its boat.
LB-6: leak markers never run out, so nobody counts them.
"""

SEATS = 6
BOATS = 7
BLACK = 6
SEATS_ABOARD = 6  # LB-2
SAILORS = 4  # LB-3
OFFICERS = 2
HATS = 3
LANES = 7  # LB-4
ROWS = 3

SAILOR = 0
OFFICER = 1

# Where a figure can be: in boat 0 to 6 (once that has landed, on its island), or
SHIP = 7  # not yet seated
WATER = 8
LOST = 9
PLACES = 10

ISLAND = (0, 0, 1, 1, 2, 2, 2)  # LB-5: left, middle or right, by lane
SAILOR_POINTS = (6, 4, 5)  # LB-28, by island
OFFICER_POINTS = (8, 6, 7)


def island_of(lane: int) -> int:
    """LB-5: the island at the end of a lane; lanes count from 1."""
    return ISLAND[lane - 1]


def sailors_of(seats: int) -> int:
    """LB-3: with 3 or 4 players everybody has a fifth sailor."""
    return SAILORS + 1 if seats <= 4 else SAILORS
