"""Know which processes are alive, so that they try what is due one after the other.

That only saves work: a table belongs to nobody, and two processes that try make one entry.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from paizhuo import limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.stores.base import Attendee, EventLog


class Peers:
    """Hold who is alive, as of the last mark of this process.

    Before its first mark (`is_marked`) a process wakes no table.
    """

    def __init__(self, process: str = "") -> None:
        """Begin alone; `process` names this process among all."""
        self.process = process
        self._others: tuple[str, ...] = ()
        self._told: frozenset[Attendee] = frozenset()
        self._marked_ms = 0
        self.is_marked = False

    @property
    def has_others(self) -> bool:
        """Say whether any other process is alive."""
        return bool(self._others)

    async def mark(
        self, log: EventLog, now_ms: int, attendees: frozenset[Attendee] = frozenset()
    ) -> None:
        """Leave a mark that this process lives and who is there, and look who else does."""
        # Who was told long ago may be forgotten: what is open is then told anew.
        is_known = now_ms - self._marked_ms < limits.MARK_STALE_MS
        came = attendees - self._told if is_known else attendees
        await log.mark_alive(self.process, now_ms, sorted(came), sorted(self._told - attendees))
        self._told, self._marked_ms = attendees, now_ms
        self.is_marked = True
        self.set_alive(await log.alive(now_ms - limits.MARK_STALE_MS))

    def set_alive(self, processes: Sequence[str]) -> None:
        """Note who is alive."""
        self._others = tuple(name for name in processes if name != self.process)

    def delay_ms(self, table_id: str) -> int:
        """Return how long this process leaves what is due at a table to others."""
        if not self._others:
            return 0
        own = _weight(table_id, self.process)
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
