"""Streams: one message a revision, gap-free, resumable, each viewer his own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import grpc
import grpc.aio
import pytest

from paizhuo import limits
from paizhuo.clock import SystemClock
from paizhuo.errors import ServiceError
from paizhuo.tables.watchers import Viewing
from paizhuo.v1 import table_service_pb2 as api
from service.playing import (
    NARROW,
    Client,
    Game,
    Guest,
    connected,
    loaded,
    log_of,
    read_refusal,
    refused,
    served,
    start_game,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from paizhuo.rpc.server import Server
    from service.playing import Running

pytestmark = pytest.mark.over_http

SPECTATORS = 64


async def watch(  # noqa: PLR0917 - how a stream is asked for
    client: Client,
    table_id: str,
    guest: Guest,
    until: int,
    after: int | None = None,
    views: api.Views.ValueType = api.VIEWS_SNAPSHOT,
    begun: asyncio.Queue[None] | None = None,
) -> list[api.WatchTableResponse]:
    """Return the messages of a stream up to a revision, heartbeats apart; tell the first."""
    request = api.WatchTableRequest(table_id=table_id, views=views)
    if after is not None:
        request.after_revision = after
    stream = client.tables.WatchTable(request, metadata=guest.metadata)
    messages: list[api.WatchTableResponse] = []
    async with asyncio.timeout(60):
        async for message in stream:
            if not message.heartbeat:
                messages.append(message)
                if begun is not None and len(messages) == 1:
                    begun.put_nowait(None)
            if message.revision >= until:
                break
    stream.cancel()
    return messages


async def read_on(
    stream: AsyncIterator[api.WatchTableResponse], heard: list[int] | None = None
) -> None:
    """Read a stream to its end, and note its revisions."""
    heard = [] if heard is None else heard
    async for message in stream:
        heard += [] if message.heartbeat else [message.revision]


async def test_spectators_see_the_public_view_and_every_revision(client: Client) -> None:
    """Sixty-four watchers without a seat at a table of four get the same, and no hidden card."""
    game = await start_game(client, seats=4)
    spectators = [await client.guest(f"S{place}") for place in range(SPECTATORS // 8)]
    first = (await client.get(game.table_id, game.players[0])).table.revision
    until = first + 30
    begun = asyncio.Queue[None]()
    streams = [
        asyncio.create_task(
            watch(client, game.table_id, spectators[place // 8], until, begun=begun)
        )
        for place in range(SPECTATORS)
    ]
    own = asyncio.create_task(watch(client, game.table_id, game.players[0], until, begun=begun))
    for _ in (*streams, own):
        await begun.get()
    for _ in range(30):
        await game.act()
    told = await asyncio.gather(*streams)
    # Who is present and what time it is are no part of a revision, but of a message.
    for message in (message for messages in told for message in messages):
        message.ClearField("now_ms")
        for seat in message.table.seats:
            seat.person.present = False
    assert all(messages == told[0] for messages in told)
    revisions = [message.revision for message in told[0]]
    assert revisions == list(range(revisions[0], until + 1))
    assert all(not seat.hand for seat in told[0][0].view.seats)
    assert not told[0][0].view.HasField("viewer")
    mine = (await own)[0].view
    assert [bool(seat.hand) for seat in mine.seats] == [True, False, False, False]
    assert all(not message.cause_request_id for message in told[0])


async def test_a_stream_resumes_at_every_revision(game: Game, server: Running) -> None:
    """Resuming anywhere, from history or memory, gives the rest of the same stream."""
    for _ in range(12):
        await game.act()
    head = len(await log_of(server, game.table_id))
    player = game.players[1]
    whole = await watch(game.client, game.table_id, player, head, after=0)
    assert [message.revision for message in whole] == list(range(1, head + 1))
    live = loaded(server, game.table_id)
    for forget in (False, True):
        if forget and live is not None:
            live.recent.clear()
        for after in range(head):
            rest = await watch(game.client, game.table_id, player, head, after=after)
            assert [message.revision for message in rest] == list(range(after + 1, head + 1))
            for message, known in zip(rest, whole[after:], strict=True):
                assert message.events == known.events
                assert message.cause_request_id == known.cause_request_id
                assert message.time_ms == known.time_ms
            assert rest[0].HasField("table")


async def test_a_history_with_views_is_what_was_live(game: Game, server: Running) -> None:
    """The views that a replay shows are those that were shown when it happened."""
    player = game.players[0]
    begin = (await game.client.get(game.table_id, player)).table.revision
    until = begin + 8
    live = asyncio.create_task(
        watch(game.client, game.table_id, player, until, after=begin, views=api.VIEWS_EVERY)
    )
    await asyncio.sleep(0.2)
    for _ in range(8):
        await game.act()
    heard = await live
    past = await watch(
        game.client, game.table_id, player, until, after=begin, views=api.VIEWS_EVERY
    )
    assert [message.view for message in past] == [message.view for message in heard]
    assert [message.revision for message in heard] == list(range(begin + 1, until + 1))
    assert len(await log_of(server, game.table_id)) >= until


async def test_a_watcher_follows_his_seat(client: Client) -> None:
    """Who takes a seat while watching sees its view from that revision on, and his request."""
    owner, guest = await client.guest("Ann"), await client.guest("Bao")
    table_id = await client.create(owner)
    stream = client.tables.WatchTable(
        api.WatchTableRequest(table_id=table_id, views=api.VIEWS_EVERY), metadata=guest.metadata
    )
    messages = aiter(stream)
    assert not (await anext(messages)).view.HasField("viewer")
    await client.join(table_id, owner)
    await client.join(table_id, guest)
    while not (message := await anext(messages)).view.HasField("viewer"):
        assert not message.cause_request_id
    assert message.view.viewer == 1
    assert message.cause_request_id
    assert message.table.own_seat == 1
    stream.cancel()


async def test_who_watches_is_present(client: Client, server: Running) -> None:
    """A person is present as long as a stream of theirs is open anywhere; no log tells it."""
    owner, other = await client.guest("Ann"), await client.guest("Bao")
    table_id = await client.create(owner)
    await client.committed(table_id, owner)
    await client.join(table_id, owner)

    async def is_present() -> bool:
        return (await client.get(table_id, other)).table.seats[0].person.present

    async def until(wanted: bool) -> None:  # noqa: FBT001
        async with asyncio.timeout(30):
            # Of three calls in a row no two processes miss one: all show it.
            while [await is_present() for _ in range(3)] != [wanted] * 3:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    assert not await is_present()
    stream = client.tables.WatchTable(
        api.WatchTableRequest(table_id=table_id), metadata=owner.metadata
    )
    await anext(aiter(stream))
    await until(wanted=True)
    before = await log_of(server, table_id)
    stream.cancel()
    await until(wanted=False)
    assert await log_of(server, table_id) == before


async def test_a_silent_stream_says_that_it_lives(tmp_path: Path) -> None:
    """Heartbeats come when nothing else does, with the present revision and the server's time."""
    begun_ms = SystemClock().now_ms()
    async with (
        served(tmp_path, heartbeat_ms=100) as server,
        connected(f"127.0.0.1:{server.port}") as client,
    ):
        owner = await client.guest()
        table_id = await client.create(owner)
        stream = aiter(
            client.tables.WatchTable(
                api.WatchTableRequest(table_id=table_id), metadata=owner.metadata
            )
        )
        first = await anext(stream)
        assert first.HasField("table")
        heard = [await anext(stream) for _ in range(3)]
        beats = [message for message in heard if message.heartbeat]
        assert beats
        assert all(message.revision >= first.revision for message in beats)
        look = api.GetTableRequest(table_id=table_id)
        shown = await client.tables.GetTable(look, metadata=owner.metadata)
        told = [first.now_ms, *(message.now_ms for message in beats), shown.now_ms]
        assert told == sorted(told)
        assert begun_ms <= told[0]
        assert told[-1] <= SystemClock().now_ms()
        # A revision has the time at which it was written: it may come much later.
        assert not any(message.now_ms for message in heard if not message.heartbeat)


