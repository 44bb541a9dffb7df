"""Rebuild the index of a store from its logs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.stores.base import BATCH_ROWS_MAX, entries_from

if TYPE_CHECKING:
    from paizhuo.stores.base import EventLog, Fold


async def rebuild_index(log: EventLog, fold: Fold) -> int:
    """Derive every index row and every finished match again; return how many tables.

    The store may be in use meanwhile: a table that moves on is folded once more.
    What `fold` raises ends the rebuild; what was rebuilt until then stays.
    """
    tables, after = 0, ""
    while table_ids := await log.table_ids(after, BATCH_ROWS_MAX):
        for table_id in table_ids:
            await rebuild_table(log, table_id, fold)
        tables += len(table_ids)
        after = table_ids[-1]
    return tables


async def rebuild_table(log: EventLog, table_id: str, fold: Fold) -> None:
    """Derive the index of one table again."""
    entries = [entry async for entry in entries_from(log, table_id)]
    while not await log.reindex(table_id, fold(table_id, entries) if entries else None):
        after = entries[-1].revision if entries else 0
        entries.extend([entry async for entry in entries_from(log, table_id, after)])
