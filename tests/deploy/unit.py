"""The systemd unit, in a small Debian that systemd itself starts (systemd-nspawn)."""

import shutil
import signal
import subprocess
from pathlib import Path

from tests.deploy.images import BUILD, HERE, build_house
from tests.deploy.playing import expect
from tests.deploy.podman import DEPLOY, GROUND, Failure, do
from tests.waiting import until_so

MACHINE = GROUND / "machine"
# Nothing is shared with the outside, not even the network.
BOOT = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network"]
BOOT += ["--boot", "--console=pipe", f"--directory={MACHINE}"]
HOUSE = "http://127.0.0.1:8420"
ASK = f"from urllib.request import urlopen; print(urlopen('{HOUSE}/readyz').status)"
MOST_EXPOSED = 2.0  # of 10, by systemd's own measure


def install() -> None:
    """The steps of docs/hosting.md, in a tree of its own."""
    build_house()
    image = "localhost/tablee-systemd"
    do(*BUILD, "--file", str(HERE / "systemd.Dockerfile"), "--tag", image, str(DEPLOY))
    shutil.rmtree(MACHINE, ignore_errors=True)
    MACHINE.mkdir(parents=True)
    container = do("podman", "create", image).strip()
    do("podman", "export", "--output", f"{MACHINE}.tar", container)
    do("podman", "rm", container)
    do("tar", "--extract", "--file", f"{MACHINE}.tar", "--directory", str(MACHINE))
    Path(f"{MACHINE}.tar").unlink()
    shutil.rmtree(MACHINE / "var/lib/tablee")  # a volume of the image; the unit makes its own


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def run() -> list[str]:
    """Verified, started, looked at, killed, stopped."""
    install()
    with (GROUND / "machine.log").open("wb") as said:
        machine = subprocess.Popen(BOOT, stdin=subprocess.DEVNULL, stdout=said, stderr=said)
    try:

        def inside(*command: str) -> str:
            first = " ".join(children(machine.pid))  # another one until systemd has begun
            return do("nsenter", "--target", first, "--all", *command)

        def shown(name: str) -> str:
            return inside("systemctl", "show", "--property", name, "--value", "tablee").strip()

        def ready() -> bool:
            try:
                return inside("/opt/tablee/bin/python", "-c", ASK).strip() == "200"
            except Failure:
                return False

        until_so(ready)
        verified = inside("sh", "-c", "systemd-analyze verify --man=no tablee.service 2>&1")
        expect("systemd-analyze verify", verified, "")
        judged = inside("systemd-analyze", "security", "--no-pager", "tablee.service")
        exposed = judged.rstrip().splitlines()[-1]
        told = float(exposed.rpartition(": ")[2].split()[0])
        expect(f"exposed less than {MOST_EXPOSED}", told < MOST_EXPOSED, True)
        pid = shown("MainPID")
        owner = inside("cat", f"/proc/{pid}/status")
        expect("runs as root", "\nUid:\t0\t" in owner, False)
        inside("systemctl", "kill", "--signal=KILL", "--kill-whom=main", "tablee")
        until_so(lambda: shown("MainPID") not in ("0", pid) and ready())
        until_so(lambda: any((MACHINE / "var/cache/private/tablee").glob("*")))
        inside("systemctl", "stop", "tablee")
        expect("result of stopping", shown("Result"), "success")
        log = inside("journalctl", "--no-pager", "--output=cat", "--unit=tablee")
        worse = [line for line in log.splitlines() if '"level": "error"' in line]
        expect("errors in the log", worse, [])
        return [f"unit: started, killed, restarted, stopped;{exposed.rpartition('→')[2]}"]
    finally:
        machine.send_signal(signal.SIGKILL)
        machine.wait()
