"""PostgreSQL's answers to the statements of the house: rows in SQLite, locks and notices here.

A transaction sees what was committed when each of its statements began, and its own changes (READ
COMMITTED). The changes of open transactions are kept apart from the committed rows, and laid over
them for each statement. A row is locked from the moment in which a transaction changes it, and so
is every value of a unique constraint it makes or takes away; who comes upon a lock waits for the
end of that transaction, and goes on where it was: an UPDATE or DELETE with the rows it had found,
asked again whether they still fit, an INSERT with the values it had selected.

What the real server leaves open (who of several waiting comes first) is left to chance; a row
locked by an upsert that then changed nothing counts as changed, which our statements cannot tell
apart: those that do nothing on a conflict and those that update are about different tables. Types
of values are not checked. `histories.py` compares all this with the real server.
"""

import random
from collections.abc import Callable, Generator, Sequence
from typing import Any

import asyncpg

from tablee.server.store.postgres import LOCK, NOTIFY, SETTINGS
from tests.simulation.loop import Loop
from tests.simulation.postgres_rows import (
    CHANGE,
    OWN,
    Key,
    Tables,
    Transaction,
    in_sqlite,
    parts_of_insert,
)

Answer = Callable[[Any], None]  # told the outcome, or the error
Work = Generator[Key, None, Any]  # yields what another holds, so that it has to wait

DEADLOCK = 1.0  # seconds of waiting after which the server looks for a ring
IDLE = float(SETTINGS["idle_in_transaction_session_timeout"].removesuffix("s"))


