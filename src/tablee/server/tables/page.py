"""What a viewer is sent of a table, built field by field from what that viewer may know."""

from collections.abc import Callable
from typing import Any

import msgspec

from tablee.kernel.game import Game, View
from tablee.server.tables.lines import Line
from tablee.server.tables.places import Errand
from tablee.server.tables.reasons import why
from tablee.server.tables.table import Table
from tablee.server.texts import say

MOST_IN_WORDS = 500  # lines kept in each language, for the next who looks

encode = msgspec.json.Encoder().encode
Viewer = int | None  # a seat, or a spectator


class Present(msgspec.Struct, frozen=True):
    """What is so around the table and not part of its history."""

    tick: int
    people: frozenset[str]  # connected


def nothing(_viewer: Viewer) -> None:
    """What is seen of a game before it is dealt."""


class Pages:
    """Builds pages of one table; keeps what stays the same between two changes of the game."""

    def __init__(self, table: Table):
        self.table = table
        self.sight = -1
        self.see: Callable[[Viewer], View | None] = nothing
        self.views: dict[Viewer, msgspec.Raw] = {}
        self.lists: dict[int, list[str]] = {}
        self.chairs: list[dict[str, Any]] = []
        self.company: tuple[int, frozenset[str]] = -1, frozenset()  # whose chairs these are
        self.sentences: dict[str, dict[int, msgspec.Raw]] = {}  # lines lately put into words

    def common(self, present: Present, language: str) -> dict[str, Any]:
        """What everybody may know, in a language. What was given out here never changes."""
        table = self.table
        return {
            **laid(table),
            "chairs": self._chairs(present),
            "undo_asked": table.undo_asked,
            "undo_agreed": sorted(table.agreed),
            "votes": sorted(table.votes),
            "hurry": table.hurried,
            "turn": self.turn(language),
            "result": result(table),
        }

    def _chairs(self, present: Present) -> list[dict[str, Any]]:
        """The chairs; without a clock, choices change nothing about them."""
        company = self.table.company, present.people
        if company != self.company or self.table.clock.kind != "none":
            self.company = company
            self.chairs = chairs(self.table, present)
        return self.chairs

    def turn(self, language: str) -> dict[str, Any] | None:
        """What is being decided, and by whom."""
        match = self.table.match
        if match is None or self.table.status != "playing":
            return None
        question = match.question
        return {
            "number": self.table.turn,
            "question": question.name,
            "sentence": question.sentence[language],
            "clause": question.clause,
            "waiting_for": match.waiting_for,
        }

    def own(self, viewer: Viewer, person: str, language: str) -> dict[str, Any]:
        """What only this viewer may know besides the view."""
        table = self.table
        host = bool(person) and person == table.host
        own: dict[str, Any] = {"seat": viewer, "host": host}
        if host and table.status == "waiting":
            own["invitations"] = [place.invitation for place in table.places]
        if viewer is not None:
            own["news_after"] = table.places[viewer].news
            if notes := table.places[viewer].notes:
                own["away"] = [errand(note, language) for note in notes]
            if table.status == "playing":
                self._choice(viewer, own)
        return own

    def _choice(self, seat: int, own: dict[str, Any]) -> None:
        """What this seat may choose now, and what it has chosen."""
        match = self.table.playing
        self._refresh()
        if seat not in self.lists:
            self.lists[seat] = [match.game.notation.say(one) for one in match.options(seat)]
        chosen = match.committed.get(seat)
        own["options"] = self.lists[seat]
        own["chosen"] = None if chosen is None else match.game.notation.say(chosen)
        own["may_undo"] = self.table.undoable == seat

    def view(self, viewer: Viewer) -> msgspec.Raw:
        """The game as this viewer sees it."""
        self._refresh()
        if viewer not in self.views:
            self.views[viewer] = msgspec.Raw(encode(self.see(viewer)))
        return self.views[viewer]

    def lines(self, which: range, language: str) -> list[msgspec.Raw]:
        """Lines of the log, in a language."""
        told = self.sentences.setdefault(language, {})
        game, names, lines = self.table.game, self.table.names, self.table.lines
        found: list[msgspec.Raw] = []
        for number in which:
            line = told.get(number)
            if line is None:
                if len(told) >= MOST_IN_WORDS:
                    del told[next(iter(told))]
                words = sentence(game, lines[number], names, language)
                line = told[number] = msgspec.Raw(encode(words))
            found.append(line)
        return found

    def _refresh(self) -> None:
        if self.sight != self.table.sight:
            self.sight = self.table.sight
            self.see = self.table.match.views() if self.table.match else nothing
            self.views.clear()
            self.lists.clear()


