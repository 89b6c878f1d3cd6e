"""A browser, a house with the built client, and visitors who notice whatever goes wrong."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

import hatch_build
from tablee.server.api.site import INDEX, WEB
from tests.browser import chromium
from tests.browser.visitors import PATIENCE, Visitor, visit
from tests.server.houses import Serving, house_at, serve

expect.set_options(timeout=PATIENCE)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if not hatch_build.is_current():
        terminalreporter.write_line(
            "The client was built from other sources than these; `make setup` builds it anew."
        )


# Not for the whole session: while Playwright is open, this process can run no other event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One Chromium in each process of the run."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.have(),
            args=chromium.FLAGS,
            chromium_sandbox=not chromium.is_root(),
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One real house in each process of the run, with the client as it was built last.

    Its bots and searches need seconds to begin with: every test brings people and tables of its
    own. What is to be restarted, or set up in another way, is a house that the test opens itself.
    """
    if not (WEB / INDEX).is_file():
        pytest.fail("The client is not built; `make setup` builds it.", pytrace=False)
    with serve(house_at(f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db")) as serving:
        yield serving


@pytest.fixture
def visitor(browser: Browser, house: Serving) -> Iterator[Callable[..., Visitor]]:
    """Lets visitors come to the house (see `visit`), each with a browser profile of their own.

    At the end none may have seen an error in the console or in a script, a request to elsewhere or
    a breach of the content security policy.
    """
    here: list[Visitor] = []

    def come(*who: Any, **how: Any) -> Visitor:
        here.append(visit(browser, house.url, *who, **how))
        return here[-1]

    yield come
    assert [wrong for one in here for wrong in one.leave()] == []
