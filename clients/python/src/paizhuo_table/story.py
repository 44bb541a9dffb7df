"""What has happened at the table, as far as it is remembered."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from paizhuo_client.model import (
    AnswersOpened,
    CardsDrawn,
    Dealt,
    Play,
    PlaysTurnedUp,
    SeatActed,
    TrickEnded,
)
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
    winner: int | None = None
    """Who won the last trick of this deal."""
    is_forgotten: bool = False
    """The cards of the last trick are shown no more once another is led to."""

    def follow(self, change: Change) -> None:
        """Take over a change; where something was left out, begin with what the view remembers."""
        if change.kind is not ChangeKind.NEXT:
            self.events.clear()
            self._forget()
        for event in change.events or _remembered(change):
            self._add(event)

    def _add(self, event: Event) -> None:
        if isinstance(event, CardsDrawn) and not event.cards:
            return
        self.events.append(event)
        del self.events[:-EVENTS_MAX]
        match event:
            case Dealt():
                self._forget()
            case SeatActed(seat):
                if self.is_forgotten:
                    self._turn_down()
                self.last[seat] = event
            case AnswersOpened(answers):
                # The own answer was told before; of the others only these count.
                self.last = {answer.seat: answer for answer in answers}
            case PlaysTurnedUp(plays):
                for turned in plays:
                    if turned.combination is not None:
                        play = Play(turned.combination.cards)
                        self.last[turned.seat] = SeatActed(turned.seat, play)
            case TrickEnded(winner, _, forgotten):
                self.winner = winner
                self.is_forgotten = forgotten

    def _forget(self) -> None:
        """Begin a deal."""
        self.last.clear()
        self.winner = None
        self.is_forgotten = False

    def _turn_down(self) -> None:
        """Forget the cards of ended tricks, as at a table where they are turned down."""
        self.is_forgotten = False
        self.last.clear()
        # The last one is what has just been led. Who won what stays: that is all there is to see.
        self.events[:-1] = [event for event in self.events[:-1] if not _is_play(event)]


def _is_play(event: Event) -> bool:
    return isinstance(event, SeatActed) and isinstance(event.action, Play)


def _remembered(change: Change) -> tuple[Event, ...]:
    return () if change.kind is ChangeKind.NEXT else change.snapshot.view.last_events
