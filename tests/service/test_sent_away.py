"""Who may not look at a private table any more sees nothing more of it, in any process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import pytest

from paizhuo.v1 import replay_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import Game, new_id, read_refusal, refused, settings
from service.staged import Listener

if TYPE_CHECKING:
    from collections.abc import Awaitable, Sequence
    from typing import Any

    from service.playing import Client, Guest

BARRED = (grpc.StatusCode.PERMISSION_DENIED, "BARRED")
NOT_FOUND = (grpc.StatusCode.NOT_FOUND, "TABLE_NOT_FOUND")
STREAMS = 4


async def sit_down(client: Client) -> tuple[Game, Guest, str]:
    """Seat three guests at the private table of a fourth; returns its code as well."""
    owner = await client.guest("Olga")
    players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara")]
    request = api.CreateTableRequest(
        request_id=new_id(),
        game="dou_dizhu",
        seats=3,
        private=True,
        options=settings(match_end="deals", match_deals="1"),
    )
    created = await client.tables.CreateTable(request, metadata=owner.metadata)
    game = Game(client, created.table.table_id, players)
    for place, player in enumerate(players):
        joining = api.JoinTableRequest(
            request_id=new_id(), table_id=game.table_id, join_code=created.join_code, seat=place
        )
        await client.tables.JoinTable(joining, metadata=player.metadata)
    return game, owner, created.join_code


async def watch(game: Game, guest: Guest, code: str = "") -> list[Listener]:
    """Open streams, at one process and at the other; waits until all of them go."""
    request = api.WatchTableRequest(table_id=game.table_id, join_code=code)
    listeners = [Listener(game.client, guest, request) for _ in range(STREAMS)]
    for listener in listeners:
        await listener.until(1)
    return listeners


async def kick(game: Game, owner: Guest, seat: int) -> int:
    """Send somebody away, and return the revision of it."""
    request = api.KickPlayerRequest(request_id=new_id(), table_id=game.table_id, seat=seat)
    kicked = await game.client.tables.KickPlayer(request, metadata=owner.metadata)
    revision: int = kicked.revision
    return revision


async def how(call: Awaitable[Any]) -> tuple[grpc.StatusCode, str]:
    """Return how a call is refused."""
    found = await refused(call)
    return found.status, found.reason


async def ends(listeners: Sequence[Listener]) -> set[tuple[grpc.StatusCode, str]]:
    """Wait until all of these streams have ended, and return how."""
    found = set()
    for listener in listeners:
        end = await listener.until_end()
        assert end is not None
        found.add((end.code(), read_refusal(end).reason))
    return found


@pytest.mark.parametrize("in_match", [False, True], ids=["before", "in_match"])
async def test_who_is_sent_away_sees_no_more(client: Client, in_match: bool) -> None:  # noqa: FBT001
    """His streams end at once, however they were opened, and the code lets him in no more."""
    game, owner, code = await sit_down(client)
    table_id, away = game.table_id, game.players[1]
    if in_match:
        for player in game.players:
            await client.ready(table_id, player)
        await client.until_asked(table_id, owner)
    streams = [*await watch(game, away), *await watch(game, away, code)]
    staying = await watch(game, game.players[2])
    owners = await watch(game, owner)
    revision = await kick(game, owner, 1)
    assert await ends(streams) == {BARRED}
    for listener in streams:
        assert listener.revision < revision
    for listener in (*staying, *owners):
        await listener.until(revision)
    for given in ("", code):
        for _ in range(STREAMS):
            looking = api.GetTableRequest(table_id=table_id, join_code=given)
            joining = api.JoinTableRequest(request_id=new_id(), table_id=table_id, join_code=given)
            tables = client.tables
            assert await how(tables.GetTable(looking, metadata=away.metadata)) == BARRED
            assert await how(tables.JoinTable(joining, metadata=away.metadata)) == BARRED
        again = Listener(
            client,
            away,
            api.WatchTableRequest(table_id=table_id, join_code=given, after_revision=1),
        )
        assert await ends([again]) == {BARRED}
        assert not again.heard
    record = replay_service_pb2.GetRecordRequest(table_id=table_id)
    for call in (
        client.hint(table_id, away),
        client.replay.GetRecord(record, metadata=away.metadata),
    ):
        assert await how(call) == BARRED
    for listener in (*staying, *owners):
        await listener.stop()


async def test_who_leaves_sees_no_more_without_the_code(client: Client) -> None:
    """A stream ends when the seat was all that it was let in by; with the code it goes on."""
    game, owner, code = await sit_down(client)
    leaver = game.players[0]
    seated, let_in = await watch(game, leaver), await watch(game, leaver, code)
    leaving = api.LeaveTableRequest(request_id=new_id(), table_id=game.table_id)
    left = await client.tables.LeaveTable(leaving, metadata=leaver.metadata)
    assert await ends(seated) == {NOT_FOUND}
    for listener in let_in:
        await listener.until(left.revision)
    await client.add_bot(game.table_id, owner)
    for listener in let_in:
        await listener.until(left.revision + 1)
        assert listener.end is None
        await listener.stop()
    for listener in seated:
        assert listener.revision < left.revision
    assert await how(client.get(game.table_id, leaver)) == NOT_FOUND


async def test_for_whom_a_seat_is_kept_looks_on_after_leaving(client: Client) -> None:
    """Who may come back without a code may look on; sent away he may not."""
    player = await client.guest("Zoe")
    owner = await client.guest("Olga")
    request = api.CreateTableRequest(
        request_id=new_id(),
        game="dou_dizhu",
        seats=3,
        private=True,
        seats_for=[api.SeatFor(seat=0, principal=player.principal)],
    )
    created = await client.tables.CreateTable(request, metadata=owner.metadata)
    game = Game(client, created.table.table_id, [player])
    await client.join(game.table_id, player)
    listeners = await watch(game, player)
    leaving = api.LeaveTableRequest(request_id=new_id(), table_id=game.table_id)
    left = await client.tables.LeaveTable(leaving, metadata=player.metadata)
    for listener in listeners:
        await listener.until(left.revision)
    await client.join(game.table_id, player)
    await kick(game, owner, 0)
    assert await ends(listeners) == {BARRED}
    assert await how(client.get(game.table_id, player)) == BARRED


async def test_at_a_public_table_who_is_sent_away_may_look(client: Client) -> None:
    """Everybody may look there, so he may; but he sees no hand any more."""
    owner = await client.guest("Olga")
    players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara")]
    game = Game(client, await client.create(owner), players)
    for player in players:
        await client.join(game.table_id, player)
    for player in players:
        await client.ready(game.table_id, player)
    await client.until_asked(game.table_id, owner)
    listeners = await watch(game, players[1])
    revision = await kick(game, owner, 1)
    for listener in listeners:
        await listener.until(revision)
        told = next(m for m in listener.messages if m.revision == revision and not m.heartbeat)
        assert not told.view.HasField("viewer")
        assert not any(seat.hand for seat in told.view.seats)
        await listener.stop()
    shown = await asyncio.gather(*(client.get(game.table_id, players[1]) for _ in range(4)))
    assert not any(found.table.HasField("own_seat") for found in shown)
