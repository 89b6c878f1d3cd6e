"""What a seat sees of Lifeboats, how it is written, and the player that plays by it."""

import json
from io import StringIO
from typing import Any

import pytest
from rich.console import Console

from tablee.catalogue import load
from tablee.games.lifeboats import rules, terminal
from tablee.games.lifeboats.notation import read, read_deal, say, write_deal
from tablee.games.lifeboats.rules import State, Told
from tablee.games.lifeboats.state import Phase
from tablee.games.lifeboats.test_rules import K, R, Y, at_sea, begun, random_choice, turns
from tablee.games.lifeboats.view import guess, sound
from tablee.kernel.chance import Random
from tablee.kernel.errors import WrongRecord
from tablee.kernel.match import Match
from tablee.kernel.texts import LANGUAGES

GAME = load("lifeboats")
NAMES = ["Anna", "Ben", "Chloé", "David", "Emma", "Farid"]


def broken(**fields: Any) -> bool:
    """Whether a good position with these fields changed is found unsound."""
    state: State = at_sea({"R": "rryy~", "K": "gb"}, landed="Y").state
    assert sound(state)
    for name, value in fields.items():
        setattr(state, name, value)
    return not sound(state)


def test_the_rules_define_what_the_house_expects() -> None:
    for name in ("OFFERS", "OPTIONS", "SEATS", "Asked", "State", "Told"):
        assert name in rules.__all__
    assert len(rules.__all__) == len([name for name in rules.__all__ if hasattr(rules, name)])


def test_the_view_before_the_first_choice() -> None:
    seen = begun(3, start=2).view(1)
    assert (seen["seat"], seen["seats"], seen["start"], seen["round"]) == (1, 3, 2, 0)
    assert (seen["owing"], seen["possible"], seen["leaking"]) == ([2], [], None)
    assert seen["phase"] == Phase.PLACE_BOATS
    assert seen["boats"][3] == {
        "boat": 6,
        "owner": None,
        "lane": None,
        "island": None,
        "row": 0,
        "at_sea": False,
        "landed": None,
        "sunk": False,
        "left": False,
        "leaks": 0,
        "free": 0,
        "sailors": [0, 0, 0],
        "officers": [0, 0, 0],
    }
    assert seen["players"][0] == {
        "hats": 3,
        "score": 0,
        "sailors_to_seat": 5,
        "officers_to_seat": 2,
        "swims": None,
        "left": None,
        "sailors_lost": 0,
        "officers_lost": 0,
    }
    never = {"round": 0, "ballots": [None] * 3, "by": 0, "decider": None, "outcome": None}
    assert seen["votes"] == [never] * 3


def test_the_view_at_sea() -> None:
    match = at_sea({"R": "Rrg~", "Y": "y", "K": "gb"}, phase=Phase.ADVANCE, rows="0200001")
    turns(match, "Y Y Y Y", "oR")
    seen = match.view(None)
    assert seen["seat"] is None
    red, yellow, black = seen["boats"][R], seen["boats"][Y], seen["boats"][4]
    assert (red["sailors"], red["officers"]) == ([1, 0, 1, 0], [0, 0, 0, 0])
    assert (red["free"], red["leaks"], red["left"], red["island"]) == (3, 1, True, 0)
    assert (black["lane"], black["row"], black["at_sea"], black["sunk"]) == (7, 1, True, False)
    assert (yellow["landed"], yellow["free"], yellow["sailors"]) == (1, 0, [0, 1, 0, 0])
    assert (yellow["at_sea"], yellow["sunk"]) == (False, False)
    assert seen["boats"][2]["sunk"]
    assert seen["landed"] == [Y]
    assert seen["islands"][0] == {
        "sailor": 6,
        "officer": 8,
        "boats": [Y],
        "sailors": [0, 1, 0, 0],
        "officers": [0, 0, 0, 0],
    }
    assert [island["sailor"] for island in seen["islands"]] == [6, 4, 5]
    assert [island["officer"] for island in seen["islands"]] == [8, 6, 7]
    player = seen["players"][0]
    assert (player["swims"], player["left"]) == ("officer", R)
    assert (player["sailors_lost"], player["officers_lost"], player["score"]) == (4, 1, 0)
    assert seen["players"][1]["score"] == 6


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_guess_changes_nothing_since_nothing_is_hidden(players: int) -> None:
    match = Match(GAME, GAME.dealt(players, {}, Random(players)))
    chance = Random(1)
    while not match.over:
        before = match.state.pack()
        words = list(chance)
        for seat in range(players):
            guess(match.state, seat, chance)
            seen = match.view(seat)
            assert json.loads(json.dumps(seen)) == seen
            assert {**seen, "seat": None} == match.view(None)
        assert (match.state.pack(), list(chance)) == (before, words)
        for seat in match.waiting_for:
            match.choose(seat, random_choice(match, seat, chance))


