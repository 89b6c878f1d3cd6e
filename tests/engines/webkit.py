"""WebKitGTK's small browser on a screen that nobody sees, driven by WebDriver over HTTP."""

import base64
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from tests.engines.engine import Engine
from tests.engines.programs import DRIVER, SCREEN, mini_browser, started
from tests.waiting import PATIENCE, until_so

# Larger than any window that is asked for; without a window manager each gets the size it asks.
SIZE = ["-screen", "0", "2000x1500x24"]
# A window has a toolbar, which is wider than a phone, unless it fills the screen.
FLAGS = ["--automation", "--full-screen"]


class WebKit(Engine):
    def __init__(self, line: httpx.Client, session: str):
        self.line = line
        self.session = session

    def do(self, command: str, **body: object) -> Any:
        return told(self.line.post(f"{self.session}/{command}", json=body))

    def go(self, url: str) -> None:
        self.do("url", url=url)

    def resize(self, width: int, height: int) -> None:
        self.do("window/rect", width=width, height=height)

    def run(self, function: str, *arguments: object) -> Any:
        return self.do("execute/sync", script=f"return ({function})(...arguments)", args=arguments)

    def click(self, x: float, y: float) -> None:
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
            {"type": "pointerMove", "x": 0, "y": 0},
        ]
        self.do("actions", actions=[{"type": "pointer", "id": "mouse", "actions": moves}])

    def picture(self) -> bytes:
        return base64.b64decode(told(self.line.get(f"{self.session}/screenshot")))


def told(answer: httpx.Response) -> Any:
    assert answer.is_success, answer.text
    return answer.json()["value"]


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
        return port


def listens(line: httpx.Client) -> bool:
    try:
        return line.get("/status").is_success
    except httpx.TransportError:
        return False


@contextmanager
def webkit() -> Iterator[Engine]:
    address = f"http://127.0.0.1:{(port := free_port())}"
    with (
        started(SCREEN, "-displayfd", "1", "-nolisten", "tcp", *SIZE) as screen,
        httpx.Client(base_url=address, timeout=PATIENCE) as line,
    ):
        assert screen.stdout
        display = f":{screen.stdout.readline().strip()}"
        with started(DRIVER, f"--port={port}", DISPLAY=display):
            until_so(lambda: listens(line))
            window = {"binary": mini_browser(), "args": FLAGS}
            wanted = {"alwaysMatch": {"webkitgtk:browserOptions": window}}
            begun = told(line.post("/session", json={"capabilities": wanted}))
            session = f"/session/{begun['sessionId']}"
            yield WebKit(line, session)
            told(line.delete(session))