def laid(table: Table) -> dict[str, Any]:
    """How the table is laid."""
    return {
        "code": table.code,
        "status": table.status,
        "plan": table.plan,
        "rules": table.game.folder,
        "rules_version": table.rules_version or table.game.rules_version,
        "before": table.before,
        "after": table.after,
        "seed_commitment": table.seed_commitment,
    }


def chairs(table: Table, present: Present) -> list[dict[str, Any]]:
    """The chairs, and what everybody can see of their guests."""
    waiting = table.match.waiting_for if table.match and table.status == "playing" else []
    return [
        {
            **sitter(table, seat),
            "present": place.automatic
            or (place.guest is not None and place.guest.person in present.people),
            "kept": place.kept,
            "left": left(table, seat, present.tick) if seat in waiting else None,
            "bank": place.bank if table.clock.kind == "bank" else None,
            "commitment": place.commitment,
            "nonce": place.nonce if table.match else "",  # all at once, when all are in
        }
        for seat, place in enumerate(table.places)
    ]


def sitter(table: Table, seat: int) -> dict[str, Any]:
    """Who sits on a chair, or who could."""
    place = table.places[seat]
    if place.guest is None:
        kind = "friend" if place.invitation else "open"
        return {"name": "", "kind": kind, "level": "", "character": "", "host": False}
    kind = "bot" if place.guest.level else "outside_bot" if place.guest.outside_bot else "person"
    return {
        "name": place.guest.name,
        "kind": kind,
        "level": place.guest.level,
        "character": place.guest.character,
        "host": bool(place.guest.person) and place.guest.person == table.host,
    }


def left(table: Table, seat: int, tick: int) -> int | None:
    """Milliseconds this seat has left for its choice."""
    deadline = None if table.places[seat].automatic else table.deadline(seat)
    return None if deadline is None else max(0, deadline - tick)


def result(table: Table) -> dict[str, Any] | None:
    """How the game ended, once it has."""
    if table.match is None or table.status != "over":
        return None
    return {
        "finished": table.match.over,
        "scores": table.match.scores(),
        "winners": table.match.winners(),
    }


def summary(table: Table) -> dict[str, Any]:
    """A table as it stands in a list; it waits for people, not for its bots."""
    owing = table.match.waiting_for if table.match and table.status == "playing" else []
    return {
        "table": table.id,
        "code": table.code,
        "status": table.status,
        "plan": table.plan,
        "chairs": [sitter(table, seat) for seat in range(len(table.places))],
        "people": [place.guest.person if place.guest else "" for place in table.places],
        "waiting_for": [seat for seat in owing if not table.places[seat].automatic],
        "turn": table.turn,
        "seq": table.seq,
    }


def errand(done: Errand, language: str) -> dict[str, Any]:
    """What a bot did for somebody who was away, and why."""
    return {"seq": done.seq, "choice": done.choice, "text": why(done, language)}


def sentence(game: Game, line: Line, names: list[str], language: str) -> dict[str, Any]:
    """A line of the log as it is read."""
    told: dict[str, Any] = {"seq": line.seq, "at": line.at, "kind": line.kind}
    if line.kind == "game":
        kind, *numbers = line.told
        told["event"] = [game.texts.told[kind], *numbers]
        told["text"] = game.texts.sentence(line.told, names, language)
        return told
    told["seat"] = line.seat
    if line.kind == "house":
        told["event"] = [line.what]
        told["text"] = say(f"lines.{line.what}", language, name=line.name)
    else:
        told["text"] = line.what
        told["name"] = line.name
    return told
