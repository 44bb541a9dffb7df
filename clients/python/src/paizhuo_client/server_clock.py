"""What time it is at a table, whatever the clock of this machine says."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT_S: Final = 60.0
"""How long the best message counts: the server's clock, too, may be set anew."""


class ServerClock:
    """Estimate the server's time from what its messages say that it is.

    A message is on its way for a while, so the truth is never behind what one says. The quickest
    one tells most; it lags by its time on the way. In between the time goes on by this machine's
    monotonic clock, which nobody sets. Until a message has come the clocks count as equal.
    """

    def __init__(
        self,
        *,
        monotonic: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self._monotonic = monotonic
        self._wall = wall
        self._ahead_ms: float | None = None
        self._told_at = 0.0

    def hear(self, now_ms: int) -> None:
        """Take over what time it was when a message was sent."""
        self._note(now_ms, is_present=True)

    def hear_past(self, time_ms: int) -> None:
        """Take over a time in the past: the present is not before it."""
        self._note(time_ms, is_present=False)

    @property
    def now_ms(self) -> int:
        """The server's time, in milliseconds since the Unix epoch."""
        if self._ahead_ms is None:
            return int(self._wall() * 1000)
        return int(self._monotonic() * 1000 + self._ahead_ms)

    def _note(self, told_ms: int, *, is_present: bool) -> None:
        """Keep the message that tells most."""
        now = self._monotonic()
        ahead_ms = told_ms - now * 1000
        is_old = is_present and now - self._told_at > KEPT_S
        if self._ahead_ms is None or ahead_ms >= self._ahead_ms or is_old:
            self._ahead_ms, self._told_at = ahead_ms, now
