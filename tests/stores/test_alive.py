"""Processes leave marks that they live, and see each other's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import apsw

from paizhuo.stores.base import MARKS_KEPT_MS, SIGHTINGS_KEPT_MS, Appended, Sighting
from paizhuo.stores.sqlite import SqliteLog
from stores.writing import fill, summary_of, write_of

if TYPE_CHECKING:
    from pathlib import Path

    from stores.conftest import Logs


async def test_nobody_is_alive_at_first(logs: Logs) -> None:
    """Without a mark nobody is alive, since whenever one asks."""
    assert await logs.here.alive(0) == []


async def test_marks_are_seen_by_all(logs: Logs) -> None:
    """Every process sees who left a mark at or after a time, sorted."""
    await logs.here.mark_alive("b", 1_000)
    await logs.there.mark_alive("a", 2_000)
    for log in logs:
        assert await log.alive(0) == ["a", "b"]
        assert await log.alive(1_000) == ["a", "b"]
        assert await log.alive(1_001) == ["a"]
        assert await log.alive(2_001) == []


async def test_the_last_mark_counts(logs: Logs) -> None:
    """A mark replaces the one before, also where a clock was set back."""
    await logs.here.mark_alive("a", 1_000)
    await logs.there.mark_alive("a", 5_000)
    assert await logs.here.alive(5_000) == ["a"]
    await logs.here.mark_alive("a", 3_000)
    assert await logs.there.alive(3_001) == []
    assert await logs.there.alive(3_000) == ["a"]


async def test_old_marks_are_forgotten(logs: Logs) -> None:
    """Who has left no mark for an hour is forgotten with the next mark of anybody."""
    await logs.here.mark_alive("old", 1_000)
    await logs.here.mark_alive("kept", 1_001)
    await logs.there.mark_alive("new", 1_001 + MARKS_KEPT_MS)
    assert await logs.here.alive(0) == ["kept", "new"]


async def test_who_is_where_is_seen_by_all(logs: Logs) -> None:
    """Every process sees who watches a table in which process, and who did until when."""
    await logs.here.mark_alive("a", 1_000, [("t", "ann"), ("t", "bao"), ("other", "ann")])
    await logs.there.mark_alive("b", 1_500, [("t", "ann")])
    for log in logs:
        assert await log.sightings("t") == [
            Sighting("ann", "a", 1_000, is_open=True),
            Sighting("ann", "b", 1_500, is_open=True),
            Sighting("bao", "a", 1_000, is_open=True),
        ]
    await logs.here.mark_alive("a", 2_000, (), [("t", "ann")])
    await logs.here.mark_alive("a", 3_000)
    assert await logs.there.sightings("t") == [
        Sighting("ann", "a", 2_000, is_open=False),
        Sighting("ann", "b", 1_500, is_open=True),
        Sighting("bao", "a", 3_000, is_open=True),
    ]
    await logs.here.mark_alive("a", 4_000, [("t", "ann")])
    assert (await logs.there.sightings("t"))[0] == Sighting("ann", "a", 4_000, is_open=True)
    assert await logs.there.sightings("nobody") == []


async def test_who_was_seen_is_forgotten_later(logs: Logs) -> None:
    """What was open in a forgotten process ended with its last mark, and is kept two days."""
    await logs.here.mark_alive("old", 1_000, [("t", "ann")])
    await logs.there.mark_alive("new", 1_001 + MARKS_KEPT_MS)
    gone = [Sighting("ann", "old", 1_000, is_open=False)]
    assert await logs.here.sightings("t") == gone
    await logs.there.mark_alive("new", 1_000 + SIGHTINGS_KEPT_MS)
    assert await logs.here.sightings("t") == gone
    await logs.there.mark_alive("new", 1_001 + SIGHTINGS_KEPT_MS)
    assert await logs.here.sightings("t") == []


async def test_a_mark_is_no_table(logs: Logs) -> None:
    """Marks are in no list of tables, and touch no log."""
    await fill(logs.here, summary_of("table"), 1)
    await logs.there.mark_alive("table", 1_000)
    assert await logs.here.table_ids() == ["table"]
    assert await logs.here.due(1 << 60) == []
    assert await write_of(summary_of("table"), 1).to(logs.there) == Appended(2)


async def test_appends_are_durable_again_after_a_mark(tmp_path: Path) -> None:
    """A mark does not wait for the disk, the appends behind it do."""
    log = SqliteLog(tmp_path / "log.db")
    await log.mark_alive("a", 1_000)
    level = await log._writer.run(lambda connection: connection.pragma("synchronous"))
    assert level == 2
    await log.aclose()


async def test_a_file_of_the_first_schema_is_brought_up(tmp_path: Path) -> None:
    """A file of before marks and checksums gets all of it, and its entries are read as before."""
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    writes = await fill(log, summary_of("table"), 3)
    await log.aclose()
    connection = apsw.Connection(str(path))
    connection.execute(
        "DROP TABLE processes; DROP TABLE sightings;"
        "ALTER TABLE entries DROP COLUMN checksum; PRAGMA user_version = 1"
    )
    connection.close()
    log = SqliteLog(path)
    await log.mark_alive("a", 1_000)
    assert await write_of(summary_of("table"), 3).to(log) == Appended(4)
    entries = await log.read("table")
    assert [entry.data for entry in entries[:3]] == [write.entry for write in writes]
    assert await log.alive(0) == ["a"]
    await log.aclose()
