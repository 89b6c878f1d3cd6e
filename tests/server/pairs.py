"""Pairs of positions that a viewer cannot tell apart, and choices after which that is still so."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from tablee.kernel.chance import Random
from tablee.kernel.events import Event
from tablee.kernel.match import Match
from tests.tables import Table, random_play

OFTEN = 0.25  # of the turns of a game are taken
TRIES = 4  # choices of the first world for which one is sought in the second
AS_MANY = 6  # choices of all seats together that are tried
MIXTURES = 12  # of the truth and a guess

Viewer = int | None
Chosen = dict[int, int]


@dataclass(frozen=True)
class Pair:
    """Two positions with other secrets, and the viewer to whom both look alike."""

    number: int
    table: Table
    viewer: Viewer
    automatic: bool
    starts: tuple[Any, Any]
    dealt: bool  # are the positions deals, and not from the midst of a game?

    def matches(self) -> list[Match]:
        """A game from each of the positions."""
        return [Match(self.table.game, start.copy()) for start in self.starts]

    def __str__(self) -> str:
        return f"{self.table} pair {self.number} seen by {self.viewer}"


def pairs(table: Table, most: int, seed: int) -> Iterator[Pair]:
    """Pairs at random moments of random games, for every viewer in turn."""
    luck = random.Random(f"{table} {seed}")
    viewers: list[Viewer] = [None, *range(table.players)]
    number = 0
    while number < most:
        game = luck.getrandbits(40)
        match = table.match(game)
        play = random_play(match, game)
        turn = 0
        while not match.over and number < most:
            if turn == 0 or luck.random() < OFTEN:
                viewer = viewers[number % len(viewers)]
                pair = at_this_moment(number, table, viewer, match, turn == 0, luck)
                if pair is not None:
                    yield pair
                    number += 1
            next(play)
            turn += 1


def at_this_moment(
    number: int, table: Table, viewer: Viewer, match: Match, dealt: bool, luck: random.Random
) -> Pair | None:
    """The truth and what the viewer may suppose; none if there is nothing to suppose."""
    truth, supposed = match.state.copy(), match.state.copy()
    chance = Random(luck.getrandbits(60), number)
    # Every seat knows more than a spectator: what they suppose in turn, a spectator may.
    for seat in range(table.players) if viewer is None else [viewer]:
        table.game.sight.guess(supposed, seat, chance)
    worlds = [Match(table.game, state.copy()) for state in (truth, supposed)]
    assert known(worlds[0], viewer) == known(worlds[1], viewer)
    others_commit = match.owed.bit_count() > 1
    if truth == supposed and not others_commit:
        return None
    automatic = luck.random() < 0.5
    if automatic:
        soon = [ahead(world, {}, True) for world in worlds]
        automatic = not soon[0][0].over and alike(viewer, *soon)
    pair = Pair(number, table, viewer, automatic, (truth, supposed), dealt)
    return nearer(pair, luck) if luck.random() < 0.5 else pair


def nearer(pair: Pair, luck: random.Random) -> Pair:
    """A pair with less that differs, so that it can be played on for longer; if there is one."""
    truth, supposed = pair.starts
    other = [name for name in type(truth).fields if getattr(truth, name) != getattr(supposed, name)]
    for _ in range(MIXTURES):
        mixed = supposed.copy()
        donor = truth.copy()
        for name in luck.sample(other, luck.randint(0, len(other))):
            setattr(mixed, name, getattr(donor, name))
        if mixed == truth or not pair.table.game.sight.sound(mixed):
            continue
        mixture = replace(pair, starts=(truth, mixed))
        worlds = [ahead(match, {}, pair.automatic) for match in mixture.matches()]
        if alike(pair.viewer, *worlds) and next_turn(mixture, worlds[0][0], worlds[1][0], luck):
            return mixture
    return pair


def known(match: Match, viewer: Viewer) -> object:
    """All of a game that a viewer may know at this moment."""
    return (
        match.view(viewer),
        match.waiting_for,
        None if match.over else match.question.name,
        match.undoable,
        [] if viewer is None else match.options(viewer),
        match.committed.get(viewer) if viewer is not None else None,
    )


Told = tuple[Match, list[Event]]


def ahead(match: Match, chosen: Chosen, automatic: bool) -> Told:
    """The game after a turn, with what follows by itself (G-4), and what is told of it."""
    after = Match(match.game, match.state.copy())
    told: list[Event] = []
    for seat, option in chosen.items():
        told += after.choose(seat, option) or []
    going_on = automatic
    while going_on and not after.over:
        forced = [(seat, after.forced(seat)) for seat in after.waiting_for]
        going_on = all(option is not None for _, option in forced)
        for seat, only in forced:
            if only is not None:
                told += after.choose(seat, only) or []
    return after, told


def alike(viewer: Viewer, first: Told, second: Told) -> bool:
    """Whether a viewer who saw all of both games was told the same."""
    return first[1] == second[1] and known(first[0], viewer) == known(second[0], viewer)


def next_turn(
    pair: Pair, first: Match, second: Match, luck: random.Random
) -> tuple[Chosen, Chosen] | None:
    """Choices of all owing seats, in each world, after which the viewer knows no more.

    None if there are none, and before the end of the game: then everything is shown.
    """
    seats = [seat for seat in range(pair.table.players) if first.owed >> seat & 1]
    if len(seats) == 1 and seats[0] != pair.viewer:
        return alone(pair, first, second, seats[0], luck)
    for _ in range(AS_MANY):
        chosen: Chosen = {}
        for seat in seats:
            both = sorted(set(first.options(seat)) & set(second.options(seat)))
            if not both:
                return None
            chosen[seat] = luck.choice(both)
        if goes(pair, *(ahead(world, chosen, pair.automatic) for world in (first, second))):
            return chosen, chosen
    return None


def alone(
    pair: Pair, first: Match, second: Match, seat: int, luck: random.Random
) -> tuple[Chosen, Chosen] | None:
    """A choice of one seat, if possible another in the second world that looks the same."""
    say = first.game.notation.say
    for option in luck.sample(first.options(seat), min(TRIES, len(first.options(seat)))):
        after = ahead(first, {seat: option}, pair.automatic)
        # Choices that look the same are written the same but for their first letter: the kind.
        others = [one for one in second.options(seat) if say(one)[1:] == say(option)[1:]]
        for other in sorted(others, key=option.__eq__):
            if goes(pair, after, ahead(second, {seat: other}, pair.automatic)):
                return {seat: option}, {seat: other}
    return None


def goes(pair: Pair, first: Told, second: Told) -> bool:
    return not first[0].over and alike(pair.viewer, first, second)
