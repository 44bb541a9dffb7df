"""A watch gives every entry once, in order, whoever wrote it."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING

import pytest

from paizhuo.stores.base import Appended, StoredEntry, StoreUnavailable
from paizhuo.stores.memory import MemoryLog
from paizhuo.stores.sqlite import SqliteLog
from paizhuo.stores.watching import WATCH_BACKLOG_MAX, LogWatch, WatchHub
from stores.writing import fill, summary_of, write_of

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo.stores.base import EventLog, Watch
    from stores.conftest import Logs

TABLE = summary_of("table")


async def take(watch: Watch, count: int) -> list[int]:
    """Return the revisions of the next entries."""
    return [(await anext(watch)).revision for _ in range(count)]


async def test_a_watch_begins_in_the_middle(logs: Logs) -> None:
    """A watch gives what follows its revision: what is there, then what comes."""
    await fill(logs.here, TABLE, 4)
    watch = logs.there.watch("table", 2)
    assert await take(watch, 2) == [3, 4]
    waiting = asyncio.create_task(take(watch, 2))
    assert await write_of(TABLE, 4).to(logs.here) == Appended(5)
    assert await write_of(TABLE, 5).to(logs.there) == Appended(6)
    assert await waiting == [5, 6]
    await watch.aclose()


async def test_a_watch_waits_for_a_table_to_come(logs: Logs) -> None:
    """A table may be watched before its first entry."""
    watch = logs.there.watch("table")
    waiting = asyncio.create_task(anext(watch))
    await asyncio.sleep(0.01)
    write = write_of(TABLE, 0)
    assert await write.to(logs.here) == Appended(1)
    assert await waiting == StoredEntry(1, write.entry)
    await watch.aclose()


async def test_nothing_is_lost_between_writers(logs: Logs) -> None:
    """Watches on both sides see all entries of two racing writers, each once."""
    count = 120

    async def write(log: EventLog, name: str) -> None:
        head = 0
        while head < count:
            verdict = await write_of(TABLE, head, name).to(log)
            head = verdict.revision if isinstance(verdict, Appended) else verdict.head

    watches = [logs.here.watch("table"), logs.there.watch("table"), logs.here.watch("table", 60)]
    readers = [
        asyncio.create_task(take(watch, length))
        for watch, length in zip(watches, (count, count, count - 60), strict=True)
    ]
    await asyncio.gather(write(logs.here, "here"), write(logs.there, "there"))
    assert await asyncio.gather(*readers) == [
        list(range(1, count + 1)),
        list(range(1, count + 1)),
        list(range(61, count + 1)),
    ]
    for watch in watches:
        await watch.aclose()


async def test_a_slow_watch_misses_nothing(logs: Logs) -> None:
    """A watch that falls behind reads on from the log, without gap or repetition."""
    watch = logs.here.watch("table")
    assert await write_of(TABLE, 0).to(logs.here) == Appended(1)
    assert await take(watch, 1) == [1]
    count = 3 * WATCH_BACKLOG_MAX
    for expected in range(1, count):
        assert await write_of(TABLE, expected).to(logs.here) == Appended(expected + 1)
    assert await take(watch, count - 1) == list(range(2, count + 1))
    await watch.aclose()


async def test_a_cancelled_wait_loses_nothing(logs: Logs) -> None:
    """Waiting may be given up and taken up again."""
    await fill(logs.here, TABLE, 1)
    watch = logs.here.watch("table")
    assert await take(watch, 1) == [1]
    for revision in (2, 3, 4):
        waiting = asyncio.create_task(anext(watch))
        await asyncio.sleep(0.001 * (revision - 2))
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert await write_of(TABLE, revision - 1).to(logs.there) == Appended(revision)
        assert await take(watch, 1) == [revision]
    await watch.aclose()


async def test_a_closed_watch_ends(logs: Logs) -> None:
    """Closing a watch ends the iteration of who waits; closing twice is fine."""
    watch = logs.here.watch("table")

    async def count() -> int:
        return len([entry async for entry in watch])

    waiting = asyncio.create_task(count())
    await asyncio.sleep(0.02)
    await watch.aclose()
    await watch.aclose()
    assert await waiting == 0


async def test_closing_the_log_ends_its_watches(logs: Logs) -> None:
    """Who waits when the log is closed hears of it."""
    waiting = asyncio.create_task(anext(logs.here.watch("table")))
    await asyncio.sleep(0.02)
    await logs.here.aclose()
    with pytest.raises(StoreUnavailable):
        await waiting


async def test_what_is_told_during_a_read_is_read_too() -> None:
    """An entry that comes while a watch reads is read afterwards, not lost."""
    log, hub = MemoryLog(), WatchHub()
    reads = 0

    async def slow_read(table_id: str, after: int, limit: int) -> list[StoredEntry]:
        nonlocal reads
        reads += 1
        found = await log.read(table_id, after, limit)
        if reads == 1:
            # Written after the read has looked, told before it answers.
            assert await write_of(TABLE, 0).to(log) == Appended(1)
            watch.tell(1, None)
        return found

    watch = LogWatch(hub, slow_read, "table", 0)
    assert (await asyncio.wait_for(anext(watch), 30)).revision == 1
    assert reads == 2


async def test_what_comes_before_the_poller_begins_is_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What another process appends after a watch's first read is seen when polling begins."""
    log, other = (SqliteLog(tmp_path / "log.db") for _ in range(2))
    begin, read, has_read = log._poller.need, log.read, asyncio.Event()

    async def first_read(table_id: str, after: int = 0, limit: int = 1) -> list[StoredEntry]:
        found = await read(table_id, after, limit)
        has_read.set()
        return found

    monkeypatch.setattr(log._poller, "need", lambda: None)
    monkeypatch.setattr(log, "read", first_read)
    waiting = asyncio.create_task(anext(log.watch("table")))
    await has_read.wait()
    assert await write_of(TABLE, 0).to(other) == Appended(1)
    begin()
    assert (await asyncio.wait_for(waiting, 30)).revision == 1
    await log.aclose()
    await other.aclose()


async def test_a_forgotten_watch_costs_nothing() -> None:
    """A watch that nobody holds any more is dropped, closed or not."""
    log = MemoryLog()
    watch = log.watch("table")
    assert log._hub.watched() == ["table"]
    del watch
    gc.collect()
    assert log._hub.watched() == []
