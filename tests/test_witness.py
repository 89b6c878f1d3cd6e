"""What a record proves alone, and what with somebody who saw the table: no forgery gets through."""

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tablee.catalogue import load
from tablee.cli import main
from tablee.kernel import fair, record, witness
from tablee.kernel.errors import UnfairDeal, WrongRecord
from tablee.kernel.fair import late_nonce
from tablee.kernel.record import Record
from tablee.kernel.witness import Seen, Share, Sight, Statement
from tests.forging import FORGERIES, dealt_from, fairness, other_nonce, secrets_of
from tests.tables import Table, every_count, every_table

on_every_table = pytest.mark.parametrize("table", every_table(), ids=str)
on_every_count = pytest.mark.parametrize("table", every_count(), ids=str)
NAMES = ["Anna", "Ben", "Chloé", "David", "Eva", "Finn"]
EVERYTHING = ["deal", "seed", "nonces", "own", "seats", "table"]


def played(table: Table) -> Record:
    """A game fairly dealt, and not played on."""
    drawn = [fair.secret_from(7, number) for number in range(table.players + 1)]
    match = table.match(0)
    match.state = table.game.dealt(table.players, dict(table.switches), fair.Stream(*parts(drawn)))
    match.start = match.state.pack()
    return record.write(match, NAMES[: table.players], fair.commit(*parts(drawn)))


def parts(drawn: list[bytes]) -> tuple[bytes, list[bytes]]:
    return drawn[0], drawn[1:]


def sight(kept: Record, status: Any = "dealing") -> Sight:
    """The table of a record as it stood at a moment."""
    told = fairness(kept)
    shown = status == "playing"
    return Sight(
        status=status,
        game=kept.game,
        rules_version=kept.rules_version,
        options=dict(kept.options),
        seats=list(kept.seats),
        seed_commitment=told.seed_commitment,
        commitments=list(told.nonce_commitments),
        nonces=list(told.nonces) if shown else ["" for _ in told.nonces],
    )


def spectator(kept: Record) -> Seen:
    return Seen(
        format=1,
        table="t",
        at=1,
        before=sight(kept),
        dealt=sight(kept, "playing"),
        own=None,
    )


def player(kept: Record, seat: int = 0) -> Seen:
    seen = spectator(kept)
    seen.own = Share(seat, fairness(kept).nonces[seat])
    return seen


def judged(kept: Record, seen: Seen | None) -> list[Statement]:
    return witness.statements(load(kept.game), kept, seen)


def claims(found: list[Statement], state: str) -> list[str]:
    return [one.claim for one in found if one.state == state]


@on_every_table
def test_an_honest_deal_is_proved_to_whoever_gave_a_nonce(table: Table) -> None:
    kept = played(table)
    assert claims(judged(kept, player(kept, 1)), "proved") == EVERYTHING
    looked_on = judged(kept, spectator(kept))
    assert claims(looked_on, "contradicted") == []
    assert claims(looked_on, "not proved") == ["own"]


@on_every_table
def test_a_record_alone_proves_its_deal_and_nothing_else(table: Table) -> None:
    kept = played(table)
    for seen in (None, Seen(format=1, table="t", at=1, before=None, dealt=None, own=None)):
        found = judged(kept, seen)
        assert claims(found, "proved") == ["deal"]
        assert claims(found, "not proved") == EVERYTHING[1:]


@on_every_count
@pytest.mark.parametrize("forged", FORGERIES)
def test_no_forged_record_gets_past_a_witness(table: Table, forged: str) -> None:
    kept = played(table)
    other = FORGERIES[forged](kept)
    for seen in (player(kept), spectator(kept)):
        if forged == "other_deal":
            with pytest.raises(UnfairDeal, match="not the one that follows"):
                judged(other, seen)
        else:
            assert claims(judged(other, seen), "contradicted") != []


