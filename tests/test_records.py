"""Records and fair deals: what is written happened; what is wrong is refused in one line."""

import copy
import json
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.catalogue import SHELF, defaults, load
from tablee.kernel import fair, record
from tablee.kernel.errors import TableeError, UnfairDeal, WrongOption, WrongPlayers, WrongRecord
from tablee.kernel.record import IllegalRecord, Record
from tests.tables import Table, every_table, random_play

on_every_table = pytest.mark.parametrize("table", every_table(), ids=str)
NAMES = ["Anna", "Ben", "Chloé", "David", "Eva", "Finn"]


def replayed(data: bytes) -> None:
    kept = record.parse(data)
    game = load(kept.game)
    for _ in record.replay(record.begin(game, kept), kept):
        pass


@on_every_table
def test_a_record_gives_back_the_game(table: Table) -> None:
    for seed in range(5):
        match = table.finished(seed)
        kept = record.write(match, NAMES[: table.players])
        data = record.dump(kept)
        assert record.parse(data) == kept
        again = record.begin(table.game, record.parse(data))
        assert again.start == match.start
        for _ in record.replay(again, kept):
            pass
        assert again.state == match.state
        assert kept.result == record.Result(match.scores(), match.winners())


@on_every_table
def test_an_unfinished_game_can_be_recorded_too(table: Table) -> None:
    match = table.match(2)
    for turn, _ in enumerate(random_play(match, 2)):
        if turn == 4:
            break
    kept = record.write(match, NAMES[: table.players])
    assert kept.result is None
    assert len(kept.turns) == 5
    again = record.begin(table.game, kept)
    for _ in record.replay(again, kept):
        pass
    assert again.state == match.state


@on_every_table
def test_a_wrong_deal_is_refused_in_one_line(table: Table) -> None:
    """Every part of every deal, made wrong in every simple way."""
    kept = record.write(table.match(1), NAMES[: table.players])
    refused = 0
    for broken in filter(lambda deal: isinstance(deal, dict), breakages(kept.deal)):
        wrong = copy.deepcopy(kept)
        wrong.deal = broken
        complaint = refusal(partial(record.begin, table.game, wrong))
        if complaint:
            assert "\n" not in complaint
            assert "deal" in complaint
            refused += 1
        else:  # such as a dealer of another number: another deal, but a deal
            assert table.game.sight.sound(record.begin(table.game, wrong).state)
    assert refused


def refusal(attempt: Callable[[], object]) -> str:
    """What a wrong thing is refused with; nothing if it is taken."""
    try:
        attempt()
    except TableeError as error:
        return str(error)
    return ""


def breakages(value: Any) -> list[Any]:
    """The value with one thing in it replaced, left out, doubled or added."""
    found: list[Any] = [None, "x", -1, 99, 1.5, True, [], {}]
    if isinstance(value, dict):
        for key in value:
            found.append({other: value[other] for other in value if other != key})
            found += [{**value, key: broken} for broken in breakages(value[key])]
        found.append({**value, "extra": 1})
    elif isinstance(value, list):
        found += [value[:-1], [*value, value[-1]], [*value[1:], value[-1]]] if value else []
        for place in sorted({0, len(value) - 1} & set(range(len(value)))):
            found += [
                [*value[:place], broken, *value[place + 1 :]] for broken in breakages(value[place])
            ]
    return [broken for broken in found if broken != value]


def land_unter() -> dict[str, Any]:
    table = next(t for t in every_table() if t.game.id == "land-unter" and t.players == 3)
    content: dict[str, Any] = json.loads(record.dump(record.write(table.finished(1), NAMES[:3])))
    return content


def changed(**parts: Any) -> bytes:
    return json.dumps({**land_unter(), **parts}).encode()


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "Not a record: Expecting value at line 1, column 1"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[]", "Expected `object`, got `array`"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"format": NaN}', "NaN is no number of JSON"),
        (b'{"format": 1, "format": 1}', "'format' is there twice"),
        (b'{"format": 1}', "missing required field `game`"),
        (b" " * 1_000_001, "at most 1000000 bytes"),
        (b'{"format": ' + b"1" * 5000 + b"}", "a number in it has too many digits"),
        (changed(seats=["Anna", "Ben", "\x1b[2J"]), "1 to 40 printable characters"),
        (changed(seats=["Anna", "Ben", ""]), "1 to 40 printable characters"),
        (changed(seats=["Anna", "Ben", "\ud800"]), "1 to 40 printable characters"),
        (changed(seats=["Anna", "Ben", "Ben"]), "The names must differ"),
        (changed(format=2), "Record format 2 is unknown; this house reads 1"),
        (changed(format="1"), "Expected `int`, got `str` - at `$.format`"),
        (changed(colour="red"), "unknown field `colour`"),
        (changed(seats="Anna"), "Expected `array`, got `str` - at `$.seats`"),
        (changed(rules_version=99), "follows version 99 of the rules"),
        (changed(turns=[5]), "Expected `str`, got `int` - at `$.turns[0]`"),
        (changed(turns=["1 2"]), "Turn 1: expected 3 choices (of seats 0, 1, 2), got 2"),
        (changed(options={"open_play": 1}), "Expected `bool`, got `int`"),
        (changed(turns=[]), "has a result, but its game is not over"),
    ],
)
def test_what_is_no_record_is_refused_in_one_line(data: bytes, complaint: str) -> None:
    with pytest.raises(WrongRecord) as error:
        replayed(data)
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


