"""One game at the keyboard: shows each person their table, asks, and lets the bots choose."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.markdown import Markdown
from rich.panel import Panel
from rich.rule import Rule
from rich.text import Text

from tablee.bots.players import Bot
from tablee.bots.position import suppose
from tablee.kernel.chance import Random
from tablee.kernel.errors import IllegalChoice
from tablee.kernel.match import Match
from tablee.rulebook import clause, clauses
from tablee.terminal.texts import say

MANY = 40  # choices; more are not shown one by one
FEWEST_NEWS = 6  # sentences shown on the smallest screen
REST_OF_SCREEN = 32  # lines for everything else


class Stopped(Exception):
    """The person at the keyboard wants no more."""


class Sitting:
    """People (seats without a bot) and bots around one match."""

    def __init__(
        self,
        match: Match,
        names: list[str],
        bots: Sequence[Bot | None],
        *,
        language: str,
        open_table: bool,
        console: Console,
        seed: int,
        automatic: bool = True,
    ):
        self.match = match
        self.game = match.game
        self.names = names
        self.bots = bots
        self.language = language
        self.open_table = open_table
        self.automatic = automatic  # G-4: play a choice that everybody can see is the only one
        self.console = console
        self.luck = [Random(seed, 1 + seat) for seat in range(len(names))]
        self.log: list[str] = []
        self.read_up_to = [0] * len(names)
        self.people = [seat for seat, bot in enumerate(bots) if bot is None]
        self.art: Any = import_module(f"tablee.games.{self.game.folder}.terminal")

    def play(self) -> None:
        """The whole game, to its end or until somebody stops it."""
        while not self.match.over:
            for seat in self.match.waiting_for:
                self.take_turn(seat)
        self.show_result()

    def take_turn(self, seat: int) -> None:
        """One choice of one seat, by whoever sits there."""
        bot = self.bots[seat]
        forced = self.match.forced(seat) if self.automatic else None
        if forced is not None:
            option = forced
        elif bot is not None:
            option = bot(suppose(self.match, seat), self.luck[seat])
        else:
            option = self.ask(seat)
        events = self.match.choose(seat, option)
        if forced is not None and bot is None:
            self.log.append(self.say("forced", name=self.names[seat]))
        if events:
            self.log += [self.game.texts.sentence(e, self.names, self.language) for e in events]
            if not self.people:
                self.show_to_watchers()

    def ask(self, seat: int) -> int:
        """Show a person their side of the table until they give a possible choice."""
        if len(self.people) > 1 and not self.open_table:
            self.wipe()
            self.prompt(self.say("pass_on", name=self.names[seat]))
        answer: RenderableType = Text()
        while True:
            self.show_table(seat, answer)
            line = self.prompt(f"{self.names[seat]} ›")
            if line.startswith("?"):
                answer = self.explain(line[1:].strip() or self.match.question.clause)
            elif line.lower() == "log":
                answer = Text("\n".join(self.log))
            elif line:
                text = self.as_written(seat, line)
                try:
                    option = self.match.read(seat, text)
                    self.match.check(seat, option)
                except IllegalChoice as refusal:
                    answer = Text(self.why_not(text, refusal), "bold red")
                else:
                    self.read_up_to[seat] = len(self.log)
                    return option

    def as_written(self, seat: int, text: str) -> str:
        """The possible choice that was meant: capital letters need not be typed."""
        possible = [self.game.notation.say(option) for option in self.match.options(seat)]
        return next((one for one in possible if one.lower() == text.lower()), text)

    def why_not(self, text: str, refusal: IllegalChoice) -> str:
        """A refusal in the reader's language, with the clause."""
        if self.game.notation.read(text) is None:
            return self.say("not_a_choice", text=text)
        why = self.game.texts.forbidden(refusal.clause, self.language)
        return self.say("refused", text=text, why=why, clause=refusal.clause)

    def explain(self, number: str) -> RenderableType:
        """A clause of the rule book."""
        number = number.upper()
        text = clause(self.game, number, self.language)
        if text is None:
            known = list(clauses(self.game.folder, self.language))
            return Text(self.say("no_clause", clause=number, first=known[0], last=known[-1]), "red")
        return Panel(Markdown(text), border_style="green")

    def show_table(self, seat: int, answer: RenderableType) -> None:
        """Everything a person needs for one decision."""
        view = self.match.view(seat)
        self.show_board(view)
        self.show_news(self.say("happened"), self.log[self.read_up_to[seat] :])
        self.console.print(Rule(style="dim"))
        self.console.print(self.hand(seat))
        self.console.print(Text(self.match.question.sentence[self.language], "bold"))
        self.console.print(self.choices(seat))
        self.console.print(answer)
        self.console.print(Text(self.say("help", clause=self.match.question.clause), "dim"))

    def show_board(self, view: dict[str, Any]) -> None:
        """The table on an empty screen, with the other hands on it if it is an open one."""
        drawn = [self.art.table(view, self.names, self.game.texts, self.language)]
        if self.open_table:
            others = [seat for seat in range(len(self.names)) if seat != view["seat"]]
            drawn += [Text(), *map(self.hand, others)]
        self.wipe()
        title = self.game.name(self.language)
        self.console.print(Panel(Group(*drawn), title=title, border_style="blue"))

    def show_news(self, heading: str, news: list[str]) -> None:
        """The latest sentences, as many as leave room for the rest of the screen."""
        room = max(FEWEST_NEWS, self.console.height - REST_OF_SCREEN)
        if news:
            self.console.print(Text(heading, "dim"))
        if len(news) > room:
            self.console.print(Text(self.say("cut"), "dim"))
        self.console.print(Text("\n".join(news[-room:])), end="\n" if news else "")

    def hand(self, seat: int) -> RenderableType:
        """What a seat alone sees."""
        view = self.match.view(seat)
        drawn: RenderableType = self.art.hand(
            view, self.names[seat], self.game.texts, self.language
        )
        return drawn

    def choices(self, seat: int) -> RenderableType:
        """The options in notation, with words where a game has them; very many as ranges."""
        options = self.match.options(seat)
        texts = [self.game.notation.say(option) for option in options]
        if len(options) > MANY:
            entries = [Text(entry, "bold green") for entry in ranges(texts)]
        else:
            entries = [self.choice(*choice) for choice in zip(options, texts, strict=True)]
        return Group(Text(self.say("choices"), "dim"), Columns(entries, padding=(0, 2)))

    def choice(self, option: int, text: str) -> Text:
        phrase = self.art.phrase(option, self.game.texts, self.language)
        return Text.assemble((text, "bold green"), f" {phrase}" if phrase else "")

    def show_to_watchers(self) -> None:
        """Bots alone play: show the public table after every turn."""
        self.show_board(self.match.view(None))
        self.show_news("", self.log[self.read_up_to[0] :])
        self.read_up_to[0] = len(self.log)
        self.prompt(self.say("next"))

    def show_result(self) -> None:
        """Scores and winners."""
        scores = self.match.scores()
        winners = [self.names[seat] for seat in self.match.winners()]
        ranked = sorted(range(len(scores)), key=lambda seat: -scores[seat])
        lines = [f"{self.names[seat]:<16}{scores[seat]:>5}" for seat in ranked]
        verdict = self.say("wins" if len(winners) == 1 else "share", names=", ".join(winners))
        self.show_board(self.match.view(None))
        self.show_news(self.say("happened"), self.log[min(self.read_up_to) :])
        body = Text("\n".join([*lines, "", verdict]))
        self.console.print(
            Panel(body, title=self.say("result"), border_style="green", expand=False)
        )

    def wipe(self) -> None:
        """Empty the screen, and what can be scrolled back to: a hand must not stay there."""
        self.console.clear()
        if self.console.is_terminal:
            self.console.file.write("\x1b[3J")

    def say(self, name: str, /, **what: object) -> str:
        return say(name, self.language, **what)

    def prompt(self, text: str) -> str:
        return ask_line(self.console, text)


def ask_line(console: Console, text: str) -> str:
    """A line from the keyboard; "quit", its end, or Ctrl-C, stops the game."""
    try:
        line = console.input(Text(f"{text} ", "bold cyan")).strip()
    except (EOFError, KeyboardInterrupt, RuntimeError):  # RuntimeError: there is no keyboard
        console.print()
        raise Stopped from None
    if line.lower() in ("quit", "q"):
        raise Stopped
    return line


def ranges(texts: list[str]) -> list[str]:
    """Choices that differ only in a number counting up, written as one: B1 B2 B3 as B1-3."""
    found: list[tuple[str, int, int]] = []
    for text in texts:
        letters = text.rstrip("0123456789")
        number = int(text[len(letters) :] or -1)
        if found and found[-1][0] == letters and found[-1][2] + 1 == number:
            found[-1] = (letters, found[-1][1], number)
        else:
            found.append((letters, number, number))
    return [
        letters + ("" if low < 0 else str(low)) + (f"-{high}" if high > low else "")
        for letters, low, high in found
    ]
