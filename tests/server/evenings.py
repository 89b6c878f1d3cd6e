"""An evening in two worlds: the same script at both tables, and everything heard compared."""

import random
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from tablee.kernel.fair import SECRET_BYTES, nonce_commitment
from tablee.server.tables import commands
from tablee.server.tables.commands import Clock, Command, Plan
from tests.server.pairs import Pair, known, next_turn
from tests.server.worlds import A_STEP, World, current, until

TURNS = 2  # played in each pair, if the viewer cannot tell the worlds apart for so long
CLOCKS = (Clock(), Clock(kind="move", seconds=3600), Clock(kind="bank", seconds=600, more=5))

BOTS_WAIT = 1_000  # milliseconds

Deed = Callable[[World], Awaitable[object]]


class Evening:
    """One pair of positions, each played at a table of its own."""

    def __init__(self, pair: Pair, worlds: Sequence[World], crowd: bool = True):
        self.pair = pair
        self.worlds = worlds
        self.crowd = crowd  # are there other tables in the house?
        self.luck = random.Random(f"evening {pair.number}")
        self.differed = pair.starts[0] != pair.starts[1]
        self.turns = 0

    @property
    def viewer(self) -> int | None:
        return self.pair.viewer

    @property
    def others(self) -> list[int]:
        return [seat for seat in range(self.pair.table.players) if seat != self.viewer]

    @property
    def bots(self) -> list[int]:
        """The chairs with bots of the house."""
        return []

    async def both(self, deed: Deed) -> None:
        """The same in both worlds; then everything they heard must be the same."""
        for world in self.worlds:
            current.set(world)
            world.now += A_STEP
            await deed(world)
            await world.told()
        self.compare()

    def compare(self) -> None:
        first, second = self.worlds
        for ear, other in zip(first.ears, second.ears, strict=True):
            same(self.pair, ear.heard, other.heard)
            ear.heard.clear()
            other.heard.clear()
        same(self.pair, first.other, second.other)
        first.other.clear()
        second.other.clear()

    async def sit_down(self) -> None:
        """Everybody comes and the game begins, as it does with people, bots and fair deals."""
        pair, luck = self.pair, self.luck
        plan = Plan(
            game=pair.table.game.id,
            options=dict(pair.table.switches),
            public=not self.crowd,
            clock=luck.choice(CLOCKS),
            automatic=pair.automatic,
        )
        for seat in range(pair.table.players):
            if not self.crowd or seat in (0, self.viewer):
                await self.both(lambda world, seat=seat: world.come(seat))  # type: ignore[misc]
        await self.both(lambda world: world.lay(plan, self.chairs()))
        for seat in range(1, pair.table.players):
            if seat not in self.bots:
                await self.act(seat, commands.Sit(seat))
        early = luck.random() < 0.3
        if early:
            await self.look()
        await self.start()
        if not early:
            await self.look()

    async def start(self) -> None:
        """The cards are dealt; sometimes somebody has a share in the chance."""
        nonce = self.luck.randbytes(SECRET_BYTES)
        seat = 0 if self.luck.random() < 0.2 else None
        if seat is not None:
            await self.act(seat, commands.Commit(nonce_commitment(seat, nonce)))
        await self.act(0, commands.Start())
        if seat is not None:
            await self.act(seat, commands.Reveal(nonce.hex()))

    def chairs(self) -> list[str]:
        others = range(1, self.pair.table.players)
        return ["me", *("sailor" if seat in self.bots else "open" for seat in others)]

    async def look(self) -> None:
        """The viewer, and a spectator, who may know less still."""
        if self.viewer is not None:
            await self.both(lambda world: world.hire(self.viewer))
        await self.both(lambda world: world.hire(None))

    async def act(self, seat: int, *command: Command) -> None:
        """Something a person does, in each world the same or its own."""
        for_world = dict(zip(self.worlds, command * (3 - len(command)), strict=False))
        await self.both(lambda world: world.act(seat, for_world[world]))

    async def ask(self, command: dict[str, Any]) -> None:
        """Something the viewer asks for, accepted or not."""

        async def asked(world: World) -> None:
            message = {"type": "do", "table": world.id, "command": command}
            await world.ears[0].ask({**message, "id": world.new_id()})

        await self.both(asked)

    async def play(self) -> None:
        """Turn after turn, as long as the viewer may not tell the worlds apart."""
        await self.sit_down()
        while self.turns < TURNS:
            first, second = (world.match for world in self.worlds)
            assert known(first, self.viewer) == known(second, self.viewer), self.pair
            await self.pry()
            await self.waver()
            chosen = next_turn(self.pair, first, second, self.luck)
            if chosen is None:
                break
            await self.turn(*chosen)
        await self.stop()

    async def pry(self) -> None:
        """Whatever else the viewer may try, to learn something from the answer."""
        if self.luck.random() < 0.5:
            return
        rules, say = self.worlds[0].match.game.rules, self.worlds[0].match.game.notation.say
        turn = self.worlds[0].table.turn
        for _ in range(2):
            choice = say(self.luck.randrange(rules.OPTIONS))
            if choice not in map(say, self.own_options()):
                await self.ask({"do": "choose", "turn": turn, "choice": choice})
        await self.ask({"do": "choose", "turn": turn + self.luck.choice([-1, 1]), "choice": choice})
        command: dict[str, Any] = self.luck.choice(
            [
                {"do": "undo"},
                {"do": "consent", "agree": True},
                {"do": "keep", "seat": self.luck.choice(self.others)},
                {"do": "end"},
                {"do": "end", "agree": False},
                {"do": "say", "text": "Well?"},
                {"do": "emote", "sign": "think"},
                {"do": "leave"},
                {"do": "return"},
                {"do": "rematch"},
                {"do": "reveal", "nonce": "00" * 32},
                {"do": "start"},
                {"do": "choose", "turn": turn, "choice": "perhaps"},
            ]
        )
        await self.ask(command)
        for seat, place in enumerate(self.worlds[0].table.places):
            if place.kept:
                await self.act(seat, commands.Return())

    def own_options(self) -> list[int]:
        return [] if self.viewer is None else self.worlds[0].match.options(self.viewer)

    async def waver(self) -> None:
        """All others but one make a choice, another in each world, and some change their mind."""
        waiting = [seat for seat in self.worlds[0].match.waiting_for if seat != self.viewer]
        keep = 0 if self.viewer in self.worlds[0].match.waiting_for else 1
        self.luck.shuffle(waiting)
        for seat in waiting[: len(waiting) - keep] * self.luck.choice([1, 1, 2]):
            options = [world.match.options(seat) for world in self.worlds]
            first = self.luck.choice(options[0])
            second = self.luck.choice([one for one in options[1] if one != first] or [first])
            self.differed |= first != second
            await self.choose(seat, first, second)

    async def choose(self, seat: int, *options: int) -> None:
        say = self.worlds[0].match.game.notation.say
        turn = self.worlds[0].table.turn
        await self.act(seat, *(commands.Choose(turn, say(option)) for option in options))

    async def turn(self, first: dict[int, int], second: dict[int, int]) -> None:
        """The choices the turn is settled by; the viewer's own comes at any place among them."""
        seats = list(first)
        self.luck.shuffle(seats)
        waiting = self.worlds[0].match.waiting_for
        # Whoever is the last to choose settles the turn: until then minds may be changed.
        last = self.luck.choice(waiting)
        for seat in [*(seat for seat in seats if seat != last), last]:
            await self.choose(seat, first[seat], second[seat])
        self.turns += 1
        await self.take_back()

    async def take_back(self) -> None:
        """Where a choice may be taken back, it sometimes is."""
        seat = self.worlds[0].table.undoable
        if seat is None or self.luck.random() < 0.7:
            return
        await self.act(seat, commands.Undo())
        people = self.worlds[0].table.present_people()
        for other in people:
            if other != seat:
                await self.act(other, commands.Consent(self.luck.random() < 0.8))
                if self.worlds[0].table.undo_asked is None:
                    break

    async def stop(self) -> None:
        """Everything there is to fetch, and at last all agree to end the game here."""
        if not self.crowd or self.pair.number % 8 == 0:
            await self.fetch()
        if self.pair.dealt:  # else it could not be written down
            for seat in self.worlds[0].table.present_people():
                if seat not in self.worlds[0].table.votes:
                    await self.act(seat, commands.End())

    async def fetch(self) -> None:
        table, code = self.worlds[0].id, self.worlds[0].table.code
        viewer = self.viewer
        choose = {"do": "choose", "turn": self.worlds[0].table.turn, "choice": "?"}
        for path in (
            f"tables/{table}",
            f"tables/{table}?after=3&language=fr",
            f"tables/{table}/record",
            f"tables/{table}/replay",
            f"tables/{table}/log",
            f"tables/code/{code}",
            "tables/mine",
            *([] if self.crowd else ["tables/"]),
        ):
            await self.both(lambda world, path=path: world.fetch(path, viewer))  # type: ignore[misc]
        await self.both(lambda world: world.fetch(f"tables/{table}", None))
        wanted = {"id": "over-http", "command": choose}
        await self.both(lambda world: world.fetch(f"tables/{table}/commands", viewer, json=wanted))


