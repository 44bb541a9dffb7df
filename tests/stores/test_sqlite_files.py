"""The files of the stores are private, of a known kind, and their faults have names."""

from __future__ import annotations

import asyncio
import contextlib
import os
import stat
import warnings
from typing import TYPE_CHECKING

import apsw
import pytest

from paizhuo.stores import sqlite_append
from paizhuo.stores.base import Appended, StoreUnavailable, Trouble
from paizhuo.stores.sqlite import SqliteLog, Tuning
from paizhuo.stores.sqlite_principals import SqlitePrincipals
from stores.writing import fill, summary_of, write_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TABLE = summary_of("table")


def mode_of(path: Path) -> int:
    """Return the permissions of a file."""
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(path: Path) -> None:
    """Let everybody read the file and enter its folder."""
    path.chmod(0o644)
    path.parent.chmod(0o755)


def trouble_of(opening: Callable[[], object]) -> Trouble:
    """Return why opening failed."""
    with pytest.raises(StoreUnavailable) as raised:
        opening()
    return raised.value.trouble


async def test_files_are_private(tmp_path: Path) -> None:
    """Database, write-ahead log and shared memory are 0600, a folder made for them 0700."""
    folder = tmp_path / "data" / "deep"
    before = os.umask(0)
    try:
        log = SqliteLog(folder / "log.db")
        principals = SqlitePrincipals(folder / "principals.db", lambda: 0)
        await fill(log, TABLE, 1)
        await principals.secret("key")
        files = sorted(path.name for path in folder.iterdir())
        assert len(files) == 6
        assert {mode_of(folder / name) for name in files} == {0o600}
        assert mode_of(folder) == 0o700
        await log.aclose()
        await principals.aclose()
    finally:
        os.umask(before)


async def test_open_files_are_closed_to_others(tmp_path: Path) -> None:
    """A file that others may read is made private when it is opened; a folder is left alone."""
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    await fill(log, TABLE, 1)
    await log.aclose()
    open_to_others(path)
    log = SqliteLog(path)
    assert mode_of(path) == 0o600
    assert mode_of(tmp_path) == 0o755
    assert len(await log.read("table")) == 1
    await log.aclose()


async def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    """A file that a newer release has changed is not touched, and says what to do."""
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    await fill(log, TABLE, 1)
    connection = apsw.Connection(str(path))
    connection.pragma("user_version", 99)
    # The release that is running notices it before its next write.
    with pytest.raises(StoreUnavailable, match="schema 99") as raised:
        await write_of(TABLE, 1).to(log)
    assert raised.value.trouble is Trouble.NEWER_SCHEMA
    await log.aclose()
    assert trouble_of(lambda: SqliteLog(path)) is Trouble.NEWER_SCHEMA
    assert connection.execute("SELECT count(*) FROM entries").get == 1
    connection.close()


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    """Neither another program's database nor the other store's file is taken over."""
    foreign = tmp_path / "foreign.db"
    connection = apsw.Connection(str(foreign))
    connection.execute("CREATE TABLE notes (text)")
    connection.close()
    assert trouble_of(lambda: SqliteLog(foreign)) is Trouble.CANNOT_OPEN
    principals = SqlitePrincipals(tmp_path / "principals.db", lambda: 0)
    principals.close()
    assert trouble_of(lambda: SqliteLog(tmp_path / "principals.db")) is Trouble.CANNOT_OPEN


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    """Bytes that are no database are called corrupted, and left as they are."""
    path = tmp_path / "log.db"
    path.write_bytes(b"this is no database. " * 500)
    assert trouble_of(lambda: SqliteLog(path)) is Trouble.CORRUPTED
    assert path.read_bytes() == b"this is no database. " * 500


