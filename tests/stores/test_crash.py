"""What was acknowledged outlives a process that is killed at any moment."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import apsw
import pytest

from paizhuo.stores.base import Appended, Page, TableFilter, entries_from
from paizhuo.stores.rebuild import rebuild_index
from paizhuo.stores.sqlite import Durability, SqliteLog
from stores.far import start
from stores.writing import fold, summary_of, write_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from paizhuo.stores.base import Summary

KILLS = 50
TABLES = 24


@dataclass
class Lane:
    """Hold a file whose writers are killed, and what is known to be in it."""

    path: Path
    durability: Durability
    chance: random.Random
    told: dict[str, int] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    appends: int = 0

    @property
    def accepted(self) -> Path:
        """Return the file where a writer says what was accepted."""
        return self.path.with_suffix(".accepted")

    async def kill_writers(self, kills: int) -> None:
        """Start a writer and kill it, again and again; look at the file each time."""
        process = await start("stores.mortal_process")
        assert process.stdin is not None
        assert process.stdout is not None
        order = [str(self.path), self.durability.value, TABLES, str(self.accepted)]
        for _ in range(kills):
            self.accepted.write_bytes(b"")
            process.stdin.write(json.dumps(order).encode() + b"\n")
            await process.stdin.drain()
            writer = int(await process.stdout.readline())
            await self.wait_for_a_random_moment()
            os.kill(writer, signal.SIGKILL)
            assert int(await process.stdout.readline()) == -signal.SIGKILL
            await asyncio.to_thread(self.look)
        process.stdin.close()
        await process.wait()

    async def wait_for_a_random_moment(self) -> None:
        """Wait until the writer works, most times: else it is killed while it opens the file."""
        if self.chance.random() < 0.8:
            async with asyncio.timeout(60):
                while not self.accepted.stat().st_size:  # noqa: ASYNC110 - it is a file
                    await asyncio.sleep(0.002)
        await asyncio.sleep(self.chance.random() * 0.03)

    def look(self) -> None:
        """Assert that what was accepted is there, all of it whole, with its row of the index."""
        for line in self.accepted.read_text().splitlines():
            table_id, revision = line.split()
            self.told[table_id] = int(revision)
        with closing(apsw.Connection(str(self.path))) as connection:
            connection.set_busy_timeout(5000)
            connection.pragma("synchronous", "OFF")
            if not connection.execute("SELECT count(*) FROM sqlite_schema").get:
                assert not self.told
                return
            connection.execute("BEGIN")
            for number in range(TABLES):
                self.look_at(connection, f"table-{number}")
            rows = dict(connection.execute("SELECT table_id, revision FROM tables"))
            matches = list(connection.execute("SELECT table_id, revision FROM matches"))
        heads = {table_id: head for table_id, head in self.seen.items() if head}
        assert {table: head for table, head in rows.items() if table != "survivor"} == heads
        ends = {
            (table_id, head + 1) for table_id, last in heads.items() for head in range(5, last, 5)
        }
        assert set(matches) == ends
        assert len(matches) == len(ends)

    def look_at(self, connection: apsw.Connection, table_id: str) -> None:
        """Assert that a table's new entries follow the old ones as the writer sent them."""
        head = self.seen.get(table_id, 0)
        table = summary_of(table_id)
        for revision, data in connection.execute(
            "SELECT revision, data FROM entries WHERE table_id = ? AND revision > ? "
            "ORDER BY revision",
            (table_id, head),
        ):
            assert revision == head + 1
            assert data == sent(table, head)
            head = revision
        assert head >= self.told.get(table_id, 0)
        self.seen[table_id] = head


def sent(table: Summary, head: int) -> bytes:
    """Return the entry that the writer sends behind that one."""
    ends = head // 5 if head and head % 5 == 0 else None
    return write_of(table, head, "writer", wake_at_ms=head, ends=ends).entry


@asynccontextmanager
async def survivor(lane: Lane) -> AsyncIterator[list[int]]:
    """Let this process write to the same file all the while; give what it has written."""
    log = SqliteLog(lane.path, lane.durability)
    table, written = summary_of("survivor"), [0]

    async def write() -> None:
        while True:
            assert await write_of(table, written[0]).to(log) == Appended(written[0] + 1)
            written[0] += 1
            await asyncio.sleep(0.005)

    task = asyncio.create_task(write())
    try:
        yield written
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        await log.aclose()


@pytest.mark.slow
async def test_200_kills_under_load_lose_nothing(tmp_path: Path, chance: random.Random) -> None:
    """Whenever writers are killed, all that was accepted is there, whole and without gaps."""
    lanes = [
        Lane(tmp_path / f"{durability.value}-{number}.db", durability, chance)
        for durability in Durability
        for number in range(2)
    ]
    await asyncio.gather(*(lane.kill_writers(KILLS) for lane in lanes))
    assert len(lanes) * KILLS == 200
    for lane in lanes:
        assert sum(lane.told.values()) > KILLS * 4
        with closing(apsw.Connection(str(lane.path))) as connection:
            assert connection.pragma("integrity_check") == "ok"
        lane.seen.clear()
        lane.look()


@pytest.mark.parametrize("durability", list(Durability))
async def test_a_process_goes_on_beside_one_that_is_killed(
    durability: Durability, tmp_path: Path, chance: random.Random
) -> None:
    """Who has the same file open neither waits for the dead nor loses anything."""
    lane = Lane(tmp_path / "log.db", durability, chance)
    async with survivor(lane) as written:
        await lane.kill_writers(20)
    log = SqliteLog(lane.path, durability)
    assert written[0] > 20
    assert len([entry async for entry in entries_from(log, "survivor")]) >= written[0]
    await log.aclose()


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
