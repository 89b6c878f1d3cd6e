"""Every board in WebKit and in Firefox: first choices, and a phone that is turned.

What lies where after the window has changed is compared with a page loaded at that size; what is
needed to choose must be in sight, and nothing may be cut at the side.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from typing import Any

import pytest

from tablee import catalogue
from tests.browser.tables import ANY, HELD, INSTANT, LIT, LOOK
from tests.browser.visitors import DESKTOP, PHONE
from tests.engines.engine import Engine
from tests.engines.firefox import firefox
from tests.engines.webkit import webkit
from tests.server.houses import Serving, house_at, serve
from tests.waiting import until_so

ENGINES: dict[str, Callable[[], AbstractContextManager[Engine]]] = {
    "webkit": webkit,
    "firefox": firefox,
}
SEATS = 4
SIDEWAYS, LOW, TABLET = (740, 360), (1280, 560), (820, 1180)
TELEVISIONS = [(1920, 1080), (1280, 720), (960, 540)]
# What must be wholly in sight of whoever owes a choice, by game: everywhere, and not held sideways.
NEEDED = {
    "diabolo": (".row, .hand, .player", ""),
    "kilimanjaro": (".land, .me", ".around"),
    "land_unter": (".shore, .flood, .hand", ""),
    "lifeboats": (".tray", ".water, .glance"),
}
LAY = """async (game, bots, settings) => {
  async function post(path, body) {
    const answer = await fetch(`/api/v1${path}`, { method: "POST", body: JSON.stringify(body),
      headers: { "content-type": "application/json" } });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }
  await post("/people/", { name: "Anna", language: "de" });
  const chairs = ["me", ...Array(bots).fill("sailor")];
  const id = () => crypto.randomUUID();
  const { table } = await post("/tables", { id: id(), plan: { game }, chairs });
  await post(`/tables/${table}/commands`, { id: id(), command: { do: "start" } });
  return table;
}"""
# Where everything lies that gives a page its form, once nothing moves any more.
PLACES = """async () => {
  const parts = ["header", "section", "main", ".board", ".board > *", ".board > * > *",
    ".board > * > * > *", ".board button"].join();
  const places = () => {
    for (const one of document.querySelectorAll("main, .place")) one.scrollTo(0, 0);
    return [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility())
      .map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [one.classList[0] ?? one.tagName, x, y, width, height];
      });
  };
  let before = "";
  for (;;) {
    const now = places();
    if (JSON.stringify(now) === before) return now;
    before = JSON.stringify(now);
    await new Promise((done) => setTimeout(done, 150));
  }
}"""
# Is the board drawn, and may something be done?
THERE = """() => document.querySelector(".board > *") !== null
  && document.querySelector("[data-ready], .guide button, .screen") !== null"""
# What of these is not wholly in sight.
OUT_OF_SIGHT = """(parts) => {
  const main = document.querySelector("main").getBoundingClientRect();
  return [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility())
    .map((one) => [one.className, one.getBoundingClientRect()])
    .filter(([, { left, right, top, bottom }]) => left < -1 || right > innerWidth + 1
      || top < main.top - 1 || bottom > innerHeight + 1)
    .map(([name, { left, right, top, bottom }]) => [name, left, right, top, bottom]);
}"""
SIDEWAYS_SCROLL = """() => [document.documentElement, ...document.querySelectorAll("main, .place")]
  .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.className || one.tagName)"""


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    folder = tmp_path_factory.mktemp("house")
    with serve(house_at(f"sqlite:///{folder}/house.db")) as serving:
        yield serving


@pytest.fixture(scope="module", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with ENGINES[request.param]() as engine:
        yield engine


def laid(engine: Engine, house: Serving, game: str) -> str:
    """A game against bots that has begun; the address of its table."""
    engine.go(house.url)
    engine.run(f"() => {{ {INSTANT} }}")
    return f"{house.url}/table/{engine.run(LAY, game, SEATS - 1)}"


def play(engine: Engine, choices: int) -> None:
    """Make that many choices by clicking, and wait until another is owed."""
    luck = random.Random(choices)
    turns: list[str | None] = []

    def done() -> bool:
        kinds = luck.choice([[HELD, LIT, ANY], [LIT, HELD, ANY], [ANY]])
        seen = engine.run(LOOK, [kinds, luck.random()])
        if seen["sight"] != "button":
            return False
        if seen["turn"] and seen["turn"] not in turns:
            turns.append(seen["turn"])
        if len(turns) <= choices:
            engine.click(seen["x"], seen["y"])
        return len(turns) > choices

    until_so(done)


def resize(engine: Engine, size: tuple[int, int]) -> None:
    engine.resize(*size)
    until_so(lambda: engine.run("() => [innerWidth, innerHeight]") == list(size))


def differences(now: list[Any], fresh: list[Any]) -> list[str]:
    if [one[0] for one in now] != [one[0] for one in fresh]:
        return [f"other parts: {[one[0] for one in now]}, {[one[0] for one in fresh]}"]
    return [
        f"{name}: {here} instead of {there}"
        for (name, *here), (_, *there) in zip(now, fresh, strict=True)
        if max(abs(a - b) for a, b in zip(here, there, strict=True)) > 2
    ]


def check(engine: Engine, url: str, sizes: list[tuple[tuple[int, int], str]]) -> None:
    """A page whose window gets one size after another: whole, and as if opened at each of them.

    With each size comes what must be in sight.
    """
    fresh = {size: opened(engine, url, size) for size, _ in reversed(sizes)}
    for size, needed in sizes:
        resize(engine, size)
        assert lies_as(engine, fresh[size]) == [], size
        assert engine.run(SIDEWAYS_SCROLL) == [], size
        if needed:
            assert engine.run(OUT_OF_SIGHT, needed) == [], size


def lies_as(engine: Engine, fresh: list[Any]) -> list[str]:
    """What does not come to lie where it lies on a page that was just opened."""
    with suppress(TimeoutError):
        until_so(lambda: differences(engine.run(PLACES), fresh) == [])
    return differences(engine.run(PLACES), fresh)


def opened(engine: Engine, url: str, size: tuple[int, int]) -> list[Any]:
    resize(engine, size)
    engine.go(url)
    until_so(lambda: engine.run(THERE))
    places: list[Any] = engine.run(PLACES)
    return places


@pytest.mark.parametrize("game", catalogue.titles())
def test_the_first_choices_and_a_phone_that_is_turned(
    engine: Engine, house: Serving, game: str
) -> None:
    always, upright = NEEDED[catalogue.load(game).folder]
    every = ", ".join(filter(None, [always, upright]))
    url = laid(engine, house, game)
    resize(engine, PHONE)
    engine.go(url)
    play(engine, 2)
    check(engine, url, [(SIDEWAYS, always), (PHONE, every), (SIDEWAYS, always)])
    resize(engine, DESKTOP)
    engine.go(url)
    play(engine, 2)
    check(engine, url, [(DESKTOP, every), (LOW, always), (DESKTOP, every), (TABLET, every)])


@pytest.mark.parametrize("game", catalogue.titles())
def test_the_first_game_with_a_guide_on_a_phone_that_is_turned(
    engine: Engine, house: Serving, game: str
) -> None:
    url = f"{house.url}/learn/{game}"
    check(engine, url, [(SIDEWAYS, ""), (PHONE, ""), (SIDEWAYS, "")])


@pytest.mark.parametrize("game", catalogue.titles())
def test_a_television_s_window_that_becomes_smaller(
    engine: Engine, house: Serving, game: str
) -> None:
    url = f"{laid(engine, house, game)}?table"
    check(engine, url, [(size, "") for size in TELEVISIONS])
