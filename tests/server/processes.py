"""The real server as a process of its own, to be killed, paused, stopped and started again.

`python -m tests.server.processes SETTINGS TIMINGS AHEAD` is such a process: SETTINGS in JSON,
TIMINGS too (constants of the server that are others for a test: {"store.lookers.LOOKING": 3000}),
and how many milliseconds its clock is ahead.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Self

import httpx
import msgspec

from tests.waiting import PATIENCE, asked_until, until, until_so

ROOT = Path(__file__).parents[2]
GO = b"!"
MISTAKES = ("unexpected", "never retrieved", "never awaited", "Exception in")


class ServerProcess:
    """A server at an address that stays the same from one start to the next."""

    def __init__(
        self,
        database: str,
        log: Path,
        timings: Mapping[str, float] | None = None,
        module: str = __name__,
        **settings: object,
    ):
        # Bot workers import this module too, and need none of the server.
        from tests.server.houses import GENEROUS

        # Bound but not listening: nobody else is given the port while the server is down.
        self.reserved = socket.socket()
        self.reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.reserved.bind(("127.0.0.1", 0))
        self.port: int = self.reserved.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = database
        usual: dict[str, object] = {
            "database": database,
            "bot_pause": 0.0,
            "limits": msgspec.to_builtins(GENEROUS),
            "bot_warm_up": False,
        }
        self.settings = {**usual, "port": self.port, **settings}
        self.timings = dict(timings or {})
        self.ahead = 0  # milliseconds on its clock from the next start on
        self.module = module
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self.understudy: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.kill()
        if self.understudy is not None:
            self.process, self.understudy = self.understudy, None
            self.kill()
        self.reserved.close()

    @property
    def running(self) -> "subprocess.Popen[bytes]":
        assert self.process is not None
        return self.process

    def prepare(self) -> None:
        """Have the next process ready to serve at once: most of a start is reading Python."""
        if self.understudy is not None:
            return
        asked = (json.dumps(self.settings), json.dumps(self.timings), str(self.ahead))
        with self.log.open("ab") as log:
            self.understudy = subprocess.Popen(
                [sys.executable, "-m", self.module, *asked],
                cwd=ROOT,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
            )

    def launch(self) -> None:
        """Start it, without waiting for anything."""
        assert self.process is None
        self.prepare()
        assert self.understudy is not None
        assert self.understudy.stdin is not None
        self.understudy.stdin.write(GO)
        self.process, self.understudy = self.understudy, None

    async def ready(self) -> None:
        """Wait until it takes moves."""

        async def is_ready() -> bool:
            assert self.running.poll() is None, self.log.read_text()
            return await self.readiness() == 200

        await asked_until(is_ready)

    async def readiness(self) -> int:
        """The status of /readyz; 0 while nothing answers."""
        async with httpx.AsyncClient(base_url=self.url, timeout=PATIENCE, verify=False) as http:
            try:
                return (await http.get("/readyz")).status_code
            except httpx.TransportError:
                return 0

    async def start(self) -> Self:
        """Start it, and wait until it takes moves."""
        self.launch()
        await self.ready()
        return self

    def kill(self) -> None:
        """kill -9, in whatever state it is; nothing if it is not running."""
        if self.process is not None:
            self.process.kill()
            self._bury()

    async def stop(self) -> int:
        """Ask it to stop; returns its exit code."""
        self.running.terminate()
        return await self.ended()

    async def ended(self) -> int:
        """Wait for its own end; returns its exit code."""
        await until(lambda: self.running.poll() is not None)
        code = self.running.returncode
        self._bury()
        return code

    def pause(self) -> None:
        """SIGSTOP: it keeps its sockets and its memory, and does nothing."""
        self.running.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        self.running.send_signal(signal.SIGCONT)

    def _bury(self) -> None:
        process, self.process = self.running, None
        process.wait()
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        output = process.stdout.fileno()
        os.set_blocking(output, False)
        until_so(lambda: has_ended(output))  # else a process outlives the server that started it
        process.stdout.close()

    def mistakes(self) -> list[str]:
        """What it logged as a mistake of its own (a bot worker cut off at its start is none)."""
        lines = self.log.read_text().splitlines() if self.log.exists() else []
        return [line for line in lines if any(sign in line for sign in MISTAKES)]


def has_ended(output: int) -> bool:
    """Has everybody who holds the other end of this pipe let go of it?

    The bot workers have it from the server: it ends with the last of them.
    """
    try:
        return os.read(output, 4096) == b""
    except BlockingIOError:
        return False


def end_with_the_test() -> None:
    """The test holds the other end of the standard input, however it ends."""
    os.read(0, 1)
    os._exit(1)


def main() -> None:
    # As above: not for bot workers.
    from tablee.server.house.house import House
    from tablee.server.machine import Machine
    from tablee.server.running import logs
    from tablee.server.running.serving import server
    from tablee.server.settings import Settings
    from tablee.server.store.addresses import open_at
    from tablee.server.store.store import Store
    from tests.server.houses import Clock

    for name, value in json.loads(sys.argv[2]).items():
        module, _, constant = name.rpartition(".")
        of_server = import_module(f"tablee.server.{module}")
        assert hasattr(of_server, constant), name
        setattr(of_server, constant, value)
    logs.configure()
    settings = msgspec.json.decode(sys.argv[1], type=Settings)
    database = open_at(settings.database)
    clock = Clock()
    clock.ahead = int(sys.argv[3])
    if os.read(0, len(GO)) == GO:
        threading.Thread(target=end_with_the_test, daemon=True).start()
        server(House(settings, Store(database, Machine(wall=clock.now)))).run()


if __name__ == "__main__":
    main()
