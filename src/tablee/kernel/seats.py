"""Seats around a table. G-1: numbered from 0, clockwise; left of a seat is the next number."""


def around(seat: int, seats: int) -> int:
    """The seat of that number, counted on past the last one (at most once around)."""
    return seat - seats if seat >= seats else seat


def left_of(seat: int, seats: int) -> int:
    """G-1: the next seat clockwise."""
    return seat + 1 if seat + 1 < seats else 0
