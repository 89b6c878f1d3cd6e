"""Forged records: each agrees with itself, so that only somebody who saw the table can tell."""

import copy
import secrets
from collections.abc import Callable

from tablee.catalogue import load
from tablee.kernel import fair
from tablee.kernel.fair import Fairness
from tablee.kernel.record import Record

Forge = Callable[[Record], Record]


def fairness(kept: Record) -> Fairness:
    assert kept.fair is not None
    return kept.fair


def secrets_of(kept: Record) -> list[bytes]:
    """The seed and the nonces."""
    told = fairness(kept)
    return [bytes.fromhex(text) for text in (told.seed, *told.nonces)]


def dealt_from(kept: Record, seed: bytes, *nonces: bytes) -> Record:
    """The record of another deal, with everything a record alone can be asked for in order."""
    game = load(kept.game)
    forged = copy.deepcopy(kept)
    state = game.dealt(len(kept.seats), kept.options, fair.Stream(seed, nonces))
    forged.deal = game.notation.write_deal(state)
    forged.fair = fair.commit(seed, nonces)
    return forged


def until_other(kept: Record, draw: Callable[[], Record]) -> Record:
    """Draw until the deal is another one."""
    while (forged := draw()).deal == kept.deal:
        pass
    return forged


def other_nonce(kept: Record, seat: int = -1) -> Record:
    """A seat's nonce was picked after the others were known; the last one's, if not said."""
    seed, *nonces = secrets_of(kept)

    def draw() -> Record:
        nonces[seat] = secrets.token_bytes(fair.SECRET_BYTES)
        return dealt_from(kept, seed, *nonces)

    return until_other(kept, draw)


def other_seed(kept: Record) -> Record:
    """The house took another seed when it knew all nonces."""
    _, *nonces = secrets_of(kept)
    return until_other(
        kept, lambda: dealt_from(kept, secrets.token_bytes(fair.SECRET_BYTES), *nonces)
    )


def other_deal(kept: Record) -> Record:
    """Only the cards are others; this one a record alone gives away."""
    forged = copy.deepcopy(kept)
    forged.deal = other_seed(kept).deal
    return forged


def swapped_seats(kept: Record) -> Record:
    """Two have changed chairs, and got each other's cards."""
    forged = copy.deepcopy(kept)
    forged.seats[0], forged.seats[-1] = forged.seats[-1], forged.seats[0]
    return forged


def swapped_shares(kept: Record) -> Record:
    """Two have changed chairs, and taken their nonces along."""
    seed, *nonces = secrets_of(kept)
    nonces[0], nonces[-1] = nonces[-1], nonces[0]
    return swapped_seats(dealt_from(kept, seed, *nonces))


def best_of_400(kept: Record) -> Record:
    """The nonces of all but the first seat, picked for the highest cards of that seat."""
    seed, own, *others = secrets_of(kept)

    def draw() -> Record:
        drawn = [secrets.token_bytes(fair.SECRET_BYTES) for _ in others]
        return dealt_from(kept, seed, own, *drawn)

    return max((draw() for _ in range(400)), key=lambda forged: sum(forged.deal["hands"][0]))


FORGERIES: dict[str, Forge] = {
    "other_nonce": other_nonce,
    "other_seed": other_seed,
    "other_deal": other_deal,
    "swapped_seats": swapped_seats,
    "swapped_shares": swapped_shares,
}
