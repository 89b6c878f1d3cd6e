"""What somebody saw of a table before anything was shown, and what that proves of its record.

A record alone proves that its deal follows from its seed and nonces. That these are the ones
promised before can only be said by whoever saw the promises: the browser of each player and
spectator keeps them, and can save them as a file. docs/records.md has its fields.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from tablee.kernel.deals import shown
from tablee.kernel.errors import WrongOption, WrongRecord
from tablee.kernel.fair import Fairness, late_nonce, nonce_commitment
from tablee.kernel.game import Game
from tablee.kernel.record import Record, decoded, fairness, switches, verify

FORMAT = 1
MOST_SEATS = 6

Digest = Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
PerhapsDigest = Annotated[str, Meta(pattern="^([0-9a-f]{64})?$")]
State = Literal["proved", "contradicted", "not proved"]


class Sight(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How the table stood at one moment; what was not to be seen yet is an empty text."""

    status: Literal["waiting", "dealing", "playing"]
    game: str
    rules_version: int
    options: dict[str, bool]
    seats: Annotated[list[str], Meta(min_length=2, max_length=MOST_SEATS)]
    seed_commitment: Digest
    commitments: list[PerhapsDigest]
    nonces: list[PerhapsDigest]

    def __post_init__(self) -> None:
        if not len(self.seats) == len(self.commitments) == len(self.nonces):
            raise ValueError("a sight has as many commitments and nonces as seats")


class Share(msgspec.Struct, forbid_unknown_fields=True):
    """The nonce the witness gave to the deal."""

    seat: Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
    nonce: Digest