def test_a_truncated_record_is_refused() -> None:
    data = changed()
    for end in range(0, len(data) - 1, 37):
        with pytest.raises(WrongRecord, match="Not a record"):
            replayed(data[:end])


def test_wrong_seats_and_switches_are_refused() -> None:
    with pytest.raises(WrongPlayers, match="3 to 5 players, not 2"):
        replayed(changed(seats=["Anna", "Ben"]))
    with pytest.raises(WrongOption, match="no option 'wings'"):
        replayed(changed(options={"wings": True}))


# Earlier versions of the rules


VERSION_1 = SHELF / "land_unter" / "playthroughs" / "3-random.json"


def test_what_an_earlier_version_meant_by_a_switch_it_does_not_name() -> None:
    """Rules version 1 of Land Unter played LU-18 as with `two_left_pay` off, and had no switch."""
    game = load("land-unter")
    kept = record.parse(VERSION_1.read_bytes())
    assert (kept.rules_version, kept.options) == (1, {"loss_passes_on": True, "open_play": False})
    match = record.begin(game, kept)
    assert (match.state.loss_passes_on, match.state.two_left_pay) == (1, 0)
    for _ in record.replay(match, kept):
        pass
    again = record.write(match, kept.seats, kept.fair)
    assert (again.rules_version, again.options) == (2, {**kept.options, "two_left_pay": False})
    assert (again.deal, again.turns, again.result) == (kept.deal, kept.turns, kept.result)
    for one in (kept, again):
        record.verify(game, one)


def test_by_the_rules_of_today_the_same_record_is_another_game() -> None:
    content = json.loads(VERSION_1.read_bytes())
    with pytest.raises(TableeError):
        replayed(json.dumps({**content, "rules_version": 2}).encode())


@pytest.mark.parametrize("version", [1, 2])
def test_a_switch_a_record_names_counts_in_every_version(version: int) -> None:
    for options in ({}, {"two_left_pay": True}, {"two_left_pay": False}):
        kept = record.parse(changed(rules_version=version, options=options, turns=[], result=None))
        state = record.begin(load("land-unter"), kept).state
        assert state.two_left_pay == options.get("two_left_pay", version == 2)
        assert (state.loss_passes_on, state.open_play) == (1, 0)


def test_a_version_is_played_on_where_a_switch_says_what_its_absence_meant() -> None:
    box = {
        "rules_version": 4,
        "options": {
            "old": {"default": True},
            "new": {"default": True, "absent": {"2": False, "3": False}},
            "newer": {"default": False, "absent": {"3": True}},
        },
    }
    assert defaults(box) == {
        2: {"old": True, "new": False, "newer": False},
        3: {"old": True, "new": False, "newer": True},
        4: {"old": True, "new": True, "newer": False},
    }


def test_an_illegal_choice_is_named_with_what_was_legal_and_the_clause() -> None:
    content = land_unter()
    first = content["turns"][0].split()
    content["turns"][1] = content["turns"][1].replace(content["turns"][1].split()[1], first[1])
    with pytest.raises(IllegalRecord) as error:
        replayed(json.dumps(content).encode())
    assert (error.value.number, error.value.turn, error.value.clause) == (5, 2, "LU-8")
    assert len(error.value.legal) == 11
    assert first[1] not in error.value.legal
    assert "Choice 5 (turn 2)" in str(error.value)
    content["turns"][1] = "1 x 2"
    with pytest.raises(IllegalRecord):
        replayed(json.dumps(content).encode())


def test_a_record_is_played_by_its_own_game_and_written_with_its_own_names() -> None:
    kept = record.parse(changed())
    with pytest.raises(WrongRecord, match="a record of 'land-unter', not of diabolo"):
        record.begin(load("diabolo"), kept)
    match = record.begin(load("land-unter"), kept)
    with pytest.raises(WrongRecord, match="3 seats need 3 names, there are 2"):
        record.write(match, ["Anna", "Ben"])


def test_turns_after_the_end_and_wrong_results_are_refused() -> None:
    content = land_unter()
    with pytest.raises(WrongRecord, match="already over"):
        replayed(changed(turns=[*content["turns"], "1 2 3"]))
    scores = [score + 1 for score in content["result"]["scores"]]
    with pytest.raises(WrongRecord, match="played again gives"):
        replayed(changed(result={"scores": scores, "winners": content["result"]["winners"]}))


