"""A name that was erased is shown no more, in no process, wherever it was seen before."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

import pytest

from paizhuo.v1 import auth_service_pb2, replay_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import Game
from service.staged import Listener

if TYPE_CHECKING:
    from service.playing import Client

SECRET: Final = "Nobody-Shall-Read-This"
Look = Callable[[Game], Awaitable[bytes]]
LOOKS: Final = 6
"""Calls in a row, of which each process gets some."""


async def in_tables(game: Game) -> bytes:
    """Look at the table."""
    return (await game.client.get(game.table_id, game.players[1])).SerializeToString()


async def in_lists(game: Game) -> bytes:
    """List tables."""
    metadata = game.players[1].metadata
    listed = await game.client.tables.ListTables(
        api.ListTablesRequest(mine=True), metadata=metadata
    )
    return listed.SerializeToString()


async def in_records(game: Game) -> bytes:
    """Read what is played."""
    request = replay_service_pb2.GetRecordRequest(table_id=game.table_id)
    read = await game.client.replay.GetRecord(request, metadata=game.players[1].metadata)
    return read.SerializeToString()


async def in_streams(game: Game) -> bytes:
    """Read all of a stream again, from its first revision."""
    revision = (await game.client.get(game.table_id, game.players[1])).table.revision
    request = api.WatchTableRequest(table_id=game.table_id, after_revision=0)
    listener = Listener(game.client, game.players[1], request)
    await listener.until(revision)
    await listener.stop()
    return b"".join(listener.heard)


PLACES: Final = {
    "tables": in_tables,
    "lists": in_lists,
    "records": in_records,
    "streams": in_streams,
}


@pytest.mark.parametrize("place", PLACES)
async def test_an_erased_name_is_gone_everywhere(client: Client, place: str) -> None:
    """Erased through one process it leaves the others within moments, and does not come back."""
    players = [await client.guest(name) for name in (SECRET, "Bao", "Chiara")]
    game = Game(client, await client.create(players[1]), players)
    for player in players:
        await client.join(game.table_id, player)
    for player in players:
        await client.ready(game.table_id, player)
    await client.until_asked(game.table_id, players[1])
    look = PLACES[place]
    assert await shown(game, look) == {True}
    await client.auth.EraseName(auth_service_pb2.EraseNameRequest(), metadata=players[0].metadata)
    # Other processes ask each second whose names were erased.
    async with asyncio.timeout(20):
        while await shown(game, look) != {False}:  # noqa: ASYNC110 - only asking tells
            await asyncio.sleep(0.05)
    assert await shown(game, look) == {False}


async def shown(game: Game, look: Look) -> set[bool]:
    """Say whether the name is shown, by whatever process is asked."""
    return {SECRET.encode() in await look(game) for _ in range(LOOKS)}
