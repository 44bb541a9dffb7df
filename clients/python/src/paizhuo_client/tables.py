"""A table, to call."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo.v1 import table_service_pb2 as api
from paizhuo_client import methods
from paizhuo_client.live import LiveTable
from paizhuo_client.model import Accepted, Action, Hint, Legal, action_to_proto
from paizhuo_client.requests import new_id
from paizhuo_client.snapshots import Snapshot

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo_client.calls import Calls
    from paizhuo_client.errors import CallError


class Table:
    """A table of the server, by its name; `Client.table` and `Client.create_table` make one.

    Every call that changes something takes a `request_id`. Leave it out, and a new one is made;
    give the one of an error (`CallError.request_id`) to find out how that call ended. All calls
    raise `CallError`: each what it names, and wherever that applies `TableNotFound`, `TableClosed`,
    `NotSeated` (the caller has no seat) and `NotOwner` (another one created the table).
    """

    def __init__(self, calls: Calls, table_id: str, join_code: str = "") -> None:
        self._calls = calls
        self._table_id = table_id
        self._join_code = join_code

    @property
    def table_id(self) -> str:
        """Name of the table."""
        return self._table_id

    @property
    def join_code(self) -> str:
        """Code of a private table, secret; empty where it is not known or needed."""
        return self._join_code

    def __repr__(self) -> str:
        return f"Table({self._table_id!r})"

    # --- seats --------------------------------------------------------------------------------

    async def join(self, seat: int | None = None, *, request_id: str = "") -> int:
        """Take a seat, that one or the first that is free; returns its number.

        Who sits there already keeps the seat and is told which. Raises `SeatTaken`, `SeatKept`
        (for somebody else), `TableFull`, `NoSuchSeat`, `MatchRunning`, and `Barred` for who was
        sent away.
        """
        request = api.JoinTableRequest(
            request_id=request_id or new_id(),
            table_id=self._table_id,
            seat=seat,
            join_code=self._join_code,
        )
        return (await self._calls.unary(methods.JOIN_TABLE, request)).seat

    async def leave(self, *, request_id: str = "") -> int:
        """Give the own seat up, before a match or after it; returns the revision.

        Raises `MatchRunning` in between.
        """
        request = api.LeaveTableRequest(request_id=request_id or new_id(), table_id=self._table_id)
        return (await self._calls.unary(methods.LEAVE_TABLE, request)).revision

    async def add_bot(self, bot: str = "", seat: int | None = None, *, request_id: str = "") -> int:
        """Seat a bot of the catalogue's, "greedy" if none is named; returns its seat.

        For the owner. Raises `UnknownBot`, `MatchRunning`, and what `join` raises of seats.
        """
        request = api.AddBotRequest(
            request_id=request_id or new_id(), table_id=self._table_id, seat=seat, bot=bot
        )
        return (await self._calls.unary(methods.ADD_BOT, request)).seat

    async def remove_bot(self, seat: int, *, request_id: str = "") -> int:
        """Send a bot away, before a match or after it; returns the revision.

        For the owner. Raises `NoBotThere`, `NoSuchSeat`, `MatchRunning`.
        """
        request = api.RemoveBotRequest(
            request_id=request_id or new_id(), table_id=self._table_id, seat=seat
        )
        return (await self._calls.unary(methods.REMOVE_BOT, request)).revision

    async def kick(self, seat: int, *, request_id: str = "") -> int:
        """Send a person away, who cannot come back; returns the revision.

        For the owner, at any time: a bot plays to the end of the match. Raises `NoPersonThere`,
        `NoSuchSeat`.
        """
        request = api.KickPlayerRequest(
            request_id=request_id or new_id(), table_id=self._table_id, seat=seat
        )
        return (await self._calls.unary(methods.KICK_PLAYER, request)).revision

    async def close(self, *, request_id: str = "") -> int:
        """Close the table for good; returns its last revision.

        For the owner, unless a match goes on in which another person has a seat: raises
        `MatchRunning`. With the scope admin any table at any time. Every stream of it ends.
        """
        request = api.CloseTableRequest(request_id=request_id or new_id(), table_id=self._table_id)
        return (await self._calls.unary(methods.CLOSE_TABLE, request)).revision

    # --- between and during deals -------------------------------------------------------------

    async def ready(
        self,
        *,
        ready: bool = True,
        entropy: bytes = b"",
        request_id: str = "",
    ) -> int:
        """Be ready for the next deal, or not any more; returns the revision.

        `entropy`, up to 32 bytes, is mixed into the deal and public afterwards. Raises
        `FieldInvalid` for more, `CommitmentAwaited` where the deal has not been committed to yet
        (the event `DealCommitted`), so that entropy would not count, and `AlreadyAgreed` for who
        has agreed to go on and takes it back.
        """
        request = api.SetReadyRequest(
            request_id=request_id or new_id(),
            table_id=self._table_id,
            ready=ready,
            entropy=entropy,
        )
        return (await self._calls.unary(methods.SET_READY, request)).revision

    async def pause(self, *, request_id: str = "") -> int:
        """Stop the clocks, or wish for it where all persons must; returns the revision.

        Who may is an option of the table. Raises `PausesOff`, `TablePaused`, `NoMatchRunning`.
        """
        request = api.PauseTableRequest(request_id=request_id or new_id(), table_id=self._table_id)
        return (await self._calls.unary(methods.PAUSE_TABLE, request)).revision

    async def resume(self, *, request_id: str = "") -> int:
        """Let the clocks go on, or withdraw every wish for a pause; returns the revision.

        Raises `NotPaused`, `PausesOff`.
        """
        request = api.ResumeTableRequest(request_id=request_id or new_id(), table_id=self._table_id)
        return (await self._calls.unary(methods.RESUME_TABLE, request)).revision

    async def auto_pass(
        self,
        *,
        on: bool = True,
        request_id: str = "",
    ) -> int:
        """Pass by itself until the deal ends, or not any more; returns the revision.

        Raises `NoMatchRunning`.
        """
        request = api.SetAutoPassRequest(
            request_id=request_id or new_id(), table_id=self._table_id, on=on
        )
        return (await self._calls.unary(methods.SET_AUTO_PASS, request)).revision

    async def act(
        self,
        action: Action,
        decision_id: str,
        *,
        expected_revision: int | None = None,
        request_id: str = "",
    ) -> Accepted:
        """Answer a decision; returns the revision and what happened.

        `LiveTable.act` fills the decision in. Raises `IllegalNow` with the rule and something
        legal instead, and `DecisionClosed` where the decision is not open any more.
        """
        request = api.ActRequest(
            request_id=request_id or new_id(),
            table_id=self._table_id,
            decision_id=decision_id,
            action=action_to_proto(action),
            expected_revision=expected_revision,
        )
        return Accepted.from_proto(await self._calls.unary(methods.ACT, request))

    async def check(self, action: Action, decision_id: str) -> None:
        """Ask whether `act` would be accepted, without doing it; raises what `act` would raise."""
        request = api.ActRequest(
            request_id=new_id(),
            table_id=self._table_id,
            decision_id=decision_id,
            action=action_to_proto(action),
            validate_only=True,
        )
        await self._calls.unary(methods.ACT, request)

    # --- looking ------------------------------------------------------------------------------

    async def get(self, *, min_revision: int = 0) -> Snapshot:
        """Look at the table as it is, at `min_revision` or later.

        Raises `RevisionAhead` where it has not come that far, and `SpectatorsOff` for who may not
        watch.
        """
        request = api.GetTableRequest(
            table_id=self._table_id, min_revision=min_revision, join_code=self._join_code
        )
        return Snapshot.read(await self._calls.unary(methods.GET_TABLE, request))

    async def legal(self, decision_id: str = "", *, min_revision: int = 0) -> Legal:
        """Say what the own seat may do; nothing while it is not asked.

        With `decision_id` only as an answer to that: raises `DecisionClosed` once it is not open.
        """
        request = api.GetLegalActionsRequest(
            table_id=self._table_id, min_revision=min_revision, decision_id=decision_id
        )
        answer = await self._calls.unary(methods.GET_LEGAL_ACTIONS, request)
        return Legal.from_proto(answer)

    async def hint(self, decision_id: str = "", *, min_revision: int = 0) -> Hint:
        """Suggest an action for the own seat; its `action` is None while it is not asked.

        With `decision_id` only as an answer to that: raises `DecisionClosed` once it is not open.
        """
        request = api.GetHintRequest(
            table_id=self._table_id, min_revision=min_revision, decision_id=decision_id
        )
        return Hint.from_proto(await self._calls.unary(methods.GET_HINT, request))

    def watch(
        self,
        *,
        after_revision: int | None = None,
        on_break: Callable[[CallError | None], object] | None = None,
    ) -> LiveTable:
        """Watch the table: `async with table.watch() as live`.

        `after_revision` begins behind a revision instead of with the present table, 0 with its
        creation. `on_break` is called with the error whenever the connection broke and is tried
        again, and with None when it is back.
        """
        return LiveTable(self._calls, self, after_revision=after_revision, on_break=on_break)
