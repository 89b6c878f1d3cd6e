"""What lies in the box of Lifeboats: boats, crews, hats, lanes, islands.

LB-1: a boat by its number is that of the seat of the same number; the last one is black and
belongs to nobody. A colour and a boat are the same number.
LB-6: leak markers are never short, so none are counted here.
"""

SEATS = 6
BOATS = 7
BLACK = 6
PLACES_ABOARD = 6  # LB-2
OFFICERS = 2  # LB-3
SAILORS = 4
HATS = 3
LANES = 7  # LB-4
ROWS = 3

SAILOR = 0
OFFICER = 1
WEIGHT = (1, 2)  # LB-18, by figure

# Where a figure can be: boats 0 to 6 (in a landed one it stands on the island), or
SHIP = 7  # not yet seated
WATER = 8
LOST = 9
PLACES = 10

ISLANDS = 3
ISLAND = (0, 0, 0, 1, 1, 2, 2, 2)  # LB-5: left, middle or right, by lane; lane 0 is none
POINTS = (6, 8, 4, 6, 5, 7)  # LB-28: a sailor, an officer on each island


def sailors_of(seats: int) -> int:
    """LB-3: with 3 or 4 players everybody has a fifth sailor."""
    return SAILORS + 1 if seats <= 4 else SAILORS
