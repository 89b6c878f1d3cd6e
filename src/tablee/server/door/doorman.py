"""The doorman: how many may come from one address, and how much one person may ask for."""

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Any

from litestar.connection import ASGIConnection

from tablee.server.door.quotas import MOST_REMEMBERED, Quota
from tablee.server.refusals import Declined
from tablee.server.settings import Limits

AN_HOUR = 3600.0
A_MINUTE = 60.0
BURST = 3  # seconds' worth of commands that may come at once
HOUSEHOLD = 64  # bits of an IPv6 address that one household shares
UNCOUNTED = ""  # the address of those who come through a proxy that does not say from where

Asking = ASGIConnection[Any, Any, Any, Any]
Network = IPv4Network | IPv6Network


def counted(host: str, proxies: Sequence[Network]) -> str:
    """The address by which whoever comes from this one is counted; proxies are not.

    With IPv6, the network of a household: whoever has one address there has all of them.
    However it is written, an IPv4 address is the same.
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    if any(address in proxy for proxy in proxies):
        return UNCOUNTED
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, HOUSEHOLD), strict=False))
    return str(address)


class Doorman:
    """Counts. People whom the house knows do not use up what an address may ask for as a stranger.

    So somebody who floods the house is refused alone, whoever else is behind the same address.
    """

    def __init__(self, limits: Limits, proxies: Sequence[str], clock: Callable[[], float]):
        self.limits = limits
        self.proxies = [ip_network(proxy) for proxy in proxies]
        self.inside: Counter[str] = Counter()  # open sockets
        self.known: OrderedDict[str, str] = OrderedDict()  # people, by the keys they came with
        self.arrivals = Quota(limits.new_people_per_hour, AN_HOUR, clock)
        self.hints = Quota(limits.hints_per_minute, A_MINUTE, clock)
        self.analyses = Quota(limits.analyses_per_hour, AN_HOUR, clock)
        self.replays = Quota(limits.replays_per_minute, A_MINUTE, clock)
        self.of_addresses = Quota(limits.requests_per_minute, A_MINUTE, clock, "too_fast")
        self.of_people = Quota(limits.requests_per_person, A_MINUTE, clock, "too_fast")
        self.commands = Quota(BURST * limits.commands_per_second, BURST, clock, "too_fast")

    def address_of(self, connection: Asking) -> str:
        """Where somebody comes from (through a proxy that is believed: the address it names)."""
        return counted(connection.client.host if connection.client else UNCOUNTED, self.proxies)

    def recognise(self, key: str, person: str) -> None:
        """A key has opened the house to a person."""
        self.known[key] = person
        self.known.move_to_end(key)
        if len(self.known) > MOST_REMEMBERED:
            self.known.popitem(last=False)

    def count_request(self, connection: Asking, key: str) -> None:
        """One more HTTP request; `key` came with it, whether it is anybody's or not."""
        person = self.known.get(key, "")
        if person:
            self.of_people.count(person)
        if address := self.address_of(connection):
            self.of_addresses.count(f"{bool(person)} {address}")

    def admit(self, connection: Asking) -> None:
        """One more person from this address in this hour."""
        if address := self.address_of(connection):
            self.arrivals.count(address)


class Visit:
    """An open socket, as it is counted."""

    def __init__(self, doorman: Doorman, address: str = UNCOUNTED):
        self.doorman = doorman
        self.address = address
        self.counted: list[str] = []

    def become(self, person: str) -> None:
        """Who it is, from now on; refused if they, or strangers at the address, have too many."""
        limits, inside = self.doorman.limits, self.doorman.inside
        most: dict[str, int] = {}
        if person:
            most[person] = limits.connections_per_person
        if self.address:
            most[f"{bool(person)} {self.address}"] = limits.connections_per_address
        for who, number in most.items():
            if inside[who] - (who in self.counted) >= number:
                raise Declined("too_many")
        self.end()
        self.counted = list(most)
        inside.update(self.counted)

    def end(self) -> None:
        """It is closed."""
        inside = self.doorman.inside
        for who in self.counted:
            inside[who] -= 1
            if not inside[who]:
                del inside[who]
        self.counted = []
