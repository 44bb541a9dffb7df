"""Say what a table does by itself, as commands that judge like those of callers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paizhuo import engine
from paizhuo.ids import system_entry_id
from paizhuo.tables.commands import Judged
from paizhuo.tables.waking import Wake, WakeKind

if TYPE_CHECKING:
    from paizhuo.clock import Randomness
    from paizhuo.storage.v1.entry_pb2 import Entry
    from paizhuo.tables.state import Step, TableState


class ServerMove(Judged):
    """Do what the table wants to do by itself, if it still wants the same.

    Its entry has the same id in every process, so that two that try make one.
    """

    digest = b""
    is_server_made = True

    def __init__(self, state: TableState, wake: Wake, randomness: Randomness) -> None:
        """Note what it is; the seed of a lost race is thrown away."""
        self._kind = wake.kind
        self._reason = wake.close_reason
        self._randomness = randomness
        self.entry_id = entry_id_of(state, wake)

    def judge(self, state: TableState, now_ms: int) -> Entry | bytes:
        """Write it, unless the table has moved on meanwhile."""
        wake = state.wake
        if wake is None or entry_id_of(state, wake) != self.entry_id or wake.at_ms > now_ms:
            return b""
        seating = state.seating
        entry = state.new_entry(self.entry_id, self.digest, now_ms)
        match self._kind:
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
            case WakeKind.CLOSE:
                entry.table_closed.reason = self._reason
            case WakeKind.BOT:
                return b""
        return entry

    def answer(self, step: Step) -> bytes:
        """Return nothing: nobody asked."""
        del step
        return b""


def entry_id_of(state: TableState, wake: Wake) -> str:
    """Name the entry that a wake-up writes."""
    seating = state.seating
    match wake.kind:
        case WakeKind.COMMIT:
            subject = str(seating.deal + 1)
        case WakeKind.START:
            subject = f"{seating.deal}:{seating.attempt + 1}"
        case WakeKind.BOT:
            subject = "" if wake.decision is None else wake.decision.id
        case WakeKind.CLOSE:
            # Not a revision: a table is closed once, whatever went before.
            subject = wake.close_reason
    return system_entry_id(wake.kind.value, subject)
