"""Fold the log of one table: the game in the engine, all else in `Seating`.

The same `prepare` serves a call, a catch-up and a replay: it computes what an entry
does beside the present state, `commit` swaps that in and cannot fail.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from paizhuo import engine, limits
from paizhuo.errors import ServiceError, Why
from paizhuo.storage.v1.entry_pb2 import Entry
from paizhuo.tables import attendance, index
from paizhuo.tables.clocks import Clocks
from paizhuo.tables.entries import ENGINE_BODIES, FORMAT, ActEntry, hash_field
from paizhuo.tables.events import acting_events, seat_reclaimed, seating_events, seed_opened
from paizhuo.tables.options import spectating, timing
from paizhuo.tables.rations import Rations, charged
from paizhuo.tables.seating import Seating, begin
from paizhuo.tables.step import Step
from paizhuo.tables.waking import (
    CLOSED_ABANDONED,
    CLOSED_FULL,
    Moment,
    Outline,
    Wake,
    WakeKind,
    asked_persons,
    next_wake,
    table_state,
    when_forgotten,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo.tables.names import Names

SERVER: Final = "system:"
_NO_DECISIONS: Final[Mapping[str, int]] = {}


class TableState:
    """Hold everything that a table is, as of one revision.

    `requests` remembers every entry's id with its revision and digest; `opened` since
    when each decision is open, where bots or clocks play a part. From `deal_first` to
    `hidden_last` are the revisions of a deal in play whose tricks are shown no more, where
    the rules say so. `played` are the last revisions in which the game went on, as many as
    spectators live behind.
    """

    __slots__ = (
        "called_ms",
        "clocks",
        "deal_first",
        "deals_alone",
        "engine",
        "game",
        "hash",
        "hidden_last",
        "match_first",
        "opened",
        "outline",
        "played",
        "rations",
        "requests",
        "revision",
        "rules",
        "seating",
        "server_ms",
        "spectating",
        "state",
        "summary",
        "time_ms",
        "timing",
        "wake",
    )

    def __init__(self, seating: Seating, default_delay_ms: int) -> None:
        """Set up the game of a table that has no entry yet."""
        origin = seating.origin
        self.rules = engine.Ruleset(
            origin.game,
            origin.seats,
            origin.preset,
            dict(origin.options),
            origin.rules_revision,
        )
        self.engine = engine.Table.logged(self.rules, origin.table_id)
        self.game: engine.Prepared | engine.Table = self.engine.clone()
        self.hash = self.engine.hash
        self.outline = Outline(self.engine)
        # The table will move on under its outline, unlike what an entry prepared.
        _ = self.outline.decisions
        self.seating = seating
        self.state = table_state(seating, self.outline)
        self.summary = index.summarize(seating, self.state, 0)
        self.revision = 0
        self.time_ms = 0
        self.server_ms = 0
        self.called_ms = 0
        self.deals_alone = 0
        self.match_first = 0
        self.deal_first = 0
        self.hidden_last = 0
        self.opened = _NO_DECISIONS
        self.requests: dict[str, tuple[int, bytes]] = {}
        self.rations = Rations()
        self.wake: Wake | None = None
        self.timing = timing(origin.table_options, default_delay_ms)
        self.spectating = spectating(origin.table_options)
        self.played: deque[int] = deque(maxlen=self.spectating.delay)
        self.clocks = Clocks.full(self.timing.decision_ms, self.timing.bank_ms, origin.seats)

    @classmethod
    def start(cls, table_id: str, entry: Entry, default_delay_ms: int = 0) -> TableState:
        """Set up a table for its first entry, which is to be prepared and committed.

        Raises NEWER_SERVER_NEEDED if this engine does not know the game or its
        revision, TABLE_QUARANTINED if the entry is no first entry.
        """
        if entry.WhichOneof("body") != "table_created":
            detail = "the log does not begin with a creation"
            raise ServiceError(Why.TABLE_QUARANTINED, detail=detail)
        try:
            return cls(begin(table_id, entry), default_delay_ms)
        except engine.SetupError as error:
            facts = {"game": entry.table_created.game, "rules_revision": entry.rules_revision}
            raise ServiceError(Why.NEWER_SERVER_NEEDED, facts=facts) from error

    def new_entry(self, entry_id: str, digest: bytes, now_ms: int) -> Entry:
        """Begin the next entry; the caller sets its body."""
        # Setting fields one by one takes half the time of giving them all to Entry().
        entry = Entry()
        entry.revision = self.revision + 1
        entry.format = FORMAT
        entry.entry_id = entry_id
        entry.digest = digest
        entry.time_ms = max(now_ms, self.time_ms)
        entry.rules_revision = self.seating.origin.rules_revision
        return entry

    def prepare(self, entry: Entry, raw: bytes, names: Names | None = None) -> Step:
        """Compute what an entry does; nothing is changed.

        `names` are for events: without them nobody is to be told. Raises what the
        engine raises: RuleError, NotationError, EnginePanic.
        """
        step = Step()
        step.entry = entry
        step.extra = b""
        before = self.seating
        kind = entry.WhichOneof("body")
        is_sealed = kind == "acted" and self.outline.is_sealed
        step.seating = attendance.after(before, entry, is_sealed=is_sealed)
        if kind in ENGINE_BODIES:
            self._take(step, self.engine.prepare(raw), may_open_seed=kind == "acted")
            if kind == "acted":
                told = acting_events(before, entry.acted, is_sealed=is_sealed)
                step.extra = told + step.extra
        else:
            step.prepared = None
            step.charged = charged(before, entry)
            step.hash = self.hash
            step.outline = self.outline
            if kind == "seat_taken":
                # A name is looked up when it is told: it may have been erased by then.
                step.names = names
            elif names is not None:
                step.extra = seating_events(entry, names)
            if kind == "table_closed":
                step.extra += seed_opened(before)
        step.unsealed = raw + hash_field(step.hash)
        self._note_times(step)
        self._derive(step)
        return step

    def prepare_act(
        self, request: engine.ActRequest, seat: int, entry_id: str, now_ms: int
    ) -> Step:
        """Compute what a seat's action does; nothing is changed. The engine writes the entry.

        Raises as `prepare`.
        """
        revision, time_ms = self.revision + 1, max(now_ms, self.time_ms)
        prepared = self.engine.prepare_act(request, seat, entry_id, revision, time_ms, FORMAT)
        step = Step()
        step.entry = ActEntry(revision, entry_id, time_ms, request.digest)
        step.server_ms, step.called_ms, step.deals_alone = self.server_ms, time_ms, 0
        step.seating, step.extra = self.seating, b""
        # The engine wrote the entry, and seals it.
        step.unsealed = b""
        held = self.seating.seats[seat]
        if held.misses or held.delegate or request.goes_on:
            step.seating = attendance.after_own_act(
                self.seating, seat, goes_on=request.goes_on, is_sealed=self.outline.is_sealed
            )
        self._take(step, prepared, may_open_seed=True)
        if held.delegate and not self.outline.is_sealed:
            step.extra = seat_reclaimed(seat) + step.extra
        self._derive(step)
        return step

    def _take(self, step: Step, prepared: engine.Prepared, *, may_open_seed: bool) -> None:
        """Note what the engine prepared; a deal that was played out opens its seed."""
        step.prepared = prepared
        step.charged = ()
        step.hash = prepared.hash
        step.outline = Outline(prepared)
        if step.outline.needs_commit and not self.outline.needs_commit and may_open_seed:
            step.extra = seed_opened(self.seating)
            step.seating = step.seating.with_seed_opened()
        if step.outline.match_over and not self.outline.match_over:
            step.seating = step.seating.with_nobody_ready()

    def _derive(self, step: Step) -> None:
        """Work out what the log entry and the index must say of the state after it."""
        entry, outline = step.entry, step.outline
        step.match_first = self.match_first
        step.seated_before = self.seating.by_principal
        before = self.outline
        has_match_moved = outline.match != before.match or outline.match_over != before.match_over
        if has_match_moved:
            step.seating = attendance.after_match(step.seating)
        seating = step.seating
        timing = self.timing
        step.opened, step.clocks = _NO_DECISIONS, self.clocks
        if seating.has_bots or seating.has_auto_pass or timing.decision_ms:
            self._run_clocks(step, has_begun=outline.match != before.match)
        step.end = None
        prepared = step.prepared is not None
        step.is_table_changed = not step.clocks.looks_like(self.clocks)
        is_full = self._is_full(step)
        if seating is self.seating and not has_match_moved:
            step.state, step.summary = self.state, self.summary
            needs_more = step.opened or timing.abandon_after_ms or seating.paused_ms or is_full
            goes_on = outline.needs_commit or outline.needs_start or outline.to_draw
            if not (needs_more or goes_on):
                # Most entries are such: somebody acted, and a person is next.
                step.wake = when_forgotten(entry.time_ms)
                return
        else:
            step.state = table_state(seating, outline)
            step.summary = index.summarize(seating, step.state, outline.match)
            # Under seal nothing may tell an answer from a time-out.
            is_hidden = prepared and self.outline.is_sealed and outline.is_sealed
            step.is_table_changed = not is_hidden and (
                step.is_table_changed
                or step.state != self.state
                or seating.seats is not self.seating.seats
                or seating.is_paused != self.seating.is_paused
                or seating.is_closed
            )
        if has_match_moved:
            if outline.match_over:
                step.end = index.match_end(seating, outline.match, self.match_first, entry)
            else:
                step.match_first = entry.revision
        moment = Moment(
            entry.time_ms,
            step.server_ms,
            step.called_ms,
            step.opened,
            step.clocks,
            step.deals_alone,
        )
        step.wake = next_wake(seating, outline, moment, timing)
        if is_full:
            step.wake = Wake(WakeKind.CLOSE, entry.time_ms, None, CLOSED_FULL)

    def _is_full(self, step: Step) -> bool:
        """Say whether the table has to be closed since its log is as long as one may be.

        A match that has begun is given the rest of the log, so no other begins in that.
        """
        if step.seating.is_closed:
            return False
        revision = step.entry.revision
        if step.outline.is_running or revision >= limits.ENTRIES_MAX:
            return revision >= limits.ENTRIES_MAX
        changes = self.rations.count + bool(step.charged)
        return revision >= limits.ENTRIES_BEFORE_MATCH_MAX or changes >= limits.CHANGES_MAX

    def _note_times(self, step: Step) -> None:
        """Note who wrote last, when, and how much was dealt since anybody called.

        Time in which no server was alive does not count, nor, for whether persons are away,
        what is called by who has no seat.
        """
        time_ms = step.entry.time_ms
        step.server_ms, step.called_ms = self.server_ms, self.called_ms
        if step.entry.entry_id.startswith(SERVER):
            step.server_ms = time_ms
            step.deals_alone = self.deals_alone + step.own_entry.HasField("deal_started")
            if self.seating.is_paused_by_server and not step.seating.is_paused:
                # Who was there needs time to come back.
                step.called_ms = time_ms
        else:
            step.deals_alone = 0
            principal = step.cause[0]
            if principal in step.seating.by_principal or principal in self.seating.by_principal:
                step.called_ms = time_ms

    def _run_clocks(self, step: Step, *, has_begun: bool) -> None:
        """Note since when decisions are open, and what they used of their time."""
        seating, outline, time_ms = step.seating, step.outline, step.entry.time_ms
        step.opened = {
            decision.id: self.opened.get(decision.id, time_ms) for decision in outline.decisions
        }
        if not self.timing.decision_ms:
            return
        clocks = self.clocks.after(
            time_ms,
            asked_persons(seating, outline),
            is_stopped=seating.is_paused,
            is_sealed=outline.is_sealed,
        )
        step.clocks = clocks.refilled() if has_begun else clocks

    def commit(self, step: Step) -> None:
        """Swap in what was prepared; nothing can fail any more."""
        entry = step.entry
        prepared = step.prepared
        if prepared is not None:
            self.engine.commit(prepared)
            self.played.append(entry.revision)
            if prepared.hides_trick:
                self.hidden_last = entry.revision
            elif step.seating.attempt != self.seating.attempt or step.outline.needs_commit:
                # Another deal has begun, or this one lies open.
                self.deal_first, self.hidden_last = entry.revision, 0
            self.game = prepared
        step.game, step.deal_first, step.hidden_last = self.game, self.deal_first, self.hidden_last
        self.revision = entry.revision
        self.time_ms = entry.time_ms
        self.hash = step.hash
        self.seating = step.seating
        self.outline = step.outline
        self.state = step.state
        self.summary = step.summary
        self.opened = step.opened
        self.clocks = step.clocks
        self.server_ms = step.server_ms
        self.called_ms = step.called_ms
        self.deals_alone = step.deals_alone
        self.match_first = step.match_first
        self.wake = step.wake
        if step.charged:
            self.rations.charge(step.charged, entry.time_ms)
        self.requests[entry.entry_id] = (entry.revision, entry.digest)

    def wake_if_seen(self, seen_ms: int) -> Wake | None:
        """Return what is next if somebody who has a seat was seen watching at that time.

        That puts off that the table is closed for being abandoned, and nothing else.
        """
        wake = self.wake
        if wake is None or wake.close_reason != CLOSED_ABANDONED or seen_ms <= self.called_ms:
            return wake
        moment = Moment(
            self.time_ms, self.server_ms, seen_ms, self.opened, self.clocks, self.deals_alone
        )
        return next_wake(self.seating, self.outline, moment, self.timing)
