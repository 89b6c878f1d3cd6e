"""What a host is told at the start: where the house is, and a code for phones to scan."""

import ipaddress
import os
import socket
import sys
import threading
import tomllib
import webbrowser
from functools import cache
from pathlib import Path
from typing import TextIO

from tablee.server.door.hosts import is_local

WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"  # the signs are the white parts
# Addresses nobody has (reserved for examples): asking for the way there sends nothing.
FAR_AWAY = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}


@cache
def texts() -> dict[str, dict[str, str]]:
    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def greet(url: str, language: str, stream: TextIO | None) -> None:
    """Say where the house is; at a terminal, with a code for phones if they can reach it."""
    said = [texts()["open"][language].format(url=url)]
    if is_local(url):
        said.append(texts()["local"][language])
    elif stream and stream.isatty():
        said += [texts()["scan"][language], code(url)]
    said.append(texts()["stop"][language])
    print("\n".join(said), file=stream, flush=True)


def code(url: str) -> str:
    """A QR code made of letters, two of its rows in one line, black on white on any terminal."""
    import io

    import segno

    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=2, compact=True)
    lines = [line for line in drawn.getvalue().splitlines() if line]
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in lines)


def url_of(address: str, port: int) -> str:
    """The address as others would type it; of a machine that listens everywhere, one of its own."""
    if address in ("0.0.0.0", "::"):
        address = own_address() or "127.0.0.1"
    return f"http://[{address}]:{port}" if ":" in address else f"http://{address}:{port}"


def own_address() -> str:
    """The address this machine has in its network, "" if it is in none."""
    for family, far in FAR_AWAY.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as asking:
                asking.connect((far, 9))
                found: str = asking.getsockname()[0]
        except OSError:
            continue
        if not ipaddress.ip_address(found).is_loopback:
            return found
    return ""


def show_in_browser(url: str) -> None:
    """Open a browser if the person before this machine has one."""
    if sys.stdout and sys.stdout.isatty() and has_display():
        # Some browsers return only when they are closed.
        threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()


def has_display() -> bool:
    if sys.platform in ("darwin", "win32"):
        return "SSH_CONNECTION" not in os.environ
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
