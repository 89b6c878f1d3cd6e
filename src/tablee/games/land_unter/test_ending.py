"""How a trick ends, written a second time from the rule book, and compared over random games."""

from collections.abc import Iterator
from itertools import product

import pytest

from tablee.catalogue import load
from tablee.games.land_unter.state import Told
from tablee.kernel.chance import Random, below
from tablee.kernel.events import Event
from tablee.kernel.match import Match

GAME = load("land-unter")
SWITCHES = ("loss_passes_on", "two_left_pay", "open_play")


class Standing:
    """What lies before the players of a round, kept apart from the state of the rules."""

    def __init__(self, match: Match):
        seats = match.state.seats
        self.tricks = 0
        self.buoys = {seat: player["buoys"] for seat, player in enumerate(seen(match))}
        self.water = dict.fromkeys(range(seats), 0)
        self.laid: dict[int, int] = {}

    def sink(self, seat: int) -> None:
        del self.buoys[seat], self.water[seat]

    def loss(self, passes_on: bool, two_left_pay: bool) -> Iterator[Event]:
        """LU-11, LU-13 to LU-18: whoever is deepest pays or goes under; perhaps then the next."""
        deepest = max(self.water.values(), default=0)
        if deepest == 0:
            yield (Told.NOBODY_PAYS,)
            return
        tied = [seat for seat, level in sorted(self.water.items()) if level == deepest]
        paid = [seat for seat in tied if self.buoys[seat]]
        for seat in tied:
            if seat in paid:
                self.buoys[seat] -= 1
                yield (Told.PAYS, seat, self.buoys[seat])
            else:
                self.sink(seat)
                yield (Told.GOES_UNDER, seat)
        if not paid and passes_on and (two_left_pay or len(self.buoys) >= 3):
            yield from self.loss(passes_on, two_left_pay)

    def ending(self, flood: list[int], switches: dict[str, bool]) -> Iterator[Event]:
        """LU-9 to LU-12."""
        best = sorted(self.laid, key=lambda seat: -self.laid[seat])
        for seat, level in zip(best[:2], sorted(flood), strict=True):
            self.water[seat] = level
            yield (Told.TAKES, seat, level)
        yield from self.loss(switches["loss_passes_on"], switches["two_left_pay"])
        self.laid.clear()
        self.tricks += 1

    @property
    def over(self) -> bool:
        """LU-18."""
        return self.tricks == 12 or len(self.buoys) < 3

    def points(self, seats: int) -> Iterator[Event]:
        """LU-19, LU-20."""
        for seat in range(seats):
            score = self.buoys.get(seat, -1)
            if seat in self.water and self.water[seat] == min(self.water.values()):
                score += 1
                yield (Told.LOWEST, seat)
            yield (Told.SCORES, seat, score)


def seen(match: Match) -> list[dict[str, int]]:
    players: list[dict[str, int]] = match.view(None)["players"]
    return players


@pytest.mark.parametrize("players", [3, 4, 5])
def test_LU_18_every_trick_of_random_games_ends_as_the_book_says(players: int) -> None:
    fewest = players  # left at the end of a round
    for switches in [dict(zip(SWITCHES, on)) for on in product((False, True), repeat=3)]:
        for seed in range(40):
            match = Match(GAME, GAME.dealt(players, switches, Random(seed)))
            fewest = min(fewest, compare(match, switches, seed))
    assert fewest == players - 3


def random_play(match: Match, chance: Random) -> Iterator[list[Event]]:
    while not match.over:
        events = None
        for seat in match.waiting_for:
            cards = match.options(seat)
            events = match.choose(seat, cards[below(chance, len(cards))])
        yield events or []


def compare(match: Match, switches: dict[str, bool], seed: int) -> int:
    """One whole game; returns the fewest players that were left at the end of a round."""
    seats: int = match.state.seats
    fewest = seats
    standing, flood = Standing(match), match.view(None)["water"]
    for events in random_play(match, Random(seed, 99)):
        plays = [event for event in events if event[0] == Told.PLAYS]
        standing.laid |= {event[1]: event[2] for event in plays}
        if set(standing.laid) < set(standing.buoys):
            assert events == plays
            continue
        expected = [*plays, *standing.ending(flood, switches)]
        if standing.over:
            rounds = match.state.rounds_done
            expected += [*standing.points(seats), (Told.ROUND_ENDS, rounds)]
            fewest = min(fewest, len(standing.buoys))
            standing = Standing(match)
        assert list(events) == expected
        if not match.over:
            flood = match.view(None)["water"]
            for seat, player in enumerate(seen(match)):
                assert bool(player["out"]) == (seat not in standing.buoys)
                assert player["buoys"] == standing.buoys.get(seat, 0)
                assert player["level"] == standing.water.get(seat, 0)
    return fewest
