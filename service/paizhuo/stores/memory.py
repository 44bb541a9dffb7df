"""Keep logs in memory, for tests and benchmarks; all ends with the process.

Several event loops of one process may share one object, each as if it were a
process of its own: every method holds a lock while it touches anything.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from operator import attrgetter
from typing import TYPE_CHECKING

from paizhuo.stores.base import (
    BATCH_ROWS_MAX,
    MARKS_KEPT_MS,
    READ_ENTRIES_MAX,
    SIGHTINGS_KEPT_MS,
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
    StoreUnavailable,
    Summary,
    TableFilter,
    TablePage,
    TableRow,
    Trouble,
)
from paizhuo.stores.codec import (
    bounded,
    check_append,
    check_page,
    decode_page_token,
    encode_page_token,
)
from paizhuo.stores.watching import LogWatch, WatchHub

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class _Log:
    """Hold the log of one table with its index row."""

    __slots__ = ("created", "entries", "head", "positions", "summary")

    def __init__(self, created: int) -> None:
        """Begin empty; `created` is the position of the first entry."""
        self.created = created
        self.entries: list[bytes] = []
        self.positions: list[int] = []
        self.summary: Summary | None = None
        self.head: EntryHead | None = None


class MemoryLog:
    """Keep the logs in memory; see `stores.base.EventLog`."""

    def __init__(self) -> None:
        """Begin with no table."""
        self._lock = threading.Lock()
        self._hub = WatchHub()
        self._logs: dict[str, _Log] = {}
        self._waking: dict[str, int] = {}
        self._ended: list[EndedMatch] = []
        self._seen_ms: dict[str, int] = {}
        self._gone_ms: dict[tuple[str, str, str], int] = {}
        self._position = 0
        self._closed = False

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
        return self.append_at_once(table_id, expected_revision, entry, head, summary, end=end)

    def append_at_once(  # noqa: PLR0913 - as above
        self,
        table_id: str,
        expected_revision: int,
        entry: bytes,
        head: EntryHead,
        summary: Summary,
        *,
        end: MatchEnd | None = None,
    ) -> Appended | Conflict:
        """Do as `append`; see `stores.base.PromptLog`."""
        check_append(table_id, expected_revision, head, summary, end)
        with self._lock:
            self._check_open()
            log = self._logs.get(table_id)
            known = 0 if log is None else len(log.entries)
            if known != expected_revision:
                there = log is not None and log.entries[expected_revision : expected_revision + 1]
                if there == [entry]:
                    return Appended(expected_revision + 1)
                return Conflict(known)
            self._position += 1
            if log is None:
                log = self._logs[table_id] = _Log(self._position)
            log.entries.append(entry)
            log.positions.append(self._position)
            log.summary = summary
            log.head = head
            if head.wake_at_ms:
                self._waking[table_id] = head.wake_at_ms
            else:
                self._waking.pop(table_id, None)
            if end is not None:
                self._ended.append(EndedMatch(self._position, table_id, summary.game, end))
        if not self._hub.is_idle():
            stored = StoredEntry(head.revision, entry)
            self._hub.tell(((table_id, head.revision, stored),))
        return Appended(head.revision)

    async def read(
        self, table_id: str, after: int = 0, limit: int = READ_ENTRIES_MAX
    ) -> list[StoredEntry]:
        """Return the entries that follow revision `after`, at most `limit`."""
        size = bounded(limit, READ_ENTRIES_MAX)
        with self._lock:
            self._check_open()
            log = self._logs.get(table_id)
            first = max(after, 0)
            found = [] if log is None else log.entries[first : first + size]
        return [StoredEntry(revision, data) for revision, data in enumerate(found, first + 1)]

    def watch(self, table_id: str, after: int = 0) -> LogWatch:
        """Watch the entries that follow revision `after`."""
        watch = LogWatch(self._hub, self.read, table_id, after)
        self._hub.add(watch)
        return watch

    async def find_table(self, table_id: str) -> TableRow | None:
        """Return the index row of the table, None if there is no such table."""
        with self._lock:
            self._check_open()
            log = self._logs.get(table_id)
            return None if log is None else _row(log)

    async def list_tables(self, chosen: TableFilter, page: Page) -> TablePage:
        """List tables, the newest first."""
        check_page(page)
        behind = decode_page_token(chosen, page.token)
        with self._lock:
            self._check_open()
            found = [
                (log.created, row)
                for log in self._logs.values()
                if (behind is None or log.created < behind)
                and (row := _row(log)) is not None
                and _is_chosen(chosen, row.summary)
            ]
        found.sort(key=lambda pair: -pair[0])
        rows = tuple(row for _, row in found[: page.size])
        more = len(found) > page.size
        token = encode_page_token(chosen, found[page.size - 1][0]) if more else ""
        return TablePage(rows, token)

    async def list_matches(self, chosen: MatchFilter, page: Page) -> MatchPage:
        """List finished matches, those that ended last first."""
        check_page(page)
        behind = decode_page_token(chosen, page.token)
        with self._lock:
            self._check_open()
            found = [
                match
                for match in reversed(self._ended)
                if (behind is None or match.position < behind)
                and chosen.game in {None, match.game}
                and chosen.table_id in {None, match.table_id}
                and (chosen.principal is None or chosen.principal in match.end.principals)
            ]
        more = len(found) > page.size
        token = encode_page_token(chosen, found[page.size - 1].position) if more else ""
        return MatchPage(tuple(found[: page.size]), token)

    async def ended(self, after: int = 0, limit: int = BATCH_ROWS_MAX) -> list[EndedMatch]:
        """Return the finished matches behind position `after`, in their one order."""
        size = bounded(limit, BATCH_ROWS_MAX)
        with self._lock:
            self._check_open()
            start = bisect_right(self._ended, after, key=attrgetter("position"))
            return self._ended[start : start + size]

    async def due(
        self, before_ms: int, limit: int = BATCH_ROWS_MAX, after: DueTable | None = None
    ) -> list[DueTable]:
        """Return the tables whose `wake_at_ms` is at or before that, the oldest first."""
        size = bounded(limit, BATCH_ROWS_MAX)
        with self._lock:
            self._check_open()
            found = [
                DueTable(table_id, wake_at_ms, len(self._logs[table_id].entries))
                for table_id, wake_at_ms in self._waking.items()
                if wake_at_ms <= before_ms
            ]
        if after is not None:
            found = [due for due in found if _wish(due) > _wish(after)]
        found.sort(key=_wish)
        return found[:size]

    async def ahead(self, now_ms: int, wait_ms: int, limit: int = BATCH_ROWS_MAX) -> list[DueTable]:
        """Return the tables whose last entry is later than `now_ms`, the oldest wish first."""
        size = bounded(limit, BATCH_ROWS_MAX)
        with self._lock:
            self._check_open()
            found = [
                DueTable(table_id, head.wake_at_ms, head.revision)
                for table_id in self._waking
                if (head := self._logs[table_id].head) is not None
                and head.time_ms > now_ms
                and head.wake_at_ms - head.time_ms <= wait_ms
            ]
        found.sort(key=_wish)
        return found[:size]

    async def table_ids(self, after: str = "", limit: int = BATCH_ROWS_MAX) -> list[str]:
        """Return the ids behind `after`, sorted, of all that stands in log or index."""
        size = bounded(limit, BATCH_ROWS_MAX)
        with self._lock:
            self._check_open()
            found = sorted(table_id for table_id in self._logs if table_id > after)
        return found[:size]

    async def reindex(self, table_id: str, folded: Folded | None) -> bool:
        """Replace what the index says of a table; None says that its log is empty."""
        with self._lock:
            self._check_open()
            log = self._logs.get(table_id)
            known = 0 if log is None else len(log.entries)
            if known != (0 if folded is None else folded.head.revision):
                return False
            if log is None or folded is None:
                return True
            log.summary, log.head = folded.summary, folded.head
            self._waking.pop(table_id, None)
            if folded.head.wake_at_ms:
                self._waking[table_id] = folded.head.wake_at_ms
            others = [match for match in self._ended if match.table_id != table_id]
            others.extend(
                EndedMatch(log.positions[end.revision - 1], table_id, folded.summary.game, end)
                for end in folded.ends
            )
            others.sort(key=attrgetter("position"))
            self._ended = others
            return True

    async def mark_alive(
        self,
        process: str,
        now_ms: int,
        came: Collection[Attendee] = (),
        went: Collection[Attendee] = (),
    ) -> None:
        """Note that the process of that id was alive then; the last mark counts."""
        with self._lock:
            self._check_open()
            marks = {**self._seen_ms, process: now_ms}
            oldest_ms = now_ms - MARKS_KEPT_MS
            self._seen_ms = {key: seen for key, seen in marks.items() if seen >= oldest_ms}
            self._gone_ms.update({(*attendee, process): 0 for attendee in came})
            self._gone_ms.update({(*attendee, process): max(now_ms, 1) for attendee in went})
            oldest_ms = now_ms - SIGHTINGS_KEPT_MS
            self._gone_ms = {
                key: gone_ms
                for key, gone_at_ms in self._gone_ms.items()
                if not (gone_ms := gone_at_ms or self._lost_ms(key[2], marks))
                or gone_ms >= oldest_ms
            }

    def _lost_ms(self, process: str, marks: Mapping[str, int]) -> int:
        """Return when a process that is forgotten left its last mark, else 0."""
        return 0 if process in self._seen_ms else marks[process]

    async def sightings(self, table_id: str) -> list[Sighting]:
        """Return who is or was at a table, by principal and process."""
        with self._lock:
            self._check_open()
            return [
                Sighting(principal, process, gone_ms or self._seen_ms[process], not gone_ms)
                for (table, principal, process), gone_ms in sorted(self._gone_ms.items())
                if table == table_id
            ]

    async def alive(self, since_ms: int) -> list[str]:
        """Return the ids, sorted, of the processes whose last mark is at or after that."""
        with self._lock:
            self._check_open()
            return sorted(key for key, seen in self._seen_ms.items() if seen >= since_ms)

    async def aclose(self) -> None:
        """Let go; later calls raise `StoreUnavailable`."""
        self._closed = True
        self._hub.tell_all()

    def _check_open(self) -> None:
        """Raise `StoreUnavailable` once closed."""
        if self._closed:
            raise StoreUnavailable(Trouble.CLOSED, "the memory log was closed")


def _wish(due: DueTable) -> tuple[int, str]:
    """Return the place of a table among those that are due."""
    return due.wake_at_ms, due.table_id


def _row(log: _Log) -> TableRow | None:
    """Return the index row of a log that has an entry."""
    if log.summary is None or log.head is None:
        return None
    head = log.head
    return TableRow(log.summary, head.revision, head.time_ms, head.wake_at_ms)


def _is_chosen(chosen: TableFilter, summary: Summary) -> bool:
    """Say whether a table passes the filter."""
    return (
        chosen.game in {None, summary.game}
        and chosen.state in {None, summary.state}
        and chosen.listed in {None, summary.listed}
        and (
            chosen.principal is None
            or chosen.principal == summary.owner
            or chosen.principal in summary.principals
        )
    )
