"""Derive what lists show of a table; it may be rebuilt from the log and decides nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paizhuo.stores.base import EntryHead, Folded, MatchEnd, StoredEntry, Summary
from paizhuo.tables.entries import parse
from paizhuo.tables.render import public_table
from paizhuo.v1 import record_pb2, table_pb2

if TYPE_CHECKING:
    from collections.abc import Sequence

    from paizhuo.storage.v1.entry_pb2 import Entry
    from paizhuo.tables.entries import ActEntry
    from paizhuo.tables.seating import Seating

STATE_NAMES: Final = {
    table_pb2.TABLE_STATE_OPEN: "open",
    table_pb2.TABLE_STATE_PLAYING: "playing",
    table_pb2.TABLE_STATE_ENDED: "ended",
    table_pb2.TABLE_STATE_CLOSED: "closed",
}


def summarize(seating: Seating, state: table_pb2.TableState.ValueType, match: int) -> Summary:
    """Return the index row; its detail is the Table without names and presence."""
    origin = seating.origin
    return Summary(
        table_id=origin.table_id,
        game=origin.game,
        state=STATE_NAMES[state],
        seats=origin.seats,
        seats_taken=sum(not held.is_free for held in seating.seats),
        owner=origin.owner,
        created_ms=origin.created_ms,
        principals=tuple(seating.by_principal),
        listed=origin.listed,
        title=origin.title,
        deals=seating.deal,
        matches=match,
        detail=public_table(seating, state).SerializeToString(),
    )


def match_end(
    seating: Seating, match: int, first_revision: int, entry: Entry | ActEntry
) -> MatchEnd:
    """Return the row of a match that ends; its detail is a Record with the players."""
    players = [
        record_pb2.RecordPlayer(seat=seat, principal=held.principal, bot=held.bot)
        for seat, held in enumerate(seating.seats)
    ]
    return MatchEnd(
        match=match,
        first_revision=first_revision,
        revision=entry.revision,
        time_ms=entry.time_ms,
        principals=tuple(seating.by_principal),
        detail=record_pb2.Record(players=players).SerializeToString(),
    )


def fold(table_id: str, entries: Sequence[StoredEntry]) -> Folded:
    """Derive the index of a table from its whole log (`stores.base.Fold`)."""
    # Rebuilding is rare and folds with the very code that plays.
    from paizhuo.tables.state import TableState  # noqa: PLC0415

    state = TableState.start(table_id, parse(entries[0].data))
    ends = []
    for stored in entries:
        step = state.prepare(parse(stored.data), stored.data)
        state.commit(step)
        if step.end is not None:
            ends.append(step.end)
    last = parse(entries[-1].data)
    head = EntryHead(last.revision, last.entry_id, last.time_ms, last.wake_at_ms)
    return Folded(state.summary, head, tuple(ends))