def test_a_path_that_cannot_be_is_refused(tmp_path: Path) -> None:
    """A folder in place of the file, or a file in place of the folder, cannot be opened."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    assert trouble_of(lambda: SqliteLog(tmp_path / "folder")) is Trouble.CANNOT_OPEN
    assert trouble_of(lambda: SqliteLog(tmp_path / "file" / "log.db")) is Trouble.CANNOT_OPEN


async def test_damage_is_named(tmp_path: Path) -> None:
    """A file that is damaged while in use is reported as corrupted, to readers and writers."""
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    table = summary_of("table", detail=bytes(3000))
    await fill(log, table, 200)
    await log.aclose()
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))
    with contextlib.suppress(StoreUnavailable):
        log = SqliteLog(path)
        for call in (log.read("table"), write_of(table, 200).to(log)):
            with pytest.raises(StoreUnavailable) as raised:
                await call
            assert raised.value.trouble is Trouble.CORRUPTED
        await log.aclose()
    assert path.stat().st_size >= size


async def test_a_read_only_file_is_named(tmp_path: Path) -> None:
    """A file that may not be written is refused when it is opened, or at the first write."""
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    await fill(log, TABLE, 1)
    await log._writer.run(lambda connection: connection.pragma("query_only", "ON"))
    with pytest.raises(StoreUnavailable) as raised:
        await write_of(TABLE, 1).to(log)
    assert raised.value.trouble is Trouble.READ_ONLY
    assert len(await log.read("table")) == 1
    await log.aclose()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everything")
def test_a_file_without_write_permission_is_refused(tmp_path: Path) -> None:
    """A file whose permissions forbid writing is not opened."""
    path = tmp_path / "log.db"
    SqliteLog(path).close()
    path.chmod(0o400)
    assert trouble_of(lambda: SqliteLog(path)) in {Trouble.READ_ONLY, Trouble.CANNOT_OPEN}


async def test_a_busy_file_is_waited_for(tmp_path: Path) -> None:
    """A write waits while another process holds the file, and goes on when it lets go."""
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    appending = asyncio.create_task(write_of(TABLE, 0).to(log))
    await asyncio.sleep(0.05)
    assert not appending.done()
    # Reads do not wait behind it.
    assert await log.read("table") == []
    other.execute("ROLLBACK")
    assert await appending == Appended(1)
    other.close()
    await log.aclose()


async def test_waiting_for_a_busy_file_ends(tmp_path: Path) -> None:
    """A write that waits too long is given up as BUSY; nothing was written, the next one works."""
    path = tmp_path / "log.db"
    log = SqliteLog(path, tuning=Tuning(busy_timeout_ms=30))
    other = apsw.Connection(str(path))
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreUnavailable) as raised:
        await write_of(TABLE, 0).to(log)
    assert raised.value.trouble is Trouble.BUSY
    other.execute("ROLLBACK")
    other.close()
    assert await log.read("table") == []
    assert await write_of(TABLE, 0).to(log) == Appended(1)
    await log.aclose()


async def count_refusals(log: SqliteLog, principals: SqlitePrincipals) -> int:
    """Return how many calls say that this process is a fork."""
    refused = 0
    for call in (log.read("table"), write_of(TABLE, 1).to(log), principals.secret("x")):
        try:
            await call
        except StoreUnavailable as error:
            refused += error.trouble is Trouble.FORKED
    return refused


async def test_a_forked_child_is_refused(tmp_path: Path) -> None:
    """A child that was forked off cannot use what its parent has open, and does no harm."""
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    principals = SqlitePrincipals(tmp_path / "principals.db", lambda: 0)
    await fill(log, TABLE, 1)
    with warnings.catch_warnings():
        # From Python 3.12 on a fork beside threads warns of what is tested here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        refused = 0
        with contextlib.suppress(BaseException):
            refused = asyncio.run(count_refusals(log, principals))
        log.close()
        del log
        os._exit(refused)
    _, status = await asyncio.to_thread(os.waitpid, child, 0)
    assert os.waitstatus_to_exitcode(status) == 3
    assert await write_of(TABLE, 1).to(log) == Appended(2)
    assert [entry.revision for entry in await log.read("table")] == [1, 2]
    await log.aclose()
    await principals.aclose()


async def test_the_write_ahead_log_does_not_grow_without_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is copied and begun anew again and again, also when a reader lingers for a while."""
    monkeypatch.setattr(sqlite_append, "CHECKPOINT_PAGES", 50)
    monkeypatch.setattr(sqlite_append, "TRUNCATE_PAGES", 200)
    monkeypatch.setattr(sqlite_append, "TRUNCATE_WAIT_MS", 1)
    monkeypatch.setattr(sqlite_append, "CHECKPOINT_PAUSE_S", 0.0)
    path = tmp_path / "log.db"
    wal = tmp_path / "log.db-wal"
    log = SqliteLog(path)
    table = summary_of("table", detail=bytes(8000))

    async def grow(start: int, count: int) -> None:
        for expected in range(start, start + count):
            assert await write_of(table, expected).to(log) == Appended(expected + 1)

    await grow(0, 150)
    assert wal.stat().st_size < 150 * 3 * 4096
    lingering = apsw.Connection(str(path))
    lingering.execute("BEGIN")
    lingering.execute("SELECT count(*) FROM entries").fetchall()
    await grow(150, 150)
    held = wal.stat().st_size
    lingering.execute("ROLLBACK")
    lingering.close()
    await grow(300, 150)
    assert wal.stat().st_size < held
    assert len(await log.read("table")) == 450
    await log.aclose()
    assert not wal.exists()


async def test_two_processes_may_open_a_fresh_file_at_once(tmp_path: Path) -> None:
    """Making the same file from many sides at the same moment works for all of them."""
    path = tmp_path / "log.db"
    logs = await asyncio.gather(*(asyncio.to_thread(SqliteLog, path) for _ in range(6)))
    for number, log in enumerate(logs):
        assert await write_of(summary_of(f"table {number}"), 0).to(log) == Appended(1)
    assert len(await logs[0].table_ids()) == 6
    for log in logs:
        await log.aclose()
