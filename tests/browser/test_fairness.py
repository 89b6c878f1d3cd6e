"""The check of a deal in the browser: it proves what it saw, and says what it did not see."""

import json
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tablee.catalogue import titles
from tablee.cli import main
from tablee.kernel import record
from tablee.kernel.fair import nonce_commitment
from tests.browser.tables import do, lay, open_table, status, until
from tests.browser.visitors import PHONE, Visitor, violations, visit
from tests.forging import FORGERIES, Forge, best_of_400, other_nonce
from tests.server.houses import Clock, house_at, serve

Visit = Callable[..., Visitor]
Found = dict[str, list[str]]  # sentences by what they are: proved, contradicted, unseen
NO_LINE = "WebSocket connection to"  # what Chromium says while the house is closed
EVERYTHING = ["seed", "nonces", "own", "deal", "seats", "table"]
WORDS = {
    "The house used": "seed",
    "The house did not use": "seed",
    "which chance the house": "seed",
    "chance shown as promised": "nonces",
    "not the ones promised": "nonces",
    "whose promise": "nonces",
    "that it replaced": "late",
    "Your own share": "own",
    "comes from this browser": "own",
    "Everything dealt": "deal",
    "contradicts itself": "deal",
    "Everybody sits": "seats",
    "The players sit": "seats",
    "who sat where": "seats",
    "its rules": "table",
}


def record_of(visitor: Visitor, table: str) -> record.Record:
    answer = visitor.context.request.get(f"/api/v1/tables/{table}/record")
    return record.parse(answer.body())


def deliver(visitor: Visitor, table: str, forge: Forge) -> None:
    """From now on the house hands this visitor a forged record."""
    forged = record.dump(forge(record_of(visitor, table)))
    answer(visitor.page, table, forged)


def answer(page: Page, table: str, body: bytes) -> None:
    """Whoever asks for the record through this page gets this one."""
    page.unroute_all()
    page.route(
        f"**/api/v1/tables/{table}/record*",
        lambda route: route.fulfill(body=body, content_type="application/json"),
    )


def checked(visitor: Visitor) -> Found:
    """What the page finds out about the deal, in sentences."""
    page = visitor.page
    expect(page.locator("#ended")).to_be_visible()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".more [role=status] li").first).to_be_visible()
    return {
        state: page.locator(f".more li.{state}").all_inner_texts()
        for state in ("proved", "contradicted", "unseen")
    }


def claims(sentences: list[str]) -> list[str]:
    """What these sentences are about."""
    return [
        next(claim for words, claim in WORDS.items() if words in sentence) for sentence in sentences
    ]


def end(*people: Visitor, table: str) -> None:
    for person in people:
        do(person, table, do="end")


def start_on_page(page: Page) -> None:
    page.get_by_role("button", name="Start").click()


def until_committed(page: Page, visitor: Visitor, table: str, seats: int) -> None:
    """Until the browsers of that many people have given a share."""

    def committed() -> bool:
        chairs = status(visitor, table)["common"]["chairs"]
        return all(chair["commitment"] for chair in chairs[:seats])

    until(page, committed)


def until_is(page: Page, visitor: Visitor, table: str, wanted: str) -> None:
    until(page, lambda: bool(status(visitor, table)["common"]["status"] == wanted))


