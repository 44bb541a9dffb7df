"""Ration what callers change at a table beside the play, so that nobody can fill its log up.

All of it is folded from the entries and their times, so that every process, and every one
that comes after it, counts alike.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import limits
from paizhuo.buckets import Buckets, Ration
from paizhuo.errors import ServiceError, Why
from paizhuo.tables.entries import cause

if TYPE_CHECKING:
    from collections.abc import Iterable

    from paizhuo.storage.v1.entry_pb2 import Entry
    from paizhuo.tables.seating import Seating


class Rations:
    """Hold who used how much of a ration up; `count` is how often anybody did."""

    __slots__ = ("_buckets", "count")

    def __init__(self) -> None:
        """Begin with whole rations."""
        self._buckets = Buckets()
        self.count = 0

    def check(self, charged: Iterable[Ration], time_ms: int) -> None:
        """Raise TOO_MANY_CHANGES if a ration is used up, LOG_FULL if all there is for changes."""
        for ration in charged:
            if self.count >= limits.CHANGES_MAX:
                raise ServiceError(Why.LOG_FULL)
            wait_ms = self._buckets.wait_ms(ration, time_ms)
            if wait_ms:
                raise ServiceError(Why.TOO_MANY_CHANGES, retry_ms=wait_ms)

    def charge(self, charged: Iterable[Ration], time_ms: int) -> None:
        """Note that something was changed, by an entry of that time."""
        for ration in charged:
            self._buckets.take(ration, time_ms)
        self.count += 1


def charged(seating: Seating, entry: Entry) -> tuple[Ration, ...]:
    """Return the rations that an entry takes of; `seating` is the one before it.

    What takes something back is free, since it cannot be done more often than what it takes
    back: who paused can always go on, who sat down can always leave. So is to be ready, which
    each deal asks for again, and all that is played. To ask for what is so already is not: it takes
    nothing back and makes an entry. Sitting down takes of the table's own
    ration as well: callers can be many.
    """
    principal = cause(entry.entry_id)[0]
    if not principal or not _adds(seating, entry):
        return ()
    own = Ration(principal, limits.CHANGES_BURST, limits.CHANGE_EVERY_MS)
    if entry.HasField("seat_taken"):
        return own, Ration("", limits.JOINS_BURST, limits.JOIN_EVERY_MS)
    return (own,)


def _adds(seating: Seating, entry: Entry) -> bool:
    """Say whether an entry is more than the taking back of another one."""
    match entry.WhichOneof("body"):
        case "seat_taken" | "bot_added" | "paused" | "nothing_changed":
            return True
        case "auto_pass_set":
            return entry.auto_pass_set.on
        case "seat_ready":
            said = entry.seat_ready
            return not said.ready or seating.seats[said.seat].ready
        case _:
            return False
