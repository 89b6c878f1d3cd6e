"""Nothing anybody sends, and no evening however it goes, confuses the house."""

from tests.server import house_machine, wire_fuzz


def test_any_message_gets_an_answer_and_leaves_the_table_as_its_history_says(
    sqlite_url: str,
) -> None:
    answered = wire_fuzz.round(sqlite_url, examples=100)
    for answer in ("done", "wrong_message", "not_seated", "who_are_you"):
        assert f"{answer}: " in answered


def test_any_evening_leaves_the_house_in_order() -> None:
    happened = house_machine.round("", number=5, examples=30, steps=40)
    for what in ("Choose", "Start", "Sit"):
        assert f"{what}: " in happened
