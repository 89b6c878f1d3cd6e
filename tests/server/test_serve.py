"""`tablee serve` as somebody runs it: a process that says where it is, serves and stops."""

import asyncio
import json
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tablee.kernel.texts import LANGUAGES
from tablee.server.api import site
from tablee.server.door.hosts import is_local
from tablee.server.running import greeting
from tablee.server.settings import Limits
from tests.server.client import Client, play_on
from tests.server.houses import house_at, serve
from tests.waiting import PATIENCE, until_so

HOSTING = Path(__file__).parents[2] / "docs" / "hosting.md"
TABLEE = [sys.executable, "-m", "tablee.cli"]


class Served:
    """A running `tablee serve`."""

    def __init__(self, process: "subprocess.Popen[str]", url: str, log: Path):
        self.process = process
        self.url = url
        self.log = log

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(PATIENCE)

    def logged(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_text().splitlines()]


def environment(tmp_path: Path, **variables: str) -> dict[str, str]:
    return {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "LANG": "en_GB.UTF-8"} | variables


@contextmanager
def serving(tmp_path: Path, *flags: str, **variables: str) -> Iterator[Served]:
    """Serve on a free port, with a home of its own, until the end of the block."""
    log = tmp_path / "log"
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [*TABLEE, "serve", "--port", "0", *flags],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            encoding="utf-8",
            env=environment(tmp_path, **variables),
        ) as process,
    ):
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            address = re.search(r"http://\S+", first)
            assert address, (first, log.read_text())
            yield Served(process, address[0], log)
        finally:
            process.kill()


def test_it_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    for how in (signal.SIGTERM, signal.SIGINT):
        with serving(tmp_path, LANG="de_CH.UTF-8") as served:
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+", served.url)
            assert httpx.get(f"{served.url}/readyz").json() == {"status": "ok"}
            assert served.stop(how) == 0
            assert served.process.stdout is not None
            assert served.process.stdout.read() == "".join(
                f"{greeting.texts()[name]['de']}\n" for name in ("local", "stop")
            )
            events = [line["event"] for line in served.logged()]
            assert events == ["opened", "closing", "closed"]
    house = tmp_path / ".local" / "share" / "tablee" / "house.db"
    assert house.stat().st_mode & 0o777 == 0o600


def test_whoever_is_inside_is_told_to_come_back(tmp_path: Path) -> None:
    async def evening(served: Served) -> None:
        async with await Client.new(served.url, "Anna") as anna:
            await anna.dial()
            assert await asyncio.to_thread(served.stop) == 0
            assert anna.reader is not None
            await asyncio.wait_for(anna.reader, PATIENCE)
            assert json.loads(anna.received[-1])["type"] == "bye"

    with serving(tmp_path) as served:
        asyncio.run(evening(served))


def complaint(tmp_path: Path, *flags: str, code: int = 2) -> str:
    """What is said by a `tablee serve` that cannot serve: one line, and an exit code."""
    ran = subprocess.run(
        [*TABLEE, "serve", *flags],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env=environment(tmp_path),
    )
    assert (ran.returncode, ran.stdout) == (code, "")
    assert ran.stderr.startswith("tablee: ")
    assert ran.stderr.count("\n") == 1, ran.stderr
    return ran.stderr


