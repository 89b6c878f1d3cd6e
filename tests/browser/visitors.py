"""Visitors: a browser profile and a page each, with a note of everything that goes wrong."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Page, WebSocket

AXE = Path(__file__).parents[2] / "client" / "node_modules" / "axe-core" / "axe.min.js"
PATIENCE = 30_000  # ms, of every expectation: nothing takes that long, however busy the machine
COLOURS = ["color-contrast", "link-in-text-block"]  # axe's rules that look at colours
LOCALES = {"fr": "fr-FR", "en": "en-GB", "de": "de-DE", "es": "es-ES"}
DESKTOP, PHONE = (1280, 800), (360, 740)
SIDEWAYS = [(740, 360), (667, 375), (844, 390)]  # phones
OWN = ("data:", "blob:", "about:")  # made by the page itself
# Said in the console, where every page is listened to.
LISTEN = """
addEventListener("securitypolicyviolation", (event) =>
  console.error(`CSP: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}`));
"""


class Visitor:
    """Somebody at the house, with a page of theirs.

    A test that causes an error on purpose puts words of it into `expected`.
    """

    def __init__(self, browser: Browser, url: str, **profile: Any):
        self.url = url
        self.wrong: list[str] = []
        self.expected: list[str] = []
        self.context = browser.new_context(base_url=url, **profile)
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(LISTEN)
        self.context.on("console", self.hear)
        self.context.on("weberror", lambda error: self.wrong.append(f"page: {error.error}"))
        self.context.on("request", lambda request: self.check(request.url))
        self.lines: list[WebSocket] = []
        self.context.on("page", lambda page: page.on("websocket", self.connect))
        self.page: Page = self.context.new_page()

    def hear(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.wrong.append(f"console: {message.text} ({message.location.get('url', '')})")

    def check(self, url: str) -> None:
        """Everything comes from the house, or from the page itself."""
        sockets = self.url.replace("http", "ws", 1)
        if not url.startswith((f"{self.url}/", f"{sockets}/", *OWN)):
            self.wrong.append(f"request to elsewhere: {url}")

    def connect(self, line: WebSocket) -> None:
        self.check(line.url)
        self.lines.append(line)

    def come_in(self, name: str, language: str) -> None:
        """Be known to the house, as after a first visit."""
        answer = self.context.request.post(
            "/api/v1/people/", data={"name": name, "language": language}
        )
        assert answer.status == 201, answer.text()

    def leave(self) -> list[str]:
        """Close everything; what went wrong that the test does not expect."""
        self.context.close()
        return [one for one in self.wrong if not any(words in one for words in self.expected)]


def visit(
    browser: Browser,
    url: str,
    name: str = "",
    language: str = "en",
    size: tuple[int, int] = DESKTOP,
    dark: bool = False,
    reduced_motion: bool = False,
    touch: bool = False,
) -> Visitor:
    """Somebody comes to the house at this address; under a name, they are known there."""
    width, height = size
    visitor = Visitor(
        browser,
        url,
        locale=LOCALES[language],
        viewport={"width": width, "height": height},
        color_scheme="dark" if dark else "light",
        reduced_motion="reduce" if reduced_motion else "no-preference",
        has_touch=touch,
    )
    if name:
        visitor.come_in(name, language)
    return visitor


def violations(page: Page, only_colours: bool = False) -> list[str]:
    """What axe finds wrong with a page as it is now: the rule, where, and why."""
    # Evaluated, not added as a script: the page's content security policy stays as it is.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        """async (rules) => (await axe.run(document, {
          resultTypes: ["violations"],
          ...(rules.length > 0 && { runOnly: { type: "rule", values: rules } }),
        })).violations""",
        COLOURS if only_colours else [],
    )
    return [
        f"{one['id']}: {' '.join(node['target'])}: {node['failureSummary']}"
        for one in found
        for node in one["nodes"]
    ]
