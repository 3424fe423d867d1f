"""Times of two things done in turn, and what one costs beside the other."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass
class Times:
    """Milliseconds of one thing, done many times."""

    what: str
    all: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.all)

    @property
    def p95(self) -> float:
        """The value that 95 of 100 stay below; the largest but one in twenty."""
        return sorted(self.all)[min(int(len(self.all) * 0.95), len(self.all) - 1)]

    def __str__(self) -> str:
        return f"{self.what} {self.median:.2f} / {self.p95:.2f} ms"


@dataclass
class Row:
    """One line of the bench: a thing, its floor, and how many times as long it takes."""

    name: str
    ours: Times
    floor: Times
    remark: str = ""

    @property
    def ratios(self) -> dict[str, float]:
        return {
            "median": round(self.ours.median / self.floor.median, 3),
            "p95": round(self.ours.p95 / self.floor.p95, 3),
        }

    def __str__(self) -> str:
        told = f"{self.name:<12} {self.ratios['median']:>6.2f} {self.ratios['p95']:>6.2f}   "
        return f"{told}{self.ours} · {self.floor}{f' · {self.remark}' if self.remark else ''}"


def in_turn(*actions: Callable[[int], object], count: int, warm_up: int) -> list[list[float]]:
    """Do each action with a running number, again and again in turn; give the milliseconds of each.

    In turn, so that whatever else the machine does meets all of them alike.
    """
    times: list[list[float]] = [[] for _ in actions]
    for number in range(warm_up + count):
        for action, told in zip(actions, times, strict=True):
            start = time.perf_counter()
            action(number)
            took = time.perf_counter() - start
            if number >= warm_up:
                told.append(took * 1000)
    return times
