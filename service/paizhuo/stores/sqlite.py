"""Keep the logs in one SQLite file: the embedded default, for one machine.

Several processes may open the same file. One thread writes, in groups
(`sqlite_append`), two read beside it, one looks for other processes' entries while
somebody watches (`sqlite_poll`). The event loop never waits for the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Final

from paizhuo.stores.base import (
    BATCH_ROWS_MAX,
    READ_ENTRIES_MAX,
    Appended,
    Attendee,
    Conflict,
    DueTable,
    EndedMatch,
    EntryHead,
    Folded,
    MatchEnd,
    MatchFilter,
    MatchPage,
    Page,
    Sighting,
    StoredEntry,
    Summary,
    TableFilter,
    TablePage,
    TableRow,
)
from paizhuo.stores.codec import bounded, check_append, check_page, decode_page_token
from paizhuo.stores.sqlite_append import Append, AppendJob, GroupWriter
from paizhuo.stores.sqlite_file import BUSY_TIMEOUT_MS, Durability, FileSpec, prepare_file
from paizhuo.stores.sqlite_index import mark_alive, reindex
from paizhuo.stores.sqlite_poll import POLL_INTERVAL_S, Poller
from paizhuo.stores.sqlite_read import (
    find_table,
    list_matches,
    list_tables,
    read_ahead,
    read_alive,
    read_due,
    read_ended,
    read_entries,
    read_sightings,
    read_table_ids,
)
from paizhuo.stores.sqlite_schema import LOG_SCHEMA
from paizhuo.stores.sqlite_threads import GROUP_JOBS_MAX, EachServer, Workers
from paizhuo.stores.watching import LogWatch, WatchHub

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

__all__ = ["Durability", "SqliteLog", "Tuning"]

READERS: Final = 2
"""Threads that read."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """Hold what only tests and benchmarks change.

    `group_appends_max=1` commits each append by itself, `vfs` replaces the operating
    system.
    """

    busy_timeout_ms: int = BUSY_TIMEOUT_MS
    poll_interval_s: float = POLL_INTERVAL_S
    group_appends_max: int = GROUP_JOBS_MAX
    vfs: str | None = None


DEFAULT_TUNING: Final = Tuning()


class SqliteLog:
    """Keep the logs in a SQLite file; see `stores.base.EventLog`.

    Opening blocks for some milliseconds and raises `StoreUnavailable`. After a fork
    the child must open the file again; what the parent opened refuses to work there.
    """

    def __init__(
        self,
        path: Path,
        durability: Durability = Durability.FULL,
        tuning: Tuning = DEFAULT_TUNING,
    ) -> None:
        """Open the file, which is made if missing."""
        spec = FileSpec(path, LOG_SCHEMA, durability, tuning.busy_timeout_ms, tuning.vfs)
        prepare_file(spec)
        self._spec: Final = spec
        self._hub = WatchHub()
        self._pid: Final = os.getpid()
        with contextlib.ExitStack() as opened:
            self._writer = Workers(spec, GroupWriter(spec, self._hub, tuning.group_appends_max))
            opened.callback(self._writer.close)
            self._readers = Workers(spec, EachServer(spec), count=READERS, reads_only=True)
            opened.callback(self._readers.close)
            self._poller = Poller(spec, self._hub, tuning.poll_interval_s)
            opened.pop_all()

    async def append(  # noqa: PLR0913 - what is written together is given together
        self,
        table_id: str,
        expected_revision: int,
        entry: bytes,
        head: EntryHead,
        summary: Summary,
        *,
        end: MatchEnd | None = None,
    ) -> Appended | Conflict:
        """Write the entry after `expected_revision`, if nothing follows that yet."""
        check_append(table_id, expected_revision, head, summary, end)
        job = AppendJob(Append(table_id, expected_revision, entry, head, summary, end))
        self._writer.submit(job)
        return await job.wait()

    async def read(
        self, table_id: str, after: int = 0, limit: int = READ_ENTRIES_MAX
    ) -> list[StoredEntry]:
        """Return the entries that follow revision `after`, at most `limit`."""
        size = bounded(limit, READ_ENTRIES_MAX)
        return await self._readers.run(
            partial(read_entries, table_id=table_id, after=after, limit=size)
        )

    def watch(self, table_id: str, after: int = 0) -> LogWatch:
        """Watch the entries that follow revision `after`, other processes' included."""
        watch = LogWatch(self._hub, self.read, table_id, after)
        self._hub.add(watch)
        self._poller.need()
        return watch

    async def find_table(self, table_id: str) -> TableRow | None:
        """Return the index row of the table, None if there is no such table."""
        return await self._readers.run(partial(find_table, table_id=table_id))

    async def list_tables(self, chosen: TableFilter, page: Page) -> TablePage:
        """List tables, the newest first."""
        check_page(page)
        behind = decode_page_token(chosen, page.token)
        return await self._readers.run(
            partial(list_tables, chosen=chosen, behind=behind, size=page.size)
        )

    async def list_matches(self, chosen: MatchFilter, page: Page) -> MatchPage:
        """List finished matches, those that ended last first."""
        check_page(page)
        behind = decode_page_token(chosen, page.token)
        return await self._readers.run(
            partial(list_matches, chosen=chosen, behind=behind, size=page.size)
        )

    async def ended(self, after: int = 0, limit: int = BATCH_ROWS_MAX) -> list[EndedMatch]:
        """Return the finished matches behind position `after`, in their one order."""
        size = bounded(limit, BATCH_ROWS_MAX)
        return await self._readers.run(partial(read_ended, after=after, limit=size))

    async def due(
        self, before_ms: int, limit: int = BATCH_ROWS_MAX, after: DueTable | None = None
    ) -> list[DueTable]:
        """Return the tables whose `wake_at_ms` is at or before that, the oldest first."""
        size = bounded(limit, BATCH_ROWS_MAX)
        return await self._readers.run(
            partial(read_due, before_ms=before_ms, limit=size, after=after)
        )

    async def ahead(self, now_ms: int, wait_ms: int, limit: int = BATCH_ROWS_MAX) -> list[DueTable]:
        """Return the tables whose last entry is later than `now_ms`, the oldest wish first."""
        size = bounded(limit, BATCH_ROWS_MAX)
        return await self._readers.run(
            partial(read_ahead, now_ms=now_ms, wait_ms=wait_ms, limit=size)
        )

    async def table_ids(self, after: str = "", limit: int = BATCH_ROWS_MAX) -> list[str]:
        """Return the ids behind `after`, sorted, of all that stands in log or index."""
        size = bounded(limit, BATCH_ROWS_MAX)
        return await self._readers.run(partial(read_table_ids, after=after, limit=size))

    async def reindex(self, table_id: str, folded: Folded | None) -> bool:
        """Replace what the index says of a table; None says that its log is empty."""
        return await self._writer.run(partial(reindex, table_id=table_id, folded=folded))

    async def mark_alive(
        self,
        process: str,
        now_ms: int,
        came: Collection[Attendee] = (),
        went: Collection[Attendee] = (),
    ) -> None:
        """Note that the process of that id was alive then; the last mark counts."""
        await self._writer.run(
            partial(
                mark_alive,
                spec=self._spec,
                process=process,
                now_ms=now_ms,
                came=tuple(came),
                went=tuple(went),
            )
        )

    async def sightings(self, table_id: str) -> list[Sighting]:
        """Return who is or was at a table, by principal and process."""
        return await self._readers.run(partial(read_sightings, table_id=table_id))

    async def alive(self, since_ms: int) -> list[str]:
        """Return the ids, sorted, of the processes whose last mark is at or after that."""
        return await self._readers.run(partial(read_alive, since_ms=since_ms))

    async def aclose(self) -> None:
        """Finish what was accepted and let go; later calls raise `StoreUnavailable`."""
        await asyncio.to_thread(self.close)

    def close(self) -> None:
        """Do what `aclose` does, and block meanwhile."""
        if os.getpid() == self._pid:
            self._poller.close()
        self._readers.close()
        # The last to go: closing the last connection checkpoints the file.
        self._writer.close()
        self._hub.tell_all()
