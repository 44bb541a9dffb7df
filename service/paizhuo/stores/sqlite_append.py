"""Append to many logs in one transaction, each append with a verdict of its own.

Group commit: whoever asks while a commit is on its way to the disk joins the next
one. The usual group, in which every append is good, is written with a handful of
statements, since each statement is a chance for the event loop's thread to keep the
interpreter to itself. If a member loses its race or cannot be stored, the group
begins again one by one. No verdict leaves before the commit has succeeded: until
then even a Conflict is only as true as the append that it lost to.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import apsw

from paizhuo.stores.base import (
    Appended,
    Conflict,
    EntryHead,
    EntryRefused,
    MatchEnd,
    OutcomeUnknown,
    StoredEntry,
    StoreError,
    Summary,
)
from paizhuo.stores.codec import checksum
from paizhuo.stores.sqlite_file import FileSpec, check_version, unavailable
from paizhuo.stores.sqlite_index import put_match, put_table, touch_tables_sql
from paizhuo.stores.sqlite_threads import GROUP_JOBS_MAX, AnyJob, Job, roll_back, run_job, settle

if TYPE_CHECKING:
    from collections.abc import Iterator

    from paizhuo.stores.watching import Notice, WatchHub

Verdict = Appended | Conflict | StoreError

CHECKPOINT_PAGES: Final = 1000
"""From which length of the write-ahead log on it is copied into the file."""

TRUNCATE_PAGES: Final = 16_000
"""From which length on a checkpoint waits for readers, so that the log starts anew."""

TRUNCATE_WAIT_MS: Final = 200
"""How long such a checkpoint waits."""

CHECKPOINT_PAUSE_S: Final = 1.0
"""How long to wait after a checkpoint that did not get through."""

SUMMARIES_KEPT: Final = 20_000
"""Of how many tables the writer remembers what it wrote last."""


@dataclass(frozen=True, slots=True)
class Append:
    """Hold one append that waits for its verdict."""

    table_id: str
    expected_revision: int
    entry: bytes
    head: EntryHead
    summary: Summary
    end: MatchEnd | None


class AppendJob(Job[Appended | Conflict]):
    """Hold an append that somebody awaits."""

    __slots__ = ("append",)

    def __init__(self, append: Append) -> None:
        """Await the verdict in the running loop."""
        super().__init__(_not_called)
        self.append: Final = append


class GroupWriter:
    """Serve the writer's thread: appends in groups, other jobs one by one."""

    def __init__(self, spec: FileSpec, hub: WatchHub, group_jobs_max: int = GROUP_JOBS_MAX) -> None:
        """Begin with nothing remembered."""
        self.group_jobs_max = group_jobs_max
        self._spec = spec
        self._hub = hub
        self._written: dict[str, tuple[int, Summary]] = {}
        self._wal_pages = 0
        self._no_checkpoint_before = 0.0

    def serve(self, connection: apsw.Connection, group: list[AnyJob]) -> None:
        """Answer every job of the group."""
        appends = [job for job in group if isinstance(job, AppendJob)]
        for job in group:
            if not isinstance(job, AppendJob):
                run_job(connection, job, self._spec)
        notices = self._serve_appends(connection, appends) if appends else []
        # Who asked hears it first, then who watches.
        settle(group)
        self._hub.tell(notices)
        self._checkpoint(connection)

    def _serve_appends(self, connection: apsw.Connection, jobs: list[AppendJob]) -> list[Notice]:
        """Write the appends in one transaction, set every verdict, return what is new."""
        verdicts: list[Verdict]
        try:
            verdicts = list(self._commit([job.append for job in jobs], connection))
        except StoreError as error:
            verdicts = [error] * len(jobs)
        except Exception as error:  # noqa: BLE001 - nobody may wait forever for a verdict
            verdicts = [OutcomeUnknown(f"{self._spec.path.name}: {error!r}")] * len(jobs)
        finally:
            roll_back(connection)
        notices: list[Notice] = []
        for job, verdict in zip(jobs, verdicts, strict=True):
            if isinstance(verdict, StoreError):
                job.fail(verdict)
                continue
            job.succeed(verdict)
            if isinstance(verdict, Appended):
                entry = StoredEntry(verdict.revision, job.append.entry)
                notices.append((job.append.table_id, verdict.revision, entry))
        return notices

    def _commit(self, appends: list[Append], connection: apsw.Connection) -> list[Verdict]:
        """Return the verdicts, all of them committed; raise what holds for all."""
        try:
            self._begin(connection)
            verdicts = self._write_together(connection, appends)
            together = verdicts is not None
            if verdicts is None:
                roll_back(connection)
                self._forget(appends)
                self._begin(connection)
                verdicts = [self._write_one(connection, append) for append in appends]
        except apsw.CorruptError:
            # A damaged page concerns those who need it. SQLite writes nothing more in a
            # transaction that has met one, so each gets its own; the other tables go on.
            roll_back(connection)
            return [self._commit_alone(connection, append) for append in appends]
        except apsw.Error as error:
            raise unavailable(self._spec, error) from error
        self._end(connection, appends)
        if together:
            self._remember(appends)
        return verdicts

    def _commit_alone(self, connection: apsw.Connection, append: Append) -> Verdict:
        """Write one append in a transaction of its own, and return its verdict."""
        self._forget([append])
        try:
            self._begin(connection)
            verdict = self._write_one(connection, append)
            if isinstance(verdict, Appended):
                self._end(connection, [append])
        except StoreError as error:
            return error
        except apsw.Error as error:
            return unavailable(self._spec, error)
        finally:
            roll_back(connection)
        return verdict

    def _end(self, connection: apsw.Connection, appends: list[Append]) -> None:
        """Commit. Raises `OutcomeUnknown`."""
        try:
            connection.execute("COMMIT")
        except Exception as error:
            self._forget(appends)
            # Frames may have reached the disk, and a crash could bring them to life.
            message = f"{self._spec.path.name}: commit failed: {error}"
            raise OutcomeUnknown(message) from error

    def _begin(self, connection: apsw.Connection) -> None:
        """Take the write lock, waiting for other processes within the time-out."""
        connection.execute("BEGIN IMMEDIATE")
        check_version(connection, self._spec)

    def _write_together(
        self, connection: apsw.Connection, appends: list[Append]
    ) -> list[Verdict] | None:
        """Write all appends, if every one of them is good; None says that one is not."""
        if len({append.table_id for append in appends}) < len(appends):
            return None
        try:
            for chunk in _chunks(appends):
                sql = _append_sql(len(chunk))
                connection.execute(sql, [value for one in chunk for value in _row(one)])
                if connection.changes() != len(chunk):
                    return None
            same = [append for append in appends if self._is_remembered(append)]
            for chunk in _chunks(same):
                heads = ((one.table_id, one.head) for one in chunk)
                values = [
                    value
                    for table_id, head in heads
                    for value in (table_id, head.revision, head.time_ms, head.wake_at_ms)
                ]
                connection.execute(touch_tables_sql(len(chunk)), values)
                if connection.changes() != len(chunk):
                    return None
            for append in appends:
                if not self._is_remembered(append):
                    self._put_table(connection, append)
                self._put_match(connection, append)
        except Exception as error:
            if _is_fatal(connection, error):
                raise
            return None
        return [Appended(append.head.revision) for append in appends]

    def _write_one(self, connection: apsw.Connection, append: Append) -> Verdict:
        """Write one append, or nothing of it, and return its verdict."""
        connection.execute("SAVEPOINT one")
        try:
            connection.execute(_append_sql(1), _row(append))
            if connection.changes() == 0:
                return self._explain(connection, append)
            self._put_table(connection, append)
            self._put_match(connection, append)
        except Exception as error:
            if _is_fatal(connection, error):
                raise
            connection.execute("ROLLBACK TO one")
            return EntryRefused(f"{append.table_id} {append.head.revision}: {error}")
        finally:
            if connection.in_transaction:
                connection.execute("RELEASE one")
        return Appended(append.head.revision)

    def _explain(self, connection: apsw.Connection, append: Append) -> Appended | Conflict:
        """Say why nothing was inserted: the same entry stands there, or another."""
        head = connection.execute(
            "SELECT coalesce(max(revision), 0) FROM entries WHERE table_id = ?",
            (append.table_id,),
        ).get
        there = connection.execute(
            "SELECT data FROM entries WHERE table_id = ? AND revision = ?",
            (append.table_id, append.head.revision),
        ).get
        return Appended(append.head.revision) if there == append.entry else Conflict(head)

    def _is_remembered(self, append: Append) -> bool:
        """Say whether the index row before this entry is ours and has this summary."""
        revision, summary = self._written.get(append.table_id, (0, None))
        return summary is append.summary and revision == append.expected_revision

    def _put_table(self, connection: apsw.Connection, append: Append) -> None:
        """Write the whole index row; who sits there only where that may be new."""
        revision, summary = self._written.get(append.table_id, (0, None))
        known = (
            summary is not None
            and revision == append.expected_revision
            and summary.principals == append.summary.principals
        )
        put_table(connection, append.head, append.summary, principals_too=not known)

    def _put_match(self, connection: apsw.Connection, append: Append) -> None:
        """Write the finished match, if the entry ends one."""
        if append.end is not None:
            put_match(connection, append.table_id, append.summary.game, append.end)

    def _remember(self, appends: list[Append]) -> None:
        """Remember which index rows were written last."""
        for append in appends:
            self._written.pop(append.table_id, None)
            self._written[append.table_id] = (append.head.revision, append.summary)
        while len(self._written) > SUMMARIES_KEPT:
            del self._written[next(iter(self._written))]

    def _forget(self, appends: list[Append]) -> None:
        """Forget what was written last, where that is not certain any more."""
        for append in appends:
            self._written.pop(append.table_id, None)

    def prepare(self, connection: apsw.Connection) -> None:
        """Hear after each commit how long the write-ahead log has become."""
        connection.set_wal_hook(self._on_commit)

    def _on_commit(self, _connection: apsw.Connection, _schema: str, pages: int) -> int:
        """Take down the length of the write-ahead log."""
        self._wal_pages = pages
        return apsw.SQLITE_OK

    def _checkpoint(self, connection: apsw.Connection) -> None:
        """Copy the write-ahead log into the file when it is long, after the answers."""
        now = time.monotonic()
        if self._wal_pages < CHECKPOINT_PAGES or now < self._no_checkpoint_before:
            return
        try:
            if self._wal_pages < TRUNCATE_PAGES:
                length, copied = connection.wal_checkpoint()
            else:
                connection.set_busy_timeout(TRUNCATE_WAIT_MS)
                length, copied = connection.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        except apsw.Error:
            # A reader or another process is in the way, or the disk is full; what was
            # acknowledged stands in the write-ahead log and is copied another time.
            length, copied = 1, 0
        finally:
            connection.set_busy_timeout(self._spec.busy_timeout_ms)
        self._wal_pages = 0
        if copied < length:
            self._no_checkpoint_before = now + CHECKPOINT_PAUSE_S


