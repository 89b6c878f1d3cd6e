"""The names a house answers to: on plain HTTP only its own, so that none can be put in their place.

A browser lets a page talk to whatever the page's own name leads to, and whoever owns a name can let
it lead into somebody's network (DNS rebinding). With TLS the name is proved by a certificate.
"""

import ipaddress
import socket
from collections.abc import Iterable
from urllib.parse import urlsplit


def host_of(url: str) -> str:
    """The host of a URL or, after "//", of a header; "" if there is none."""
    try:
        return (urlsplit(url).hostname or "").removesuffix(".")
    except ValueError:
        return ""


def is_address(host: str) -> bool:
    """Whether a host is an IP address."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def is_local(url: str) -> bool:
    """Whether an address is this machine's name for itself."""
    host = host_of(url)
    return ipaddress.ip_address(host).is_loopback if is_address(host) else host == "localhost"


def names_of_this_machine() -> set[str]:
    """Its own name, and how machines of the same network call it."""
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return {name, short, f"{short}.local"}


class Hosts:
    """The hosts a house knows."""

    def __init__(self, base_url: str, more: Iterable[str]):
        self.any = urlsplit(base_url).scheme == "https"
        self.names = {"localhost", host_of(base_url), *(name.lower() for name in more)}
        self.names |= names_of_this_machine()

    def know(self, headers: Iterable[tuple[bytes, bytes]]) -> bool:
        """Whether a request names no other host; a browser always names one."""
        named = [value.decode("latin-1") for name, value in headers if name == b"host"]
        return self.any or all(self._knows(host_of(f"//{host}")) for host in named)

    def _knows(self, host: str) -> bool:
        return bool(host) and (host in self.names or is_address(host))
