"""CloseTable, over real gRPC: a table is closed for good, by whom it may be closed, once."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any, Final, cast

import grpc
import pytest

from paizhuo import limits
from paizhuo.auth import scopes
from paizhuo.config import Durability
from paizhuo.v1 import event_pb2, replay_service_pb2, table_pb2
from paizhuo.v1 import table_service_pb2 as api
from service.log_checks import check
from service.pair import TWO, Pair, paired
from service.platform_tokens import Signer, called, secret_signer, start_pair
from service.playing import (
    Client,
    Game,
    Guest,
    connected,
    log_of,
    new_id,
    refused,
    served,
    settings,
    start_game,
)
from service.viewing import stream_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Iterator
    from pathlib import Path

    from service.playing import Running

pytestmark = pytest.mark.over_http

CLOSED: Final = table_pb2.TABLE_STATE_CLOSED
ONE_DEAL: Final = settings(match_end="deals", match_deals="1")


def close(client: Client, table_id: str, guest: Guest) -> Awaitable[api.CloseTableResponse]:
    """Close a table."""
    request = api.CloseTableRequest(request_id=new_id(), table_id=table_id)
    return client.tables.CloseTable(request, metadata=guest.metadata)


async def events_of(client: Client, table_id: str, guest: Guest) -> list[event_pb2.Event]:
    """Return all that is told of a closed table, from its creation to the end of the stream."""
    async with stream_of(client, table_id, guest, after=0) as messages:
        return [event async for message in messages for event in message.events]


async def seat_bots(client: Client, owner: Guest, **fields: Any) -> str:
    """Seat somebody with two bots, be ready, and wait until he is asked."""
    table_id = await client.create(owner, **fields)
    await client.join(table_id, owner)
    for _ in range(2):
        await client.add_bot(table_id, owner)
    await client.ready(table_id, owner)
    await client.until_asked(table_id, owner)
    return table_id


async def play_out(game: Game, owner: Guest) -> None:
    """Play until the match has ended."""
    while (await game.client.get(game.table_id, owner)).table.state == (
        table_pb2.TABLE_STATE_PLAYING
    ):
        await game.act()


async def test_the_owner_closes_a_table_before_a_match(server: Running, client: Client) -> None:
    """It says why, stands in no list of open ones, takes no more calls, and keeps its log."""
    owner, other = await client.guest("Ann"), await client.guest("Bao")
    table_id = await client.create(owner)
    await client.join(table_id, other)
    await client.committed(table_id, owner)
    closed = await close(client, table_id, owner)
    shown = (await client.get(table_id, other)).table
    assert (shown.state, shown.close_reason, shown.revision) == (
        CLOSED,
        "by_owner",
        closed.revision,
    )
    log = check(table_id, await log_of(server, table_id))
    assert log[-1].table_closed.reason == "by_owner"
    assert log[-1].revision == closed.revision
    for call in (client.join(table_id, owner), close(client, table_id, owner)):
        found = await refused(call)
        assert (found.status, found.reason) == (
            grpc.StatusCode.FAILED_PRECONDITION,
            "TABLE_CLOSED",
        )
    assert (await refused(close(client, table_id, other))).reason == "NOT_OWNER"
    assert len(await log_of(server, table_id)) == closed.revision


async def test_the_owner_closes_a_table_after_a_match(client: Client) -> None:
    """A match that has ended keeps its record, and is listed, whatever becomes of the table."""
    game = await start_game(client, options=ONE_DEAL)
    owner, other = game.players[:2]
    await play_out(game, owner)
    asked = replay_service_pb2.GetRecordRequest(table_id=game.table_id, match=1)
    before = await client.replay.GetRecord(asked, metadata=other.metadata)
    await close(client, game.table_id, owner)
    after = await client.replay.GetRecord(asked, metadata=other.metadata)
    assert before.record.HasField("end")
    assert after == before
    request = replay_service_pb2.ListRecordsRequest(mine=True)
    listed = await client.replay.ListRecords(request, metadata=other.metadata)
    assert [row.table_id for row in listed.records] == [game.table_id]


async def test_nobody_ends_a_match_of_others(server: Running, client: Client) -> None:
    """While a match goes on in which another person has a seat, the owner does not close it."""
    game = await start_game(client)
    owner, other, third = game.players
    before = await log_of(server, game.table_id)
    for guest, status, reason in (
        (owner, grpc.StatusCode.FAILED_PRECONDITION, "MATCH_RUNNING"),
        (other, grpc.StatusCode.PERMISSION_DENIED, "NOT_OWNER"),
        (await client.guest("Eve"), grpc.StatusCode.PERMISSION_DENIED, "NOT_OWNER"),
    ):
        found = await refused(close(client, game.table_id, guest))
        assert (found.status, found.reason) == (status, reason)
    assert await log_of(server, game.table_id) == before
    # Whom a bot plays for to the end has no seat any more.
    for seat, last in ((1, other), (2, third)):
        assert (await refused(close(client, game.table_id, owner))).reason == "MATCH_RUNNING"
        kick = api.KickPlayerRequest(request_id=new_id(), table_id=game.table_id, seat=seat)
        await client.tables.KickPlayer(kick, metadata=owner.metadata)
        assert (await refused(close(client, game.table_id, last))).reason == "NOT_OWNER"
    await close(client, game.table_id, owner)
    assert (await client.get(game.table_id, owner)).table.close_reason == "by_owner"


async def test_an_owner_without_a_seat_ends_no_match_of_one(client: Client) -> None:
    """A single person with bots is another person, too, for an owner who only looks on."""
    owner, player = await client.guest("Ann"), await client.guest("Bao")
    table_id = await client.create(owner)
    await client.join(table_id, player)
    for _ in range(2):
        await client.add_bot(table_id, owner)
    await client.ready(table_id, player)
    await client.until_asked(table_id, player)
    assert (await refused(close(client, table_id, owner))).reason == "MATCH_RUNNING"


async def test_who_plays_with_bots_closes_the_table_in_a_match(
    server: Running, client: Client
) -> None:
    """The seed of the deal in play is opened, streams end, and the record has no end.

    As after every other closing, the deal stands there as its reader saw it: it was not
    played out.
    """
    owner, onlooker = await client.guest("Ann"), await client.guest("Bao")
    table_id = await seat_bots(client, owner)
    async with stream_of(client, table_id, onlooker) as live:
        await anext(live)
        pause = api.PauseTableRequest(request_id=new_id(), table_id=table_id)
        await client.tables.PauseTable(pause, metadata=owner.metadata)
        closed = await close(client, table_id, owner)
        # The stream ends by itself, well, behind the last revision.
        told = [message async for message in live]
    log = check(table_id, await log_of(server, table_id))
    last = told[-1]
    assert (last.revision, last.table.state, last.table.close_reason) == (
        closed.revision,
        CLOSED,
        "by_owner",
    )
    assert closed.revision == log[-1].revision == len(log)
    assert [event.WhichOneof("kind") for event in last.events] == ["table_ended", "seed_opened"]
    assert last.events[0].table_ended.reason == "by_owner"
    (committed,) = [e.deal_committed for e in log if e.HasField("deal_committed")]
    assert last.events[1].seed_opened.seed == committed.seed
    for viewer in (onlooker, owner):
        assert (await events_of(client, table_id, viewer))[-2:] == list(last.events)
    asked = replay_service_pb2.GetRecordRequest(table_id=table_id, match=1)
    record = (await client.replay.GetRecord(asked, metadata=onlooker.metadata)).record
    assert not record.HasField("end")
    (deal,) = record.deals
    assert (deal.commitment, deal.seed) == (committed.commitment, b"")
    assert deal.observed
    listed = await client.replay.ListRecords(
        replay_service_pb2.ListRecordsRequest(mine=True), metadata=owner.metadata
    )
    assert not listed.records


async def test_it_is_closed_once(tmp_path: Path) -> None:
    """Sent again, before a restart and after it, it gets the same answer and adds nothing."""
    request = api.CloseTableRequest(request_id=new_id())
    answer = None
    for _ in range(2):
        async with (
            served(tmp_path, Durability.NORMAL) as server,
            connected(f"127.0.0.1:{server.port}") as client,
        ):
            if answer is None:
                owner = await client.guest()
                request.table_id = await client.create(owner)
                answer = await client.tables.CloseTable(request, metadata=owner.metadata)
            for _ in range(10):
                again = await client.tables.CloseTable(request, metadata=owner.metadata)
                assert again == answer
            log = await log_of(server, request.table_id)
            check(request.table_id, log)
            assert len(log) == answer.revision
            leave = api.LeaveTableRequest(request_id=request.request_id, table_id=request.table_id)
            found = await refused(client.tables.LeaveTable(leave, metadata=owner.metadata))
            assert found.reason == "REQUEST_ID_REUSED"


@pytest.mark.grpc_only
async def test_who_hangs_up_closes_it_or_does_not(server: Running, client: Client) -> None:
    """Given up after any time, the same request finds out: the table is closed once."""
    owner = await client.guest("Ann")
    for place in range(12):
        table_id = await client.create(owner)
        request = api.CloseTableRequest(request_id=new_id(), table_id=table_id)
        call: Any = client.tables.CloseTable(request, metadata=owner.metadata)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(call, place * 0.0003)
        answer = await client.tables.CloseTable(request, metadata=owner.metadata)
        log = check(table_id, await log_of(server, table_id))
        assert [e.revision for e in log if e.HasField("table_closed")] == [answer.revision]


async def test_a_house_goes_on_for_good(client: Client) -> None:
    """Who closes his tables may create others: one more for each, and no wait would have helped."""
    owner = await client.guest("House")
    tables = [await client.create(owner) for _ in range(20)]
    found = await refused(client.create(owner))
    assert (found.status, found.reason) == (
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "TOO_MANY_OWN_TABLES",
    )
    assert found.facts == {"tables_max": "20"}
    assert found.retry_ms is None
    for table_id in tables[:3]:
        await close(client, table_id, owner)
        await client.create(owner)
        assert (await refused(client.create(owner))).reason == "TOO_MANY_OWN_TABLES"


async def test_a_closed_table_makes_room_in_a_full_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the server has as many tables as it takes, each one that is closed lets another in."""
    monkeypatch.setattr(limits, "OPEN_TABLES_MAX", 3)
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        owner = await client.guest("House")
        tables = [await client.create(owner) for _ in range(3)]
        for table_id in tables:
            await close(client, table_id, owner)
            await client.create(owner)
        found = await refused(client.create(await client.guest()))
        assert found.reason == "TOO_MANY_OPEN_TABLES"


