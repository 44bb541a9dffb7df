"""Say what callers may ask a table to do: judge it, write it, answer it.

A command judges by a state and changes nothing; it may be judged again on a later
state. What was refused leaves no trace.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from hashlib import sha256
from typing import TYPE_CHECKING, ClassVar, Final, Protocol

from paizhuo import limits
from paizhuo.engine import bots
from paizhuo.errors import ServiceError, Why
from paizhuo.ids import call_entry_id, is_request_id
from paizhuo.storage.v1 import entry_pb2
from paizhuo.tables.admission import check_seat, pick_seat
from paizhuo.tables.rations import charged
from paizhuo.tables.wire import number_field
from paizhuo.v1 import table_service_pb2

if TYPE_CHECKING:
    from paizhuo.engine import ActRequest
    from paizhuo.tables.names import Names
    from paizhuo.tables.state import TableState
    from paizhuo.tables.step import Step

TableMutation = (
    table_service_pb2.JoinTableRequest
    | table_service_pb2.LeaveTableRequest
    | table_service_pb2.AddBotRequest
    | table_service_pb2.RemoveBotRequest
    | table_service_pb2.SetReadyRequest
    | table_service_pb2.PauseTableRequest
    | table_service_pb2.ResumeTableRequest
    | table_service_pb2.SetAutoPassRequest
    | table_service_pb2.KickPlayerRequest
    | table_service_pb2.CloseTableRequest
)
Mutation = table_service_pb2.CreateTableRequest | TableMutation

BOT_DEFAULT: Final = "greedy"


def take_request_id(request: Mutation) -> str:
    """Return the `request_id` and drop it, with all that is unknown, from the request.

    Raises FIELD_MISSING or FIELD_INVALID unless it is a UUID.
    """
    request_id: str = request.request_id
    check_request_id(request_id)
    request.ClearField("request_id")
    if isinstance(request, table_service_pb2.JoinTableRequest):
        # It opens the door and is no part of what is asked; not even its digest is kept.
        request.ClearField("join_code")
    request.DiscardUnknownFields()
    return request_id


def check_request_id(request_id: str) -> None:
    """Raise FIELD_MISSING or FIELD_INVALID unless that is a UUID."""
    if not request_id:
        raise ServiceError(Why.FIELD_MISSING, facts={"field": "request_id"})
    if not is_request_id(request_id):
        facts = {"field": "request_id", "problem": "no UUID"}
        raise ServiceError(Why.FIELD_INVALID, facts=facts)


def digest_of(request: Mutation) -> bytes:
    """Return the digest of a request that its `request_id` was taken from.

    Requests of different calls may encode alike, so that the name of the message is part
    of it. No request holds a map, and only maps need `deterministic=True`, which takes
    thrice the time.
    """
    name: str = request.DESCRIPTOR.full_name
    return sha256(name.encode() + b"\0" + request.SerializeToString()).digest()


class Command(Protocol):
    """Be what a caller asks of a table."""

    entry_id: str
    digest: bytes
    is_server_made: ClassVar[bool]

    def prepare(self, state: TableState, now_ms: int, names: Names) -> Step | bytes:
        """Return what is to be written, or the answer if there is nothing to do.

        Raises `ServiceError` and what the engine raises where it is refused.
        """
        ...

    def answer(self, step: Step) -> bytes:
        """Return the encoded response, from the revision that it had its effect in."""
        ...


class CallersCommand(Command, Protocol):
    """Be what a caller asks, who is named."""

    principal: str


class Judged(ABC):
    """Be a command that makes an entry of its own."""

    __slots__ = ()

    is_server_made: ClassVar[bool] = False

    @abstractmethod
    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry | bytes:
        """Return the entry to write, or the answer if there is nothing to do."""

    def prepare(self, state: TableState, now_ms: int, names: Names) -> Step | bytes:
        """Prepare the entry."""
        judged = self.judge(state, now_ms)
        if isinstance(judged, bytes):
            return judged
        return state.prepare(judged, judged.SerializeToString(), names)


class Call(Judged):
    """Share what every command of a caller has."""

    __slots__ = ("digest", "entry_id", "principal")

    def __init__(self, principal: str, request: Mutation) -> None:
        """Take the request apart; it must not be used by others any more."""
        request_id = take_request_id(request)
        self.principal = principal
        self.entry_id = call_entry_id(principal, request_id)
        self.digest = digest_of(request)

    @abstractmethod
    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Return the entry to write: each call that is accepted is remembered by one."""

    def prepare(self, state: TableState, now_ms: int, names: Names) -> Step:
        """Prepare the entry, if the caller has not changed too much already."""
        judged = self.judge(state, now_ms)
        state.rations.check(charged(state.seating, judged), judged.time_ms)
        return state.prepare(judged, judged.SerializeToString(), names)

    def answer(self, step: Step) -> bytes:
        """Return the revision, field 1 of every response."""
        return number_field(1, step.entry.revision)

    def unchanged(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Return the entry of a call that has nothing to do.

        Without one a late copy of the call would be judged anew, and do what nobody wants any
        more.
        """
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        entry.nothing_changed.SetInParent()
        return entry

    def own_seat(self, state: TableState) -> int:
        """Return the caller's seat; raises NOT_SEATED, or TABLE_CLOSED before that."""
        if state.seating.is_closed:
            raise ServiceError(Why.TABLE_CLOSED)
        seat = state.seating.by_principal.get(self.principal)
        if seat is None:
            raise ServiceError(Why.NOT_SEATED)
        return seat

    def check_owner(self, state: TableState) -> None:
        """Raise NOT_OWNER unless the caller owns the table."""
        if state.seating.origin.owner != self.principal:
            raise ServiceError(Why.NOT_OWNER)


def check_seats_move(state: TableState) -> None:
    """Raise unless seats may change now."""
    if state.seating.is_closed:
        raise ServiceError(Why.TABLE_CLOSED)
    if state.outline.is_running:
        raise ServiceError(Why.MATCH_RUNNING)


class Join(Call):
    """Take a seat; who has one keeps it."""

    def __init__(self, principal: str, request: table_service_pb2.JoinTableRequest) -> None:
        """Read the request."""
        super().__init__(principal, request)
        self.seat = request.seat if request.HasField("seat") else None

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Find the seat; who has one already keeps it, and is told which."""
        if state.seating.is_closed:
            raise ServiceError(Why.TABLE_CLOSED)
        if self.principal in state.seating.by_principal:
            check_seat(state.seating, self.seat)
            return self.unchanged(state, now_ms)
        if self.principal in state.seating.barred:
            raise ServiceError(Why.BARRED)
        check_seats_move(state)
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        entry.seat_taken.seat = pick_seat(state.seating, self.seat, self.principal)
        entry.seat_taken.principal = self.principal
        return entry

    def answer(self, step: Step) -> bytes:
        """Return revision and seat."""
        return super().answer(step) + number_field(2, step.seating.by_principal[self.principal])


class Leave(Call):
    """Give the own seat up."""

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Free the caller's seat."""
        seat = self.own_seat(state)
        check_seats_move(state)
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        entry.seat_left.seat = seat
        entry.seat_left.principal = self.principal
        return entry


class AddBot(Call):
    """Seat a bot."""

    def __init__(self, principal: str, request: table_service_pb2.AddBotRequest) -> None:
        """Read the request; an unknown bot is refused at once."""
        super().__init__(principal, request)
        self.seat = request.seat if request.HasField("seat") else None
        self.bot = request.bot or BOT_DEFAULT
        known = bots()
        if self.bot not in known:
            facts = {"bot": self.bot, "known": ", ".join(known)}
            raise ServiceError(Why.UNKNOWN_BOT, facts=facts)

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Find the seat, for the owner."""
        self.check_owner(state)
        check_seats_move(state)
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        entry.bot_added.seat = pick_seat(state.seating, self.seat)
        entry.bot_added.bot = self.bot
        return entry

    def answer(self, step: Step) -> bytes:
        """Return revision and seat."""
        return super().answer(step) + number_field(2, step.own_entry.bot_added.seat)


class RemoveBot(Call):
    """Send a bot away."""

    def __init__(self, principal: str, request: table_service_pb2.RemoveBotRequest) -> None:
        """Read the request, which must name a seat."""
        super().__init__(principal, request)
        if not request.HasField("seat"):
            raise ServiceError(Why.FIELD_MISSING, facts={"field": "seat"})
        self.seat = request.seat

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Free the bot's seat, for the owner."""
        self.check_owner(state)
        check_seats_move(state)
        check_seat(state.seating, self.seat)
        if not state.seating.seats[self.seat].bot:
            raise ServiceError(Why.NO_BOT_THERE, facts={"seat": self.seat})
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        entry.bot_removed.seat = self.seat
        return entry


class SetReady(Call):
    """Say whether the own seat is ready for the next deal."""

    def __init__(self, principal: str, request: table_service_pb2.SetReadyRequest) -> None:
        """Read the request."""
        super().__init__(principal, request)
        self.ready = request.ready
        self.entropy = request.entropy
        if len(self.entropy) > limits.ENTROPY_BYTES_MAX:
            problem = f"more than {limits.ENTROPY_BYTES_MAX} bytes"
            facts = {"field": "entropy", "problem": problem}
            raise ServiceError(Why.FIELD_INVALID, facts=facts)

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry:
        """Note it for the caller's seat."""
        seat = self.own_seat(state)
        held = state.seating.seats[seat]
        if not self.ready and held.agreed:
            raise ServiceError(Why.ALREADY_AGREED)
        if self.entropy and not state.seating.is_committed:
            # A server that knew it could draw the seed to fit.
            raise ServiceError(Why.COMMITMENT_AWAITED)
        if self.ready == held.ready and self.entropy in {b"", held.entropy}:
            return self.unchanged(state, now_ms)
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        entry.seat_ready.seat = seat
        entry.seat_ready.ready = self.ready
        entry.seat_ready.entropy = self.entropy
        return entry


class Act:
    """Answer a decision. The rules say whether it is open, and to whom."""

    __slots__ = ("digest", "entry_id", "principal", "request")

    is_server_made: ClassVar[bool] = False

    def __init__(self, principal: str, request: ActRequest) -> None:
        """Keep the request, which must name a decision and an action."""
        request_id = request.request_id
        if not request.is_complete:
            check_request_id(request_id)
            field = "action" if request.decision_id else "decision_id"
            raise ServiceError(Why.FIELD_MISSING, facts={"field": field})
        self.principal = principal
        self.entry_id = call_entry_id(principal, request_id)
        self.digest = request.digest
        self.request = request

    def prepare(self, state: TableState, now_ms: int, names: Names) -> Step:
        """Check seat and revision, and let the engine do the rest."""
        del names
        seating = state.standing.seating
        seat = seating.by_principal.get(self.principal)
        if seat is None or seating.is_closed:
            raise ServiceError(Why.TABLE_CLOSED if seating.is_closed else Why.NOT_SEATED)
        if seating.paused_ms:
            raise ServiceError(Why.TABLE_PAUSED)
        expected = self.request.expected_revision
        if expected is not None and expected != state.revision:
            raise ServiceError(Why.STALE_REVISION, facts={"revision": state.revision})
        return state.prepare_act(self.request, seat, self.entry_id, now_ms)

    def answer(self, step: Step) -> bytes:
        """Return the revision and what happened, as the caller's seat may know it."""
        return step.answer(step.standing.seating.by_principal[self.principal])


class BotMove(Judged):
    """Answer a bot's decision; what is not open any more is let go."""

    digest = b""

    def __init__(self, entry_id: str, decision_id: str, action: bytes) -> None:
        """Keep what the bot chose."""
        self.entry_id = entry_id
        self.decision_id = decision_id
        self.action = action

    def judge(self, state: TableState, now_ms: int) -> entry_pb2.Entry | bytes:
        """Write the action if the decision is still open, and still a bot's."""
        seating = state.seating
        if seating.is_closed or seating.is_paused:
            return b""
        for decision in state.decisions:
            if decision.id == self.decision_id and seating.seats[decision.seat].player_bot:
                entry = state.new_entry(self.entry_id, self.digest, now_ms)
                entry.acted.seat = decision.seat
                entry.acted.decision_id = self.decision_id
                entry.acted.action = self.action
                entry.acted.actor = entry_pb2.ACTOR_BOT
                return entry
        return b""

    def answer(self, step: Step) -> bytes:
        """Return nothing: nobody asked."""
        del step
        return b""
