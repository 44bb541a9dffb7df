"""Say what a table does by itself, as commands that judge like those of callers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paizhuo import engine
from paizhuo.clock import draw_seed
from paizhuo.ids import system_entry_id
from paizhuo.storage.v1 import entry_pb2
from paizhuo.tables.commands import BOT_DEFAULT, Judged
from paizhuo.tables.waking import Wake, WakeKind
from paizhuo.tables.wire import bytes_field
from paizhuo.v1 import action_pb2

if TYPE_CHECKING:
    from paizhuo.clock import Randomness
    from paizhuo.storage.v1.entry_pb2 import Entry
    from paizhuo.tables.state import TableState
    from paizhuo.tables.step import Step

_PASS: Final = bytes_field(action_pb2.Action.PASS_FIELD_NUMBER, b"")


class ServerMove(Judged):
    """Do what the table wants to do by itself, if it still wants the same.

    Its entry has the same id in every process, so that two that try make one.
    """

    digest = b""
    is_server_made = True

    def __init__(
        self, state: TableState, wake: Wake, randomness: Randomness, seen_ms: int = 0
    ) -> None:
        """Note what it is, given when somebody was last seen; a lost race's seed is dropped."""
        self._wake = wake
        self._seen_ms = seen_ms
        self._randomness = randomness
        self.entry_id = entry_id_of(state, wake)

    def judge(self, state: TableState, now_ms: int) -> Entry | bytes:
        """Write it, unless the table has moved on meanwhile."""
        wake = state.wake_if_seen(self._seen_ms)
        if wake is None or entry_id_of(state, wake) != self.entry_id or wake.at_ms > now_ms:
            return b""
        seating = state.seating
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        match self._wake.kind:
            case WakeKind.COMMIT:
                seed = self._randomness.token_bytes(32)
                committed = entry.deal_committed
                committed.deal = seating.deal + 1
                committed.seed = seed
                committed.commitment = engine.commitment(
                    state.rules, seating.origin.table_id, committed.deal, seed
                )
            case WakeKind.START:
                started = entry.deal_started
                started.deal = seating.deal
                started.attempt = seating.attempt + 1
                started.entropy.extend(seating.next_entropy())
            case WakeKind.DRAW:
                return _drawn(state, entry, self._randomness)
            case WakeKind.CLOSE:
                entry.table_closed.reason = self._wake.close_reason
            case WakeKind.TIMEOUT | WakeKind.AUTO_PASS | WakeKind.BOT:
                return _answered(state, wake, entry)
            case WakeKind.DELEGATE:
                entry.seat_delegated.seat = wake.seat
                entry.seat_delegated.bot = BOT_DEFAULT
            case WakeKind.FREE:
                entry.seat_left.seat = wake.seat
                entry.seat_left.principal = seating.seats[wake.seat].principal
            case WakeKind.RESUME:
                entry.resumed.SetInParent()
        return entry

    def answer(self, step: Step) -> bytes:
        """Return nothing: nobody asked."""
        del step
        return b""


class ServerPause(Judged):
    """Stop the clocks of a table from when the last server was alive.

    A table that was written to since `started_ms` is served by another process already.
    """

    digest = b""

    def __init__(self, state: TableState, since_ms: int, started_ms: int) -> None:
        """Note how long no server was alive."""
        self._since_ms = since_ms
        self._started_ms = started_ms
        self.entry_id = system_entry_id("down", str(state.revision + 1))

    def judge(self, state: TableState, now_ms: int) -> Entry | bytes:
        """Write it, in the past, if something runs out at the table."""
        del now_ms
        seating = state.seating
        if seating.is_closed or seating.is_paused or state.time_ms >= self._started_ms:
            return b""
        entry = state.new_entry(self.entry_id, self.digest, self._since_ms)
        entry.paused.begins = True
        entry.paused.by_server = True
        return entry

    def answer(self, step: Step) -> bytes:
        """Return nothing: nobody asked."""
        del step
        return b""


def _answered(state: TableState, wake: Wake, entry: Entry) -> Entry | bytes:
    """Answer a decision for a person: the rules say how, or a pass was asked for."""
    decision = wake.decision
    if decision is None or wake.kind is WakeKind.BOT:
        return b""
    acted = entry.acted
    acted.seat = decision.seat
    acted.decision_id = decision.id
    if wake.kind is WakeKind.AUTO_PASS:
        acted.action = _PASS
        acted.actor = entry_pb2.ACTOR_AUTO_PASS
        return entry
    action = state.engine.on_timeout(decision.seat)
    if action is None:
        return b""
    acted.action = action
    acted.actor = entry_pb2.ACTOR_TIMEOUT
    return entry


def _drawn(state: TableState, entry: Entry, randomness: Randomness) -> Entry:
    """Draw cards, unless a bot wants to bid before: each is asked after every card.

    How many cards one entry holds must tell no person whether a bot could have bid: where
    both play, and bids may be made, it is one. It is one, too, where there is time between
    two cards for persons to bid.
    """
    seats = state.seating.seats
    bots = [seat for seat, held in enumerate(seats) if held.player_bot]
    for seat in state.engine.willing():
        if seat in bots:
            view = state.engine.seat_view(seat)
            action = view.volunteer(seats[seat].player_bot, draw_seed(randomness))
            if action is not None:
                acted = entry.acted
                acted.seat, acted.decision_id = seat, view.decision_id or ""
                acted.action, acted.actor = action, entry_pb2.ACTOR_BOT
                return entry
    bids = bool(state.decisions)
    # Who is stood in for may watch, and come back: he counts as a person here.
    is_mixed = bids and bool(bots) and any(held.principal for held in seats)
    persons_bid = any(seats[decision.seat].is_active for decision in state.decisions)
    is_paced = persons_bid and state.timing.draw_ms > 0
    is_one = is_mixed or is_paced
    entry.cards_drawn.count = 1 if is_one else state.engine.draws_until_willing(bots)
    return entry


def entry_id_of(state: TableState, wake: Wake) -> str:
    """Name the entry that a wake-up writes."""
    seating = state.seating
    match wake.kind:
        case WakeKind.COMMIT:
            subject = str(seating.deal + 1)
        case WakeKind.START:
            subject = f"{seating.deal}:{seating.attempt + 1}"
        case WakeKind.BOT | WakeKind.TIMEOUT | WakeKind.AUTO_PASS:
            subject = "" if wake.decision is None else wake.decision.id
        case WakeKind.DRAW | WakeKind.DELEGATE | WakeKind.FREE | WakeKind.RESUME:
            subject = str(state.revision + 1)
        case WakeKind.CLOSE:
            # Not a revision: a table is closed once, whatever went before.
            subject = wake.close_reason
    return system_entry_id(wake.kind.value, subject)
