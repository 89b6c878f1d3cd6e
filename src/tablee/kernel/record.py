"""Records: a game in readable JSON, from which everything that happened follows.

The deal is written out in full and the choices in the game's notation, one line for each turn
("12 37 5": the choices of the owing seats, in the order of the seats).
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

import msgspec

from tablee.kernel.deals import shown
from tablee.kernel.errors import Refused, UnfairDeal, WrongRecord
from tablee.kernel.events import Event
from tablee.kernel.fair import Fairness, checked_stream
from tablee.kernel.game import Game
from tablee.kernel.match import Match

FORMAT = 1
LONGEST_NAME = 40
WIDTH = 100  # columns of a record's text
LARGEST = 1_000_000  # bytes; the longest games stay under a tenth of it

Content = TypeVar("Content")

plain = json.JSONEncoder(ensure_ascii=False).encode


class Result(msgspec.Struct, forbid_unknown_fields=True):
    """How it ended."""

    scores: list[int]
    winners: list[int]


class Record(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game. `result` is absent while it is being played, `fair` where no one committed."""

    format: int
    game: str
    rules_version: int
    options: dict[str, bool] = {}
    seats: list[str]
    deal: dict[str, Any]
    turns: list[str]
    result: Result | None = None
    fair: Fairness | None = None


class IllegalRecord(WrongRecord):
    """A choice of the record that the rules do not allow."""

    def __init__(self, number: int, turn: int, refusal: Refused):
        super().__init__(f"Choice {number} (turn {turn}): {refusal}")
        self.number = number
        self.turn = turn
        self.clause = refusal.clause
        self.legal = refusal.legal


@dataclass(frozen=True)
class Step:
    """What one turn did."""

    turn: int
    events: list[Event]


def parse(data: bytes) -> Record:
    """A record from the bytes of a file."""
    record = decoded(data, Record, "record")
    if record.format != FORMAT:
        raise WrongRecord(f"Record format {record.format} is unknown; this house reads {FORMAT}.")
    return record


def decoded(data: bytes, kind: type[Content], what: str) -> Content:
    """Something typed from the JSON of a file."""
    if len(data) > LARGEST:
        raise WrongRecord(f"A {what} has at most {LARGEST} bytes, this one has more.")
    try:
        content = json.loads(
            data.decode(), object_pairs_hook=without_twins, parse_constant=refuse_constant
        )
        return msgspec.convert(content, kind)
    except UnicodeDecodeError:
        raise WrongRecord(f"Not a {what}: the text is not UTF-8.") from None
    except json.JSONDecodeError as error:
        raise WrongRecord(
            f"Not a {what}: {error.msg} at line {error.lineno}, column {error.colno} "
            "(expected complete JSON)."
        ) from None
    except msgspec.ValidationError as error:
        raise WrongRecord(f"Not a {what}: {error}.") from None
    except ValueError:
        raise WrongRecord(f"Not a {what}: a number in it has too many digits.") from None
    except RecursionError:
        raise WrongRecord(f"Not a {what}: the JSON is nested too deeply.") from None


