"""Let callers read what takes long, a few at a time, in threads that no table waits for.

Records, their verification and streams of the past play whole logs again. They take turns
here, so that however many are asked for, bots think, hints come and tables open.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from paizhuo import limits
from paizhuo.errors import ServiceError, Why

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from concurrent.futures import Executor

T = TypeVar("T")


class Readers:
    """Count who reads or waits for it; `executor` is where it is done."""

    def __init__(self, executor: Executor) -> None:
        """Begin with nobody."""
        self.executor = executor
        self._waiting: dict[str, int] = {}
        self._turns = asyncio.Semaphore(limits.READERS)

    @asynccontextmanager
    async def turn(self, principal: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it; raises TOO_MANY_READS where too many wait already."""
        own = self._waiting.get(principal, 0)
        total = sum(self._waiting.values())
        if own >= limits.READS_PER_PRINCIPAL_MAX or total >= limits.READS_MAX:
            raise ServiceError(Why.TOO_MANY_READS)
        self._waiting[principal] = own + 1
        try:
            async with self._turns:
                yield
        finally:
            self._waiting[principal] -= 1
            if not self._waiting[principal]:
                del self._waiting[principal]

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function in a thread; whoever reads must have a turn."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.executor, function, *arguments)
