"""A table that is watched: its present state, what happens, and acting on what is seen."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Self

import grpc

from paizhuo.v1 import table_service_pb2 as api
from paizhuo_client import methods
from paizhuo_client.errors import ClientClosed
from paizhuo_client.model import WatchMessage
from paizhuo_client.refusals import local_error
from paizhuo_client.server_clock import ServerClock
from paizhuo_client.snapshots import Change, ChangeKind, Snapshot
from paizhuo_client.streams import LastingStream
from paizhuo_client.turns import Turn, Turns

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from types import TracebackType

    from paizhuo_client.calls import Calls
    from paizhuo_client.errors import CallError
    from paizhuo_client.model import Accepted, Action, Decision, LegalActions
    from paizhuo_client.tables import Table

STARTS_OVER = frozenset({"RESYNC", "HISTORY_GONE", "REVISION_AHEAD"})
"""Reasons after which a stream cannot go on where it was."""


class LiveTable:
    """Watch a table, and act on what was seen.

    Iterating gives every `Change`, the first one being the table as it is; `snapshot` is the
    table after the last change that was given. A lost connection is made again behind the scenes,
    and nothing is missed or told twice. Only a change of kind RESYNCED leaves something out.

    It reads no further than you do. Who falls far behind is told RESYNCED; nothing piles up.
    One task at a time may iterate.
    """

    def __init__(
        self,
        calls: Calls,
        table: Table,
        *,
        after_revision: int | None = None,
        on_break: Callable[[CallError | None], object] | None = None,
    ) -> None:
        self._table = table
        self._clock = ServerClock()
        self._after = after_revision
        self._snapshot: Snapshot | None = None
        self._first: Change | None = None
        self._is_resynced = False
        self._stream = LastingStream(
            calls,
            methods.WATCH_TABLE,
            self._next_request,
            begin_anew=self._begin_anew,
            is_over=lambda: self._snapshot is not None and self._snapshot.is_closed,
            on_break=on_break,
        )

    async def __aenter__(self) -> Self:
        """Begin to watch; `snapshot` is there afterwards. Raises `CallError`."""
        try:
            self._first = await self._next_change()
        except BaseException:
            await self.aclose()
            raise
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop watching."""
        await self.aclose()

    async def aclose(self) -> None:
        """Stop watching."""
        await self._stream.aclose()

    @property
    def table(self) -> Table:
        """The table, for all other calls."""
        return self._table

    @property
    def snapshot(self) -> Snapshot:
        """The table after the last change that iterating gave.

        Who is present is told in between, too, and stands here without a change.
        """
        if self._snapshot is None:
            raise ClientClosed("the table is not watched yet: `async with table.watch()`")
        return self._snapshot

    @property
    def now_ms(self) -> int:
        """The server's time, in milliseconds since the Unix epoch, by which deadlines are meant.

        It is told when watching begins and with every heartbeat, and goes on in between whatever
        becomes of this machine's clock.
        """
        return self._clock.now_ms

    def left_ms(self, seat: int | None = None) -> int | None:
        """Say how long a seat, the own one if none is named, has until its decision runs out.

        None where it is not asked or has no limit, and while the table is paused; 0 once it is
        over, which is true only when the server says so: an answer still counts until then.
        """
        snapshot = self.snapshot
        number = snapshot.own_seat if seat is None else seat
        held = next((held for held in snapshot.table.seats if held.seat == number), None)
        if held is None or held.deadline_ms is None:
            return None
        return max(0, held.deadline_ms - self.now_ms)

    # --- what happens -------------------------------------------------------------------------

    def __aiter__(self) -> Self:
        """Give every change."""
        return self

    async def __anext__(self) -> Change:
        """Wait for the next change; ends when the table is closed. Raises `CallError`."""
        first, self._first = self._first, None
        change = first or await self._next_change()
        if change is None:
            raise StopAsyncIteration
        return change

    async def until(self, holds: Callable[[Snapshot], bool]) -> Snapshot:
        """Wait until something holds of the table, and return it; that may be at once.

        Changes on the way are passed over. Raises `ClientClosed` if the table is closed first.
        """
        while not holds(self.snapshot):
            try:
                await anext(self)
            except StopAsyncIteration:
                raise ClientClosed("the table was closed before that") from None
        return self.snapshot

    def turns(self, *, ready: bool = False, voluntary: bool = False) -> AsyncIterator[Turn]:
        """Give each decision of the own seat once, until the match ends or the table is closed.

        With `ready` the seat says that it is ready whenever a deal waits for that. Decisions that
        nobody waits for, such as to bid while cards are drawn, are left out; with `voluntary`
        they are given, each again with every change of the table while it is open. Giving up on
        a turn loses nothing: the next one is still to come.
        """
        return Turns(self, is_ready=ready, with_voluntary=voluntary)

    # --- acting -------------------------------------------------------------------------------

    async def act(self, action: Action, *, request_id: str = "") -> Accepted:
        """Answer the decision that `snapshot` shows to be open to the own seat.

        A view that is old by now cannot harm: its decision is closed, and so is the call refused
        (`DecisionClosed`). Raises `NotYourTurn` without a call where nothing is asked.
        """
        return await self._table.act(action, self._decision().id, request_id=request_id)

    async def check(self, action: Action) -> None:
        """Ask whether `act` would be accepted; raises what `act` would raise."""
        await self._table.check(action, self._decision().id)

    async def hint(self) -> Action:
        """Suggest an answer to the open decision.

        Raises `NotYourTurn`, `DecisionClosed` or `BetterToWait`.
        """
        return await Turn(self, self.snapshot, self._decision()).hint()

    async def legal(self) -> LegalActions:
        """Say what answers the open decision; raises `NotYourTurn` or `DecisionClosed`."""
        return await Turn(self, self.snapshot, self._decision()).legal()

    def _decision(self) -> Decision:
        """Return the decision of the own seat."""
        decision = self.snapshot.decision
        if decision is None:
            raise local_error("NOT_YOUR_TURN", grpc.StatusCode.FAILED_PRECONDITION)
        return decision

    # --- the stream ---------------------------------------------------------------------------

    def _next_request(self) -> api.WatchTableRequest:
        """Say where the stream goes on."""
        return api.WatchTableRequest(
            table_id=self._table.table_id,
            join_code=self._table.join_code,
            after_revision=self._after,
            views=api.VIEWS_EVERY,
        )

    def _begin_anew(self, error: CallError) -> bool:
        """Take a new snapshot where the stream cannot go on."""
        if error.reason not in STARTS_OVER:
            return False
        if self._after is None and error.reason != "RESYNC":
            return False
        self._after = None
        self._is_resynced = self._snapshot is not None
        return True

    async def _next_change(self) -> Change | None:
        """Read on to the next revision; None at the end."""
        while (answer := await self._stream.read()) is not None:
            if answer.now_ms:
                self._clock.hear(answer.now_ms)
            has_gap = self._after is not None and answer.revision > self._after + 1
            if answer.heartbeat:
                self._see_present(answer)
                has_gap = self._after is not None and answer.revision > self._after
            if has_gap:
                # Every revision has its message, so this one was lost on the way.
                self._stream.reopen()
            elif not answer.heartbeat and (self._after is None or answer.revision > self._after):
                return self._take(WatchMessage.from_proto(answer))
        return None

    def _see_present(self, heartbeat: api.WatchTableResponse) -> None:
        """Take over who is present, where that is told."""
        if self._snapshot is not None and heartbeat.HasField("presence"):
            self._snapshot = self._snapshot.with_present(heartbeat.presence.seats)

    def _take(self, message: WatchMessage) -> Change:
        """Turn a message into the change that it tells."""
        is_anew, self._after = self._after is None, message.revision
        if not message.now_ms and message.time_ms:
            self._clock.hear_past(message.time_ms)
        before = self._snapshot or Snapshot.empty()
        after = replace(
            before,
            revision=message.revision,
            table=message.table or before.table,
            view=message.view or before.view,
            is_view_current=message.view is not None,
            time_ms=message.time_ms,
            now_ms=message.now_ms,
        )
        kind = ChangeKind.NEXT
        if is_anew or self._snapshot is None:
            kind = ChangeKind.RESYNCED if self._is_resynced else ChangeKind.BEGUN
        self._is_resynced = False
        self._snapshot = after
        return Change(kind, after, message.events, message.cause_request_id)
