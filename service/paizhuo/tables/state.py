"""Fold the log of one table: the game in the engine, all else in `Seating`.

The same `prepare` serves a call, a catch-up and a replay: it computes what an entry
does beside the present state, `commit` swaps that in and cannot fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from paizhuo import engine, limits
from paizhuo.errors import ServiceError, Why
from paizhuo.storage.v1.entry_pb2 import Entry
from paizhuo.stores.base import EntryHead, MatchEnd, Summary
from paizhuo.tables import index
from paizhuo.tables.entries import ENGINE_BODIES, FORMAT, ActEntry, cause, hash_field, wake_field
from paizhuo.tables.events import seating_events, seed_opened
from paizhuo.tables.options import bot_delay_ms
from paizhuo.tables.seating import Seating, begin
from paizhuo.tables.waking import (
    CLOSED_FULL,
    Outline,
    Wake,
    WakeKind,
    next_wake,
    table_state,
    when_forgotten,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo.tables.names import Names
    from paizhuo.v1 import table_pb2

SERVER: Final = "system:"
_NO_DECISIONS: Final[Mapping[str, int]] = {}


class Step:
    """Hold one revision: what an entry does, prepared beside the present state.

    Once it was committed it is what callers and watchers are told. The engine's part of
    the events is asked once a viewer, and the bytes are shared; `extra` are the events
    that the service owns.
    """

    __slots__ = (
        "_events",
        "end",
        "entry",
        "extra",
        "hash",
        "is_table_changed",
        "match_first",
        "opened",
        "outline",
        "prepared",
        "seating",
        "server_ms",
        "state",
        "summary",
        "unsealed",
        "wake",
    )

    entry: Entry | ActEntry
    unsealed: bytes
    prepared: engine.Prepared | None
    hash: bytes
    outline: Outline
    seating: Seating
    state: table_pb2.TableState.ValueType
    summary: Summary
    opened: Mapping[str, int]
    server_ms: int
    match_first: int
    end: MatchEnd | None
    wake: Wake | None
    extra: bytes
    is_table_changed: bool

    @property
    def wake_at_ms(self) -> int:
        """Return when the table wants to be woken after the entry, 0 for never."""
        return 0 if self.wake is None else self.wake.at_ms

    @property
    def sealed(self) -> bytes:
        """Return the encoded entry, now that it is known when the table wakes."""
        return self.unsealed + wake_field(self.wake_at_ms)

    def head(self) -> EntryHead:
        """Return what the store must know of the entry."""
        entry = self.entry
        return EntryHead(entry.revision, entry.entry_id, entry.time_ms, self.wake_at_ms)

    def forgotten_events(self, viewer: int | None) -> bytes:
        """Return the events without the cards of plays, as fields of a response."""
        events = b"" if self.prepared is None else self.prepared.events(viewer, forgotten=True)
        return events + self.extra

    def events(self, viewer: int | None) -> bytes:
        """Return the events as that viewer may know them, as fields of a response."""
        try:
            return self._events[viewer]
        except AttributeError:
            self._events: dict[int | None, bytes] = {}
        except KeyError:
            pass
        events = self.extra
        if self.prepared is not None:
            events = self.prepared.events(viewer) + events
        self._events[viewer] = events
        return events

    @property
    def own_entry(self) -> Entry:
        """Return the entry of a step that the service itself wrote or read."""
        return cast("Entry", self.entry)

    @property
    def cause(self) -> tuple[str, str]:
        """Return the principal and the request that caused it; empty for the server."""
        return cause(self.entry.entry_id)


class TableState:
    """Hold everything that a table is, as of one revision.

    `requests` remembers every entry's id with its revision and digest; `opened` since
    when each decision of a bot is open. From `deal_first` to `hidden_last` are the
    revisions of a deal in play whose tricks are shown no more, where the rules say so.
    """

    __slots__ = (
        "bot_delay_ms",
        "deal_first",
        "engine",
        "hash",
        "hidden_last",
        "match_first",
        "opened",
        "outline",
        "requests",
        "revision",
        "rules",
        "seating",
        "server_ms",
        "state",
        "summary",
        "time_ms",
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
        self.match_first = 0
        self.deal_first = 0
        self.hidden_last = 0
        self.opened = _NO_DECISIONS
        self.requests: dict[str, tuple[int, bytes]] = {}
        self.wake: Wake | None = None
        self.bot_delay_ms = bot_delay_ms(origin.table_options, default_delay_ms)

    @classmethod
    def start(cls, table_id: str, entry: Entry, default_delay_ms: int = 0) -> TableState:
        """Set up a table for its first entry, which is to be prepared and committed.

        Raises NEWER_SERVER_NEEDED if this engine does not know the game or its
        revision, TABLE_QUARANTINED if the entry is no first entry.
        """
        if entry.WhichOneof("body") != "table_created":
            raise ServiceError(Why.TABLE_QUARANTINED, "the log does not begin with a creation")
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
        step.seating = before.after(entry)
        kind = entry.WhichOneof("body")
        if kind in ENGINE_BODIES:
            self._take(step, self.engine.prepare(raw), may_open_seed=kind == "acted")
        else:
            step.prepared = None
            step.hash = self.hash
            step.outline = self.outline
            if names is not None:
                step.extra = seating_events(entry, names)
            if kind == "table_closed":
                step.extra += seed_opened(before)
        step.unsealed = raw + hash_field(step.hash)
        self._derive(step)
        return step

    def prepare_act(
        self, request: engine.ActRequest, seat: int, entry_id: str, now_ms: int
    ) -> Step:
        """Compute what a seat's action does; nothing is changed. The engine writes the entry.

        Raises as `prepare`.
        """
        step = Step()
        revision, time_ms = self.revision + 1, max(now_ms, self.time_ms)
        step.entry = ActEntry(revision, entry_id, time_ms, request.digest)
        step.extra = b""
        step.seating = self.seating.after_acted(seat, goes_on=request.goes_on)
        prepared = self.engine.prepare_act(request, seat, entry_id, revision, time_ms, FORMAT)
        self._take(step, prepared, may_open_seed=True)
        step.unsealed = prepared.entry
        self._derive(step)
        return step

    def _take(self, step: Step, prepared: engine.Prepared, *, may_open_seed: bool) -> None:
        """Note what the engine prepared; a deal that was played out opens its seed."""
        step.prepared = prepared
        step.hash = prepared.hash
        step.outline = Outline(prepared)
        if step.outline.needs_commit and not self.outline.needs_commit and may_open_seed:
            step.extra = seed_opened(self.seating)
            step.seating = step.seating.with_seed_opened()
        if step.outline.match_over and not self.outline.match_over:
            step.seating = step.seating.with_nobody_ready()

    def _derive(self, step: Step) -> None:
        """Work out what the log entry and the index must say of the state after it."""
        entry, outline, seating = step.entry, step.outline, step.seating
        time_ms = entry.time_ms
        step.match_first = self.match_first
        step.server_ms = time_ms if entry.entry_id.startswith(SERVER) else self.server_ms
        step.opened = _NO_DECISIONS
        if seating.has_bots:
            step.opened = {
                decision.id: self.opened.get(decision.id, time_ms)
                for decision in outline.decisions
                if seating.seats[decision.seat].bot
            }
        before = self.outline
        has_match_moved = outline.match != before.match or outline.match_over != before.match_over
        step.end = None
        step.is_table_changed = False
        is_full = entry.revision >= limits.ENTRIES_MAX and not seating.is_closed
        if seating is self.seating and not has_match_moved:
            step.state, step.summary = self.state, self.summary
            if not (step.opened or outline.needs_commit or outline.needs_start or is_full):
                # Most entries are such: somebody acted, and a person is next.
                step.wake = when_forgotten(time_ms)
                return
        else:
            step.state = table_state(seating, outline)
            step.summary = index.summarize(seating, step.state, outline.match)
            step.is_table_changed = (
                step.state != self.state
                or seating.seats is not self.seating.seats
                or seating.is_closed
            )
        if has_match_moved:
            if outline.match_over:
                step.end = index.match_end(seating, outline.match, self.match_first, entry)
            else:
                step.match_first = entry.revision
        step.wake = next_wake(
            seating, outline, (time_ms, step.server_ms), step.opened, self.bot_delay_ms
        )
        if is_full:
            step.wake = Wake(WakeKind.CLOSE, time_ms, None, CLOSED_FULL)

    def commit(self, step: Step) -> None:
        """Swap in what was prepared; nothing can fail any more."""
        entry = step.entry
        prepared = step.prepared
        if prepared is not None:
            self.engine.commit(prepared)
            if prepared.hides_trick:
                self.hidden_last = entry.revision
            elif step.seating.attempt != self.seating.attempt or step.outline.needs_commit:
                # Another deal has begun, or this one lies open.
                self.deal_first, self.hidden_last = entry.revision, 0
        self.revision = entry.revision
        self.time_ms = entry.time_ms
        self.hash = step.hash
        self.seating = step.seating
        self.outline = step.outline
        self.state = step.state
        self.summary = step.summary
        self.opened = step.opened
        self.server_ms = step.server_ms
        self.match_first = step.match_first
        self.wake = step.wake
        self.requests[entry.entry_id] = (entry.revision, entry.digest)

    def hides(self, revision: int) -> bool:
        """Say whether the cards that were played then are shown no more."""
        return self.deal_first <= revision <= self.hidden_last
