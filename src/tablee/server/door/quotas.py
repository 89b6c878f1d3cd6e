"""Rate limits: so many in a time for each who asks, and then as many more as time passes."""

from collections import OrderedDict
from collections.abc import Callable
from math import ceil

from tablee.server.refusals import Declined

MOST_REMEMBERED = 10_000  # who asked, at once


class Credit:
    """What somebody may still ask for: a token bucket."""

    __slots__ = ("at", "left", "quota")

    def __init__(self, quota: "Quota"):
        self.quota = quota
        self.left = float(quota.most)
        self.at = quota.clock()

    def take(self) -> None:
        """One more; refused if that is too many."""
        quota, now = self.quota, self.quota.clock()
        left = self.left + (now - self.at) * quota.rate
        self.left = left if left < quota.most else float(quota.most)
        self.at = now
        if self.left < 1:
            raise Declined(quota.code, wait=ceil((1 - self.left) / quota.rate))
        self.left -= 1


class Quota:
    """So many in a time, for each who asks."""

    def __init__(
        self, most: int, seconds: float, clock: Callable[[], float], code: str = "too_many"
    ):
        self.most = most
        self.rate = most / seconds
        self.code = code
        self.clock = clock
        self.credits: OrderedDict[str, Credit] = OrderedDict()  # who asked last, last

    def of(self, who: str) -> Credit:
        """What somebody may still ask for."""
        credit = self.credits.get(who)
        if credit is None:
            credit = self.credits[who] = Credit(self)
            if len(self.credits) > MOST_REMEMBERED:
                self.credits.popitem(last=False)
        else:
            self.credits.move_to_end(who)
        return credit

    def count(self, who: str) -> None:
        """One more; refused if that is too many."""
        self.of(who).take()

    def give_back(self, who: str) -> None:
        """One less: nothing came of it."""
        self.of(who).left += 1
