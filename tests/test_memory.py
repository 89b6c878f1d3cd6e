"""What characters remember of a match is what was told of it, also after a choice is taken back."""

from tablee import catalogue
from tablee.bots.memory import Memory, remembered
from tablee.bots.players import bot
from tablee.bots.position import suppose
from tablee.kernel.chance import Random
from tablee.kernel.match import Match

GAME = catalogue.load("lifeboats")
CHARACTER = "grudge"


def told_anew(match: Match, seat: int) -> tuple[int, ...]:
    """What somebody feels who is told the whole match at once."""
    memory = Memory(match, seat, CHARACTER)
    memory.catch_up(match, GAME.bots.feel)  # type: ignore[attr-defined]
    return tuple(memory.numbers)


def played(seed: int) -> Match:
    return Match(GAME, GAME.dealt(4, {}, Random(seed)))


def test_memory_kept_turn_by_turn_is_the_same_as_memory_told_at_once() -> None:
    match, sailor, chance = played(3), bot("sailor", GAME), Random(1)
    moved = set()
    while not match.over:
        for seat in match.waiting_for:
            kept = remembered(match, seat, CHARACTER)
            assert kept == told_anew(match, seat)
            moved.add(kept)
            match.choose(seat, sailor(suppose(match, seat), chance))
    assert len(moved) > 20


def test_a_choice_taken_back_is_forgotten() -> None:
    match, chance = played(5), Random(2)
    sailor = bot("sailor", GAME)
    taken_back = 0
    while not match.over:
        for seat in match.waiting_for:
            match.choose(seat, sailor(suppose(match, seat), chance))
        before = [remembered(match, seat, CHARACTER) for seat in range(4)]
        if match.undoable is not None:
            seat = match.undo()
            options = match.options(seat)
            match.choose(seat, options[-1])
            taken_back += 1
            before = [told_anew(match, seat) for seat in range(4)]
        assert [remembered(match, seat, CHARACTER) for seat in range(4)] == before
    assert taken_back > 10
