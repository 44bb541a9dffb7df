"""Stop the clocks for the time in which no server was alive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import limits
from paizhuo.errors import ServiceError
from paizhuo.stores.base import Page, TableFilter
from paizhuo.tables.options import timing
from paizhuo.tables.peers import last_mark_ms
from paizhuo.tables.system import ServerPause
from paizhuo.v1 import table_pb2

if TYPE_CHECKING:
    from paizhuo.stores.base import TableRow
    from paizhuo.tables.hall import Hall


async def stop_clocks(hall: Hall) -> int:
    """Pause every table that has a clock from when the last process was alive.

    This must be done before the process leaves its own first mark: one that dies on the
    way leaves the rest to the next. That the pause ends is a wake-up like others.
    Returns how many tables were looked at.
    """
    services = hall.services
    started_ms = services.clock.now_ms()
    since_ms = await last_mark_ms(services.log, started_ms)
    if since_ms is None or started_ms - since_ms < limits.MARK_STALE_MS:
        return 0
    count = 0
    token = ""
    while True:
        page = await services.log.list_tables(TableFilter(), Page(token=token))
        for row in page.rows:
            if _has_clock(row):
                count += 1
                await _pause(hall, row.summary.table_id, since_ms, started_ms)
        token = page.next_token
        if not token:
            return count


def _has_clock(row: TableRow) -> bool:
    """Say whether something may run out at a table, as far as the index knows."""
    if row.summary.state == "closed":
        return False
    table = table_pb2.Table.FromString(row.summary.detail)
    chosen = timing({option.name: option.value for option in table.table_options}, 0)
    is_clocked = chosen.decision_ms > 0 and row.summary.state == "playing"
    return is_clocked or chosen.abandon_after_ms > 0


async def _pause(hall: Hall, table_id: str, since_ms: int, started_ms: int) -> None:
    """Pause one table; one that cannot be read here is left alone, which has been logged."""
    try:
        table = await hall.find(table_id, is_due=True)
        await table.submit(table.change, ServerPause(table.state, since_ms, started_ms))
    except ServiceError as error:
        hall.services.report("down_time_failed", table_id=table_id, cause=error.code)
