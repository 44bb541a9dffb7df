"""Stream what was before: the revisions of a table that memory does not hold any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.tables.replay import Replay
from paizhuo.tables.watchers import VIEW, cause_bytes, step_bytes, table_bytes
from paizhuo.tables.wire import bytes_field

if TYPE_CHECKING:
    from paizhuo.tables.state import TableState
    from paizhuo.tables.step import Step
    from paizhuo.tables.table import LiveTable


class History:
    """Replay a log for one watcher, as he might have known it then.

    Views, and so events, are those of the seat that he had at each revision. The cards
    of tricks that are shown no more are left out, and views in which they lay.
    """

    def __init__(self, table: LiveTable, principal: str, after: int, *, wants_views: bool) -> None:
        """Begin behind revision `after`."""
        services = table.services
        self._replay = Replay(services, table.table_id)
        self._last: Step
        self._names = services.names
        self._principal = principal
        self._wants_views = wants_views
        self.after = after
        self.has_sent_table = False
        self._messages: list[bytes] = []

    async def next_batch(self, last: Step) -> list[bytes]:
        """Return messages up to the last revision that he may know; none once it came there."""
        self._last = last
        while not self._messages and await self._replay.advance(self._visit, last.entry.revision):
            pass
        batch, self._messages = self._messages, []
        return batch

    def _visit(self, step: Step, _: TableState) -> None:
        """Encode a revision; this runs in a worker thread."""
        revision = step.entry.revision
        if revision <= self.after:
            return
        viewer = step.seating.by_principal.get(self._principal)
        table = view = b""
        if step.is_table_changed or not self.has_sent_table:
            self.has_sent_table = True
            table = table_bytes(step, viewer, self._names, ())
        forgotten = self._last.hides(revision)
        if self._wants_views and not forgotten:
            view = bytes_field(VIEW, step.view(viewer))
        message = step_bytes(step, viewer, table=table, view=view, forgotten=forgotten)
        self._messages.append(message + cause_bytes(step, self._principal))
        self.after = revision
