"""Measure the classification of one packed play from Python.

A nanosecond means little on a shared machine, so that a fixed loop is timed beside it,
in turns: one call of `divmod(7, 3)`, which is as much Python as the call measured.
"""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING, Final

from paizhuo.engine import Ruleset

if TYPE_CHECKING:
    from collections.abc import Callable

RUNS: Final = 15
CALLS: Final = 200_000
LIMIT_NS: Final = 150
PLAYS: Final = (
    bytes([3, 1, *[0] * 13]),
    bytes([1, 1, 1, 1, 1, *[0] * 10]),
    bytes([3, 3, 1, 1, *[0] * 11]),
    bytes([1, 0, 2, *[0] * 12]),
)


def measure(runs: int = RUNS, calls: int = CALLS) -> dict[str, float]:
    """Return nanoseconds a call, of the classification and of the fixed loop: medians."""
    classify = Ruleset("dou_dizhu", seats=3).classify_packed
    ours: list[float] = []
    fixed: list[float] = []
    for _ in range(runs):
        fixed.append(_time(lambda _: divmod(7, 3), calls) - _time(lambda _: None, calls))
        ours.append(_call_ns(classify, calls))
    return {
        "classify_ns": round(statistics.median(ours), 1),
        "classify_fastest_ns": round(min(ours), 1),
        "divmod_ns": round(statistics.median(fixed), 1),
        "limit_ns": LIMIT_NS,
    }


def _call_ns(call: Callable[[bytes], object], calls: int) -> float:
    """Return nanoseconds a call over plays of several kinds."""
    first, second, third, fourth = PLAYS
    rounds = calls // 4
    begin = time.perf_counter_ns()
    for _ in range(rounds):
        call(first)
        call(second)
        call(third)
        call(fourth)
    return (time.perf_counter_ns() - begin) / (4 * rounds)


def _time(call: Callable[[None], object], calls: int) -> float:
    """Return nanoseconds a call."""
    begin = time.perf_counter_ns()
    for _ in range(calls):
        call(None)
    return (time.perf_counter_ns() - begin) / calls
