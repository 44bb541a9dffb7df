"""Let callers read what takes long, a few at a time, in threads that no table waits for.

Records, their verification and streams of the past play whole logs again. They take turns
here, so that however many are asked for, bots think, hints come and tables open.
"""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from paizhuo import limits
from paizhuo.errors import ServiceError, Why

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from concurrent.futures import Executor

T = TypeVar("T")


class Readers:
    """Count who reads or waits for it; `executor` is where it is done."""

    def __init__(self, executor: Executor) -> None:
        """Begin with nobody."""
        self.executor = executor
        self._waiting: dict[str, int] = {}
        self._turns = asyncio.Semaphore(limits.READERS)
        self._past: dict[str, int] = {}

    @asynccontextmanager
    async def turn(self, principal: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it; raises TOO_MANY_READS where too many wait already."""
        with _counted(self._waiting, principal):
            async with self._turns:
                yield

    @contextmanager
    def past(self, principal: str) -> Iterator[None]:
        """Count a stream as long as it sends what was; raises TOO_MANY_READS.

        It takes no turn, since its reader may be slow, but holds a whole table meanwhile.
        """
        with _counted(self._past, principal):
            yield

    async def run(self, function: Callable[..., T], *arguments: Any) -> T:
        """Call a function in a thread; whoever reads must have a turn."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.executor, function, *arguments)


@contextmanager
def _counted(counts: dict[str, int], principal: str) -> Iterator[None]:
    """Count one more of a caller's; raises TOO_MANY_READS."""
    own = counts.get(principal, 0)
    if own >= limits.READS_PER_PRINCIPAL_MAX or sum(counts.values()) >= limits.READS_MAX:
        raise ServiceError(Why.TOO_MANY_READS)
    counts[principal] = own + 1
    try:
        yield
    finally:
        counts[principal] -= 1
        if not counts[principal]:
            del counts[principal]
