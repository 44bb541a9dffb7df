"""Wake the tables that nobody calls, keep streams alive, let go of what is idle."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from paizhuo import limits
from paizhuo.errors import ServiceError
from paizhuo.stores.base import BATCH_ROWS_MAX, StoreError
from paizhuo.tables.presence import attendees, look_elsewhere

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from paizhuo.stores.base import DueTable
    from paizhuo.tables.hall import Hall


_LEFT_ALONE_S: Final = 60.0
"""How long a due table that cannot be read is not tried again."""


class Driver:
    """Do, tick by tick, what no call asks for.

    A table in memory has its own alarm; the store is asked for the others, so that a
    process that starts goes on with whatever stood still. What is due stands in the
    logs and belongs to nobody.
    """

    def __init__(self, hall: Hall) -> None:
        """Begin at rest."""
        self._hall = hall
        self._tasks: list[asyncio.Task[None]] = []
        self._left_alone: dict[str, float] = {}
        self._started = hall.services.clock.monotonic()

    def start(self) -> None:
        """Begin to tick."""
        config = self._hall.services.config
        heartbeat_s = config.heartbeat_ms / 1000
        loops = [self._every(heartbeat_s / 5, self._keep_alive), self._every(30, self._tidy)]
        loops.append(self._every(limits.NAMES_FRESH_S, self._hall.services.names.refresh))
        if config.drive:
            loops.append(self._every(limits.MARK_MS / 1000, self._mark))
            loops.append(self._every(config.driver_poll_ms / 1000, self._wake_due))
            loops.append(self._every(limits.AHEAD_EVERY_MS / 1000, self._wake_ahead))
        self._tasks = [asyncio.get_running_loop().create_task(loop) for loop in loops]

    async def stop(self) -> None:
        """Stop ticking."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []
        if self._hall.services.peers.is_marked:
            # So that no more of the time counts as down than there was.
            with suppress(StoreError):
                await self._mark()

    async def _mark(self) -> None:
        """Leave a mark that this process lives."""
        services = self._hall.services
        now_ms = services.clock.now_ms()
        await services.peers.mark(services.log, now_ms, attendees(self._hall.tables))

    async def _every(self, seconds: float, tick: Callable[[], Awaitable[None]]) -> None:
        """Call again and again; a tick that fails is logged and tried again."""
        while True:
            try:
                await tick()
            except (StoreError, ServiceError) as error:
                self._hall.services.report("driver_failed", cause=str(error))
            except Exception as error:  # noqa: BLE001 - whatever it was, tables must be woken
                self._hall.services.report("driver_fault", exc_info=error)
            await asyncio.sleep(seconds)

    async def _wake_due(self) -> None:
        """Poke every table that is due in the store's index."""
        services = self._hall.services
        if not services.peers.is_marked:
            return
        now = services.clock.monotonic()
        self._left_alone = {name: end for name, end in self._left_alone.items() if end > now}
        now_ms = services.clock.now_ms()
        last: DueTable | None = None
        is_more = True
        while is_more:
            batch = await services.log.due(now_ms, after=last)
            for due in batch:
                if due.wake_at_ms + services.peers.delay_ms(due.table_id) <= now_ms:
                    await self._poke(due)
            is_more = len(batch) == BATCH_ROWS_MAX
            last = batch[-1] if batch else None

    async def _wake_ahead(self) -> None:
        """Poke the tables whose last entry is of a time that this clock has yet to come to.

        After a clock was set back they would stand still until then. Their time goes on from
        that entry: it is as late there as this process has lived.
        """
        services = self._hall.services
        lived_ms = int((services.clock.monotonic() - self._started) * 1000)
        wait_ms = lived_ms + limits.WAKE_AHEAD_MS
        for found in await services.log.ahead(services.clock.now_ms(), wait_ms):
            await self._poke(found)

    async def _poke(self, due: DueTable) -> None:
        """Let a table look whether it is due, unless it has its alarm set."""
        table = self._hall.loaded(due.table_id)
        if due.table_id in self._left_alone or (table and table.is_waiting(due.revision)):
            return
        try:
            table = await self._hall.find(due.table_id, is_due=True)
        except ServiceError:
            # It cannot be read here, as has been logged: not every second anew.
            now = self._hall.services.clock.monotonic()
            self._left_alone[due.table_id] = now + _LEFT_ALONE_S
            return
        if table.quarantine is None:
            table.look_at_log()

    async def _keep_alive(self) -> None:
        """Send heartbeats, and look once a heartbeat who is present in other processes."""
        services = self._hall.services
        heartbeat_s = services.config.heartbeat_ms / 1000
        for table in self._hall.tables:
            audience = table.audience
            if not audience.watchers:
                continue
            now = services.clock.monotonic()
            if services.peers.has_others and now - audience.looked_elsewhere >= heartbeat_s:
                with suppress(StoreError):
                    await look_elsewhere(table)
            audience.keep_alive(table.state, now, heartbeat_s, table.now_ms())

    async def _tidy(self) -> None:
        """Drop idle tables, and more of them beyond `limits.LOADED_TABLES_MAX`."""
        await self._hall.let_go_of_idle()
