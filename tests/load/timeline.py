"""Say when the actions of one table were sent, and when its seats heard of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@dataclass(slots=True)
class Timeline:
    """Hold moments by revision; all clients of a table share the clock of one process.

    A stream may tell of an action before the call that made it has been answered, so that
    only in the end is it known which moments belong together.
    """

    sent_s: dict[int, tuple[int, float]] = field(default_factory=dict)
    heard_s: list[tuple[int, int, float]] = field(default_factory=list)

    def acted(self, revision: int, seat: int, sent_s: float) -> None:
        """Note that a seat made a revision, by a call that it sent then."""
        self.sent_s[revision] = (seat, sent_s)

    def heard(self, revision: int, seat: int, now_s: float) -> None:
        """Note that a seat heard of a revision."""
        self.heard_s.append((revision, seat, now_s))

    def deliveries_s(self) -> Iterator[float]:
        """Give how long each action took from its actor's call to another seat's stream."""
        for revision, seat, heard_s in self.heard_s:
            actor, sent_s = self.sent_s.get(revision, (seat, 0.0))
            if actor != seat:
                yield heard_s - sent_s
