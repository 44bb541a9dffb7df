"""Hold one revision of a table: what an entry does, and all that is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from paizhuo.stores.base import EntryHead
from paizhuo.tables.entries import cause, wake_field
from paizhuo.tables.events import seating_events
from paizhuo.tables.wire import number_field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from paizhuo import engine
    from paizhuo.buckets import Ration
    from paizhuo.storage.v1.entry_pb2 import Entry
    from paizhuo.stores.base import MatchEnd, Summary
    from paizhuo.tables.clocks import Clocks
    from paizhuo.tables.entries import ActEntry
    from paizhuo.tables.names import Names
    from paizhuo.tables.seating import Seating
    from paizhuo.tables.waking import Outline, Wake
    from paizhuo.v1 import table_pb2


class Step:
    """Hold one revision: what an entry does, prepared beside the present state.

    Once it was committed it is what callers and watchers are told. The engine's part of
    the events is asked once a viewer, and the bytes are shared; `extra` are the events
    that the service owns. What it shows of the game, `view` and `hides`, is known once it
    was committed, and stays as it was then.
    """

    __slots__ = (
        "_events",
        "called_ms",
        "charged",
        "clocks",
        "deal_first",
        "deals_alone",
        "end",
        "entry",
        "extra",
        "game",
        "hash",
        "hidden_last",
        "is_table_changed",
        "match_first",
        "names",
        "opened",
        "outline",
        "prepared",
        "seated_before",
        "seating",
        "server_ms",
        "state",
        "summary",
        "unsealed",
        "wake",
    )

    entry: Entry | ActEntry
    names: Names | None
    unsealed: bytes
    prepared: engine.Prepared | None
    hash: bytes
    outline: Outline
    seated_before: Mapping[str, int]
    seating: Seating
    state: table_pb2.TableState.ValueType
    summary: Summary
    opened: Mapping[str, int]
    clocks: Clocks
    charged: tuple[Ration, ...]
    server_ms: int
    called_ms: int
    deals_alone: int
    match_first: int
    end: MatchEnd | None
    wake: Wake | None
    extra: bytes
    is_table_changed: bool
    game: engine.Prepared | engine.Table
    deal_first: int
    hidden_last: int

    def __init__(self) -> None:
        """Begin with an entry that names nobody."""
        self.names = None

    @property
    def sealed(self) -> bytes:
        """Return the encoded entry, now that it is known when the table wakes."""
        wake_at_ms = 0 if self.wake is None else self.wake.at_ms
        if self.prepared is not None and not self.unsealed:
            return self.prepared.sealed(wake_at_ms)
        return self.unsealed + wake_field(wake_at_ms)

    def answer(self, seat: int) -> bytes:
        """Return the revision and what happened as a seat may know it, as an ActResponse."""
        if self.prepared is None:
            return number_field(1, self.entry.revision) + self.events(seat)
        return self.prepared.answer(self.entry.revision, seat) + self.extra

    def head(self) -> EntryHead:
        """Return what the store must know of the entry."""
        entry, wake = self.entry, self.wake
        wake_at_ms = 0 if wake is None else wake.at_ms
        return EntryHead(entry.revision, entry.entry_id, entry.time_ms, wake_at_ms)

    def forgotten_events(self, viewer: int | None) -> bytes:
        """Return the events without the cards of plays, as fields of a response."""
        if self.names is not None:
            return seating_events(self.own_entry, self.names)
        events = b"" if self.prepared is None else self.prepared.events(viewer, forgotten=True)
        return events + self.extra

    def events(self, viewer: int | None) -> bytes:
        """Return the events as that viewer may know them, as fields of a response."""
        if self.names is not None:
            return seating_events(self.own_entry, self.names)
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

    def view(self, viewer: int | None) -> bytes:
        """Return the encoded view after it, as that viewer may know it."""
        return self.game.view(viewer)

    def hides(self, revision: int) -> bool:
        """Say whether the cards that were played in a revision are shown no more after this."""
        return self.deal_first <= revision <= self.hidden_last

    def has_moved(self, principal: str) -> bool:
        """Say whether somebody's seat became another with it, or none."""
        seated, before = self.seating.by_principal, self.seated_before
        return seated is not before and seated.get(principal) != before.get(principal)

    @property
    def own_entry(self) -> Entry:
        """Return the entry of a step that the service itself wrote or read."""
        return cast("Entry", self.entry)

    @property
    def cause(self) -> tuple[str, str]:
        """Return the principal and the request that caused it; empty for the server."""
        return cause(self.entry.entry_id)
