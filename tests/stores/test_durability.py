"""Each durability keeps what its name says, whenever the power or the process ends.

`full` outlives a power cut, `normal` a killed process, `memory` nothing.
"""

from __future__ import annotations

import asyncio
import json
import random
from contextlib import closing
from typing import TYPE_CHECKING, Final, NamedTuple

import apsw
import pytest

from paizhuo.stores import sqlite_append
from paizhuo.stores.base import Appended, Conflict
from paizhuo.stores.memory import MemoryLog
from paizhuo.stores.opening import open_stores
from paizhuo.stores.sqlite import Durability, SqliteLog, Tuning
from paizhuo.stores.sqlite_principals import SqlitePrincipals
from stores.power import Acknowledged, Platter, Synced, TracedDisk, laid_out
from stores.writing import fill, summary_of, write_of

if TYPE_CHECKING:
    from pathlib import Path

    from stores.power import Event

TABLES: Final = 10
APPENDS: Final = 24
CUTS: Final = 200

Entry = tuple[int, str, int, bytes]


class Run(NamedTuple):
    """Hold a run that was traced: what was done, and what the log held in the end."""

    trace: list[Event]
    entries: list[Entry]


def ends_of(head: int) -> int | None:
    """Return which match the entry behind that one ends, if any."""
    return head // 5 if head and head % 5 == 0 else None


async def play(log: SqliteLog, disk: TracedDisk, table_id: str, until: int) -> None:
    """Append to one table up to a revision, and take down what was acknowledged."""
    table = summary_of(table_id, detail=bytes(random.Random(table_id).randrange(1500)))
    head = len(await log.read(table_id))
    while head < until:
        if head == until // 2:
            await log.mark_alive(table_id, head)
        write = write_of(table, head, "w" * (head * 37 % 900), wake_at_ms=head, ends=ends_of(head))
        assert await write.to(log) == Appended(head + 1)
        head += 1
        disk.acknowledge(table_id, head)


