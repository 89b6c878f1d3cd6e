"""The coach: hints at the table; after the game, what could have been done better."""

import asyncio
import hashlib
import zlib
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from weakref import WeakValueDictionary

from tablee import catalogue
from tablee.bots.analysis import Judgement, decisions, margin
from tablee.bots.par import Points, by_hand
from tablee.bots.position import Packed, Position, suppose
from tablee.kernel import record
from tablee.kernel.compile import available
from tablee.kernel.match import Match
from tablee.kernel.record import Record
from tablee.server.bots.faults import Failed, tell
from tablee.server.bots.keepers import think
from tablee.server.bots.studies import Advice, Weighed, advise, judge
from tablee.server.bots.workers import Busy
from tablee.server.people import Person
from tablee.server.refusals import Declined, playable
from tablee.server.tables.table import Table

if TYPE_CHECKING:
    from tablee.server.house.house import House

A_MOMENT = 1.0  # seconds after the opening, when people have been let in
MOST_KEPT = 200  # results of studies that are kept in memory
MOST_WAITING = 20  # studies at once
USED_LATELY = 300  # tables of which the games are made ready first


@dataclass(frozen=True)
class Judged:
    """The decisions of a seat, and how far it was ahead at the end."""

    judgements: list[Judgement]
    end: float


@dataclass(frozen=True)
class Asker:
    """Who asks for a study, of which table's game, and whether one that failed is to go again."""

    person: Person
    table: str = ""  # none: a record that was at no table of this house
    again: bool = False


@dataclass
class Study:
    """Something long that is being worked out."""

    where: dict[str, int] = field(default_factory=dict)  # what of it just now, for the log
    share: float = 0.0  # of it that is done
    result: Any = None
    failed: bool = False  # and is not begun anew before somebody asks for that
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self, seconds: float) -> None:
        """Until it is done, or for so long."""
        try:
            async with asyncio.timeout(seconds):
                await self.ended.wait()
        except TimeoutError:
            pass


Given = ParamSpec("Given")
Result = TypeVar("Result")
Work = Callable[[Study, int], Awaitable[Any]]


