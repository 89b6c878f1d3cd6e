"""Who is looking at the tables: people come and go, and other processes know of it."""

from typing import TYPE_CHECKING

from tablee.server.tables import acts
from tablee.server.tables.live import Live, Watcher

if TYPE_CHECKING:
    from tablee.server.house.house import House


class Presence:
    """The people at the tables of this process, and those at the doors of others."""

    def __init__(self, house: "House"):
        self.house = house

    async def arrive(self, live: Live, watcher: Watcher) -> None:
        """Somebody has begun to look; whoever was away has their chair back. Needs the lock."""
        person, store = watcher.person.id, self.house.store
        alone = sum(other.person.id == person for other in live.watchers) == 1
        seat = live.table.seat_of(person) if person else None
        came = False
        if seat is not None and live.table.is_away(seat):
            await store.wake_up()
            came = await self.house.append(live, f"came:{live.table.seq}:{seat}", acts.Came(seat))
        if seat is not None and alone and not came:
            live.publish(store.tick())
        elif not came:
            live.publish_to(watcher, store.tick())
        if alone:
            self.note(live, person)

    async def leave(self, live: Live, watcher: Watcher) -> None:
        """Somebody looks no more."""
        person, store = watcher.person.id, self.house.store
        live.see_host(store.tick())
        del live.watchers[watcher]
        if person not in live.here():
            self.note(live, person)
        if live.table.seat_of(person) is not None and person not in live.people():
            async with live.lock:
                await self.house.refresh(live)
                live.publish(store.tick())

    def note(self, live: Live, person: str) -> None:
        """Other processes are to know whether somebody is looking."""
        if person and not self.house.closing:
            self.house.spawn(self._write(live, person))

    async def _write(self, live: Live, person: str) -> None:
        lookers = self.house.store.lookers
        async with live.noting:  # one after the other, each as it is by then
            write = lookers.look if person in live.here() else lookers.look_away
            await write(person, live.table.id)

    async def look_around(self) -> None:
        """People who are gone with their process are no longer there."""
        if self.house.store.database.shared:
            elsewhere = await self.house.store.lookers.everywhere_else()
            for table, live in self.house.lives.items():
                if live.elsewhere != elsewhere.get(table, frozenset()):
                    self.house.spawn(self.house.catch_up(table))
