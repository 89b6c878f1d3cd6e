"""What fails behind the scenes: in the log, once, with what to run to see it again; it is free."""

import asyncio
import io
import json
import shlex
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import structlog

from tablee.server.bots import workers
from tablee.server.running import logs
from tests.server import faults
from tests.server.client import Client, Message, owes, play_on
from tests.server.company import begin, code, company, said, spend
from tests.server.houses import GENEROUS, Serving, house_at, serve
from tests.waiting import asked_until

PATIENCE = 400.0  # seconds: the first search of all is compiled
GAME = "land-unter"
FEW = msgspec.structs.replace(GENEROUS, hints_per_minute=1, analyses_per_hour=1)
REPEAT = "from tests.server.faults import break_here; from tablee.cli import main; import sys; "
FAILS = 2  # the exit status

Ask = Callable[[], Awaitable[httpx.Response]]


class Fault:
    """A fault in all that judges positions, which can be switched on and off."""

    def __init__(self, file: Path):
        self.file = file

    @contextmanager
    def on(self, kind: str = faults.RAISES) -> Iterator[None]:
        self.file.write_text(kind)
        try:
            yield
        finally:
            self.file.unlink()

    def asked(self) -> list[str]:
        """What was asked about while it was on, told apart."""
        file = self.file.with_suffix(".asked")
        return file.read_text().splitlines() if file.exists() else []


@pytest.fixture(scope="module")
def fault(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fault]:
    file = tmp_path_factory.mktemp("fault") / "fault"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(faults.FILE, str(file))
        patch.setattr(workers, "prepare", faults.prepare_faulty)
        yield Fault(file)


@pytest.fixture(scope="module")
def serving(shared_url: str, fault: Fault) -> Iterator[Serving]:
    """One house for all tests, since its searches have to be made ready."""
    with serve(house_at(shared_url, limits=FEW)) as serving:
        yield serving


@pytest.fixture(autouse=True)
def log() -> Iterator[io.StringIO]:
    """Everything the house writes in its log."""
    stream = io.StringIO()
    logs.configure(stream)
    yield stream
    structlog.reset_defaults()


def failures(log: io.StringIO) -> list[Message]:
    """What failed, as the log tells it; and that it tells no card."""
    assert faults.SECRET not in log.getvalue()
    found = [json.loads(line) for line in log.getvalue().splitlines()]
    return [one for one in found if one["event"] == "work failed"]


def forget(log: io.StringIO) -> None:
    log.seek(0)
    log.truncate()


async def answered(ask: Ask, status: int) -> httpx.Response:
    """The answer when it is neither "not ready" nor "not done" any more."""

    def is_done(answer: httpx.Response) -> bool:
        not_ready = answer.status_code == 409 and code(answer, 409) == "not_ready"
        return answer.status_code != 202 and not not_ready

    answer = await asked_until(ask, is_done)
    assert answer.status_code == status, answer.text
    return answer


