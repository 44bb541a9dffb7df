"""When a call is sent again, and how long to wait before."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import grpc

if TYPE_CHECKING:
    from collections.abc import Callable

    from paizhuo_client.failures import CallError


@dataclass(frozen=True, slots=True)
class Retrying:
    """How patient the client is. Times are in seconds."""

    attempt_s: float = 10.0
    """Deadline of one attempt of a call."""
    call_s: float = 30.0
    """Longest time for a call with all its attempts and the waiting in between."""
    reach_s: float = 5.0
    """How long of that, as long as no server was ever reached: who has mistyped an address, or
    has not started the server, hears of it soon. Later a call waits for a server to come back."""
    first_s: float = 0.1
    """Longest wait before the second attempt; it doubles from attempt to attempt."""
    most_s: float = 5.0
    """Longest wait between two attempts, unless the server asks for more."""
    silence_s: float = 35.0
    """After this long without a message or heartbeat a stream counts as lost (a server sends
    one every 10 seconds unless its operator chose otherwise)."""
    stream_s: float | None = None
    """How long a lost stream is tried again before its error is raised; None: as long as it
    takes."""
    chance: Callable[[], float] = field(default=random.random, repr=False)
    """Draws the jitter, from 0 to 1."""

    def wait_s(self, attempt: int, error: CallError | None = None) -> float:
        """Return how long to wait after a failed attempt, counted from 1.

        What the server asks for (RetryInfo) is waited in full and some jitter more, so that
        many clients do not come back at one moment; else any time up to the bound of the attempt.
        """
        bound = min(self.most_s, self.first_s * 2.0 ** min(attempt - 1, 30))
        if error is not None and error.retry_after_s is not None:
            return error.retry_after_s + self.chance() * min(bound, error.retry_after_s)
        return self.chance() * bound


def may_send_again(error: CallError) -> bool:
    """Say whether sending the very same request again may help and cannot harm.

    It may where no answer came (the request id sees to it that it has its effect once, and a
    guest that is made twice is one that nobody knows of), and where the server says that waiting
    helps. Every other refusal is an answer.
    """
    lost = {grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED}
    return error.status in lost or error.retry_after_s is not None
