"""One container alone, with its SQLite file in a volume."""

import json
import socket
from functools import partial

from tablee import catalogue
from tests.deploy.images import build_house
from tests.deploy.playing import expect, game, kept, memory, open_at
from tests.deploy.podman import do, logs, works
from tests.waiting import until_so

HOUSE = "tablee-alone"


def warmed_up(games: int) -> bool:
    return logs(HOUSE).count("search ready") >= games


def run() -> list[str]:
    """Built, opened, played in, looked after, closed, opened again."""
    odd = [line for line in build_house().splitlines() if "useradd" in line and "warning" in line]
    expect("warnings of useradd", odd, [])
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"http://127.0.0.1:{port}"
    alone = ["--publish", f"{port}:8420", "--volume", "tablee:/var/lib/tablee", "tablee"]
    do("podman", "run", "--detach", "--name", HOUSE, *alone)
    open_at(url)
    expect("user", do("podman", "exec", HOUSE, "id", "-u").strip(), "8420")
    until_so(lambda: works("podman", "healthcheck", "run", HOUSE))
    table, _ = game(url)
    backup = ["admin", "tables", "--json"]
    told = do("podman", "exec", HOUSE, "/opt/tablee/bin/tablee", *backup)
    expect("tables as admin sees them", [one["status"] for one in json.loads(told)], ["over"])
    games = {catalogue.load(title).folder for title in catalogue.titles()}
    for number in range(len(games)):  # each is compiled, with a patience of its own
        until_so(partial(warmed_up, number + 1))
    taken = memory(int(do("podman", "inspect", "--format", "{{.State.Pid}}", HOUSE)))
    do("podman", "stop", HOUSE)
    ended = do("podman", "inspect", "--format", "{{.State.ExitCode}}", HOUSE).strip()
    expect("exit code when told to stop", ended, "0")
    do("podman", "start", HOUSE)
    open_at(url)
    kept(url, table)
    worse = [line for line in logs(HOUSE).splitlines() if '"warning"' in line or '"error"' in line]
    expect("warnings and errors in the log", worse, [])
    do("podman", "rm", "--force", HOUSE)
    parts = [f"  {megabytes} MB: {command}" for command, megabytes in taken.items()]
    return [f"container: memory with warm bots {sum(taken.values())} MB", *parts]
