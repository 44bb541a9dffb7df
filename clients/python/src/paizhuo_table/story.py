"""What has happened at the table, as far as it is remembered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from paizhuo_client.model import Dealt, SeatActed
from paizhuo_client.snapshots import ChangeKind

if TYPE_CHECKING:
    from paizhuo_client.model import Event
    from paizhuo_client.snapshots import Change

EVENTS_MAX: Final = 200


@dataclass(slots=True)
class Story:
    """The last events, oldest first, and the last action of each seat in this deal."""

    events: list[Event] = field(default_factory=list)
    last: dict[int, SeatActed] = field(default_factory=dict)

    def follow(self, change: Change) -> None:
        """Take over a change; where something was left out, begin with what the view remembers."""
        if change.kind is not ChangeKind.NEXT:
            self.events.clear()
            self.last.clear()
        for event in change.events or _remembered(change):
            self._add(event)

    def _add(self, event: Event) -> None:
        self.events.append(event)
        del self.events[:-EVENTS_MAX]
        if isinstance(event, Dealt):
            self.last.clear()
        elif isinstance(event, SeatActed):
            self.last[event.seat] = event


def _remembered(change: Change) -> tuple[Event, ...]:
    return () if change.kind is ChangeKind.NEXT else change.snapshot.view.last_events
