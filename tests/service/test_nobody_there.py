"""A table where nobody is any more is closed, and one where somebody is goes on."""

from __future__ import annotations

import asyncio
import itertools
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import pytest

from paizhuo import limits
from paizhuo.clock import SystemClock
from paizhuo.config import Durability
from paizhuo.storage.v1 import entry_pb2
from paizhuo.stores.base import entries_from
from paizhuo.stores.opening import open_stores
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.playing import (
    Client,
    Game,
    Guest,
    Running,
    ServerProcess,
    connected,
    log_of,
    new_id,
    served,
    settings,
    start_game,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

ABANDON_MS = limits.ABANDON_MS_MIN
TABLES = 4


@pytest.mark.one_process(reason="it lowers limits of the process")
async def test_redeals_without_end_end(
    server: Running, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all pass by themselves and nobody calls, redeals count as deals, and have an end."""
    monkeypatch.setattr(limits, "AUTO_PASS_MS_MIN", 0)
    monkeypatch.setattr(limits, "AUTO_PASS_MS_MAX", 1)
    monkeypatch.setattr(limits, "DEALS_ALONE_MAX", 4)
    game = await start_game(client)
    for guest in game.players:
        await client.tables.SetAutoPass(
            api.SetAutoPassRequest(request_id=new_id(), table_id=game.table_id, on=True),
            metadata=guest.metadata,
        )
    shown = await client.until(
        game.table_id, game.players[0], lambda seen: bool(seen.table.close_reason)
    )
    assert shown.table.close_reason == "no_person"
    log = check(game.table_id, await log_of(server, game.table_id))
    last_call = max(entry.revision for entry in log if "/" in entry.entry_id)
    dealt = [entry for entry in log if entry.HasField("deal_started")]
    assert [entry.deal_started.attempt for entry in dealt] == [1, 2, 3, 4, 5]
    assert sum(entry.revision > last_call for entry in dealt) == 4
    assert log[-1].entry_id == "system:close:no_person"


@asynccontextmanager
async def watched(client: Client, table_id: str, guest: Guest) -> AsyncIterator[None]:
    """Watch a table and say nothing."""
    request = api.WatchTableRequest(table_id=table_id)
    stream = client.tables.WatchTable(request, metadata=guest.metadata)
    await anext(aiter(stream))
    try:
        yield
    finally:
        stream.cancel()


async def games_of(client: Client, count: int, **options: str) -> list[Game]:
    """Deal at tables that are closed when all are away."""
    chosen = settings(abandon_after_ms=str(ABANDON_MS), delegate_after_misses="0", **options)
    return [await start_game(client, table_options=chosen) for _ in range(count)]


async def until_abandoned(game: Game) -> None:
    """Wait until a table is closed, for nobody being there."""
    shown = await game.client.until(
        game.table_id, game.players[0], lambda seen: bool(seen.table.close_reason)
    )
    assert shown.table.close_reason == "abandoned"


def now_ms() -> int:
    """Return the time of this machine, which is that of the servers."""
    return SystemClock().now_ms()


@pytest.mark.slow
async def test_who_watches_quietly_is_not_away(server: Running, client: Client) -> None:
    """A table is closed when the last of its persons has gone for so long, and not before."""
    games = await games_of(client, TABLES)
    async with AsyncExitStack() as watching:
        for place, game in enumerate(games):
            guest = game.players[place % 3]
            await watching.enter_async_context(watched(client, game.table_id, guest))
        heads = [await log_of(server, game.table_id) for game in games]
        await asyncio.sleep(2 * ABANDON_MS / 1000)
        assert [await log_of(server, game.table_id) for game in games] == heads
        gone_ms = now_ms()
    for game, head in zip(games, heads, strict=True):
        await until_abandoned(game)
        log = check(game.table_id, await log_of(server, game.table_id))
        assert log[-1].entry_id == "system:close:abandoned"
        assert log[-1].time_ms >= gone_ms + ABANDON_MS
        assert len(log) == len(head) + 1


@pytest.mark.slow
async def test_time_runs_on_where_somebody_watches(server: Running, client: Client) -> None:
    """Watching keeps the table and stops no clock: decisions run out as if nobody did."""
    (game,) = await games_of(client, 1, decision_ms="500")
    async with watched(client, game.table_id, game.players[1]):
        await asyncio.sleep(2 * ABANDON_MS / 1000)
        log = check(game.table_id, await log_of(server, game.table_id))
    last_call = max(entry.time_ms for entry in log if "/" in entry.entry_id)
    late = [e.time_ms for e in log if e.acted.actor == entry_pb2.ACTOR_TIMEOUT]
    assert min(late) < last_call + ABANDON_MS < max(late)
    for before, entry in itertools.pairwise(log):
        if entry.acted.actor == entry_pb2.ACTOR_TIMEOUT:
            assert entry.time_ms - before.time_ms >= 500
    await until_abandoned(game)


async def test_a_spectator_keeps_no_table(server: Running, client: Client) -> None:
    """Who has no seat may watch; the persons who have one are away all the same."""
    (game,) = await games_of(client, 1)
    async with watched(client, game.table_id, await client.guest("Eve")):
        await until_abandoned(game)
    log = check(game.table_id, await log_of(server, game.table_id))
    last_call = max(entry.time_ms for entry in log if "/" in entry.entry_id)
    assert log[-1].time_ms >= last_call + ABANDON_MS


@pytest.mark.slow
async def test_who_was_at_a_killed_process_is_away(tmp_path: Path) -> None:
    """Streams end with their process: another one closes the table, once."""
    closing, dying = ServerProcess(tmp_path), ServerProcess(tmp_path)
    async with (
        connected(await closing.start()) as client,
        connected(await dying.start()) as other,
    ):
        games = await games_of(client, TABLES)
        async with AsyncExitStack() as watching:
            for game in games:
                where = watched(other, game.table_id, game.players[0])
                await watching.enter_async_context(where)
            await asyncio.sleep(2 * ABANDON_MS / 1000)
            for game in games:
                shown = await client.get(game.table_id, game.players[1])
                assert not shown.table.close_reason
                assert shown.table.seats[0].person.present
            killed_ms = now_ms()
            await dying.kill()
        for game in games:
            await until_abandoned(game)
            shown = await client.get(game.table_id, game.players[1])
            assert not shown.table.seats[0].person.present
    assert await closing.stop() == 0
    stores = open_stores("normal", tmp_path / "data", lambda: 0)
    for game in games:
        log = check(
            game.table_id,
            [entry.data async for entry in entries_from(stores.log, game.table_id)],
        )
        assert [e.HasField("table_closed") for e in log[-2:]] == [False, True]
        # What it was last seen with is at most so old as a mark that counts.
        assert log[-1].time_ms >= killed_ms - limits.MARK_STALE_MS + ABANDON_MS
    await stores.aclose()


@pytest.mark.slow
async def test_a_restart_lets_watchers_come_back(tmp_path: Path) -> None:
    """Who watched when the server stopped has the whole time again to come back."""
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        (game,) = await games_of(client, 1)
        async with watched(client, game.table_id, game.players[0]):
            await asyncio.sleep(1.5 * ABANDON_MS / 1000)
            head = await log_of(server, game.table_id)
            await server.stop()
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        await asyncio.sleep(0.3)
        async with watched(client, game.table_id, game.players[0]):
            await asyncio.sleep(1.5 * ABANDON_MS / 1000)
            assert await log_of(server, game.table_id) == head
        await until_abandoned(Game(client, game.table_id, game.players))
