"""A house of its own for tools that look at it from outside, and a guest who plays there."""

import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

PATIENCE = 30.0


@contextmanager
def open_house(*flags: str) -> Iterator[str]:
    """The address of a house as a newcomer would open it, gone afterwards."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port = listening.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    with tempfile.TemporaryDirectory() as folder:
        serve = [sys.executable, "-m", "tablee.cli", "serve", "--no-browser", "--port", str(port)]
        serve += ["--database", f"sqlite:///{folder}/house.db", *flags]
        server = subprocess.Popen(serve, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for(url)
            yield url
        finally:
            server.terminate()
            server.wait()


def wait_for(url: str) -> None:
    give_up = time.monotonic() + PATIENCE
    while True:
        try:
            httpx.get(f"{url}/healthz").raise_for_status()
        except httpx.HTTPError:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.1)
        else:
            return


class Guest:
    """Somebody who plays by HTTP."""

    def __init__(self, url: str, name: str, language: str = "en"):
        self.language = language
        self.http = httpx.Client(base_url=f"{url}/api/v1", timeout=PATIENCE)
        came_in = self._post("/people", name=name, language=language)
        self.secret: str = came_in["secret"]
        self.asked = 0

    def _post(self, path: str, **body: Any) -> dict[str, Any]:
        answer: dict[str, Any] = self.http.post(path, json=body).raise_for_status().json()
        return answer

    def lay(self, game: str, chairs: list[str], **plan: Any) -> str:
        """A table that waits; its id."""
        self.asked += 1
        laid = self._post(
            "/tables", id=f"t{self.asked}", plan={"game": game, **plan}, chairs=["me", *chairs]
        )
        table: str = laid["table"]
        return table

    def do(self, table: str, **command: Any) -> None:
        self.asked += 1
        self._post(f"/tables/{table}/commands", id=f"c{self.asked}", command=command)

    def play(self, game: str, seats: int = 4, choices: int = 0) -> str:
        """A game against bots, some choices in (or to its end, if it has fewer); its table."""
        table = self.lay(game, ["sailor"] * (seats - 1))
        self.do(table, do="start")
        while choices > 0 and self._my_turn(table):
            self.choose(table)
            choices -= 1
        return table

    def choose(self, table: str) -> None:
        """Something from the middle of what may be chosen."""
        page = self._my_turn(table)
        if page:
            options = page["you"]["options"]
            turn = page["common"]["turn"]["number"]
            self.do(table, do="choose", turn=turn, choice=options[len(options) // 2])

    def until_my_turn(self, table: str) -> str:
        self._my_turn(table)
        return table

    def _my_turn(self, table: str) -> dict[str, Any] | None:
        """The page once it is this guest's turn; None once the game is over."""
        while True:
            page: dict[str, Any] = self.http.get(f"/tables/{table}").raise_for_status().json()
            if page["common"]["status"] == "over":
                return None
            turn = page["common"]["turn"]
            if turn and page["you"]["seat"] in turn["waiting_for"]:
                return page
            time.sleep(0.02)
