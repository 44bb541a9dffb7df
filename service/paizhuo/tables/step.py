"""Hold one revision of a table: what an entry does, and all that is told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from paizhuo.tables.entries import cause
from paizhuo.tables.events import seating_events
from paizhuo.tables.standing import Stood
from paizhuo.tables.wire import number_field

if TYPE_CHECKING:
    from paizhuo import engine
    from paizhuo.buckets import Ration
    from paizhuo.storage.v1.entry_pb2 import Entry
    from paizhuo.stores.base import EntryHead, MatchEnd
    from paizhuo.tables.entries import ActEntry
    from paizhuo.tables.names import Names
    from paizhuo.tables.standing import Standing
    from paizhuo.tables.waking import Wake


class Step(Stood):
    """Hold one revision: what an entry does, prepared beside the present state.

    Once it was committed it is what callers and watchers are told. The engine's part of
    the events is asked once a viewer, and the bytes are shared; `extra` are the events
    that the service owns. `game` and `standing` are what it leads to, `before` is the standing
    that it was prepared beside; `head` and `sealed` are what is written.
    """

    # What most steps share stands here once: an action sets what is its own.
    names: Names | None = None
    prepared: engine.Prepared | None = None
    charged: tuple[Ration, ...] = ()
    end: MatchEnd | None = None
    extra: bytes = b""
    is_table_changed: bool = False
    told_seat: int | None = None
    """The one seat that is shown how the table changed; None for everybody."""

    entry: Entry | ActEntry
    game: engine.Prepared | engine.Table
    before: Standing
    called_ms: int
    wake: Wake | None
    head: EntryHead
    sealed: bytes

    @property
    def hash(self) -> bytes:
        """Return the hash of the game's state after it."""
        return self.game.hash

    def answer(self, seat: int) -> bytes:
        """Return the revision and what happened as a seat may know it, as an ActResponse."""
        if self.prepared is None:
            return number_field(1, self.entry.revision) + self.events(seat)
        return self.prepared.answer(self.entry.revision, seat) + self.extra

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

    def changes_table(self, viewer: int | None) -> bool:
        """Say whether that viewer is shown another table than before."""
        return self.is_table_changed and self.told_seat in {None, viewer}

    def view(self, viewer: int | None) -> bytes:
        """Return the encoded view after it, as that viewer may know it."""
        return self.game.view(viewer)

    def hides(self, revision: int) -> bool:
        """Say whether the cards that were played in a revision are shown no more after this."""
        return self.standing.deal_first <= revision <= self.standing.hidden_last

    def has_moved(self, principal: str) -> bool:
        """Say whether somebody's seat became another with it, or none."""
        seated, before = self.standing.seating.by_principal, self.before.seating.by_principal
        return seated is not before and seated.get(principal) != before.get(principal)

    @property
    def own_entry(self) -> Entry:
        """Return the entry of a step that the service itself wrote or read."""
        return cast("Entry", self.entry)

    @property
    def cause(self) -> tuple[str, str]:
        """Return the principal and the request that caused it; empty for the server."""
        return cause(self.entry.entry_id)
