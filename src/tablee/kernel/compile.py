"""The same rules compiled: `link(make, game)` turns a loop over a game's rules into machine code.

`make(game)` is a plain function that returns a plain function (see playout.py). Interpreted, that
is all; linked, Numba compiles it with every rules function it reaches. The cache on disk is keyed
on all sources it may reach, because Numba's own does not notice a change in a function called from
another file.
"""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import Any, cast

from tablee.kernel import chance, layout, offers, sets
from tablee.kernel.errors import CompiledExtraMissing
from tablee.kernel.game import Game
from tablee.kernel.kinds import KindType

Loop = Callable[..., Any]
HOUSE = Path(__file__).parents[1]


def available() -> bool:
    """Whether the compiled extra is installed."""
    return find_spec("numba") is not None


def link(make: Callable[[Game], Loop], game: Game, compiled: bool = True) -> Loop:
    """The loop `make(game)` of this game, compiled. The first compilation says so on stderr."""
    loop = make(game)
    if not compiled:
        return loop
    numba = load_numba()
    functions = list(reachable(loop))
    for function in functions:
        teach(function)
    linked: Any = numba.njit(nogil=True)(loop)
    folder = cache_folder(game.folder)
    if folder is not None:
        from tablee.kernel.kept_code import KeptCode

        linked._cache = KeptCode(loop, functions, folder)
    return cast(Loop, linked)


def reachable(function: Loop) -> Iterator[Loop]:
    """Every function of ours that this one calls, directly or not."""
    seen = set()
    waiting = [function]
    while waiting:
        caller: Any = waiting.pop()
        used = [cell.cell_contents for cell in caller.__closure__ or ()]
        used += [caller.__globals__.get(name) for name in caller.__code__.co_names]
        for other in used:
            if isinstance(other, FunctionType) and other.__module__.startswith(HOUSE.name):
                if other not in seen:
                    yield other
                    waiting.append(other)
                seen.add(other)


@cache
def teach(function: Loop) -> None:
    """Let compiled code call this plain function."""
    from numba.extending import register_jitable

    otherwise = (sets.count, sets.lowest, layout.copy_state)
    if function not in otherwise and function.__module__ != offers.__name__:
        register_jitable(function)


@cache
def load_numba() -> Any:
    """Numba, taught our primitives; the first place that imports it."""
    if not available():
        raise CompiledExtraMissing(
            "Compiled rules need Numba; it comes with the extra `fast`: pip install '.[fast]'."
        )
    import numba

    teach_primitives()
    teach_offers()
    announce_compilations()
    return numba


def teach_primitives() -> None:
    """What compiled code does another way, to the same end: sets, kinds and chance."""
    from numba import types
    from numba.core.typing import signature
    from numba.cpython.unsafe.numbers import trailing_zeros
    from numba.extending import intrinsic, overload, overload_method, typeof_impl

    @intrinsic
    def ones(typing: Any, cards: Any) -> Any:
        return signature(types.int64, types.int64), lambda _, builder, __, args: builder.ctpop(
            *args
        )

    @overload(sets.count, strict=False)
    def count(cards: Any) -> Any:
        return lambda cards: ones(cards)

    @overload(sets.lowest, strict=False)
    def lowest(cards: Any) -> Any:
        return lambda cards: trailing_zeros(cards)

    @overload(layout.copy_state, strict=False)
    def copy_state(states: Any, source: Any, target: Any) -> Any:
        def overwrite(states: Any, source: Any, target: Any) -> None:
            states[target] = states[source]

        return overwrite

    @typeof_impl.register(KindType)
    def kinds(numbers: KindType, _: Any) -> Any:
        return types.Module(numbers)  # as from a module, its numbers are read as constants

    @overload_method(types.Array, "word", strict=False)
    def word(chance: Any) -> Any:
        return lambda chance: sfc32(chance)

    sfc32 = chance.sfc32
    teach(sfc32)


def teach_offers() -> None:
    """Offers as an array: slot 0 counts, the options follow."""
    from numba.cpython.unsafe.numbers import trailing_zeros
    from numba.extending import overload

    @overload(offers.clear, strict=False)
    def clear(offers: Any) -> Any:
        def forget(offers: Any) -> None:
            offers[0] = 0

        return forget

    @overload(offers.offer, strict=False)
    def offer(offers: Any, option: Any) -> Any:
        def add(offers: Any, option: Any) -> None:
            offers[0] += 1
            offers[offers[0]] = option

        return add

    @overload(offers.offer_all, strict=False)
    def offer_all(offers: Any, first: Any, cards: Any) -> Any:
        def add(offers: Any, first: Any, cards: Any) -> None:
            last = offers[0]
            while cards:
                last += 1
                offers[last] = first + trailing_zeros(cards)
                cards &= cards - 1
            offers[0] = last

        return add

    @overload(offers.how_many, strict=False)
    def how_many(offers: Any) -> Any:
        return lambda offers: offers[0]

    @overload(offers.option_at, strict=False)
    def option_at(offers: Any, place: Any) -> Any:
        return lambda offers, place: offers[1 + place]

    @overload(offers.any_of, strict=False)
    def any_of(offers: Any, chance: Any) -> Any:
        return lambda offers, chance: offers[1 + below(chance, offers[0])]

    @overload(offers.thin, strict=False)
    def thin(offers: Any, most: Any, chance: Any) -> Any:
        def keep_some(offers: Any, most: Any, chance: Any) -> None:
            if offers[0] > most:
                for place in range(1, most + 1):
                    other = place + below(chance, offers[0] - place + 1)
                    offers[place], offers[other] = offers[other], offers[place]
                offers[0] = most

        return keep_some

    below = chance.below


def announce_compilations() -> None:
    """Say once that the rules are being compiled, and how long it took, where somebody reads it."""
    from numba.core import event

    class Announcer(event.Listener):
        depth = 0
        started = 0.0

        def on_start(self, _: Any) -> None:
            if self.depth == 0:
                self.started = time.perf_counter()
                print("compiling the rules, once ...", end="", file=sys.stderr, flush=True)
            self.depth += 1

        def on_end(self, _: Any) -> None:
            self.depth -= 1
            if self.depth == 0:
                print(f" {time.perf_counter() - self.started:.1f} s", file=sys.stderr, flush=True)

    event.register("numba:compile", Announcer())


@cache
def cache_folder(game: str) -> Path | None:
    """Where compiled code is kept: one folder for each state of its sources; None if nowhere."""
    sources = hashlib.sha256(os.environ.get("NUMBA_BOUNDSCHECK", "").encode())
    folders = (HOUSE / "kernel", HOUSE / "bots", HOUSE / "games" / game)
    for path in sorted(path for folder in folders for path in folder.rglob("*.py")):
        sources.update(path.relative_to(HOUSE).as_posix().encode() + b"\0" + path.read_bytes())
    place = os.environ.get("TABLEE_CACHE")
    if not place:
        try:
            usual = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        except RuntimeError:  # nobody knows who we are
            return None
        place = str(Path(usual) / HOUSE.name)
    return Path(place) / sources.hexdigest()[:20]
