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
from paizhuo.stores.base import EntryHead
from paizhuo.tables import attendance, index
from paizhuo.tables.clocks import Clocks
from paizhuo.tables.entries import ENGINE_BODIES, FORMAT, ActEntry, hash_field, wake_field
from paizhuo.tables.events import acting_events, seat_reclaimed, seating_events, seed_opened
from paizhuo.tables.options import spectating, timing
from paizhuo.tables.rations import Rations, charged
from paizhuo.tables.seating import Seating, begin
from paizhuo.tables.standing import Standing, Stood
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
    from collections.abc import Mapping, Sequence

    from paizhuo.tables.names import Names

SERVER: Final = "system:"
_NO_DECISIONS: Final[Mapping[str, int]] = {}


class TableState(Stood):
    """Hold everything that a table is, as of one revision.

    `requests` remembers every entry's id with its revision and digest; `played` are the last
    revisions in which the game went on, as many as spectators live behind; `standing` is what
    most entries leave as it is.
    """

    __slots__ = (
        "called_ms",
        "engine",
        "game",
        "played",
        "rations",
        "requests",
        "revision",
        "rules",
        "spectating",
        "standing",
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
        self.revision = 0
        self.time_ms = 0
        self.called_ms = 0
        self.requests: dict[str, tuple[int, bytes]] = {}
        self.rations = Rations()
        self.wake: Wake | None = None
        self.timing = timing(origin.table_options, default_delay_ms)
        self.spectating = spectating(origin.table_options)
        self.played: deque[int] = deque(maxlen=self.spectating.delay)
        self.standing = Standing()
        self.standing.seating = seating
        self.standing.outline = Outline(*self.engine.outline)
        self.standing.state = table_state(seating, self.outline)
        self.standing.summary = index.summarize(seating, self.standing.state, 0)
        self.standing.opened = _NO_DECISIONS
        timing_ms = self.timing.decision_ms, self.timing.bank_ms
        self.standing.clocks = Clocks.full(*timing_ms, origin.seats)
        self.standing.server_ms = self.standing.deals_alone = self.standing.match_first = 0
        self.standing.deal_first = self.standing.hidden_last = 0
        self.standing.settled = False

    @property
    def hash(self) -> bytes:
        """Return the hash of the game's state."""
        return self.game.hash

    @property
    def match_first(self) -> int:
        """Return the revision that began the match, or the last one; 0 before the first."""
        return self.standing.match_first

    @property
    def decisions(self) -> list[engine.Decision]:
        """Return the open decisions."""
        return self.game.decisions

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
        engine raises: RuleError, and EnginePanic for an entry that cannot stand here.
        """
        step = Step()
        step.entry = entry
        step.before = self.standing
        before = self.seating
        now = self.standing.copy()
        kind = entry.WhichOneof("body")
        is_sealed = kind == "acted" and self.outline.is_sealed
        now.seating = attendance.after(before, entry, is_sealed=is_sealed)
        if kind in ENGINE_BODIES:
            self._take(step, now, self._prepared(raw), may_open_seed=kind == "acted")
            if kind == "acted":
                told = acting_events(before, entry.acted, is_sealed=is_sealed)
                step.extra = told + step.extra
        else:
            step.game = self.game
            step.charged = charged(before, entry)
            if kind == "seat_taken":
                # A name is looked up when it is told: it may have been erased by then.
                step.names = names
            elif names is not None:
                step.extra = seating_events(entry, names)
            if kind == "table_closed":
                step.extra += seed_opened(before)
            if kind == "auto_pass_set":
                step.told_seat = entry.auto_pass_set.seat
        self._note_times(step, now)
        self._derive(step, now)
        wake_at_ms = 0 if step.wake is None else step.wake.at_ms
        step.head = EntryHead(entry.revision, entry.entry_id, entry.time_ms, wake_at_ms)
        step.sealed = raw + hash_field(step.hash) + wake_field(wake_at_ms)
        return step

    def prepare_act(
        self, request: engine.ActRequest, seat: int, entry_id: str, now_ms: int
    ) -> Step:
        """Compute what a seat's action does; nothing is changed. The engine writes the entry.

        Raises what the engine raises: RuleError, NotationError, EnginePanic.
        """
        revision, time_ms = self.revision + 1, max(now_ms, self.time_ms)
        prepared = self.engine.prepare_act(request, seat, entry_id, revision, time_ms, FORMAT)
        before = self.standing
        held = before.seating.seats[seat]
        is_back = held.misses or held.delegate or request.goes_on
        step = Step()
        step.entry = step.head = entry = ActEntry(revision, entry_id, time_ms, 0, request.digest)
        step.before = before
        step.called_ms = time_ms
        if (
            before.settled
            and prepared.outline == before.outline
            and not (is_back or prepared.hides_trick or revision >= limits.ENTRIES_MAX)
        ):
            # Most entries are such: somebody acted, and a person is next.
            step.prepared = step.game = prepared
            step.standing = before
            step.wake = when_forgotten(time_ms)
        else:
            now = before.copy()
            now.deals_alone = 0
            is_sealed = before.outline.is_sealed
            if is_back:
                now.seating = attendance.after_own_act(
                    before.seating, seat, goes_on=request.goes_on, is_sealed=is_sealed
                )
            self._take(step, now, prepared, may_open_seed=True)
            if held.delegate and not is_sealed:
                step.extra = seat_reclaimed(seat) + step.extra
            self._derive(step, now)
        entry.wake_at_ms = 0 if step.wake is None else step.wake.at_ms
        step.sealed = prepared.sealed(entry.wake_at_ms)
        return step

    def _prepared(self, raw: bytes) -> engine.Prepared:
        """Prepare an entry. Only servers write entries: one that is refused as such is a fault."""
        try:
            return self.engine.prepare(raw)
        except engine.NotationError as error:
            raise engine.EnginePanic(str(error)) from error

    def _take(
        self, step: Step, now: Standing, prepared: engine.Prepared, *, may_open_seed: bool
    ) -> None:
        """Note what the engine prepared; a deal that was played out opens its seed."""
        step.prepared = step.game = prepared
        now.outline = Outline(*prepared.outline)
        if self.outline.is_sealed and not now.outline.is_sealed:
            now.seating, back = attendance.after_opening(now.seating)
            step.extra = b"".join(map(seat_reclaimed, back))
        if now.outline.needs_commit and not self.outline.needs_commit and may_open_seed:
            step.extra += seed_opened(self.seating)
            now.seating = now.seating.with_seed_opened()
        if now.outline.match_over and not self.outline.match_over:
            now.seating = now.seating.with_nobody_ready()

    def _derive(self, step: Step, now: Standing) -> None:
        """Work out what the log entry and the index must say of the state after it."""
        entry, outline, before, timing = step.entry, now.outline, self.standing, self.timing
        has_match_moved = (outline.match, outline.match_over) != before.outline[:2]
        if has_match_moved:
            now.seating = attendance.after_match(now.seating)
        seating, prepared = now.seating, step.prepared
        decisions: Sequence[engine.Decision] = ()
        now.opened = _NO_DECISIONS
        is_driven = seating.has_bots or seating.has_auto_pass or timing.decision_ms > 0
        if is_driven or outline.to_draw:
            decisions = step.game.decisions
        if is_driven:
            has_begun = outline.match != before.outline.match
            self._run_clocks(step, now, decisions, has_begun=has_begun)
        step.is_table_changed = not now.clocks.looks_like(before.clocks)
        if seating is not before.seating or has_match_moved:
            now.state = table_state(seating, outline)
            now.summary = index.summarize(seating, now.state, outline.match)
            # Under seal nothing may tell an answer from a time-out.
            is_hidden = prepared is not None and before.outline.is_sealed and outline.is_sealed
            step.is_table_changed = not is_hidden and (
                step.is_table_changed
                or now.state != before.state
                or seating.seats is not before.seating.seats
                or seating.is_paused != before.seating.is_paused
                or seating.is_closed
            )
        if has_match_moved:
            if outline.match_over:
                step.end = index.match_end(seating, outline.match, before.match_first, entry)
            else:
                now.match_first = entry.revision
        self._note_tricks(step, now)
        moment = Moment(
            entry.time_ms,
            now.server_ms,
            step.called_ms,
            now.opened,
            now.clocks,
            now.deals_alone,
            decisions,
        )
        step.wake = next_wake(seating, outline, moment, timing)
        if self._is_full(step, now):
            step.wake = Wake(WakeKind.CLOSE, entry.time_ms, None, CLOSED_FULL)
        moves_itself = is_driven or timing.abandon_after_ms or seating.is_paused
        now.settled = outline.goes_on and not (moves_itself or seating.is_closed or now.deals_alone)
        step.standing = now

    def _note_tricks(self, step: Step, now: Standing) -> None:
        """Note which tricks of the deal in play are shown no more."""
        if step.prepared is None:
            return
        if step.prepared.hides_trick:
            now.hidden_last = step.entry.revision
        elif now.seating.attempt != self.seating.attempt or now.outline.needs_commit:
            # Another deal has begun, or this one lies open.
            now.deal_first, now.hidden_last = step.entry.revision, 0

    def _is_full(self, step: Step, now: Standing) -> bool:
        """Say whether the table has to be closed since its log is as long as one may be.

        A match that has begun is given the rest of the log, so no other begins in that.
        """
        if now.seating.is_closed:
            return False
        revision = step.entry.revision
        if now.outline.is_running or revision >= limits.ENTRIES_MAX:
            return revision >= limits.ENTRIES_MAX
        changes = self.rations.count + bool(step.charged)
        return revision >= limits.ENTRIES_BEFORE_MATCH_MAX or changes >= limits.CHANGES_MAX

    def _note_times(self, step: Step, now: Standing) -> None:
        """Note who wrote last, when, and how much was dealt since anybody called.

        Time in which no server was alive does not count, nor, for whether persons are away,
        what is called by who has no seat.
        """
        time_ms = step.entry.time_ms
        step.called_ms = self.called_ms
        if step.entry.entry_id.startswith(SERVER):
            now.server_ms = time_ms
            now.deals_alone += step.own_entry.HasField("deal_started")
            if self.seating.is_paused_by_server and not now.seating.is_paused:
                # Who was there needs time to come back.
                step.called_ms = time_ms
        else:
            now.deals_alone = 0
            principal = step.cause[0]
            if principal in now.seating.by_principal or principal in self.seating.by_principal:
                step.called_ms = time_ms

    def _run_clocks(
        self,
        step: Step,
        now: Standing,
        decisions: Sequence[engine.Decision],
        *,
        has_begun: bool,
    ) -> None:
        """Note since when decisions are open, and what they used of their time."""
        time_ms, opened = step.entry.time_ms, self.standing.opened
        now.opened = {decision.id: opened.get(decision.id, time_ms) for decision in decisions}
        if not self.timing.decision_ms:
            return
        clocks = self.clocks.after(
            time_ms,
            asked_persons(now.seating, decisions),
            is_stopped=now.seating.is_paused,
            is_sealed=now.outline.is_sealed,
        )
        now.clocks = clocks.refilled() if has_begun else clocks

    def commit(self, step: Step) -> None:
        """Swap in what was prepared; nothing can fail any more."""
        entry = step.entry
        if step.prepared is not None:
            self.engine.commit(step.prepared)
            self.played.append(entry.revision)
        self.game = step.game
        self.standing = step.standing
        self.revision = entry.revision
        self.time_ms = entry.time_ms
        self.called_ms = step.called_ms
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
        standing = self.standing
        moment = Moment(
            self.time_ms,
            standing.server_ms,
            seen_ms,
            standing.opened,
            standing.clocks,
            standing.deals_alone,
            self.decisions,
        )
        return next_wake(self.seating, self.outline, moment, self.timing)
