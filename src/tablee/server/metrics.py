"""Figures for whoever runs the house, in the format of Prometheus; never about single people."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tablee.server.acts import Act, Chose

if TYPE_CHECKING:
    from tablee.server.house import House

BUCKETS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)


class Metrics(Collector):
    """What happened since the start, and what is so now."""

    def __init__(self, house: "House"):
        self.house = house
        self.sockets = 0
        self.registry = CollectorRegistry()
        self.moves = Counter(
            "tablee_moves", "Choices of people that were acknowledged.", registry=self.registry
        )
        self.refusals = Counter(
            "tablee_refusals", "Commands that were refused.", registry=self.registry
        )
        self.latency = Histogram(
            "tablee_acknowledgement_seconds",
            "From a choice to its acknowledgement, on disk.",
            buckets=BUCKETS,
            registry=self.registry,
        )
        self.registry.register(self)

    def done(self, act: Act, seconds: float) -> None:
        """A command was acknowledged."""
        if isinstance(act, Chose):
            self.moves.inc()
            self.latency.observe(seconds)

    def collect(self) -> Iterator[Metric]:
        """What is so now."""
        house = self.house
        yield GaugeMetricFamily("tablee_sockets", "Open sockets.", self.sockets)
        yield GaugeMetricFamily("tablee_tables_in_memory", "Tables in memory.", len(house.lives))
        yield GaugeMetricFamily("tablee_bot_queue", "Waiting bot choices.", house.keepers.waiting)

    def text(self) -> bytes:
        """All of it, as Prometheus reads it."""
        return generate_latest(self.registry)
