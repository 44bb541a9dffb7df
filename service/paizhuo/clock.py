"""Give the service its clock and its randomness, so that tests can bring their own."""

from __future__ import annotations

import secrets
import time
from typing import Protocol


class Clock(Protocol):
    """Tell the time."""

    def now_ms(self) -> int:
        """Return the milliseconds since the Unix epoch; may jump."""
        ...

    def monotonic(self) -> float:
        """Return seconds that never go back, from an unknown start."""
        ...


class SystemClock:
    """Tell the time of this machine."""

    def now_ms(self) -> int:
        """Return the milliseconds since the Unix epoch."""
        return time.time_ns() // 1_000_000

    monotonic = staticmethod(time.monotonic)
    """Return seconds that never go back; asked with every entry, and so without a detour."""


class Randomness(Protocol):
    """Draw what nobody may foresee."""

    def token_bytes(self, count: int) -> bytes:
        """Return that many random bytes."""
        ...


class SystemRandomness:
    """Draw from the operating system."""

    def token_bytes(self, count: int) -> bytes:
        """Return that many random bytes."""
        return secrets.token_bytes(count)


def draw_seed(randomness: Randomness) -> int:
    """Draw the 64-bit seed of a bot's choice."""
    return int.from_bytes(randomness.token_bytes(8), "little")
