"""The questions and writes of a house, as its own modules put them, drawn at random."""

import random
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, cast

from tablee.server.machine import Machine
from tablee.server.people import Person
from tablee.server.store.allowances import Allowance
from tablee.server.store.database import Row, Statement
from tablee.server.store.notices import Address, NoticeBook
from tablee.server.store.postgres import Postgres
from tablee.server.store.registers import Registers
from tablee.server.store.steps import Standing
from tablee.server.store.store import Key, Store
from tablee.server.tables.acts import Event, Said

STATUSES = ("waiting", "dealing", "playing", "over", "closed")
Wish = Callable[[], Coroutine[Any, Any, Any]]


class Write(NamedTuple):
    statements: Sequence[Statement]
    about: str
    locks: Collection[str]


class Read(NamedTuple):
    sql: str
    values: dict[str, Any]


class Recorder:
    """A Database that only notes what it is asked."""

    shared = True
    time = Postgres.time

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.asked: list[Write | Read] = []

    async def write(
        self, *statements: Statement, about: str = "", locks: Collection[str] = ()
    ) -> bool:
        self.asked.append(Write(statements, about, locks))
        return True

    async def read(self, sql: str, **values: Any) -> Sequence[Row]:
        self.asked.append(Read(sql, values))
        return [(self.chance.randrange(2),)]


class Wishes:
    """What a house asks its database, drawn at random, about few things so that they meet."""

    def __init__(self, chance: random.Random):
        self.chance = chance
        self.moment = 0
        self.recorder = Recorder(chance)
        machine = Machine(wall=self.now, steady=self.now, draw=chance.randbytes)
        database = cast(Any, self.recorder)
        self.store = Store(database, machine)
        self.book = NoticeBook(database, self.now)
        self.registers = Registers(database)
        self.all = self._wishes()

    def now(self) -> int:
        """Later each time: so that every order by it is one."""
        self.moment += self.chance.choice((1, 1, 1, 40_000))
        return self.moment

    def some(self) -> list[Write | Read]:
        """A few questions or writes that belong together."""
        self.recorder.asked = []
        self.store.lookers.node = self.chance.choice(("n1", "n2"))
        wish = self.chance.choice(self.all)()
        with suppress(StopIteration, ValueError, TypeError, IndexError):
            wish.send(None)  # answers that make no sense end it, after what it asked first
        wish.close()
        return self.recorder.asked

    def _wishes(self) -> list[Wish]:
        """Every question and write of the house; what meets most often comes more often."""
        store, book, registers, one = self.store, self.book, self.registers, self.chance.choice
        often: list[Wish] = [
            *[self._append] * 12,
            lambda: store.stand(self.table(), self.standing()),
            store.beat,
            *[store.begin] * 3,
            lambda: store.lookers.look(self.person(), self.table()),
            lambda: store.lookers.look_away(self.person(), self.table()),
            lambda: store.add_key(self.person(), self.key(), one((1, 2))),
            lambda: book.set_address(self.address(), one(("x", "y"))),
            lambda: book.confirm(one(("x", "y")), 0),
            lambda: book.take_slot(self.person(), 2, self.now() - one((1, 60_000))),
            lambda: book.tell("mail", self.table(), self.person(), one((1, 2, 3))),
            lambda: book.move_sent(self.address(), 0, one((0, self.now()))),
        ]
        once: list[Wish] = [
            store.behind,
            lambda: store.events(self.table(), one((0, 1)), 2),
            lambda: store.table_of_code(one("ab")),
            lambda: store.due(self.now(), 9),
            lambda: store.let_be(self.table()),
            lambda: store.open_tables(9),
            lambda: store.tables_of(self.person(), 9),
            lambda: store.finished_tables(self.person(), self.now(), "a", 9),
            lambda: store.unfinished(self.person()),
            lambda: store.record(self.table()),
            lambda: store.games_played(9),
            store.counts,
            lambda: store.welcome(Person(self.person(), "N", "en", one((True, False)))),
            lambda: store.rename(Person(self.person(), "M", "fr")),
            lambda: store.person_of(one("hk")),
            lambda: store.keys(self.person()),
            lambda: store.drop_key(self.person(), one("hk")),
            store.lookers.forget,
            lambda: store.lookers.at(self.table()),
            store.lookers.everywhere_else,
            lambda: book.address(self.person()),
            lambda: book.readers(self.now()),
            lambda: book.remove(self.person()),
            lambda: book.stop(one("st")),
            book.slow_tables,
            book.looking,
            lambda: book.is_looking(self.person(), self.table()),
            book.told,
            lambda: book.forget(self.now() - 50_000),
            lambda: registers.tables(9, one(("", "over"))),
            lambda: registers.table(one(("A", "b"))),
            lambda: registers.tables_beginning(one("ab")),
            lambda: registers.people(9),
            lambda: registers.people_called(one("Np")),
            registers.alive_at,
        ]
        return often * 2 + once

    def table(self) -> str:
        return self.chance.choice("ab")

    def person(self) -> str:
        return self.chance.choice("pqr")

    def address(self) -> Address:
        return Address(self.person(), "m", False, 0, self.chance.choice("st"))

    def key(self) -> Key:
        until = self.chance.choice((None, self.now() + 9))
        return Key(self.chance.choice("hk"), "browser", "", self.now(), until)

    def standing(self, table: str = "a", seq: int = 1) -> Standing:
        one = self.chance.choice
        bots = '{"kind":"bot"}' * one((0, 1, 2)) + one(("", '"pace":"slow"'))
        people = tuple(self.chance.sample("pqr", one((1, 2))))
        return Standing(
            one((seq, 1, 2, 3)), self.now(), table, one(STATUSES), one((True, False)),
            one((None, self.now())), bots, people, one((None, "record")),
        )  # fmt: skip

    async def _append(self) -> None:
        table, seq = self.table(), self.chance.choice((1, 2, 3))
        command = self.chance.choice((f"c{seq}", "c1", "c2", "c9"))
        said = [Event(table, seq, command, self.now(), 0, Said(0, "é 'x' $1 :a"))]
        if self.chance.random() < 0.3:
            said.append(Event(table, seq + 1, f"c{seq + 1}", self.now(), 0, Said(0, "")))
        most = self.chance.choice((0, 1, 5))
        allowances = [Allowance(person, most, most) for person in self.chance.sample("pqr", 2)]
        allowances = allowances[: self.chance.choice((0, 0, 1, 2))]
        standing = self.chance.choice((None, self.standing(table, seq)))
        await self.store.append(said, standing, allowances)
