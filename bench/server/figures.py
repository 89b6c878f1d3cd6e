"""What is measured in one run of the driver, and the best of several runs."""

from collections.abc import Sequence
from dataclasses import dataclass


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@dataclass(frozen=True)
class Figures:
    """One run, times in seconds; or of several runs the best of each figure."""

    per_second: float  # choices that reached every client of their table
    confirmed_p50: float  # from sending a choice until its client has the server's word
    confirmed_p99: float
    everywhere_p50: float  # from sending a choice until the last client of the table is updated
    everywhere_p99: float
    processor: float  # of the server, for each choice
    driver_load: float  # share of its core that the driver took
    kilobytes: float  # that the server sent for each choice, to all clients together

    def line(self) -> list[str]:
        return [
            f"{self.per_second:,.0f}",
            f"{self.confirmed_p50 * 1e3:.1f} / {self.confirmed_p99 * 1e3:.1f}",
            f"{self.everywhere_p50 * 1e3:.1f} / {self.everywhere_p99 * 1e3:.1f}",
            f"{self.processor * 1e3:.3f}",
            f"{self.kilobytes:.1f}",
            f"{self.driver_load:.0%}",
        ]


HEADS = [
    "choices/s",
    "confirmed p50 / p99, ms",
    "everywhere p50 / p99, ms",
    "CPU ms/choice",
    "kB/choice",
    "driver",
]


def best(runs: Sequence[Figures]) -> Figures:
    """The best of each figure, whichever run it is from."""
    return Figures(
        per_second=max(run.per_second for run in runs),
        confirmed_p50=min(run.confirmed_p50 for run in runs),
        confirmed_p99=min(run.confirmed_p99 for run in runs),
        everywhere_p50=min(run.everywhere_p50 for run in runs),
        everywhere_p99=min(run.everywhere_p99 for run in runs),
        processor=min(run.processor for run in runs),
        driver_load=max(run.driver_load for run in runs),
        kilobytes=min(run.kilobytes for run in runs),
    )