class Coach:
    """Asks the searching bots; one study at a time, so that the tables come first."""

    def __init__(self, house: "House"):
        self.house = house
        self.studies: OrderedDict[str, Study] = OrderedDict()
        self.one_at_a_time = asyncio.Semaphore(1)
        self.turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def warm_up(self) -> None:
        """Make the searches of all games ready, the games that are played most first."""
        await asyncio.sleep(A_MOMENT)
        await self.house.keepers.make_ready(await self.games_by_use())

    async def games_by_use(self) -> list[str]:
        """All games, those first that are played most."""
        used = Counter(await self.house.store.games_played(USED_LATELY))
        return sorted(catalogue.titles(), key=lambda game: -used[game])

    def check_ready(self, game: str, again: bool) -> None:
        """Refuse to search a game that cannot be searched, or not yet.

        Where its search could not be made ready, that is tried again if it is asked for.
        """
        if not self.house.settings.bots:
            raise Declined("no_bots")
        if not available():
            raise Declined("no_search")
        if self.house.keepers.has_failed(game):
            if not again:
                raise Declined("work_failed")
            self.house.keepers.begin_anew(game)
        if not self.house.keepers.is_ready(game):
            raise Declined("not_ready")

    async def hint(self, person: Person, table: str, again: bool) -> Advice:
        """What the captain would do in this person's place."""
        live = await self.house.find(table)
        async with live.lock:
            await self.house.refresh(live)
            turn, seq = live.table.turn, live.table.seq
            position = position_of(live.table, person)
        known = live.advice.get(position.seat)
        if known is not None and known.turn == turn:
            return known
        weighed: list[Weighed] = [(position.options[0], 0.0, 0)]
        if len(position.options) > 1:
            self.check_ready(position.game.id, again)
            weighed = await self._weighed(position, person, table, seq)
        live.advice[position.seat] = advice = Advice(turn, position, weighed)
        return advice

    async def _weighed(
        self, position: Position, person: Person, table: str, seq: int
    ) -> list[Weighed]:
        """What the captain finds out; it counts for nobody if it fails or cannot be begun."""
        hints, seed, seat = (
            self.house.doorman.hints,
            self.house.store.machine.new_seed(),
            position.seat,
        )
        hints.count(person.id)
        try:
            return await self.house.keepers.deep.run(advise, position.pack(), seed)
        except (Busy, Failed) as error:
            hints.give_back(person.id)
            if isinstance(error, Busy):
                raise Declined("not_ready") from None
            tell(error, "hint", position.game.id, table, seq=seq, seat=seat, seed=seed)
            raise Declined("work_failed") from None

    async def replay(
        self, who: str, work: Callable[Given, Result], *args: Given.args, **more: Given.kwargs
    ) -> Result:
        """Something for which a game is played again.

        One at a time for each who asks: nobody waits for all that somebody else has asked for.
        """
        if who:
            self.house.doorman.replays.count(who)
        async with self.turns.setdefault(who, asyncio.Lock()):
            try:
                return await self.house.keepers.replays.run(work, *args, **more)
            except Busy:
                raise Declined("too_many") from None

    async def analysis(self, kept: Record, seat: int, asker: Asker) -> Study:
        """The decisions of a seat in a game that is over, judged one by one."""
        key = key_of(kept, f"analysis {seat}")
        if known := self._known(key, asker):
            return known
        found, end = await self.replay(asker.person.id, played_again, kept, seat)

        async def work(study: Study, seed: int) -> Judged:
            judgements: list[Judgement] = []
            for number, (packed, turn, chosen) in enumerate(found):
                study.where = {"seat": seat, "turn": turn, "seed": seed + number}
                judgements.append(await self._run(judge, packed, turn, chosen, seed + number))
                study.share = len(judgements) / len(found)
            return Judged(judgements, end)

        return self._begin(key, kept, asker, work)

    def par(self, kept: Record, asker: Asker) -> Study:
        """What was made of each hand of a game that is over, and what champions would have."""
        key = key_of(kept, "par")
        if known := self._known(key, asker):
            return known

        async def work(study: Study, seed: int) -> tuple[Points, Points]:
            study.where = {"seed": seed}
            played = await self.house.keepers.replays.run(hands_of, kept)
            match = record.begin(catalogue.load(kept.game), kept)
            while not match.over:
                await champions_choose(match, seed, self._run)
                study.share = min(0.99, len(match.sizes) / max(1, len(kept.turns)))
            return played, by_hand(match.game, match.state)

        return self._begin(key, kept, asker, work)

    def _known(self, key: str, asker: Asker) -> Study | None:
        """A study that was asked for lately, unless it failed and is to be begun anew."""
        known = self.studies.get(key)
        return None if known and known.failed and asker.again else known

    def _begin(self, key: str, kept: Record, asker: Asker, work: Work) -> Study:
        """A study nobody has asked for lately."""
        if known := self._known(key, asker):  # asked for by somebody else in the meantime
            return known
        self.check_ready(kept.game, asker.again)
        if sum(not one.ended.is_set() for one in self.studies.values()) >= MOST_WAITING:
            raise Declined("too_many")
        self.house.doorman.analyses.count(asker.person.id)
        study = self.studies[key] = Study()
        self.house.spawn(self._work(key, study, work, kept, asker))
        while len(self.studies) > MOST_KEPT:
            self.studies.popitem(last=False)
        return study

    async def _work(self, key: str, study: Study, work: Work, kept: Record, asker: Asker) -> None:
        """The same game always has the same luck, and so the same result."""
        try:
            async with self.one_at_a_time:
                study.result = await work(study, zlib.crc32(key.encode()))
        except Exception as error:  # noqa: BLE001 (it is told)
            study.failed = True
            self.house.doorman.analyses.give_back(asker.person.id)
            kind, *_ = key.split()
            tell(error, kind, kept.game, asker.table, kept, **study.where)
        except BaseException:  # whoever asks next begins anew
            self.studies.pop(key, None)
            raise
        finally:
            study.ended.set()

    async def _run(self, work: Callable[..., Any], *given: object) -> Any:
        """What a function comes to in another process, once there is room for it."""
        while True:
            try:
                return await self.house.keepers.deep.run(work, *given)
            except Busy:
                await asyncio.sleep(A_MOMENT)


async def champions_choose(match: Match, seed: int, run: Callable[..., Awaitable[Any]]) -> None:
    """One turn; everybody chooses by what they know."""
    seats, seed = match.waiting_for, seed + len(match.sizes)
    positions = [suppose(match, seat) for seat in seats]
    chosen = [await run(think, position.pack(), "champion", seed) for position in positions]
    for seat, choice in zip(seats, chosen, strict=True):
        match.choose(seat, choice.option)


def position_of(table: Table, person: Person) -> Position:
    """What somebody knows who owes a choice, at a table where hints are given."""
    seat = table.seat_of(person.id)
    if seat is None:
        raise Declined("not_seated")
    if not table.plan.hints:
        raise Declined("hints_are_off")
    if table.status != "playing":
        raise Declined("not_playing")
    if table.places[seat].kept:
        raise Declined("kept")
    if seat not in table.playing.waiting_for:
        raise Declined("not_owed")
    return suppose(table.playing, seat)


def key_of(kept: Record, what: str) -> str:
    """The name of a study of a game."""
    return f"{what} {hashlib.sha256(record.dump(kept)).hexdigest()}"


def hands_of(kept: Record) -> Points:
    """What each seat made of each hand."""
    with playable():
        match = record.begin(catalogue.load(kept.game), kept)
        for _ in record.replay(match, kept):
            pass
    return by_hand(match.game, match.state)


def played_again(kept: Record, seat: int) -> tuple[list[tuple[Packed, int, int]], float]:
    """The decisions of a seat, and how far it was ahead at the end."""
    with playable():
        match = record.begin(catalogue.load(kept.game), kept)
        if seat >= match.state.seats:
            raise Declined("no_such_seat", seats=match.state.seats)
        found = [
            (one.position.pack(), one.turn, one.chosen) for one in decisions(match, kept, seat)
        ]
        return found, margin(match, seat)
