"""Firefox without a screen, driven by WebDriver BiDi over its own socket."""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.engines.engine import Engine
from tests.engines.programs import FIREFOX, started
from tests.waiting import PATIENCE, until_so

FLAGS = ["--headless", "--no-remote", "--remote-debugging-port", "0"]


class Firefox(Engine):
    def __init__(self, line: ClientConnection):
        self.line = line
        self.asked = 0
        self.do("session.new", capabilities={})
        tree = self.do("browsingContext.getTree")
        self.page: str = tree["contexts"][0]["context"]

    def do(self, method: str, **params: object) -> Any:
        self.asked += 1
        self.line.send(json.dumps({"id": self.asked, "method": method, "params": params}))
        while True:
            told = json.loads(self.line.recv(PATIENCE))
            if told.get("id") == self.asked:
                assert told["type"] == "success", told
                return told["result"]

    def go(self, url: str) -> None:
        self.do("browsingContext.navigate", context=self.page, url=url, wait="complete")

    def resize(self, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self.do("browsingContext.setViewport", context=self.page, viewport=size)

    def run(self, function: str, *arguments: object) -> Any:
        # As text: BiDi's own way to write values is another than JSON's.
        told = self.do(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({function})"
            f"(...{json.dumps(arguments)})) ?? null))()",
            target={"context": self.page},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def click(self, x: float, y: float) -> None:
        moves = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
            {"type": "pointerMove", "x": 0, "y": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "actions": moves}
        self.do("input.performActions", context=self.page, actions=[mouse])

    def picture(self) -> bytes:
        taken = self.do("browsingContext.captureScreenshot", context=self.page)
        return base64.b64decode(taken["data"])


@contextmanager
def firefox() -> Iterator[Engine]:
    # Not removed with a complaint: Firefox may still tidy it up while it ends.
    with TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        where = Path(profile) / "WebDriverBiDiServer.json"
        with started(FIREFOX, *FLAGS, "--profile", profile, "about:blank"):
            until_so(where.is_file)
            port = json.loads(where.read_text())["ws_port"]
            with connect(f"ws://127.0.0.1:{port}/session", max_size=None) as line:
                browser = Firefox(line)
                yield browser
                browser.do("browser.close")