# --- scopes ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def believing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Signer, Pair]]:
    """Run two processes that believe a platform."""
    folder = tmp_path_factory.mktemp("believing")
    signer, path = secret_signer(folder)
    pair = start_pair(folder, jwt_key=path)
    yield signer, pair
    assert pair.stop() == [0, 0]


@pytest.fixture
async def believed(
    tmp_path: Path, processes: str, request: pytest.FixtureRequest
) -> AsyncIterator[tuple[Signer, Client]]:
    """Run a server that believes a platform, or find the two."""
    if processes == TWO:
        signer, pair = request.getfixturevalue("believing")
        async with paired(pair.addresses) as client:
            yield signer, client
        return
    signer, path = secret_signer(tmp_path)
    async with called(tmp_path, jwt_key=path, **cast("Any", {})) as (_, client):
        yield signer, client


@pytest.mark.grpc_only
@pytest.mark.parametrize("is_private", [False, True])
async def test_an_administrator_closes_any_table(
    believed: tuple[Signer, Client], *, is_private: bool
) -> None:
    """With the scope admin, and no other, a match of others is closed; a private one as well."""
    signer, client = believed
    admin = signer.user("operator", scope="admin")
    rival = signer.user("rival", scope="play watch create bot")
    game = await start_game(client)
    table_id = game.table_id
    if is_private:
        owner = game.players[0]
        table_id = await seat_bots(client, owner, private=True)
    reason = "TABLE_NOT_FOUND" if is_private else "NOT_OWNER"
    assert (await refused(close(client, table_id, rival))).reason == reason
    closed = await close(client, table_id, admin)
    shown = (await client.get(table_id, game.players[0])).table
    assert (shown.state, shown.close_reason, shown.revision) == (
        CLOSED,
        "by_admin",
        closed.revision,
    )
    assert (await refused(close(client, table_id, admin))).reason == "TABLE_CLOSED"
    assert (await refused(close(client, "a" * 32, admin))).reason == "TABLE_NOT_FOUND"


@pytest.mark.grpc_only
async def test_an_administrators_own_table_is_closed_by_its_owner(
    believed: tuple[Signer, Client],
) -> None:
    """Who owns the table is told of as its owner, and with the scope admin no match stops him."""
    signer, client = believed
    house = signer.user("house", scope="create bot watch admin")
    players = [await client.guest(name) for name in "ABC"]
    table_id = await client.create(house)
    for player in players:
        await client.join(table_id, player)
    for player in players:
        await client.ready(table_id, player)
    await client.until_asked(table_id, players[0])
    await close(client, table_id, house)
    assert (await client.get(table_id, players[0])).table.close_reason == "by_owner"


@pytest.mark.grpc_only
@pytest.mark.parametrize("held", ["play watch bot", ""])
async def test_closing_needs_its_scope(believed: tuple[Signer, Client], held: str) -> None:
    """Who may neither create nor administer closes nothing, and is told what is missing."""
    signer, client = believed
    user = signer.user("42", scope=held)
    found = await refused(close(client, "a" * 32, user))
    assert (found.status, found.reason) == (grpc.StatusCode.PERMISSION_DENIED, "SCOPE_MISSING")
    assert found.facts == {"scope": scopes.CREATE}