def test_a_taken_port_is_said_in_one_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = complaint(tmp_path, "--port", str(port))
    assert f"Port {port} is taken already" in said
    assert f"--port {port + 1}" in said


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (["--address", "192.0.2.1"], "This machine has no address 192.0.2.1."),
        (["--address", "nowhere.invalid"], "No address is known for 'nowhere.invalid'."),
        (["--port", "0", "--database", "sqlite:///{}/file"], "file is not a SQLite database"),
        (["--port", "0", "--database", "sqlite:///{}/file/house.db"], "cannot be made"),
    ],
)
def test_what_keeps_a_house_from_opening_is_said_in_one_line(
    flags: list[str], said: str, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("This is no database, and was never meant to be one." * 30)
    assert said in complaint(tmp_path, *(flag.format(tmp_path) for flag in flags))


def test_a_database_that_is_down_may_be_up_later(tmp_path: Path) -> None:
    flags = ["--port", "0", "--database", f"postgresql://anna:Swordfish@/x?host={tmp_path}"]
    said = complaint(tmp_path, *flags, code=75)
    assert "PostgreSQL does not answer" in said
    assert "Swordfish" not in said


@pytest.mark.parametrize("closed", [">&- 2>&-", ">/dev/full"])
def test_a_house_opens_even_if_nobody_reads_what_it_says(closed: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = f"exec {sys.executable} -m tablee.cli serve --port {port} --no-browser {closed}"
    with subprocess.Popen(
        ["sh", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment(tmp_path),
    ) as process:
        try:
            until_so(lambda: answers(port))
            process.terminate()
            said, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert "Traceback" not in said
    assert process.returncode == (2 if "full" in closed else 0)


def answers(port: int) -> bool:
    try:
        return httpx.get(f"http://127.0.0.1:{port}/readyz").status_code == 200
    except httpx.TransportError:
        return False


def test_a_start_imports_no_more_than_it_needs(tmp_path: Path) -> None:
    """Alembic and SQLAlchemy cost half a second, Numba two: none is needed for a house as it is."""
    code = (
        "import sys; from tablee.cli import main; code = main(['serve', '--port', '0']);"
        "print(*sys.modules, file=sys.stderr); sys.exit(code)"
    )
    for _ in range(2):  # a new house, and one that is there
        with subprocess.Popen(
            [sys.executable, "-c", code],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment(tmp_path),
        ) as process:
            assert process.stdout is not None
            assert "http://" in process.stdout.readline()
            process.terminate()
            _, errors = process.communicate(timeout=PATIENCE)
        loaded = set(errors.split())
        assert "litestar" in loaded
        assert not loaded & {"sqlalchemy", "alembic", "asyncpg", "numba", "numpy", "httpx"}


def test_other_commands_import_nothing_of_the_server() -> None:
    code = "import sys; from tablee.cli import main; main(['games']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(ran.stdout.split()) & {"litestar", "uvicorn", "structlog", "prometheus_client"}


# At a terminal


@contextmanager
def at_a_terminal(tmp_path: Path, *flags: str, **variables: str) -> Iterator[list[str]]:
    """What a host reads at a terminal, to the line about how to stop."""
    ours, theirs = pty.openpty()
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(
            [*TABLEE, "serve", "--port", "0", *flags],
            stdin=theirs,
            stdout=theirs,
            stderr=log,
            env=environment(tmp_path, TERM="xterm", **variables),
        ) as process,
    ):
        os.close(theirs)
        try:
            with open(ours, encoding="utf-8", newline="") as screen:  # noqa: PTH123
                lines: list[str] = []
                while not lines or "Ctrl-C" not in lines[-1]:
                    lines.append(screen.readline().removesuffix("\r\n"))
                yield lines
                process.terminate()
                assert process.wait(PATIENCE) == 0
        finally:
            process.kill()


def test_phones_get_a_code_when_they_can_reach_the_house(tmp_path: Path) -> None:
    url = "https://games.example.org"
    with at_a_terminal(tmp_path, "--no-browser", "--base-url", f"{url}/") as lines:
        assert lines[0] == f"Tablée is open at {url}"
        drawn = greeting.code(url).splitlines()
        assert len(drawn) > 10
        assert [line for line in drawn if line] == [line for line in lines[2:-1] if line]


def test_a_browser_is_opened_when_there_is_one(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.part\nmv {seen}.part {seen}\n')
    browser.chmod(0o755)
    with at_a_terminal(tmp_path, BROWSER=str(browser), DISPLAY=":0") as lines:
        until_so(seen.exists)
        assert seen.read_text().strip() == lines[0].split()[-1]
    seen.unlink()
    with at_a_terminal(tmp_path, BROWSER=str(browser)) as lines:  # a terminal alone
        assert len(lines) == 3
    assert not seen.exists()


def test_addresses_are_written_as_one_types_them() -> None:
    assert greeting.url_of("127.0.0.1", 8420) == "http://127.0.0.1:8420"
    assert greeting.url_of("::1", 80) == "http://[::1]:80"
    everywhere = greeting.url_of("0.0.0.0", 8420)
    own = greeting.own_address()
    assert everywhere == (greeting.url_of(own, 8420) if own else "http://127.0.0.1:8420")
    assert "0.0.0.0" not in everywhere
    for local in ("http://127.0.0.1:1", "http://[::1]:1", "http://localhost"):
        assert is_local(local)
    for other in ("http://192.168.1.7:1", "https://localhost.example.org", "http://[fd00::1]:1"):
        assert not is_local(other)


def test_every_text_for_hosts_and_the_front_page_has_three_languages() -> None:
    for texts in (greeting.texts(), site.texts()):
        for name, entry in texts.items():
            assert set(entry) == set(LANGUAGES), name
            fields = {language: set(re.findall(r"{\w+}", entry[language])) for language in entry}
            assert fields["fr"] == fields["en"] == fields["de"], name


# Logs and figures


def test_logs_are_json_and_hold_no_secret(tmp_path: Path) -> None:
    async def evening(url: str) -> list[str]:
        async with await Client.new(url, "Annabella") as anna:
            table = await anna.lay("land-unter", ["me", "random", "friend"])
            await anna.dial()
            page = await anna.watch(table)
            await anna.done(table, "place", seat=2, who="random")
            await anna.done(table, "start")
            over = await play_on(anna, table)
            await anna.get(f"/tables/{table}/record?language=en")
            await anna.refused(table, "talk", text="Swordfish")
            (await anna.http.get(f"/tables/{table}x")).json()
            return [
                anna.secret,
                table,
                over["common"]["code"],
                page["you"]["invitations"][2],
                "Annabella",
                "Swordfish",
            ]

    flags = "--log-level debug --bot-pause 0 --limits-commands-per-second 10000"
    with serving(tmp_path, *flags.split()) as served:
        secrets = asyncio.run(evening(served.url))
        with socket.create_connection(("127.0.0.1", int(served.url.rpartition(":")[2]))) as wrong:
            wrong.sendall(b"NONSENSE\r\n\r\n")
            assert wrong.recv(1000)
        assert served.stop() == 0
        text = served.log.read_text()
        logged = served.logged()
    for secret in secrets:
        assert secret
        assert secret not in text
    assert {"timestamp", "level", "event"} <= set.intersection(*(set(line) for line in logged))
    said = {line["event"] for line in logged}
    assert {"opened", "request", "stored", "closing", "closed"} <= said
    stored = [line for line in logged if line["event"] == "stored"]
    assert {len(line["table"]) for line in stored} == {6}
    assert any("Chose" in line["acts"] for line in stored)
    routes = {line["route"] for line in logged if line["event"] == "request"}
    assert "/api/v1/tables/{table}/record" in routes
    (refused,) = [line for line in logged if line["event"] == "request refused"]
    assert (refused["level"], refused["status"]) == ("warning", 400)


def test_a_mistake_is_logged_by_its_place_and_not_by_its_words(
    tmp_path: Path,
) -> None:
    code = """if True:
        import asyncio, logging, sys
        import structlog
        from tablee.server.running import logs
        logs.configure(sys.stderr)
        async def fail():
            raise ValueError("the hand is 7 of hearts")
        async def evening():
            task = asyncio.create_task(fail())
            await asyncio.sleep(0.01)
        asyncio.run(evening())
        import gc
        gc.collect()
        try:
            raise KeyError("the hand is 7 of hearts")
        except KeyError:
            structlog.get_logger("x").exception("unexpected", table="0123456789", error_code=3)
        structlog.get_logger("x").error("store failed", error="first line\\nthe 7 of hearts")
        logging.getLogger("lib").warning("a %s one", "short")
        logging.getLogger("lib").info("not told")
    """
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "7 of hearts" not in ran.stderr
    lines = [json.loads(line) for line in ran.stderr.splitlines()]
    assert [line["event"] for line in lines] == [
        "Task exception was never retrieved",
        "unexpected",
        "store failed",
        "a short one",
    ]
    assert [line.get("error") for line in lines] == ["ValueError", "KeyError", "first line", None]
    assert lines[1]["table"] == "012345"
    assert lines[1]["through"]


def test_the_hosting_page_lists_every_figure(database_url: str) -> None:
    async def evening(url: str) -> None:
        async with await Client.new(url, "Anna") as anna:
            table = await anna.lay("land-unter", ["me", "random", "random"])
            await anna.dial()
            await anna.watch(table)
            await anna.refused(table, "rematch")

    with serve(house_at(database_url)) as house:
        asyncio.run(evening(house.url))
        text = httpx.get(f"{house.url}/metrics").text
    told = dict(re.findall(r"^# HELP (\S+) (.*)$", text, flags=re.MULTILINE))
    ours = {name: help for name, help in told.items() if not name.startswith("process_")}
    ours = {name: help for name, help in ours.items() if not name.endswith("_created")}
    page = HOSTING.read_text("utf-8")
    documented = dict(re.findall(r"^\| `(tablee_\w+)` \| (.*?) \|$", page, flags=re.MULTILINE))
    assert documented == ours
    assert 'tablee_tables{status="waiting"} 1.0' in text
    assert "tablee_refusals_total 1.0" in text
    assert 'tablee_requests_total{status="201"} 2.0' in text
    assert "process_resident_memory_bytes" in text


def test_only_a_known_proxy_may_say_where_somebody_comes_from(database_url: str) -> None:
    def arrivals(*proxies: str) -> list[int]:
        limits = Limits(new_people_per_hour=1)
        with serve(house_at(database_url, proxies=proxies, limits=limits)) as house:
            return [
                httpx.post(
                    f"{house.url}/api/v1/people/",
                    json={"name": "Anna"},
                    headers={"x-forwarded-for": f"203.0.113.{number}"},
                ).status_code
                for number in (1, 2, 2)
            ]

    assert arrivals() == [201, 429, 429]
    assert arrivals("10.0.0.0/8") == [201, 429, 429]
    assert arrivals("127.0.0.1") == [201, 201, 429]
