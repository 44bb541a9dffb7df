"""The attempts of one call: what they have come to, and whether there is another one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from paizhuo_client.errors import TimedOut
from paizhuo_client.retrying import may_send_again

if TYPE_CHECKING:
    from paizhuo_client.errors import CallError
    from paizhuo_client.retrying import Retrying


class Attempts:
    """Keeps what failed attempts said; patience begins when it is made.

    `end` is when patience is over, by the clock of the event loop.
    """

    def __init__(self, retrying: Retrying) -> None:
        self._retrying = retrying
        self._begun = asyncio.get_running_loop().time()
        self._count = 0
        self._was_sent = False
        self._told: CallError | None = None
        self.end = self._begun + retrying.call_s

    def judged(self, error: CallError) -> CallError:
        """Return the error of an attempt as that of the whole call: an earlier one may be lost."""
        return error.after_lost_attempt() if self._was_sent else error

    def wait_s(self, failed: CallError, *, is_reached: bool) -> float:
        """Return how long to wait before the next attempt; raises the error if there is none.

        Patience is shorter as long as no server was reached that could have failed by itself.
        Where silence ends a call whose earlier attempts said why they failed, it is the last of
        these that is raised.
        """
        self._count += 1
        error = self.judged(failed)
        if not may_send_again(error):
            raise error from None
        self._was_sent = error.may_have_happened
        if self._told is None or not isinstance(error, TimedOut):
            self._told = error
        wait_s = self._retrying.wait_s(self._count, error)
        end = self.end if is_reached else min(self.end, self._begun + self._retrying.reach_s)
        if asyncio.get_running_loop().time() + wait_s >= end:
            raise self.judged(self._told) from None
        return wait_s
