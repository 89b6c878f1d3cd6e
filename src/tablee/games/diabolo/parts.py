"""What lies in the box of Diabolo: number cards, heaven-and-hell cards, doublers.

DI-1: 70 number cards, 14 in each of 5 colours: four 1s, three 2s, three 3s, two 4s, two 5s.
A card is a number from 1 to 25: the red ones are 1 to 5, the yellow ones 6 to 10, and so on.

DI-2: one heaven-and-hell card for each colour and one doubler for each player. A row bears the
number of its colour; the doublers are a set of seats.
"""

SEATS = 5
COLOURS = 5  # DI-3: red, yellow, green, blue, purple, from top to bottom
VALUES = 5
KINDS = COLOURS * VALUES
CARDS = 70
HAND = 6  # one more in one's turn
SIDE = 3  # DI-7: the most cards on one side of a row
ROW = 5  # DI-7: the most cards in a row

# By card, 0 being no card: its colour, which is its row, and the number on it
COLOUR_OF = (-1, *(card // VALUES for card in range(KINDS)))
VALUE_OF = (0, *(card % VALUES + 1 for card in range(KINDS)))

COPIES = (4, 3, 3, 2, 2)  # DI-1: of the 1, the 2, the 3, the 4 and the 5
BOX = tuple(card for card in range(1, KINDS + 1) for _ in range(COPIES[VALUE_OF[card] - 1]))


def value_in(colour: int, card: int) -> int:
    """The number on a card if it has this colour, else 0."""
    return VALUE_OF[card] if COLOUR_OF[card] == colour else 0
