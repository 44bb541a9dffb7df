"""Follow a table's log while somebody watches, for what other processes write."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from paizhuo.stores.base import StoreError

if TYPE_CHECKING:
    from paizhuo.tables.table import LiveTable

_RETRY_S: Final = 0.5


class Follower:
    """Make a table catch up as soon as its log grows, as long as it has watchers."""

    def __init__(self, table: LiveTable) -> None:
        """Begin at rest."""
        self._table = table
        self._task: asyncio.Task[None] | None = None

    def check(self) -> None:
        """Begin or stop, as there are watchers or not."""
        is_wanted = bool(self._table.audience.watchers) and self._table.quarantine is None
        if is_wanted and self._task is None:
            self._task = asyncio.get_running_loop().create_task(self._follow())
        elif not is_wanted and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _follow(self) -> None:
        """Watch the log; what this process wrote itself it knows already."""
        table = self._table
        watch = table.services.log.watch(table.table_id, table.state.revision)
        try:
            is_open = True
            while is_open:
                try:
                    async for stored in watch:
                        if stored.revision > table.state.revision:
                            table.post(table.catch_up)
                    is_open = False
                except StoreError:
                    await asyncio.sleep(_RETRY_S)
        finally:
            await watch.aclose()
