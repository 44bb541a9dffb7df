"""Know which processes are alive, so that they try what is due one after the other.

That only saves work: a table belongs to nobody, and two processes that try make one entry.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from paizhuo import limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.stores.base import EventLog


class Peers:
    """Hold who is alive, as of the last mark of this process.

    Before its first mark (`is_marked`) a process wakes no table.
    """

    def __init__(self, process: str = "") -> None:
        """Begin alone; `process` names this process among all."""
        self._process = process
        self._others: tuple[str, ...] = ()
        self.is_marked = False

    async def mark(self, log: EventLog, now_ms: int) -> None:
        """Leave a mark that this process lives, and look who else does."""
        await log.mark_alive(self._process, now_ms)
        self.is_marked = True
        self.set_alive(await log.alive(now_ms - limits.MARK_STALE_MS))

    def set_alive(self, processes: Sequence[str]) -> None:
        """Note who is alive."""
        self._others = tuple(name for name in processes if name != self._process)

    def delay_ms(self, table_id: str) -> int:
        """Return how long this process leaves what is due at a table to others."""
        if not self._others:
            return 0
        own = _weight(table_id, self._process)
        before = sum(_weight(table_id, other) > own for other in self._others)
        return before * limits.RANK_DELAY_MS


async def last_mark_ms(log: EventLog, now_ms: int) -> int | None:
    """Return when any process was last alive, None if none ever left a mark."""
    low, high = 0, now_ms + 1
    if not await log.alive(low):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if await log.alive(middle):
            low = middle
        else:
            high = middle
    return low


def _weight(table_id: str, process: str) -> bytes:
    """Return the weight of a process for a table: the heaviest one tries first."""
    return sha256(f"{table_id}/{process}".encode()).digest()
