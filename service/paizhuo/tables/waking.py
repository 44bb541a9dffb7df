"""Decide what a table does next by itself, and when: from its state alone."""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Final, NamedTuple

from paizhuo import limits
from paizhuo.v1 import table_pb2

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo.engine import Decision, Prepared, Table
    from paizhuo.tables.seating import Seating


class WakeKind(enum.Enum):
    """Name what a table does by itself."""

    COMMIT = "commit"
    START = "deal"
    BOT = "bot"
    CLOSE = "close"


class Wake(NamedTuple):
    """Say what is next, when, and of what: a bot's decision, or a reason to close."""

    kind: WakeKind
    at_ms: int
    decision: Decision | None = None
    close_reason: str = ""


CLOSED_ALONE: Final = "no_person"
CLOSED_FORGOTTEN: Final = "forgotten"
CLOSED_FULL: Final = "log_full"


class Outline:
    """Hold what the service must know of a game, as of one entry.

    Each look goes over the border, so what every entry needs is read once, and the
    decisions only where somebody asks.
    """

    __slots__ = ("_decisions", "_source", "match", "match_over", "needs_commit", "needs_start")

    def __init__(self, source: Prepared | Table) -> None:
        """Read what every entry needs."""
        self._source = source
        self._decisions: list[Decision] | None = None
        self.match = source.match
        self.match_over = source.match_over
        self.needs_commit = source.needs_commit
        self.needs_start = source.needs_start

    @property
    def decisions(self) -> list[Decision]:
        """Return the open decisions; of a `Table` they must be asked for at once."""
        if self._decisions is None:
            self._decisions = self._source.decisions
        return self._decisions

    @property
    def is_running(self) -> bool:
        """Say whether a match has begun and not ended."""
        return self.match > 0 and not self.match_over


def table_state(seating: Seating, outline: Outline) -> table_pb2.TableState.ValueType:
    """Return what the table is waiting for."""
    if seating.is_closed:
        return table_pb2.TABLE_STATE_CLOSED
    if outline.is_running:
        return table_pb2.TABLE_STATE_PLAYING
    if seating.free_seat is not None:
        return table_pb2.TABLE_STATE_OPEN
    return table_pb2.TABLE_STATE_ENDED if outline.match else table_pb2.TABLE_STATE_PLAYING


def next_wake(
    seating: Seating,
    outline: Outline,
    times: tuple[int, int],
    opened: Mapping[str, int],
    bot_delay_ms: int,
) -> Wake | None:
    """Return what the table does next by itself; None if it is closed.

    `times` are those of the last entry and of the last one that the server made;
    `opened` says since when each decision of a bot is open. A bot answers after the
    same time whatever its cards are. A redeal asks nobody.
    """
    if seating.is_closed:
        return None
    time_ms, server_ms = times
    paced_ms = max(time_ms, server_ms + limits.SERVER_PACE_MS)
    if outline.needs_commit:
        if seating.deals_alone >= limits.DEALS_ALONE_MAX:
            return Wake(WakeKind.CLOSE, paced_ms, None, CLOSED_ALONE)
        return Wake(WakeKind.COMMIT, paced_ms)
    if outline.needs_start and (seating.attempt or seating.all_ready):
        return Wake(WakeKind.START, paced_ms)
    if opened:
        for decision in outline.decisions:
            if decision.id in opened:
                at_ms = max(opened[decision.id] + bot_delay_ms, paced_ms)
                return Wake(WakeKind.BOT, at_ms, decision)
    return when_forgotten(time_ms)


def when_forgotten(time_ms: int) -> Wake:
    """Return what a table does that waits for calls: it is closed if none comes for long."""
    return Wake(WakeKind.CLOSE, time_ms + limits.FORGOTTEN_MS, None, CLOSED_FORGOTTEN)
