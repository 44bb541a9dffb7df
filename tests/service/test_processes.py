"""Real server processes: killed at any point, stopped, and two on one store."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import grpc
import grpc.aio
import pytest

from paizhuo.stores.base import entries_from
from paizhuo.stores.opening import open_stores
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.playing import (
    Client,
    Game,
    Guest,
    ServerProcess,
    connected,
    read_refusal,
    settings,
    start_game,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from paizhuo.storage.v1.entry_pb2 import Entry

KILLS = 8
ACTS_BETWEEN_MAX = 25


async def _log(folder: Path, table_id: str) -> list[Entry]:
    """Read a log from the files that a server left, and check it."""
    stores = open_stores("normal", folder / "data", lambda: 0)
    log = [entry.data async for entry in entries_from(stores.log, table_id)]
    await stores.aclose()
    return check(table_id, log)


@pytest.mark.slow
async def test_a_killed_server_loses_no_answer(tmp_path: Path) -> None:
    """Killed at many points of a match: what was answered is there, and the match goes on."""
    seed = random.randrange(1 << 32)
    chance = random.Random(seed)
    process = ServerProcess(tmp_path)
    answered: dict[str, int] = {}
    address = await process.start()
    async with connected(address) as client:
        game = await start_game(client, options=settings(auction="call_rob"))
    for _ in range(KILLS):
        async with connected(address) as client:
            game = Game(client, game.table_id, game.players)
            for _ in range(chance.randrange(ACTS_BETWEEN_MAX)):
                request, _ = await game.next_act()
                answered[request.request_id] = (await _send(game, request)).revision
            request, player = await game.next_act()
            call = asyncio.ensure_future(_sent(client, request, player))
            await asyncio.sleep(chance.random() * 0.004)
            await process.kill()
            answer = await call
            if answer is not None:
                answered[request.request_id] = answer.revision
        address = await process.start()
        async with connected(address) as client:
            again = await client.tables.Act(request, metadata=player.metadata)
            answered[request.request_id] = again.revision
    await process.kill()
    entries = {
        entry.entry_id.partition("/")[2]: entry for entry in await _log(tmp_path, game.table_id)
    }
    lost = [name for name, revision in answered.items() if entries[name].revision != revision]
    assert lost == [], f"seed {seed}"


async def _send(game: Game, request: api.ActRequest) -> api.ActResponse:
    """Send an action of whoever is asked."""
    shown = await game.client.get(game.table_id, game.players[0])
    player = game.players[shown.view.decisions[0].seat]
    return await game.client.tables.Act(request, metadata=player.metadata)


async def _sent(client: Client, request: api.ActRequest, player: Guest) -> api.ActResponse | None:
    """Send an action; None if the server died over it."""
    try:
        return await client.tables.Act(request, metadata=player.metadata)
    except grpc.aio.AioRpcError:
        return None


@pytest.mark.slow
async def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    """A table that nobody calls goes on by itself as soon as a server runs again."""
    process = ServerProcess(tmp_path)
    async with connected(await process.start()) as client:
        owner = await client.guest()
        table_id = await client.create(owner)
        for _ in range(3):
            await client.add_bot(table_id, owner)
        shown = await client.until(table_id, owner, lambda shown: shown.view.deal >= 1)
    await process.kill()
    address = await process.start()
    head = shown.table.revision
    # Nobody names the table to the new process: its driver finds it.
    await asyncio.sleep(2.5)
    async with connected(address) as client:
        listed = await client.tables.ListTables(
            api.ListTablesRequest(mine=True), metadata=owner.metadata
        )
        assert listed.tables[0].revision > head
    assert await process.stop() == 0
    entries = await _log(tmp_path, table_id)
    assert len(entries) > head


@pytest.mark.slow
async def test_two_processes_serve_one_table(tmp_path: Path) -> None:
    """Two servers on one file take turns at one table, and a stream of each sees all."""
    processes = [ServerProcess(tmp_path), ServerProcess(tmp_path)]
    addresses = [await process.start() for process in processes]
    async with connected(addresses[0]) as one, connected(addresses[1]) as two:
        game = await start_game(one)
        games = [game, Game(two, game.table_id, game.players)]
        streams = [
            asyncio.create_task(_revisions(client, game.table_id, player, 40))
            for client, player in ((one, game.players[0]), (two, game.players[1]))
        ]
        head = 0
        while head < 40:
            for place, playing in enumerate(games):
                request, player = await playing.next_act()
                other = games[1 - place].client
                answers = await asyncio.gather(
                    playing.client.tables.Act(request, metadata=player.metadata),
                    other.tables.Act(request, metadata=player.metadata),
                )
                assert answers[0] == answers[1]
                head = answers[0].revision
        told = await asyncio.gather(*streams)
    assert [await process.stop() for process in processes] == [0, 0]
    assert told[0] == told[1] == list(range(1, 41))
    assert len(await _log(tmp_path, game.table_id)) >= head


async def _revisions(client: Client, table_id: str, guest: Guest, until: int) -> list[int]:
    """Return the revisions of a stream from the first on."""
    stream = client.tables.WatchTable(
        api.WatchTableRequest(table_id=table_id, after_revision=0), metadata=guest.metadata
    )
    told: list[int] = []
    async for message in stream:
        if not message.heartbeat:
            told.append(message.revision)
        if message.revision >= until:
            break
    stream.cancel()
    return told


async def read_on(stream: AsyncIterator[object]) -> None:
    """Read a stream to its end."""
    async for _ in stream:
        pass


@pytest.mark.slow
async def test_a_stopped_server_ends_well(tmp_path: Path) -> None:
    """SIGTERM ends streams with a reason and the process with exit code 0, soon."""
    process = ServerProcess(tmp_path)
    async with connected(await process.start()) as client:
        owner = await client.guest()
        table_id = await client.create(owner)
        stream = aiter(
            client.tables.WatchTable(
                api.WatchTableRequest(table_id=table_id), metadata=owner.metadata
            )
        )
        await anext(stream)
        stopping = asyncio.create_task(process.stop())
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await read_on(stream)
        assert read_refusal(error.value).reason == "DRAINING"
        assert await asyncio.wait_for(stopping, 25) == 0
