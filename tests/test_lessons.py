"""The first games with a guide: complete, in three languages, true to the rules."""

import re

import msgspec
import pytest

from tablee import catalogue, lessons, rulebook
from tablee.kernel import record
from tablee.kernel.game import Game
from tablee.kernel.texts import LANGUAGES

FEWEST_NOTES = 12
FEWEST_OWN_CHOICES = 5


@pytest.fixture(params=list(catalogue.titles()))
def game(request: pytest.FixtureRequest) -> Game:
    return catalogue.load(request.param)


def test_the_recorded_game_can_be_played_along(game: Game) -> None:
    kept = msgspec.structs.replace(lessons.lesson(game.folder).record, game=game.id)
    match = record.begin(game, kept)
    own = 0
    owing = match.waiting_for
    for _ in record.replay(match, kept):
        own += lessons.SEAT in owing
        owing = match.waiting_for
    assert own >= FEWEST_OWN_CHOICES


def test_the_notes_follow_the_game(game: Game) -> None:
    lesson = lessons.lesson(game.folder)
    turns = [note.turn for note in lesson.notes]
    assert turns == sorted(turns)
    assert turns[0] == 0
    assert turns[-1] == len(lesson.record.turns)
    assert len(turns) >= FEWEST_NOTES


def test_every_note_says_the_same_in_all_languages(game: Game) -> None:
    for note in lessons.lesson(game.folder).notes:
        texts = [note.text(language) for language in LANGUAGES]
        assert all(text.strip() == text and len(text) > 20 for text in texts)
        assert len(set(texts)) == len(texts)
        numbers = [sorted(re.findall(r"\d+", text)) for text in texts]
        assert numbers[0] == numbers[1] == numbers[2], note


def test_notes_name_clauses_that_exist(game: Game) -> None:
    for note in lessons.lesson(game.folder).notes:
        if note.clause:
            assert rulebook.clause(game, note.clause, "fr"), note.clause
