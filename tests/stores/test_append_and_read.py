"""Every log keeps entries in order, one at each revision, whoever writes them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from paizhuo.stores.base import (
    READ_ENTRIES_MAX,
    Appended,
    Conflict,
    StoredEntry,
    StoreUnavailable,
    Trouble,
)
from stores.writing import Write, fill, summary_of, write_of

if TYPE_CHECKING:
    from paizhuo.stores.base import EventLog
    from stores.conftest import Logs

TABLE = summary_of("table")


async def test_what_was_appended_is_read_back(logs: Logs) -> None:
    """Entries come back byte by byte, in order, wherever they were written."""
    writes = await fill(logs.here, TABLE, 5)
    expected = [StoredEntry(write.head.revision, write.entry) for write in writes]
    assert await logs.there.read("table") == expected
    assert await logs.here.read("table") == expected


async def test_reading_begins_and_ends_where_told(logs: Logs) -> None:
    """A read gives what follows a revision, at most as much as was asked for."""
    await fill(logs.here, TABLE, 6)
    assert [entry.revision for entry in await logs.there.read("table", 2, 3)] == [3, 4, 5]
    assert [entry.revision for entry in await logs.there.read("table", 4)] == [5, 6]
    assert await logs.there.read("table", 6) == []
    assert await logs.there.read("table", 99) == []


async def test_limits_are_checked(logs: Logs) -> None:
    """A limit below one is a mistake of the caller; a revision below zero is the beginning."""
    await fill(logs.here, TABLE, 2)
    for limit in (0, -1):
        for call in (
            logs.here.read("table", 0, limit),
            logs.here.ended(0, limit),
            logs.here.due(9, limit),
            logs.here.table_ids("", limit),
        ):
            with pytest.raises(ValueError, match="limit"):
                await call
    assert [entry.revision for entry in await logs.here.read("table", -5, 1)] == [1]


async def test_an_unknown_table_is_empty(logs: Logs) -> None:
    """A table that nobody wrote to has no entries and no row."""
    assert await logs.there.read("nobody") == []
    assert await logs.there.find_table("nobody") is None


async def test_a_stale_revision_is_a_conflict(logs: Logs) -> None:
    """Who expects an older head loses, hears the head, and changes nothing."""
    await fill(logs.here, TABLE, 3)
    before = await logs.here.read("table")
    assert await write_of(TABLE, 1, "other").to(logs.there) == Conflict(3)
    assert await write_of(TABLE, 0, "other").to(logs.there) == Conflict(3)
    assert await logs.here.read("table") == before
    row = await logs.here.find_table("table")
    assert row is not None
    assert row.revision == 3


async def test_a_gap_is_a_conflict(logs: Logs) -> None:
    """Who expects a head that is not there yet loses too."""
    await fill(logs.here, TABLE, 1)
    assert await write_of(TABLE, 2).to(logs.there) == Conflict(1)
    assert await write_of(summary_of("fresh"), 1).to(logs.there) == Conflict(0)
    assert await logs.here.read("fresh") == []


async def test_sending_again_is_accepted_once(logs: Logs) -> None:
    """The same append again is accepted and writes nothing, even when others followed."""
    writes = await fill(logs.here, TABLE, 2)
    assert await writes[1].to(logs.there) == Appended(2)
    assert await writes[0].to(logs.here) == Appended(1)
    assert len(await logs.here.read("table")) == 2
    row = await logs.here.find_table("table")
    assert row is not None
    assert row.revision == 2


async def test_one_wins_each_revision(logs: Logs) -> None:
    """Of many that race for each revision one wins, without gaps or duplicates."""

    async def race(log: EventLog, name: str, count: int) -> list[Write]:
        won: list[Write] = []
        head = 0
        while len(won) < count:
            write = write_of(TABLE, head, name)
            verdict = await write.to(log)
            if isinstance(verdict, Appended):
                won.append(write)
                head = verdict.revision
            else:
                assert verdict.head > head
                head = verdict.head
        return won

    racers = [
        race(log, f"racer {name} {number}", 8)
        for name, log in (("here", logs.here), ("there", logs.there))
        for number in range(4)
    ]
    won = [write for wins in await asyncio.gather(*racers) for write in wins]
    entries = await logs.here.read("table")
    assert [entry.revision for entry in entries] == list(range(1, 65))
    assert {(entry.revision, entry.data) for entry in entries} == {
        (write.head.revision, write.entry) for write in won
    }


async def test_tables_do_not_hinder_each_other(logs: Logs) -> None:
    """Many tables that grow at once from both sides each have all their entries."""

    async def grow(log: EventLog, name: str) -> None:
        await fill(log, summary_of(name), 10)

    names = [f"table {number}" for number in range(24)]
    sides = (logs.here, logs.there)
    await asyncio.gather(*(grow(sides[number % 2], name) for number, name in enumerate(names)))
    for name in names:
        assert len(await logs.here.read(name)) == 10
    assert await logs.there.table_ids() == sorted(names)


async def test_a_read_is_limited(logs: Logs) -> None:
    """However much is asked for, one read stays within the limit, and paging goes on."""
    count = READ_ENTRIES_MAX + 5
    table = summary_of("long")
    for start in range(0, count, 100):
        for expected in range(start, min(start + 100, count)):
            assert await write_of(table, expected).to(logs.here) == Appended(expected + 1)
    first = await logs.here.read("long", 0, 10 * READ_ENTRIES_MAX)
    assert len(first) == READ_ENTRIES_MAX
    assert [entry.revision for entry in await logs.here.read("long", READ_ENTRIES_MAX)] == [
        READ_ENTRIES_MAX + number for number in range(1, 6)
    ]


@pytest.mark.parametrize(
    "changes",
    [
        {"expected": 4},
        {"expected": -1},
        {"table_id": "other"},
        {"table_id": ""},
        {"end": write_of(TABLE, 7, ends=1).end},
    ],
)
async def test_what_does_not_belong_together_is_refused(
    logs: Logs, changes: dict[str, Any]
) -> None:
    """A head, summary or match of another append is a mistake of the caller, and says so."""
    write = write_of(TABLE, 0)
    mixed = Write(**{**write.__dict__, **changes})
    with pytest.raises(ValueError, match=r".+"):
        await mixed.to(logs.here)
    assert await logs.here.table_ids() == []


async def test_bytes_are_opaque(logs: Logs) -> None:
    """Empty entries, zero bytes and broken UTF-8 come back as they were."""
    payloads = [b"", b"\0", b"\xff\xfe\0\x80", bytes(range(256)) * 50]
    for expected, payload in enumerate(payloads):
        write = write_of(TABLE, expected)
        changed = Write(**{**write.__dict__, "entry": payload})
        assert await changed.to(logs.here) == Appended(expected + 1)
    assert [entry.data for entry in await logs.there.read("table")] == payloads


async def test_a_cancelled_caller_leaves_no_half_append(logs: Logs) -> None:
    """Who stops waiting finds the append whole or not there, and may send it again."""
    write = write_of(TABLE, 0)
    task = asyncio.create_task(write.to(logs.here))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert await write.to(logs.here) == Appended(1)
    assert len(await logs.there.read("table")) == 1


async def test_a_closed_log_says_so(logs: Logs) -> None:
    """After closing, every call raises `StoreUnavailable`; closing twice is fine."""
    await fill(logs.here, TABLE, 1)
    await logs.here.aclose()
    await logs.here.aclose()
    for call in (
        write_of(TABLE, 1).to(logs.here),
        logs.here.read("table"),
        logs.here.find_table("table"),
        logs.here.due(0),
    ):
        with pytest.raises(StoreUnavailable) as raised:
            await call
        assert raised.value.trouble is Trouble.CLOSED
