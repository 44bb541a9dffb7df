"""Feed a platform's ledger: every finished match once, in one order, from any position on.

The order is the store's: matches stand in it as their last entries were written, from
whatever process. A position names a place in it for good.
"""

from __future__ import annotations

import base64
import binascii
import struct
from typing import TYPE_CHECKING, Final

from paizhuo import engine
from paizhuo.errors import ServiceError, Why
from paizhuo.stores.base import (
    MatchFilter,
    Page,
    StoreError,
    StoreUnavailable,
    Trouble,
    entries_from,
)
from paizhuo.tables.entries import parse
from paizhuo.tables.records import name_players
from paizhuo.tables.seating import begin
from paizhuo.v1 import record_pb2, replay_service_pb2

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from paizhuo.stores.base import EndedMatch
    from paizhuo.tables.hall import Hall

_BATCH: Final = 100
_POLL_S: Final = 0.25
# A mark, so that what is no position is not taken for one.
_LAYOUT: Final = struct.Struct(">4sQ")
_MARK: Final = b"pzr1"
_POSITION_MAX: Final = (1 << 63) - 1


def encode_position(position: int) -> str:
    """Write a position as consumers keep it."""
    return base64.urlsafe_b64encode(_LAYOUT.pack(_MARK, position)).decode()


def decode_position(text: str) -> int:
    """Return a position, 0 for none; raises FIELD_INVALID for what is no position."""
    if not text:
        return 0
    try:
        raw = base64.b64decode(text, altchars=b"-_", validate=True)
        mark, position = _LAYOUT.unpack(raw)
    except (ValueError, binascii.Error, struct.error) as error:
        raise _no_position() from error
    if mark != _MARK or position > _POSITION_MAX:
        raise _no_position()
    return int(position)


async def watch_records(hall: Hall, after: str, *, with_records: bool) -> AsyncIterator[bytes]:
    """Stream the finished matches behind a position, and heartbeats where none ends.

    Whoever calls this holds the hall's `counted_stream`.
    """
    position = decode_position(after)
    services = hall.services
    heartbeat_s = services.config.heartbeat_ms / 1000
    await _check_reached(hall, position)
    told = services.clock.monotonic()
    while not hall.draining.is_set():
        matches = await services.log.ended(position, _BATCH)
        for match in matches:
            message = await _describe(hall, match, with_records=with_records)
            position = match.position
            yield message.SerializeToString()
            told = services.clock.monotonic()
            if hall.draining.is_set():
                break
        if not matches and services.clock.monotonic() - told >= heartbeat_s:
            told = services.clock.monotonic()
            yield replay_service_pb2.WatchRecordsResponse(
                position=encode_position(position), heartbeat=True
            ).SerializeToString()
        if len(matches) < _BATCH:
            await hall.drained_within(min(_POLL_S, heartbeat_s))
    raise ServiceError(Why.DRAINING)


async def _check_reached(hall: Hall, position: int) -> None:
    """Raise POSITION_AHEAD if nothing has come to a position, as after a restored backup."""
    last = await hall.services.log.list_matches(MatchFilter(), Page(size=1))
    if position > (last.rows[0].position if last.rows else 0):
        raise ServiceError(Why.POSITION_AHEAD)


async def _describe(
    hall: Hall, match: EndedMatch, *, with_records: bool
) -> replay_service_pb2.WatchRecordsResponse:
    """Say how a match ended, from the log of its table."""
    end = match.end
    message = replay_service_pb2.WatchRecordsResponse(
        position=encode_position(match.position),
        table_id=match.table_id,
        match=end.match,
        game=match.game,
        end_time_ms=end.time_ms,
        players=record_pb2.Record.FromString(end.detail).players,
    )
    await name_players(hall, message.players)
    record = await _record(hall, match)
    if record is not None:
        message.end.CopyFrom(record.end)
        if with_records:
            message.record.CopyFrom(record)
            message.record.players.extend(message.players)
    return message


async def _record(hall: Hall, match: EndedMatch) -> record_pb2.Record | None:
    """Write a match down; None for a log that cannot be read any more, which is told.

    The feed goes on without it: one damaged table must not hold up everybody's ledger.
    """
    services, table_id = hall.services, match.table_id
    entries: list[bytes] = []
    try:
        async for entry in entries_from(services.log, table_id):
            if entry.revision > match.end.revision:
                break
            entries.append(entry.data)
        origin = begin(table_id, parse(entries[0])).origin
        options = dict(origin.options)
        rules = engine.Ruleset(
            origin.game, origin.seats, origin.preset, options, origin.rules_revision
        )
        raw = await services.readers.run(
            engine.record, rules, table_id, entries, match.end.match, None
        )
        return record_pb2.Record.FromString(raw)
    except (StoreError, ServiceError, engine.RuleError, IndexError) as error:
        if not _is_lost(error):
            raise
        cause = error.cause if isinstance(error, ServiceError) else str(error)
        services.report("record_unreadable", table_id=table_id, cause=cause)
        return None


def _is_lost(error: Exception) -> bool:
    """Say whether trying again can never help."""
    if isinstance(error, StoreError):
        return isinstance(error, StoreUnavailable) and error.trouble is Trouble.CORRUPTED
    if isinstance(error, ServiceError):
        return error.code == Why.TABLE_QUARANTINED.name
    return True


def _no_position() -> ServiceError:
    """Refuse what is no position."""
    return ServiceError(Why.FIELD_INVALID, facts={"field": "after", "problem": "no position"})
