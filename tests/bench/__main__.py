"""Run every benchmark and print what came of it: `python -m bench` in tests/."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Final

from bench import act_cost, classify, durable_appends, load, simulate, wake_lateness

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

BENCHMARKS: Final[Mapping[str, Callable[[], dict[str, float]]]] = {
    "classify": classify.measure,
    "simulate": simulate.measure,
    "act_cost": act_cost.measure,
    "durable_appends": durable_appends.measure,
    "wake_lateness": wake_lateness.measure,
    "load": load.measure,
}


def main(names: list[str]) -> None:
    """Run the named benchmarks, all where none is named."""
    for name in names or BENCHMARKS:
        print(f"{name}: {json.dumps(BENCHMARKS[name]())}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
