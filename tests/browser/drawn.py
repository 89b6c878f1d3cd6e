"""Recorded games drawn on the page of a table: geometry is looked at here, where nothing moves.

The page is the client's own, and what it is sent is made by the house's own code from a record.
Nobody plays meanwhile, so that one load serves for every moment, size and language.
"""

import re
from collections.abc import Callable, Iterator

from msgspec.structs import replace
from playwright.sync_api import Page, WebSocketRoute, expect

from tablee import catalogue
from tablee.kernel import record
from tablee.kernel.match import Match
from tablee.kernel.texts import LANGUAGES
from tablee.server.door import wire
from tablee.server.people import Person
from tablee.server.tables import acts
from tablee.server.tables.commands import Plan
from tablee.server.tables.live import Live, Update
from tablee.server.tables.seating import BOT_NAMES
from tablee.server.tables.table import Table
from tests.browser.tables import instantly, resize, settled, until
from tests.browser.visitors import Visitor

VIEWER = "viewer"  # whose page it is
WORDS = r"[^\W\d_]{4,}(?: [^\W\d_]+)*"  # nothing that is written otherwise on a page
ONE_WORD = """(words) => {
  const board = document.querySelector(".board").innerHTML;
  return words.some((word) => board.includes(word));
}"""


def recorded(game: str, players: int) -> record.Record:
    """The newest recorded game of sound players, without switches."""
    folder = catalogue.SHELF / catalogue.load(game).folder / "playthroughs"
    found = [record.parse(path.read_bytes()) for path in folder.glob(f"*{players}-heuristic.json")]
    newest = max(found, key=lambda one: one.rules_version)
    return replace(newest, game=game)  # other editions have the same rules


class Drawn:
    """A recorded game on a visitor's page, who has the first seat or looks on."""

    def __init__(
        self,
        visitor: Visitor,
        game: str,
        players: int,
        name: str = "Anna",
        looks_on: bool = False,
        instant: bool = True,
        is_screen: bool = False,
    ):
        self.page: Page = visitor.page
        self.game = catalogue.load(game)
        self.person = Person("" if looks_on else VIEWER, name, "en")
        self.language = "en"  # until the page says in which
        self.is_screen = is_screen  # for the whole room
        self.record = recorded(game, players)
        bots = [acts.Guest(bot, level="sailor") for bot in BOT_NAMES[: players - 1]]
        chairs = [acts.Chair(one) for one in (acts.Guest(name, VIEWER), *bots)]
        begun = record.begin(self.game, self.record).state
        self.table = Table("drawn", deal=lambda *_: begun)
        self.live = Live(self.table, host_seen=0)
        self.unsent: Update | None = None
        plan = Plan(game=game, automatic=False)  # the record has every choice
        self._apply(
            acts.Laid(code="drawn", host="", plan=plan, chairs=chairs, seed=bytes(32).hex())
        )
        shares = [bytes(32).hex()] * players
        self._apply(acts.Started(chairs, shares, shares, self.record.rules_version))
        self.choices = self._choices()
        if instant:
            instantly(visitor)
        self.page.route_web_socket("**/api/v1/socket", self._begin)
        self.page.goto(f"/table/{self.table.id}{'?table' * is_screen}")
        self._drawn()

    # The record

    def _apply(self, act: acts.Acts) -> None:
        seq = self.table.seq + 1
        self.table.apply(acts.Event(self.table.id, seq, str(seq), 0, 0, act))

    def _choices(self) -> Iterator[acts.Chose]:
        for turn in self.record.turns:
            made = zip(self.match.waiting_for, turn.split(), strict=True)
            for seat, choice in reversed(list(made)):  # the first seat is the last to choose
                yield acts.Chose(seat, choice)

    @property
    def match(self) -> Match:
        return self.table.playing

    def play(self, so: Callable[[Match], bool]) -> None:
        """Play the record on until something is so, and show it."""
        while not so(self.match):
            if not self.match.committed:
                self.live.publish(0)
            self._apply(next(self.choices))
        self._flush()  # the turn as it began: who has chosen in it is seen by what changes
        self.live.publish(0)
        self._flush()
        self._drawn()

    def play_until_offered(self, offered: Callable[[str], bool] = bool) -> None:
        """Play the record on until the viewer may choose this, and all others have chosen."""
        say = self.game.notation.say

        def so(match: Match) -> bool:
            return match.waiting_for == [0] and any(offered(say(one)) for one in match.options(0))

        self.play(so)

    def play_a_turn(self) -> None:
        """Play the next turn of the record, and show it."""
        turn = self.table.turn
        self.play(lambda _: self.table.turn > turn)

    # The page

    def _begin(self, line: WebSocketRoute) -> None:
        self.line = line
        line.on_message(self._hear)

    def _hear(self, text: str | bytes) -> None:
        message = wire.decode(text)
        if isinstance(message, wire.Hello):
            self.language = message.language or self.language
            name = self.person.name
            welcome = wire.Welcome(version=1, name=name, language=self.language, heartbeat=20)
            self._say(welcome)
        elif isinstance(message, wire.Watch):
            self.live.watchers[self] = message.after
            self.live.publish(0)
            self._flush()
        elif isinstance(message, wire.Ping):
            self._say(wire.Pong())
        else:
            raise AssertionError(f"a record does not answer {message}")

    def _say(self, reply: wire.Reply) -> None:
        self.line.send(wire.encode(reply).decode())

    def show(self, update: Update) -> None:
        """Keep a page to be sent, merged with what is not sent yet."""
        self.unsent = update.after(self.unsent) if self.unsent else update

    def _flush(self) -> None:
        """Send a page, as a connection of the house does."""
        if self.unsent is None:
            return
        update, self.unsent = self.unsent, None
        page = wire.Page(
            table=update.table,
            seq=update.seq,
            common=update.common.news(None),
            you=update.own,
            lines=update.lines,
            view=update.view,
        )
        self._say(page)

    def _drawn(self) -> None:
        """Wait until the page shows the table as it is, in its language."""
        expect(self.page.locator(".board > *").first).to_be_attached()
        if not self.is_screen:
            owed = self.person.id and 0 in self.match.waiting_for
            turn = f".table[data-turn='{self.table.turn}']"
            expect(self.page.locator(turn + "[data-ready]" * bool(owed))).to_be_visible()
        until(self.page, lambda: self.page.evaluate(ONE_WORD, self._words()))
        settled(self.page)

    def _words(self) -> list[str]:
        """What the board may write in its language and in no other."""
        labels = self.game.texts.content["labels"].values()
        others = [label[one] for label in labels for one in LANGUAGES if one != self.language]
        begins = (re.match(WORDS, label[self.language]) for label in labels)
        return [
            word[0] for word in begins if word and not any(word[0] in other for other in others)
        ]

    def speak(self, language: str) -> None:
        """Change the language of the page where it stands."""
        page = self.page
        page.locator("header nav button").last.click()
        page.get_by_role("dialog").locator(f"select:has([value={language}])").select_option(
            language
        )
        page.keyboard.press("Escape")
        expect(page.get_by_role("dialog")).to_have_count(0)
        expect(page.locator("html")).to_have_attribute("lang", language)
        self._drawn()

    def looks(
        self, sizes: list[tuple[int, int]], languages: tuple[str, ...] = LANGUAGES
    ) -> Iterator[tuple[str, tuple[int, int]]]:
        """Every language and size in turn, with the page settled in it."""
        for language in sorted(languages, key=lambda one: one != self.language):
            if language != self.language:
                self.speak(language)
            for size in sizes:
                resize(self.page, size)
                yield language, size