class Server:
    """The server: its sessions, and the order in which they get what they wait for."""

    def __init__(self, loop: Loop, chance: random.Random, wall: Callable[[], float]):
        self.loop, self.chance = loop, chance
        self.tables = Tables(wall)
        self.holders: dict[Key, Transaction] = {}
        self.sessions: list[Session] = []
        self.away = False  # it takes no new connections
        self.connected = 0

    def next_number(self) -> int:
        self.connected += 1
        return self.connected

    # Statements

    def work(self, own: Transaction, sql: str, values: Sequence[Any]) -> Work:
        """Do what a statement says."""
        if sql == LOCK:
            for name in values[0]:
                yield from self.hold(own, ("lock", name))
            return f"SELECT {len(values[0])}"
        if sql == NOTIFY:
            own.payloads |= {(values[0], payload): None for payload in values[1]}
            return f"SELECT {len(values[1])}"
        given = {f"v{number}": value for number, value in enumerate(values, 1)}
        sql = in_sqlite(sql)
        if sql.startswith("INSERT "):
            return (yield from self.insert(own, sql, given))
        if change := CHANGE.match(sql):
            return (yield from self.change(own, sql, change, given))
        self.tables.show(own)
        return self.tables.run(sql, given)

    def is_held(self, key: Key, own: Transaction) -> bool:
        """By another."""
        return self.holders.get(key, own) is not own

    def hold(self, own: Transaction, key: Key) -> Work:
        """Wait until nobody else holds it, and hold it to the end."""
        while self.is_held(key, own):
            yield key
        own.held.add(key)
        self.holders[key] = own

    def insert(self, own: Transaction, sql: str, given: dict[str, Any]) -> Work:
        parts = parts_of_insert(sql)
        tables = self.tables
        tables.show(own)
        count = 0
        for values in tables.run(parts.source, given):
            row = dict(zip(parts.columns, values))
            keys = tables.keys(parts.table, tuple(map(row.get, tables.columns[parts.table])))
            nothing = parts.otherwise == "DO NOTHING"
            arbiters = keys if nothing else keys[:1] if parts.otherwise else []
            meets = yield from self.meets(own, arbiters)
            if meets and nothing:
                continue
            for key in arbiters if meets else keys:
                yield from self.hold(own, key)
            marks = ", ".join(f":r{number}" for number in range(len(values)))
            sql = f"INSERT INTO {parts.table} ({', '.join(parts.columns)}) VALUES ({marks})"
            if parts.otherwise:
                sql += f" ON CONFLICT {parts.otherwise}"
            new = {f"r{number}": value for number, value in enumerate(values)}
            count += yield from self.settle(own, sql, given | new, keys)
        return f"INSERT 0 {count}"

    def meets(self, own: Transaction, arbiters: Sequence[Key]) -> Work:
        """Whether there is such a row; those on their way are waited for."""
        again = True
        while again:
            again = False
            for key in arbiters:
                while self.is_held(key, own):
                    again = True
                    yield key
                self.tables.show(own)
                if self.tables.is_there(key):
                    return True
        return False

    def change(self, own: Transaction, sql: str, parts: Any, given: dict[str, Any]) -> Work:
        table = parts[1] or parts[2]
        head = sql[: parts.start(3)]
        self.tables.show(own)
        found = self.tables.run(f"SELECT * FROM {table} WHERE {parts[3]} ORDER BY {OWN}", given)
        count = 0
        for row in found:
            key = self.tables.keys(table, row)[0]
            while self.is_held(key, own):
                yield key
            self.tables.show(own)
            if not self.tables.run(f"SELECT 1 FROM {table} WHERE {OWN} = :row", {"row": row[0]}):
                continue  # deleted meanwhile
            yield from self.hold(own, key)
            one = f"{head}({parts[3]}) AND {OWN} = :own_row"
            count += yield from self.settle(own, one, given | {"own_row": row[0]}, [])
        return f"{sql.split()[0]} {count}"

    def settle(
        self, own: Transaction, sql: str, given: dict[str, Any], keys: Sequence[Key]
    ) -> Work:
        """Change one row, once nobody else holds what it would touch."""
        while True:
            self.tables.show(own)
            try:
                self.tables.run(sql, given)
            except asyncpg.UniqueViolationError:
                others = [key for key in keys if self.is_held(key, own)]
                if not others:
                    raise
                yield from self.hold(own, others[0])
                continue
            touched = self.tables.touched
            wanted = [
                key
                for table, old, new in touched
                for row in (old, new)
                if row is not None
                for key in self.tables.keys(table, row)
            ]
            others = [key for key in wanted if self.is_held(key, own)]
            if not others:
                break
            # Undone, and done again when that transaction is over.
            self.tables.show(None)
            for key in wanted[: wanted.index(others[0]) + 1]:
                yield from self.hold(own, key)
        for key in wanted:
            yield from self.hold(own, key)
        for table, old, new in touched:
            row = old or new
            assert row
            own.rows[(table, row[0])] = new
        return len(touched)

    # The end of a transaction

    def end(self, own: Transaction, commit: bool) -> None:
        if commit:
            self.tables.commit(own)
        elif self.tables.shown is own:
            self.tables.show(None)
        for key in own.held:
            del self.holders[key]
        if commit:
            for channel, payload in own.payloads:
                for session in self.sessions:
                    session.notify(channel, payload)
        # An advisory lock is handed on to whoever asked first; then all go on at once.
        for session in own.waiting:
            if session.in_line:
                session.take(self.holders)
        self.chance.shuffle(own.waiting)
        while own.waiting:
            own.waiting.pop().go_on()


