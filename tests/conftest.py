"""Settings of the whole test run."""

import pytest
from hypothesis import settings

# Two workers share the machine, so time says nothing; the same examples run every time.
settings.register_profile("house", deadline=None, derandomize=True)
settings.load_profile("house")

LONG = ("test_crash", "test_fuzz_wire", "test_nodes", "test_races", "test_two_worlds")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first: else the last of it is waited for alone."""
    items.sort(key=lambda item: item.path.stem not in LONG)
