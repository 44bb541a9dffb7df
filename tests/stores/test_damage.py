"""What is damaged in the file of the logs is noticed, and takes no more with it than it must."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import closing
from typing import TYPE_CHECKING

import apsw
import pytest

from paizhuo.stores.base import Appended, StoreUnavailable, Trouble
from paizhuo.stores.sqlite import SqliteLog
from stores.writing import fill, summary_of, write_of

if TYPE_CHECKING:
    from collections.abc import Awaitable
    from pathlib import Path

OTHER = "SELECT data, checksum FROM entries AS other WHERE other.revision = 8 LIMIT 1"
"""What another entry says."""

A, Z = summary_of("a" * 40), summary_of("z" * 40)
LENGTH = 400
"""Entries of the second one."""

INDEX_LEAF = 10
"""First byte of a page of SQLite that holds entries of an index."""


def execute(path: Path, sql: str, *values: str | int | bytes) -> None:
    """Change a file behind everybody's back."""
    with closing(apsw.Connection(str(path))) as connection:
        connection.execute(sql, values)
        assert connection.changes()


async def trouble_of(call: Awaitable[object]) -> Trouble:
    """Return why a call fails."""
    with pytest.raises(StoreUnavailable) as raised:
        await call
    return raised.value.trouble


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    """Make a file with two tables, each long enough for pages of its own.

    The second has more, since SQLite balances a full page with those beside it.
    """
    path = tmp_path / "log.db"
    log = SqliteLog(path)
    await fill(log, A, 150)
    await fill(log, Z, LENGTH)
    await log.aclose()
    return path


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entries SET data = CAST(data || ' ' AS BLOB) WHERE table_id = ? AND revision = 7",
        "UPDATE entries SET checksum = checksum + 1 WHERE table_id = ? AND revision = 7",
        f"UPDATE entries SET (data, checksum) = ({OTHER}) WHERE table_id = ? AND revision = 7",  # noqa: S608 - ours
    ],
    ids=["other bytes", "other checksum", "another entry"],
)
async def test_an_entry_that_is_not_as_written_is_not_read(path: Path, sql: str) -> None:
    """Changed bytes and another place are found; what stands before, and other tables, are read."""
    execute(path, sql, A.table_id)
    log = SqliteLog(path)
    for _ in range(4):
        assert await trouble_of(log.read(A.table_id)) is Trouble.CORRUPTED
    assert len(await log.read(A.table_id, 0, 6)) == 6
    assert len(await log.read(Z.table_id)) == LENGTH
    # No reader is left in the past by what was raised.
    assert await write_of(Z, LENGTH).to(log) == Appended(LENGTH + 1)
    for _ in range(4):
        assert len(await log.read(Z.table_id, LENGTH)) == 1
    await log.aclose()


def damage_index_of(path: Path, name: str, other: str) -> None:
    """Damage the pages of the index of entries that hold one table and not the other."""
    content = path.read_bytes()
    pages = [content[start : start + 4096] for start in range(0, len(content), 4096)]
    found = [
        number
        for number, page in enumerate(pages)
        if page[0] == INDEX_LEAF and name.encode() in page and other.encode() not in page
    ]
    assert found
    with path.open("r+b") as file:
        for number in found:
            file.seek(number * 4096)
            file.write(b"\xa5" * 4096)


async def test_a_damaged_page_spares_the_rest_of_a_group(path: Path) -> None:
    """An append that needs a damaged page fails alone; what waits beside it is written."""
    damage_index_of(path, A.table_id, Z.table_id)
    log = SqliteLog(path)
    others = [summary_of(f"zz{number}") for number in range(20)]
    for expected in range(3):
        lost, kept, *new = await asyncio.gather(
            write_of(A, 150).to(log),
            write_of(Z, LENGTH + expected).to(log),
            *(write_of(other, expected).to(log) for other in others),
            return_exceptions=True,
        )
        assert isinstance(lost, StoreUnavailable)
        assert lost.trouble is Trouble.CORRUPTED
        assert kept == Appended(LENGTH + expected + 1)
        assert new == [Appended(expected + 1)] * len(others)
    await log.aclose()
    log = SqliteLog(path)
    for table, length in itertools.chain([(Z, LENGTH + 3)], ((other, 3) for other in others)):
        assert len(await log.read(table.table_id)) == length
    await log.aclose()
