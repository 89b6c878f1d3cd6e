"""The coach: hints at the table; after the game, what could have been done better."""

import asyncio
import hashlib
import secrets
import zlib
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tablee import catalogue
from tablee.bots.analysis import Decision, Judgement, decisions, margin
from tablee.bots.par import Points, by_hand
from tablee.bots.position import Position, suppose
from tablee.kernel import record
from tablee.kernel.compile import available
from tablee.kernel.match import Match
from tablee.kernel.record import Record
from tablee.server.bots.keepers import SEEDS, think
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


@dataclass
class Study:
    """Something long that is being worked out."""

    share: float = 0.0  # of it that is done
    result: Any = None
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def wait(self, seconds: float) -> None:
        """Until it is done, or for so long."""
        try:
            async with asyncio.timeout(seconds):
                await self.ended.wait()
        except TimeoutError:
            pass


Work = Callable[[Study, int], Awaitable[Any]]


class Coach:
    """Asks the searching bots; one study at a time, so that the tables come first."""

    def __init__(self, house: "House"):
        self.house = house
        self.studies: OrderedDict[str, Study] = OrderedDict()
        self.one_at_a_time = asyncio.Semaphore(1)

    async def warm_up(self) -> None:
        """Make the searches of all games ready, the games that are played most first."""
        await asyncio.sleep(A_MOMENT)
        await self.house.keepers.make_ready(await self.games_by_use())

    async def games_by_use(self) -> list[str]:
        """All games, those first that are played most."""
        used = Counter(await self.house.store.games_played(USED_LATELY))
        return sorted(catalogue.titles(), key=lambda game: -used[game])

    def check_ready(self, game: str) -> None:
        """Refuse to search a game that cannot be searched, or not yet."""
        if not self.house.settings.bots:
            raise Declined("no_bots")
        if not available():
            raise Declined("no_search")
        if not self.house.keepers.is_ready(game):
            raise Declined("not_ready")

    async def hint(self, person: Person, table: str) -> Advice:
        """What the captain would do in this person's place."""
        live = await self.house.find(table)
        async with live.lock:
            await self.house.refresh(live)
            turn, position = live.table.turn, position_of(live.table, person)
        known = live.advice.get(position.seat)
        if known is not None and known.turn == turn:
            return known
        weighed: list[Weighed] = [(position.options[0], 0.0, 0)]
        if len(position.options) > 1:
            self.check_ready(position.game.id)
            self.house.doorman.hints.count(person.id)
            weighed = await self._run(advise, position.pack(), secrets.randbelow(SEEDS))
        live.advice[position.seat] = advice = Advice(turn, position, weighed)
        return advice

    async def analysis(self, kept: Record, seat: int, person: Person) -> Study:
        """The decisions of a seat in a game that is over, judged one by one."""
        key = key_of(kept, f"analysis {seat}")
        if key in self.studies:
            return self.studies[key]
        found, end = await asyncio.to_thread(played_again, kept, seat)

        async def work(study: Study, seed: int) -> Judged:
            judgements: list[Judgement] = []
            for number, one in enumerate(found):
                given = one.position.pack(), one.turn, one.chosen
                judgements.append(await self._run(judge, *given, seed + number))
                study.share = len(judgements) / len(found)
            return Judged(judgements, end)

        return self._begin(key, kept, person, work)

    def par(self, kept: Record, person: Person) -> Study:
        """What champions would have made of each hand of a game that is over."""
        key = key_of(kept, "par")
        if key in self.studies:
            return self.studies[key]

        async def work(study: Study, seed: int) -> Points:
            match = record.begin(catalogue.load(kept.game), kept)
            while not match.over:
                await self._champions_choose(match, seed + len(match.sizes))
                study.share = min(0.99, len(match.sizes) / max(1, len(kept.turns)))
            return by_hand(match.game, match.state)

        return self._begin(key, kept, person, work)

    async def _champions_choose(self, match: Match, seed: int) -> None:
        """One turn; everybody chooses by what they know."""
        seats = match.waiting_for
        positions = [suppose(match, seat) for seat in seats]
        chosen = [
            await self._run(think, position.pack(), "champion", seed) for position in positions
        ]
        for seat, choice in zip(seats, chosen, strict=True):
            match.choose(seat, choice.option)

    def _begin(self, key: str, kept: Record, person: Person, work: Work) -> Study:
        """A study nobody has asked for lately."""
        if key in self.studies:  # asked for by somebody else in the meantime
            return self.studies[key]
        self.check_ready(kept.game)
        if sum(not one.ended.is_set() for one in self.studies.values()) >= MOST_WAITING:
            raise Declined("too_many")
        self.house.doorman.analyses.count(person.id)
        study = self.studies[key] = Study()
        self.house.spawn(self._work(key, study, work))
        while len(self.studies) > MOST_KEPT:
            self.studies.popitem(last=False)
        return study

    async def _work(self, key: str, study: Study, work: Work) -> None:
        """The same game always has the same luck, and so the same result."""
        try:
            async with self.one_at_a_time:
                study.result = await work(study, zlib.crc32(key.encode()))
        except BaseException:  # whoever asks next begins anew
            self.studies.pop(key, None)
            raise
        finally:
            study.ended.set()

    async def _run(self, work: Callable[..., Any], *given: object) -> Any:
        try:
            return await self.house.keepers.deep.run(work, *given)
        except Busy:
            raise Declined("not_ready") from None


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


def played_again(kept: Record, seat: int) -> tuple[list[Decision], float]:
    """The decisions of a seat, and how far it was ahead at the end."""
    with playable():
        match = record.begin(catalogue.load(kept.game), kept)
        if seat >= match.state.seats:
            raise Declined("no_such_seat", seats=match.state.seats)
        return list(decisions(match, kept, seat)), margin(match, seat)