@pytest.mark.one_process(reason="it lowers a limit of the process")
async def test_a_slow_reader_is_told_to_resync(
    client: Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who falls too far behind gets RESYNC, and nobody else waits for him."""
    monkeypatch.setattr(limits, "WATCHER_BACKLOG_MAX", 3)
    game = await start_game(client)
    live = server.hall.loaded(game.table_id)
    assert live is not None
    watcher = await live.submit(live.attach, Viewing(game.players[0].principal), None)
    assert watcher is not None
    for _ in range(5):
        await game.act()
    with pytest.raises(ServiceError, match="slow"):
        await watcher.next()
    assert watcher not in live.audience.watchers


@pytest.mark.one_process(reason="the server in this process is the one to look at")
async def test_who_was_too_slow_watches_again_and_misses_nothing(
    client: Client, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over gRPC too a stream that is not read ends with RESYNC, and the next one goes on there."""
    monkeypatch.setattr(limits, "WATCHER_BACKLOG_MAX", 16)
    owner = await client.guest()
    table_id = await client.create(owner)
    for _ in range(3):
        await client.add_bot(table_id, owner)
    live = server.hall.loaded(table_id)
    assert live is not None
    async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}", options=NARROW) as channel:
        request = api.WatchTableRequest(table_id=table_id, views=api.VIEWS_EVERY)
        stream = Client(channel).tables.WatchTable(request, metadata=owner.metadata)
        heard = [(await anext(aiter(stream))).revision]
        async with asyncio.timeout(60):
            while live.audience.watchers:  # noqa: ASYNC110 - nobody tells of it
                await asyncio.sleep(0.05)
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await read_on(aiter(stream), heard)
    found = read_refusal(error.value)
    assert (found.status, found.reason) == (grpc.StatusCode.ABORTED, "RESYNC")
    assert heard == list(range(heard[0], heard[-1] + 1))
    assert live.state.revision > heard[-1]
    monkeypatch.undo()
    rest = await watch(client, table_id, owner, live.state.revision, after=heard[-1])
    assert [message.revision for message in rest][:2] == [heard[-1] + 1, heard[-1] + 2]


