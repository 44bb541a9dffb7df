"""A request has its effect once, however often it is sent, also after a restart."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from paizhuo import limits
from paizhuo.config import Durability
from paizhuo.storage.v1.entry_pb2 import Entry
from paizhuo.v1 import table_pb2
from paizhuo.v1 import table_service_pb2 as api
from paizhuo.v1.action_pb2 import Action
from service.playing import (
    Client,
    Game,
    connected,
    log_of,
    new_id,
    refused,
    served,
    start_game,
)

if TYPE_CHECKING:
    from pathlib import Path

    from google.protobuf.message import Message

    from paizhuo.rpc.server import Server
    from service.playing import Running

pytestmark = pytest.mark.over_http

REPEATS = 100


async def test_every_accepted_call_is_answered_the_same(tmp_path: Path) -> None:
    """A hundred repeats before a restart and after it get the same bytes, and add nothing."""
    sent: list[tuple[str, Message, Any, Message]] = []
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):

        async def call(method: str, request: Message, guest: Any) -> Message:
            answer: Message = await getattr(client.tables, method)(request, metadata=guest.metadata)
            sent.append((method, request, guest, answer))
            return answer

        owner, other = await client.guest("Ann"), await client.guest("Bao")
        create = api.CreateTableRequest(request_id=new_id(), game="dou_dizhu", seats=3)
        table_id = (await call("CreateTable", create, owner)).table.table_id  # type: ignore[attr-defined]

        def fields(**more: Any) -> dict[str, Any]:
            return {"request_id": new_id(), "table_id": table_id, **more}

        await call("JoinTable", api.JoinTableRequest(**fields()), owner)
        await call("JoinTable", api.JoinTableRequest(**fields()), other)
        await call("LeaveTable", api.LeaveTableRequest(**fields()), other)
        await call("JoinTable", api.JoinTableRequest(**fields(seat=2)), other)
        await call("AddBot", api.AddBotRequest(**fields()), owner)
        await call("RemoveBot", api.RemoveBotRequest(**fields(seat=1)), owner)
        await call("SetReady", api.SetReadyRequest(**fields(ready=True)), owner)
        head = len(await log_of(server, table_id))
        for method, request, guest, answer in sent:
            for _ in range(REPEATS):
                again = await getattr(client.tables, method)(request, metadata=guest.metadata)
                assert again == answer
        assert len(await log_of(server, table_id)) == head
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        for method, request, guest, answer in sent:
            answers = await asyncio.gather(
                *(
                    getattr(client.tables, method)(request, metadata=guest.metadata)
                    for _ in range(REPEATS)
                )
            )
            assert all(again == answer for again in answers)
        assert len(await log_of(server, table_id)) == head


@pytest.mark.parametrize("is_remembered", [True, False], ids=["in_memory", "by_replay"])
@pytest.mark.every_game
async def test_an_act_shows_the_same_events_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, game_name: str, is_remembered: bool
) -> None:
    """A repeated action gets the events of its own seat again, from memory or by replay."""
    if not is_remembered:
        monkeypatch.setattr(limits, "RECENT_STEPS_MAX", 1)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        game = await start_game(client, game=game_name)
        for _ in range(25):
            await game.act()
        head = await log_of(server, game.table_id)
        for request, player, answer in game.acts:
            again = await client.tables.Act(request, metadata=player.metadata)
            assert again == answer
        # The table may deal by itself meanwhile; of calls nothing may be added.
        head_now = await log_of(server, game.table_id)
        assert head_now[: len(head)] == head
        added = [Entry.FromString(raw) for raw in head_now[len(head) :]]
        assert all(entry.entry_id.startswith("system:") for entry in added)
    async with (
        served(tmp_path, Durability.NORMAL) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        for request, player, answer in game.acts:
            assert await client.tables.Act(request, metadata=player.metadata) == answer
        head_now = await log_of(server, game.table_id)
        assert head_now[: len(head)] == head


@pytest.mark.every_game
async def test_the_same_request_sent_at_once_is_one(game: Game, server: Running) -> None:
    """Twenty copies of one action in flight together are written once and answered alike."""
    client = game.client
    request, player = await game.next_act()
    before = len(await log_of(server, game.table_id))
    answers = await asyncio.gather(
        *(client.tables.Act(request, metadata=player.metadata) for _ in range(20))
    )
    assert all(answer == answers[0] for answer in answers)
    assert len(await log_of(server, game.table_id)) == before + 1


async def test_a_refused_request_may_come_again(client: Client) -> None:
    """What was refused left nothing: the same request id is judged anew, and accepted."""
    owner = await client.guest()
    table_id = await client.create(owner)
    join = api.JoinTableRequest(request_id=new_id(), table_id=table_id, seat=1)
    await client.add_bot(table_id, owner)
    await client.add_bot(table_id, owner)
    with pytest.raises(Exception, match="seat"):
        await client.tables.JoinTable(join, metadata=owner.metadata)
    remove = api.RemoveBotRequest(request_id=new_id(), table_id=table_id, seat=1)
    await client.tables.RemoveBot(remove, metadata=owner.metadata)
    assert (await client.tables.JoinTable(join, metadata=owner.metadata)).seat == 1


async def test_a_request_id_belongs_to_its_principal(client: Client) -> None:
    """Two principals may use the same request id without knowing of each other."""
    request = api.CreateTableRequest(request_id=new_id(), game="dou_dizhu", seats=3)
    guests = [await client.guest(), await client.guest()]
    tables = {
        (await client.tables.CreateTable(request, metadata=guest.metadata)).table.table_id
        for guest in guests
    }
    assert len(tables) == len(guests)


async def test_a_request_of_another_call_is_no_repeat(client: Client, server: Running) -> None:
    """The same id and the same bytes on another call are refused, and change nothing."""
    owner = await client.guest("Ann")
    table_id = await client.create(owner)
    await client.committed(table_id, owner)
    request_id = new_id()
    join = api.JoinTableRequest(request_id=request_id, table_id=table_id)
    await client.tables.JoinTable(join, metadata=owner.metadata)
    before = await log_of(server, table_id)
    leave = api.LeaveTableRequest(request_id=request_id, table_id=table_id)
    assert leave.SerializeToString() == join.SerializeToString()
    found = await refused(client.tables.LeaveTable(leave, metadata=owner.metadata))
    assert found.reason == "REQUEST_ID_REUSED"
    unready = api.SetReadyRequest(request_id=request_id, table_id=table_id)
    found = await refused(client.tables.SetReady(unready, metadata=owner.metadata))
    assert found.reason == "REQUEST_ID_REUSED"
    assert await log_of(server, table_id) == before


@pytest.mark.every_game
async def test_an_action_is_written_in_its_one_spelling(game: Game, server: Running) -> None:
    """Whatever stands round the cards of an action, the log holds the cards alone."""
    client = game.client
    while True:
        request, player = await game.next_act()
        if request.action.HasField("play"):
            break
        await client.tables.Act(request, metadata=player.metadata)
    cards = request.action.play.cards
    request.action.play.cards = " " * 30_000 + cards.replace("-", " " * 5) + " " * 30_000
    await client.tables.Act(request, metadata=player.metadata)
    entry = Entry.FromString((await log_of(server, game.table_id))[-1])
    assert Action.FromString(entry.acted.action).play.cards == cards


@pytest.mark.one_process(reason="it lowers a limit of the process")
async def test_a_full_log_closes_its_table(
    client: Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who would write beyond the last entry is refused, and the server closes the table."""
    owner = await client.guest("Ann")
    table_id = await client.create(owner)
    seat = await client.join(table_id, owner)
    head = len(await log_of(server, table_id))
    monkeypatch.setattr(limits, "ENTRIES_MAX", head + 1)
    await client.ready(table_id, owner)
    shown = await client.until(
        table_id, owner, lambda shown: shown.table.state == table_pb2.TABLE_STATE_CLOSED
    )
    assert (shown.table.close_reason, seat) == ("log_full", 0)