@on_every_count
def test_a_late_nonce_is_named_and_follows_from_the_seed(table: Table) -> None:
    kept = played(table)
    seed, *nonces = secrets_of(kept)
    last = table.players - 1
    late = dealt_from(kept, seed, *nonces[:-1], late_nonce(seed, last))
    seen = player(kept)
    seen.dealt = None
    found = judged(late, seen)
    assert claims(found, "contradicted") == claims(found, "not proved") == []
    assert NAMES[last] in next(one.sentence for one in found if one.claim == "late")
    assert claims(judged(late, None), "not proved").count("late") == 1
    assert claims(judged(late, player(kept, last)), "contradicted") == ["nonces"]
    mine = player(kept, last)
    mine.dealt = None
    (own,) = [one for one in judged(late, mine) if one.claim == "own"]
    assert own.state == "not proved"
    assert "too late" in own.sentence
    assert claims(judged(other_nonce(kept), seen), "contradicted") == ["nonces"]


def test_what_may_change_while_a_table_waits_is_no_contradiction() -> None:
    kept = played(every_count()[0])
    seen = spectator(kept)
    seen.dealt = None
    waiting = sight(kept, "waiting")
    waiting.seats[0], waiting.commitments[1], waiting.commitments[2] = "", "", "ab" * 32
    waiting.options = {"no such": True}
    seen.before = waiting
    found = judged(kept, seen)
    assert claims(found, "contradicted") == []
    assert claims(found, "proved") == ["deal", "seed", "nonces"]
    waiting.seed_commitment = "ab" * 32  # but a promised seed stays
    assert claims(judged(kept, seen), "contradicted") == ["seed"]


def test_a_nonce_given_before_changing_chairs_is_no_share() -> None:
    kept = played(every_count()[0])
    seen = spectator(kept)
    seen.own = Share(0, "ab" * 32)
    assert claims(judged(kept, seen), "not proved") == ["own"]


def test_other_rules_or_options_are_noticed() -> None:
    kept = played(next(table for table in every_count() if table.game.switches))
    for change in ({"rules_version": 99}, {"game": "chess"}):
        seen = spectator(kept)
        seen.before = msgspec.structs.replace(sight(kept), **change)
        assert claims(judged(kept, seen), "contradicted") == ["table"]
    name = next(iter(kept.options))
    seen = spectator(kept)
    seen.before = msgspec.structs.replace(sight(kept), options={name: not kept.options[name]})
    assert claims(judged(kept, seen), "contradicted") == ["table"]


def test_a_game_begun_by_earlier_rules_is_recorded_by_those_of_today() -> None:
    kept = played(next(table for table in every_count() if len(table.game.defaults) > 1))
    game = load(kept.game)
    first = min(game.defaults)
    seen = spectator(kept)
    for one in (seen.before, seen.dealt):
        assert one
        one.rules_version, one.options = first, {}
    kept.options = dict(game.defaults[first])
    assert claims(judged(kept, seen), "contradicted") == []
    kept.options = dict(game.switches)
    assert claims(judged(kept, seen), "contradicted") == ["table"]


# On the command line


def files(kept: Record, seen: Seen, folder: Path) -> list[str]:
    (folder / "record.json").write_bytes(record.dump(kept))
    (folder / "seen.json").write_bytes(msgspec.json.encode(seen))
    return ["verify", str(folder / "record.json"), "--seen", str(folder / "seen.json")]


