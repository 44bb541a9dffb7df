"""A clock that is set back stops no table: its time goes on from its last entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from paizhuo.clock import SystemClock
from paizhuo.storage.v1.entry_pb2 import Entry
from service.playing import log_of, start_game

if TYPE_CHECKING:
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
