"""A table at one revision, as one viewer may know it."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from paizhuo_client.model import Decision, Event, Person, Seat, SeatView, Table, TableState, View

if TYPE_CHECKING:
    from collections.abc import Container

    from paizhuo.v1 import table_service_pb2


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Who sits at a table and what the viewer knows of the game, at one revision.

    It never changes: the next revision is another snapshot.
    """

    revision: int
    """The revision."""
    table: Table
    """Who sits there, by which rules they play, and the clocks."""
    view: View
    """The game, as the viewer may know it."""
    is_view_current: bool = True
    """The view is of this revision. False for a moment after a break: tricks that are shown no
    more are told without their views, and the view is still that of an earlier revision."""
    time_ms: int = 0
    """When the revision was written, in milliseconds since the Unix epoch; 0 for what
    `Table.get` returns."""
    now_ms: int = field(default=0, compare=False)
    """What time it was at the table when it was told, in milliseconds since the Unix epoch, for
    what `Table.get` returns and the first change of a watch; 0 for all others, whose time
    `LiveTable.now_ms` tells."""

    @classmethod
    def empty(cls) -> Snapshot:
        """Return what is known before anything is."""
        return cls(0, Table(), View(), is_view_current=False)

    @classmethod
    def read(cls, message: table_service_pb2.GetTableResponse) -> Snapshot:
        """Read the answer of GetTable."""
        table = Table.from_proto(message.table)
        view = View.from_proto(message.view)
        return cls(table.revision, table, view, now_ms=message.now_ms)

    def with_present(self, seats: Container[int]) -> Snapshot:
        """Return the same revision with the persons of those seats present, and no others."""

        def seen(held: Seat) -> Seat:
            person = held.occupant
            if not isinstance(person, Person):
                return held
            return replace(held, occupant=replace(person, present=held.seat in seats))

        return replace(self, table=replace(self.table, seats=tuple(map(seen, self.table.seats))))

    @property
    def own_seat(self) -> int | None:
        """The viewer's seat; None for who has none."""
        return self.table.own_seat

    @property
    def decision(self) -> Decision | None:
        """The decision that is open to the own seat; None while it is not asked."""
        return next(iter(self.own_decisions), None)

    @property
    def own_decisions(self) -> tuple[Decision, ...]:
        """All decisions that are open to the own seat."""
        own = self.table.own_seat
        if own is None or not self.is_view_current:
            return ()
        return tuple(decision for decision in self.view.decisions if decision.seat == own)

    @property
    def own(self) -> SeatView | None:
        """What is known of the own seat; None for who has none."""
        seats, own = self.view.seats, self.table.own_seat
        return next((seat for seat in seats if seat.seat == own), None)

    @property
    def hand(self) -> tuple[str, ...]:
        """The own hand, a card each, sorted; empty where there is none."""
        return cards(self.own.hand) if self.own is not None else ()

    @property
    def is_match_over(self) -> bool:
        """The last match has ended, and no other has begun."""
        return self.view.match_end is not None

    @property
    def is_closed(self) -> bool:
        """The table is closed for good."""
        return self.table.state is TableState.CLOSED

    @property
    def wants_ready(self) -> bool:
        """The next deal waits for the own seat to be ready."""
        own = self.table.own_seat
        if own is None or self.is_closed or self.view.decisions or not self.is_view_current:
            return False
        last = self.view.last_deal.deal if self.view.last_deal is not None else 0
        held = next((seat for seat in self.table.seats if seat.seat == own), None)
        return held is not None and not held.ready and self.view.deal == last


def cards(text: str) -> tuple[str, ...]:
    """Split cards in notation, `3h-3d` or `3h 3d`, into single ones."""
    return tuple(text.replace("-", " ").split())


class ChangeKind(enum.Enum):
    """What a `Change` is about."""

    BEGUN = "begun"
    """Watching has begun: the snapshot is the table as it is, and there are no events."""
    NEXT = "next"
    """The next revision; none lies between it and the one before."""
    RESYNCED = "resynced"
    """Revisions were left out, because the reader was too slow or the server does not have them
    any more: the snapshot is the table as it is now. Draw everything anew."""


@dataclass(frozen=True, slots=True)
class Change:
    """What has happened at a table, with the table after it."""

    kind: ChangeKind
    """What it is about."""
    snapshot: Snapshot
    """The table after it."""
    events: tuple[Event, ...] = ()
    """What happened, in order; empty where the viewer learns nothing from it."""
    request_id: str = ""
    """The own request that caused it; empty where somebody else did."""

    @property
    def revision(self) -> int:
        """The revision."""
        return self.snapshot.revision
