"""Stream what was before: the revisions of a table that memory does not hold any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import limits
from paizhuo.tables.replay import Replay
from paizhuo.tables.watchers import past_bytes, table_bytes

if TYPE_CHECKING:
    from collections.abc import Container

    from paizhuo.tables.state import TableState
    from paizhuo.tables.step import Step
    from paizhuo.tables.table import LiveTable
    from paizhuo.tables.watchers import Viewing


class History:
    """Replay a log for one watcher, as he might have known it then.

    Views, and so events, are those of the seat that he had at each revision. What is shown
    no more is left out, as `past_bytes` says.
    """

    def __init__(self, table: LiveTable, viewing: Viewing, after: int) -> None:
        """Begin behind revision `after`."""
        services = table.services
        self._replay = Replay(services, table.table_id, services.readers.executor)
        self._table = table
        self._last: Step
        self._present: Container[str] = ()
        self._names = services.names
        self._principal = viewing.principal
        self._wants_views = viewing.wants_views
        self.after = after
        self.has_sent_table = False
        self._messages: list[bytes] = []

    async def next_batch(self, last: Step) -> list[bytes]:
        """Return messages up to the last revision that he may know; none once it came there."""
        self._last = last
        is_behind = last.entry.revision < self._table.state.revision
        self._present = () if is_behind else self._table.audience.present
        until = last.entry.revision
        while not self._messages and await self._replay.advance(self._visit, until, self._batch()):
            pass
        batch, self._messages = self._messages, []
        return batch

    def _batch(self) -> int:
        """Return how much to fold at once: few revisions where they are told, many before."""
        return min(
            limits.REPLAY_BATCH, max(limits.HISTORY_BATCH, self.after - self._replay.revision)
        )

    def _visit(self, step: Step, _: TableState) -> None:
        """Encode a revision; this runs in a worker thread."""
        revision = step.entry.revision
        if revision <= self.after:
            return
        table = b""
        viewer = step.seating.by_principal.get(self._principal)
        if step.changes_table(viewer) or not self.has_sent_table:
            self.has_sent_table = True
            table = table_bytes(step, viewer, self._names, self._present)
        self._messages.append(
            past_bytes(
                step, self._principal, self._last, wants_views=self._wants_views, table=table
            )
        )
        self.after = revision