@on_every_count
@pytest.mark.parametrize("forged", FORGERIES)
def test_the_command_fails_when_something_is_contradicted(
    table: Table, forged: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = played(table)
    assert main(files(kept, player(kept), tmp_path)) == 0
    output = capsys.readouterr()
    assert output.out.count("proved  ") == len(EVERYTHING)
    assert output.out.endswith("\n\nNobody chose this deal.\n")
    assert main(files(FORGERIES[forged](kept), player(kept), tmp_path)) == 1
    output = capsys.readouterr()
    assert output.err.count("\n") == 1
    assert output.err.startswith("tablee: The ")
    assert ("contradicted" in output.out) == (forged != "other_deal")


def test_the_command_says_what_a_late_nonce_leaves_open(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = played(every_count()[0])
    seed, *nonces = secrets_of(kept)
    late = dealt_from(kept, seed, *nonces[:-1], late_nonce(seed, len(nonces) - 1))
    seen = player(kept)
    seen.dealt = None
    assert main(files(late, seen, tmp_path)) == 0
    assert capsys.readouterr().out.endswith("unless the house and a late player are in league.\n")


def test_without_a_witness_the_command_says_what_takes_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = played(every_count()[0])
    assert main(files(kept, player(kept), tmp_path)[:2]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:10] for line in lines[:3]] == ["proved    ", "not proved", "not proved"]
    assert fairness(kept).seed_commitment in lines[1]
    assert lines[-1].endswith("tablee verify RECORD --seen FILE")


Content = dict[str, Any]


def no_table(content: Content) -> None:
    del content["table"]


def new_format(content: Content) -> None:
    content["format"] = 2


def no_digest(content: Content) -> None:
    content["before"]["commitments"][0] = "zz" * 32


def too_few(content: Content) -> None:
    content["before"]["nonces"].pop()


def too_many(content: Content) -> None:
    content["before"]["seats"] = ["Anna"] * 9


def shown_before(content: Content) -> None:
    content["before"]["nonces"][0] = "ab" * 32


def hidden_after(content: Content) -> None:
    content["dealt"]["nonces"][0] = ""


def far_seat(content: Content) -> None:
    content["own"]["seat"] = 6


def more(content: Content) -> None:
    content["hand"] = [1]


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (no_table, "missing required field `table`"),
        (new_format, "Witness file format 2 is unknown; this house reads 1."),
        (no_digest, "matching regex"),
        (too_few, "as many commitments and nonces as seats"),
        (too_many, "length <= 6"),
        (shown_before, "`before` is from before the nonces were shown"),
        (hidden_after, "`dealt` is from after all nonces were shown"),
        (far_seat, "`int` <= 5"),
        (more, "unknown field `hand`"),
    ],
)
def test_a_file_that_no_page_saved_is_refused_in_one_line(
    spoil: Callable[[Content], None],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kept = played(every_count()[0])
    command = files(kept, player(kept), tmp_path)
    content = json.loads((tmp_path / "seen.json").read_bytes())
    spoil(content)
    (tmp_path / "seen.json").write_text(json.dumps(content))
    assert main(command) == 2
    output = capsys.readouterr()
    assert (output.out, output.err.count("\n")) == ("", 1)
    assert complaint in output.err


@pytest.mark.parametrize("data", [b"", b"\xff", b"{", b"[]", b"null", b"{" * 5000, b" " * 2**21])
def test_what_is_no_witness_file_at_all_is_refused(data: bytes) -> None:
    with pytest.raises(WrongRecord, match="itness file"):
        witness.parse(data)


def test_a_record_is_no_witness_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = played(every_count()[0])
    command = files(kept, player(kept), tmp_path)
    assert main([*command[:3], command[1]]) == 2
    assert capsys.readouterr().err.startswith("tablee: Not a witness file: ")


def test_a_witness_of_another_table_contradicts(tmp_path: Path) -> None:
    one, other, *_ = every_count()
    assert main(files(played(one), player(played(other)), tmp_path)) == 1


def test_names_of_a_witness_cannot_write_on_the_screen() -> None:
    kept = played(every_count()[0])
    seen = spectator(kept)
    assert seen.before
    seen.before = copy.deepcopy(seen.before)
    seen.before.seats[0] = "\x1b[2J"
    (seats,) = [one for one in judged(kept, seen) if one.claim == "seats"]
    assert "\x1b" not in seats.sentence
