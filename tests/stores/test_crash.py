"""What was acknowledged outlives a process that is killed at any moment."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import apsw
import pytest

from paizhuo.stores.base import MatchFilter, Page, TableFilter, entries_from
from paizhuo.stores.rebuild import rebuild_index
from paizhuo.stores.sqlite import Durability, SqliteLog
from stores.far import start
from stores.writing import fold, summary_of, write_of

if TYPE_CHECKING:
    from pathlib import Path

KILLS = 6
TABLES = 8


async def run_and_kill(path: Path, durability: Durability, lines_before: int) -> list[str]:
    """Let a writer run until it has said that much, and a moment more; return what it said."""
    process = await start("stores.writer_process", str(path), durability.value, str(TABLES))
    assert process.stdin is not None
    assert process.stdout is not None
    said = [await process.stdout.readline() for _ in range(lines_before)]
    await asyncio.sleep(random.random() * 0.02)
    process.kill()
    said.extend((await process.stdout.read()).splitlines(keepends=True))
    process.stdin.close()
    await process.wait()
    return [line.decode() for line in said if line.endswith(b"\n")]


@pytest.mark.parametrize("durability", list(Durability))
async def test_acknowledged_appends_outlive_a_kill(durability: Durability, tmp_path: Path) -> None:
    """After each kill -9 all acknowledged entries are there, none half written, without gaps."""
    path = tmp_path / "log.db"
    acknowledged = dict.fromkeys((f"table-{number}" for number in range(TABLES)), 0)
    for _ in range(KILLS):
        for line in await run_and_kill(path, durability, random.randrange(1, 60)):
            table_id, said = line.split()
            acknowledged[table_id] = int(said)
        log = SqliteLog(path, durability)
        try:
            for table_id, revision in acknowledged.items():
                entries = [entry async for entry in entries_from(log, table_id)]
                assert len(entries) >= revision
                await assert_whole(log, table_id, [entry.data for entry in entries])
        finally:
            await log.aclose()
    connection = apsw.Connection(str(path))
    assert connection.pragma("integrity_check") == "ok"
    connection.close()


async def assert_whole(log: SqliteLog, table_id: str, entries: list[bytes]) -> None:
    """Assert that every entry is the one that the writer sends there, and so is the row."""
    table = summary_of(table_id)
    for head, data in enumerate(entries):
        ends = head // 5 if head and head % 5 == 0 else None
        assert data == write_of(table, head, "writer", wake_at_ms=head, ends=ends).entry
    row = await log.find_table(table_id)
    assert (row.revision if row else 0) == len(entries)
    ended = await log.list_matches(MatchFilter(table_id=table_id), Page())
    revisions = [match.end.revision for match in reversed(ended.rows)]
    wanted = [head + 1 for head in range(1, len(entries)) if head % 5 == 0]
    assert revisions == wanted[-len(revisions) :] if revisions else not wanted


async def test_the_index_is_right_after_a_kill(tmp_path: Path) -> None:
    """What a killed writer left in the index is what the logs say."""
    path = tmp_path / "log.db"
    await run_and_kill(path, Durability.NORMAL, 50)
    log = SqliteLog(path)
    try:
        before = (
            await log.list_tables(TableFilter(), Page()),
            await log.ended(),
            await log.due(1 << 60),
        )
        await rebuild_index(log, fold)
        after = (
            await log.list_tables(TableFilter(), Page()),
            await log.ended(),
            await log.due(1 << 60),
        )
        assert before == after
    finally:
        await log.aclose()
