"""A caller that hangs up cancels nothing, wherever his call was."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import grpc
import pytest

from paizhuo.config import Durability
from paizhuo.engine import ActRequest
from paizhuo.stores.base import OutcomeUnknown, StoreUnavailable, Trouble
from paizhuo.stores.memory import MemoryLog
from paizhuo.tables import commands
from service.log_checks import check, fold
from service.playing import Client, Game, connected, log_of, refused, served, start_game
from service.stepper import Stepper

if TYPE_CHECKING:
    from pathlib import Path

    from paizhuo.rpc.server import Server
    from service.playing import Running

ROUNDS = 120


@pytest.mark.parametrize("durability", [Durability.MEMORY, Durability.NORMAL])
async def test_a_call_cancelled_at_every_await_agrees_with_the_log(
    tmp_path: Path, durability: Durability
) -> None:
    """Cancelled at each wait of the path in turn, log and state agree, and play goes on."""
    async with (
        served(tmp_path, durability) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        game = await start_game(client)
        live = await server.hall.find(game.table_id)
        waits = 0
        cancelled = 0
        for _ in range(ROUNDS):
            request, player = await game.next_act()
            before = live.state.revision
            command = commands.Act(player.principal, ActRequest(request.SerializeToString()))
            stepper = Stepper(server.hall.change(game.table_id, command), waits)
            await asyncio.wait_for(stepper.run(), 30)
            if stepper.was_cancelled:
                cancelled += 1
                waits += 1
            else:
                waits = 0
            # Whatever became of the call, the same request finds out.
            answer = await client.tables.Act(request, metadata=player.metadata)
            assert answer.revision >= before + 1
            # The table may move on by itself while its log is read.
            revision, state_hash = live.state.revision, live.state.hash
            log = await log_of(server, game.table_id)
            assert fold(game.table_id, log[:revision]).hash == state_hash
        entries = check(game.table_id, await log_of(server, game.table_id))
        assert cancelled > 0
        assert sum(entry.HasField("acted") for entry in entries) >= ROUNDS


async def test_calls_that_are_hung_up_over_grpc_agree_with_the_log(
    client: Client, server: Running
) -> None:
    """Calls cancelled by the client after any time are done once or not at all."""
    game = await start_game(client)
    for place in range(ROUNDS):
        request, player = await game.next_act()
        call = client.tables.Act(request, metadata=player.metadata)
        await asyncio.sleep(place % 12 * 0.0002)
        call.cancel()
        answer = await client.tables.Act(request, metadata=player.metadata)
        assert answer.revision > 0
    entries = check(game.table_id, await log_of(server, game.table_id))
    acted = [entry.entry_id for entry in entries if entry.HasField("acted")]
    assert len(set(acted)) == len(acted) >= ROUNDS


@pytest.mark.one_process(reason="it breaks the store of the process")
async def test_an_unknown_outcome_is_found_out(
    game: Game, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where an append's end is not known, written or not, the call ends well and once."""
    log = server.stores.log
    append = log.append
    for is_written in (True, False):

        async def unsure(*where: Any, is_written: bool = is_written, **what: Any) -> Any:
            monkeypatch.setattr(log, "append_at_once", append)
            if is_written:
                await append(*where, **what)
            raise OutcomeUnknown

        request, player = await game.next_act()
        head = len(await log_of(server, game.table_id))
        monkeypatch.setattr(log, "append", unsure)
        answer = await game.client.tables.Act(request, metadata=player.metadata)
        assert answer.revision == head + 1
        entries = check(game.table_id, await log_of(server, game.table_id))
        assert sum(entry.entry_id.endswith(request.request_id) for entry in entries) == 1


@pytest.mark.one_process(reason="it breaks the store of the process")
async def test_a_store_that_is_down_is_said_to_be(
    game: Game, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the store cannot serve, calls are UNAVAILABLE with a delay, and nothing is lost."""
    log = server.stores.log
    assert isinstance(log, MemoryLog)
    append = log.append_at_once

    def down(*_: Any, **__: Any) -> Any:
        raise StoreUnavailable(Trouble.FULL, "no room")

    request, player = await game.next_act()
    monkeypatch.setattr(log, "append_at_once", down)
    found = await refused(game.client.tables.Act(request, metadata=player.metadata))
    assert (found.status, found.reason) == (
        grpc.StatusCode.UNAVAILABLE,
        "STORE_UNAVAILABLE",
    )
    assert found.retry_ms
    monkeypatch.setattr(log, "append_at_once", append)
    assert (await game.client.tables.Act(request, metadata=player.metadata)).revision
    assert check(game.table_id, await log_of(server, game.table_id))
