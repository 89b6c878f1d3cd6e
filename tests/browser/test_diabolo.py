"""Diabolo in the browser: cards are dragged, and all fits where there is little room."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tablee.games.diabolo.parts import COLOUR_OF
from tablee.kernel.match import Match
from tests.browser.drawn import Drawn
from tests.browser.tables import open_table, settled, start, until, wait_for_turn
from tests.browser.visitors import DESKTOP, PHONE, SIDEWAYS, Visitor

Visit = Callable[..., Visitor]
SMALL_PHONE, TABLET = (360, 640), (768, 1024)
FAST = (
    """localStorage.setItem("tablee.settings", JSON.stringify({ speed: "fast", sound: false }))"""
)
CARD = ".hand .card:enabled:not(.useless)"
# How many cards lie on the table, picture by picture, until one has left the hand.
WATCH = """() => {
  window.seen = [];
  const look = () => {
    window.seen.push(document.querySelectorAll(".row .card").length);
    if (document.querySelectorAll(".hand .card").length > 6) requestAnimationFrame(look);
  };
  look();
}"""
# Says no to every choice, whatever it is.
REFUSE = {"type": "refused", "code": "too_late", "text": "Too late."}
# Which players have something that is cut off at the edge of their box.
CUT_OFF = """() => [...document.querySelectorAll(".player")].filter((player) => {
  const box = player.getBoundingClientRect();
  return [...player.querySelectorAll(".plate, .dealer, .points, .doubler")].some((part) => {
    const { left, right, bottom } = part.getBoundingClientRect();
    return left < box.left - 1 || right > box.right + 1 || bottom > box.bottom + 3;
  });
}).map((player) => player.innerText)"""
# As if everybody dealt and were far below zero.
FAR_BELOW = """() => {
  const dealer = document.querySelector(".player .dealer");
  for (const who of document.querySelectorAll(".player .who:not(:has(.dealer))"))
    who.append(dealer.cloneNode(true));
  for (const points of document.querySelectorAll(".player .points b"))
    points.textContent = "−14";
}"""
# Whose name is not told to the end.
ABBREVIATED = """() => [...document.querySelectorAll(".player .name")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.innerText)"""
# Which buttons stick out of the board, or out of themselves.
STICKING_OUT = """() => {
  const { left, right } = document.querySelector(".diabolo").getBoundingClientRect();
  return [...document.querySelectorAll(".decision button")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < left || box.right > right || one.scrollWidth > one.clientWidth;
  }).map((one) => one.innerText);
}"""
# How far the last row lies under the hand.
COVERED = """() => document.querySelector(".row:last-child").getBoundingClientRect().bottom -
  document.querySelector(".diabolo .mine").getBoundingClientRect().top"""
# What of rows, hand and question is out of sight, without scrolling.
OUT_OF_SIGHT = """() => {
  const { top, bottom, left, right } = document.querySelector("main").getBoundingClientRect();
  return [...document.querySelectorAll(".head, .row, .hand .card, .decision, .decision button")]
    .filter((one) => {
      const box = one.getBoundingClientRect();
      return box.width > 0 && (box.top < top || box.bottom > bottom + 1 ||
        box.left < left || box.right > right + 1);
    })
    .map((one) => one.innerText);
}"""

# Rows are scored as if all showed cards or used doublers: of that, what lies under something else,
# and cards of the row itself that lie under its verdict.
AS_IF_BY_ALL = """(seats) => {
  window.hidden = []; window.shown = new Set(); window.doubled = new Set();
  const box = (one) => one.getBoundingClientRect();
  const full = (one, part) => {
    const parts = [...one.querySelectorAll(part)];
    for (let n = parts.length; 0 < n && n < seats; n++) parts[0].after(parts[0].cloneNode(true));
    return [...one.querySelectorAll(part)];
  };
  const look = () => {
    const row = document.querySelector(".row.scoring");
    const name = row?.ariaLabel;
    const coins = [...document.querySelectorAll(".verdict .doubling")];
    if (row?.querySelector(".showdown")) for (const one of coins) one.remove(); // those added here
    for (const one of document.querySelectorAll(".showdown")) {
      window.shown.add(name);
      for (const line of full(one, ".line")) {
        const { x, y, width, height } = box(line);
        if (!one.contains(document.elementFromPoint(x + width / 2, y + height / 2)))
          window.hidden.push(`${name}: line at ${y}`);
      }
    }
    for (const one of document.querySelectorAll(".verdict")) {
      if (full(one, ".doubling").length > 0) window.doubled.add(name);
      const { left, right, top, bottom } = box(one);
      for (const card of row.querySelectorAll(".side .card")) {
        const lies = box(card);
        if (Math.min(bottom, lies.bottom) - Math.max(top, lies.top) > 2
          && Math.min(right, lies.right) > Math.max(left, lies.left))
          window.hidden.push(`${name}: card under the verdict`);
      }
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def carry(page: Page, steps: int) -> None:
    """Take a card by mouse and hold it over heaven."""
    settled(page, ".hand")
    card = page.locator(CARD).first.bounding_box()
    rows = page.locator(".rows").bounding_box()
    assert card
    assert rows
    page.mouse.move(card["x"] + card["width"] / 2, card["y"] + card["height"] / 2)
    page.mouse.down()
    page.mouse.move(rows["x"] + rows["width"] * 0.75, rows["y"] + rows["height"] / 2, steps=steps)


def test_a_card_dropped_on_the_table_stays_there(visitor: Visit) -> None:
    page = open_table(anna := visitor("Anna", "en"), start(anna, "diabolo", bots=2))
    wait_for_turn(page)
    carry(page, steps=10)
    before = page.locator(".row .card").count()
    page.mouse.up()
    expect(page.locator(".hand .gone")).to_have_count(1)
    page.evaluate(WATCH)
    expect(page.locator(".hand .card")).to_have_count(6)
    assert set(page.evaluate("window.seen")) == {before + 1}


def test_a_card_can_be_taken_quickly_and_carried_slowly(visitor: Visit) -> None:
    anna = visitor("", "en")
    anna.page.clock.install()
    drawn = Drawn(anna, "diabolo", 3)
    drawn.play_until_offered()
    page = drawn.page
    carry(page, steps=1)
    expect(page.locator(".hand .carried")).to_have_count(1)
    for step in range(10):
        page.mouse.move(400 + step, 300)
        page.clock.run_for(60)
    expect(page.locator(".tip:visible")).to_have_count(0)
    page.mouse.move(1, 1)
    page.mouse.up()
    expect(page.locator(".hand .card")).to_have_count(7)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_players_with_long_names_and_all_rows_fit(visitor: Visit, players: int) -> None:
    drawn = Drawn(visitor("", "de"), "diabolo", players, name="Maximiliane-Charlott")
    drawn.play_until_offered()
    for look in drawn.looks([SMALL_PHONE, PHONE, TABLET, DESKTOP]):
        assert drawn.page.evaluate(CUT_OFF) == [], look
        assert drawn.page.evaluate(COVERED) <= 0, look


def test_what_is_refused_goes_back_with_the_answer(visitor: Visit) -> None:
    """However long the answer takes, the card lies where it was dropped until then."""
    anna = visitor("Anna", "en")
    held: list[Callable[[], None]] = []

    def between(line: WebSocketRoute) -> None:
        house = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said = json.loads(message)
            if said.get("command", {}).get("do") == "choose":
                held.append(lambda: line.send(json.dumps(REFUSE | {"id": said["id"]})))
            else:
                house.send(message)

        line.on_message(pass_on)

    anna.page.clock.install()
    anna.page.route_web_socket("**/socket", between)
    page = open_table(anna, start(anna, "diabolo", bots=2))
    wait_for_turn(page)
    carry(page, steps=10)
    page.mouse.up()
    until(page, lambda: len(held) == 1)
    page.clock.run_for(1_200)
    expect(page.locator(".hand .gone")).to_have_count(1)
    held[0]()
    expect(page.get_by_text("Too late.")).to_be_visible()
    assert page.locator(".hand .gone").count() == 0


def test_escape_puts_a_dragged_card_back(visitor: Visit) -> None:
    page = open_table(anna := visitor("Anna", "en"), start(anna, "diabolo", bots=2))
    wait_for_turn(page)
    carry(page, steps=10)
    expect(page.locator(".hand .carried")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".hand .carried")).to_have_count(0)
    page.mouse.move(400, 300)
    page.mouse.up()
    expect(page.locator(".hand :is(.carried, .gone, .taken)")).to_have_count(0)
    expect(page.locator(".hand .card")).to_have_count(7)
    carry(page, steps=10)  # and it can be taken again
    expect(page.locator(".hand .carried")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".hand .card")).to_have_count(6)


def pick(page: Page) -> None:
    """Have the first card picked that can be, so that it is asked where to."""
    if page.locator(".hand [aria-pressed=true]").count() == 0:
        page.locator(CARD).first.click()
    expect(page.locator(".decision .heaven")).to_be_visible()
    settled(page)


def is_doubler(choice: str) -> bool:
    return choice == "double"


@pytest.mark.parametrize("players", [3, 5])
def test_rows_hand_and_question_are_in_sight_on_every_phone(visitor: Visit, players: int) -> None:
    drawn = Drawn(visitor("", "de"), "diabolo", players)
    page = drawn.page
    drawn.play_until_offered()
    for look in drawn.looks(SIDEWAYS):
        pick(page)
        assert page.evaluate(OUT_OF_SIGHT) == [], look
    drawn.play_until_offered(is_doubler)
    for look in drawn.looks([PHONE, SMALL_PHONE, *SIDEWAYS]):
        expect(page.locator(".decision .double")).to_be_visible()
        assert page.evaluate(OUT_OF_SIGHT) == [], look


@pytest.mark.parametrize("players", [3, 4, 5])
def test_short_names_are_told_to_the_end_on_a_phone(visitor: Visit, players: int) -> None:
    """The dealer's too, who has chosen, and has few points."""
    drawn = Drawn(visitor("", "en"), "diabolo", players)
    drawn.play_until_offered(is_doubler)
    for look in drawn.looks([SMALL_PHONE, PHONE]):
        drawn.page.evaluate(FAR_BELOW)
        settled(drawn.page)
        assert drawn.page.evaluate(ABBREVIATED) == [], look
        assert drawn.page.evaluate(CUT_OFF) == [], look


def test_what_is_decided_fits_beside_the_log_in_large_letters(visitor: Visit) -> None:
    drawn = Drawn(visitor("", "en"), "diabolo", 3)
    page = drawn.page
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    drawn.play_until_offered()
    for look in drawn.looks([DESKTOP]):
        pick(page)
        assert page.evaluate(STICKING_OUT) == [], look
    drawn.play_until_offered(is_doubler)
    for look in drawn.looks([DESKTOP]):
        expect(page.locator(".decision .double")).to_be_visible()
        assert page.evaluate(STICKING_OUT) == [], look


def test_a_card_of_a_closed_row_is_not_weighed(visitor: Visit) -> None:
    drawn = Drawn(visitor("", "en"), "diabolo", 3)

    def closed(match: Match) -> bool:
        """A card is held of a row that is closed."""
        view = match.view(0)
        rows = view["rows"]
        return view["turn"] == 0 and any(rows[COLOUR_OF[one]]["closed"] for one in view["hand"])

    drawn.play(closed)
    page = drawn.page
    page.locator(".hand .card.useless:enabled").first.click()
    for side in ("hell", "heaven"):
        expect(page.locator(f".decision .{side}")).to_contain_text("row closed")
        expect(page.locator(f".decision .{side}")).not_to_contain_text("→")


@pytest.mark.parametrize("size", [PHONE, SMALL_PHONE])
def test_nothing_covers_what_a_row_is_scored_by(visitor: Visit, size: tuple[int, int]) -> None:
    anna = visitor("", "de", size=size, touch=True, reduced_motion=True)
    anna.context.add_init_script(FAST)
    drawn = Drawn(anna, "diabolo", 5, instant=False)
    drawn.play_until_offered(is_doubler)
    page = drawn.page
    page.evaluate(AS_IF_BY_ALL, 5)
    while not page.evaluate("window.shown.size"):
        drawn.play_a_turn()
        expect(page.locator(".told")).to_have_count(0)
    assert set(page.evaluate("window.hidden")) == set()
