"""The doorman: how many may come from one address, and how much one person may take up."""

from collections import Counter, deque
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network
from typing import Any

from litestar.connection import ASGIConnection

from tablee.server.refusals import Declined
from tablee.server.settings import Limits

AN_HOUR = 3600.0
A_MINUTE = 60.0
MOST_REMEMBERED = 10_000  # who asked, at once
HOUSEHOLD = 64  # bits of an IPv6 address that one household shares

Asking = ASGIConnection[Any, Any, Any, Any]


def address_of(connection: Asking) -> str:
    """Where somebody comes from (through a proxy that is believed: the address it names).

    With IPv6, the network of a household: whoever has one address there has all of them.
    """
    host = connection.client.host if connection.client else ""
    try:
        address = IPv6Address(host)
    except ValueError:
        return host
    return host if address.ipv4_mapped else str(IPv6Network((address, HOUSEHOLD), strict=False))


class Quota:
    """So many in a time, for each who asks."""

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]):
        self.most = most
        self.seconds = seconds
        self.clock = clock
        self.asked: dict[str, deque[float]] = {}

    def count(self, who: str) -> None:
        """One more; refused if that is too many."""
        now = self.clock()
        if len(self.asked) > MOST_REMEMBERED:
            self.asked = {
                one: times for one, times in self.asked.items() if times[-1] > now - self.seconds
            }
        times = self.asked.setdefault(who, deque())
        while times and times[0] < now - self.seconds:
            times.popleft()
        if len(times) >= self.most:
            raise Declined("too_many")
        times.append(now)

    def give_back(self, who: str) -> None:
        """One less: nothing came of it."""
        times = self.asked[who]
        times.pop()
        if not times:
            del self.asked[who]


class Doorman:
    """Counts; knows nobody by name."""

    def __init__(self, limits: Limits):
        self.limits = limits
        self.inside: Counter[str] = Counter()
        clock = store.machine.seconds
        self.arrivals = Quota(limits.new_people_per_hour, AN_HOUR, clock)
        self.hints = Quota(limits.hints_per_minute, A_MINUTE, clock)
        self.analyses = Quota(limits.analyses_per_hour, AN_HOUR, clock)

    def enter(self, connection: Asking) -> None:
        """One more socket from this address."""
        address = address_of(connection)
        if self.inside[address] >= self.limits.connections_per_address:
            raise Declined("too_many")
        self.inside[address] += 1

    def leave(self, connection: Asking) -> None:
        """One less."""
        address = address_of(connection)
        self.inside[address] -= 1
        if self.inside[address] <= 0:
            del self.inside[address]

    def admit(self, connection: Asking) -> None:
        """One more person from this address in this hour."""
        self.arrivals.count(address_of(connection))