def test_the_rest_of_a_pile_may_be_left_out_by_hand() -> None:
    content = land_unter()
    content["deal"]["water"][2] = [*content["deal"]["water"][2][:3], "*"]
    kept = record.parse(json.dumps(content).encode())
    match = record.begin(load("land-unter"), kept)
    assert sorted(match.state.water[2]) == sorted([*range(1, 13)] * 2)
    assert match.state.water[2][:3] == content["deal"]["water"][2][:3]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
)


@given(st.sampled_from([*land_unter()]), json_values)
def test_any_field_with_any_content_is_taken_or_refused(field: str, value: Any) -> None:
    data = json.dumps({**land_unter(), field: value}).encode()
    complaint = refusal(lambda: replayed(data))
    # only other names, or nothing in place of what may be left out, make no difference
    assert complaint or field == "seats" or value in (None, {}) or value == land_unter()[field]


@given(st.binary(max_size=200))
def test_any_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(WrongRecord):
        replayed(data)


# Fair deals


def fair_record(table: Table) -> Record:
    secrets = [bytes([number]) * 32 for number in range(table.players + 1)]
    stream = fair.Stream(secrets[0], secrets[1:])
    state = table.game.dealt(table.players, dict(table.switches), stream)
    match = table.match(0)
    match.state, match.start = state, state.pack()
    return record.write(match, NAMES[: table.players], fair.commit(secrets[0], secrets[1:]))


@on_every_table
def test_a_fair_deal_verifies_and_any_other_does_not(table: Table) -> None:
    kept = fair_record(table)
    record.verify(table.game, record.parse(record.dump(kept)))
    stacked = copy.deepcopy(kept)
    for seed in range(100):
        stacked.deal = record.write(table.match(seed), NAMES[: table.players]).deal
        if stacked.deal != kept.deal:
            break
    with pytest.raises(UnfairDeal, match="The deal is not the one"):
        record.verify(table.game, stacked)


def other_seed(kept: Record) -> None:
    assert kept.fair
    kept.fair.seed = "ab" * 32


def other_nonce(kept: Record) -> None:
    assert kept.fair
    kept.fair.nonces[1] = "ab" * 32


def nonces_exchanged(kept: Record) -> None:
    assert kept.fair
    for given_list in (kept.fair.nonces, kept.fair.nonce_commitments):
        given_list[0], given_list[1] = given_list[1], given_list[0]


def other_seed_and_commitment(kept: Record) -> None:
    assert kept.fair
    kept.fair.seed = "ab" * 32
    kept.fair.seed_commitment = fair.seed_commitment(bytes.fromhex(kept.fair.seed))


def too_few_nonces(kept: Record) -> None:
    assert kept.fair
    kept.fair.nonces.pop()


@pytest.mark.parametrize(
    ("tamper", "complaint"),
    [
        (other_seed, "seed is not the one the house committed to"),
        (other_nonce, "nonce of seat 1 is not the one"),
        (nonces_exchanged, "nonce of seat 0 is not the one"),
        (other_seed_and_commitment, "deal is not the one that follows"),
        (too_few_nonces, "need 3 nonces"),
    ],
)
def test_tampering_is_found(tamper: Callable[[Record], None], complaint: str) -> None:
    table = next(t for t in every_table() if t.game.id == "land-unter" and t.players == 3)
    kept = fair_record(table)
    tamper(kept)
    with pytest.raises(UnfairDeal, match=complaint):
        record.verify(table.game, kept)


def test_a_record_without_commitments_cannot_be_verified() -> None:
    kept = fair_record(every_table()[0])
    kept.fair = None
    with pytest.raises(WrongRecord, match="holds no commitments"):
        record.verify(load(kept.game), kept)


@pytest.mark.parametrize("text", ["", "ab", "zz" * 32, "ab" * 33, " ".join(["ab"] * 32)])
def test_a_secret_is_64_hexadecimal_digits(text: str) -> None:
    with pytest.raises(WrongRecord, match="64 hexadecimal digits"):
        fair.secret(text, "fair.seed")


def test_the_stream_is_the_documented_one() -> None:
    """Derived again here from the definition alone, as anybody may."""
    import hashlib
    import hmac

    seed, nonces = b"s" * 32, [b"a" * 32, b"b" * 32]
    key = hmac.new(seed, b"tablee deal\0" + b"".join(nonces), hashlib.sha256).digest()
    blocks = b"".join(
        hmac.new(key, number.to_bytes(8, "big"), hashlib.sha256).digest() for number in range(3)
    )
    stream = fair.Stream(seed, nonces)
    words = [stream.word() for _ in range(24)]
    assert words == [int.from_bytes(blocks[i : i + 4], "big") for i in range(0, 96, 4)]
