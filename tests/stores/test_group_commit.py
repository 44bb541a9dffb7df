"""Appends that share a transaction share nothing else, and none is promised before it lasts."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from paizhuo.stores.base import (
    Appended,
    Conflict,
    EntryRefused,
    OutcomeUnknown,
    StoreUnavailable,
    Trouble,
    resolve_append,
)
from paizhuo.stores.sqlite import SqliteLog, Tuning
from stores.faults import FaultyDisk
from stores.writing import Write, fill, summary_of, write_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    import apsw


@pytest.fixture
def disk() -> FaultyDisk:
    """Make a disk that fails when told."""
    return FaultyDisk()


@pytest.fixture
async def log(disk: FaultyDisk, tmp_path: Path) -> AsyncIterator[SqliteLog]:
    """Open a log on that disk."""
    found = SqliteLog(tmp_path / "log.db", tuning=Tuning(vfs=disk.vfs_name))
    yield found
    await found.aclose()


async def together(log: SqliteLog, writes: list[Write]) -> list[Any]:
    """Send appends so that one group takes them all; return verdicts and errors."""
    entered, go_on = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hold(_connection: apsw.Connection) -> None:
        loop.call_soon_threadsafe(entered.set)
        asyncio.run_coroutine_threadsafe(go_on.wait(), loop).result()

    holding = asyncio.create_task(log._writer.run(hold))
    await entered.wait()
    # The writer's thread is held up, so that all of these wait for the same group.
    calls = [asyncio.create_task(write.to(log)) for write in writes]
    await asyncio.sleep(0)
    go_on.set()
    await holding
    return await asyncio.gather(*calls, return_exceptions=True)


def fresh(count: int) -> list[Write]:
    """Return the first appends of that many tables."""
    return [write_of(summary_of(f"table {number}"), 0) for number in range(count)]


async def test_a_group_is_one_transaction(log: SqliteLog) -> None:
    """Appends that wait together are committed together."""
    commits = 0

    def count(connection: apsw.Connection) -> None:
        def on_commit() -> bool:
            nonlocal commits
            commits += 1
            return False

        connection.set_commit_hook(on_commit)

    await log._writer.run(count)
    assert await together(log, fresh(50)) == [Appended(1)] * 50
    assert commits == 1


@pytest.mark.parametrize(
    "bad",
    [
        {"title": "\ud800"},
        {"created_ms": 1 << 70},
        {"seats": None},
        {"detail": "text"},
        {"game": b"bytes"},
    ],
)
async def test_a_bad_member_fails_alone(log: SqliteLog, bad: dict[str, Any]) -> None:
    """An append that cannot be stored is refused whole; its neighbours are accepted."""
    writes = fresh(8)
    writes[3] = replace(writes[3], summary=summary_of("table 3", **bad))
    verdicts = await together(log, writes)
    assert isinstance(verdicts[3], EntryRefused)
    assert verdicts[:3] + verdicts[4:] == [Appended(1)] * 7
    assert await log.read("table 3") == []
    assert len(await log.table_ids()) == 7
    assert await write_of(summary_of("table 3"), 0).to(log) == Appended(1)


async def test_each_member_has_its_own_verdict(log: SqliteLog) -> None:
    """Accepted, lost, resent and racing members of one group each hear what holds for them."""
    first = (await fill(log, summary_of("old"), 2))[1]
    table = summary_of("table")
    verdicts = await together(
        log,
        [
            write_of(table, 0, "winner"),
            write_of(table, 0, "loser"),
            write_of(table, 1, "next"),
            first,
            write_of(summary_of("old"), 0, "late"),
            write_of(summary_of("fresh"), 0),
        ],
    )
    assert verdicts == [
        Appended(1),
        Conflict(1),
        Appended(2),
        Appended(2),
        Conflict(2),
        Appended(1),
    ]
    row = await log.find_table("table")
    assert row is not None
    assert row.revision == 2


async def test_large_groups_of_any_size_are_written(log: SqliteLog) -> None:
    """Groups of every size are written whole, also when only heads of tables move."""
    heads = dict.fromkeys(range(200), 0)
    summaries = {number: summary_of(f"table {number}") for number in heads}
    for size in (1, 2, 3, 63, 64, 65, 127, 200):
        writes = [write_of(summaries[number], heads[number]) for number in range(size)]
        assert await together(log, writes) == [Appended(heads[n] + 1) for n in range(size)]
        for number in range(size):
            heads[number] += 1
    for number, head in heads.items():
        row = await log.find_table(f"table {number}")
        assert row is not None
        assert row.revision == head
        assert len(await log.read(f"table {number}")) == head


async def test_a_lost_index_row_is_written_again(log: SqliteLog) -> None:
    """An append to a table whose row somebody has deleted writes it whole."""
    table = summary_of("table")
    await fill(log, table, 2)
    await log._writer.run(lambda connection: connection.execute("DELETE FROM tables"))
    assert await log.find_table("table") is None
    assert await write_of(table, 2).to(log) == Appended(3)
    row = await log.find_table("table")
    assert row is not None
    assert row.summary == table


async def test_a_full_disk_accepts_nothing(log: SqliteLog, disk: FaultyDisk) -> None:
    """On a full disk nobody of the group is accepted or told of a conflict; then all goes on."""
    await fill(log, summary_of("table 0"), 1)
    with disk.full():
        answers = await together(log, fresh(6))
        for answer in answers:
            assert isinstance(answer, OutcomeUnknown | StoreUnavailable)
            if isinstance(answer, StoreUnavailable):
                assert answer.trouble is Trouble.FULL
        assert len(await log.read("table 0")) == 1
        assert await log.read("table 1") == []
    # The first is a resend of what stood there before.
    assert await together(log, fresh(6)) == [Appended(1)] * 6


async def test_a_full_disk_is_named(log: SqliteLog, disk: FaultyDisk) -> None:
    """What does not even fit into memory fails with FULL before the commit."""
    huge = summary_of("huge", detail=bytes(40 * 1024 * 1024))
    write = replace(write_of(summary_of("huge"), 0), summary=huge)
    with disk.full(), pytest.raises(StoreUnavailable) as raised:
        await write.to(log)
    assert raised.value.trouble is Trouble.FULL
    assert await log.read("huge") == []


async def test_a_failed_flush_is_unknown_to_all(log: SqliteLog, disk: FaultyDisk) -> None:
    """If the commit cannot be flushed, nobody of the group is told that it was or was not."""
    table = summary_of("table")
    await fill(log, table, 1)
    writes = [*fresh(4), write_of(table, 0, "late")]
    with disk.broken():
        answers = await together(log, writes)
    assert [type(answer) for answer in answers] == [OutcomeUnknown] * 5
    for write in writes[:4]:
        assert await resolve(log, write) == Appended(1)
    assert await resolve(log, writes[4]) == Conflict(1)


async def test_summaries_survive_a_failed_commit(
    log: SqliteLog, disk: FaultyDisk, tmp_path: Path
) -> None:
    """A summary whose commit failed counts as not written, whoever writes the next entry."""
    table = summary_of("table")
    await fill(log, table, 1)
    playing = replace(table, state="playing")
    with disk.broken(), pytest.raises(OutcomeUnknown):
        await write_of(playing, 1).to(log)
    other = SqliteLog(tmp_path / "log.db")
    assert await write_of(table, 1, "other").to(other) == Appended(2)
    await other.aclose()
    assert await write_of(playing, 2).to(log) == Appended(3)
    row = await log.find_table("table")
    assert row is not None
    assert (row.summary, row.revision) == (playing, 3)


async def resolve(log: SqliteLog, write: Write) -> Appended | Conflict:
    """Resolve an append whose end is unknown."""
    return await resolve_append(
        log,
        write.table_id,
        write.expected,
        write.entry,
        head=write.head,
        summary=write.summary,
        end=write.end,
    )
