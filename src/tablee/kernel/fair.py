"""Fair deals: nobody can choose the deal, and everybody can check that afterwards.

1. The house draws a 256-bit seed and publishes its commitment, a hash.
2. Every seat draws a nonce and publishes its commitment; when all are there, the nonces are shown.
3. The deal follows from seed and nonces alone: HMAC-SHA-256 gives a stream of 32-bit words, and
   `chance.below` turns them into cards by rejection sampling.
4. At the end the seed is shown; anybody can repeat 1 to 3 from the record.

Whoever kept all commitments from before 2 (`witness.py`) knows that the deal is the one promised;
whoever gave a nonce of their own besides knows that nobody chose it. It does not prove that the
house did not look at it. A record alone proves that its deal follows from its seed and nonces.
"""

import hashlib
import hmac
from collections.abc import Sequence

import msgspec

from tablee.kernel.errors import UnfairDeal, WrongRecord

SECRET_BYTES = 32


class Fairness(msgspec.Struct, forbid_unknown_fields=True):
    """What a record needs for the check, all in hexadecimal; nonces in the order of the seats."""

    seed: str
    seed_commitment: str
    nonces: list[str]
    nonce_commitments: list[str]


def seed_commitment(seed: bytes) -> str:
    """The hash published before anybody sits down to play."""
    return hashlib.sha256(b"tablee seed\0" + seed).hexdigest()


def nonce_commitment(seat: int, nonce: bytes) -> str:
    """The hash a seat publishes before it has seen another's nonce; bound to the seat."""
    return hashlib.sha256(b"tablee nonce\0" + bytes([seat]) + nonce).hexdigest()


def late_nonce(seed: bytes, seat: int) -> bytes:
    """In the place of a nonce that was not shown in time.

    By then the house knows all others; so that it cannot choose, this one follows from the seed it
    has committed to.
    """
    return hmac.digest(seed, b"tablee late nonce\0" + bytes([seat]), "sha256")


class Stream:
    """The words a fair deal is made of: a source of chance for `deal`."""

    def __init__(self, seed: bytes, nonces: Sequence[bytes]):
        self.key = hmac.digest(seed, b"tablee deal\0" + b"".join(nonces), "sha256")
        self.blocks = 0
        self.words: list[int] = []

    def word(self) -> int:
        if not self.words:
            block = hmac.digest(self.key, self.blocks.to_bytes(8, "big"), "sha256")
            self.blocks += 1
            self.words = [int.from_bytes(block[i : i + 4], "big") for i in range(28, -1, -4)]
        return self.words.pop()


def commit(seed: bytes, nonces: Sequence[bytes]) -> Fairness:
    """All that was committed to and shown, as it stands in a record."""
    return Fairness(
        seed=seed.hex(),
        seed_commitment=seed_commitment(seed),
        nonces=[nonce.hex() for nonce in nonces],
        nonce_commitments=[nonce_commitment(seat, nonce) for seat, nonce in enumerate(nonces)],
    )


def checked_stream(fairness: Fairness, seats: int) -> Stream:
    """The stream of the deal, once every commitment has been found kept."""
    if len(fairness.nonces) != seats or len(fairness.nonce_commitments) != seats:
        raise UnfairDeal(
            f"{seats} seats need {seats} nonces and commitments, there are "
            f"{len(fairness.nonces)} and {len(fairness.nonce_commitments)}."
        )
    seed = secret(fairness.seed, "fair.seed")
    if seed_commitment(seed) != fairness.seed_commitment:
        raise UnfairDeal("The seed is not the one the house committed to before play.")
    nonces = [secret(text, f"fair.nonces[{seat}]") for seat, text in enumerate(fairness.nonces)]
    for seat, nonce in enumerate(nonces):
        if nonce_commitment(seat, nonce) != fairness.nonce_commitments[seat]:
            raise UnfairDeal(f"The nonce of seat {seat} is not the one it committed to.")
    return Stream(seed, nonces)


def secret_from(seed: int, number: int) -> bytes:
    """A secret that follows from a small seed, for games that are to be dealt again."""
    return hashlib.sha256(f"tablee secret {seed} {number}".encode()).digest()


def secret(text: str, where: str) -> bytes:
    """256 bits written in hexadecimal."""
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != SECRET_BYTES or len(text) != 2 * SECRET_BYTES:
        raise WrongRecord(f"{where}: expected {2 * SECRET_BYTES} hexadecimal digits.")
    return value
