"""What the house does by itself when its time has come: bots choose, clocks run out."""

import asyncio
from typing import TYPE_CHECKING

import structlog

from tablee.bots.personas import MEASURE, character_of
from tablee.bots.position import suppose
from tablee.kernel.chance import Random
from tablee.kernel.fair import late_nonce
from tablee.kernel.offers import any_of
from tablee.server.bots.faults import tell
from tablee.server.bots.keepers import Choice
from tablee.server.bots.workers import Busy
from tablee.server.refusals import Declined
from tablee.server.seldom import Seldom
from tablee.server.store.database import StoreFailed
from tablee.server.tables import acts
from tablee.server.tables.due import (
    FORGOTTEN,
    TIME_TO_REVEAL,
    bot_chooses_at,
    bot_thinks_at,
    due,
)
from tablee.server.tables.live import Live
from tablee.server.tables.table import Table

if TYPE_CHECKING:
    from tablee.server.house.house import House

IDLE = 60.0  # seconds without use after which a table leaves the memory
MOST_IDLE = 500  # tables kept in memory that nobody uses
A_MOMENT = 1.0  # seconds in which whoever has found a table begins to use it
LOOK_EVERY = 30.0  # seconds between two looks for tables another process left behind
OVERDUE = 1_000  # milliseconds after which any process takes up what nobody did
AT_ONCE = 100  # tables woken in one round

log = structlog.get_logger("tablee.alarms")


