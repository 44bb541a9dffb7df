"""Bring the entries that are appended to those who watch a table.

A watch gets an entry handed over if it is the very next one, which saves a read; in
every other case (another process wrote it, the reader is slow) it is only told to
read on, so that what it gives always comes from the log and nothing piles up.
"""

from __future__ import annotations

import asyncio
import threading
import weakref
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from typing import Final, Self

from paizhuo.stores.base import StoredEntry

WATCH_BACKLOG_MAX: Final = 64
"""Most entries kept for a slow watch; beyond that it reads them from the log."""

Read = Callable[[str, int, int], Awaitable[list[StoredEntry]]]
_BEYOND: Final = 1 << 62
"""A revision that no watch has seen."""

Notice = tuple[str, int, StoredEntry | None]
"""Say that a table has an entry of that revision, with the entry where it is at hand."""


class LogWatch:
    """Give the entries of one table in order; see `stores.base.Watch`."""

    def __init__(self, hub: WatchHub, read: Read, table_id: str, after: int) -> None:
        """Begin behind revision `after`, in the running event loop."""
        self.table_id: Final = table_id
        self.loop: Final = asyncio.get_running_loop()
        self._hub = hub
        self._read = read
        self._ready: deque[StoredEntry] = deque()
        self._next = after + 1
        self._behind = True
        self._told = 0
        self._waiter: asyncio.Future[None] | None = None
        self._closed = False

    def __aiter__(self) -> Self:
        """Return itself."""
        return self

    async def __anext__(self) -> StoredEntry:
        """Wait for the next entry."""
        while not self._closed:
            if self._ready:
                return self._ready.popleft()
            if self._behind:
                await self._catch_up()
            else:
                await self._wait()
        raise StopAsyncIteration

    async def aclose(self) -> None:
        """Stop watching."""
        self._closed = True
        self._hub.remove(self)
        self._wake()

    def tell(self, revision: int, entry: StoredEntry | None) -> None:
        """Take notice of an entry; call this in the watch's own loop only."""
        if revision < self._next:
            return
        handed = entry is not None and revision == self._next and not self._behind
        if handed and entry is not None and len(self._ready) < WATCH_BACKLOG_MAX:
            self._ready.append(entry)
            self._next += 1
        else:
            self._behind = True
            self._told += 1
        self._wake()

    async def _catch_up(self) -> None:
        """Read on; whatever is told meanwhile makes it read once more."""
        told = self._told
        entries = await self._read(self.table_id, self._next - 1, WATCH_BACKLOG_MAX)
        self._ready.extend(entries)
        if entries:
            self._next = entries[-1].revision + 1
        self._behind = told != self._told or len(entries) == WATCH_BACKLOG_MAX

    async def _wait(self) -> None:
        """Sleep until something is told."""
        self._waiter = self.loop.create_future()
        try:
            await self._waiter
        finally:
            self._waiter = None

    def _wake(self) -> None:
        """Wake the reader, if one sleeps."""
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)


class WatchHub:
    """Know who watches which table; may be used from any thread.

    A watch that nobody holds any more drops out by itself.
    """

    def __init__(self) -> None:
        """Begin with nobody watching."""
        self._lock = threading.Lock()
        # Lists are replaced, never changed, so that telling needs no lock.
        self._by_table: dict[str, list[weakref.ref[LogWatch]]] = {}

    def add(self, watch: LogWatch) -> None:
        """Let a watch hear of its table."""
        with self._lock:
            others = self._by_table.get(watch.table_id, [])
            self._by_table[watch.table_id] = [*_living(others), weakref.ref(watch)]

    def remove(self, watch: LogWatch) -> None:
        """Forget a watch; one that is not known is fine."""
        with self._lock:
            refs = self._by_table.get(watch.table_id, [])
            self._keep(watch.table_id, [ref for ref in _living(refs) if ref() is not watch])

    def is_idle(self) -> bool:
        """Say that nobody watches anything, as far as is known without looking."""
        return not self._by_table

    def watched(self) -> list[str]:
        """Return the tables that somebody watches, and forget the others."""
        with self._lock:
            for table_id, refs in list(self._by_table.items()):
                self._keep(table_id, _living(refs))
            return list(self._by_table)

    def tell(self, notices: Iterable[Notice]) -> None:
        """Tell the watches of these tables, each in its own loop."""
        if not self._by_table:
            return
        far: dict[asyncio.AbstractEventLoop, list[tuple[LogWatch, Notice]]] = {}
        running = _running_loop()
        for notice in notices:
            table_id, revision, entry = notice
            for ref in self._by_table.get(table_id, ()):
                watch = ref()
                if watch is None:
                    continue
                if watch.loop is running:
                    watch.tell(revision, entry)
                else:
                    far.setdefault(watch.loop, []).append((watch, notice))
        for loop, pairs in far.items():
            call_in(loop, _tell_each, pairs)

    def tell_all(self) -> None:
        """Make every watch read on, whatever it has seen."""
        with self._lock:
            refs = [ref for found in self._by_table.values() for ref in found]
        for ref in refs:
            watch = ref()
            if watch is not None:
                call_in(watch.loop, watch.tell, _BEYOND, None)

    def _keep(self, table_id: str, refs: list[weakref.ref[LogWatch]]) -> None:
        """Replace who watches a table; call this with the lock held."""
        if refs:
            self._by_table[table_id] = refs
        else:
            self._by_table.pop(table_id, None)


def call_in(loop: asyncio.AbstractEventLoop, call: Callable[..., object], *args: object) -> None:
    """Run a call in that loop: at once if it is the running one, later otherwise."""
    if _running_loop() is loop:
        call(*args)
        return
    try:
        loop.call_soon_threadsafe(call, *args)
    except RuntimeError:
        # The loop is closed, and with it everybody who could have listened.
        return


def _running_loop() -> asyncio.AbstractEventLoop | None:
    """Return the event loop that runs in this thread, if one does."""
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


def _living(refs: list[weakref.ref[LogWatch]]) -> list[weakref.ref[LogWatch]]:
    """Return the references whose watch is still there."""
    return [ref for ref in refs if ref() is not None]


def _tell_each(pairs: list[tuple[LogWatch, Notice]]) -> None:
    """Tell several watches of one loop."""
    for watch, (_, revision, entry) in pairs:
        watch.tell(revision, entry)
