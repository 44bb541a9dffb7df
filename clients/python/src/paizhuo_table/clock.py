"""How long something still takes, by the server's clock."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class ServerClock:
    """Estimate the server's time from when its messages were written and when they came.

    The quickest message tells most: what it lags behind is the difference of the clocks and
    the shortest way. Until one has come that was written just before, the clocks count as equal.
    """

    lag_ms: int | None = None

    def note(self, written_ms: int, received_ms: int) -> None:
        """Take a message into account that came as soon as it was written."""
        lag = received_ms - written_ms
        self.lag_ms = lag if self.lag_ms is None else min(self.lag_ms, lag)

    def now_ms(self, local_ms: int) -> int:
        """Return the server's time."""
        return local_ms - (self.lag_ms or 0)


def show_ms(left_ms: int) -> str:
    """Write a time that is left in minutes and seconds; one that is over is 0:00."""
    seconds = max(0, -(-left_ms // 1000))
    return f"{seconds // 60}:{seconds % 60:02}"
