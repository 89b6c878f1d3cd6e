"""Event loops of virtual time: one for each node and one for the people, all in one order."""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import Context
from heapq import heappop, heappush
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.simulation.network import Network

IN_A_THREAD = 0.002  # seconds, at most, until a thread begins or is heard of
MOST_STEPS = 5_000_000  # of a run; more would be a loop that never ends


class Stuck(Exception):
    """What should have happened did not."""


class Time:
    """Everything that is still to happen, at whichever node, in its order."""

    def __init__(self) -> None:
        self.now = 0.0
        self.queue: list[tuple[float, int, Loop, asyncio.Handle]] = []
        self.number = 0
        self.steps = 0

    def push(self, when: float, loop: "Loop", handle: asyncio.Handle) -> None:
        self.number += 1
        heappush(self.queue, (max(when, self.now), self.number, loop, handle))

    def run(self, done: Callable[[], bool], until: float) -> None:
        """Let things happen until something is so, which must be before a certain time."""
        running: Loop | None = None
        try:
            while not done():
                if not self.queue or self.now > until or self.steps > MOST_STEPS:
                    raise Stuck(f"at {self.now:.3f} s, after {self.steps} steps")
                when, number, loop, handle = heappop(self.queue)
                if loop.dead or handle.cancelled():
                    continue
                if loop.paused_until > when:
                    heappush(self.queue, (loop.paused_until, number, loop, handle))
                    continue
                self.now = when
                self.steps += 1
                if loop is not running:
                    asyncio._set_running_loop(loop)
                    running = loop
                handle._run()
        finally:
            asyncio._set_running_loop(None)


class Loop(asyncio.BaseEventLoop):
    """The loop of one process. Once it is dead, nothing of that process happens any more."""

    def __init__(self, time: Time, network: "Network", chance: random.Random):
        super().__init__()
        self.world = time
        self.network = network
        self.chance = chance
        self.ahead = chance.uniform(0, 1_000)  # of the other loops' clocks, in seconds
        self.context = Context()  # what comes from outside happens in this
        self.dead = False
        self.paused_until = 0.0
        self.heard_at = 0.0  # when the last call of a thread is heard of
        self.mistakes: list[str] = []
        self.set_exception_handler(self._note)
        self.set_task_factory(self._task)
        self.tasks: list[asyncio.Task[Any]] = []  # of a dead loop: what was under way

    def _note(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.mistakes.append(f"{context['message']}: {context.get('exception')!r}")

    def _task(self, loop: asyncio.AbstractEventLoop, coro: Any, **more: Any) -> asyncio.Task[Any]:
        self.named = getattr(self, "named", 0) + 1
        return asyncio.Task(coro, loop=loop, name=f"task {self.named}", **more)

    def time(self) -> float:
        return self.world.now + self.ahead

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        handle = asyncio.Handle(callback, args, self, context)
        if not self.dead:
            self.world.push(self.world.now, self, handle)
        return handle

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        timer = asyncio.TimerHandle(when, callback, args, self, context)
        if not self.dead:
            self.world.push(when - self.ahead, self, timer)
        return timer

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.TimerHandle:
        return self.call_at(self.time() + delay, callback, *args, context=context)

    def _timer_handle_cancelled(self, _handle: asyncio.TimerHandle) -> None:
        pass  # it is passed over when its time comes

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Callable[..., object], *args: Any, context: Any = None
    ) -> asyncio.Handle:
        """What a thread has to say is heard a little later, in the order in which it is said."""
        wait = self.chance.uniform(0, IN_A_THREAD)
        self.heard_at = max(self.heard_at, self.time() + wait)
        return self.call_at(self.heard_at, callback, *args, context=context)

    def run_in_executor(  # type: ignore[override]
        self, executor: object, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        """A thread: it acts all at once, after a moment, and is heard of after another."""
        future = self.create_future()

        def settle(result: Any, error: BaseException | None) -> None:
            if future.done():
                return
            if error is None:
                future.set_result(result)
            else:
                future.set_exception(error)

        def work() -> None:
            try:
                self.call_soon_threadsafe(settle, func(*args), None)
            except Exception as error:  # noqa: BLE001 (whoever waits is told)
                self.call_soon_threadsafe(settle, None, error)

        self.call_later(self.chance.uniform(0, IN_A_THREAD), work)
        return future

    async def create_server(self, factory: Any, *_: Any, **where: Any) -> Any:  # type: ignore[override]
        return self.network.listen(self, factory, where["port"])

    async def create_connection(self, factory: Any, *where: Any, **more: Any) -> Any:  # type: ignore[override]
        port = more["port"] if "port" in more else where[1]
        return await self.network.connect(self, factory, port)

    # The end of a process

    def die(self) -> None:
        """Nothing happens any more: no task goes on, not even with a `finally`."""
        if not self.dead:
            self.tasks = list(asyncio.all_tasks(self))
            self.dead = True

    def bury(self) -> None:
        """Let go of what was under way; whatever that tries to do has no effect."""
        self.die()
        with inside(self):
            for task in self.tasks:
                task._log_destroy_pending = False  # type: ignore[attr-defined]
                with suppress(BaseException):
                    task.get_coro().close()
        self.tasks.clear()
        self.close()


@contextmanager
def inside(loop: Loop) -> Iterator[None]:
    """What is made here belongs to this loop."""
    before = asyncio._get_running_loop()
    asyncio._set_running_loop(loop)
    try:
        yield
    finally:
        asyncio._set_running_loop(before)


class Batches:
    """In place of a thread that takes items in batches: the same, as events of the loop."""

    def __init__(
        self,
        loop: Loop,
        slowness: Callable[[], float],
        take: Callable[[list[Any]], None],
        look: Callable[[], None],
        every: float,
    ):
        self.loop, self.slowness = loop, slowness
        self.take, self.look, self.every = take, look, every
        self.waiting: list[Any] = []
        self.busy = self.ended = False
        self.idle = asyncio.Event()

    def start(self) -> None:
        self.loop.call_later(self.every, self._look)

    def put(self, items: list[Any]) -> None:
        self.waiting += items
        if not self.busy:
            self.busy = True
            self.idle.clear()
            self.loop.call_later(self.slowness(), self._work)

    async def finish(self) -> None:
        while self.busy:
            await self.idle.wait()
        self.ended = True

    def _work(self) -> None:
        batch, self.waiting = self.waiting, []
        self.take(batch)
        if self.waiting:
            self.loop.call_later(self.slowness(), self._work)
        else:
            self.busy = False
            self.idle.set()

    def _look(self) -> None:
        if not self.ended:
            self.look()
            self.loop.call_later(self.every, self._look)
