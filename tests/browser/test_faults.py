"""What the pages say when something behind the scenes fails, or the line does."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tablee import catalogue
from tablee.server.bots import workers
from tests.browser.tables import (
    choose_on,
    instantly,
    is_over,
    open_table,
    start,
    until,
    wait_for_turn,
)
from tests.browser.visitors import Visitor
from tests.server import faults
from tests.server.houses import Serving, house_at, serve

Visit = Callable[..., Visitor]
GAME = "land-unter"
WORKED_OUT = 400_000  # ms: the first search of all is compiled
A_WHILE = 10_000  # ms of the page's own clock
FAILED = "Working this out has failed"
LOST = "The connection is lost"
RECORD = sorted((catalogue.SHELF / "land_unter" / "playthroughs").glob("3-*.json"))[0]


@pytest.fixture(scope="module")
def fault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """While this file is there, all that judges positions is faulty."""
    file = tmp_path_factory.mktemp("fault") / "fault"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(faults.FILE, str(file))
        patch.setattr(workers, "prepare", faults.prepare_faulty)
        yield file


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, fault: Path) -> Iterator[Serving]:
    """One house for all tests, since its searches have to be made ready."""
    assert not fault.exists()
    url = f"sqlite:///{tmp_path_factory.mktemp('house')}/house.db"
    with serve(house_at(url)) as serving:
        yield serving


def patient(visitor: Visit, *who: object, **how: object) -> Visitor:
    """Somebody whose page asks for what is not ready or fails, on a line that may be down."""
    anna = visitor(*who, **how)
    anna.expected += ["409 (Conflict)", "500 (Internal", "ERR_INTERNET_DISCONNECTED"]
    instantly(anna)
    return anna


def asked(page: Page, for_what: str) -> list[str]:
    """What a page asks the house for, from now on."""
    found: list[str] = []
    page.on("request", lambda one: found.append(one.url) if for_what in one.url else None)
    return found


def played(anna: Visitor) -> str:
    table = start(anna, GAME, bots=2)
    choose_on(anna, table, is_over)
    return table


def ready(anna: Visitor, table: str) -> None:
    """Whoever asks first waits until the search is ready."""
    path = f"/api/v1/tables/{table}/analysis?seat=1"
    until(anna.page, lambda: anna.context.request.get(path).status != 409, WORKED_OUT)


def check_failure(place: Locator, requests: list[str]) -> None:
    """It says so and does not ask by itself; then it is tried again."""
    page = place.page
    expect(place).to_contain_text(FAILED)
    before = len(requests)
    page.clock.run_for(A_WHILE)
    assert len(requests) == before


def test_a_hint_that_fails_is_tried_again_by_a_click(visitor: Visit, fault: Path) -> None:
    anna = patient(visitor, "Anna", "en")
    ready(anna, played(anna))
    anna.page.clock.install()
    page = open_table(anna, start(anna, GAME, bots=2))
    assert wait_for_turn(page)
    requests = asked(page, "/hint")
    fault.write_text(faults.RAISES)
    page.get_by_role("button", name="Hint").click()
    slip = page.get_by_role("region", name="The captain in your place")
    check_failure(slip, requests)
    fault.unlink()
    slip.get_by_role("button", name="Try again").click()
    expect(slip.get_by_role("button", name="Do that")).to_be_visible()
    assert any("again=true" in one for one in requests)


@pytest.mark.parametrize(
    ("path", "button", "result"),
    [
        ("/analysis", "Analyse my choices", "Turning points"),
        ("/par", "Compare with the champions", "Beside them"),
    ],
)
def test_a_study_that_fails_is_tried_again_by_a_click(
    visitor: Visit, fault: Path, path: str, button: str, result: str
) -> None:
    anna = patient(visitor, "Anna", "en")
    table = played(anna)
    ready(anna, table)
    anna.page.clock.install()
    page = open_table(anna, table)
    requests = asked(page, path)
    fault.write_text(faults.RAISES)
    page.get_by_role("button", name=button).click()
    panel = page.locator(".panel").filter(has_text=FAILED)
    check_failure(panel, requests)
    page.reload()  # who comes again later is told, too
    page.get_by_role("button", name=button).click()
    check_failure(panel, requests)
    fault.unlink()
    panel.get_by_role("button", name="Try again").click()
    expect(page.locator(".more").get_by_text(result).first).to_be_visible(timeout=WORKED_OUT)


def test_an_analysis_goes_on_when_the_line_is_back(visitor: Visit) -> None:
    anna = patient(visitor, "Anna", "en")
    table = played(anna)
    ready(anna, table)
    page = open_table(anna, table)
    button = page.get_by_role("button", name="Analyse my choices")
    expect(button).to_be_visible()
    anna.context.set_offline(True)
    button.click()
    expect(page.locator(".analysis")).to_contain_text(LOST)
    anna.context.set_offline(False)
    expect(page.locator(".analysis").get_by_text("Turning points")).to_be_visible(
        timeout=WORKED_OUT
    )


def test_a_hint_comes_when_the_line_is_back(visitor: Visit) -> None:
    anna = patient(visitor, "Anna", "en")
    ready(anna, played(anna))
    page = open_table(anna, start(anna, GAME, bots=2))
    assert wait_for_turn(page)
    page.route("**/hint?*", lambda route: route.abort("internetdisconnected"))
    page.get_by_role("button", name="Hint").click()
    slip = page.get_by_role("region", name="The captain in your place")
    expect(slip).to_contain_text(LOST)
    page.unroute_all()
    expect(slip.get_by_role("button", name="Do that")).to_be_visible(timeout=WORKED_OUT)


@pytest.mark.parametrize("kind", ["record", "table"])
def test_who_has_no_name_yet_is_let_in_for_an_analysis(visitor: Visit, kind: str) -> None:
    eve = patient(visitor, "", "en")
    page = eve.page
    if kind == "record":
        page.goto("/replay")
        page.get_by_label("A file").set_input_files(RECORD)
    else:
        page.goto(f"/replay/{played(patient(visitor, 'Anna', 'en'))}")
    page.get_by_role("button", name="Analyse").click()
    found = page.locator(".analysis")
    expect(found.get_by_text("Turning points")).to_be_visible(timeout=WORKED_OUT)
    assert eve.context.request.get("/api/v1/people/me").json()["name"]


def test_who_looks_on_without_a_name_is_let_in_for_par(visitor: Visit) -> None:
    eve = patient(visitor, "", "en")
    page = open_table(eve, played(patient(visitor, "Anna", "en")))
    page.get_by_role("button", name="Compare with the champions").click()
    expect(page.get_by_role("region", name="And the champions?")).to_be_visible(timeout=WORKED_OUT)
