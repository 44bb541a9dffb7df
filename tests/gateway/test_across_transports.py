"""One server, many transports: what one wrote, the others repeat and show."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import TYPE_CHECKING

import pytest

from paizhuo.v1 import table_service_pb2 as api
from service.playing import Game, log_of, new_id, refused, settings
from service.transports import TRANSPORTS, reached

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from paizhuo.rpc.server import Server
    from service.playing import Client


@pytest.fixture
async def clients(server: Server) -> AsyncIterator[dict[str, Client]]:
    """Connect once over each transport."""
    async with AsyncExitStack() as stack:
        yield {name: await stack.enter_async_context(reached(server, name)) for name in TRANSPORTS}


async def test_a_request_has_one_effect_over_all_transports(
    server: Server, clients: dict[str, Client]
) -> None:
    """The same request id, sent over each transport in turn, is one entry and one answer."""
    owner = await clients["grpc"].guest()
    create = api.CreateTableRequest(request_id=new_id(), game="dou_dizhu", seats=3)
    created = [
        await client.tables.CreateTable(create, metadata=owner.metadata)
        for client in clients.values()
    ]
    assert all(answer == created[0] for answer in created)
    table_id = created[0].table.table_id
    join = api.JoinTableRequest(request_id=new_id(), table_id=table_id, seat=1)
    joined = [
        await client.tables.JoinTable(join, metadata=owner.metadata) for client in clients.values()
    ]
    assert all(answer == joined[0] for answer in joined)
    assert len(await log_of(server, table_id)) == joined[0].revision
    other = api.JoinTableRequest(request_id=join.request_id, table_id=table_id, seat=2)
    for client in clients.values():
        found = await refused(client.tables.JoinTable(other, metadata=owner.metadata))
        assert found.reason == "REQUEST_ID_REUSED"


async def test_a_match_is_played_over_all_transports_at_once(
    server: Server, clients: dict[str, Client]
) -> None:
    """Each seat calls over another transport, each act is sent twice, and all see one match."""
    names = list(clients)
    players = [await clients[name].guest(name) for name in names]
    first = clients[names[0]]
    table_id = await first.create(
        players[0], 4, options=settings(match_end="deals", match_deals="1")
    )
    for name, player in zip(names, players, strict=True):
        await clients[name].join(table_id, player)
    for name, player in zip(names, players, strict=True):
        await clients[name].ready(table_id, player)
    acts = 0
    over = False
    while not over:
        seat = (await first.until_asked(table_id, players[0])).view.decisions[0].seat
        game = Game(clients[names[seat]], table_id, players)
        request, player = await game.next_act()
        answers = [
            await clients[name].tables.Act(request, metadata=player.metadata)
            for name in (names[seat], names[(seat + 1) % 4])
        ]
        assert answers[0] == answers[1]
        acts += 1
        over = any(event.WhichOneof("kind") == "match_ended" for event in answers[0].events)
    assert acts > 10
    shown = [await clients[name].get(table_id, players[0]) for name in names]
    assert all(view == shown[0] for view in shown)
    assert shown[0].view.HasField("match_end")
    streams = [
        clients[name].tables.WatchTable(
            api.WatchTableRequest(table_id=table_id, after_revision=0), metadata=players[0].metadata
        )
        for name in names
    ]
    head = len(await log_of(server, table_id))
    told = []
    for stream in streams:
        messages = aiter(stream)
        told.append([await anext(messages) for _ in range(head)])
        stream.cancel()
    assert all(messages == told[0] for messages in told)
