"""The measured server as a process of its own: where it runs and what processor time it takes."""

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
STOP_SECONDS = 10


@contextmanager
def serving(
    command: Sequence[str], environment: Mapping[str, str], cores: set[int]
) -> Iterator["subprocess.Popen[str]"]:
    """Run a server on these cores, all its threads and children too; stop it at the end."""
    mine = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)  # inherited by what is started now
    try:
        server = subprocess.Popen(
            command, env=os.environ | environment, stdout=subprocess.PIPE, text=True
        )
    finally:
        os.sched_setaffinity(0, mine)
    with server:
        try:
            yield server
        finally:
            server.terminate()
            try:
                server.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                server.kill()


def cores_apart() -> tuple[set[int], set[int]]:
    """One core for the driver, another for the server."""
    cores = sorted(os.sched_getaffinity(0))
    if len(cores) < 2:
        raise SystemExit("bench: two cores are needed, one for the driver, one for the server.")
    return {cores[0]}, {cores[1]}


def family(pid: int) -> Iterator[int]:
    """A process and its living children, theirs too."""
    yield pid
    for task in Path(f"/proc/{pid}/task").iterdir():
        with suppress(FileNotFoundError):  # a thread or child that has just ended
            for child in (task / "children").read_text().split():
                yield from family(int(child))


def own_processor_seconds(pid: int) -> float:
    """The processor time of a process, all its threads, from the start."""
    stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(stat[11]) + int(stat[12])) / TICKS


def processor_seconds(pid: int) -> float:
    """The same of a process and its living children."""
    return sum(map(own_processor_seconds, family(pid)))


def written_bytes(folder: Path) -> int:
    """What all processes have written to the disk of this folder; 0 where nobody counts it.

    What the system says of single processes counts up to megabytes for a page of a large folio.
    """
    device = folder.stat().st_dev
    statistics = Path(f"/sys/dev/block/{os.major(device)}:{os.minor(device)}/stat")
    return int(statistics.read_text().split()[6]) * 512 if statistics.exists() else 0