@pytest.mark.one_process(reason="each process counts the streams that it serves")
async def test_streams_are_counted(game: Game) -> None:
    """A principal has so many streams and no more, until one of them ends."""
    player = game.players[0]

    def open_stream() -> grpc.aio.UnaryStreamCall[api.WatchTableRequest, api.WatchTableResponse]:
        return game.client.tables.WatchTable(
            api.WatchTableRequest(table_id=game.table_id), metadata=player.metadata
        )

    streams = [open_stream() for _ in range(limits.STREAMS_PER_PRINCIPAL_MAX)]
    for stream in streams:
        await anext(aiter(stream))
    found = await refused(anext(aiter(open_stream())))
    assert (found.status, found.reason) == (
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "TOO_MANY_STREAMS",
    )
    assert found.retry_ms
    for stream in streams:
        stream.cancel()


async def test_a_stopping_server_tells_its_streams(tmp_path: Path) -> None:
    """When the server stops, streams end with DRAINING and say when to come again."""
    async with served(tmp_path) as server, connected(f"127.0.0.1:{server.port}") as client:
        owner = await client.guest()
        table_id = await client.create(owner)
        stream = aiter(
            client.tables.WatchTable(
                api.WatchTableRequest(table_id=table_id), metadata=owner.metadata
            )
        )
        await anext(stream)
        stopping = asyncio.create_task(server.stop(5.0))
        with pytest.raises(grpc.aio.AioRpcError) as error:
            await read_on(stream)
        await stopping
    found = read_refusal(error.value)
    assert (found.status, found.reason) == (grpc.StatusCode.UNAVAILABLE, "DRAINING")
    assert found.retry_ms


async def test_heartbeats_tell_who_is_present(client: Client) -> None:
    """Who watches sees others come and go, without a revision."""
    owner, other = await client.guest("Ann"), await client.guest("Bao")
    table_id = await client.create(owner)
    await client.committed(table_id, owner)
    for guest in (owner, other):
        await client.join(table_id, guest)
    request = api.WatchTableRequest(table_id=table_id)
    watching = client.tables.WatchTable(request, metadata=owner.metadata)
    messages = aiter(watching)
    began = await anext(messages)
    assert [seat.person.present for seat in began.table.seats if seat.person.name] == [True, False]

    async def until_present(*seats: int) -> None:
        async with asyncio.timeout(60):
            async for message in messages:
                assert message.heartbeat
                assert message.HasField("presence")
                assert message.revision == began.revision
                if list(message.presence.seats) == list(seats):
                    return

    coming = client.tables.WatchTable(request, metadata=other.metadata)
    await anext(aiter(coming))
    await until_present(0, 1)
    coming.cancel()
    await until_present(0)
    watching.cancel()
