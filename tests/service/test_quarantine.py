"""A table whose log and rules do not agree is closed here, and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grpc
import grpc.aio
import pytest

from paizhuo.engine import EnginePanic
from paizhuo.errors import Why
from paizhuo.storage.v1.entry_pb2 import Entry
from paizhuo.stores.base import Conflict, EntryHead
from paizhuo.tables.entries import FORMAT, hash_field, parse, wake_field
from service.playing import Client, Game, action, log_of, read_refusal, refused, start_game

if TYPE_CHECKING:
    from paizhuo.rpc.server import Server
    from service.playing import Running


async def _append(server: Running, table_id: str, entry: Entry, data: bytes) -> None:
    """Write an entry as another process would."""
    row = await server.stores.log.find_table(table_id)
    assert row is not None
    head = EntryHead(entry.revision, entry.entry_id, entry.time_ms)
    await server.stores.log.append(table_id, entry.revision - 1, data, head, row.summary)


async def _next_entry(server: Running, game: Game, **fields: Any) -> Entry:
    """Make an entry that says that a seat is ready, by another process."""
    log = await log_of(server, game.table_id)
    last = parse(log[-1])
    given = {
        "revision": last.revision + 1,
        "format": FORMAT,
        "entry_id": "somebody/else",
        "time_ms": last.time_ms,
        "rules_revision": last.rules_revision,
        "state_hash": last.state_hash,
        **fields,
    }
    entry = Entry(**given)
    entry.seat_ready.seat = 0
    return entry


async def test_another_hash_closes_the_table_here(game: Game, server: Running) -> None:
    """An entry that leads elsewhere than it says makes every call DATA_LOSS, and no other's."""
    entry = await _next_entry(server, game, state_hash=b"elsewhen")
    await _append(server, game.table_id, entry, entry.SerializeToString())
    for _ in range(2):
        found = await refused(game.client.get(game.table_id, game.players[0]))
        assert (found.status, found.reason) == (
            grpc.StatusCode.DATA_LOSS,
            "TABLE_QUARANTINED",
        )
    other = await start_game(game.client)
    assert (await other.act()).revision


async def test_what_damage_says_is_not_for_callers(game: Game, server: Server) -> None:
    """The rules' refusal of a logged action names cards: it stays with the operator."""
    while (shown := await game.client.get(game.table_id, game.players[0])).view.phase != "play":
        await game.act()
    decision = shown.view.decisions[0]
    entry = await _next_entry(server, game)
    entry.acted.seat = decision.seat
    entry.acted.decision_id = decision.id
    entry.acted.action = action("play", cards="2s-2h-2d-2c-As-Ah").SerializeToString()
    await _append(server, game.table_id, entry, entry.SerializeToString())
    for _ in range(2):
        with pytest.raises(grpc.aio.AioRpcError) as refusal:
            await game.client.get(game.table_id, game.players[0])
        assert read_refusal(refusal.value).facts == {}
        assert refusal.value.details() == Why.TABLE_QUARANTINED.value.meaning


@pytest.mark.parametrize("fields", [{"format": 99}, {"rules_revision": 99}], ids=str)
async def test_a_newer_entry_needs_a_newer_server(
    game: Game, server: Running, fields: dict[str, int]
) -> None:
    """An entry of an unknown format or revision changes nothing here: UNAVAILABLE."""
    entry = await _next_entry(server, game, **fields)
    await _append(server, game.table_id, entry, entry.SerializeToString())
    before = await log_of(server, game.table_id)
    found = await refused(game.client.get(game.table_id, game.players[0]))
    assert (found.status, found.reason) == (
        grpc.StatusCode.UNAVAILABLE,
        "NEWER_SERVER_NEEDED",
    )
    assert found.retry_ms
    assert await log_of(server, game.table_id) == before


@pytest.mark.one_process(reason="it breaks the engine of the process")
async def test_a_panic_writes_nothing_and_closes_one_table(
    game: Game, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An engine that breaks in `prepare` leaves the log as it was and closes that table."""
    live = server.hall.loaded(game.table_id)
    assert live is not None
    request, player = await game.next_act()
    before = await log_of(server, game.table_id)

    def broken(*_: object) -> None:
        raise EnginePanic("an invariant broke")

    monkeypatch.setattr(type(live.state), "prepare_act", broken)
    found = await refused(game.client.tables.Act(request, metadata=player.metadata))
    assert (found.status, found.reason) == (grpc.StatusCode.DATA_LOSS, "TABLE_QUARANTINED")
    monkeypatch.undo()
    found = await refused(game.client.tables.Act(request, metadata=player.metadata))
    assert found.reason == "TABLE_QUARANTINED"
    assert await log_of(server, game.table_id) == before


@pytest.mark.one_process(reason="it looks at the table in memory before it catches up")
async def test_what_another_process_wrote_is_caught_up_with(game: Game, server: Server) -> None:
    """An entry of another process is seen by reads, and a call in its way begins again."""
    entry = await _next_entry(server, game)
    live = server.hall.loaded(game.table_id)
    assert live is not None
    raw = Entry()
    raw.CopyFrom(entry)
    raw.ClearField("state_hash")
    await _append(
        server,
        game.table_id,
        entry,
        raw.SerializeToString() + hash_field(entry.state_hash) + wake_field(0),
    )
    assert live.state.revision == entry.revision - 1
    request, player = await game.next_act()
    answer = await game.client.tables.Act(request, metadata=player.metadata)
    assert answer.revision == entry.revision + 1


@pytest.mark.one_process(reason="it breaks the store of the process")
async def test_conflicts_without_end_are_aborted(
    client: Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A call that loses the race every time is ABORTED: at once, and in five tries after that."""
    game = await start_game(client)
    request, player = await game.next_act()
    tries: list[int] = []

    def lost(*_: Any, **__: Any) -> Conflict:
        tries.append(1)
        return Conflict(1)

    monkeypatch.setattr(server.stores.log, "append_at_once", lost)
    found = await refused(client.tables.Act(request, metadata=player.metadata))
    assert (found.status, found.reason) == (grpc.StatusCode.ABORTED, "CONTENDED")
    assert len(tries) == 1 + 5