def _append_sql(count: int) -> str:
    """Return the statement that appends that many entries, each if its turn has come."""
    values = ", ".join(["(?, ?, ?, ?)"] * count)
    return (
        "INSERT INTO entries (table_id, revision, data, checksum) "  # noqa: S608 - only placeholders
        f"SELECT column1, column2 + 1, column3, column4 FROM (VALUES {values}) "
        "WHERE (SELECT coalesce(max(revision), 0) FROM entries WHERE table_id = column1)"
        " = column2"
    )


def _row(append: Append) -> tuple[str, int, bytes, int]:
    """Return what `_append_sql` takes of one append."""
    table_id, entry = append.table_id, append.entry
    whole = checksum(table_id, append.head.revision, entry)
    return table_id, append.expected_revision, entry, whole


def _chunks(appends: list[Append]) -> Iterator[list[Append]]:
    """Cut into powers of two, so that few statements are needed and stay prepared."""
    start, size = 0, 64
    while start < len(appends):
        while size > len(appends) - start:
            size //= 2
        yield appends[start : start + size]
        start += size


def _is_fatal(connection: apsw.Connection, error: Exception) -> bool:
    """Say whether an error concerns the store, not the one entry that met it."""
    of_entry = (apsw.ConstraintError, apsw.TooBigError, apsw.MismatchError, apsw.RangeError)
    if not connection.in_transaction:
        return True
    return isinstance(error, apsw.Error) and not isinstance(error, of_entry)


def _not_called(_connection: apsw.Connection) -> Appended | Conflict:
    """Stand in for a call that is never made: appends are written in groups."""
    raise AssertionError
