"""Figures for whoever runs the house, in the format of Prometheus; never about single people."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import TYPE_CHECKING

import structlog
from prometheus_client import CollectorRegistry, Counter, ProcessCollector, generate_latest
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from tablee.server.house.lately import Lately
from tablee.server.store.database import StoreFailed
from tablee.server.tables.acts import Chose, Event

if TYPE_CHECKING:
    from tablee.server.house.house import House

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)

log = structlog.get_logger("tablee.house")


class Metrics(Collector):
    """What happened since the start, and what is so now."""

    def __init__(self, house: "House"):
        self.house = house
        self.registry = CollectorRegistry()
        self.refusals = Counter(
            "tablee_refusals", "Commands that were refused.", registry=self.registry
        )
        self.latencies = [0] * (len(BUCKETS) + 1)  # of choices: how many in each bucket
        self.latency = 0.0  # of all of them together
        self.requests = Counter(
            "tablee_requests",
            "HTTP requests that were answered, by status.",
            ["status"],
            registry=self.registry,
        )
        self.tables: Mapping[str, int] = {}
        self.tells = house.settings.log_level == "debug"
        store, clock = house.store, house.store.machine.seconds
        self.beaten = Lately(store.beat, clock)  # does the database write?
        self.text = Lately(self._text, clock)
        self.registry.register(self)
        ProcessCollector(registry=self.registry)

    def served(self, steps: Sequence[Event], seconds: float) -> None:
        """Steps that were on disk after so many seconds, together."""
        if self.tells and steps:
            kinds = [type(step.act).__name__ for step in steps]
            last = steps[-1]
            log.debug("stored", table=last.table, seq=last.seq, acts=kinds, ms=seconds * 1000)
        choices = sum(isinstance(step.act, Chose) for step in steps)
        if choices:
            self.latencies[bisect_left(BUCKETS, seconds)] += choices
            self.latency += seconds * choices

    def collect(self) -> Iterator[Metric]:
        """What is so now."""
        house = self.house
        tables = GaugeMetricFamily("tablee_tables", "Tables in the database.", labels=["status"])
        for status, number in self.tables.items():
            tables.add_metric([status], number)
        yield tables
        yield CounterMetricFamily(
            "tablee_moves", "Choices of people that were acknowledged.", sum(self.latencies)
        )
        buckets = [str(bucket) for bucket in BUCKETS] + ["+Inf"]
        yield HistogramMetricFamily(
            "tablee_acknowledgement_seconds",
            "From a choice to its acknowledgement, on disk.",
            buckets=list(zip(buckets, accumulate(self.latencies), strict=True)),
            sum_value=self.latency,
        )
        yield GaugeMetricFamily("tablee_sockets", "Open sockets.", len(house.connections))
        yield GaugeMetricFamily("tablee_tables_in_memory", "Tables in memory.", len(house.lives))
        yield GaugeMetricFamily("tablee_bot_queue", "Waiting bot choices.", house.keepers.waiting)

    async def _text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        self.tables = {}
        with suppress(StoreFailed):  # the other figures are wanted then more than ever
            self.tables = await self.house.store.counts()
        return generate_latest(self.registry)