async def run_traced(path: Path, durability: Durability) -> Run:
    """Write from two sides at once, close, open and write on; checkpoints come in between."""
    disk = TracedDisk()
    tuning = Tuning(vfs=disk.vfs_name)
    for until in (APPENDS // 2, APPENDS):
        logs = [SqliteLog(path, durability, tuning) for _ in range(2)]
        await asyncio.gather(
            *(play(logs[number % 2], disk, f"table-{number}", until) for number in range(TABLES))
        )
        await asyncio.gather(*(log.aclose() for log in logs))
    return Run(list(disk.trace), read_all(path))


def read_all(path: Path) -> list[Entry]:
    """Return every entry of a file, in the order of their writing."""
    with closing(apsw.Connection(str(path))) as connection:
        return list(
            connection.execute(
                "SELECT position, table_id, revision, data FROM entries ORDER BY position"
            )
        )


def count_lost(
    run: Run, acknowledged: dict[str, int], files: dict[str, bytes], folder: Path
) -> int:
    """Count the acknowledged appends that files have lost.

    They must be whole, without gaps, and as the run was at some moment.
    """
    with (
        laid_out(files, folder),
        closing(apsw.Connection(str(folder / "log.db"))) as connection,
    ):
        connection.pragma("synchronous", "OFF")
        assert connection.execute("PRAGMA integrity_check").get == "ok"
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_schema")}
        if "processes" not in names:
            assert "entries" not in names
            assert not acknowledged
            return 0
        entries: list[Entry] = list(
            connection.execute(
                "SELECT position, table_id, revision, data FROM entries ORDER BY position"
            )
        )
        heads: dict[str, int] = {}
        for _, table_id, revision, _ in entries:
            assert revision == heads.get(table_id, 0) + 1
            heads[table_id] = revision
        assert entries == run.entries[: len(entries)]
        indexed = dict(connection.execute("SELECT table_id, revision FROM tables"))
        assert indexed == heads
        ended = [position for (position,) in connection.execute("SELECT position FROM matches")]
        assert ended == [entry[0] for entry in entries if json.loads(entry[3])["ends"]]
    return sum(max(0, told - heads.get(table, 0)) for table, told in acknowledged.items())


@pytest.fixture(params=list(Durability))
async def durability(request: pytest.FixtureRequest) -> Durability:
    """Name the durability."""
    found = request.param
    assert isinstance(found, Durability)
    return found


@pytest.fixture
async def run(durability: Durability, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Make a run with many checkpoints, some of which begin the write-ahead log anew."""
    monkeypatch.setattr(sqlite_append, "CHECKPOINT_PAGES", 40)
    monkeypatch.setattr(sqlite_append, "TRUNCATE_PAGES", 120)
    monkeypatch.setattr(sqlite_append, "CHECKPOINT_PAUSE_S", 0.0)
    (tmp_path / "true").mkdir()
    return await run_traced(tmp_path / "true" / "log.db", durability)


@pytest.mark.slow
async def test_a_kill_or_a_power_cut_at_any_moment(
    durability: Durability, run: Run, chance: random.Random, tmp_path: Path
) -> None:
    """Killed, all levels keep all; without power, full keeps all, normal a whole beginning.

    Looks at every sync, where what a disk surely holds changes, and at random moments
    between, where some of what was written since came through.
    """
    points = set(chance.sample(range(len(run.trace)), CUTS))
    platter, told = Platter(["log.db"]), dict[str, int]()
    lost_by_power = cuts = 0
    for number, event in enumerate(run.trace):
        folder = tmp_path / str(number)
        if isinstance(event, Synced):
            # As late as can be before what is pending gets safe.
            lost_by_power += count_lost(run, told, platter.after_power_cut(), folder)
            cuts += 1
        platter.apply(event)
        if isinstance(event, Acknowledged):
            told[event.what] = event.number
        if number in points:
            lost_by_power += count_lost(run, told, platter.after_power_cut(chance), folder)
            assert count_lost(run, told, platter.after_kill(), folder) == 0
            cuts += 1
    assert cuts > CUTS
    assert sum(told.values()) == len(run.entries) == TABLES * APPENDS
    if durability is Durability.FULL:
        assert lost_by_power == 0
    else:
        # Else this disk would forget nothing, and prove nothing.
        assert lost_by_power > 0


async def test_a_log_goes_on_after_a_power_cut(
    durability: Durability, run: Run, chance: random.Random, tmp_path: Path
) -> None:
    """What a power cut leaves is opened as any other log, and written on to."""
    for moment in sorted(chance.sample(range(len(run.trace)), 8)):
        platter = Platter(["log.db"])
        for event in run.trace[:moment]:
            platter.apply(event)
        folder = tmp_path / f"after-{moment}"
        with laid_out(platter.after_power_cut(chance), folder):
            log = SqliteLog(folder / "log.db", durability)
            for number in range(TABLES):
                table = summary_of(f"table-{number}")
                head = len(await log.read(table.table_id))
                assert await write_of(table, head + 1).to(log) == Conflict(head)
                assert await write_of(table, head).to(log) == Appended(head + 1)
            await log.aclose()


async def test_guests_and_secrets_outlive_a_power_cut(tmp_path: Path) -> None:
    """Who was made a guest, and a key that was given out, is there after any power cut."""
    disk = TracedDisk()
    path = tmp_path / "principals.db"
    principals = SqlitePrincipals(path, lambda: 0, vfs=disk.vfs_name)
    for number in range(8):
        name = str(number)
        await principals.create(name, "Ann", f"t{name}".encode(), f"r{name}".encode())
        disk.acknowledge("principals", number + 1)
    key = await principals.secret("key")
    disk.acknowledge("secrets", 1)
    trace = list(disk.trace)
    await principals.aclose()
    platter, told = Platter([path.name]), dict[str, int]()
    for number, event in enumerate(trace):
        platter.apply(event)
        if not isinstance(event, Acknowledged):
            continue
        told[event.what] = event.number
        folder = tmp_path / str(number)
        with laid_out(platter.after_power_cut(), folder):
            again = SqlitePrincipals(folder / path.name, lambda: 0)
            found = await again.find([str(guest) for guest in range(told["principals"])])
            assert len(found) == told["principals"]
            if "secrets" in told:
                assert await again.secret("key") == key
            await again.aclose()
    assert told == {"principals": 8, "secrets": 1}


async def test_memory_ends_with_the_process(tmp_path: Path) -> None:
    """What is kept in memory is in no file, and a new log knows nothing of it."""
    folder = tmp_path / "data"
    stores = open_stores("memory", folder, lambda: 0)
    assert isinstance(stores.log, MemoryLog)
    await fill(stores.log, summary_of("table"), 3)
    again = open_stores("memory", folder, lambda: 0)
    assert await again.log.table_ids() == []
    assert not folder.exists()
    await stores.aclose()
    await again.aclose()
