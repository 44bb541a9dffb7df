"""A table where nobody is any more is closed, and one where somebody is goes on."""

from __future__ import annotations

import pytest

from paizhuo import limits
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.playing import Client, Running, log_of, new_id, start_game


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
