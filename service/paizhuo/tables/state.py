"""Fold the log of one table: the game in the engine, all else in `Seating`.

The same `prepare` serves a call, a catch-up and a replay: it computes what an entry
does beside the present state, `commit` swaps that in and cannot fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from paizhuo import engine
from paizhuo.errors import ServiceError, Why
from paizhuo.storage.v1.entry_pb2 import Entry
from paizhuo.stores.base import EntryHead, MatchEnd, Summary
from paizhuo.tables import index
from paizhuo.tables.entries import ENGINE_BODIES, FORMAT, cause
from paizhuo.tables.events import seating_events, seed_opened
from paizhuo.tables.options import bot_delay_ms
from paizhuo.tables.seating import Seating, begin
from paizhuo.tables.waking import Outline, Wake, next_wake, table_state

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo.tables.names import Names
    from paizhuo.v1 import table_pb2

SERVER: Final = "system:"
_NO_DECISIONS: Final[Mapping[str, int]] = {}


class Change:
    """Hold what one entry does, prepared beside the present state.

    `opened_seed` are the bytes of the event that opens a seed, where the entry does.
    """

    __slots__ = (
        "end",
        "entry",
        "hash",
        "match_first",
        "opened",
        "opened_seed",
        "outline",
        "prepared",
        "seating",
        "server_ms",
        "state",
        "summary",
        "wake",
    )

    def __init__(
        self,
        entry: Entry,
        prepared: engine.Prepared | None,
        seating: Seating,
        outline: Outline,
        state_hash: bytes,
    ) -> None:
        """Begin with what the entry says; `TableState.prepare` derives the rest."""
        self.entry = entry
        self.prepared = prepared
        self.seating = seating
        self.outline = outline
        self.hash = state_hash
        self.opened_seed = b""
        self.opened = _NO_DECISIONS
        self.end: MatchEnd | None = None
        self.match_first = 0
        self.server_ms = 0
        self.wake: Wake | None = None
        self.state: table_pb2.TableState.ValueType
        self.summary: Summary

    @property
    def wake_at_ms(self) -> int:
        """Return when the table wants to be woken after the entry, 0 for never."""
        return 0 if self.wake is None else self.wake.at_ms

    def head(self) -> EntryHead:
        """Return what the store must know of the entry."""
        entry = self.entry
        return EntryHead(entry.revision, entry.entry_id, entry.time_ms, self.wake_at_ms)


class Step:
    """Hold one revision as it is told to callers and watchers.

    The engine's part is asked once a viewer, and the bytes are shared.
    """

    __slots__ = ("_events", "entry", "extra", "is_table_changed", "prepared", "seating", "state")

    def __init__(self, change: Change, extra: bytes, *, is_table_changed: bool) -> None:
        """Keep what was prepared; `extra` are the events that the service owns."""
        self.entry = change.entry
        self.prepared = change.prepared
        self.seating = change.seating
        self.state = change.state
        self.extra = extra
        self.is_table_changed = is_table_changed
        self._events: dict[int | None, bytes] = {}

    def events(self, viewer: int | None) -> bytes:
        """Return the events as that viewer may know them, as fields of a response."""
        found = self._events.get(viewer)
        if found is None:
            engine_part = b"" if self.prepared is None else self.prepared.events(viewer)
            found = self._events[viewer] = engine_part + self.extra
        return found

    @property
    def cause(self) -> tuple[str, str]:
        """Return the principal and the request that caused it; empty for the server."""
        return cause(self.entry.entry_id)


class TableState:
    """Hold everything that a table is, as of one revision.

    `requests` remembers every entry's id with its revision and digest; `opened` since
    when each decision of a bot is open.
    """

    __slots__ = (
        "bot_delay_ms",
        "engine",
        "hash",
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
        self.hash = bytes(self.engine.hash)
        self.outline = Outline(self.engine)
        self.seating = seating
        self.state = table_state(seating, self.outline)
        self.summary = index.summarize(seating, self.state, 0)
        self.revision = 0
        self.time_ms = 0
        self.server_ms = 0
        self.match_first = 0
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
        return Entry(
            revision=self.revision + 1,
            format=FORMAT,
            entry_id=entry_id,
            digest=digest,
            time_ms=max(now_ms, self.time_ms),
            rules_revision=self.seating.origin.rules_revision,
        )

    def prepare(self, entry: Entry, raw: bytes) -> Change:
        """Compute what an entry does; nothing is changed.

        Raises what the engine raises: RuleError, NotationError, EnginePanic.
        """
        kind = entry.WhichOneof("body")
        seating = self.seating.after(entry)
        if kind in ENGINE_BODIES:
            prepared = self.engine.prepare(raw)
            change = Change(entry, prepared, seating, Outline(prepared), bytes(prepared.hash))
            if kind == "acted" and change.outline.needs_commit and not self.outline.needs_commit:
                change.opened_seed = seed_opened(self.seating)
                change.seating = seating.with_seed_opened()
        else:
            change = Change(entry, None, seating, self.outline, self.hash)
            if kind == "table_closed":
                change.opened_seed = seed_opened(self.seating)
        self._derive(change)
        return change

    def _derive(self, change: Change) -> None:
        """Work out what the log entry and the index must say of the state after it."""
        entry, outline, seating = change.entry, change.outline, change.seating
        change.match_first = self.match_first
        change.server_ms = self.server_ms
        if entry.entry_id.startswith(SERVER):
            change.server_ms = entry.time_ms
        if seating.has_bots and outline.decisions:
            change.opened = {
                decision.id: self.opened.get(decision.id, entry.time_ms)
                for decision in outline.decisions
                if seating.seats[decision.seat].bot
            }
        before = self.outline
        has_match_moved = outline.match != before.match or outline.match_over != before.match_over
        if seating is self.seating and not has_match_moved:
            change.state, change.summary = self.state, self.summary
        else:
            change.state = table_state(seating, outline)
            change.summary = index.summarize(seating, change.state, outline.match)
        if has_match_moved:
            if outline.match_over:
                change.end = index.match_end(seating, outline.match, self.match_first, entry)
            else:
                change.match_first = entry.revision
        change.wake = next_wake(
            seating, outline, (entry.time_ms, change.server_ms), change.opened, self.bot_delay_ms
        )

    def commit(self, change: Change) -> None:
        """Swap in what was prepared; nothing can fail any more."""
        entry = change.entry
        if change.prepared is not None:
            self.engine.commit(change.prepared)
        self.revision = entry.revision
        self.time_ms = entry.time_ms
        self.hash = change.hash
        self.seating = change.seating
        self.outline = change.outline
        self.state = change.state
        self.summary = change.summary
        self.opened = change.opened
        self.server_ms = change.server_ms
        self.match_first = change.match_first
        self.wake = change.wake
        self.requests[entry.entry_id] = (entry.revision, entry.digest)

    def step(self, change: Change, names: Names) -> Step:
        """Return the revision as it is told; call this before `commit`."""
        extra = b"" if change.prepared is not None else seating_events(change.entry, names)
        changed = change.seating is not self.seating and (
            change.seating.seats is not self.seating.seats or change.seating.is_closed
        )
        return Step(
            change,
            extra + change.opened_seed,
            is_table_changed=changed or change.state != self.state,
        )
