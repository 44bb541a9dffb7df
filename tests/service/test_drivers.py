"""Two real processes wake the tables of one folder; the one that drives is killed."""

from __future__ import annotations

import asyncio
import itertools
import time
from typing import TYPE_CHECKING

import pytest

from paizhuo import limits
from paizhuo.storage.v1 import entry_pb2
from paizhuo.stores.base import entries_from
from paizhuo.stores.memory import MemoryLog
from paizhuo.stores.opening import open_stores
from paizhuo.tables.peers import Peers, last_mark_ms
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.playing import Client, Guest, ServerProcess, connected, new_id, settings

if TYPE_CHECKING:
    from pathlib import Path

TABLES = 500
OWNED_MAX = 20
DECISION_MS = 1_500
AFTER_S = 12.0


async def _set_up(client: Client, owner: Guest, players: list[Guest]) -> str:
    """Fill a table with persons who will never answer."""
    table_id = await client.create(
        owner,
        table_options=settings(decision_ms=str(DECISION_MS), delegate_after_misses="0"),
    )
    for player in players:
        await client.join(table_id, player)
    for player in players:
        await client.ready(table_id, player)
    return table_id


async def _log(folder: Path, table_id: str) -> list[entry_pb2.Entry]:
    """Read a log that servers left, and check it: no entry twice, and all of it plays again."""
    stores = open_stores("normal", folder / "data", lambda: 0)
    log = [entry.data async for entry in entries_from(stores.log, table_id)]
    await stores.aclose()
    return check(table_id, log)


@pytest.mark.slow
async def test_every_wake_up_happens_once_though_the_driver_is_killed(tmp_path: Path) -> None:
    """With kill -9 in the middle every time-out of every table is written once, on time."""
    driving, waiting = ServerProcess(tmp_path), ServerProcess(tmp_path)
    address = await driving.start()
    async with connected(address) as client:
        players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara")]
        tables: list[str] = []
        while len(tables) < TABLES:
            owner = await client.guest("Olga")
            made = [_set_up(client, owner, players) for _ in range(OWNED_MAX)]
            tables += await asyncio.gather(*made)
    await waiting.start()
    await asyncio.sleep(DECISION_MS / 1000)
    killed_ms = time.time_ns() // 1_000_000
    await driving.kill()
    await asyncio.sleep(AFTER_S)
    stopped_ms = time.time_ns() // 1_000_000
    await waiting.stop()
    for table_id in tables:
        log = await _log(tmp_path, table_id)
        late = [e for e in log if e.acted.actor == entry_pb2.ACTOR_TIMEOUT]
        assert sum(e.time_ms > killed_ms for e in late) >= 2
        answered = [e.acted.decision_id for e in late]
        assert len(set(answered)) == len(answered)
        for before, entry in itertools.pairwise(log):
            if entry.entry_id.startswith("system:"):
                assert entry.time_ms >= before.wake_at_ms
            # It was not left to stand, either.
            assert entry.time_ms < before.wake_at_ms + AFTER_S * 1000
        assert log[-1].wake_at_ms > stopped_ms - AFTER_S * 1000


async def test_two_processes_share_out_what_is_due() -> None:
    """Every process is first for some tables, and the second waits 250 ms more."""
    peers = [Peers(name) for name in ("a", "b", "c")]
    log = MemoryLog()
    for _ in range(2):
        for one in peers:
            await one.mark(log, 10_000)
    delays = [[one.delay_ms(f"table {number}") for one in peers] for number in range(60)]
    expected = [place * limits.RANK_DELAY_MS for place in range(3)]
    assert all(sorted(row) == expected for row in delays)
    assert {row.index(0) for row in delays} == {0, 1, 2}


async def test_who_left_no_mark_for_long_is_passed_over() -> None:
    """A process that died stops to count once its mark is old; the others move up."""
    log = MemoryLog()
    one, other = Peers("a"), Peers("b")
    await other.mark(log, 10_000)
    await one.mark(log, 10_000 + limits.MARK_STALE_MS)
    assert any(one.delay_ms(f"table {number}") for number in range(20))
    await one.mark(log, 10_001 + limits.MARK_STALE_MS)
    assert not any(one.delay_ms(f"table {number}") for number in range(20))


async def test_the_last_mark_of_all_is_found() -> None:
    """Whoever left it, the newest mark says when a server was last alive."""
    log = MemoryLog()
    assert await last_mark_ms(log, 50_000) is None
    await log.mark_alive("a", 12_345)
    await log.mark_alive("b", 9_000)
    assert await last_mark_ms(log, 1_000_000_000) == 12_345


@pytest.mark.slow
async def test_a_killed_server_stops_the_clocks(tmp_path: Path) -> None:
    """Killed and started again later, a server logs its absence as a pause of every clock."""
    process = ServerProcess(tmp_path)
    async with connected(await process.start()) as client:
        players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara")]
        table_id = await _set_up(client, players[0], players)
        shown = await client.until_asked(table_id, players[0])
    await process.kill()
    await asyncio.sleep(limits.MARK_STALE_MS / 1000 + 0.5)
    async with connected(await process.start()) as client:
        await client.until(table_id, players[0], lambda seen: not seen.table.paused)
        request = api.ActRequest(
            request_id=new_id(),
            table_id=table_id,
            decision_id=shown.view.decisions[0].id,
        )
        request.action.bid.value = 1
        player = players[shown.view.decisions[0].seat]
        assert await client.tables.Act(request, metadata=player.metadata) is not None
    await process.stop()
    log = await _log(tmp_path, table_id)
    paused = next(e for e in log if e.HasField("paused"))
    resumed = next(e for e in log if e.HasField("resumed"))
    assert paused.paused.by_server
    assert paused.entry_id.startswith("system:down:")
    assert resumed.time_ms - paused.time_ms >= limits.MARK_STALE_MS
    assert not any(e.acted.actor == entry_pb2.ACTOR_TIMEOUT for e in log)
