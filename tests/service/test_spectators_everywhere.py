"""Spectators live by the options of the table in whatever process they look."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc

from paizhuo.storage.v1.entry_pb2 import Entry
from paizhuo.v1 import replay_service_pb2, table_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import Game, action, log_of, new_id, read_refusal, refused, settings
from service.staged import Listener

if TYPE_CHECKING:
    from paizhuo.v1 import record_pb2
    from service.playing import Client, Guest, Running

DELAY = 3
PLAYS = {"deal_committed", "deal_started", "acted"}


async def deal(client: Client, **options: str) -> tuple[Game, Guest]:
    """Deal to three guests at the table of a fourth, who has no seat."""
    owner = await client.guest("Olga")
    players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara")]
    table_id = await client.create(
        owner,
        options=settings(match_end="deals", match_deals="1"),
        table_options=settings(**options),
    )
    for player in players:
        await client.join(table_id, player)
    for player in players:
        await client.ready(table_id, player)
    await client.until_asked(table_id, players[0])
    return Game(client, table_id, players), owner


async def bid(game: Game) -> None:
    """Let whoever is asked bid as high as one can."""
    request, player = await game.next_act()
    request.action.CopyFrom(action("bid", value=3))
    await game.client.tables.Act(request, metadata=player.metadata)


async def toggle(game: Game, owner: Guest) -> None:
    """Let the owner pause and go on."""
    for method in ("PauseTable", "ResumeTable"):
        request = getattr(api, f"{method}Request")(request_id=new_id(), table_id=game.table_id)
        await getattr(game.client.tables, method)(request, metadata=owner.metadata)


async def all_listening(game: Game, guest: Guest) -> list[Listener]:
    """Open four streams, at one process and the other by turns."""
    request = api.WatchTableRequest(table_id=game.table_id)
    return [Listener(game.client, guest, request) for _ in range(4)]


async def test_delays_hold_in_every_process(server: Running, client: Client) -> None:
    """At each step whoever has no seat is as many plays behind, by streams and by every call."""
    game, owner = await deal(client, spectator_delay_revisions=str(DELAY))
    table_id = game.table_id
    listeners = await all_listening(game, owner)
    # Nobody runs out of cards in two plays, and nobody comes to a third one.
    for place in range(7):
        # Bid three at once: nobody may pass all the others into a redeal.
        await bid(game) if place == 0 else await game.act()
        await toggle(game, owner)
        await toggle(game, owner)
        log = [Entry.FromString(raw) for raw in await log_of(server, table_id)]
        plays = [entry.revision for entry in log if entry.WhichOneof("body") in PLAYS]
        started = next(e.revision for e in log if e.HasField("deal_started"))
        last = max(started, plays[-DELAY] - 1)
        for listener in listeners:
            await listener.until(last)
        for _ in range(4):
            shown = await client.get(table_id, owner)
            assert shown.table.revision == last
            assert (await client.get(table_id, game.players[0])).table.revision == len(log)
            ahead = await refused(client.get(table_id, owner, min_revision=last + 1))
            assert (ahead.reason, ahead.facts) == ("REVISION_AHEAD", {"revision": str(last)})
            record = await record_of(client, owner, table_id)
            acted = [event for event in record.deals[-1].observed if event.HasField("acted")]
            assert len(acted) == sum(e.HasField("acted") and e.revision <= last for e in log)
            listed = await client.tables.ListTables(
                api.ListTablesRequest(), metadata=owner.metadata
            )
            row = next(row for row in listed.tables if row.table_id == table_id)
            assert (row.revision, row.state) == (0, table_pb2.TABLE_STATE_PLAYING)
    # Nobody was ever told more than the last look allows.
    for listener in listeners:
        assert listener.revision == last
        await listener.stop()


async def test_where_nobody_may_watch_no_process_shows_anything(client: Client) -> None:
    """Streams end in every process once the match has begun, and none begins."""
    owner = await client.guest("Olga")
    players = [await client.guest(name) for name in ("Ann", "Bao", "Chiara")]
    table_id = await client.create(owner, table_options=settings(spectators="nobody"))
    game = Game(client, table_id, players)
    listeners = await all_listening(game, owner)
    for listener in listeners:
        await listener.until(1)
    for player in players:
        await client.join(table_id, player)
    for player in players:
        await client.ready(table_id, player)
    await client.until_asked(table_id, players[0])
    for listener in (*listeners, *await all_listening(game, owner)):
        end = await listener.until_end()
        assert end is not None
        assert end.code() is grpc.StatusCode.PERMISSION_DENIED
        assert read_refusal(end).reason == "SPECTATORS_OFF"
        assert not any(
            event.WhichOneof("kind") == "dealt"
            for message in listener.messages
            for event in message.events
        )
    found = await asyncio.gather(*(refused(client.get(table_id, owner)) for _ in range(4)))
    assert {refusal.reason for refusal in found} == {"SPECTATORS_OFF"}


async def record_of(client: Client, guest: Guest, table_id: str) -> record_pb2.Record:
    """Return the record of the last match."""
    request = replay_service_pb2.GetRecordRequest(table_id=table_id)
    return (await client.replay.GetRecord(request, metadata=guest.metadata)).record
