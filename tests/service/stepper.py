"""Run a call until it has waited so many times, then cancel it there."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Coroutine, Generator


class Stepper:
    """Run a coroutine until it has waited so many times, then cancel it.

    `place` is where it was cancelled: every coroutine that waited, with its line.
    """

    def __init__(self, coroutine: Coroutine[Any, Any, Any], waits: int) -> None:
        """Let it wait that often."""
        self._coroutine = coroutine
        self._waits = waits
        self.place: tuple[str, ...] = ()

    @property
    def was_cancelled(self) -> bool:
        """Say whether it came to the wait at which it was to be cancelled."""
        return bool(self.place)

    async def run(self) -> Any:
        """Run it, and return what it returns; None if it was cancelled."""
        return await self

    def __await__(self) -> Generator[Any, Any, Any]:
        """Pass on what it waits for, and cancel at the wanted wait."""
        value = None
        waited = 0
        while True:
            try:
                waiting = self._coroutine.send(value)
            except StopIteration as done:
                return done.value
            if waited == self._waits:
                self.place = _place_of(self._coroutine)
                if waiting is not None:
                    waiting._asyncio_future_blocking = False
                    waiting.cancel()
                try:
                    self._coroutine.throw(asyncio.CancelledError())
                except (asyncio.CancelledError, StopIteration):
                    return None
                raise AssertionError("it went on after it was cancelled")
            waited += 1
            value = yield waiting


def _place_of(coroutine: Any) -> tuple[str, ...]:
    """Return which line waits for which, from the outermost one."""
    place = []
    while (frame := getattr(coroutine, "cr_frame", None)) is not None:
        place.append(f"{coroutine.__qualname__}:{frame.f_lineno}")
        coroutine = coroutine.cr_await
    return tuple(place)
