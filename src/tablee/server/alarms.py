"""What the house does by itself when its time has come: bots choose, clocks run out."""

import asyncio
import time
from typing import TYPE_CHECKING

import structlog

from tablee.kernel.errors import TableeError
from tablee.kernel.fair import SECRET_BYTES
from tablee.server import acts
from tablee.server.keepers import Busy
from tablee.server.live import Live
from tablee.server.store.database import StoreFailed
from tablee.server.table import TIME_TO_REVEAL, Table

if TYPE_CHECKING:
    from tablee.server.house import House

IDLE = 60.0  # seconds without use after which a table leaves the memory
OVERDUE = 1_000  # milliseconds after which any process takes up what nobody did
AT_ONCE = 100  # tables woken in one round

log = structlog.get_logger("tablee.alarms")


class Alarms:
    """One alarm for each table in memory, and rounds for the others."""

    def __init__(self, house: "House"):
        self.house = house
        self.pause = int(house.settings.bot_pause * 1000)

    def plan(self, live: Live) -> None:
        """Set the alarm for the next thing the house has to do at a table."""
        live.cancel_timer()
        due = live.table.due(self.pause)
        if due is None or live.thinking or self.house.closing:
            return
        delay = max(0, due - self.house.store.tick()) / 1000
        loop = asyncio.get_running_loop()
        live.timer = loop.call_later(delay, lambda: self.house.spawn(self.ring(live)))

    async def ring(self, live: Live) -> None:
        """Do what is due at a table: bots choose, time runs out."""
        await self.house.store.wake()
        async with live.lock:
            await self.house.refresh(live)
            table, now = live.table, self.house.store.tick()
            if table.status == "dealing" and now >= table.dealing_since + TIME_TO_REVEAL:
                await self._draw_nonce(live)
            elif table.status == "playing":
                for seat in table.playing.waiting_for:
                    self._ask_bot(live, seat, now)
            self.plan(live)

    async def _draw_nonce(self, live: Live) -> None:
        """For the first seat that has not shown its own; the next alarm is for the next one."""
        seat = next(seat for seat, place in enumerate(live.table.places) if not place.nonce)
        drawn = acts.Revealed(seat, self.house.draw(SECRET_BYTES).hex(), drawn=True)
        await self.house.append(live, f"nonce:{seat}", drawn)

    def _ask_bot(self, live: Live, seat: int, now: int) -> None:
        place = live.table.places[seat]
        deadline = live.table.deadline(seat)
        by: acts.By = "clock"
        if place.automatic:
            by = "keeper" if place.kept else "bot"
            deadline = place.began + self.pause
        if deadline is not None and deadline <= now and seat not in live.thinking:
            live.thinking.add(seat)
            self.house.spawn(self._think(live, seat, by))

    async def _think(self, live: Live, seat: int, by: acts.By) -> None:
        table = live.table
        turn, match, place = table.turn, table.playing, table.places[seat]
        level = place.guest.level if place.guest and place.guest.level else table.plan.keeper
        try:
            view, options = match.view(seat), match.options(seat)
            option = await self.house.keepers.choose(match.game.id, level, view, options)
        except Busy:
            await asyncio.sleep(1)
        else:
            async with live.lock:
                await self.house.refresh(live)
                if live.table.turn == turn and self._still(live.table, seat, by):
                    chose = acts.Chose(seat, match.game.notation.say(option), by)
                    await self.house.append(live, f"{by}:{turn}:{seat}", chose)
        finally:
            live.thinking.discard(seat)
            self.plan(live)

    def _still(self, table: Table, seat: int, by: acts.By) -> bool:
        """Does the house still have to choose for this seat?"""
        if table.status != "playing" or seat not in table.playing.waiting_for:
            return False
        return table.places[seat].automatic == (by != "clock")

    async def rounds(self) -> None:
        """Every second: signs of life, tables nobody woke, tables nobody needs."""
        while True:
            try:
                await self.house.store.wake()
                for table in await self.house.store.due(self.house.store.tick() - OVERDUE, AT_ONCE):
                    if table not in self.house.lives:
                        await self._wake(table)
                self._forget()
                self.house.connections.drop_the_slow()
            except StoreFailed as error:
                log.error("store failed", error=str(error))
            await asyncio.sleep(1)

    async def _wake(self, table: str) -> None:
        try:
            await self.house.find(table)
        except TableeError as error:
            log.error("table cannot be read", table=table, error=str(error))

    def _forget(self) -> None:
        """Let go of tables that nobody watches and that need nothing soon."""
        old = time.monotonic() - IDLE
        for table, live in list(self.house.lives.items()):
            idle = not live.watchers and not live.thinking and not live.lock.locked()
            if idle and live.used_at < old and not self._soon(live):
                live.cancel_timer()
                del self.house.lives[table]

    def _soon(self, live: Live) -> bool:
        due = live.table.due(self.pause)
        return due is not None and due < self.house.store.tick() + 2 * IDLE * 1000
