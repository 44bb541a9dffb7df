"""Serve paizhuo.v1.TableService."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from paizhuo.auth import scopes
from paizhuo.engine import ActRequest
from paizhuo.errors import ServiceError, Why
from paizhuo.rpc.methods import Method
from paizhuo.rpc.paging import page_size
from paizhuo.rpc.table_lists import list_tables
from paizhuo.tables import commands, controls
from paizhuo.tables.render import complete_table, public_table, shown_table
from paizhuo.tables.seating import begin
from paizhuo.tables.wire import bytes_field, number_field, text_field
from paizhuo.v1 import table_pb2, table_service_pb2

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from contextlib import AbstractContextManager

    from paizhuo.auth.callers import Caller
    from paizhuo.engine import SeatView
    from paizhuo.tables.hall import Hall
    from paizhuo.tables.state import TableState

SERVICE = table_service_pb2.DESCRIPTOR.services_by_name["TableService"]

_VIEW: Final = table_service_pb2.GetTableResponse.VIEW_FIELD_NUMBER
_TABLE: Final = table_service_pb2.GetTableResponse.TABLE_FIELD_NUMBER
_NOW: Final = table_service_pb2.GetTableResponse.NOW_MS_FIELD_NUMBER
_LEGAL: Final = table_service_pb2.GetLegalActionsResponse.LEGAL_FIELD_NUMBER
_DECISION: Final = table_service_pb2.GetHintResponse.DECISION_ID_FIELD_NUMBER
_ACTION: Final = table_service_pb2.GetHintResponse.ACTION_FIELD_NUMBER
_HINT_BOT: Final = "greedy"


class TableService:
    """Bring callers to tables."""

    def __init__(self, hall: Hall) -> None:
        """Share the tables of the server."""
        self._hall = hall

    def methods(self) -> Mapping[str, Method]:
        """Return what serves each method."""
        return {
            "CreateTable": Method(self.create_table, scopes.CREATE),
            "GetTable": Method(self.get_table, scopes.WATCH),
            "ListTables": Method(self.list_tables, scopes.WATCH),
            "JoinTable": Method(self.join_table, scopes.PLAY),
            "LeaveTable": Method(self.leave_table, scopes.PLAY),
            "AddBot": Method(self.add_bot, scopes.BOT),
            "RemoveBot": Method(self.remove_bot, scopes.BOT),
            "SetReady": Method(self.set_ready, scopes.PLAY),
            "PauseTable": Method(self.pause_table, scopes.PLAY),
            "ResumeTable": Method(self.resume_table, scopes.PLAY),
            "SetAutoPass": Method(self.set_auto_pass, scopes.PLAY),
            "KickPlayer": Method(self.kick_player, scopes.PLAY),
            "CloseTable": Method(self.close_table, scopes.CREATE, is_for_admin=True),
            "Act": Method(self.act, scopes.PLAY, read=ActRequest),
            "GetLegalActions": Method(self.get_legal_actions, scopes.PLAY),
            "GetHint": Method(self.get_hint, scopes.PLAY),
            "WatchTable": Method(self.watch_table, scopes.WATCH, hold=self._hold),
        }

    # --- what changes something ---------------------------------------------------------------

    async def create_table(
        self, request: table_service_pb2.CreateTableRequest, caller: Caller
    ) -> bytes:
        """Create a table; the answer shows it as of its first revision."""
        table_id, entry = await self._hall.create(caller.principal, request)
        seating = begin(table_id, entry)
        table = public_table(seating, table_pb2.TABLE_STATE_OPEN)
        complete_table(table, entry.revision, None, self._hall.services.names, ())
        code = self._hall.join_code(table_id) if table.private else ""
        return table_service_pb2.CreateTableResponse(
            table=table, join_code=code
        ).SerializeToString()

    async def join_table(
        self, request: table_service_pb2.JoinTableRequest, caller: Caller
    ) -> bytes:
        """Take a seat."""
        code = request.join_code
        command = commands.Join(caller.principal, request)
        return await self._hall.change(_table_id(request), command, code)

    async def leave_table(
        self, request: table_service_pb2.LeaveTableRequest, caller: Caller
    ) -> bytes:
        """Give the own seat up."""
        command = commands.Leave(caller.principal, request)
        return await self._change(request, command)

    async def add_bot(self, request: table_service_pb2.AddBotRequest, caller: Caller) -> bytes:
        """Seat a bot."""
        command = commands.AddBot(caller.principal, request)
        return await self._change(request, command)

    async def remove_bot(
        self, request: table_service_pb2.RemoveBotRequest, caller: Caller
    ) -> bytes:
        """Send a bot away."""
        command = commands.RemoveBot(caller.principal, request)
        return await self._change(request, command)

    async def set_ready(self, request: table_service_pb2.SetReadyRequest, caller: Caller) -> bytes:
        """Say whether the own seat is ready."""
        command = commands.SetReady(caller.principal, request)
        return await self._change(request, command)

    async def pause_table(
        self, request: table_service_pb2.PauseTableRequest, caller: Caller
    ) -> bytes:
        """Stop the clocks of a table, or wish for it."""
        command = controls.PauseTable(caller.principal, request)
        return await self._change(request, command)

    async def resume_table(
        self, request: table_service_pb2.ResumeTableRequest, caller: Caller
    ) -> bytes:
        """Let the clocks of a table go on."""
        command = controls.ResumeTable(caller.principal, request)
        return await self._change(request, command)

    async def set_auto_pass(
        self, request: table_service_pb2.SetAutoPassRequest, caller: Caller
    ) -> bytes:
        """Say whether the own seat passes by itself."""
        command = controls.SetAutoPass(caller.principal, request)
        return await self._change(request, command)

    async def kick_player(
        self, request: table_service_pb2.KickPlayerRequest, caller: Caller
    ) -> bytes:
        """Send a person away."""
        command = controls.KickPlayer(caller.principal, request)
        return await self._change(request, command)

    async def close_table(
        self, request: table_service_pb2.CloseTableRequest, caller: Caller
    ) -> bytes:
        """Close a table; an administrator finds private ones too."""
        is_admin = scopes.ADMIN in caller.scopes
        command = controls.CloseTable(caller.principal, request, is_admin=is_admin)
        return await self._hall.change(_table_id(request), command, finds_all=is_admin)

    async def act(self, request: ActRequest, caller: Caller) -> bytes:
        """Answer a decision, or only say whether that would be accepted."""
        command = commands.Act(caller.principal, request)
        table_id = request.table_id or _table_id(request)
        hall = self._hall
        table = hall.loaded(table_id) or await hall.find(table_id)
        if table.state.seating.origin.is_private:
            await hall.admit(table_id, caller.principal, entry_id=command.entry_id)
        if request.validate_only:
            table.check_room(caller.principal)
            return await table.submit(table.validate, command)
        return table.act_at_once(command) or await table.apply(command)

    async def _change(
        self, request: commands.TableMutation, command: commands.CallersCommand
    ) -> bytes:
        """Let the table that a request names do what it asks."""
        return await self._hall.change(_table_id(request), command)

    # --- what only looks ----------------------------------------------------------------------

    async def get_table(self, request: table_service_pb2.GetTableRequest, caller: Caller) -> bytes:
        """Show a table and, of the game, what the caller may know."""
        table_id = _table_id(request)
        await self._hall.admit(table_id, caller.principal, request.join_code)
        live = await self._hall.visit(table_id, caller.principal)
        step, viewer, present = await live.submit(
            live.watched, caller.principal, request.min_revision
        )
        table = shown_table(step, viewer, self._hall.services.names, present)
        parts = (
            bytes_field(_VIEW, step.view(viewer)),
            bytes_field(_TABLE, table.SerializeToString()),
            number_field(_NOW, live.now_ms()),
        )
        return b"".join(parts)

    async def list_tables(
        self, request: table_service_pb2.ListTablesRequest, caller: Caller
    ) -> bytes:
        """List tables."""
        size = page_size(request.page_size)
        listed = await list_tables(self._hall, request, caller.principal, size)
        return listed.SerializeToString()

    async def get_legal_actions(
        self, request: table_service_pb2.GetLegalActionsRequest, caller: Caller
    ) -> bytes:
        """Say what the own seat may do; nothing while it is not asked."""

        def look(state: TableState, seat: int) -> tuple[bytes, ...]:
            revision = number_field(1, state.revision)
            if not _open_decision(state, seat, request.decision_id):
                return (revision,)
            return (revision, bytes_field(_LEGAL, state.engine.legal(seat).message))

        table_id = _table_id(request)
        await self._hall.admit(table_id, caller.principal)
        live = await self._hall.visit(table_id, caller.principal)
        parts = await live.submit(live.read_own, caller.principal, look, request.min_revision)
        return b"".join(parts)

    async def get_hint(self, request: table_service_pb2.GetHintRequest, caller: Caller) -> bytes:
        """Suggest an action, from what the own seat can see; a bot thinks of it."""

        def look(state: TableState, seat: int) -> tuple[int, SeatView]:
            _open_decision(state, seat, request.decision_id)
            return state.revision, state.engine.seat_view(seat)

        table_id = _table_id(request)
        await self._hall.admit(table_id, caller.principal)
        live = await self._hall.visit(table_id, caller.principal)
        revision, view = await live.submit(
            live.read_own, caller.principal, look, request.min_revision
        )
        head = number_field(1, revision)
        decision_id = view.decision_id
        if not decision_id:
            return head
        loop = asyncio.get_running_loop()
        # The revision as the seed: asking again gives the same suggestion.
        action = await loop.run_in_executor(
            self._hall.services.executor, view.volunteer, _HINT_BOT, revision
        )
        # Who need not answer may be told not to.
        suggested = b"" if action is None else bytes_field(_ACTION, action)
        parts = (head, text_field(_DECISION, decision_id), suggested)
        return b"".join(parts)

    def _hold(self, caller: Caller) -> AbstractContextManager[None]:
        """Count a stream of the caller's."""
        return self._hall.counted_stream(caller.principal)

    def watch_table(
        self, request: table_service_pb2.WatchTableRequest, caller: Caller
    ) -> AsyncIterator[bytes]:
        """Stream every revision, as the caller may know it."""
        if request.views not in table_service_pb2.Views.values():
            facts = {"field": "views", "problem": f"there is no value {request.views}"}
            raise ServiceError(Why.FIELD_INVALID, facts=facts)
        after = request.after_revision if request.HasField("after_revision") else None
        return self._hall.watch(
            _table_id(request),
            caller.principal,
            after,
            wants_views=request.views == table_service_pb2.VIEWS_EVERY,
            join_code=request.join_code,
        )


def _open_decision(state: TableState, seat: int, wanted: str) -> str:
    """Return the decision that a seat is asked, empty for none; a seat has one at most.

    Raises DECISION_CLOSED unless it is the one that is wanted; nothing wanted is any.
    """
    asked = (decision.id for decision in state.decisions if decision.seat == seat)
    found = next(asked, "")
    if wanted and wanted != found:
        raise ServiceError(Why.DECISION_CLOSED, facts={"revision": state.revision})
    return found


def _table_id(
    request: table_service_pb2.GetTableRequest
    | table_service_pb2.GetLegalActionsRequest
    | table_service_pb2.GetHintRequest
    | table_service_pb2.WatchTableRequest
    | commands.TableMutation
    | ActRequest,
) -> str:
    """Return the table that a request names."""
    if not request.table_id:
        raise ServiceError(Why.FIELD_MISSING, facts={"field": "table_id"})
    return request.table_id