class Seen(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """All that one witness has kept of one table."""

    format: int
    table: str
    at: int  # when it was first seen, in milliseconds since 1970
    before: Sight | None  # the last sight of it at which no nonce was shown
    dealt: Sight | None  # the first sight of it at which all were
    own: Share | None

    def __post_init__(self) -> None:
        if self.before and (self.before.status == "playing" or any(self.before.nonces)):
            raise ValueError("`before` is from before the nonces were shown")
        if self.dealt and not (self.dealt.status == "playing" and all(self.dealt.nonces)):
            raise ValueError("`dealt` is from after all nonces were shown")


@dataclass(frozen=True)
class Statement:
    """Something a fair deal promises, and whether it was kept."""

    claim: Literal["deal", "table", "seats", "seed", "nonces", "late", "own"]
    state: State
    sentence: str


def parse(data: bytes) -> Seen:
    """What a witness saw, from the bytes of a file."""
    seen = decoded(data, Seen, "witness file")
    if seen.format != FORMAT:
        raise WrongRecord(
            f"Witness file format {seen.format} is unknown; this house reads {FORMAT}."
        )
    return seen


def statements(game: Game, kept: Record, seen: Seen | None) -> list[Statement]:
    """What a record and a witness prove together; one that contradicts itself is refused."""
    verify(game, kept)
    fair = fairness(kept)
    return [
        Statement("deal", "proved", "The deal follows from the seed and the nonces of the record."),
        seed(fair, seen),
        *nonces(kept, fair, seen),
        own(fair, seen),
        seats(kept, seen),
        table(game, kept, seen),
    ]


def judge(seen: Seen | None, agrees: Callable[[Sight], bool], *, changes: bool = True) -> State:
    """Does the record agree with what was seen? Most may still change while a table waits."""
    if seen is None:
        return "not proved"
    before, dealt = seen.before, seen.dealt
    if dealt and not agrees(dealt):
        return "contradicted"
    if before and agrees(before):
        return "proved"
    if before and (before.status == "dealing" or not changes):
        return "contradicted"
    return "not proved"


def seed(fair: Fairness, seen: Seen | None) -> Statement:
    """The house promised its seed when the table was laid."""
    state = judge(seen, lambda sight: sight.seed_commitment == fair.seed_commitment, changes=False)
    sentences: dict[State, str] = {
        "proved": "The seed is the one the house promised before the deal.",
        "contradicted": "The seed is not the one the house had promised.",
        "not proved": "The house promised this seed before the deal: its commitment is "
        f"{fair.seed_commitment}.",
    }
    return Statement("seed", state, sentences[state])


def nonces(kept: Record, fair: Fairness, seen: Seen | None) -> Iterator[Statement]:
    """Who has shown what they promised, and for whom the house put a nonce in."""
    found = [nonce(fair, seen, seat) for seat in range(len(kept.seats))]
    sentences: dict[State, str] = {
        "proved": "These nonces are the ones promised before any was shown: {}.",
        "contradicted": "These nonces are not the ones that were promised or shown: {}.",
        "not proved": "These nonces were promised before any was shown: {}.",
    }
    for state, sentence in sentences.items():
        names = [kept.seats[seat] for seat, one in enumerate(found) if one == state]
        if names:
            yield Statement("nonces", state, sentence.format(", ".join(names)))
    late = [kept.seats[seat] for seat, one in enumerate(found) if one == "late"]
    if late:
        yield Statement(
            "late",
            "proved" if seed(fair, seen).state == "proved" else "not proved",
            "In place of nonces that, says the house, were not shown in time, it put those that "
            f"follow from the seed it had promised: {', '.join(late)}.",
        )


def nonce(fair: Fairness, seen: Seen | None, seat: int) -> State | Literal["late"]:
    """Is the nonce of a seat the one it promised?"""
    text = fair.nonces[seat].lower()
    before, dealt = (seen.before, seen.dealt) if seen else (None, None)
    if dealt and dealt.nonces[seat : seat + 1] != [text]:
        return "contradicted"
    promised = "".join(before.commitments[seat : seat + 1]) if before else ""
    if promised == nonce_commitment(seat, bytes.fromhex(text)):
        return "proved"
    if text == late_nonce(bytes.fromhex(fair.seed), seat).hex():
        return "late"
    kept = not promised or (before and before.status == "waiting")  # it may have been changed
    return "not proved" if kept else "contradicted"


def own(fair: Fairness, seen: Seen | None) -> Statement:
    """Whoever gave a nonce that nobody else knew need not believe anybody."""
    share = given(seen)
    if share is None:
        return Statement("own", "not proved", "The witness gave a nonce of its own to the deal.")
    now = fair.nonces[share.seat].lower() if share.seat < len(fair.nonces) else ""
    if now == share.nonce:
        return Statement("own", "proved", "The witness's own nonce is in the deal.")
    if now == late_nonce(bytes.fromhex(fair.seed), share.seat).hex():
        sentence = "The witness's own nonce is in the deal; the record has it come too late."
        return Statement("own", "not proved", sentence)
    return Statement("own", "contradicted", "The witness's own nonce is not in the deal.")


def given(seen: Seen | None) -> Share | None:
    """The share that stood promised on the table; one given before changing chairs does not."""
    if seen is None or seen.own is None or seen.before is None:
        return None
    promised = seen.before.commitments[seen.own.seat : seen.own.seat + 1]
    commitment = nonce_commitment(seen.own.seat, bytes.fromhex(seen.own.nonce))
    return seen.own if promised == [commitment] else None


def seats(kept: Record, seen: Seen | None) -> Statement:
    """A nonce belongs to a chair: who sat where has to be known before."""
    state = judge(seen, lambda sight: sight.seats == kept.seats)
    names = ", ".join(kept.seats)
    sentence = f"They sat in this order before the deal: {names}."
    if state == "contradicted" and seen:
        other = next(one for one in (seen.dealt, seen.before) if one and one.seats != kept.seats)
        sat = ", ".join(map(shown, other.seats))
        sentence = f"The record has them sit in this order: {names}; the witness saw {sat}."
    return Statement("seats", state, sentence)


def table(game: Game, kept: Record, seen: Seen | None) -> Statement:
    """What was to be played was settled before the deal."""

    def agrees(sight: Sight) -> bool:
        if sight.game != kept.game or sight.rules_version not in game.defaults:
            return False
        try:
            laid = game.check_switches(sight.options, sight.rules_version)
        except WrongOption:
            return False
        return laid == switches(game, kept)  # whichever version of the rules names them

    state = judge(seen, agrees)
    sentence = "Game, rules and options are as they were before the deal."
    if state == "contradicted":
        sentence = "Game, rules and options are not those that were laid before the deal."
    return Statement("table", state, sentence)
