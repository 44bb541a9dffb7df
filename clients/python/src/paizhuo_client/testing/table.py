"""A table of the fake server: what it shows is what the test says."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import grpc

from paizhuo.v1 import table_pb2
from paizhuo.v1 import table_service_pb2 as api
from paizhuo_client.model import (
    Action,
    ActionList,
    ActionShape,
    Bot,
    CallsShape,
    Decision,
    Event,
    LegalActions,
    LegalVerb,
    Person,
    Seat,
    SeatActed,
    Table,
    TableEnded,
    TableState,
    Verb,
    View,
    action_from_proto,
    action_to_proto,
    event_to_proto,
)
from paizhuo_client.testing.scripts import Refused, refusal

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

_Told = api.WatchTableResponse


class FakeTable:
    """A table that a test plays: `tell` and `ask` make revisions, `next_act` hears answers.

    `hint` and `legal` are what GetHint and GetLegalActions give while the own seat is asked,
    `shapes` what GetLegalActions gives for verbs whose actions are not listed. Without a hint
    it is suggested to wait, where the decision is a voluntary one.
    An action is judged by its decision alone; `FakeServer.refuse("Act", …)` refuses others.
    `clock` gives the table's time, in seconds since the Unix epoch.
    """

    def __init__(self, table: Table, view: View) -> None:
        self.table = table
        self.view = view
        self.hint: Action | None = None
        self.legal: tuple[Action, ...] = ()
        self.shapes: dict[Verb, ActionShape | CallsShape] = {}
        self.acts: list[Action] = []
        self._unheard: asyncio.Queue[Action] = asyncio.Queue()
        self._asked = 0
        self._first_kept = 1
        self._streams: dict[asyncio.Queue[_Told | Refused | None], None] = {}
        self.clock: Callable[[], float] = time.time
        self._told = [self._tell_present()]

    @property
    def table_id(self) -> str:
        """Name of the table."""
        return self.table.table_id

    @property
    def revision(self) -> int:
        """The present revision."""
        return self.table.revision

    # --- what happens -------------------------------------------------------------------------

    def tell(
        self,
        *events: Event,
        view: View | None = None,
        table: Table | None = None,
        request_id: str = "",
    ) -> int:
        """Make the next revision, in which this happens, and return it."""
        self.view = view or self.view
        self.table = replace(table or self.table, revision=self.revision + 1)
        told = self._tell_present()
        told.cause_request_id = request_id.lower()
        told.events.extend(event_to_proto(event) for event in events)
        self._told.append(told)
        for queue in self._streams:
            queue.put_nowait(told)
        return self.revision

    def ask(self, seat: int, kind: str, *verbs: Verb, voluntary: bool = False) -> str:
        """Open a decision to a seat, in the next revision, and return its id.

        Nobody waits for an answer to a `voluntary` one, which stays open.
        """
        self._asked += 1
        decision = Decision(f"d{self._asked}", seat, kind, verbs, voluntary=voluntary)
        asked = (*self.view.decisions, decision)
        self.tell(view=replace(self.view, phase=kind, decisions=asked))
        return decision.id

    async def next_act(self) -> Action:
        """Wait for the next action that was accepted, and return it."""
        return await self._unheard.get()

    def close(self, reason: str = "forgotten") -> None:
        """Close the table for good, and end its streams."""
        closed = replace(self.table, state=TableState.CLOSED, close_reason=reason)
        self.tell(TableEnded(reason), table=closed)
        for queue in self._streams:
            queue.put_nowait(None)

    # --- what goes wrong ----------------------------------------------------------------------

    def drop_streams(self, status: grpc.StatusCode = grpc.StatusCode.UNAVAILABLE) -> int:
        """Break every stream, as a lost connection does; returns how many there were."""
        return self._end_streams(Refused(status, "the connection was lost"))

    def drain_streams(self, retry_after_s: float = 0.0) -> int:
        """End every stream as a server does that stops; returns how many there were."""
        return self._end_streams(
            refusal("DRAINING", grpc.StatusCode.UNAVAILABLE, retry_after_s=retry_after_s)
        )

    def resync_streams(self) -> int:
        """End every stream as for a reader that is too slow; returns how many there were."""
        return self._end_streams(refusal("RESYNC", grpc.StatusCode.ABORTED))

    def forget_history(self) -> None:
        """Have no revision before the present one any more: HISTORY_GONE."""
        self._first_kept = self.revision

    def heartbeat(self) -> None:
        """Say that the streams live, and whose person is present at `table`."""
        present = [
            held.seat
            for held in self.table.seats
            if isinstance(held.occupant, Person) and held.occupant.present
        ]
        told = _Told(
            revision=self.revision,
            heartbeat=True,
            now_ms=self.now_ms,
            presence=table_pb2.Presence(seats=present),
        )
        for queue in self._streams:
            queue.put_nowait(told)

    def skip(self) -> None:
        """Make a revision that the open streams are not told: a gap."""
        open_streams, self._streams = self._streams, {}
        self.tell()
        self._streams = open_streams

    @property
    def now_ms(self) -> int:
        """What time it is at the table."""
        return int(self.clock() * 1000)

    def _tell_present(self) -> _Told:
        """Make the message of the present revision."""
        return _Told(
            revision=self.revision,
            time_ms=self.now_ms,
            view=self.view.to_proto(),
            table=self.table.to_proto(),
        )

    def _end_streams(self, end: Refused) -> int:
        for queue in self._streams:
            queue.put_nowait(end)
        return len(self._streams)

    # --- serving ------------------------------------------------------------------------------

    def show(self, min_revision: int) -> api.GetTableResponse:
        """Answer GetTable."""
        self._check_is_at(min_revision)
        return api.GetTableResponse(
            view=self.view.to_proto(), table=self.table.to_proto(), now_ms=self.now_ms
        )

    def show_hint(self, request: api.GetHintRequest) -> api.GetHintResponse:
        """Answer GetHint."""
        self._check_is_at(request.min_revision)
        decision = self._asked_decision(request.decision_id)
        if decision is None:
            return api.GetHintResponse(revision=self.revision)
        if self.hint is None and decision.voluntary:
            return api.GetHintResponse(revision=self.revision, decision_id=decision.id)
        if self.hint is None:
            text = "this fake table suggests nothing: set its `hint`"
            raise Refused(grpc.StatusCode.UNIMPLEMENTED, text)
        return api.GetHintResponse(
            revision=self.revision, decision_id=decision.id, action=action_to_proto(self.hint)
        )

    def show_legal(self, request: api.GetLegalActionsRequest) -> api.GetLegalActionsResponse:
        """Answer GetLegalActions: each action by itself, under its verb, and then the shapes."""
        self._check_is_at(request.min_revision)
        decision = self._asked_decision(request.decision_id)
        if decision is None:
            return api.GetLegalActionsResponse(revision=self.revision)
        by_verb: dict[Verb, tuple[Action, ...]] = {}
        for action in self.legal:
            verb = Verb[str(action_to_proto(action).WhichOneof("verb")).upper()]
            by_verb[verb] = (*by_verb.get(verb, ()), action)
        forms = {verb: ActionList(actions) for verb, actions in by_verb.items()} | self.shapes
        parts = (LegalVerb(decision.id, verb, form) for verb, form in forms.items())
        legal = LegalActions(tuple(parts)).to_proto()
        return api.GetLegalActionsResponse(revision=self.revision, legal=legal)

    def join(self, wanted: int | None, request_id: str) -> api.JoinTableResponse:
        """Answer JoinTable: the caller has that seat from now on."""
        seat = self.table.own_seat
        if seat is None:
            seat = self._free(wanted)
            held = replace(self.table.seats[seat], occupant=Person("g-you", "You"))
            self._put(held)
            self.table = replace(self.table, own_seat=seat)
            self.tell(view=replace(self.view, viewer=seat), request_id=request_id)
        return api.JoinTableResponse(revision=self.revision, seat=seat)

    def add_bot(self, bot: str, wanted: int | None, request_id: str) -> api.AddBotResponse:
        """Answer AddBot."""
        seat = self._free(wanted)
        held = replace(self.table.seats[seat], occupant=Bot(bot), ready=True)
        self._put(held)
        return api.AddBotResponse(revision=self.tell(request_id=request_id), seat=seat)

    def set_ready(self, request: api.SetReadyRequest) -> api.SetReadyResponse:
        """Answer SetReady."""
        seat = self._own_seat()
        held = replace(self.table.seats[seat], ready=request.ready)
        self._put(held)
        return api.SetReadyResponse(revision=self.tell(request_id=request.request_id))

    def act(self, request: api.ActRequest) -> api.ActResponse:
        """Answer Act: close the decision, unless it is a voluntary one."""
        seat, action = self._own_seat(), action_from_proto(request.action)
        if request.HasField("expected_revision") and request.expected_revision != self.revision:
            facts = {"revision": self.revision}
            raise refusal("STALE_REVISION", grpc.StatusCode.ABORTED, facts=facts)
        decisions = {decision.id: decision for decision in self.view.decisions}
        decision = decisions.get(request.decision_id)
        if decision is None or decision.seat != seat:
            raise self._closed()
        if action is None:
            raise refusal("MALFORMED_ACTION", grpc.StatusCode.INVALID_ARGUMENT)
        if request.validate_only:
            return api.ActResponse(revision=self.revision)
        # A voluntary decision stays open, and may be answered again.
        left = tuple(d for d in self.view.decisions if d != decision or d.voluntary)
        event = SeatActed(seat, action)
        view = replace(self.view, decisions=left)
        revision = self.tell(event, view=view, request_id=request.request_id)
        self.acts.append(action)
        self._unheard.put_nowait(action)
        return api.ActResponse(revision=revision, events=[event_to_proto(event)])

    async def stream(self, after: int | None) -> AsyncIterator[_Told]:
        """Answer WatchTable: from a revision on, or from the present one."""
        self._check_is_at(after or 0)
        if after is not None and after + 1 < self._first_kept:
            raise refusal("HISTORY_GONE", grpc.StatusCode.OUT_OF_RANGE)
        queue: asyncio.Queue[_Told | Refused | None] = asyncio.Queue()
        begin = self._told[-1:] if after is None else self._told[after:]
        for place, told in enumerate(begin):
            message = _Told()
            message.CopyFrom(told)
            if after is None:
                message.ClearField("events")
                message.ClearField("cause_request_id")
                message.now_ms = self.now_ms
            elif place == 0:
                message.table.CopyFrom(self.table.to_proto())
            queue.put_nowait(message)
        if self.table.state is TableState.CLOSED:
            queue.put_nowait(None)
        self._streams[queue] = None
        try:
            while (found := await queue.get()) is not None:
                if isinstance(found, Refused):
                    raise found
                yield found
        finally:
            del self._streams[queue]

    def _put(self, held: Seat) -> None:
        """Have a seat as it is from now on."""
        seats = (held if seat.seat == held.seat else seat for seat in self.table.seats)
        self.table = replace(self.table, seats=tuple(seats))

    def _free(self, wanted: int | None) -> int:
        """Return a free seat; raises SEAT_TAKEN or TABLE_FULL."""
        free = [seat.seat for seat in self.table.seats if seat.occupant is None]
        if wanted is not None and wanted not in free:
            raise refusal("SEAT_TAKEN", grpc.StatusCode.FAILED_PRECONDITION)
        if not free:
            raise refusal("TABLE_FULL", grpc.StatusCode.FAILED_PRECONDITION)
        return free[0] if wanted is None else wanted

    def _own_seat(self) -> int:
        """Return the caller's seat; raises NOT_SEATED."""
        if self.table.own_seat is None:
            raise refusal("NOT_SEATED", grpc.StatusCode.PERMISSION_DENIED)
        return self.table.own_seat

    def _check_is_at(self, revision: int) -> None:
        """Raise REVISION_AHEAD unless the table has come that far."""
        if revision > self.revision:
            facts = {"revision": self.revision}
            raise refusal("REVISION_AHEAD", grpc.StatusCode.OUT_OF_RANGE, facts=facts)

    def _asked_decision(self, wanted: str) -> Decision | None:
        """Return what the caller is asked; raises DECISION_CLOSED where that is not it."""
        own = self._own_seat()
        asked = next((found for found in self.view.decisions if found.seat == own), None)
        if wanted and (asked is None or asked.id != wanted):
            raise self._closed()
        return asked

    def _closed(self) -> Refused:
        """Refuse what is about a decision that is not open."""
        facts = {"revision": self.revision}
        return refusal("DECISION_CLOSED", grpc.StatusCode.ABORTED, facts=facts)
