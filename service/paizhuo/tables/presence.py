"""Know who is at a table, in this process and in the others; no log tells it.

A person is there while a stream of theirs is open in any process. Processes tell each other
through the store, with the mark that they live, so that all of it may be a second old.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import limits
from paizhuo.v1 import table_pb2

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from paizhuo.stores.base import Attendee
    from paizhuo.tables.seating import Seating
    from paizhuo.tables.table import LiveTable


def attendees(tables: Iterable[LiveTable]) -> frozenset[Attendee]:
    """Return who has a seat and watches it here."""
    return frozenset(
        (table.table_id, principal)
        for table in tables
        if table.audience.here
        for principal in table.state.seating.by_principal
        if principal in table.audience.here
    )


def present_seats(seating: Seating, present: Container[str]) -> bytes:
    """Return whose person is there, as an encoded Presence."""
    seats = [
        seat
        for seat, held in enumerate(seating.seats)
        if held.principal and held.principal in present
    ]
    return table_pb2.Presence(seats=seats).SerializeToString()


async def look_elsewhere(table: LiveTable) -> None:
    """Let a table show who watches it in other processes; raises `StoreError`."""
    services = table.services
    table.audience.looked_elsewhere = services.clock.monotonic()
    if not services.peers.has_others:
        table.audience.elsewhere = frozenset()
        return
    fresh_ms = services.clock.now_ms() - limits.SIGHTING_STALE_MS
    table.audience.elsewhere = frozenset(
        seen.principal
        for seen in await services.log.sightings(table.table_id)
        if seen.is_open and seen.seen_ms >= fresh_ms and seen.process != services.peers.process
    )


async def last_seen_ms(table: LiveTable) -> int:
    """Return when anybody who has a seat last watched it, by the table's time; 0 for never.

    Raises `StoreError`.
    """
    persons = table.state.seating.by_principal
    if any(principal in table.audience.here for principal in persons):
        return table.now_ms()
    fresh_ms = table.services.clock.now_ms() - limits.SIGHTING_STALE_MS
    last_ms = 0
    for seen in await table.services.log.sightings(table.table_id):
        if seen.principal not in persons:
            continue
        if seen.is_open and seen.seen_ms >= fresh_ms:
            return table.now_ms()
        last_ms = max(last_ms, seen.seen_ms)
    return last_ms
