"""A thread with an event loop, for programs that have none."""

from __future__ import annotations

import asyncio
import os
import threading
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, Generic, TypeVar

from paizhuo_client.failures import ClientClosed

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Coroutine, Iterator

T = TypeVar("T")


class Portal:
    """Run coroutines in a thread of its own, and wait for them."""

    def __init__(self) -> None:
        self._process = 0
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start the thread."""
        loop = asyncio.new_event_loop()
        # It ends with the program, also where that forgets to close its client.
        thread = threading.Thread(target=self._serve, args=(loop,), name="paizhuo", daemon=True)
        thread.start()
        self._loop, self._thread, self._process = loop, thread, os.getpid()

    def stop(self) -> None:
        """End the thread; a stopped one is fine."""
        loop, thread = self._loop, self._thread
        self._loop = self._thread = None
        if loop is not None and thread is not None and self._process == os.getpid():
            loop.call_soon_threadsafe(loop.stop)
            thread.join()

    def run(self, work: Coroutine[object, object, T]) -> T:
        """Wait for a coroutine, and return or raise what it does. Any thread may call this.

        Whoever is interrupted while waiting (KeyboardInterrupt) cancels it. Raises `ClientClosed`
        where it cannot be waited for, and where the portal is stopped meanwhile.
        """
        loop, why_not = self._loop, self._why_not()
        if loop is None or why_not:
            work.close()
            raise ClientClosed(why_not)
        waiting = asyncio.run_coroutine_threadsafe(work, loop)
        try:
            return waiting.result()
        except CancelledError:
            raise ClientClosed("the client was closed meanwhile") from None
        except BaseException:
            waiting.cancel()
            raise

    def _why_not(self) -> str:
        """Say why nobody can be waited for now; empty where one can."""
        if self._loop is None:
            return "the client is not open"
        if self._process != os.getpid():
            return "the process was forked: open a client of its own in each"
        if threading.current_thread() is self._thread:
            return "a callback must not wait"
        return ""

    def iterate(self, source: AsyncIterator[T]) -> Iterator[T]:
        """Give what an async iterator gives, and close it in the end."""
        try:
            while True:
                try:
                    found = self.run(_next(source))
                except StopAsyncIteration:
                    return
                yield found
        finally:
            close = getattr(source, "aclose", None)
            # A garbage collector may come by in any thread, also where one cannot wait.
            if close is not None and not self._why_not():
                self.run(close())

    @staticmethod
    def _serve(loop: asyncio.AbstractEventLoop) -> None:
        """Run the loop until it is stopped, and end what is still going on in it."""
        asyncio.set_event_loop(loop)
        try:
            loop.run_forever()
            left = asyncio.all_tasks(loop)
            for task in left:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            loop.run_until_complete(loop.shutdown_asyncgens())
        finally:
            loop.close()


async def _next(source: AsyncIterator[T]) -> T:
    """Wait for the next value."""
    return await anext(source)


class Wrapped(Generic[T]):
    """Something async, with the portal through which it is called."""

    def __init__(self, portal: Portal, wrapped: T) -> None:
        self._portal = portal
        self._it = wrapped

    def __repr__(self) -> str:
        return repr(self._it)
