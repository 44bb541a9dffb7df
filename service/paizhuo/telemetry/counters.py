"""Count calls and refusals; a call pays for one addition."""

from __future__ import annotations

from collections import Counter


class Counters:
    """Hold what has been counted since the process began."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.calls: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
