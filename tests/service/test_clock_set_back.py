"""A clock that is set back stops no table: its time goes on from its last entry."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from paizhuo import limits
from paizhuo.clock import SystemClock
from paizhuo.config import Durability
from paizhuo.storage.v1 import entry_pb2
from paizhuo.storage.v1.entry_pb2 import Entry
from service.log_checks import check
from service.playing import connected, log_of, served, settings, start_game

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo.rpc.server import Server
    from service.playing import Client

HOUR_MS = 3_600_000


@pytest.mark.one_process(reason="it sets the clock of the process")
async def test_play_goes_on_when_the_clock_is_set_back(
    client: Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After an hour's jump back bots answer, the next deal is dealt, and times never fall."""
    game = await start_game(client)
    await game.act()
    real = SystemClock.now_ms
    monkeypatch.setattr(SystemClock, "now_ms", lambda self: real(self) - HOUR_MS)
    for _ in range(6):
        await game.act()
    owner = await client.guest("Bao")
    table_id = game.table_id
    times = [Entry.FromString(raw).time_ms for raw in await log_of(server, table_id)]
    assert times == sorted(times)
    monkeypatch.undo()
    other = await client.create(owner, seats=3)
    await client.join(other, owner)
    for _ in range(2):
        await client.add_bot(other, owner)
    monkeypatch.setattr(SystemClock, "now_ms", lambda self: real(self) - HOUR_MS)
    await client.ready(other, owner)
    shown = await client.until(
        other,
        owner,
        lambda shown: any(decision.seat == 0 for decision in shown.view.decisions),
    )
    assert shown.view.deal == 1


async def test_a_table_wakes_though_the_clock_was_set_back_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that starts with a clock set back goes on with tables that nobody looks at."""
    monkeypatch.setattr(limits, "AHEAD_EVERY_MS", 100)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        chosen = settings(decision_ms="1000", delegate_after_misses="0")
        game = await start_game(client, table_options=chosen)
        head = len(await log_of(server, game.table_id))
    real = SystemClock.now_ms
    monkeypatch.setattr(SystemClock, "now_ms", lambda self: real(self) - HOUR_MS)
    async with served(tmp_path, Durability.NORMAL) as server, asyncio.timeout(60):
        assert server.hall.loaded(game.table_id) is None
        while len(log := await log_of(server, game.table_id)) < head + 2:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        entries = check(game.table_id, log)
    assert entries[head].acted.actor == entry_pb2.ACTOR_TIMEOUT
    assert entries[head + 1].time_ms - entries[head].time_ms >= 1000