def test_sound_finds_what_cannot_be() -> None:
    assert not broken()
    assert broken(hats=[4, 3, 3, 3, 0, 0])
    assert broken(hats=[3, 3, 3, -1, 0, 0])
    assert broken(crew=[0] * 10)
    assert broken(lane=[1, 2, 3, 1, 0, 0, 7])
    assert broken(lane=[1, 2, 3, 8, 0, 0, 7])
    assert broken(lane=[0, 2, 3, 4, 0, 0, 7])
    assert broken(landed=[0, 2, 0, 0, 0, 0, 0])
    assert broken(landed=[0, 1, 0, 0, 0, 0, 2], landings=2)
    assert broken(at_sea=1 << R)  # the crew of a sunk boat is lost
    assert broken(at_sea=1 << R | 1 << K | 1 << 5)
    assert broken(row=[3, 3, 0, 0, 0, 0, 0])
    assert broken(row=[0, 2, 0, 0, 0, 0, 0])
    assert broken(leaks=[3, 0, 0, 0, 0, 0, 0])
    assert broken(left=[0, -1, -1, -1, -1, -1])
    state = at_sea({"R": "rryy~", "K": "gb"}).state
    state.officers[R][2] += 1
    assert not sound(state)
    state = at_sea({"R": "rryy~", "K": "gb"}).state
    state.sailors[R][0] -= 1
    assert not sound(state)


# Notation


def test_every_option_is_written_and_read() -> None:
    texts = [say(option) for option in range(rules.OPTIONS)]
    assert " ".join(texts) == (
        "R Y G B W O K hat 1 2 3 4 5 6 7 sR sY sG sB sW sO sK oR oY oG oB oW oO oK"
    )
    assert [read(text) for text in texts] == list(range(rules.OPTIONS))
    for text in ("", "r", "SR", "0", "8", "01", "Hat", "sX", "R ", "ohat"):
        assert read(text) is None


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_a_deal_says_who_starts(players: int) -> None:
    for start in range(players):
        state = begun(players, start).state
        assert write_deal(state) == {"start": start}
        assert (state.start, state.turn) == (start, start)


@pytest.mark.parametrize(
    ("deal", "wrong"),
    [
        ({}, "deal.start: expected a number from 0 to 2, got nothing."),
        ({"start": 3}, "deal.start: expected a number from 0 to 2, got 3."),
        ({"start": -1}, "deal.start: expected a number from 0 to 2, got -1."),
        ({"start": True}, "deal.start: expected a number from 0 to 2, got True."),
        ({"start": "1"}, "deal.start: expected a number from 0 to 2, got '1'."),
        ({"start": 0, "hands": []}, "deal.hands: no such part; a deal has start."),
    ],
)
def test_a_wrong_deal_is_refused(deal: dict[str, Any], wrong: str) -> None:
    with pytest.raises(WrongRecord) as refusal:
        read_deal(GAME.blank(3, {}), deal)
    assert str(refusal.value) == wrong


# Words


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_of_many_games_is_a_sentence(language: str) -> None:
    told = set()
    for seed in range(12):
        players = 3 + seed % 4
        switches = {"end_when_sea_empty": seed % 2 == 1}
        match = Match(GAME, GAME.dealt(players, switches, Random(seed)))
        chance = Random(seed, 1)
        while not match.over:
            assert match.question.sentence[language]
            for seat in match.waiting_for:
                events = match.choose(seat, random_choice(match, seat, chance))
            for event in events or []:
                sentence = GAME.texts.sentence(event, NAMES, language)
                assert sentence.endswith((".", "!"))
                assert "{" not in sentence
                told.add(event[0])
    assert len(told) >= len(Told) - 2  # nothing but hats, and an empty sea, are rare


def test_sentences_in_three_languages() -> None:
    def sentence(language: str, *event: int) -> str:
        return GAME.texts.sentence(event, NAMES, language)

    overboard = (Told.GOES_OVERBOARD, 2, 1, K)
    assert sentence("fr", *overboard) == (
        "Par-dessus bord : Chloé perd un officier dans le canot noir."
    )
    assert sentence("en", *overboard) == "Overboard: Chloé loses an officer in the black boat."
    assert sentence("de", *overboard) == (
        "Über Bord: Chloé verliert einen Offizier im schwarzen Boot."
    )
    assert sentence("fr", Told.JUMPS, 0, 0, Y) == "Anna fait plonger un matelot du canot jaune."
    assert (
        sentence("de", Told.CLIMBS, 0, 0, R) == "Anna lässt einen Matrosen ins rote Boot klettern."
    )
    assert sentence("en", Told.VOTES_WITH_WEIGHT, 1, R, 1) == "Ben votes red (1 vote)."
    assert sentence("en", Told.CARRIES, R, 3) == "The vote goes to red, with 3 votes."


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_can_be_drawn(language: str) -> None:
    match = at_sea({"R": "Rrg~", "Y": "y", "K": "gb"}, phase=Phase.ADVANCE, rows="0200001")
    turns(match, "Y Y Y Y", "oR")
    paper = StringIO()
    console = Console(width=120, file=paper)
    console.print(terminal.table(match.view(0), NAMES, GAME.texts, language))
    console.print(terminal.hand(match.view(0), "Anna", GAME.texts, language))
    console.print(terminal.hand(begun(4).view(0), "Anna", GAME.texts, language))
    drawn = paper.getvalue()
    assert "rg≈···" in drawn
    assert "·▸··" in drawn
    assert "RRrrrrr" in drawn
    assert [terminal.phrase(option, GAME.texts, "en") for option in (0, 7, 8, 15, 28)] == [
        "red",
        "a captain's hat",
        "",
        "a sailor, the red boat",
        "an officer, the black boat",
    ]
