"""Containers as root, also on a machine that lends no control groups and raises no limits."""

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
GROUND = ROOT / ".tools" / "deploy"  # images, containers, the stand-ins' Debian
INSIDE = "TABLEE_TEST_DEPLOY"  # set once this process has a mount namespace of its own
# Debian's packages, by the program that is looked for.
PACKAGES = {
    "podman": "podman",
    "crun": "crun",
    "iptables": "iptables",
    "debootstrap": "debootstrap",
    "systemd-nspawn": "systemd-container",
    "/usr/lib/podman/netavark": "netavark",
    "/usr/lib/podman/aardvark-dns": "aardvark-dns",
    "catatonit": "catatonit",
}
OWN_CGROUP = 'umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec "$@"'
CONTAINERS = """\
[containers]
cgroups = "disabled"
default_ulimits = ["nofile={files}:{files}", "nproc={processes}:{processes}"]
init_path = "/usr/bin/catatonit"
[engine]
runtime = "crun"
cgroup_manager = "cgroupfs"
events_logger = "file"
[network]
network_backend = "netavark"
"""
STORAGE = """\
[storage]
driver = "overlay"
graphroot = "{ground}/images"
runroot = "{ground}/running"
"""


class Failure(Exception):
    """What was seen, and what should have been."""


def ready() -> None:
    """Go on in a mount namespace in which there is cgroup2 alone, with all programs at hand."""
    if os.environ.get(INSIDE):
        return
    if os.geteuid() != 0:
        sys.exit("test-deploy: containers and units are run as root. Expected to be root.")
    if missing := [package for program, package in PACKAGES.items() if not shutil.which(program)]:
        do("apt-get", "update")
        do("apt-get", "install", "--yes", "--no-install-recommends", *missing)
    GROUND.mkdir(parents=True, exist_ok=True)
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    said = {
        "CONTAINERS_CONF": CONTAINERS.format(files=files, processes=4096),
        "CONTAINERS_STORAGE_CONF": STORAGE.format(ground=GROUND),
    }
    for name, content in said.items():
        (GROUND / f"{name.lower()}.toml").write_text(content)
        os.environ[name] = str(GROUND / f"{name.lower()}.toml")
    os.environ |= {"BUILDAH_ISOLATION": "chroot", INSIDE: "1", "DEBIAN_FRONTEND": "noninteractive"}
    own = ["unshare", "--mount", "--propagation", "private", "sh", "-c", OWN_CGROUP, "sh"]
    os.execvp(own[0], [*own, sys.executable, "-m", "tests.deploy", *sys.argv[1:]])


def do(*command: str, at: Path = ROOT) -> str:
    """What a command says; its last lines, if it fails."""
    ran = subprocess.run(command, cwd=at, capture_output=True, text=True, check=False)
    if ran.returncode:
        said = "\n".join((ran.stdout + ran.stderr).splitlines()[-15:])
        raise Failure(f"{' '.join(command[:4])} ... ended with {ran.returncode}:\n{said}")
    return ran.stdout + ran.stderr if command[:2] == ("podman", "build") else ran.stdout


def works(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def logs(container: str) -> str:
    """Everything a container has said."""
    ran = subprocess.run(["podman", "logs", container], capture_output=True, text=True, check=False)
    return ran.stdout + ran.stderr


def clear() -> None:
    """No container, volume or network of ours is left."""
    works("podman", "rm", "--force", "--all", "--time", "5")
    works("podman", "volume", "rm", "--all", "--force")
    works("podman", "network", "rm", "--force", "tablee")
