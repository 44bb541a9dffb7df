"""End streams whose readers take nothing, which holds up nobody but costs memory."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from paizhuo import limits
from paizhuo.errors import ServiceError, Why

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

_LOOK_S: Final = 1.0


def current_task() -> asyncio.Task[Any]:
    """Return the task that runs; there is one wherever something is awaited."""
    task = asyncio.current_task()
    if task is None:
        raise LookupError("no task runs")
    return task


class Stalls:
    """Watch over the writes of every stream of a server; a message pays for two dict entries.

    A timer for each write would cost as much as encoding what is written. So one timer
    looks at all of them each second, as long as anybody writes.
    """

    def __init__(self) -> None:
        """Begin with nobody who writes."""
        self._since: dict[asyncio.Task[Any], float] = {}
        self._stalled: set[asyncio.Task[Any]] = set()
        self._timer: asyncio.TimerHandle | None = None

    async def write(
        self, task: asyncio.Task[Any], write: Callable[[bytes], Awaitable[None]], message: bytes
    ) -> None:
        """Write a message of a stream, in the stream's task.

        Raises RESYNC if it has not gone out within `STALLED_WRITE_S`.
        """
        loop = asyncio.get_running_loop()
        self._since[task] = loop.time()
        if self._timer is None:
            self._timer = loop.call_later(_LOOK_S, self._look, loop)
        try:
            await write(message)
        except asyncio.CancelledError:
            if task not in self._stalled:
                raise
            task.uncancel()
            raise ServiceError(Why.RESYNC) from None
        finally:
            del self._since[task]
            self._stalled.discard(task)

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        """Interrupt what takes too long; look again while anybody writes."""
        late = loop.time() - limits.STALLED_WRITE_S
        for task, since in self._since.items():
            if since < late and task not in self._stalled:
                self._stalled.add(task)
                task.cancel()
        self._timer = loop.call_later(_LOOK_S, self._look, loop) if self._since else None