def test_the_best_of_400_deals_is_found_out(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    table = lay(anna, "land-unter", ["sailor", "sailor", "sailor"])
    page = open_table(anna, table)
    until_committed(page, anna, table, 1)
    start_on_page(page)
    until_is(page, anna, table, "playing")
    end(anna, table=table)
    deliver(anna, table, best_of_400)
    found = checked(anna)
    assert claims(found["contradicted"]) == ["nonces"]
    for name in record_of(anna, table).seats[1:]:
        assert name in found["contradicted"][0]
    expect(page.get_by_text("This is not the deal that was promised.")).to_be_visible()


@pytest.mark.parametrize("forged", FORGERIES)
def test_every_kind_of_forgery_is_found_out(visitor: Visit, forged: str) -> None:
    anna = visitor("Anna", "en")
    table = lay(anna, "kilimanjaro", ["sailor", "sailor"])
    page = open_table(anna, table)
    until_committed(page, anna, table, 1)
    start_on_page(page)
    until_is(page, anna, table, "playing")
    end(anna, table=table)
    deliver(anna, table, FORGERIES[forged])
    assert checked(anna)["contradicted"] != []


@pytest.mark.parametrize("game", list(titles()))
def test_an_honest_deal_is_proved(
    visitor: Visit, game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two people, a bot and a spectator; one page is loaded anew before the deal, one after it."""
    anna, ben = visitor("Anna", "en"), visitor("Ben", "en", size=PHONE)
    eve = visitor("", "en")
    table = lay(anna, game, ["open", "sailor"])
    do(ben, table, do="sit")
    pages = [open_table(one, table) for one in (anna, ben, eve)]
    until_committed(pages[0], anna, table, 2)
    pages[1].reload()
    expect(pages[1].get_by_text("Anna").first).to_be_visible()
    start_on_page(pages[0])
    until_is(pages[0], anna, table, "playing")
    expect(pages[2].locator(".table").first).to_be_visible()
    pages[0].reload()
    end(anna, ben, table=table)
    for one in (anna, ben):
        found = checked(one)
        assert found["contradicted"] == found["unseen"] == []
        assert claims(found["proved"]) == EVERYTHING
        expect(one.page.get_by_text("Nobody chose this deal")).to_be_visible()
        assert violations(one.page) == []
    found = checked(eve)
    assert found["contradicted"] == []
    assert claims(found["unseen"]) == ["own"]
    expect(eve.page.get_by_text("Nothing contradicts itself")).to_be_visible()

    paths = [saved(one, tmp_path / f"{number}.json") for number, one in enumerate((anna, eve))]
    kept = tmp_path / "record.json"
    kept.write_bytes(record.dump(record_of(anna, table)))
    for path in paths:
        assert main(["verify", str(kept), "--seen", str(path)]) == 0
        assert "contradicted" not in capsys.readouterr().out
    for forge in FORGERIES.values():
        kept.write_bytes(record.dump(forge(record_of(anna, table))))
        for path in paths:
            assert main(["verify", str(kept), "--seen", str(path)]) == 1
            capsys.readouterr()


def saved(visitor: Visitor, path: Path) -> Path:
    """What the page saves of what its browser saw."""
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Save what this browser saw").click()
    download.value.save_as(path)
    return path


def test_a_late_share_is_named_and_no_other_may_take_its_place(
    browser: Browser, tmp_path: Path
) -> None:
    """Ben promises a share and closes his laptop; the house closes too while all wait for him."""
    url, clock = f"sqlite:///{tmp_path}/house.db", Clock()
    with serve(house_at(url, clock)) as first:
        anna, ben = visit(browser, first.url, "Anna"), visit(browser, first.url, "Ben")
        eve = visit(browser, first.url)
        table = lay(anna, "diabolo", ["open", "sailor"])
        do(ben, table, do="sit")
        nonce = secrets.token_bytes(32)
        do(ben, table, do="commit", commitment=nonce_commitment(1, nonce))
        for one in (anna, eve):
            one.expected += [NO_LINE]
            open_table(one, table)
        until_committed(anna.page, anna, table, 2)
        start_on_page(anna.page)
        until_is(anna.page, anna, table, "dealing")
        expect(eve.page.get_by_text("Dealing…").first).to_be_visible()
        port = int(first.url.rsplit(":", 1)[1])
    clock.ahead += 60_000  # nobody waits that long for a share
    with serve(house_at(url, clock), port):
        eve.page.reload()
        until_is(anna.page, anna, table, "playing")
        end(anna, ben, table=table)
        for one in (anna, eve):
            found = checked(one)
            assert found["contradicted"] == []
            assert claims(found["unseen"]) == ([] if one is anna else ["own"])
            expect(one.page.get_by_text("a late player are in league")).to_have_count(
                1 if one is anna else 0
            )
            (late,) = [words for words in found["proved"] if claims([words]) == ["late"]]
            assert "replaced: Ben." in late
            deliver(one, table, lambda kept: other_nonce(kept, seat=1))
            one.page.reload()
            assert claims(checked(one)["contradicted"]) == ["nonces"]
        assert [*anna.leave(), *ben.leave(), *eve.leave()] == []


def test_whoever_came_later_is_told_what_they_did_not_see(visitor: Visit) -> None:
    anna, eve, tom = visitor("Anna", "en"), visitor("", "en"), visitor("", "en")
    table = lay(anna, "land-unter", ["sailor", "sailor"])
    page = open_table(anna, table)
    until_committed(page, anna, table, 1)
    start_on_page(page)
    until_is(page, anna, table, "playing")
    open_table(eve, table)  # the cards have been dealt
    end(anna, table=table)
    open_table(tom, table)  # the game is over
    for one in (eve, tom):
        found = checked(one)
        assert claims(found["proved"]) == ["deal"]
        assert claims(found["unseen"]) == ["seed", "nonces", "own", "seats", "table"]
    expect(tom.page.get_by_role("link", name="Save what")).to_have_count(0)
    deliver(eve, table, FORGERIES["other_nonce"])  # what was shown at the deal still counts
    eve.page.reload()
    assert claims(checked(eve)["contradicted"]) == ["nonces"]


def test_a_record_that_hides_its_chance_proves_nothing(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    table = lay(anna, "lifeboats", ["sailor", "sailor"])
    page = open_table(anna, table)
    start_on_page(page)
    until_is(page, anna, table, "playing")
    end(anna, table=table)
    told = json.loads(record.dump(record_of(anna, table)))
    for fair, words in ((None, "nothing can be proved"), ({}, "contradicts itself")):
        answer(page, table, json.dumps({**told, "fair": fair}).encode())
        page.reload()
        page.get_by_role("button", name="Check").click()
        expect(page.locator(".more").get_by_text(words)).to_be_visible()


def test_a_browser_keeps_the_newest_tables_only(visitor: Visit) -> None:
    anna = visitor("Anna", "en")
    page = anna.page
    page.goto("/")
    page.evaluate(
        """for (let at = 1; at <= 120; at++)
          localStorage.setItem(`tablee.seen.old-${at}`, JSON.stringify({ at }))"""
    )
    table = lay(anna, "land-unter", ["sailor", "sailor"])
    open_table(anna, table)
    until_committed(page, anna, table, 1)
    kept: list[str] = page.evaluate("Object.keys(localStorage)")
    seen = {name for name in kept if name.startswith("tablee.seen.")}
    assert seen == {f"tablee.seen.{table}", *(f"tablee.seen.old-{at}" for at in range(22, 121))}
