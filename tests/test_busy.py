"""What `make test-busy` still has to do is read off its page."""

from tests.busy import PAGE, RUNS, passed_in_a_row


def row(run: str, outcome: str) -> str:
    return f"| {run} | 0123abc | 2026-11-19 | 9.5 | {outcome} |\n"


def test_a_run_that_passed_is_not_done_again() -> None:
    whole, suites = RUNS
    page = row(whole, "passed") + row(whole, "passed") + row(suites, "passed")
    assert passed_in_a_row(page) == {whole: 2, suites: 1}


def test_after_a_failure_the_counting_begins_anew() -> None:
    whole, suites = RUNS
    page = row(whole, "passed") + row(suites, "FAILED tests/test_a.py::test_b")
    assert passed_in_a_row(page + row(whole, "passed")) == {whole: 1}


def test_the_page_has_the_columns_of_a_row() -> None:
    assert "| run | commit | day | minutes | outcome |" in PAGE.read_text("utf-8")