class Session:
    """One connection as the server has it."""

    def __init__(
        self, server: Server, number: int, notified: Callable[[str, str], None], lost: Answer
    ):
        self.server, self.number, self.notified, self.lost = server, number, notified, lost
        self.channels: set[str] = set()
        self.transaction: Transaction | None = None
        self.failed = False  # so that nothing but its end is left to the transaction
        self.own = False  # the transaction is of one statement
        self.work: Work | None = None
        self.waits_for: Transaction | None = None
        self.waits_on: Key = None
        self.in_line = False  # it waits for an advisory lock: those are given in turn
        self.asked = 0
        self.answer: Answer = lambda _outcome: None
        server.sessions.append(self)

    @property
    def gone(self) -> bool:
        return self not in self.server.sessions

    def hear(self, sql: str, values: Sequence[Any], answer: Answer) -> None:
        """The next command of the client."""
        if self.gone:
            return
        self.asked += 1
        self.answer = answer
        if sql == "BEGIN":
            self.transaction = Transaction()
            self.say(sql)
        elif sql in ("COMMIT", "ROLLBACK"):
            commit = sql == "COMMIT" and not self.failed
            self.finish(commit)
            self.say("COMMIT" if commit else "ROLLBACK")
        elif sql.startswith("LISTEN "):
            self.channels.add(sql.removeprefix("LISTEN ").strip('"'))
            self.say("LISTEN")
        elif self.failed:
            self.say(asyncpg.InFailedSQLTransactionError("current transaction is aborted"))
        else:
            self.own = self.transaction is None
            self.transaction = self.transaction or Transaction()
            self.in_line = sql == LOCK
            self.work = self.server.work(self.transaction, sql, values)
            self.go_on()

    def go_on(self) -> None:
        """With the statement, until it is done or has to wait."""
        self.waits_for = None
        if self.work is None:
            return
        try:
            self.waits_on = next(self.work)
        except StopIteration as done:
            self.work = None
            if self.own:
                self.finish(commit=True)
            self.say(done.value)
        except asyncpg.PostgresError as error:
            self.fail(error)
        else:
            self.waits_for = self.server.holders[self.waits_on]
            self.waits_for.waiting.append(self)
            self.server.loop.call_later(DEADLOCK, self.look_for_ring, self.asked, self.waits_for)

    def take(self, holders: dict[Key, Transaction]) -> None:
        """The lock it waits for, if nobody has it."""
        if self.transaction is not None and self.waits_on not in holders:
            holders[self.waits_on] = self.transaction
            self.transaction.held.add(self.waits_on)

    def look_for_ring(self, asked: int, waits_for: Transaction) -> None:
        if self.asked != asked or self.waits_for is not waits_for:
            return
        chain: Transaction | None = waits_for
        seen: list[Transaction] = []
        while chain is not None and chain not in seen:
            if chain is self.transaction:
                self.fail(asyncpg.DeadlockDetectedError("deadlock detected"))
                return
            seen.append(chain)
            chain = next(
                (one.waits_for for one in self.server.sessions if one.transaction is chain), None
            )

    def cancel(self, asked: int) -> None:
        """The client waits no longer for the statement."""
        if self.work is not None and self.asked == asked:
            self.fail(asyncpg.QueryCanceledError("canceling statement due to user request"))

    def fail(self, error: Exception) -> None:
        """Nothing of the transaction is left, although the client has still to end it."""
        own = self.own
        self.finish(commit=False)
        if not own:
            self.transaction, self.failed = Transaction(), True
        self.say(error)

    def finish(self, commit: bool) -> None:
        transaction, self.transaction = self.transaction, None
        self.work = None
        self.failed = self.own = False
        if self.waits_for is not None and self in self.waits_for.waiting:
            self.waits_for.waiting.remove(self)
        self.waits_for = None
        if transaction is not None:
            self.server.end(transaction, commit)

    def say(self, outcome: Any) -> None:
        self.answer(outcome)
        if self.transaction is not None:
            self.server.loop.call_later(IDLE, self.idle, self.asked)

    def idle(self, asked: int) -> None:
        """A client that leaves a transaction open is shown out."""
        if self.asked == asked and self.transaction is not None and not self.gone:
            kind = asyncpg.exceptions.IdleInTransactionSessionTimeoutError
            self.end(kind("terminating connection due to idle-in-transaction timeout"))

    def notify(self, channel: str, payload: str) -> None:
        if channel in self.channels:
            self.notified(channel, payload)

    def end(self, why: Exception | None = None) -> None:
        """The connection is over: what was not committed never was."""
        if not self.gone:
            self.server.sessions.remove(self)
            self.finish(commit=False)
            if why is not None:
                self.lost(why)
