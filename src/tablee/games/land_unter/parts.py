"""What lies in the box of Land Unter: weather cards, water cards, buoys."""

SEATS = 5
CARDS = 60  # LU-1: weather cards 1 to 60, each number once
HAND = 12
WATER = 24  # LU-3: two water cards of each level 1 to 12
ALL_CARDS = (1 << (CARDS + 1)) - 2  # card c is bit c

# LU-2: half a buoy on 13-24 and 37-48, a whole one on 25-36, none on the lowest and highest twelve
HALF_BUOYS = ((1 << 25) - (1 << 13)) | ((1 << 49) - (1 << 37))
WHOLE_BUOYS = (1 << 37) - (1 << 25)
