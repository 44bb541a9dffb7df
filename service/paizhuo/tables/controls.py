"""Say how persons steer a table beside the play: pause, pass by itself, send away, close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.errors import ServiceError, Why
from paizhuo.tables.admission import check_seat
from paizhuo.tables.commands import BOT_DEFAULT, Call
from paizhuo.tables.options import PAUSE_BY_ALL, PAUSE_BY_NOBODY, pause_by
from paizhuo.tables.waking import CLOSED_BY_ADMIN, CLOSED_BY_OWNER

if TYPE_CHECKING:
    from paizhuo.storage.v1 import entry_pb2
    from paizhuo.tables.state import TableState
    from paizhuo.v1 import table_service_pb2


def _check_running(state: TableState) -> None:
    """Raise unless a match goes on."""
    if not state.outline.is_running:
        raise ServiceError(Why.NO_MATCH_RUNNING)


class _PauseCall(Call):
    """Share what beginning and ending a pause have in common."""

    def may(self, state: TableState) -> tuple[int | None, bool]:
        """Return the caller's seat, and whether all persons must agree.

        Raises TABLE_CLOSED, PAUSES_OFF, NOT_OWNER or NOT_SEATED.
        """
        seating = state.seating
        if seating.is_closed:
            raise ServiceError(Why.TABLE_CLOSED)
        who = pause_by(seating.origin.table_options)
        if who == PAUSE_BY_NOBODY:
            raise ServiceError(Why.PAUSES_OFF)
        if who == PAUSE_BY_ALL:
            return self.own_seat(state), True
        self.check_owner(state)
        return seating.by_principal.get(self.principal), False


class PauseTable(_PauseCall):
    """Stop the clocks, or wish for it where all persons must."""

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Note the wish; the last one that is needed begins the pause."""
        seat, needs_all = self.may(state)
        _check_running(state)
        seating = state.seating
        if seating.is_paused:
            raise ServiceError(Why.TABLE_PAUSED)
        begins = not needs_all or all(
            held.wants_pause or not held.is_active or at == seat
            for at, held in enumerate(seating.seats)
        )
        # Who wished before may be the last one: another may have been sent away since.
        if seat is not None and seating.seats[seat].wants_pause and not begins:
            return self.unchanged(state, now_ms)
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        if seat is not None:
            entry.paused.seat = seat
        entry.paused.begins = begins
        return entry


class ResumeTable(_PauseCall):
    """Let the clocks go on."""

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """End the pause, or withdraw what was wished."""
        seat, _ = self.may(state)
        seating = state.seating
        if not seating.is_paused and not any(held.wants_pause for held in seating.seats):
            raise ServiceError(Why.NOT_PAUSED)
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        entry.resumed.SetInParent()
        if seat is not None:
            entry.resumed.seat = seat
        return entry


class SetAutoPass(Call):
    """Say whether the own seat passes by itself."""

    def __init__(self, principal: str, request: table_service_pb2.SetAutoPassRequest) -> None:
        """Read the request."""
        super().__init__(principal, request)
        self.on = request.on

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Note it for the caller's seat."""
        seat = self.own_seat(state)
        _check_running(state)
        if self.on == (state.seating.seats[seat].auto_pass_ms > 0):
            return self.unchanged(state, now_ms)
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        entry.auto_pass_set.seat = seat
        entry.auto_pass_set.on = self.on
        return entry


class KickPlayer(Call):
    """Send a person away."""

    def __init__(self, principal: str, request: table_service_pb2.KickPlayerRequest) -> None:
        """Read the request, which must name a seat."""
        super().__init__(principal, request)
        if not request.HasField("seat"):
            raise ServiceError(Why.FIELD_MISSING, facts={"field": "seat"})
        self.seat = request.seat

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Free the seat, or leave it to a bot until the match is over; for the owner."""
        self.check_owner(state)
        seating = state.seating
        if seating.is_closed:
            raise ServiceError(Why.TABLE_CLOSED)
        check_seat(seating, self.seat)
        held = seating.seats[self.seat]
        if held.principal == self.principal:
            facts = {"field": "seat", "problem": "the owner's own"}
            raise ServiceError(Why.FIELD_INVALID, facts=facts)
        if not held.principal or held.is_kicked:
            raise ServiceError(Why.NO_PERSON_THERE, facts={"seat": self.seat})
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        entry.seat_kicked.seat = self.seat
        entry.seat_kicked.principal = held.principal
        if state.outline.is_running:
            entry.seat_kicked.bot = BOT_DEFAULT
        return entry


class CloseTable(Call):
    """Close the table for good."""

    def __init__(
        self,
        principal: str,
        request: table_service_pb2.CloseTableRequest,
        *,
        is_admin: bool,
    ) -> None:
        """Read the request; an administrator closes any table, whoever plays there."""
        super().__init__(principal, request)
        self.is_admin = is_admin

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Close it, unless that would end a match of others."""
        if not self.is_admin:
            self.check_owner(state)
        seating = state.seating
        if seating.is_closed:
            raise ServiceError(Why.TABLE_CLOSED)
        has_others = any(principal != self.principal for principal in seating.by_principal)
        if state.outline.is_running and has_others and not self.is_admin:
            raise ServiceError(Why.MATCH_RUNNING)
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        is_own = seating.origin.owner == self.principal
        entry.table_closed.reason = CLOSED_BY_OWNER if is_own else CLOSED_BY_ADMIN
        return entry