def repeat(told: Message, url: str, *file: str) -> tuple[int, str]:
    """Run what the log says, with the fault or without it: exit status and complaint."""
    words = [file[0] if file and word == "FILE" else word for word in shlex.split(told["repeat"])]
    assert words[0] == "tablee"
    command = [sys.executable, "-c", f"{REPEAT}break_here(); sys.exit(main(sys.argv[1:]))"]
    ran = subprocess.run(
        [*command, *words[1:], "--database", url], capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stderr


def check_repeats(
    told: Message, fault: Fault, url: str, *file: str, position: str | None = None
) -> None:
    """It meets the same position, the last one if not told; and goes through without the fault."""
    expected = position or fault.asked()[-1]
    with fault.on():
        status, complaint = repeat(told, url, *file)
        assert status == FAILS, complaint
        assert "Traceback" in complaint
        assert faults.SECRET in complaint  # who runs it sees all
        assert fault.asked()[-1] == expected
    if told["work"] != "par":  # which is a whole game of champions
        assert repeat(told, url, *file) == (0, "")


def check_told(told: Message, **fields: Any) -> None:
    """The log tells which work it was, and through which lines of the worker it came."""
    assert {name: told.get(name) for name in fields} == fields
    assert told["level"] == "error"
    assert told["error"] == "IndexError"
    assert "attempt" in told["through"][0]
    assert told["through"][-1].endswith("faulty_ratings")


async def play_a_turn(person: Client, table: str) -> None:
    """Choose, and wait until everybody has."""
    page = await person.wait(table, owes)
    number = page["common"]["turn"]["number"]
    await person.choose(table)
    await person.wait(table, lambda page: owes(page) and page["common"]["turn"]["number"] > number)


def test_a_bot_that_raises_is_told_and_the_game_goes_on(
    database_url: str, fault: Fault, log: io.StringIO
) -> None:
    before = len(fault.asked())

    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            with fault.on():
                table = await begin([anna], GAME, "sailor", "sailor")
                for _ in range(2):
                    await play_a_turn(anna, table)
            told, *_ = failures(log)
            seat = told["seat"]
            check_told(told, work="bot", game=GAME, table=table[:6], bot=bot_at(anna, table, seat))
            assert len({(one["seat"], one["bot"]) for one in failures(log)}) == 2
            assert "bot_was_hasty" in said(anna, table)  # people see that it did not think
            # Two bots think at once, and may have begun the next turn: each has its own order.
            own = [one for one in failures(log) if one["seat"] == seat]
            events = list(dict.fromkeys(one["seq"] for one in own))
            asked = dict.fromkeys(fault.asked()[before:])
            position = [one for one in asked if one.startswith(f"{seat} ")][len(events) - 1]
            last = next(one for one in own if one["seq"] == events[-1])
            repeats = partial(check_repeats, position=position)
            await asyncio.to_thread(repeats, last, fault, database_url)

    spend(house_at(database_url), evening)


def bot_at(client: Client, table: str, seat: int) -> str:
    chair = client.pages[table]["common"]["chairs"][seat]
    return f"{chair['level']}-{chair['character']}"


def test_a_search_that_raises_is_told_and_a_quick_bot_answers(
    serving: Serving, shared_url: str, fault: Fault, log: io.StringIO
) -> None:
    async def evening() -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await begin([anna], GAME, "sailor", "captain")
            await answered(lambda: anna.http.get(f"/tables/{table}/hint"), 200)  # it is ready
            with fault.on():
                for _ in range(2):  # in the first one the captain may have chosen before
                    await play_a_turn(anna, table)
            first, second = [one for one in failures(log) if one["seat"] == 2][:2]
            check_told(first, work="bot", bot="captain")
            check_told(second, work="bot", bot="sailor")  # it answers in the place of the captain
            assert "bot_was_hasty" in said(anna, table)
            only = [one for one in failures(log) if one["bot"] == "captain"][-1]
            status, complaint = await asyncio.to_thread(repeat, only, shared_url)
            assert (status, complaint) == (0, "")

    asyncio.run(evening())


def test_a_worker_that_is_killed_is_told_and_the_game_goes_on(
    database_url: str, fault: Fault, log: io.StringIO
) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            with fault.on(faults.KILLS):
                table = await begin([anna], GAME, "sailor", "sailor")
                await play_a_turn(anna, table)
            assert {one["error"] for one in failures(log)} == {"a worker was killed"}
            await play_a_turn(anna, table)

    spend(house_at(database_url), evening)


def test_a_hint_that_fails_is_told_and_costs_nothing(
    serving: Serving, shared_url: str, fault: Fault, log: io.StringIO
) -> None:
    async def evening() -> None:
        async with company(serving.url, "Anna", "Bert", languages=["en", "de"]) as people:
            anna, bert = people
            table = await begin(people, GAME, "sailor")
            # Who asks first waits until the search is ready.
            await answered(lambda: bert.http.get(f"/tables/{table}/hint"), 200)
            with fault.on():
                answer = await anna.http.get(f"/tables/{table}/hint")
            assert code(answer, 500) == "work_failed"
            assert faults.SECRET not in answer.text
            (told,) = failures(log)
            check_told(told, work="hint", game=GAME, table=table[:6], seat=0)
            await asyncio.to_thread(check_repeats, told, fault, shared_url)
            again = await anna.http.get(f"/tables/{table}/hint")  # one in a minute, and it is left
            assert again.status_code == 200

    asyncio.run(evening())


def test_an_analysis_that_fails_is_told_once_and_begun_anew_on_demand(
    serving: Serving, shared_url: str, fault: Fault, log: io.StringIO, tmp_path: Path
) -> None:
    async def evening() -> None:
        async with company(serving.url, "Anna", "Bert") as (anna, bert):
            table = await begin([anna], GAME, "sailor", "cadet")
            await play_on(anna, table)
            path = f"/tables/{table}/analysis"
            kept = await anna.get(f"/tables/{table}/record")
            await answered(lambda: bert.http.get(path, params={"seat": 1}), 200)
            with fault.on():
                await failing_study(lambda **more: anna.http.get(path, params=more), log)
            (told,) = failures(log)
            check_told(told, work="analysis", game=GAME, table=table[:6], seat=0, turn=told["turn"])
            await asyncio.to_thread(check_repeats, told, fault, shared_url)
            await answered(lambda: anna.http.get(path), 500)  # not by itself
            told = dict((await anna.http.get(path, params={"again": True})).json())
            assert told["share"] <= 1
            done = (await answered(lambda: anna.http.get(path), 200)).json()
            assert done["decisions"]

            kept["seats"] = ["Xenia", "Yvo", "Zoe"]
            kept.pop("fair", None)
            async with company(serving.url, "Cleo") as (cleo,):
                forget(log)
                with fault.on():
                    await failing_study(
                        lambda **more: cleo.http.post(
                            "/records/analysis", params={"seat": 2, **more}, json=kept
                        ),
                        log,
                    )
                (told,) = failures(log)
                check_told(told, work="analysis", game=GAME, seat=2)
                assert "Xenia" not in log.getvalue()
                file = tmp_path / "record.json"
                file.write_text(told["record"])
                await asyncio.to_thread(check_repeats, told, fault, shared_url, str(file))

    asyncio.run(evening())


def test_a_par_that_fails_is_told_once_and_begun_anew_on_demand(
    serving: Serving, shared_url: str, fault: Fault, log: io.StringIO
) -> None:
    async def evening() -> None:
        async with company(serving.url, "Anna", "Bert") as (anna, bert):
            table = await begin([anna], GAME, "sailor", "cadet")
            await play_on(anna, table)
            # Who asks first waits until the search is ready.
            await answered(lambda: bert.http.get(f"/tables/{table}/analysis?seat=1"), 200)
            path = f"/tables/{table}/par"
            with fault.on():
                await failing_study(lambda **more: anna.http.get(path, params=more), log)
            (told,) = failures(log)
            check_told(told, work="par", game=GAME, table=table[:6])
            await asyncio.to_thread(check_repeats, told, fault, shared_url)
            await anna.http.get(path, params={"again": True})
            assert (await answered(lambda: anna.http.get(path), 200)).json()["hands"]

    asyncio.run(evening())


async def failing_study(ask: Callable[..., Awaitable[httpx.Response]], log: io.StringIO) -> None:
    """It fails once, says so to everybody who asks, and nothing is done again meanwhile."""
    answer = await answered(ask, 500)
    assert code(answer, 500) == "work_failed"
    assert len(failures(log)) == 1
    for _ in range(3):
        assert code(await ask(), 500) == "work_failed"
    assert len(failures(log)) == 1
    forget(log)
    await ask(again=True)  # which fails like the first time, and costs nothing again
    await answered(ask, 500)
    assert len(failures(log)) == 1


def test_a_search_that_cannot_be_made_ready_is_told_and_tried_again_on_demand(
    database_url: str, fault: Fault, log: io.StringIO
) -> None:
    async def evening(serving: Serving) -> None:
        async with company(serving.url, "Anna") as (anna,):
            table = await begin([anna], GAME, "sailor", "sailor")
            path = f"/tables/{table}/hint"
            with fault.on():
                answer = await answered(lambda: anna.http.get(path), 500)
                assert code(answer, 500) == "work_failed"
                assert code(await anna.http.get(path), 500) == "work_failed"
            lines = [json.loads(line) for line in log.getvalue().splitlines()]
            (told,) = [one for one in lines if one["event"] == "search fails"]
            assert told["game"] == GAME
            assert told["repeat"].startswith(f"tablee arena {GAME} ")
            assert told["through"][-1].endswith("faulty_ratings")
            assert faults.SECRET not in log.getvalue()
            assert code(await anna.http.get(path), 500) == "work_failed"  # not by itself
            assert code(await anna.http.get(path, params={"again": True}), 409) == "not_ready"
            await answered(lambda: anna.http.get(path), 200)

    spend(house_at(database_url, limits=FEW), evening)
