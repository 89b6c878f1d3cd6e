"""The images of deploy/: pulled where a registry answers, else stand-ins made of Debian."""

import os
import re
import shutil
from pathlib import Path

from tests.deploy.podman import DEPLOY, GROUND, ROOT, do, works

HERE = Path(__file__).with_name("images")
BASE = "localhost/tablee-debian"
RELEASE = "trixie"
BUILD = ("podman", "build", "--format", "docker", "--network", "host")
# How this machine reaches package registries is its own affair; a build does it likewise.
CLIENT = re.compile(
    r"(PIP|NPM|npm|NODE_EXTRA)_\w+|SSL_CERT_FILE|https?_proxy|no_proxy", re.IGNORECASE
)
CLIENT_FILES = {
    Path.home() / ".npmrc": "/root/.npmrc",
    Path.home() / ".config/pip/pip.conf": "/root/.config/pip/pip.conf",
    Path("/etc/pip.conf"): "/etc/pip.conf",
    Path("/etc/ssl/certs"): "/etc/ssl/certs",
}


def have() -> list[str]:
    """All images that deploy/ names; which of them are stand-ins: all, or none."""
    files = (DEPLOY / "Dockerfile").read_text() + (DEPLOY / "compose.yaml").read_text()
    named = re.findall(r"^(?:FROM|    image:) (\S+:\S+)", files, flags=re.MULTILINE)
    images = [*dict.fromkeys(named)]
    if all(map(pulled, images)):  # a registry that is away is waited for once
        return []
    return [stand_in(image) for image in images]


def pulled(image: str) -> bool:
    """Whether the real image is here, and no stand-in of an earlier run, to be found before it."""
    if not works("podman", "pull", "--quiet", image):
        return False
    works("podman", "image", "rm", f"localhost/{image}")
    return True


def stand_in(image: str) -> str:
    """Debian's own package of the same program, with its files where the image has them."""
    if not works("podman", "image", "exists", BASE):
        debootstrap()
    recipe = HERE / f"{image.partition(':')[0]}.Dockerfile"
    do(*BUILD, "--file", str(recipe), "--tag", f"localhost/{image}", str(HERE))
    return image


def debootstrap() -> None:
    """A minimal Debian, from the mirror this machine uses."""
    sources = [*Path("/etc/apt/sources.list.d").glob("*"), Path("/etc/apt/sources.list")]
    text = "\n".join(path.read_text() for path in sources if path.is_file())
    found = re.search(r"^(?:URIs:|deb(?: \[.*?\])?) (http\S+/debian/?)\s", text, re.MULTILINE)
    mirror = [found[1]] if found else []
    tree = GROUND / RELEASE
    shutil.rmtree(tree, ignore_errors=True)
    do("debootstrap", "--variant=minbase", RELEASE, str(tree), *mirror)
    do("tar", "--create", "--file", f"{tree}.tar", "--directory", str(tree), ".")
    do("podman", "import", f"{tree}.tar", BASE)
    shutil.rmtree(tree)
    tree.with_suffix(".tar").unlink()


def build_house() -> str:
    """The house's image, from this checkout; what the build said."""
    given = [
        f"--env={name}={value}" for name, value in os.environ.items() if CLIENT.fullmatch(name)
    ]
    given += [f"--volume={at}:{to}:ro" for at, to in CLIENT_FILES.items() if at.exists()]
    return do(*BUILD, *given, "--file", str(DEPLOY / "Dockerfile"), "--tag", "tablee", str(ROOT))