class EveningOfABot(Evening):
    """The viewer is a bot: what it is given to think about is the same in both worlds."""

    @property
    def bots(self) -> list[int]:
        return [] if self.viewer is None else [self.viewer]

    async def look(self) -> None:
        await self.both(lambda world: world.hire(None))

    async def play(self) -> None:
        await self.sit_down()
        first, second = (world.match for world in self.worlds)
        assert known(first, self.viewer) == known(second, self.viewer), self.pair
        if self.viewer not in first.waiting_for:
            return
        await self.waver()
        for world in self.worlds:
            current.set(world)
            world.now += BOTS_WAIT
            await world.house.alarms.ring(world.house.lives[world.id])
            await until(lambda world=world: bool(world.other))  # type: ignore[misc]
        # What it is given comes first; what its choice leads to may differ, or not be there yet.
        same(self.pair, *(world.other[:1] for world in self.worlds))
        self.turns += 1


def same(pair: Pair, first: Sequence[object], second: Sequence[object]) -> None:
    """What was heard in one world is what was heard in the other, to the byte and in order."""
    if first == second:
        return
    for one, other in zip(first, second, strict=False):
        assert one == other, f"{pair}: the worlds can be told apart: {difference(one, other)}"
    raise AssertionError(f"{pair}: {len(first)} messages here, {len(second)} there")


def difference(one: object, other: object) -> str:
    """Two messages from shortly before the place where they part."""
    here, there = str(one), str(other)
    place = next((at for at, pair in enumerate(zip(here, there)) if pair[0] != pair[1]), 0)
    return " | ".join(text[max(0, place - 60) : place + 60] for text in (here, there))