def without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, refused if it has a key twice."""
    content = dict(pairs)
    if len(content) != len(pairs):
        twin = next(key for key, _ in pairs if [name for name, _ in pairs].count(key) > 1)
        raise msgspec.ValidationError(f"{twin!r} is there twice")
    return content


def refuse_constant(name: str) -> NoReturn:
    raise msgspec.ValidationError(f"{name} is no number of JSON")


def dump(record: Record) -> bytes:
    """The record as readable JSON, no line longer than a page is wide."""
    return layout(msgspec.to_builtins(record), "").encode() + b"\n"


def layout(value: Any, indent: str) -> str:
    """JSON with objects and lists of lists spread out, and plain lists filled line by line."""
    deeper = indent + "  "
    if isinstance(value, dict) and value:
        lines = [f"{deeper}{json.dumps(key)}: {layout(value[key], deeper)}" for key in value]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if not isinstance(value, list) or not value:
        return plain(value)
    if any(isinstance(entry, list | dict) for entry in value):
        lines = [deeper + layout(entry, deeper) for entry in value]
        return "[\n" + ",\n".join(lines) + f"\n{indent}]"
    in_one_line = plain(value)
    if len(in_one_line) <= WIDTH - 20:
        return in_one_line
    lines = [plain(value[0])]
    for entry in value[1:]:
        text = plain(entry)
        if len(deeper) + len(lines[-1]) + len(text) + 3 > WIDTH:
            lines.append(text)
        else:
            lines[-1] += f", {text}"
    return "[\n" + ",\n".join(deeper + line for line in lines) + f"\n{indent}]"


def begin(game: Game, record: Record) -> Match:
    """The match of a record, dealt, with no choice made."""
    if record.game != game.id:
        raise WrongRecord(f"This is a record of {shown(record.game)}, not of {game.id}.")
    if record.rules_version not in game.defaults:
        raise WrongRecord(
            f"The record follows version {record.rules_version} of the rules of {game.id}; "
            f"this house plays version {' and '.join(map(str, sorted(game.defaults)))}."
        )
    state = game.blank(len(record.seats), switches(game, record))
    check_names(record.seats, state.seats)
    game.notation.read_deal(state, record.deal)
    return Match(game, state)


def switches(game: Game, record: Record) -> dict[str, bool]:
    """Every switch of a record; one it does not name stands as its version of the rules meant."""
    return game.check_switches(record.options, record.rules_version)


def check_names(names: list[str], seats: int) -> None:
    """Refuse names that cannot stand on a screen or cannot be told apart."""
    if len(names) != seats:
        raise WrongRecord(f"{seats} seats need {seats} names, there are {len(names)}.")
    for name in names:
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_NAME or not name.isprintable():
            raise WrongRecord(
                f"A name has 1 to {LONGEST_NAME} printable characters; {shown(name)} has not."
            )
    if len(set(names)) < seats:
        raise WrongRecord(f"The names must differ: {', '.join(names)}.")


def replay(match: Match, record: Record) -> Iterator[Step]:
    """Play the turns of a record one by one; an illegal choice or a wrong result stops it."""
    for turn, text in enumerate(record.turns, 1):
        made = len(match.choices)
        try:
            events = play_turn(match, text)
        except Refused as refusal:
            number = made + len(match.committed) + 1
            raise IllegalRecord(number, turn, refusal) from None
        except WrongRecord as error:
            raise WrongRecord(f"Turn {turn}: {error}") from None
        yield Step(turn, events)
    if record.result is not None:
        result = Result(match.scores(), match.winners()) if match.over else None
        if result is None:
            raise WrongRecord("The record has a result, but its game is not over.")
        if result != record.result:
            raise WrongRecord(
                f"The record says {record.result.scores} and winners {record.result.winners}; "
                f"the game played again gives {result.scores} and {result.winners}."
            )


def play_turn(match: Match, text: str) -> list[Event]:
    """Make the choices of one turn, written in the order of the seats that owe one."""
    words = text.split()
    seats = match.waiting_for
    if not seats:
        raise WrongRecord("the game is already over.")
    if len(words) != len(seats):
        owing = ", ".join(map(str, seats))
        raise WrongRecord(f"expected {len(seats)} choices (of seats {owing}), got {len(words)}.")
    events = None
    for seat, word in zip(seats, words, strict=True):
        events = match.choose(seat, match.read(seat, word))
    return events or []


def write(match: Match, names: list[str], fair: Fairness | None = None) -> Record:
    """The record of a match as far as it has been resolved."""
    check_names(names, match.state.seats)
    game = match.game
    turns = []
    made = 0
    for size in match.sizes:
        turns.append(" ".join(map(game.notation.say, match.choices[made : made + size])))
        made += size
    return Record(
        format=FORMAT,
        game=game.id,
        rules_version=game.rules_version,
        seats=names,
        options={name: bool(getattr(match.state, name)) for name in game.switches},
        deal=game.notation.write_deal(game.rules.State.unpack(match.start)),
        turns=turns,
        result=Result(match.scores(), match.winners()) if match.over else None,
        fair=fair,
    )


def verify(game: Game, record: Record) -> str:
    """Check that a record agrees with itself; returns the commitment to its seed."""
    fair = fairness(record)
    match = begin(game, record)
    stream = checked_stream(fair, match.state.seats)
    derived = game.dealt(match.state.seats, switches(game, record), stream)
    if derived != match.state:
        raise UnfairDeal("The deal is not the one that follows from the seed and the nonces.")
    return fair.seed_commitment


def fairness(record: Record) -> Fairness:
    """The secrets and commitments of a record that has them."""
    if record.fair is None:
        raise WrongRecord("The record holds no commitments, so its deal cannot be verified.")
    return record.fair
