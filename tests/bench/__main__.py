"""Run every benchmark and print what came of it: `python -m bench` in tests/."""

from __future__ import annotations

import importlib
import json
import sys
from typing import Final

BENCHMARKS: Final = (
    "classify",
    "simulate",
    "act_cost",
    "durable_appends",
    "wake_lateness",
    "load",
)
"""Modules of this folder, loaded one at a time: what one compares with, another need not have."""


def main(names: list[str]) -> None:
    """Run the named benchmarks, all where none is named."""
    for name in names or BENCHMARKS:
        if name not in BENCHMARKS:
            sys.exit(f"There is no benchmark {name}: {', '.join(BENCHMARKS)}")
        try:
            benchmark = importlib.import_module(f"bench.{name}")
        except ModuleNotFoundError as missing:
            sys.exit(f"{name} needs {missing.name}: run `make setup-bench`")
        print(f"{name}: {json.dumps(benchmark.measure())}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