class Alarms:
    """One alarm for each table in memory, and rounds for the others."""

    def __init__(self, house: "House"):
        self.house = house
        self.clock = house.store.machine.seconds
        self.pause = int(house.settings.bot_pause * 1000)
        self.saying = Seldom()

    def plan(self, live: Live) -> None:
        """Set the alarm for the next thing the house has to do at a table."""
        live.cancel_timer()
        at = due(live.table, self.pause)
        if at is None or live.thinking or self.house.closing:
            return
        self._ring_in(live, max(0, at - self.house.store.tick()) / 1000)

    async def ring(self, live: Live) -> None:
        """Do what is due at a table; again in a moment if the disk does not take it."""
        try:
            await self._ring(live)
        except StoreFailed:
            live.cancel_timer()
            self._ring_in(live, A_MOMENT)
            raise

    def _ring_in(self, live: Live, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        live.timer = loop.call_later(seconds, lambda: self.house.spawn(self.ring(live)))

    async def _ring(self, live: Live) -> None:
        """Bots choose, time runs out."""
        await self.house.store.wake()
        async with live.lock:
            await self.house.refresh(live)
            table, now = live.table, self.house.store.tick()
            if table.status == "waiting" and now >= table.tick + FORGOTTEN:
                await self.house.append(live, "forgotten", acts.Closed(by_house=True))
            elif table.status == "dealing" and now >= table.dealing_since + TIME_TO_REVEAL:
                await self._draw_nonce(live)
            elif table.status == "playing":
                for seat in table.playing.waiting_for:
                    self._ask_bot(live, seat, now)
            self.plan(live)

    async def _draw_nonce(self, live: Live) -> None:
        """For the first seat that has not shown its own; the next alarm is for the next one."""
        seat = next(seat for seat, place in enumerate(live.table.places) if not place.nonce)
        drawn = acts.Revealed(seat, late_nonce(live.table.seed, seat).hex(), drawn=True)
        await self.house.append(live, f"nonce:{seat}", drawn)

    def _ask_bot(self, live: Live, seat: int, now: int) -> None:
        place = live.table.places[seat]
        by: acts.By = "keeper" if place.kept else "bot" if place.automatic else "clock"
        at = bot_thinks_at(live.table, seat, self.pause)
        if at is not None and at <= now and seat not in live.thinking:
            live.thinking.add(seat)
            self.house.spawn(self._think(live, seat, by))

    async def _think(self, live: Live, seat: int, by: acts.By) -> None:
        table = live.table
        turn, match = table.turn, table.playing
        away, options = by != "bot", match.options(seat)
        try:
            choice = await self._choice(table, seat, away)
            await self._wait_for(table, seat)
            async with live.lock:
                await self.house.refresh(live)
                if live.table.turn == turn and self._still(live.table, seat, by):
                    note = reason(choice, len(options)) if away else None
                    said = match.game.notation.say(choice.option)
                    chose = acts.Chose(seat, said, by, choice.instead, note)
                    await self.house.append(live, f"{by}:{turn}:{seat}", chose)
        except (Busy, StoreFailed) as error:
            if self.saying.is_time():
                log.warning("a bot has to wait", error=str(error))
            await asyncio.sleep(A_MOMENT)
        except Exception:
            await asyncio.sleep(A_MOMENT)  # before it is tried again
            raise
        finally:
            live.thinking.discard(seat)
            self.plan(live)

    async def _choice(self, table: Table, seat: int, why: bool) -> Choice:
        """What a bot chooses; anything, if not even its position can be made: the game goes on."""
        match, bot, seq = table.playing, table.bot_at(seat), table.seq

        def told(error: Exception, who: str, seed: int) -> None:
            tell(error, "bot", match.game.id, table.id, seq=seq, seat=seat, bot=who, seed=seed)

        options = match.options(seat)
        try:
            position = suppose(match, seat, character_of(bot))
        except Exception as error:  # noqa: BLE001 (it is told)
            told(error, bot, seq)
            return Choice(any_of(options, Random(seq)), instead=MEASURE)
        return await self.house.keepers.choose(position, bot, why, told)

    async def _wait_for(self, table: Table, seat: int) -> None:
        """Whoever thought quickly takes the rest of a human moment all the same."""
        at = bot_chooses_at(table, seat, self.pause)
        if at is not None and (early := at - self.house.store.tick()) > 0:
            await asyncio.sleep((early + 1) / 1000)

    def _still(self, table: Table, seat: int, by: acts.By) -> bool:
        """Does the house still have to choose for this seat?"""
        if table.status != "playing" or seat not in table.playing.waiting_for:
            return False
        at = bot_chooses_at(table, seat, self.pause)
        same = table.places[seat].automatic == (by != "clock")
        return same and at is not None and at <= self.house.store.tick()

    async def rounds(self) -> None:
        """Every second: signs of life, tables nobody woke, tables nobody needs."""
        look_at = 0.0
        while True:
            try:
                await self.house.store.wake()
                if self.clock() >= look_at:
                    look_at = self.clock() + LOOK_EVERY
                    await self._look_for_unsaved()
                    await self.house.presence.look_around()
                self._mend()
                await self.save()
                for table in await self.house.store.due(self.house.store.tick() - OVERDUE, AT_ONCE):
                    if table not in self.house.lives:
                        await self._wake(table)
                self._forget()
                self.house.connections.drop_the_slow()
            except StoreFailed as error:
                log.error("store failed", error=str(error))
            await asyncio.sleep(1)

    def _mend(self) -> None:
        """Tables of which nobody knows what is on disk, as after a write that failed."""
        for table, live in self.house.lives.items():
            if live.stale and not live.lock.locked():
                self.house.spawn(self.house.catch_up(table))

    async def save(self, person: str | None = None) -> None:
        """Write down where tables stand at which only choices were made: all, or a person's."""
        lives = [
            live
            for live in self.house.lives.values()
            if live.unsaved and (person is None or person in live.table.people)
        ]
        await asyncio.gather(*(self._save(live) for live in lives))

    async def _save(self, live: Live) -> None:
        async with live.lock:
            await self.house.refresh(live)
            standing = self.house.standing(live.table)
        await self.house.store.stand(live.table.id, standing)
        if live.table.seq == standing.seq:
            live.unsaved = False

    async def _look_for_unsaved(self) -> None:
        """Tables whose process ended before it wrote down where they stand."""
        for table in await self.house.store.behind():
            if table not in self.house.lives:
                await self._wake(table)
                if live := self.house.lives.get(table):
                    live.unsaved = True

    async def _wake(self, table: str) -> None:
        try:
            await self.house.find(table)
        except Declined as declined:
            log.error("table cannot be woken", table=table, code=declined.code)
            await self.house.store.let_be(table)

    def _forget(self) -> None:
        """Let go of tables that nobody watches and that need nothing soon, the oldest first."""
        idle = sorted(
            (live for live in self.house.lives.values() if self._is_idle(live)),
            key=lambda live: live.used_at,
        )
        old = self.clock() - IDLE
        for number, live in enumerate(idle):
            if live.used_at < old or number < len(idle) - MOST_IDLE:
                live.cancel_timer()
                del self.house.lives[live.table.id]

    def _is_idle(self, live: Live) -> bool:
        in_use = live.unsaved or live.watchers or live.asked or live.thinking or live.lock.locked()
        just_found = live.used_at > self.clock() - A_MOMENT
        return not in_use and not just_found and not self._soon(live)

    def _soon(self, live: Live) -> bool:
        at = due(live.table, self.pause)
        return at is not None and at < self.house.store.tick() + 2 * IDLE * 1000


def reason(choice: Choice, options: int) -> acts.Note:
    """Why a bot chose so, for whoever was away."""
    return acts.Note(options, round(choice.lead or 0.0, 2), choice.playouts)
