"""Private tables, and seats that are kept: who finds them, and who may sit where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import grpc
import pytest

from paizhuo.ids import is_join_code, make_join_code
from paizhuo.v1 import replay_service_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.playing import Client, Game, Guest, action, log_of, new_id, refused, settings

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from service.playing import Running

pytestmark = pytest.mark.over_http


async def _create(client: Client, owner: Guest, **fields: Any) -> api.CreateTableResponse:
    request = api.CreateTableRequest(request_id=new_id(), game="dou_dizhu", seats=3, **fields)
    return await client.tables.CreateTable(request, metadata=owner.metadata)


async def _join(client: Client, guest: Guest, table_id: str, **fields: Any) -> int:
    request = api.JoinTableRequest(request_id=new_id(), table_id=table_id, **fields)
    return (await client.tables.JoinTable(request, metadata=guest.metadata)).seat


def _every_call(client: Client, table_id: str, guest: Guest, code: str) -> dict[str, Any]:
    """Ask for a table in every way."""
    named: dict[str, Any] = {"table_id": table_id}
    changing = {**named, "request_id": new_id()}
    opened: dict[str, Any] = {"join_code": code}
    requests = {
        "GetTable": api.GetTableRequest(**named, **opened),
        "JoinTable": api.JoinTableRequest(**changing, **opened),
        "LeaveTable": api.LeaveTableRequest(**changing),
        "AddBot": api.AddBotRequest(**changing),
        "RemoveBot": api.RemoveBotRequest(**changing, seat=0),
        "SetReady": api.SetReadyRequest(**changing, ready=True),
        "PauseTable": api.PauseTableRequest(**changing),
        "ResumeTable": api.ResumeTableRequest(**changing),
        "SetAutoPass": api.SetAutoPassRequest(**changing, on=True),
        "KickPlayer": api.KickPlayerRequest(**changing, seat=0),
        "CloseTable": api.CloseTableRequest(**changing),
        "Act": api.ActRequest(**changing, decision_id="1", action=action("bid", value=1)),
        "GetLegalActions": api.GetLegalActionsRequest(**named),
        "GetHint": api.GetHintRequest(**named),
    }
    calls: dict[str, Awaitable[Any]] = {
        name: getattr(client.tables, name)(request, metadata=guest.metadata)
        for name, request in requests.items()
    }
    watching = api.WatchTableRequest(**named, **opened)
    calls["WatchTable"] = anext(aiter(client.tables.WatchTable(watching, metadata=guest.metadata)))
    record = replay_service_pb2.GetRecordRequest(**named)
    calls["GetRecord"] = client.replay.GetRecord(record, metadata=guest.metadata)
    return calls


@pytest.mark.parametrize("code", ["", "AAAA-AAAA-AAAA-AAAA", "é" * 1000])
async def test_a_private_table_is_not_there_for_others(
    client: Client, server: Running, code: str
) -> None:
    """Whatever an outsider asks, even with a wrong code, there is no such table."""
    owner, stranger = await client.guest("Ann"), await client.guest("Eve")
    created = await _create(client, owner, private=True)
    table_id = created.table.table_id
    for seat in range(3):
        await client.add_bot(table_id, owner)
        assert (await client.get(table_id, owner)).table.seats[seat].bot.bot
    before = len(await log_of(server, table_id))
    for call in _every_call(client, table_id, stranger, code).values():
        found = await refused(call)
        assert (found.status, found.reason) == (grpc.StatusCode.NOT_FOUND, "TABLE_NOT_FOUND")
    assert len(await log_of(server, table_id)) >= before
    listed = await client.tables.ListTables(api.ListTablesRequest(), metadata=stranger.metadata)
    assert table_id not in {table.table_id for table in listed.tables}
    mine = await client.tables.ListTables(api.ListTablesRequest(mine=True), metadata=owner.metadata)
    assert [table.private for table in mine.tables] == [True]


async def test_the_code_lets_others_in(client: Client, server: Running) -> None:
    """The owner gets the code, again too; it opens GetTable, WatchTable and JoinTable alone."""
    owner, friend = await client.guest("Ann"), await client.guest("Bao")
    request = api.CreateTableRequest(request_id=new_id(), game="dou_dizhu", seats=3, private=True)
    created = await client.tables.CreateTable(request, metadata=owner.metadata)
    again = await client.tables.CreateTable(request, metadata=owner.metadata)
    table_id, code = created.table.table_id, created.join_code
    assert again.join_code == code
    assert created.table.private
    typed = code.lower().replace("-", " ")
    got = await client.tables.GetTable(
        api.GetTableRequest(table_id=table_id, join_code=typed), metadata=friend.metadata
    )
    assert got.table.table_id == table_id
    stream = client.tables.WatchTable(
        api.WatchTableRequest(table_id=table_id, join_code=code), metadata=friend.metadata
    )
    assert (await anext(aiter(stream))).table.table_id == table_id
    stream.cancel()
    leaving = api.LeaveTableRequest(request_id=new_id(), table_id=table_id)
    left = client.tables.LeaveTable(leaving, metadata=friend.metadata)
    assert (await refused(left)).reason == "TABLE_NOT_FOUND"
    joining = api.JoinTableRequest(request_id=new_id(), table_id=table_id, join_code=code)
    joined = await client.tables.JoinTable(joining, metadata=friend.metadata)
    joining.join_code = ""
    assert await client.tables.JoinTable(joining, metadata=friend.metadata) == joined
    assert (await client.get(table_id, friend)).table.own_seat == joined.seat
    logged = b"".join(await log_of(server, table_id))
    assert code.encode() not in logged
    assert code.replace("-", "").encode() not in logged


async def test_who_left_gets_the_answer_again(client: Client) -> None:
    """A repeated LeaveTable has its old answer, though the table is no longer there for him."""
    owner, friend = await client.guest("Ann"), await client.guest("Bao")
    created = await _create(client, owner, private=True)
    table_id = created.table.table_id
    await _join(client, friend, table_id, join_code=created.join_code)
    leaving = api.LeaveTableRequest(request_id=new_id(), table_id=table_id)
    left = await client.tables.LeaveTable(leaving, metadata=friend.metadata)
    assert await client.tables.LeaveTable(leaving, metadata=friend.metadata) == left
    assert (await refused(client.get(table_id, friend))).reason == "TABLE_NOT_FOUND"


async def test_a_public_table_has_no_code(client: Client) -> None:
    """Only a private table has a code; one that is given elsewhere is not looked at."""
    owner, friend = await client.guest(), await client.guest()
    created = await _create(client, owner)
    assert created.join_code == ""
    assert await _join(client, friend, created.table.table_id, join_code="whatever") == 0


@pytest.mark.parametrize("kept_out", ["private", "unlisted"])
async def test_records_of_tables_that_are_not_listed_are_not_listed(
    client: Client, kept_out: str
) -> None:
    """A finished match of a private or unlisted table stands in the lists of its players alone."""
    names = ("Ann", "Bao", "Chiara")
    players = [await client.guest(name) for name in names]
    fields: dict[str, Any] = {kept_out: True}
    created = await _create(
        client, players[0], options=settings(match_end="deals", match_deals="1"), **fields
    )
    table_id = created.table.table_id
    for player in players:
        await _join(client, player, table_id, join_code=created.join_code)
    for player in players:
        await client.ready(table_id, player)
    game = Game(client, table_id, players)
    while not any(event.HasField("match_ended") for event in (await game.act()).events):
        pass
    stranger = await client.guest("Eve")

    async def listed(guest: Guest, *, mine: bool) -> list[str]:
        request = replay_service_pb2.ListRecordsRequest(mine=mine)
        answer = await client.replay.ListRecords(request, metadata=guest.metadata)
        return [record.table_id for record in answer.records]

    assert table_id not in await listed(stranger, mine=False)
    assert await listed(stranger, mine=True) == []
    assert await listed(players[1], mine=True) == [table_id]
    record = replay_service_pb2.GetRecordRequest(table_id=table_id)
    if kept_out == "private":
        read = client.replay.GetRecord(record, metadata=stranger.metadata)
        assert (await refused(read)).reason == "TABLE_NOT_FOUND"
    got = await client.replay.GetRecord(record, metadata=players[1].metadata)
    assert got.record.match == 1


# --- seats that are kept --------------------------------------------------------------------------


async def test_kept_seats_are_for_those_alone(client: Client) -> None:
    """A kept seat is taken by its principal, who takes no other, and by nobody else or bot."""
    owner, ann, bao = [await client.guest(name) for name in ("Zoe", "Ann", "Bao")]
    kept = [api.SeatFor(seat=2, principal=ann.principal), api.SeatFor(seat=0, principal="p-7")]
    table_id = (await _create(client, owner, seats_for=kept)).table.table_id
    shown = (await client.get(table_id, owner)).table
    assert [seat.kept_for for seat in shown.seats] == ["p-7", "", ann.principal]

    async def reason(call: Awaitable[Any]) -> tuple[str, str]:
        found = await refused(call)
        return found.reason, found.facts.get("seat", "")

    assert await reason(_join(client, bao, table_id, seat=0)) == ("SEAT_KEPT", "0")
    assert await reason(_join(client, ann, table_id, seat=1)) == ("SEAT_KEPT", "2")
    assert await reason(_join(client, ann, table_id, seat=9)) == ("NO_SUCH_SEAT", "9")
    adding = api.AddBotRequest(request_id=new_id(), table_id=table_id, seat=2)
    bot = client.tables.AddBot(adding, metadata=owner.metadata)
    assert await reason(bot) == ("SEAT_KEPT", "2")
    assert await _join(client, ann, table_id) == 2
    assert await _join(client, bao, table_id) == 1
    assert await reason(client.join(table_id, owner)) == ("TABLE_FULL", "")
    assert await reason(client.add_bot(table_id, owner)) == ("TABLE_FULL", "")


async def test_who_has_a_kept_seat_finds_a_private_table(client: Client) -> None:
    """For whom a seat is kept needs no code, before he sits down and after he has left."""
    owner, ann = await client.guest("Zoe"), await client.guest("Ann")
    kept = [api.SeatFor(seat=1, principal=ann.principal)]
    table_id = (await _create(client, owner, private=True, seats_for=kept)).table.table_id
    assert (await client.get(table_id, ann)).table.private
    assert await client.join(table_id, ann) == 1
    leaving = api.LeaveTableRequest(request_id=new_id(), table_id=table_id)
    await client.tables.LeaveTable(leaving, metadata=ann.metadata)
    assert await client.join(table_id, ann) == 1


def test_codes_are_of_one_table_and_one_server() -> None:
    """A code is right for its table and its server's key, however it is typed, and not else."""
    key, table_id = b"k" * 32, "a" * 32
    code = make_join_code(key, table_id)
    assert len(code.replace("-", "")) == 16
    assert is_join_code(key, table_id, code.lower().replace("-", "").replace("0", "o"))
    assert not is_join_code(key, "b" * 32, code)
    assert not is_join_code(b"l" * 32, table_id, code)
    assert not is_join_code(key, table_id, "")
    assert not is_join_code(key, table_id, code + "A")
