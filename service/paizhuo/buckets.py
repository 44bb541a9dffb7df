"""Count who used how much of a ration up, in one number each: when it is whole again."""

from __future__ import annotations

from typing import Final, NamedTuple

_FORGET_ABOVE: Final = 64
"""How many rations are held before those that are whole again are forgotten."""


class Ration(NamedTuple):
    """Name a ration: whose it is, how much of it at once, and after how long one more."""

    who: str
    burst: int
    every_ms: int


class Buckets:
    """Hold rations that are not whole. Times are the caller's, in milliseconds."""

    __slots__ = ("_forget_above", "_whole_ms")

    def __init__(self) -> None:
        """Begin with whole rations."""
        self._whole_ms: dict[str, int] = {}
        self._forget_above = _FORGET_ABOVE

    def wait_ms(self, ration: Ration, time_ms: int) -> int:
        """Return after how long one more may be taken, 0 for at once."""
        whole_ms = self._whole_after(ration, time_ms)
        return max(0, whole_ms - time_ms - ration.burst * ration.every_ms)

    def take(self, ration: Ration, time_ms: int) -> None:
        """Take one of a ration, whether there is one or not."""
        if len(self._whole_ms) >= self._forget_above:
            kept = self._whole_ms.items()
            self._whole_ms = {who: whole_ms for who, whole_ms in kept if whole_ms > time_ms}
            # Where many are in use they are not all looked at each time.
            self._forget_above = max(_FORGET_ABOVE, 2 * len(self._whole_ms))
        self._whole_ms[ration.who] = self._whole_after(ration, time_ms)

    def _whole_after(self, ration: Ration, time_ms: int) -> int:
        """Return when a ration is whole again if one more is taken of it now."""
        return max(self._whole_ms.get(ration.who, 0), time_ms) + ration.every_ms
