"""Choose the seeds of random matches, and tell how a failure is played again."""

from __future__ import annotations

import contextlib
import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


def seeds(count: int) -> range:
    """Return the first seeds; `PAIZHUO_SEEDS=1000+5000` gives 5 000 others, from 1000 on."""
    first, count = (int(part) for part in os.environ.get("PAIZHUO_SEEDS", f"0+{count}").split("+"))
    return range(first, first + count)


@contextlib.contextmanager
def told_how_to_replay(seed: int, file: str) -> Iterator[None]:
    """Add the command that replays a seed of a file of tests to whatever goes wrong."""
    try:
        yield
    except Exception as error:
        command = f"PAIZHUO_SEEDS={seed}+1 .venv/bin/pytest {file}"
        error.add_note(f"seed {seed}; replay it with: {command}")
        raise
