"""Serve paizhuo.v1.ReplayService."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import limits
from paizhuo.auth import scopes
from paizhuo.errors import ServiceError, Why
from paizhuo.rpc.methods import Method
from paizhuo.rpc.paging import only_game, page_size
from paizhuo.stores.base import MatchFilter, Page
from paizhuo.tables.feed import watch_records
from paizhuo.tables.records import get_record, name_players, only_listed, verify_record
from paizhuo.tables.wire import bytes_field
from paizhuo.v1 import record_pb2, replay_service_pb2

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from contextlib import AbstractContextManager

    from paizhuo.auth.callers import Caller
    from paizhuo.tables.hall import Hall

SERVICE = replay_service_pb2.DESCRIPTOR.services_by_name["ReplayService"]
_RECORD = replay_service_pb2.GetRecordResponse.RECORD_FIELD_NUMBER


class ReplayService:
    """Write down, list and verify what was played."""

    def __init__(self, hall: Hall) -> None:
        """Share the tables of the server."""
        self._hall = hall

    def methods(self) -> Mapping[str, Method]:
        """Return what serves each method; a record to verify may be long."""
        return {
            "GetRecord": Method(self.get_record, scopes.WATCH),
            "ListRecords": Method(self.list_records, scopes.WATCH),
            "WatchRecords": Method(self.watch_records, scopes.ADMIN, hold=self._hold),
            "VerifyRecord": Method(self.verify_record, bytes_max=limits.RECORD_BYTES_MAX),
        }

    async def get_record(
        self, request: replay_service_pb2.GetRecordRequest, caller: Caller
    ) -> bytes:
        """Return the record of a match, as the caller may know it."""
        if not request.table_id:
            raise ServiceError(Why.FIELD_MISSING, facts={"field": "table_id"})
        await self._hall.admit(request.table_id, caller.principal)
        record = await get_record(self._hall, request.table_id, request.match, caller.principal)
        return bytes_field(_RECORD, record)

    async def list_records(
        self, request: replay_service_pb2.ListRecordsRequest, caller: Caller
    ) -> bytes:
        """List finished matches."""
        chosen = MatchFilter(
            game=only_game(request.game), principal=caller.principal if request.mine else None
        )
        page = await self._hall.services.log.list_matches(
            chosen, Page(page_size(request.page_size), request.page_token)
        )
        response = replay_service_pb2.ListRecordsResponse(next_page_token=page.next_token)
        rows = page.rows if request.mine else await only_listed(self._hall, page.rows)
        for row in rows:
            response.records.add(
                table_id=row.table_id,
                match=row.end.match,
                game=row.game,
                end_time_ms=row.end.time_ms,
                players=record_pb2.Record.FromString(row.end.detail).players,
            )
        await name_players(
            self._hall, (player for record in response.records for player in record.players)
        )
        return response.SerializeToString()

    def _hold(self, caller: Caller) -> AbstractContextManager[None]:
        """Count a stream of the caller's."""
        return self._hall.counted_stream(caller.principal)

    def watch_records(
        self, request: replay_service_pb2.WatchRecordsRequest, caller: Caller
    ) -> AsyncIterator[bytes]:
        """Stream every finished match once."""
        del caller
        return watch_records(self._hall, request.after, with_records=request.with_records)

    async def verify_record(
        self, request: replay_service_pb2.VerifyRecordRequest, caller: Caller
    ) -> bytes:
        """Play a record again and say whether it fits together."""
        if not request.HasField("record"):
            raise ServiceError(Why.FIELD_MISSING, facts={"field": "record"})
        record = request.record.SerializeToString()
        problems = await verify_record(self._hall, record, caller.principal)
        return replay_service_pb2.VerifyRecordResponse(
            valid=not problems, problems=problems
        ).SerializeToString()
