"""A server keeps, over its own end, what the name of its durability says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import grpc
import pytest

from paizhuo.config import Durability
from service.playing import Game, ServerProcess, connected, refused, start_game

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize("durability", list(Durability))
async def test_a_killed_server_keeps_what_its_durability_says(
    durability: Durability, tmp_path: Path
) -> None:
    """Killed, `normal` and `full` have kept every answer and guest, `memory` knows nobody."""
    process = ServerProcess(tmp_path, "--durability", durability.value)
    async with connected(await process.start()) as client:
        game = await start_game(client)
        last = [await game.act() for _ in range(12)][-1]
        await process.kill()
    address = await process.start()
    try:
        async with connected(address) as client:
            if durability is Durability.MEMORY:
                found = await refused(client.get(game.table_id, game.players[0]))
                assert found.status is grpc.StatusCode.UNAUTHENTICATED
                found = await refused(client.get(game.table_id, await client.guest()))
                assert found.reason == "TABLE_NOT_FOUND"
                assert not (tmp_path / "data").exists()
                return
            shown = await client.get(game.table_id, game.players[0])
            assert shown.table.revision == last.revision
            there = Game(client, game.table_id, game.players)
            assert (await there.act()).revision == last.revision + 1
    finally:
        await process.kill()
