"""Nothing anybody sends, and no evening however it goes, confuses the house.

Each database has half of the examples, and other ones than the other.
"""

from functools import partial
from pathlib import Path

from tablee.server.store.addresses import is_postgres
from tests.server import house_machine, wire_fuzz
from tests.server.postgresql import fresh_database


def test_any_message_gets_an_answer_and_leaves_the_table_as_its_history_says(
    database_url: str,
) -> None:
    answered = wire_fuzz.round(database_url, int(is_postgres(database_url)), examples=50)
    for answer in ("done", "wrong_message", "not_seated", "who_are_you"):
        assert f"{answer}: " in answered


def test_any_evening_leaves_the_house_in_order() -> None:
    orderly(house_machine.round("", number=5, examples=15, steps=40))


def test_any_evening_leaves_a_house_on_postgresql_in_order(postgres_home: Path) -> None:
    ground = partial(fresh_database, postgres_home)
    orderly(house_machine.round("", number=6, examples=15, steps=40, ground=ground))


def orderly(happened: str) -> None:
    for what in ("Choose", "Start", "Sit"):
        assert f"{what}: " in happened
