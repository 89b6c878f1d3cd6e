"""What a seat's browser gets and shows is the same whatever the others hold and have chosen."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, WebSocket

from tablee.kernel.game import Game
from tablee.server.house.house import House
from tablee.server.settings import Settings
from tests.browser.tables import INSTANT, caught_up, settled
from tests.browser.visitors import visit
from tests.server.houses import GENEROUS, serve, store_at
from tests.server.pairs import Pair, pairs
from tests.tables import Table, every_count

NOON = 1_800_000_000_000
PAIRS = 2  # for each game, besides those it shares with the tests of the server


@dataclass
class Seen:
    """Everything a browser got, and what it shows at the end."""

    frames: list[str] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    page: str = ""
    read_aloud: str = ""


def fated(url: str, start: Any) -> House:
    """A house in which time stands still, ids are drawn as ever, and the deal is the given one."""
    luck = random.Random(1)

    def deal(_game: Game, _seats: int, _options: dict[str, bool], _stream: object) -> Any:
        return start.copy()

    settings = Settings(database=url, limits=GENEROUS, bot_pause=0.0, bot_warm_up=False)
    return House(settings, store_at(url, lambda: NOON), luck.randbytes, deal)


def company(url: str, pair: Pair) -> tuple[str, list[str]]:
    """The table of the pair with a person on every chair, begun; and their secrets."""
    table = pair.table
    clients = [httpx.Client(base_url=f"{url}/api/v1") for _ in range(table.players)]
    secrets = []
    for seat, http in enumerate(clients):
        came = http.post(
            "/people", json={"name": f"Guest {seat}", "language": "en"}
        ).raise_for_status()
        secrets.append(came.json()["secret"])
    plan = {"game": table.game.id, "options": dict(table.switches), "automatic": False}
    chairs = ["me", *["open"] * (table.players - 1)]
    laid = clients[0].post("/tables", json={"id": "t", "plan": plan, "chairs": chairs})
    id = laid.raise_for_status().json()["table"]

    def do(who: int, **command: Any) -> None:
        content = {"id": f"{command['do']}-{who}", "command": command}
        clients[who].post(f"/tables/{id}/commands", json=content).raise_for_status()

    for seat in range(1, table.players):
        do(seat, do="sit", seat=seat)
    do(0, do="start")
    commit_all_but(pair, clients, id, do)
    for http in clients:
        http.close()
    return id, secrets


def commit_all_but(pair: Pair, clients: list[httpx.Client], id: str, do: Any) -> None:
    """Where several choose at once, all but the viewer and one more choose; nobody sees what."""
    page = clients[0].get(f"/tables/{id}").json()
    turn = page["common"]["turn"]
    waiting = turn["waiting_for"]
    for seat in [one for one in waiting if one != pair.viewer][
        : len(waiting) - 1 - (pair.viewer is None)
    ]:
        options = clients[seat].get(f"/tables/{id}").json()["you"]["options"]
        do(seat, do="choose", turn=turn["number"], choice=random.choice(options))


def look(browser: Browser, folder: Path, pair: Pair, start: Any) -> Seen:
    """What the viewer of the pair sees in one of its worlds."""
    seen = Seen()
    with serve(fated(f"sqlite:///{folder}/house.db", start)) as serving:
        table, secrets = company(serving.url, pair)
        somebody = visit(browser, serving.url)
        if pair.viewer is not None:
            cookie = {"name": "tablee", "value": secrets[pair.viewer], "url": serving.url}
            somebody.context.add_cookies([cookie])  # type: ignore[list-item]
        somebody.context.add_init_script(INSTANT)

        def listen(socket: WebSocket) -> None:
            socket.on("framereceived", lambda frame: seen.frames.append(str(frame)))

        page = somebody.page
        page.on("websocket", listen)
        page.on(
            "response",
            lambda answer: (
                seen.answers.update({answer.url: answer.text()}) if "/api/" in answer.url else None
            ),
        )
        page.goto(f"/table/{table}")
        page.locator(".board .plate").first.wait_for()
        page.get_by_role("button", name="The table in words").click()
        caught_up(somebody)
        settled(page, "aside")
        seen.page = page.locator("#app").inner_html()
        seen.read_aloud = page.locator("aside").inner_text()
        assert somebody.leave() == []
        # Made up anew in each world: the table's id, and those of the browser's questions.
        made_up = re.compile(f'{serving.url}|{table}|"id":"[^"]+"')
        seen.frames = [made_up.sub("", one) for one in seen.frames]
        seen.answers = {
            made_up.sub("", url): made_up.sub("", text) for url, text in seen.answers.items()
        }
        seen.page = made_up.sub("", seen.page)
    return seen


def tables() -> Iterator[Table]:
    """Each game with its fewest players."""
    known: set[str] = set()
    for table in every_count():
        if table.game.folder not in known:
            known.add(table.game.folder)
            yield table


@pytest.mark.parametrize("table", list(tables()), ids=str)
def test_a_browser_cannot_tell_two_worlds_apart(
    browser: Browser, tmp_path: Path, table: Table
) -> None:
    for number, pair in enumerate(pairs(table, PAIRS, seed=7)):
        worlds = []
        for world, start in enumerate(pair.starts):
            folder = tmp_path / f"{number}-{world}"
            folder.mkdir()
            worlds.append(look(browser, folder, pair, start))
        assert worlds[0].frames, pair
        assert worlds[0].read_aloud
        assert worlds[0] == worlds[1], pair
